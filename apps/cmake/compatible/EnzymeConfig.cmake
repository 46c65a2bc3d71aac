# find_package(Enzyme) of a project that was written for Enzyme gives enzyme-rs, if Enzyme_DIR names this folder: -DEnzyme_DIR=.../lib/cmake/EnzymeRS/compatible
include(CMakeFindDependencyMacro)
find_dependency(EnzymeRS CONFIG PATHS "${CMAKE_CURRENT_LIST_DIR}/.." NO_DEFAULT_PATH)
set(Enzyme_LLVM_VERSION_MAJOR "${EnzymeRS_LLVM_VERSION_MAJOR}")
