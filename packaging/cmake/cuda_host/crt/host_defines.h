// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Stands in for the CUDA compiler's header of this name, which only a toolkit has: what the words of the CUDA
// runtime's headers mean to a compiler for the host. Most of them mean nothing there.
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define __launch_bounds__(...)
#define CUDARTAPI
#define CUDAAPI
#define CUDARTAPI_CDECL
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define __forceinline__ __inline__ __attribute__((always_inline))
