#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later

# The set-up script against a pretended distribution: what it says and returns when something is missing, and that it
# asks for nothing when nothing is.
# shellcheck source-path=SCRIPTDIR source=pretence.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/pretence.sh"

# Only these tools exist; pretended ones are written below.
for tool in bash dirname id nproc awk env readlink gcc; do
    ln -s "$(command -v "$tool")" "$tools/$tool"
done

# expect CODE PATTERN ARGUMENTS...: of the script.
expect() { expect_run "$1" "$2" env -i PATH="$tools" bash "$place/packaging/install_packages.sh" "${@:3}"; }

expect 4 'this system has no apt'

echo 'echo installed' | pretend "$tools/dpkg-query"
echo 'echo "asked apt: $*"; exit 1' | pretend "$tools/apt-get"
echo 'exit 0' | pretend "$tools/apt-cache"
expect 0 'Everything needed is installed' --torch system
expect 0 'Everything needed for the check is installed' --device-check
expect 2 'takes system or wheel' --torch other
expect 2 'unknown argument --fast' --fast

echo 'case "$*" in *libpng-dev*) exit 1 ;; esac; echo installed' | pretend "$tools/dpkg-query"
expect 0 'Everything needed for the check is installed' --device-check # which draws no PNG
echo 'echo 1000' | pretend "$tools/id"
expect 4 'packages are missing \(libpng-dev\), and installing them needs root'
echo 'exec "$@"' | pretend "$tools/sudo"
expect 4 'package lists could not be fetched; check the network'
# shellcheck disable=SC2016 # the pretended tool expands it
echo 'echo "asked apt: $*"; [ "$2" = update ]' | pretend "$tools/apt-get"
expect 4 'asked apt: .*--no-install-recommends install libpng-dev'
expect 4 'apt could not install the packages'
echo 'exit 1' | pretend "$tools/apt-cache"
expect 4 'this distribution has no package libpng-dev'

[ "$failures" -eq 0 ]
