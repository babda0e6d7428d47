# Every public header compiles on its own: one generated file that includes it, twice.
file(GLOB_RECURSE headers RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/hashing/*.hpp ${CMAKE_SOURCE_DIR}/datasets/*.hpp
  ${CMAKE_SOURCE_DIR}/kernels/*.hpp ${CMAKE_SOURCE_DIR}/host/*.hpp)
# Highway includes these once for every SIMD target; alone they mean nothing.
list(FILTER headers EXCLUDE REGEX "-inl\\.hpp$")
if(NOT SHARDSWEEP_HAVE_CUDA)
  list(FILTER headers EXCLUDE REGEX "^kernels/cuda/")
endif()
set(units)
foreach(header IN LISTS headers)
  string(REPLACE "/" "_" unit ${header})
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/header_alone/${unit}.cpp)
  file(CONFIGURE OUTPUT ${unit} CONTENT "#include \"@header@\"\n#include \"@header@\"\n" @ONLY)
  list(APPEND units ${unit})
endforeach()
add_library(header_alone OBJECT ${units})
target_link_libraries(header_alone PRIVATE shardsweep_host)
if(SHARDSWEEP_HAVE_CUDA)
  target_include_directories(header_alone SYSTEM PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
endif()
target_compile_options(header_alone PRIVATE -O0)
