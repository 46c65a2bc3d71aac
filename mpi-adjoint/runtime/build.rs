//! Compiles what only the C headers of the MPI at hand can tell (src/*.c), and gives the shared library its
//! soname.

fn main() {
    println!("cargo:rerun-if-env-changed=MPICC");
    println!("cargo:rerun-if-changed=build.rs");
    let library = build_probe_mpi::probe().unwrap_or_else(|errors| {
        for error in &errors {
            println!("cargo:warning={error}");
        }
        panic!("no MPI found; help: install OpenMPI or MPICH, or name its compiler wrapper: MPICC=mpicc")
    });
    let mut build = cc::Build::new();
    for name in [
        "src/constants.c",
        "src/errors.c",
        "src/long_double.c",
        "src/fortran/special.c",
    ] {
        println!("cargo:rerun-if-changed={name}");
        build.file(name);
    }
    match &library.mpicc {
        Some(mpicc) => drop(build.compiler(mpicc)),
        None => drop(build.includes(&library.include_paths)),
    }
    build.warnings(true).compile("enzyme_rs_mpi_constants");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libenzyme_rs_mpi.so.0");
    }
}
