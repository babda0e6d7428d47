# clang-format's opinion of every source file. Run as: cmake -DROOT=... -P format_check.cmake
file(GLOB_RECURSE sources ${ROOT}/hashing/*.?pp ${ROOT}/datasets/*.?pp ${ROOT}/kernels/*.?pp
  ${ROOT}/host/*.?pp ${ROOT}/kernels/*.cu ${ROOT}/kernels/*.cuh ${ROOT}/tests/*.?pp ${ROOT}/bench/*.?pp)
list(LENGTH sources count)
if(count LESS 50)
  message(FATAL_ERROR "only ${count} sources found below ${ROOT}")
endif()
execute_process(COMMAND clang-format --dry-run -Werror ${sources} RESULT_VARIABLE status ERROR_VARIABLE text)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "clang-format would change files:\n${text}")
endif()
message(STATUS "${count} files are as clang-format writes them")
