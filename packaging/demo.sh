#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Sets up, builds, makes the demo video with a tiny random image model (no download, no GPU), prints its path as the
# last line, and opens the studio where there is a display (--no-studio leaves it closed).
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
parse_arguments "--no-studio" "$@"
bin=$root/build/release/bin
demo=$root/build/demo
model=$root/resources/demo/model # what --checkpoint demo means

# The story's language follows the user's.
case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in
    zh*) language=zh ;;
    *) language=en ;;
esac

set_up
# The programs alone: the tests take as long again to compile.
build release manju manju-studio manju-worker-image manju-worker-media manju-make-checkpoint

if [ ! -e "$model/model_index.json" ]; then
    say "Making the demo model"
    "$bin/manju-make-checkpoint" --variant tiny --layout folder --dtype F16 --seed 7 --out "$model" >&2 ||
        fail "the demo model could not be made." 1
fi

say "Producing the demo video"
"$bin/manju" produce "$root/resources/demo/demo-$language.txt" --project "$demo/project-$language" \
    --checkpoint demo --cast "$root/resources/demo/cast-$language.json" \
    --preset "$root/resources/demo/preset.json" --out "$demo" >&2 ||
    fail "the demo video could not be made; the reason stands above." 1
# The video is named after the script; a video of that name which is not ours would have been kept.
video=$(find "$demo" -maxdepth 1 -name "demo-$language*.mp4" -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d ' ' -f 2-)
[ -n "$video" ] || fail "the demo was produced, but no MP4 lies in $demo." 1

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && ! has_flag --no-studio; then
    say "Opening the studio"
    nohup "$bin/manju-studio" --project "$demo/project-$language" >"$demo/studio.log" 2>&1 &
fi
printf '%s\n' "$video"
