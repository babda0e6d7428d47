# CUDA code that runs in tests/ptx_emulator instead of on a GPU: its PTX is kept readable in the
# objects, and the emulator stands in for the CUDA runtime.

# Seconds for one test: of the slowest one, on a machine with other work, ten times.
set(EMULATED_TEST_TIMEOUT 300)
if(SHARDSWEEP_SANITIZE)
  set(EMULATED_TEST_TIMEOUT 3000)
endif()

# shardsweep_emulated_library(NAME ARCHITECTURE SOURCES...): a static library of .cu and .cpp files for
# one architecture (75, 90), with source lines in its PTX.
function(shardsweep_emulated_library name architecture)
  add_library(${name} STATIC ${ARGN})
  set_target_properties(${name} PROPERTIES
    CUDA_ARCHITECTURES ${architecture}-virtual CUDA_RUNTIME_LIBRARY None)
  target_compile_options(${name} PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo;--no-compress;-Werror=all-warnings>)
  target_include_directories(${name} PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
  target_link_libraries(${name} PUBLIC shardsweep_flags)
endfunction()

# shardsweep_emulated_tests(NAME ARCHITECTURE SOURCES... [LIBRARIES libraries...]): a GoogleTest program
# of .cpp files with emulated libraries of that architecture. A fault of the emulator fails the test
# that caused it. Tests are called emu.sm_ARCHITECTURE..., their label is emu.
function(shardsweep_emulated_tests name architecture)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LIBRARIES")
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS} ${CMAKE_SOURCE_DIR}/tests/ptx_emulator/gtest_guard.cpp)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX CUDA_RUNTIME_LIBRARY None)
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} ptx_emulated_runtime shardsweep_flags
    GTest::gmock GTest::gtest_main)
  target_compile_options(${name} PRIVATE -O1)
  target_compile_definitions(${name} PRIVATE EMULATED_ARCHITECTURE="${architecture}"
    SHARDSWEEP_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  target_include_directories(${name} SYSTEM PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
  gtest_discover_tests(${name} TEST_PREFIX emu.sm_${architecture}. DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES
    PROPERTIES LABELS emu TIMEOUT ${EMULATED_TEST_TIMEOUT})
endfunction()
