# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

# manju_add_folder(core/base): adds the folder once it has a CMakeLists.txt.
function(manju_add_folder folder)
  if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt")
    add_subdirectory(${folder})
  endif()
endfunction()

# manju_add_library(NAME SOURCES a.cpp ... [DEPS t...] [PRIVATE_DEPS t...])
# Static library manju_NAME with the alias manju::NAME.
function(manju_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;PRIVATE_DEPS" ${ARGN})
  add_library(manju_${name} STATIC ${ARG_SOURCES})
  add_library(manju::${name} ALIAS manju_${name})
  target_link_libraries(manju_${name} PUBLIC manju_options ${ARG_DEPS} PRIVATE ${ARG_PRIVATE_DEPS})
endfunction()

# manju_pkg(TARGET module...): imported target pkg::TARGET from pkg-config modules, as system headers.
function(manju_pkg target)
  if(NOT TARGET PkgConfig::${target})
    pkg_check_modules(${target} REQUIRED IMPORTED_TARGET GLOBAL ${ARGN})
  endif()
endfunction()

# manju_add_test(NAME SOURCES ... [DEPS ...] [LABELS ...] [TIMEOUT s]): one GoogleTest executable, one CTest entry.
function(manju_add_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;DEPS;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE manju_options ${ARG_DEPS} GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE
    MANJU_SOURCE_DIR="${CMAKE_SOURCE_DIR}" MANJU_BIN_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  add_test(NAME ${name} COMMAND ${name})
  # Property tests draw the same cases in every run, so that a red test can be repeated.
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "RC_PARAMS=seed=2026")
endfunction()
