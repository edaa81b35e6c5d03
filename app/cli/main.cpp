// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/help.h"
#include "app/cli/usage_error.h"

namespace manju::cli {
namespace {

/// What the arguments say, and what runs.
struct Parsed {
    Voice voice;
    std::string language;
    std::string script;
    std::string project;
    std::string model;
    std::string lora;
    std::string against;
    std::string bench, workload;
    bool smoke = false;
    VramReplayOptions vramReplay;
    std::string vramDump;
    ProduceOptions produce;
    ImageOptions image;
    std::function<int()> run;

    /// The help text "cli.help.<id>".
    [[nodiscard]] std::string say(const std::string& id) const { return helpText(voice, id); }
};

/// One of `words`; the help text says which, so the check does not.
CLI::Validator oneOf(std::vector<std::string> words) {
    return CLI::IsMember(std::move(words)).description("");
}

template <typename Number>
CLI::Validator between(Number low, Number high) {
    return CLI::Range(low, high).description("");
}

void addShots(CLI::App& app, Parsed& parsed) {
    CLI::App* command = app.add_subcommand("shots", parsed.say("shots"));
    command->add_option("script", parsed.script, parsed.say("shots.script"))->required()->check(notEmpty());
    command->callback([&] { parsed.run = [&] { return runShots(parsed.voice, parsed.script); }; });
}

void addProduce(CLI::App& app, Parsed& parsed) {
    CLI::App* command = app.add_subcommand("produce", parsed.say("produce"));
    ProduceOptions& options = parsed.produce;
    command->add_option("scripts", options.scripts, parsed.say("produce.scripts"))->required();
    command->add_option("--project", options.project, parsed.say("produce.project"))
        ->required()
        ->check(notEmpty());
    command->add_option("--checkpoint", options.checkpoint, parsed.say("checkpoint"))->check(notEmpty());
    command->add_option("--cast", options.cast, parsed.say("produce.cast"))->check(notEmpty());
    command->add_option("--preset", options.preset, parsed.say("produce.preset"))->check(notEmpty());
    command->add_option("--priority", options.priority, parsed.say("produce.priority"))
        ->check(oneOf({"high", "medium", "low"}))
        ->capture_default_str();
    command->add_flag("--urgent", options.urgent, parsed.say("produce.urgent"));
    command->add_option("--deadline", options.deadline, parsed.say("produce.deadline"))->check(utcTime());
    command->add_option("--out", options.out, parsed.say("produce.out"))->check(notEmpty());
    command->callback([&] { parsed.run = [&] { return runProduce(parsed.voice, options); }; });
}

void addProjectCommands(CLI::App& app, Parsed& parsed) {
    CLI::App* resume = app.add_subcommand("resume", parsed.say("resume"));
    resume->add_option("--project", parsed.project, parsed.say("project"))->required()->check(notEmpty());
    resume->callback([&] { parsed.run = [&] { return runResume(parsed.voice, parsed.project); }; });
    CLI::App* status = app.add_subcommand("status", parsed.say("status"));
    status->add_option("--project", parsed.project, parsed.say("project"))->required()->check(notEmpty());
    status->callback([&] { parsed.run = [&] { return runStatus(parsed.voice, parsed.project); }; });
}

void addImage(CLI::App& app, Parsed& parsed) {
    CLI::App* command = app.add_subcommand("image", parsed.say("image"));
    ImageOptions& options = parsed.image;
    options.spec.seed = 1;
    options.spec.steps = 28;
    options.spec.cfg = 7.0;
    options.spec.sampler = "euler";
    options.spec.bundle = "studio";
    command->add_option("--from", options.from, parsed.say("image.from"))->check(notEmpty());
    command->add_option("--checkpoint", options.checkpoint, parsed.say("image.checkpoint"))
        ->check(notEmpty());
    command->add_option("--vae", options.vae, parsed.say("image.vae"))->check(notEmpty());
    command->add_option("--text-encoder", options.textEncoders, parsed.say("image.text_encoder"))
        ->allow_extra_args(false)
        ->check(notEmpty());
    command->add_option("--prompt", options.spec.prompt, parsed.say("image.prompt"));
    command->add_option("--negative", options.spec.negative, parsed.say("image.negative"));
    command->add_option("--seed", options.spec.seed, parsed.say("image.seed"))->capture_default_str();
    command->add_option("--steps", options.spec.steps, parsed.say("image.steps"))
        ->check(between(1, 150))
        ->capture_default_str();
    command->add_option("--cfg", options.spec.cfg, parsed.say("image.cfg"))
        ->check(between(1.0, 30.0))
        ->capture_default_str();
    command->add_option("--sampler", options.spec.sampler, parsed.say("image.sampler"))
        ->capture_default_str();
    command->add_option("--size", options.size, parsed.say("image.size"))->capture_default_str();
    command->add_option("--bundle", options.spec.bundle, parsed.say("image.bundle"))
        ->check(oneOf({"studio", "diffusers", "comfy", "a1111"}))
        ->capture_default_str();
    command->add_option("--noise", options.spec.noise, parsed.say("image.noise"))
        ->check(oneOf({"cpu_f32", "cpu_f16", "nv_emul"}));
    command->add_option("--prediction", options.spec.prediction, parsed.say("image.prediction"))
        ->check(oneOf({"epsilon", "v", "v_zero_snr"}));
    command->add_option("--clip-skip", options.spec.clipSkip, parsed.say("image.clip_skip"))
        ->check(between(0, 12))
        ->capture_default_str();
    command->add_option("--vae-tile", options.spec.vaeTile, parsed.say("image.vae_tile"))
        ->check(between(0, 4096))
        ->capture_default_str();
    command->add_option("--lora", options.loras, parsed.say("image.lora"))
        ->allow_extra_args(false)
        ->check(notEmpty());
    command->add_option("--lora-folder", options.loraFolder, parsed.say("image.lora_folder"))
        ->check(notEmpty());
    command->add_option("--init", options.start, parsed.say("image.init"))->check(notEmpty());
    command->add_option("--strength", options.strength, parsed.say("image.strength"))
        ->check(between(0.0, 1.0))
        ->capture_default_str();
    command->add_option("--mask", options.mask, parsed.say("image.mask"))->check(notEmpty());
    command->add_option("--hires", options.hires, parsed.say("image.hires"));
    command->add_option("--upscaler", options.upscaler, parsed.say("image.upscaler"))->check(notEmpty());
    command->add_option("--hires-strength", options.hiresStrength, parsed.say("image.hires_strength"))
        ->check(between(0.0, 1.0))
        ->capture_default_str();
    command->add_option("--out", options.out, parsed.say("image.out"))->required()->check(notEmpty());
    command->callback([&, command] {
        for (const CLI::Option* option : command->get_options())
            if (option->count() > 0) options.given.insert(option->get_name());
        parsed.run = [&] { return runImage(parsed.voice, options); };
    });
}

void addModel(CLI::App& app, Parsed& parsed) {
    CLI::App* model = app.add_subcommand("model", parsed.say("model"))->require_subcommand(1);
    CLI::App* inspect = model->add_subcommand("inspect", parsed.say("model.inspect"));
    inspect->add_option("file", parsed.model, parsed.say("model.file"))->required()->check(notEmpty());
    inspect->callback([&] { parsed.run = [&] { return runModelInspect(parsed.voice, parsed.model); }; });
}

void addLora(CLI::App& app, Parsed& parsed) {
    CLI::App* lora = app.add_subcommand("lora", parsed.say("lora"))->require_subcommand(1);
    CLI::App* inspect = lora->add_subcommand("inspect", parsed.say("lora.inspect"));
    inspect->add_option("path", parsed.lora, parsed.say("lora.path"))->required()->check(notEmpty());
    inspect->add_option("--against", parsed.against, parsed.say("lora.against"))->check(notEmpty());
    inspect->callback(
        [&] { parsed.run = [&] { return runLoraInspect(parsed.voice, parsed.lora, parsed.against); }; });
}

void addBench(CLI::App& app, Parsed& parsed) {
    CLI::App* bench = app.add_subcommand("bench", parsed.say("bench"));
    bench->add_option("name", parsed.bench, parsed.say("bench.name"))
        ->required()
        ->check(oneOf({"compose", "sched", "vram"}));
    bench->add_flag("--smoke", parsed.smoke, parsed.say("bench.smoke"));
    bench->add_option("--workload", parsed.workload, parsed.say("bench.workload"))->check(notEmpty());
    bench->callback([&] {
        parsed.run = [&] { return runBench(parsed.voice, parsed.bench, parsed.smoke, parsed.workload); };
    });
}

void addVram(CLI::App& app, Parsed& parsed) {
    CLI::App* vram = app.add_subcommand("vram", parsed.say("vram"))->require_subcommand(1);
    CLI::App* replay = vram->add_subcommand("replay", parsed.say("vram.replay"));
    VramReplayOptions& options = parsed.vramReplay;
    replay->add_option("trace", options.trace, parsed.say("vram.trace"))->required()->check(notEmpty());
    replay->add_option("--card", options.cardGib, parsed.say("vram.card"))->check(between(0.125, 1024.0));
    replay->add_option("--dump", options.dump, parsed.say("vram.replay.dump"))->check(notEmpty());
    replay->callback([&] { parsed.run = [&] { return runVramReplay(parsed.voice, options); }; });
    CLI::App* dump = vram->add_subcommand("dump", parsed.say("vram.dump"));
    dump->add_option("file", parsed.vramDump, parsed.say("vram.dump.file"))->required()->check(notEmpty());
    dump->callback([&] { parsed.run = [&] { return runVramDump(parsed.voice, parsed.vramDump); }; });
}

int run(int argc, char** argv) {
    Parsed parsed;
    parsed.voice = voiceOf({argv, static_cast<std::size_t>(argc)});
    CLI::App app(parsed.say("app"), "manju");
    translateHelp(app, parsed.voice);
    app.require_subcommand(1);
    app.fallthrough();
    app.add_flag("--json", parsed.voice.json, parsed.say("json"));
    // The language is known already; here it is checked and explained.
    app.add_option("--lang", parsed.language, parsed.say("lang"))->check(oneOf({"en", "zh"}));
    addShots(app, parsed);
    addProduce(app, parsed);
    addProjectCommands(app, parsed);
    addImage(app, parsed);
    addModel(app, parsed);
    addLora(app, parsed);
    addVram(app, parsed);
    addBench(app, parsed);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {  // --help, --version
        return app.exit(asked);
    } catch (const CLI::ParseError& failure) {
        return fail(parsed.voice, usageError(app, failure));
    }
    return parsed.run();
}

}  // namespace
}  // namespace manju::cli

int main(int argc, char** argv) {
    return manju::cli::run(argc, argv);
}
