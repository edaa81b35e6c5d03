// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The JSON fields of every value that crosses a border. A field that is missing from a list is not stored.
#include "core/domain/cast.h"
#include "core/domain/command.h"
#include "core/domain/preset.h"
#include "core/domain/script.h"
#include "core/domain/snapshot.h"
#include "core/domain/step_job.h"
#include "core/domain/step_spec.h"
#include "core/domain/timeline.h"

namespace manju {

MANJU_JSON_FIELDS(SourceSpan, begin, end)
MANJU_JSON_FIELDS(Utterance, kind, speaker, text, span)
MANJU_JSON_FIELDS(ShotLine, kind, speaker, text, span)
MANJU_JSON_FIELDS_OR_DEFAULT(ShotDraft, lines, characters, span, scene)
MANJU_JSON_FIELDS(EpisodeDraft, title, utterances, shots)

MANJU_JSON_FIELDS(CameraWindow, x, y, zoom)
MANJU_JSON_FIELDS(TimelineClip, image, startFrame, frames, from, to)
MANJU_JSON_FIELDS(TimelineVoice, audio, startSample, samples)
MANJU_JSON_FIELDS(SubtitleCue, startFrame, endFrame, text, speaker)
MANJU_JSON_FIELDS(Timeline, frames, clips, voices, cues)

MANJU_JSON_FIELDS_OR_DEFAULT(VoiceChoice, engine, voice, wordsPerMinute, pitch)
MANJU_JSON_FIELDS_OR_DEFAULT(LoraChoice, file, weight)
MANJU_JSON_FIELDS_OR_DEFAULT(CastMember, name, aliases, prompt, trigger, loras, voice)
MANJU_JSON_FIELDS_OR_DEFAULT(Cast, narrator, members)

MANJU_JSON_FIELDS_OR_DEFAULT(HiresPreset, width, height, strength, steps, upscaler)
MANJU_JSON_FIELDS_OR_DEFAULT(ImagePreset, style, negative, width, height, steps, cfg, sampler, bundle, noise,
                             clipSkip, vaeTile, seed, vae, textEncoders, hires)
MANJU_JSON_FIELDS_OR_DEFAULT(SubtitlePreset, font, size, outline, baseline, left, right, maxLines)
MANJU_JSON_FIELDS_OR_DEFAULT(AudioPreset, integratedLufs, truePeakDb, music, musicSpeechDb, musicGapDb,
                             pauseMillis)
MANJU_JSON_FIELDS_OR_DEFAULT(LabelPreset, visible, text)
MANJU_JSON_FIELDS_OR_DEFAULT(Preset, width, height, image, subtitles, audio, label)

MANJU_JSON_FIELDS(LoraSpec, sha256, unet, text, blocks, ranks)
MANJU_JSON_FIELDS(StartSpec, picture, strength, mask)
MANJU_JSON_FIELDS(HiresSpec, width, height, strength, upscaler, steps)
MANJU_JSON_FIELDS_AND_LATER(ImageSpec, (vaeTile), revision, checkpoint, prompt, negative, seed, width, height,
                            steps, cfg, sampler, bundle, noise, prediction, clipSkip, loras, start, hires)
MANJU_JSON_FIELDS(VoiceSpec, revision, text, language, voice)
MANJU_JSON_FIELDS(SubtitleSpec, revision, width, height, language, style, label, frames, cues)
MANJU_JSON_FIELDS(VideoSpec, revision, width, height, timeline, subtitles, music, audio, title, label)

MANJU_JSON_FIELDS(StepJob, step, kind, key, spec, inputs, outputFolder, attempt, epoch)
MANJU_JSON_FIELDS(StepProgress, step, fraction, stage, index, count)
MANJU_JSON_FIELDS(OutputFile, role, name, bytes, sha256)
MANJU_JSON_FIELDS(StepResult, files, meta)

MANJU_JSON_FIELDS(ImportScripts, files)
MANJU_JSON_FIELDS(Configure, checkpoint, castFile, presetFile, outFolder)
MANJU_JSON_FIELDS(Produce, episodes, priority, urgent, deadline)
MANJU_JSON_FIELDS(CancelEpisodes, episodes)
MANJU_JSON_FIELDS(PauseEpisodes, episodes, paused)
MANJU_JSON_FIELDS(RetryEpisodes, episodes)
MANJU_JSON_FIELDS(CommandReply, episodes, alreadyThere)

MANJU_JSON_FIELDS(MessageRef, id, args)
MANJU_JSON_FIELDS(TimeRange, known, lowSeconds, highSeconds)
MANJU_JSON_FIELDS(ShotSnapshot, id, number, state, lines, characters, image, fraction, stage, error, seconds)
MANJU_JSON_FIELDS(EpisodeSnapshot, id, title, script, state, queued, requestedCancel, priority, fraction,
                  remaining, waitingOn, error, errorKind, video, shots)
MANJU_JSON_FIELDS(WorkerSnapshot, name, state, pid, step)
MANJU_JSON_FIELDS(AttemptSnapshot, episode, shot, kind, key, number, epoch, outcome, startedMillis,
                  endedMillis, error)
MANJU_JSON_FIELDS(EngineEvent, sequence, wallMillis, message, episode)
MANJU_JSON_FIELDS(EngineSnapshot, sequence, epoch, project, checkpoint, castFile, presetFile, outFolder,
                  episodes, workers, events, savedWallMillis, revision, problem, diskFreeBytes)

}  // namespace manju
