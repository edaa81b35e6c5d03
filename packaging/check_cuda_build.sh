#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Checks that what runs on cards builds against a CUDA build of libtorch, and that its test passes: neither needs a
# card. Fetches that build (about 3 GB) if build/torch does not hold it; builds into build/cuda-check, so that the
# release build stays what it is. MANJU_TORCH_ROOT names another build, the folder with include/ and lib/.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
parse_arguments "" "$@"
[ "$torch" != system ] || fail "the distribution's libtorch has no CUDA; leave --torch out." 2
prefix=${MANJU_TORCH_ROOT:-$torch_dir/torch}
folder=$root/build/cuda-check

if [ -z "${MANJU_TORCH_ROOT:-}" ]; then
    torch=wheel
    set_up
fi
[ -d "$prefix/include" ] || fail "$prefix holds no include/: MANJU_TORCH_ROOT names the folder with include/ and lib/."

cd "$root"
say "Building the tensor library against $prefix"
cmake --preset release -B "$folder" -U "MANJU_TORCH_*" -DCMAKE_PREFIX_PATH="$prefix" -DMANJU_WITH_UI=OFF >&2 ||
    fail "configuring against the CUDA build of libtorch failed; CMake's message stands above." 1
grep -q '^MANJU_TORCH_CUDA_LIBRARY:FILEPATH=.*torch_cuda' "$folder/CMakeCache.txt" ||
    fail "$prefix is no CUDA build of libtorch: it has no libtorch_cuda." 1
cmake --build "$folder" --parallel "$(compile_jobs)" --target tensor_cuda_test >&2 ||
    fail "the build against the CUDA build of libtorch failed; the compiler's message stands above." 1
say "Running its test"
"$folder/tests/tensor_cuda_test" >&2 || fail "the test of libtorch's memory on cards failed; its message stands above." 1
say "The CUDA build is sound"
