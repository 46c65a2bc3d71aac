#%Module1.0
# enzyme-rs for Environment Modules: the folders of the installation that this file is a part of, wherever it was moved.

set root [file normalize [file join [file dirname $ModulesCurrentModulefile] .. .. ..]]

proc ModulesHelp {} {
    puts stderr "Derivatives of C, C++, Fortran and Rust programs, made by the compiler."
    puts stderr "Compile with enzyme-cc, enzyme-c++ or enzyme-fc; `enzyme-rs --help` lists the rest."
}

module-whatis "derivatives of C, C++, Fortran and Rust programs, made by the compiler"
conflict enzyme-rs

setenv EnzymeRS_ROOT $root
prepend-path PATH $root/bin
prepend-path MANPATH $root/share/man
prepend-path CMAKE_PREFIX_PATH $root
prepend-path PKG_CONFIG_PATH $root/lib/pkgconfig
