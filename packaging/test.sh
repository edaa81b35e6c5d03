#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Sets up, builds, and runs the tests: everything in the release build, then everything without torch and Qt under
# AddressSanitizer and UndefinedBehaviorSanitizer. --long adds ThreadSanitizer.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
parse_arguments "--long" "$@"
cd "$root"

# run_tests PRESET CTEST-ARGUMENTS...
run_tests() {
    local preset=$1
    shift
    say "Tests of preset $preset"
    QT_QPA_PLATFORM=offscreen "${launcher[@]}" ctest --preset "$preset" --parallel "$(compile_jobs)" --no-tests=error "$@" ||
        failed+=("$preset")
}

failed=()
launcher=()
set_up
build release
run_tests release
build sanitize manju_unit_tests
run_tests sanitize --label-regex '^(unit|contract)$'
if has_flag --long; then
    build tsan manju_unit_tests
    # ThreadSanitizer of this compiler's age cannot map its shadow memory under wide address randomisation.
    launcher=(setarch --addr-no-randomize)
    run_tests tsan --label-regex '^(unit|contract)$'
fi
[ ${#failed[@]} -eq 0 ] || fail "tests failed in preset: ${failed[*]}." 1
say "All tests passed"
