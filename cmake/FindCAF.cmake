# Finds the C++ Actor Framework. Debian's libcaf-dev (0.17) ships no CMake configuration of its own.
#
#   find_package(CAF 0.17 REQUIRED COMPONENTS core [io] [openssl])
#
# gives the imported targets CAF::core, CAF::io and CAF::openssl, and CAF_VERSION. io brings core
# along, openssl brings io.

find_path(CAF_INCLUDE_DIR NAMES caf/actor_system.hpp)
find_package(Threads REQUIRED)

# config.hpp says "#define CAF_VERSION 1706" for 0.17.6.
unset(CAF_VERSION)
if(CAF_INCLUDE_DIR AND EXISTS ${CAF_INCLUDE_DIR}/caf/config.hpp)
  file(STRINGS ${CAF_INCLUDE_DIR}/caf/config.hpp caf_version_line
       REGEX "#define CAF_VERSION [0-9]+")
  if(caf_version_line MATCHES "CAF_VERSION ([0-9]+)")
    math(EXPR caf_major "${CMAKE_MATCH_1} / 10000")
    math(EXPR caf_minor "${CMAKE_MATCH_1} / 100 % 100")
    math(EXPR caf_patch "${CMAKE_MATCH_1} % 100")
    set(CAF_VERSION ${caf_major}.${caf_minor}.${caf_patch})
  endif()
endif()

foreach(component core io openssl)
  find_library(CAF_${component}_LIBRARY NAMES caf_${component})
  if(CAF_INCLUDE_DIR AND CAF_${component}_LIBRARY)
    set(CAF_${component}_FOUND TRUE)
  endif()
  mark_as_advanced(CAF_${component}_LIBRARY)
endforeach()
mark_as_advanced(CAF_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  CAF
  REQUIRED_VARS CAF_core_LIBRARY CAF_INCLUDE_DIR
  VERSION_VAR CAF_VERSION
  HANDLE_COMPONENTS
  REASON_FAILURE_MESSAGE "Debian's package is libcaf-dev")

function(caf_imported_target component)
  if(CAF_${component}_FOUND AND NOT TARGET CAF::${component})
    add_library(CAF::${component} UNKNOWN IMPORTED)
    set_target_properties(
      CAF::${component} PROPERTIES IMPORTED_LOCATION ${CAF_${component}_LIBRARY}
                                   INTERFACE_INCLUDE_DIRECTORIES ${CAF_INCLUDE_DIR}
                                   INTERFACE_LINK_LIBRARIES "${ARGN}")
  endif()
endfunction()

caf_imported_target(core Threads::Threads)
caf_imported_target(io CAF::core)
caf_imported_target(openssl CAF::io)

# A message type that was never announced shall not compile, rather than fail when it is first sent.
if(TARGET CAF::core)
  set_property(TARGET CAF::core APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS
                                                CAF_ENABLE_TYPE_ID_CHECKS)
endif()
