//! Code that clang has instrumented finds the functions that it calls, and is checked.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The static library that was built together with these tests.
fn library() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    tests.with_file_name("libenzyme_rs_emulator.a")
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/c")
        .join(name)
}

fn succeeds(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    output
}

#[test]
fn programs_of_clang_are_checked() {
    let clang = "clang-22";
    if Command::new(clang).arg("--version").output().is_err() {
        println!("not tried: there is no {clang}");
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for level in ["-O0", "-O2"] {
        let (object, program) = (folder.join("kernels.o"), folder.join("kernels"));
        succeeds(
            Command::new(clang)
                .args([level, "-g", "-fsanitize=thread", "-c"])
                .arg(source("kernels.c"))
                .arg("-o")
                .arg(&object),
        );
        succeeds(
            Command::new(clang)
                .args([level, "-rdynamic"])
                .args([source("main.c"), object, library()])
                .args(["-lm", "-lpthread", "-ldl"])
                .arg("-o")
                .arg(&program),
        );
        let output = succeeds(Command::new(&program).env_remove("ENZYME_RS_EMULATOR"));
        let printed = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = printed.lines().collect();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(lines[0], "0 252 1024 1024 1023", "{told}");
        assert!(lines[1].starts_with("6 "), "{printed}");
        assert_eq!(lines[2], "0 28 28", "{told}");
        for text in [
            "race in a block",
            "uninitialised",
            "`tile`",
            "kernels.c:27, reverses+0x",
            "kernels.c:29, reverses+0x",
        ] {
            assert!(told.contains(text), "`{text}` is not in:\n{told}");
        }
    }
}
