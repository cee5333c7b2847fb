# tp_add_tool(NAME source... [LINK_LIBS lib...] [LINK_COMPONENTS component...]
#             [HOST_PLUGINS])
#
# One executable of the project, in build/bin and installed. LINK_COMPONENTS
# are LLVM's libraries. HOST_PLUGINS makes it a host of plugins that link no MLIR of their
# own: it exports its symbols, and holds whole libraries where it would link
# only the members that it uses itself.

# What a plugin may use of LLVM: LLVMSupport without the bindings of the Z3
# solver, which would drag that library in.
function(tp_add_plugin_support_archive)
  if(TARGET tp-plugin-support)
    return()
  endif()
  # The location is known per configuration only.
  set(archive ${PROJECT_BINARY_DIR}/lib/libTPPluginSupport.a)
  find_program(TP_LLVM_AR NAMES llvm-ar llvm-ar-22 HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
  add_custom_command(OUTPUT ${archive}
    COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:LLVMSupport> ${archive}
    COMMAND ${TP_LLVM_AR} d ${archive} Z3Solver.cpp.o
    DEPENDS $<TARGET_FILE:LLVMSupport>
    VERBATIM)
  add_custom_target(tp-plugin-support DEPENDS ${archive})
  set_target_properties(tp-plugin-support PROPERTIES TP_ARCHIVE ${archive})
endfunction()

function(tp_host_plugins name)
  tp_add_plugin_support_archive()
  get_target_property(support tp-plugin-support TP_ARCHIVE)
  get_property(tp_libs GLOBAL PROPERTY TP_LIBRARIES)
  tp_mlir_link_closure(mlir_libs ${ARGN} MLIRTransforms MLIRRewrite MLIRParser)
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)
  add_dependencies(${name} tp-plugin-support)
  set(files)
  foreach(lib IN LISTS tp_libs mlir_libs)
    list(APPEND files $<TARGET_FILE:${lib}>)
  endforeach()
  list(APPEND files $<TARGET_FILE:LLVMDemangle> ${support})
  # Ahead of the libraries that CMake adds: members already present are then not
  # looked up again. All of it adds half a percent to the size.
  target_link_options(${name} PRIVATE
    LINKER:--whole-archive "LINKER:$<JOIN:${files},$<COMMA>>" LINKER:--no-whole-archive)
  set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS ${support})
  target_link_libraries(${name} PRIVATE ${tp_libs})
endfunction()

function(tp_add_tool name)
  cmake_parse_arguments(ARG "HOST_PLUGINS" "" "LINK_LIBS;LINK_COMPONENTS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} ${ARG_LINK_COMPONENTS})
  if(ARG_HOST_PLUGINS)
    tp_host_plugins(${name} ${ARG_LINK_LIBS})
  endif()
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin
    POSITION_INDEPENDENT_CODE ON)
  # Tables of pointers are most of a large tool's relocations; packed, the
  # loader applies them in a millisecond.
  target_link_options(${name} PRIVATE LINKER:-z,pack-relative-relocs LINKER:--as-needed)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT Tools)
  set_property(GLOBAL APPEND PROPERTY TP_TOOLS ${name})
endfunction()
