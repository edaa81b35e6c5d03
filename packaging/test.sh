#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Sets up, builds, and runs every test: those of the programs, of torch and of the window in the release build, those
# of single folders under AddressSanitizer and UndefinedBehaviorSanitizer. --long runs the latter in the release build
# and under ThreadSanitizer too.
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
unit='^(unit|contract)$'
build release manju_product_tests
run_tests release --label-exclude "$unit"
build sanitize manju_unit_tests
run_tests sanitize --label-regex "$unit"
if has_flag --long; then
    build release
    MANJU_DEPTH=5 run_tests release --label-regex "$unit"
    build tsan manju_unit_tests
    # ThreadSanitizer of this compiler's age cannot map its shadow memory under wide address randomisation.
    launcher=(setarch --addr-no-randomize)
    run_tests tsan --label-regex "$unit"
fi
[ ${#failed[@]} -eq 0 ] || fail "tests failed in preset: ${failed[*]}." 1
say "All tests passed"
