//! Compiles the C++ side against the LLVM named by `llvm-config` and links this package's own
//! tests. Nothing here links LLVM into dependants: the plugin must bind to its host's copy.

use std::env;
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
    for file in [
        "alias",
        "clock",
        "clone",
        "diagnostics",
        "exits",
        "inspect",
        "loops",
        "metadata",
        "obtained",
        "outline",
        "paths",
        "plugin",
        "settled",
        "share",
        "slices",
        "tiles",
        "unroll",
        "variables",
        "versions",
        "watched",
    ] {
        build.file(format!("cpp/{file}.cpp"));
    }
    build.compile("enzyme_llvm_shim");

    let libdir = ask("--libdir");
    println!("cargo::metadata=libdir={libdir}");
    println!("cargo::rustc-link-arg=-L{libdir}");
    println!("cargo::rustc-link-arg=-lLLVM-22");
    println!("cargo::rustc-link-arg=-Wl,-rpath,{libdir}");
}
