# enzyme-rs for CMake: find_package(EnzymeRS), with clang 22 (and flang 22) as CMake's compilers.
#
#   EnzymeRS::Plugin   gradients are made when a file is compiled
#   EnzymeRS::LTO      gradients are made when the program is linked, across its files
#   EnzymeRS::OpenMP   what derivatives of OpenMP regions need at run time
#   EnzymeRS::MPI      what derivatives of MPI calls need at run time; there if find_package(MPI) came before
#   enzyme_rs_differentiate(target... [LTO])   links targets with the first or the second, and with the others as far as the targets use OpenMP and MPI;
#                                              it may stand anywhere in the file that says what the targets are
#
# ClangEnzymeFlags and LLDEnzymeFlags are the first two by the names that projects for Enzyme use.
# Variables: EnzymeRS_VERSION, EnzymeRS_PLUGIN, EnzymeRS_MPI_FOLDER, EnzymeRS_LLVM_VERSION_MAJOR.
#
# Lies in lib/cmake/EnzymeRS of an installation, or in the source, whose build folder is then target/release, or the one that ENZYME_RS_BUILD names.
# Owns: these targets. Must not: choose a compiler; it says which one is needed.

set(EnzymeRS_LLVM_VERSION_MAJOR 22)

# Where things are: installed, or built in the source.
get_filename_component(_enzyme_rs_library "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
get_filename_component(_enzyme_rs_include "${CMAKE_CURRENT_LIST_DIR}/../../../include" ABSOLUTE)
set(_enzyme_rs_mpi "${_enzyme_rs_library}/enzyme_rs")
if(NOT EXISTS "${_enzyme_rs_library}/libenzyme_rs.so")
    get_filename_component(_enzyme_rs_source "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
    set(_enzyme_rs_include "${_enzyme_rs_source}/include")
    if(DEFINED ENZYME_RS_BUILD)
        get_filename_component(_enzyme_rs_library "${ENZYME_RS_BUILD}" ABSOLUTE)
    elseif(DEFINED ENV{ENZYME_RS_BUILD})
        get_filename_component(_enzyme_rs_library "$ENV{ENZYME_RS_BUILD}" ABSOLUTE)
    else()
        set(_enzyme_rs_library "${_enzyme_rs_source}/target/release")
    endif()
    set(_enzyme_rs_mpi "${_enzyme_rs_library}")
endif()
set(EnzymeRS_PLUGIN "${_enzyme_rs_library}/libenzyme_rs.so")
set(EnzymeRS_MPI_FOLDER "${_enzyme_rs_mpi}")

# Says why the package is of no use here, as find_package wants to be told.
macro(_enzyme_rs_refuse reason)
    set(EnzymeRS_FOUND FALSE)
    set(EnzymeRS_NOT_FOUND_MESSAGE "${reason}")
    return()
endmacro()

if(NOT EXISTS "${EnzymeRS_PLUGIN}")
    _enzyme_rs_refuse("there is no plugin ${EnzymeRS_PLUGIN}\n  help: run `make build' in enzyme-rs, or set ENZYME_RS_BUILD to the folder that it was built in")
endif()

# A compiler with another LLVM cannot load the plugin.
get_property(_enzyme_rs_enabled GLOBAL PROPERTY ENABLED_LANGUAGES)
foreach(_enzyme_rs_language IN ITEMS C CXX Fortran)
    if(NOT _enzyme_rs_language IN_LIST _enzyme_rs_enabled)
        continue()
    endif()
    set(_enzyme_rs_id "${CMAKE_${_enzyme_rs_language}_COMPILER_ID}")
    set(_enzyme_rs_version "${CMAKE_${_enzyme_rs_language}_COMPILER_VERSION}")
    if(_enzyme_rs_language STREQUAL "Fortran")
        set(_enzyme_rs_wanted LLVMFlang)
        set(_enzyme_rs_name flang)
    else()
        set(_enzyme_rs_wanted Clang)
        set(_enzyme_rs_name clang)
        if(_enzyme_rs_language STREQUAL "CXX")
            set(_enzyme_rs_name clang++)
        endif()
    endif()
    set(_enzyme_rs_name "${_enzyme_rs_name}-${EnzymeRS_LLVM_VERSION_MAJOR}")
    set(_enzyme_rs_found "${_enzyme_rs_id} ${_enzyme_rs_version} (${CMAKE_${_enzyme_rs_language}_COMPILER})")
    set(_enzyme_rs_help "help: configure an empty build folder with -DCMAKE_${_enzyme_rs_language}_COMPILER=${_enzyme_rs_name}")
    if(_enzyme_rs_language STREQUAL "Fortran" AND NOT _enzyme_rs_id STREQUAL _enzyme_rs_wanted)
        # A project may have Fortran beside what it differentiates.
        set(_enzyme_rs_without_fortran "${_enzyme_rs_found}")
    elseif(NOT _enzyme_rs_id STREQUAL _enzyme_rs_wanted)
        _enzyme_rs_refuse("enzyme-rs is a plugin of clang ${EnzymeRS_LLVM_VERSION_MAJOR}, and the compiler for ${_enzyme_rs_language} is ${_enzyme_rs_found}\n  ${_enzyme_rs_help}")
    elseif(NOT _enzyme_rs_version MATCHES "^${EnzymeRS_LLVM_VERSION_MAJOR}\\.")
        _enzyme_rs_refuse("enzyme-rs was built for LLVM ${EnzymeRS_LLVM_VERSION_MAJOR}, and the compiler for ${_enzyme_rs_language} is ${_enzyme_rs_found}\n  ${_enzyme_rs_help}")
    endif()
endforeach()

# A library that the linker takes only where generated code calls it; the program finds it where it lies now.
function(_enzyme_rs_library target folder)
    set(words "-Wl,--push-state,--as-needed,-L${folder},-rpath,${folder}")
    foreach(name IN LISTS ARGN)
        string(APPEND words ",-l${name}")
    endforeach()
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "${words},--pop-state")
endfunction()

if(NOT TARGET EnzymeRS::Plugin)
    add_library(EnzymeRS::Plugin INTERFACE IMPORTED)
    set(_enzyme_rs_languages "C,CXX")
    if(NOT _enzyme_rs_without_fortran)
        string(APPEND _enzyme_rs_languages ",Fortran")
    endif()
    # With remarks of passes asked for, the plugin's messages have the lines of the source, and the object file nothing of that.
    set(_enzyme_rs_flags "-fpass-plugin=${EnzymeRS_PLUGIN};-Rpass=enzyme-rs")
    set_target_properties(EnzymeRS::Plugin PROPERTIES
        INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:${_enzyme_rs_languages}>:${_enzyme_rs_flags}>;$<$<COMPILE_LANGUAGE:C,CXX>:-fno-discard-value-names>"
        INTERFACE_INCLUDE_DIRECTORIES "${_enzyme_rs_include}")
    _enzyme_rs_library(EnzymeRS::Plugin "${_enzyme_rs_library}" enzyme_rs_blas enzyme_rs_threads enzyme_rs_gpu)

    # The plugin's turn comes when the program is linked; code that is vectorised before has lost its shape.
    add_library(EnzymeRS::LTO INTERFACE IMPORTED)
    set_target_properties(EnzymeRS::LTO PROPERTIES
        INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:${_enzyme_rs_languages}>:${_enzyme_rs_flags};-flto;-fno-vectorize;-fno-slp-vectorize;-fno-unroll-loops>"
        INTERFACE_LINK_OPTIONS "-flto;-fuse-ld=lld;LINKER:--load-pass-plugin=${EnzymeRS_PLUGIN}"
        INTERFACE_INCLUDE_DIRECTORIES "${_enzyme_rs_include}")
    _enzyme_rs_library(EnzymeRS::LTO "${_enzyme_rs_library}" enzyme_rs_blas enzyme_rs_threads enzyme_rs_gpu)

    add_library(EnzymeRS::OpenMP INTERFACE IMPORTED)
    _enzyme_rs_library(EnzymeRS::OpenMP "${_enzyme_rs_library}" enzyme_rs_omp)

    add_library(ClangEnzymeFlags INTERFACE IMPORTED)
    set_property(TARGET ClangEnzymeFlags PROPERTY INTERFACE_LINK_LIBRARIES EnzymeRS::Plugin)
    add_library(LLDEnzymeFlags INTERFACE IMPORTED)
    set_property(TARGET LLDEnzymeFlags PROPERTY INTERFACE_LINK_LIBRARIES EnzymeRS::LTO)
endif()

# Which MPI the project has: those that say MPICH in their header share its binary interface.
function(_enzyme_rs_which_mpi result)
    set(${result} "" PARENT_SCOPE)
    foreach(language IN ITEMS C CXX)
        foreach(folder IN LISTS MPI_${language}_INCLUDE_DIRS MPI_${language}_COMPILER_INCLUDE_DIRS)
            if(EXISTS "${folder}/mpi.h")
                file(STRINGS "${folder}/mpi.h" said REGEX "define +(MPICH_VERSION|OMPI_MAJOR_VERSION)")
                if(said MATCHES "MPICH_VERSION")
                    set(${result} mpich PARENT_SCOPE)
                elseif(said MATCHES "OMPI_MAJOR_VERSION")
                    set(${result} openmpi PARENT_SCOPE)
                endif()
                return()
            endif()
        endforeach()
    endforeach()
endfunction()

# Makes EnzymeRS::MPI if the project has found an MPI for which there is a library.
function(_enzyme_rs_add_mpi)
    if(TARGET EnzymeRS::MPI OR NOT (TARGET MPI::MPI_C OR TARGET MPI::MPI_CXX))
        return()
    endif()
    _enzyme_rs_which_mpi(which)
    set(folder "${EnzymeRS_MPI_FOLDER}/${which}")
    if(which AND EXISTS "${folder}/libenzyme_rs_mpi.so")
        add_library(EnzymeRS::MPI INTERFACE IMPORTED)
        # Among the options, which come before MPI itself.
        set_target_properties(EnzymeRS::MPI PROPERTIES
            INTERFACE_LINK_OPTIONS "-Wl,--push-state,--no-as-needed,-L${folder},-rpath,${folder},-lenzyme_rs_mpi,--pop-state")
    elseif(which)
        message(STATUS "EnzymeRS: no EnzymeRS::MPI, for there is no ${folder}/libenzyme_rs_mpi.so (`make mpi' builds it)")
    endif()
endfunction()
_enzyme_rs_add_mpi()

foreach(_enzyme_rs_component IN LISTS EnzymeRS_FIND_COMPONENTS)
    if(NOT TARGET EnzymeRS::${_enzyme_rs_component} AND EnzymeRS_FIND_REQUIRED_${_enzyme_rs_component})
        set(_enzyme_rs_reason "there is no EnzymeRS::${_enzyme_rs_component}")
        if(_enzyme_rs_component STREQUAL "MPI")
            string(APPEND _enzyme_rs_reason "\n  help: call find_package(MPI) before find_package(EnzymeRS), and build enzyme-rs with that MPI (`make mpi')")
        else()
            string(APPEND _enzyme_rs_reason "\n  help: there are Plugin, LTO, OpenMP and MPI")
        endif()
        _enzyme_rs_refuse("${_enzyme_rs_reason}")
    endif()
endforeach()

# Links targets with what their derivatives need. What that is is known when all has been said of a target, at the end of the folder's file.
function(enzyme_rs_differentiate)
    cmake_parse_arguments(PARSE_ARGV 0 asked "LTO" "" "")
    if(NOT asked_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "enzyme_rs_differentiate: name a target: enzyme_rs_differentiate(target... [LTO])")
    endif()
    set(how EnzymeRS::Plugin)
    if(asked_LTO)
        set(how EnzymeRS::LTO)
    endif()
    foreach(target IN LISTS asked_UNPARSED_ARGUMENTS)
        # The words are needed now: what is put off is read when these variables are gone.
        cmake_language(EVAL CODE "cmake_language(DEFER CALL _enzyme_rs_link [[${target}]] [[${how}]])")
    endforeach()
endfunction()

function(_enzyme_rs_link target how)
    if(NOT TARGET ${target})
        message(FATAL_ERROR "enzyme_rs_differentiate: `${target}' is no target of ${CMAKE_CURRENT_LIST_FILE} or of what it has included")
    endif()
    set(needs ${how})
    get_target_property(linked ${target} LINK_LIBRARIES)
    if(linked MATCHES "OpenMP::OpenMP_")
        list(APPEND needs EnzymeRS::OpenMP)
    endif()
    if(linked MATCHES "MPI::MPI_")
        # A find_package(MPI) behind that of EnzymeRS.
        _enzyme_rs_add_mpi()
        if(NOT TARGET EnzymeRS::MPI)
            message(FATAL_ERROR "enzyme_rs_differentiate: `${target}' is linked with MPI, and there is no EnzymeRS::MPI\n"
                "  help: build enzyme-rs with that MPI (`make mpi')")
        endif()
        list(APPEND needs EnzymeRS::MPI)
    endif()
    # As target_link_libraries does it with PRIVATE, which refuses targets that were linked without such a word.
    get_target_property(type ${target} TYPE)
    if(NOT type STREQUAL "INTERFACE_LIBRARY")
        set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${needs})
    endif()
    if(type STREQUAL "STATIC_LIBRARY")
        list(TRANSFORM needs REPLACE "(.+)" "$<LINK_ONLY:\\1>")
    endif()
    if(type MATCHES "^(STATIC|INTERFACE)_LIBRARY$")
        set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${needs})
    endif()
endfunction()
