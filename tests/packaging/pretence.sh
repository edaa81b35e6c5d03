#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash

# What the tests of the scripts share. Sourced, never run: a copy of the scripts in a folder with spaces and Chinese
# characters in its path, $place, and a folder for pretended tools, $tools.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
place="$scratch/漫剧 studio"
tools=$scratch/tools
mkdir -p "$place/packaging" "$tools"
cp "$(dirname -- "${BASH_SOURCE[0]}")/../../packaging"/*.sh "$place/packaging/"

# pretend FILE: the script on stdin becomes it.
pretend() {
    rm -f "$1" # never write through a link to the real tool
    { echo '#!/bin/sh' && cat; } >"$1"
    chmod +x "$1"
}

failures=0
# wrong SENTENCE: counts it, and shows $output.
wrong() {
    printf '%s; the output was:\n%s\n' "$1" "$output" >&2
    failures=$((failures + 1))
}
# expect_run CODE PATTERN COMMAND...: runs it from another folder; what it says must match PATTERN.
expect_run() {
    local code=$1 pattern=$2 actual=0
    shift 2
    output=$(cd / && "$@" 2>&1) || actual=$?
    [ "$actual" -eq "$code" ] || wrong "expected exit $code, got $actual"
    grep -qE -- "$pattern" <<<"$output" || wrong "expected /$pattern/"
}
