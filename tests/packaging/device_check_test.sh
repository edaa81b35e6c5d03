#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later

# The script that checks a card, with a pretended program in place of the one that it would build: what it says and
# returns, and which reports are there afterwards.
# shellcheck source-path=SCRIPTDIR source=pretence.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/pretence.sh"
reports=$place/build/device-check
mkdir -p "$reports/bin"
PATH=$tools:$PATH
echo 'echo installed' | pretend "$tools/dpkg-query"
echo 'echo "built: $*"' | pretend "$tools/cmake"
# Writes as the real one does, says what it was called with, and ends with $PRETENDED_CODE.
pretend "$reports/bin/manju-device-check" <<'END'
[ "$1" = --json ] && [ "${PRETENDED_CODE:-0}" -le 1 ] && echo "{\"code\": ${PRETENDED_CODE:-0}}" >"$2"
echo "driver ${MANJU_FAKECUDA:-real}, called with $*"
exit "${PRETENDED_CODE:-0}"
END

# expect CODE PATTERN ARGUMENTS...: of the script.
expect() { expect_run "$1" "$2" bash "$place/packaging/device_check.sh" "${@:3}"; }
# expect_files NAME...: these and no others are the reports.
expect_files() {
    local found
    found=$(cd "$reports" && find . -maxdepth 1 -type f -printf '%f\n' | sort | xargs)
    [ "$found" = "$*" ] || wrong "expected the files $*, found $found"
}

expect 0 'leaves its report in build/device-check' --help
! grep -q 'built' <<<"$output" || wrong 'help builds nothing'
expect 2 'leave --json out' --json other.json
expect_files

expect 0 "driver $place/build/device-check/tests/libfakecuda.so, .*--memory 512 .*--minutes 3" --dry-run --minutes 3
[ "$(tail -n 1 <<<"$output")" = "$reports/dry-run.json" ] || wrong 'the last line is the path of the report'
expect_files dry-run.json dry-run.txt
PRETENDED_CODE=1 expect 1 "$reports/dry-run.json" --dry-run
grep -q 1 "$reports/dry-run.json" || wrong 'what did not hold is reported too'
PRETENDED_CODE=2 expect 2 'called with' --dry-run --frobnicate
expect_files dry-run.json dry-run.txt # the former ones
grep -q 1 "$reports/dry-run.json" || wrong 'a wrong call leaves the former report'
PRETENDED_CODE=137 expect 1 'did not answer in time.*dry-run.txt' --dry-run
expect_files dry-run.txt

[ "$failures" -eq 0 ]
