#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later

# The set-up script against a pretended distribution: what it says and returns when something is missing, and that it
# asks for nothing when nothing is. Runs from a folder with spaces and Chinese characters in its path.
set -euo pipefail
packaging=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../packaging" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
place="$scratch/漫剧 studio"
mkdir -p "$place/packaging" "$scratch/tools"
cp "$packaging"/*.sh "$place/packaging/"

# Only these tools exist; pretended ones are written below.
for tool in bash dirname id nproc awk env readlink gcc; do
    ln -s "$(command -v "$tool")" "$scratch/tools/$tool"
done

# pretend NAME: the script on stdin becomes the tool NAME.
pretend() {
    rm -f "$scratch/tools/$1" # never write through a link to the real tool
    { echo '#!/bin/sh' && cat; } >"$scratch/tools/$1"
    chmod +x "$scratch/tools/$1"
}

failures=0
# expect CODE PATTERN ARGUMENTS...: runs the script from another folder; its messages must match PATTERN.
expect() {
    local code=$1 pattern=$2 output actual=0
    shift 2
    output=$(cd / && env -i PATH="$scratch/tools" bash "$place/packaging/install_packages.sh" "$@" 2>&1) || actual=$?
    if [ "$actual" -ne "$code" ] || ! grep -qE -- "$pattern" <<<"$output"; then
        printf 'expected exit %s and /%s/, got exit %s:\n%s\n' "$code" "$pattern" "$actual" "$output" >&2
        failures=$((failures + 1))
    fi
}

expect 4 'this system has no apt'

echo 'echo installed' | pretend dpkg-query
echo 'echo "asked apt: $*"; exit 1' | pretend apt-get
echo 'exit 0' | pretend apt-cache
expect 0 'Everything needed is installed' --torch system
expect 0 'Everything needed for the check is installed' --device-check
expect 2 'takes system or wheel' --torch other
expect 2 'unknown argument --fast' --fast

echo 'case "$*" in *libpng-dev*) exit 1 ;; esac; echo installed' | pretend dpkg-query
expect 0 'Everything needed for the check is installed' --device-check # which draws no PNG
echo 'echo 1000' | pretend id
expect 4 'packages are missing \(libpng-dev\), and installing them needs root'
echo 'exec "$@"' | pretend sudo
expect 4 'package lists could not be fetched; check the network'
# shellcheck disable=SC2016 # the pretended tool expands it
echo 'echo "asked apt: $*"; [ "$2" = update ]' | pretend apt-get
expect 4 'asked apt: .*--no-install-recommends install libpng-dev'
expect 4 'apt could not install the packages'
echo 'exit 1' | pretend apt-cache
expect 4 'this distribution has no package libpng-dev'

[ "$failures" -eq 0 ]
