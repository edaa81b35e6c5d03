# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later

# manju::torch: libtorch as one imported target, for the Debian package (1.13.1, CPU) and for the library inside a
# Python wheel (2.7 or newer), which CMAKE_PREFIX_PATH names (the folder that holds include/ and lib/).
# MANJU_TORCH_VERSION and MANJU_TORCH_CUDA say what was found.
#
# find_package(Torch) is not used: a CUDA build's package file stops without a complete CUDA toolkit, which neither
# compiling nor linking this project needs, and Debian's puts /usr/include and language flags onto every target.

find_path(MANJU_TORCH_INCLUDE_DIR ATen/core/Tensor.h)
find_library(MANJU_TORCH_CPU_LIBRARY torch_cpu)
find_library(MANJU_TORCH_C10_LIBRARY c10)
if(NOT MANJU_TORCH_INCLUDE_DIR OR NOT MANJU_TORCH_CPU_LIBRARY OR NOT MANJU_TORCH_C10_LIBRARY)
  message(FATAL_ERROR "libtorch was not found. Run packaging/install_packages.sh, or add the folder of a libtorch "
    "that holds include/ and lib/ to CMAKE_PREFIX_PATH, or configure with -DMANJU_WITH_TORCH=OFF.")
endif()
cmake_path(GET MANJU_TORCH_CPU_LIBRARY PARENT_PATH manju_torch_lib_dir)

# The version's header lies below the folder of the C++ front end, of which nothing else is used.
set(manju_torch_version_header "${MANJU_TORCH_INCLUDE_DIR}/torch/csrc/api/include/torch/version.h")
if(EXISTS "${MANJU_TORCH_INCLUDE_DIR}/torch/headeronly/version.h")
  set(manju_torch_version_header "${MANJU_TORCH_INCLUDE_DIR}/torch/headeronly/version.h")
endif()
file(STRINGS "${manju_torch_version_header}" manju_torch_version_lines REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) ")
string(REGEX REPLACE "[^0-9;]" "" manju_torch_version_parts "${manju_torch_version_lines}")
list(JOIN manju_torch_version_parts "." MANJU_TORCH_VERSION)

add_library(manju_torch INTERFACE IMPORTED GLOBAL)
add_library(manju::torch ALIAS manju_torch)
set_property(TARGET manju_torch PROPERTY INTERFACE_INCLUDE_DIRECTORIES "${MANJU_TORCH_INCLUDE_DIR}")

function(manju_torch_library name path)
  add_library(manju_torch_${name} SHARED IMPORTED GLOBAL)
  set_property(TARGET manju_torch_${name} PROPERTY IMPORTED_LOCATION "${path}")
endfunction()
manju_torch_library(cpu "${MANJU_TORCH_CPU_LIBRARY}")
manju_torch_library(c10 "${MANJU_TORCH_C10_LIBRARY}")
set_property(TARGET manju_torch PROPERTY INTERFACE_LINK_LIBRARIES manju_torch_cpu manju_torch_c10)

# A wheel finds its neighbours (<part>/lib, nvidia/<part>/lib) by its own run path; the linker has to be told.
cmake_path(SET manju_torch_site NORMALIZE "${manju_torch_lib_dir}/../..")
file(GLOB manju_torch_neighbours LIST_DIRECTORIES true
  "${manju_torch_site}nvidia/*/lib" "${manju_torch_site}cusparselt/lib")
foreach(dir IN LISTS manju_torch_neighbours)
  set_property(TARGET manju_torch APPEND PROPERTY INTERFACE_LINK_OPTIONS "LINKER:-rpath-link,${dir}")
endforeach()

# Wheels before 2.7 were built with the old std::string, which shows only at link time.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES manju_torch)
set(CMAKE_REQUIRED_FLAGS "-std=c++20")
check_cxx_source_compiles("
  #include <c10/util/Exception.h>
  int main() { throw c10::Error(c10::SourceLocation{\"main\", \"main.cpp\", 1}, std::string(\"message\")); }" MANJU_TORCH_LINKS)
unset(CMAKE_REQUIRED_LIBRARIES)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT MANJU_TORCH_LINKS)
  unset(MANJU_TORCH_LINKS CACHE)
  message(FATAL_ERROR "libtorch ${MANJU_TORCH_VERSION} (${MANJU_TORCH_CPU_LIBRARY}) does not link with this compiler. "
    "Take 2.7 or newer, or the distribution's package; CMakeFiles/CMakeError.log holds the linker's words.")
endif()

# No symbol of ours names the CUDA half: it registers its kernels when it is loaded, so --as-needed must spare it.
set(CMAKE_LINK_LIBRARY_USING_manju_keep "-Wl,--push-state,--no-as-needed" "<LINK_ITEM>" "-Wl,--pop-state")
set(CMAKE_LINK_LIBRARY_USING_manju_keep_SUPPORTED TRUE)
find_library(MANJU_TORCH_CUDA_LIBRARY torch_cuda PATHS "${manju_torch_lib_dir}" NO_DEFAULT_PATH)
set(MANJU_TORCH_CUDA OFF)
if(MANJU_TORCH_CUDA_LIBRARY)
  set(MANJU_TORCH_CUDA ON)
  manju_torch_library(cuda "${MANJU_TORCH_CUDA_LIBRARY}")
  set_property(TARGET manju_torch APPEND PROPERTY
    INTERFACE_LINK_LIBRARIES "$<LINK_LIBRARY:manju_keep,manju_torch_cuda>")
endif()

# manju::torch_cuda: what core/tensor/cuda names itself, the allocators of the CUDA half. Its headers include those of the
# CUDA runtime and of cuBLAS and its kin, which lie beside a wheel; the compiler's own part (crt/) belongs to a toolkit, and
# where there is none, a header of ours stands in.
if(MANJU_TORCH_CUDA)
  find_library(MANJU_TORCH_C10_CUDA_LIBRARY c10_cuda PATHS "${manju_torch_lib_dir}" NO_DEFAULT_PATH REQUIRED)
  manju_torch_library(c10_cuda "${MANJU_TORCH_C10_CUDA_LIBRARY}")
  file(GLOB manju_cuda_includes LIST_DIRECTORIES true "${manju_torch_site}nvidia/*/include")
  find_path(MANJU_TORCH_CUDA_INCLUDE_DIR cuda_runtime_api.h
    HINTS ${manju_cuda_includes} ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES include)
  if(NOT MANJU_TORCH_CUDA_INCLUDE_DIR)
    message(FATAL_ERROR "libtorch in ${manju_torch_lib_dir} is a CUDA build, but cuda_runtime_api.h was not found. Run "
      "packaging/install_packages.sh --torch wheel, or set CUDA_PATH to a CUDA toolkit of the version that it was built with.")
  endif()
  find_path(MANJU_TORCH_CRT_INCLUDE_DIR crt/host_defines.h HINTS "${MANJU_TORCH_CUDA_INCLUDE_DIR}" ${manju_cuda_includes}
    PATHS "${CMAKE_CURRENT_LIST_DIR}/cuda_host" NO_DEFAULT_PATH)
  add_library(manju_torch_cuda_api INTERFACE IMPORTED GLOBAL)
  add_library(manju::torch_cuda ALIAS manju_torch_cuda_api)
  set_property(TARGET manju_torch_cuda_api PROPERTY INTERFACE_LINK_LIBRARIES manju_torch manju_torch_c10_cuda)
  set_property(TARGET manju_torch_cuda_api PROPERTY INTERFACE_INCLUDE_DIRECTORIES
    "${MANJU_TORCH_CUDA_INCLUDE_DIR}" "${MANJU_TORCH_CRT_INCLUDE_DIR}" ${manju_cuda_includes})
endif()
message(STATUS "libtorch ${MANJU_TORCH_VERSION} in ${manju_torch_lib_dir}, CUDA ${MANJU_TORCH_CUDA}")
