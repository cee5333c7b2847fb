# tp_add_library(NAME source... [DEPENDS target...] [LINK_LIBS lib...])
#
# One static library of the project: sources from the calling folder, the
# generated headers that it needs, and the libraries that it names. Installed
# and exported as TPMLIR::NAME.
function(tp_add_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  set_property(GLOBAL APPEND PROPERTY TP_LIBRARIES ${name})
endfunction()
