//! Compiles the C++ side against the LLVM named by `llvm-config` and links this package's own
//! tests. Nothing here links LLVM into dependants: the plugin must bind to its host's copy.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

fn llvm_config() -> String {
    println!("cargo::rerun-if-env-changed=LLVM_SYS_221_PREFIX");
    match env::var("LLVM_SYS_221_PREFIX") {
        Ok(prefix) => format!("{prefix}/bin/llvm-config"),
        Err(_) => "llvm-config-22".to_owned(),
    }
}

fn ask(option: &str) -> String {
    let program = llvm_config();
    let output = Command::new(&program)
        .arg(option)
        .output()
        .unwrap_or_else(|error| {
            panic!(
                "cannot run `{program}` ({error}); install llvm-22-dev or set LLVM_SYS_221_PREFIX"
            )
        });
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A file that includes all of the C++ side: most of the time would go into LLVM's headers otherwise, once for each file.
fn all_in_one() -> PathBuf {
    let folder =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("cpp");
    let entries = fs::read_dir(&folder).expect("the folder cpp can be read");
    let paths = entries.map(|entry| entry.expect("the folder cpp can be read").path());
    let mut sources: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "cpp"))
        .collect();
    sources.sort();
    let include = |path: &PathBuf| format!("#include \"{}\"\n", path.display());
    let all = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("all.cpp");
    fs::write(&all, sources.iter().map(include).collect::<String>())
        .expect("the build's folder can be written");
    all
}

fn main() {
    let mut build = cc::Build::new();
    build.cpp(true).warnings(false).flag("-fvisibility=hidden");
    for flag in ask("--cxxflags").split_whitespace() {
        build.flag(flag);
    }
    // We subclass LLVM classes, so run-time type information must match LLVM's own build.
    if ask("--has-rtti") == "NO" {
        build.flag("-fno-rtti");
    }
    if env::var("PROFILE").as_deref() == Ok("release") {
        build.define("NDEBUG", None);
    }
    println!("cargo::rerun-if-changed=cpp");
    build.flag("-g1").file(all_in_one());
    build.compile("enzyme_llvm_shim");

    let libdir = ask("--libdir");
    println!("cargo::metadata=libdir={libdir}");
    println!("cargo::rustc-link-arg=-L{libdir}");
    println!("cargo::rustc-link-arg=-lLLVM-22");
    println!("cargo::rustc-link-arg=-Wl,-rpath,{libdir}");
}
