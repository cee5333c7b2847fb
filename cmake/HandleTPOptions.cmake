# Compiler and linker flags shared by every target of the project.

# Debian's LLVM is built without assertions and its CMake files turn them off
# for whoever includes them, so ours are set here, after find_package.
if(TP_ENABLE_ASSERTIONS)
  foreach(flags CMAKE_CXX_FLAGS_RELEASE CMAKE_CXX_FLAGS_RELWITHDEBINFO
                CMAKE_C_FLAGS_RELEASE CMAKE_C_FLAGS_RELWITHDEBINFO)
    string(REGEX REPLACE "(^| )[/-]D *NDEBUG($| )" " " ${flags} "${${flags}}")
  endforeach()
  add_compile_options(-UNDEBUG)
else()
  add_compile_definitions(NDEBUG)
endif()

add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
add_compile_options(-Wall -Wextra -Wno-unused-parameter -ffunction-sections -fdata-sections
                    -fvisibility-inlines-hidden)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options(-Wshadow-uncaptured-local -Wimplicit-fallthrough -fcolor-diagnostics)
  # MLIR's generated code relies on both.
  add_compile_options(-Wno-gnu-anonymous-struct)
else()
  # GCC 12 reports these inside LLVM's own headers and in code that TableGen makes.
  add_compile_options(-Wno-maybe-uninitialized -Wno-comment)
endif()
if(TP_ENABLE_WERROR)
  add_compile_options(-Werror)
endif()

if(TP_SANITIZE)
  add_compile_options(-fsanitize=${TP_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g1)
  add_link_options(-fsanitize=${TP_SANITIZE})
endif()

find_program(TP_LLD NAMES ld.lld-22 ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR})
if(TP_LLD AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_link_options(-fuse-ld=${TP_LLD})
elseif(TP_LLD)
  add_link_options(-fuse-ld=lld -B${LLVM_TOOLS_BINARY_DIR})
endif()
add_link_options(-Wl,--gc-sections)

find_program(TP_CCACHE ccache)
if(TP_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${TP_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TP_CCACHE})
endif()
