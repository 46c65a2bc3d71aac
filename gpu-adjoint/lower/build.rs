//! Links this package's own tests against the LLVM that the shim was built for. Nothing is passed on to dependants: each program says itself how
//! LLVM gets into it.

use std::env;

fn main() {
    if let Ok(libdir) = env::var("DEP_ENZYME_LLVM_SHIM_LIBDIR") {
        println!("cargo::rustc-link-arg=-L{libdir}");
        println!("cargo::rustc-link-arg=-lLLVM-22");
        println!("cargo::rustc-link-arg=-Wl,-rpath,{libdir}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
