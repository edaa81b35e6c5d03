# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash

# What the scripts of this folder share. Sourced, never run.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
torch_dir=$root/build/torch # a libtorch taken from a Python wheel lies here

say() { printf '== %s\n' "$1" >&2; }

# fail SENTENCE [CODE]: the exit codes are those of the program (2 usage, 4 environment).
fail() {
    printf '%s: %s\n' "${0##*/}" "$1" >&2
    exit "${2:-4}"
}

# Parses --torch VALUE and the flags named in $1 (space separated); sets torch=auto|system|wheel and `flags`.
parse_arguments() {
    local known=" $1 " usage="--torch system|wheel${1:+ $1}"
    shift
    torch=auto flags=" "
    while [ $# -gt 0 ]; do
        if [ "$1" = --torch ]; then
            case ${2:-} in
                system | wheel) torch=$2 ;;
                *) fail "--torch takes system or wheel." 2 ;;
            esac
            shift 2
        elif [ "${known/ $1 /}" != "$known" ]; then
            flags+="$1 "
            shift
        else
            fail "unknown argument $1; known are: $usage." 2
        fi
    done
}

has_flag() { [ "${flags/ $1 /}" != "$flags" ]; }

has_nvidia_card() { [ -e /proc/driver/nvidia/version ] || [ -e /dev/nvidia0 ]; }

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# Turns torch=auto into a decision: the CUDA build where there is an NVIDIA card, where the distribution has no
# libtorch, or where an earlier run fetched it; the distribution's package otherwise.
decide_torch() {
    [ "$torch" = auto ] || return 0
    torch=system
    if has_nvidia_card || [ -d "$torch_dir/torch/lib" ]; then
        torch=wheel
    elif ! is_installed libtorch-dev && ! apt-cache show libtorch-dev >/dev/null 2>&1; then
        torch=wheel
    fi
}

# As many compilers at once as there are cores, and 1.5 GB of free memory for each.
compile_jobs() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/MemAvailable/ { print int($2 / 1572864) }' /proc/meminfo)
    [ "$memory" -ge 1 ] || memory=1
    echo "${MANJU_JOBS:-$((cores < memory ? cores : memory))}"
}

# set_up: installs what is missing and decides which libtorch is built against.
set_up() {
    decide_torch
    "$root/packaging/install_packages.sh" --torch "$torch"
}

# build PRESET [TARGET...]: configures and builds the preset; everything if no target is named.
build() {
    local preset=$1
    shift
    say "Building preset $preset (with $(compile_jobs) compilers at once)"
    local prefix=
    [ "$torch" = system ] || prefix=$torch_dir/torch
    (
        cd "$root"
        # What was found of libtorch is forgotten, so that another choice than last time takes effect.
        cmake --preset "$preset" -U "MANJU_TORCH_*" -DCMAKE_PREFIX_PATH="$prefix" >&2
        cmake --build --preset "$preset" --parallel "$(compile_jobs)" ${1:+--target "$@"} >&2
    ) || fail "the build of preset $preset failed; the compiler's message stands above." 1
}
