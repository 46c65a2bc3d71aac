# find_package(enzyme_rs_checkpoint): the checkpointing library for C, C++ and Fortran.
# Owns the imported targets. Finds everything beside itself, so an installation can be moved.
#
#   enzyme_rs_checkpoint::enzyme_rs_checkpoint   the shared library
#   enzyme_rs_checkpoint::static                 the static library
#   enzyme_rs_checkpoint::fortran                the Fortran modules, compiled by your compiler
#                                                (where Fortran is enabled before find_package)
get_filename_component(_enzyme_rs_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

foreach(_enzyme_rs_kind IN ITEMS shared static)
    set(_enzyme_rs_target enzyme_rs_checkpoint::static)
    set(_enzyme_rs_file "${_enzyme_rs_prefix}/lib/libenzyme_rs_checkpoint.a")
    if(_enzyme_rs_kind STREQUAL "shared")
        set(_enzyme_rs_target enzyme_rs_checkpoint::enzyme_rs_checkpoint)
        set(_enzyme_rs_file "${_enzyme_rs_prefix}/lib/libenzyme_rs_checkpoint.so")
    endif()
    if(NOT EXISTS "${_enzyme_rs_file}")
        set(enzyme_rs_checkpoint_FOUND FALSE)
        set(enzyme_rs_checkpoint_NOT_FOUND_MESSAGE "${_enzyme_rs_file} is missing: install it again")
        return()
    endif()
    if(NOT TARGET ${_enzyme_rs_target})
        string(TOUPPER "${_enzyme_rs_kind}" _enzyme_rs_type)
        add_library(${_enzyme_rs_target} ${_enzyme_rs_type} IMPORTED)
        set_target_properties(${_enzyme_rs_target} PROPERTIES
            IMPORTED_LOCATION "${_enzyme_rs_file}"
            IMPORTED_SONAME "libenzyme_rs_checkpoint.so.0"
            INTERFACE_INCLUDE_DIRECTORIES "${_enzyme_rs_prefix}/include")
    endif()
endforeach()
set(_enzyme_rs_libraries gcc_s pthread m dl)
# A build with stores in HDF5 needs that library; one without does not mind it.
find_library(enzyme_rs_checkpoint_HDF5 NAMES hdf5 hdf5_serial PATH_SUFFIXES hdf5/serial)
mark_as_advanced(enzyme_rs_checkpoint_HDF5)
if(enzyme_rs_checkpoint_HDF5)
    list(PREPEND _enzyme_rs_libraries "${enzyme_rs_checkpoint_HDF5}")
endif()
set_target_properties(enzyme_rs_checkpoint::static PROPERTIES
    INTERFACE_LINK_LIBRARIES "${_enzyme_rs_libraries}")

set(enzyme_rs_checkpoint_FORTRAN_SOURCE
    "${_enzyme_rs_prefix}/include/enzyme_rs/enzyme_rs_checkpoint.f90"
    "${_enzyme_rs_prefix}/include/enzyme_rs/enzyme_rs_checkpoint_calls.f90"
    "${_enzyme_rs_prefix}/include/enzyme_rs/enzyme_rs_checkpoint_run.f90")
get_property(_enzyme_rs_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
if("Fortran" IN_LIST _enzyme_rs_languages AND NOT TARGET enzyme_rs_checkpoint_fortran)
    set(_enzyme_rs_modules "${CMAKE_CURRENT_BINARY_DIR}/enzyme_rs_checkpoint_modules")
    add_library(enzyme_rs_checkpoint_fortran STATIC EXCLUDE_FROM_ALL
        ${enzyme_rs_checkpoint_FORTRAN_SOURCE})
    set_target_properties(enzyme_rs_checkpoint_fortran PROPERTIES
        Fortran_MODULE_DIRECTORY "${_enzyme_rs_modules}"
        POSITION_INDEPENDENT_CODE ON)
    target_include_directories(enzyme_rs_checkpoint_fortran INTERFACE "${_enzyme_rs_modules}")
    target_link_libraries(enzyme_rs_checkpoint_fortran PUBLIC enzyme_rs_checkpoint::enzyme_rs_checkpoint)
    add_library(enzyme_rs_checkpoint::fortran ALIAS enzyme_rs_checkpoint_fortran)
endif()
