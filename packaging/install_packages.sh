#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Installs what building and running needs: packages of the distribution and, with --torch wheel, a CUDA build of
# libtorch below build/torch. Changes nothing, and needs neither root nor network, when everything is there.
# --device-check: only what the check of a graphics card needs.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
parse_arguments "--device-check" "$@"

packages=(
    build-essential cmake ninja-build ccache pkg-config git ca-certificates
    qt6-base-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-translations-l10n
    libavformat-dev libavcodec-dev libavutil-dev libswresample-dev
    libass-dev libharfbuzz-dev libfontconfig-dev libicu-dev libpng-dev zlib1g-dev
    libebur128-dev libespeak-ng-dev espeak-ng-data
    nlohmann-json3-dev libcli11-dev libspdlog-dev libssl-dev
    libsqlitecpp-dev libsqlite3-dev
    libgtest-dev libgmock-dev librapidcheck-dev
)
if has_flag --device-check; then
    packages=(
        build-essential cmake ninja-build ccache pkg-config git ca-certificates
        nlohmann-json3-dev libspdlog-dev libssl-dev
    )
fi
system_torch=(libtorch-dev libopenblas-dev)
# The oldest series with today's std::string, for CUDA 12; MANJU_TORCH_WHEEL names another one.
torch_wheel=${MANJU_TORCH_WHEEL:-torch>=2.7,<2.8}
torch_python=3.12 # the wheel's C++ libraries serve any Python, so one fixed tag serves every distribution

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "packages are missing (${missing[*]}), and installing them needs root: run this script as root or install sudo."
    fi
}

find_missing() {
    missing=()
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
}

# The packages of $missing that the distribution does not have.
unavailable() {
    for package in "${missing[@]}"; do
        apt-cache show "$package" >/dev/null 2>&1 || printf '%s ' "$package"
    done
}

update_lists() {
    as_root apt-get -q update >&2 || fail "the package lists could not be fetched; check the network and apt's sources."
}

install_missing() {
    [ ${#missing[@]} -gt 0 ] || return 0
    say "Installing ${#missing[@]} packages: ${missing[*]}"
    update_lists
    local absent
    absent=$(unavailable)
    [ -z "$absent" ] || fail "this distribution has no package ${absent% }; supported are Debian 12 or newer and Ubuntu 24.04 or newer."
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install "${missing[@]}" >&2 ||
        fail "apt could not install the packages; its message stands above."
}

# libtorch calls whatever libblas.so.3 points to; the reference BLAS is ten times slower than OpenBLAS.
warn_about_slow_blas() {
    local blas
    blas=$(readlink -f "/usr/lib/$(gcc -print-multiarch)/libblas.so.3")
    case $blas in
        *openblas*) ;;
        *) say "Warning: libblas.so.3 is $blas, not OpenBLAS; choose it with update-alternatives, or images will be slow." ;;
    esac
}

fetch_wheel() {
    [ ! -d "$torch_dir/torch/lib" ] || return 0
    find_missing python3 python3-pip
    install_missing
    say "Fetching the CUDA build of libtorch (about 3 GB) into build/torch"
    rm -rf "$torch_dir.part"
    python3 -m pip install --quiet --no-compile --root-user-action=ignore --target "$torch_dir.part" \
        --python-version "$torch_python" --only-binary=:all: "$torch_wheel" >&2 ||
        fail "the CUDA build of libtorch could not be fetched; check the network and 10 GB of free space, or pass --torch system."
    rm -rf "$torch_dir.part"/{triton,sympy,networkx,functorch} # large, and of use to Python alone
    mv "$torch_dir.part" "$torch_dir"
}

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    fail "this system has no apt; supported are Debian 12 or newer and Ubuntu 24.04 or newer."
fi
find_missing "${packages[@]}"
install_missing
if has_flag --device-check; then
    say "Everything needed for the check is installed"
    exit 0
fi
decide_torch
if [ "$torch" = wheel ]; then
    fetch_wheel
else
    find_missing "${system_torch[@]}"
    install_missing
    warn_about_slow_blas
fi
say "Everything needed is installed (libtorch: $torch)"
