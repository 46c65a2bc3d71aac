//! An installation in a folder of its own, and compilers.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The Fortran modules, in the order of their use.
pub(crate) const MODULES: &str = "$PREFIX/include/enzyme_rs/enzyme_rs_checkpoint.f90 \
    $PREFIX/include/enzyme_rs/enzyme_rs_checkpoint_calls.f90 \
    $PREFIX/include/enzyme_rs/enzyme_rs_checkpoint_run.f90";

/// Where things are for one test.
pub(crate) struct Bench {
    dir: tempfile::TempDir,
}

impl Bench {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().expect("a folder for the test");
        let bench = Self { dir };
        // Installed under a DESTDIR, then moved: nothing may remember where it was.
        let staged = bench.path("stage/usr/local");
        bench.install(&staged);
        std::fs::rename(staged, bench.prefix()).expect("a moved installation");
        bench
    }

    /// Installs what was built with the test.
    pub(crate) fn install(&self, prefix: &Path) {
        let program = std::env::current_exe().expect("the test's own place");
        let build = program.parent().expect("the folder of built things");
        let mut script = Command::new(package("install.sh"));
        self.run(script.arg(build).arg(prefix), "the installation");
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn prefix(&self) -> PathBuf {
        self.path("moved")
    }

    /// Flags to compile and link against the installation, without further help.
    pub(crate) fn flags(&self) -> Vec<String> {
        let prefix = self.prefix();
        let prefix = prefix.display();
        vec![
            format!("-I{prefix}/include"),
            format!("-L{prefix}/lib"),
            format!("-Wl,-rpath,{prefix}/lib"),
            "-lenzyme_rs_checkpoint".into(),
            "-lm".into(),
        ]
    }

    /// Flags for this C compiler's sanitizers of addresses and undefined behaviour, if they are installed.
    pub(crate) fn sanitizers(&self, cc: &str) -> &'static str {
        let flags = "-fsanitize=address,undefined -fno-sanitize-recover=all";
        std::fs::write(self.path("empty.c"), "int main(void) { return 0; }\n")
            .expect("a file for the test");
        let line = format!("{cc} {flags} empty.c -o empty && ./empty");
        let tried = Command::new("sh")
            .args(["-c", &line])
            .current_dir(self.dir.path())
            .output();
        if tried.is_ok_and(|output| output.status.success()) {
            return flags;
        }
        println!("SKIPPED: {cc} has no sanitizers; its programs run without");
        ""
    }

    /// Runs a command in the test's folder and returns what it prints; it must succeed.
    pub(crate) fn run(&self, command: &mut Command, what: &str) -> String {
        command
            .current_dir(self.dir.path())
            .env("PKG_CONFIG_PATH", self.prefix().join("lib/pkgconfig"));
        let output = command
            .output()
            .unwrap_or_else(|error| panic!("{what}: {command:?}: {error}"));
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{what}: {command:?}: {}\n{printed}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
        printed
    }

    /// Compiles by a shell command, in which `$PREFIX` is the installation, then runs `./program`.
    pub(crate) fn shell(&self, line: &str, what: &str) -> String {
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", line]);
        shell.env("PREFIX", self.prefix());
        shell.env("PACKAGE", package(""));
        self.run(&mut shell, what)
    }
}

/// A file of this package.
pub(crate) fn package(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Those of the programs that are there.
pub(crate) fn present(programs: &[&'static str]) -> Vec<&'static str> {
    let there = |program: &&&str| {
        let asked = Command::new(program).arg("--version").output();
        asked.is_ok_and(|output| output.status.success())
    };
    programs.iter().filter(there).copied().collect()
}

/// The C compilers to test with.
pub(crate) fn c_compilers() -> Vec<&'static str> {
    let found = present(&["cc", "clang-22"]);
    assert!(!found.is_empty(), "no C compiler: install cc or clang-22");
    found
}

/// The Fortran compilers to test with; says so if there are none.
pub(crate) fn fortran_compilers() -> Vec<&'static str> {
    let found = present(&["flang-22", "gfortran"]);
    if found.is_empty() {
        println!("SKIPPED: no Fortran compiler; install flang-22 or gfortran to test the module");
    }
    found
}
