# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Compile and link flags shared by every target of the project.
add_library(manju_options INTERFACE)
target_compile_features(manju_options INTERFACE cxx_std_20)
target_include_directories(manju_options INTERFACE "${CMAKE_SOURCE_DIR}")
target_compile_options(manju_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor)
if(MANJU_WERROR)
  target_compile_options(manju_options INTERFACE -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    # A guess of the optimiser, wrong for variants of structures in GCC 14; GCC 12 is the one that is held to it.
    target_compile_options(manju_options INTERFACE -Wno-error=maybe-uninitialized)
  endif()
endif()
if(MANJU_SANITIZE)
  # GCC's manual: its analysis of uninitialised variables gives false warnings on instrumented code
  # (in the standard library's <regex>, for one).
  target_compile_options(manju_options INTERFACE
    -fsanitize=${MANJU_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -Wno-maybe-uninitialized)
  if(MANJU_SANITIZE MATCHES "undefined")
    # A check at every access, which lengthens the build by a half; AddressSanitizer reports a null pointer too.
    target_compile_options(manju_options INTERFACE -fno-sanitize=null,alignment,vptr)
  endif()
  target_link_options(manju_options INTERFACE -fsanitize=${MANJU_SANITIZE})
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# Programs are compiled like libraries, so that both can start from one precompiled header.
set(CMAKE_CXX_COMPILE_OPTIONS_PIE "-fPIC")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

# With an executable linked --as-needed, its NEEDED entries name what it really uses (tests/arch reads them).
add_link_options(-Wl,--as-needed)
