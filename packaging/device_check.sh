#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Checks the VRAM pool on an NVIDIA card: installs and builds what that needs (no libtorch, no window), runs for at most
# eight minutes, leaves its report in build/device-check and prints the report's path as the last line. --dry-run runs
# a small check against a library that stands in for the driver; other options are those of manju-device-check.
# Exit codes: 0 all held, 1 something did not, 2 wrong call, 4 no card to check.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
place=$root/build/device-check
torch=system # nothing of it is built
dry_run=false
minutes=8
arguments=()
while [ $# -gt 0 ]; do
    case $1 in
        --dry-run) dry_run=true ;;
        --help | -h)
            sed -n '/^# Checks/,/^# Exit/s/^# //p' "${BASH_SOURCE[0]}"
            exit 0
            ;;
        --json) fail "the report has its place in build/device-check; leave --json out." 2 ;;
        --minutes) # the number follows as an argument of its own, which the program judges
            minutes=${2:-}
            arguments+=("$1")
            ;;
        *) arguments+=("$1") ;;
    esac
    shift
done
[[ $minutes =~ ^[0-9]{1,3}$ ]] || minutes=8

has_driver() {
    # Under WSL the card is /dev/dxg.
    has_nvidia_card || [ -e /dev/dxg ] || [[ $(PATH=$PATH:/sbin ldconfig -p 2>/dev/null) == *libcuda.so.1* ]]
}

$dry_run || has_driver ||
    fail "this machine shows no NVIDIA card; install NVIDIA's driver, or try the check without a card by --dry-run."

"$root/packaging/install_packages.sh" --device-check
targets=(manju-device-check)
environment=(-u MANJU_FAKECUDA)
name=report
if $dry_run; then
    targets+=(manju_fakecuda)
    environment=("MANJU_FAKECUDA=$place/tests/libfakecuda.so")
    arguments=(--memory 512 --repetitions 20 --remaps 500 --pictures 2 "${arguments[@]}")
    name=dry-run
fi
build device-check "${targets[@]}"

say "Checking the card; this takes up to $minutes minutes"
rm -f "$place/$name".{json,txt}
code=0
# The program ends by itself; a driver that hangs does not.
env "${environment[@]}" timeout --kill-after=10 "$((10#$minutes + 2))m" \
    "$place/bin/manju-device-check" --json "$place/$name.json" "${arguments[@]}" |
    tee "$place/$name.txt" || code=${PIPESTATUS[0]}
case $code in
    0 | 1) ;;
    124 | 137) fail "the card did not answer in time, and the check was ended; what was found lies in $place/$name.txt." 1 ;;
    *) exit "$code" ;; # the program's sentence stands above
esac
printf '%s\n' "$place/$name.json"
exit "$code"
