# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

# Every second file reads the same standard headers and JSON, which takes longer than compiling the file's own text.
# One precompiled header serves libraries and programs, another one (with GoogleTest) the tests.
if(MANJU_PCH)
  find_package(nlohmann_json REQUIRED)
  set(pch_headers <algorithm> <array> <atomic> <chrono> <cmath> <condition_variable> <cstdint> <filesystem> <fstream>
    <functional> <map> <memory> <mutex> <nlohmann/json.hpp> <optional> <set> <span> <sstream> <stop_token> <string>
    <string_view> <thread> <unordered_map> <variant> <vector>)
  file(WRITE "${CMAKE_BINARY_DIR}/pch/pch.cpp" "// Carries a precompiled header.\n")
  add_library(manju_pch STATIC "${CMAKE_BINARY_DIR}/pch/pch.cpp")
  target_link_libraries(manju_pch PRIVATE manju_options nlohmann_json::nlohmann_json)
  target_precompile_headers(manju_pch PRIVATE ${pch_headers})
  if(MANJU_BUILD_TESTS)
    find_package(GTest REQUIRED)
    add_library(manju_test_pch STATIC "${CMAKE_BINARY_DIR}/pch/pch.cpp")
    target_link_libraries(manju_test_pch PRIVATE manju_options nlohmann_json::nlohmann_json GTest::gtest GTest::gmock)
    target_compile_options(manju_test_pch PRIVATE -O0)
    target_precompile_headers(manju_test_pch PRIVATE ${pch_headers} <gmock/gmock.h> <gtest/gtest.h>)
  endif()
endif()

# manju_use_pch(TARGET): the target's sources start from the shared precompiled header.
function(manju_use_pch target)
  if(MANJU_PCH)
    target_precompile_headers(${target} REUSE_FROM manju_pch)
  endif()
endfunction()

# manju_test_code(TARGET): sources of tests, which are compiled quickly rather than made fast.
function(manju_test_code target)
  target_compile_options(${target} PRIVATE -O0)
  if(MANJU_PCH)
    target_precompile_headers(${target} REUSE_FROM manju_test_pch)
  endif()
endfunction()

# manju_add_folder(core/base): adds the folder once it has a CMakeLists.txt.
function(manju_add_folder folder)
  if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt")
    add_subdirectory(${folder})
  endif()
endfunction()

# manju_add_library(NAME SOURCES a.cpp ... [DEPS t...] [PRIVATE_DEPS t...] [OWN_PCH])
# Static library manju_NAME with the alias manju::NAME. OWN_PCH: the caller chooses another precompiled header.
function(manju_add_library name)
  cmake_parse_arguments(ARG "OWN_PCH" "" "SOURCES;DEPS;PRIVATE_DEPS" ${ARGN})
  add_library(manju_${name} STATIC ${ARG_SOURCES})
  add_library(manju::${name} ALIAS manju_${name})
  target_link_libraries(manju_${name} PUBLIC manju_options ${ARG_DEPS} PRIVATE ${ARG_PRIVATE_DEPS})
  if(NOT ARG_OWN_PCH)
    manju_use_pch(manju_${name})
  endif()
endfunction()

# manju_pkg(TARGET module...): imported target pkg::TARGET from pkg-config modules, as system headers.
function(manju_pkg target)
  if(NOT TARGET PkgConfig::${target})
    pkg_check_modules(${target} REQUIRED IMPORTED_TARGET GLOBAL ${ARGN})
    # Some say -pthread, which defines a macro, and a precompiled header serves only those with the same macros.
    get_target_property(options PkgConfig::${target} INTERFACE_COMPILE_OPTIONS)
    if(options)
      list(REMOVE_ITEM options -pthread)
      set_target_properties(PkgConfig::${target} PROPERTIES INTERFACE_COMPILE_OPTIONS "${options}")
    endif()
  endif()
endfunction()

# Every test belongs to one of two sets. Those of single folders without torch and Qt run under sanitizers; they are
# not compiled a second time for the release build unless all is asked for. The others need the programs or torch.
add_custom_target(manju_unit_tests)
add_custom_target(manju_product_tests)

# manju_add_test(NAME SOURCES ... [DEPS ...] [LABELS ...] [TIMEOUT s]): one GoogleTest executable, one CTest entry.
function(manju_add_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;DEPS;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  if(MANJU_SANITIZE MATCHES "thread")
    math(EXPR ARG_TIMEOUT "${ARG_TIMEOUT} * 10") # that much slower than ordinary code
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE manju_options ${ARG_DEPS} GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE
    MANJU_SOURCE_DIR="${CMAKE_SOURCE_DIR}" MANJU_BIN_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  manju_test_code(${name})
  add_test(NAME ${name} COMMAND ${name})
  if(ARG_LABELS MATCHES "^(unit|contract)$")
    add_dependencies(manju_unit_tests ${name})
  else()
    add_dependencies(manju_product_tests ${name})
  endif()
  # Property tests draw the same cases in every run, so that a red test can be repeated.
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "RC_PARAMS=seed=2026")
endfunction()
