-- enzyme-rs for Lmod: the folders of the installation that this file is a part of, wherever it was moved.

local root = myFileName():match("^(.*)/share/modulefiles/")

help([[
Derivatives of C, C++, Fortran and Rust programs, made by the compiler.
Compile with enzyme-cc, enzyme-c++ or enzyme-fc; `enzyme-rs --help` lists the rest.
]])
whatis("Description: derivatives of C, C++, Fortran and Rust programs, made by the compiler")
conflict("enzyme-rs")

setenv("EnzymeRS_ROOT", root)
prepend_path("PATH", pathJoin(root, "bin"))
prepend_path("MANPATH", pathJoin(root, "share/man"))
prepend_path("CMAKE_PREFIX_PATH", root)
prepend_path("PKG_CONFIG_PATH", pathJoin(root, "lib/pkgconfig"))
