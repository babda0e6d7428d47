# The libraries that PROGRAM needs, without the CUDA driver's and the CUDA runtime's.
# Run as: cmake -DREADELF=... -DPROGRAM=... -P no_driver_library.cmake
execute_process(COMMAND ${READELF} -d ${PROGRAM} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "NEEDED[^\n]*" needed "${text}")
list(LENGTH needed count)
if(count LESS 2)
  message(FATAL_ERROR "readelf shows no libraries of ${PROGRAM}:\n${text}")
endif()
if(needed MATCHES "libcuda|libcudart")
  message(FATAL_ERROR "${PROGRAM} needs a library of CUDA: ${needed}")
endif()
message(STATUS "${count} libraries, none of CUDA")
