# One interface target carries warnings, sanitizers and hardening to every target of the project.
add_library(shardsweep_flags INTERFACE)
target_include_directories(shardsweep_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_link_libraries(shardsweep_flags INTERFACE Threads::Threads)
target_compile_options(shardsweep_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wshadow -Wextra-semi -Wnon-virtual-dtor
    -Woverloaded-virtual -Wold-style-cast -Wcast-qual -Werror -fstack-protector-strong>)
# GCC 12 warns wrongly of overlapping copies in "text" + std::string (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(shardsweep_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
# _FORTIFY_SOURCE needs optimisation and does not mix with AddressSanitizer's own checks.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT SHARDSWEEP_SANITIZE)
  target_compile_definitions(shardsweep_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:_FORTIFY_SOURCE=2>)
endif()
if(SHARDSWEEP_SANITIZE)
  target_compile_options(shardsweep_flags INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${SHARDSWEEP_SANITIZE}
      -fno-omit-frame-pointer -fno-sanitize-recover=all>)
  target_link_options(shardsweep_flags INTERFACE -fsanitize=${SHARDSWEEP_SANITIZE})
endif()
target_link_options(shardsweep_flags INTERFACE -Wl,-z,relro,-z,now)

# shardsweep_library(NAME LIBRARIES...): a static library of every .cpp below the current folder.
function(shardsweep_library name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC shardsweep_flags ${ARGN})
endfunction()
