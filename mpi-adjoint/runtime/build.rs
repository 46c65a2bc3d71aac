//! Compiles what only the C headers of the MPI at hand can tell (src/*.c), and gives the shared library its
//! soname. Says which functions the MPI has.

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
    match &library.mpicc {
        Some(mpicc) => drop(build.compiler(mpicc)),
        None => drop(build.includes(&library.include_paths)),
    }
    persistent_collectives(build.clone());
    for name in [
        "src/constants.c",
        "src/errors.c",
        "src/long_double.c",
        "src/fortran/special.c",
    ] {
        println!("cargo:rerun-if-changed={name}");
        build.file(name);
    }
    build.warnings(true).compile("enzyme_rs_mpi_constants");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libenzyme_rs_mpi.so.1");
    }
}

/// Asks the header for persistent collective calls: of MPI 4.0 (cfg `persistent_collectives`), or under the names of
/// Open MPI's extension before it (`persistent_extension`, too).
fn persistent_collectives(mut build: cc::Build) {
    println!("cargo:rerun-if-changed=src/version.c");
    println!("cargo:rustc-check-cfg=cfg(persistent_collectives, persistent_extension)");
    let text = build.file("src/version.c").expand();
    let text = String::from_utf8_lossy(&text).into_owned();
    let says = |word: &str| text.lines().any(|line| line.trim() == word);
    if says("persistent_standard") || says("persistent_extension") {
        println!("cargo:rustc-cfg=persistent_collectives");
    }
    if says("persistent_extension") {
        println!("cargo:rustc-cfg=persistent_extension");
    }
}
