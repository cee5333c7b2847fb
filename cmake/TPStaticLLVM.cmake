# Makes MLIR's imported libraries use LLVM's static libraries.
#
# Debian's MLIR libraries ask for libLLVM.so. Loading it (150 MB, with the
# options and backends of everything) takes most of the 25 ms that mlir-opt
# needs to start; the same code linked statically starts in 7 ms. Mixing both
# would register every command line option twice.
#
# tp_use_static_llvm() is called once, after find_package(MLIR). Libraries then
# bring LLVMSupport; a target that needs more of LLVM names it.
function(tp_use_static_llvm)
  get_property(targets DIRECTORY PROPERTY IMPORTED_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(libs ${target} INTERFACE_LINK_LIBRARIES)
    # A private dependency stands as $<LINK_ONLY:LLVM>.
    if(libs AND libs MATCHES "(^|;|:)LLVM(;|>|$)")
      list(TRANSFORM libs REPLACE "^LLVM$" "LLVMSupport")
      list(TRANSFORM libs REPLACE ":LLVM>$" ":LLVMSupport>")
      set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${libs}")
    endif()
  endforeach()
  # Only LLVM's bindings of the Z3 solver use it, and nothing here uses those.
  get_target_property(libs LLVMSupport INTERFACE_LINK_LIBRARIES)
  list(FILTER libs EXCLUDE REGEX "libz3")
  set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES "${libs}")
endfunction()

# tp_mlir_link_closure(<out-var> target...)
#
# The static MLIR libraries that the targets need, themselves included.
function(tp_mlir_link_closure out)
  set(todo ${ARGN})
  set(seen)
  while(todo)
    list(POP_FRONT todo target)
    if(NOT target MATCHES "^MLIR" OR NOT TARGET ${target} OR target IN_LIST seen)
      continue()
    endif()
    get_target_property(type ${target} TYPE)
    if(NOT type STREQUAL "STATIC_LIBRARY")
      continue()
    endif()
    list(APPEND seen ${target})
    get_target_property(libs ${target} INTERFACE_LINK_LIBRARIES)
    if(libs)
      list(APPEND todo ${libs})
    endif()
  endwhile()
  set(${out} ${seen} PARENT_SCOPE)
endfunction()
