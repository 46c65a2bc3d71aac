//! Links the program against the shared LLVM that the shim was built for, and remembers where that
//! LLVM keeps its compilers.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let libdir = env::var("DEP_ENZYME_LLVM_SHIM_LIBDIR").unwrap_or_default();
    println!("cargo::rustc-link-arg=-L{libdir}");
    println!("cargo::rustc-link-arg=-lLLVM-22");
    println!("cargo::rustc-link-arg=-Wl,-rpath,{libdir}");
    println!("cargo::rustc-env=ENZYME_LLVM_BINDIR={libdir}/../bin");
}
