//! An application that was compiled, with its case in a folder.
//!
//! Owns: compiling, running on ranks, and reading results. Must not: know an application.

use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Where the wrappers lie, if they were built (`make build`).
pub(crate) fn wrappers() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_BIN_EXE_enzyme-rs-run")).parent()?;
    let built = folder.join("enzyme-cc").exists() && folder.join("libenzyme_rs.so").exists();
    let there = built && Command::new("mpicc").arg("--version").output().is_ok();
    if !there {
        eprintln!("SKIPPED: no enzyme-cc beside the driver, or no MPI");
    }
    there.then(|| folder.to_owned())
}

/// An application and its case in a folder.
pub(crate) struct Bench {
    folder: TempDir,
    case: &'static str,
}

impl Bench {
    /// In C, over MPI.
    pub(crate) fn new(wrappers: &Path, name: &str, case: &'static str) -> Self {
        let mut compiler = Command::new("mpicc");
        let wrapper = wrappers.join("enzyme-cc");
        compiler.env("OMPI_CC", &wrapper).env("MPICH_CC", &wrapper);
        Self::made(compiler, &[], &format!("{name}/{name}.c"), case)
    }

    /// In C++, over MPI.
    pub(crate) fn cpp(wrappers: &Path, name: &str, case: &'static str) -> Self {
        Self::cpp_with(wrappers, name, case, &[])
    }

    /// The same with flags of the compiler.
    pub(crate) fn cpp_with(
        wrappers: &Path,
        name: &str,
        case: &'static str,
        flags: &[&str],
    ) -> Self {
        let mut compiler = Command::new("mpicxx");
        let wrapper = wrappers.join("enzyme-c++");
        compiler
            .env("OMPI_CXX", &wrapper)
            .env("MPICH_CXX", &wrapper)
            .args(flags);
        Self::made(compiler, &[], &format!("{name}/{name}.cpp"), case)
    }

    /// In Fortran.
    pub(crate) fn fortran(wrappers: &Path, name: &str, case: &'static str) -> Self {
        let module = "../include/enzyme_rs/enzyme_rs_application.f90";
        let mut compiler = Command::new(wrappers.join("enzyme-fc"));
        let headers = concat!(env!("CARGO_MANIFEST_DIR"), "/../../include/enzyme_rs");
        compiler.arg("-I").arg(headers);
        Self::made(compiler, &[module], &format!("{name}/{name}.F90"), case)
    }

    fn made(mut compiler: Command, before: &[&str], source: &str, case: &'static str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let apps = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let name = Path::new(source).file_stem().unwrap().to_str().unwrap();
        let compiled = compiler
            .args(["-O2", "-shared", "-fPIC", "-o"])
            .arg(folder.path().join(format!("lib{name}.so")))
            .args(before.iter().chain([&source]).map(|file| apps.join(file)))
            .arg("-lm")
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&compiled.stderr).into_owned();
        assert!(compiled.status.success(), "{said}");
        std::fs::write(folder.path().join("case.toml"), case).unwrap();
        Self { folder, case }
    }

    /// Runs the case on so many ranks; gives what it says.
    #[track_caller]
    pub(crate) fn run(&self, ranks: usize, arguments: &[&str]) -> String {
        let ran = Command::new("mpirun")
            .args(["-n", &ranks.to_string()])
            .arg(env!("CARGO_BIN_EXE_enzyme-rs-run"))
            .args(["case.toml", "--fresh"])
            .args(arguments)
            .current_dir(self.folder.path())
            .envs([
                ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
                ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
                ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
                ("OMPI_MCA_mpi_yield_when_idle", "1"),
            ])
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (out, err) = (text(ran.stdout), text(ran.stderr));
        assert!(
            ran.status.success(),
            "{}\n{ranks} ranks\n{out}\n{err}",
            self.case
        );
        out
    }

    /// The gradient by a control.
    pub(crate) fn gradient(&self, name: &str) -> Vec<f64> {
        self.numbers("gradient.h5", name)
    }

    /// What a state has become, after the task `primal`.
    pub(crate) fn state(&self, name: &str) -> Vec<f64> {
        self.numbers("state.h5", name)
    }

    fn numbers(&self, file: &str, name: &str) -> Vec<f64> {
        let path = self.folder.path().join("case.run").join(file);
        let file = hdf5::File::open(path).unwrap();
        file.dataset(name).unwrap().read_raw().unwrap()
    }
}

/// The number behind these words at the beginning of a line.
pub(crate) fn number(text: &str, begin: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(begin));
    line.unwrap_or_else(|| panic!("no `{begin}` in {text}"))
        .parse()
        .unwrap()
}
