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

/// A check has no more of them.
const MOST_COMPARISONS: usize = 100;

/// An application and its case in a folder.
pub(crate) struct Bench {
    folder: TempDir,
    case: &'static str,
}

impl Bench {
    /// In C, over MPI; a name with folders is the path of the source, without its ending.
    pub(crate) fn new(wrappers: &Path, name: &str, case: &'static str) -> Self {
        let source = if name.contains('/') {
            format!("{name}.c")
        } else {
            format!("{name}/{name}.c")
        };
        Self::made(mpicc(wrappers), &[], &source, case)
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
        let mut compiler = mpicxx(wrappers);
        compiler.args(flags);
        Self::made(compiler, &[], &format!("{name}/{name}.cpp"), case)
    }

    /// In Fortran.
    pub(crate) fn fortran(wrappers: &Path, name: &str, case: &'static str) -> Self {
        Self::fortran_with(wrappers, name, case, &[])
    }

    /// The same with flags of the compiler.
    pub(crate) fn fortran_with(
        wrappers: &Path,
        name: &str,
        case: &'static str,
        flags: &[&str],
    ) -> Self {
        let module = "../include/enzyme_rs/enzyme_rs_application.f90";
        let mut compiler = Command::new(wrappers.join("enzyme-fc"));
        let headers = concat!(env!("CARGO_MANIFEST_DIR"), "/../../include/enzyme_rs");
        compiler.arg("-I").arg(headers).args(flags);
        Self::made(compiler, &[module], &format!("{name}/{name}.F90"), case)
    }

    /// In Rust, over MPI: a package of its own. Nothing where rsmpi cannot be built.
    pub(crate) fn rust(wrappers: &Path, name: &str, case: &'static str) -> Option<Self> {
        let package = copied(name);
        if let Err(why) = cargo(wrappers, &package, &["-p", "mpi"]) {
            eprintln!("SKIPPED: rsmpi cannot be built here\n{why}");
            return None;
        }
        if let Err(why) = cargo(wrappers, &package, &[]) {
            panic!("{why}");
        }
        let folder = tempfile::tempdir().unwrap();
        let library = format!("lib{name}.so");
        let built = packages().join("release").join(&library);
        std::fs::copy(built, folder.path().join(library)).unwrap();
        std::fs::write(folder.path().join("case.toml"), case).unwrap();
        Some(Self { folder, case })
    }

    /// A model of these tests, in C, over MPI.
    pub(crate) fn model(wrappers: &Path, name: &str, case: &'static str) -> Self {
        let source = format!("driver/tests/model/{name}.c");
        Self::made(mpicc(wrappers), &[], &source, case)
    }

    /// The same in C++, without MPI.
    pub(crate) fn cpp_model(wrappers: &Path, name: &str, case: &'static str) -> Self {
        let source = format!("driver/tests/model/{name}.cpp");
        Self::made(mpicxx(wrappers), &[], &source, case)
    }

    /// The same in C, linked with a tool of MPI's profiling interface.
    pub(crate) fn model_with_tool(wrappers: &Path, name: &str, case: &'static str) -> Self {
        let tool = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libtool.so");
        let mut compiler = Command::new("mpicc");
        compiler
            .args(["-shared", "-fPIC", "-o"])
            .arg(&tool)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/model/tool.c"));
        assert!(compiler.status().unwrap().success());
        let source = format!("driver/tests/model/{name}.c");
        Self::made(mpicc(wrappers), &[tool.to_str().unwrap()], &source, case)
    }

    /// The same in Fortran. Nothing where MPI's compiler for it cannot be started.
    pub(crate) fn fortran_model(wrappers: &Path, name: &str, case: &'static str) -> Option<Self> {
        if Command::new("mpifort").arg("--version").output().is_err() {
            eprintln!("SKIPPED: no mpifort");
            return None;
        }
        let headers = concat!(env!("CARGO_MANIFEST_DIR"), "/../../include/enzyme_rs");
        let objects = tempfile::tempdir().unwrap();
        let ranks = objects.path().join("ranks.o");
        let mut compiler_of_c = mpicc(wrappers);
        compiler_of_c
            .args(["-O2", "-fPIC", "-c", "-o"])
            .arg(&ranks)
            .arg(format!("{headers}/enzyme_rs_application_mpi.c"));
        assert!(compiler_of_c.status().unwrap().success());
        let wrapper = wrappers.join("enzyme-fc");
        let mut compiler = Command::new("mpifort");
        compiler
            .env("OMPI_FC", &wrapper)
            .env("MPICH_FC", &wrapper)
            .args(["-DENZYME_RS_MPI", "-I", headers])
            .arg(ranks);
        let module = "../include/enzyme_rs/enzyme_rs_application.f90";
        let source = format!("driver/tests/model/{name}.F90");
        Some(Self::made(compiler, &[module], &source, case))
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
        self.ran_well(ranks, arguments).0
    }

    /// Runs it, too; gives what it warns of.
    #[track_caller]
    pub(crate) fn warned(&self, ranks: usize, arguments: &[&str]) -> String {
        self.ran_well(ranks, arguments).1
    }

    #[track_caller]
    fn ran_well(&self, ranks: usize, arguments: &[&str]) -> (String, String) {
        let (ran, out, err) = self.ran(ranks, arguments);
        assert!(ran, "{}\n{ranks} ranks\n{out}\n{err}", self.case);
        (out, err)
    }

    /// Runs it on one rank, which is to fail; gives what it says.
    #[track_caller]
    pub(crate) fn fails(&self, arguments: &[&str]) -> String {
        let (ran, out, err) = self.ran(1, arguments);
        let said = format!("{out}\n{err}");
        assert!(!ran, "{}\n{said}", self.case);
        said
    }

    /// What a check on one process says that goes on behind its first comparisons: so many of an earlier check are kept, as if it had been killed then.
    pub(crate) fn check_behind(&self, comparisons: usize) -> String {
        let folder = self.folder.path().join("case.run/comparisons");
        for number in comparisons..MOST_COMPARISONS {
            // Of those that are not there, none is left.
            let _ = std::fs::remove_file(folder.join(format!("{number:04}.rank0000")));
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_enzyme-rs-run"));
        command.args(["case.toml", "--task", "check"]);
        let said = command.current_dir(self.folder.path()).output().unwrap();
        String::from_utf8(said.stdout).unwrap()
    }

    /// Whether the case ends well on so many ranks, what it says, and what it warns of or fails with.
    fn ran(&self, ranks: usize, arguments: &[&str]) -> (bool, String, String) {
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
                // One process has two threads, several have one each; they are on one core, where waiting must not keep others from working.
                ("OMP_WAIT_POLICY", "passive"),
                ("OMP_NUM_THREADS", if ranks == 1 { "2" } else { "1" }),
            ])
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (ran.status.success(), text(ran.stdout), text(ran.stderr))
    }

    /// The gradient by a control.
    pub(crate) fn gradient(&self, name: &str) -> Vec<f64> {
        self.numbers("gradient.h5", name)
    }

    /// What a state has become, after the task `primal`.
    pub(crate) fn state(&self, name: &str) -> Vec<f64> {
        self.numbers("state.h5", name)
    }

    /// The best controls, after the task `invert`.
    pub(crate) fn estimate(&self, name: &str) -> Vec<f64> {
        self.numbers("estimate.h5", name)
    }

    /// A file of results.
    pub(crate) fn file(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.folder.path().join("case.run").join(name)).unwrap()
    }

    /// Whether there is one.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.folder.path().join("case.run").join(name).exists()
    }

    fn numbers(&self, file: &str, name: &str) -> Vec<f64> {
        let path = self.folder.path().join("case.run").join(file);
        let file = hdf5::File::open(path).unwrap();
        file.dataset(name).unwrap().read_raw().unwrap()
    }
}

/// MPI's compiler of C, behind which is the wrapper.
fn mpicc(wrappers: &Path) -> Command {
    let mut compiler = Command::new("mpicc");
    let wrapper = wrappers.join("enzyme-cc");
    compiler.env("OMPI_CC", &wrapper).env("MPICH_CC", &wrapper);
    compiler
}

/// The same of C++.
fn mpicxx(wrappers: &Path) -> Command {
    let mut compiler = Command::new("mpicxx");
    let wrapper = wrappers.join("enzyme-c++");
    compiler
        .env("OMPI_CXX", &wrapper)
        .env("MPICH_CXX", &wrapper);
    compiler
}

/// A package in a folder to build it in, with the crates in the versions of the workspace. It is the same folder each time: what the package needs
/// is built once.
fn copied(name: &str) -> PathBuf {
    let apps = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(package.join("src")).unwrap();
    for source in std::fs::read_dir(apps.join(name).join("src")).unwrap() {
        let source = source.unwrap();
        // Not `copy`, which keeps times: with another engine the package must be linked again.
        let text = std::fs::read(source.path()).unwrap();
        std::fs::write(package.join("src").join(source.file_name()), text).unwrap();
    }
    let manifest = std::fs::read_to_string(apps.join(name).join("Cargo.toml")).unwrap();
    let manifest = manifest.replace("\"../", &format!("\"{}/", apps.display()));
    std::fs::write(package.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(apps.join("../Cargo.lock"), package.join("Cargo.lock")).unwrap();
    package
}

/// Where packages are built, also those of other tests: what they need is built once.
fn packages() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages")
}

/// Builds a package, or says why it cannot be built.
fn cargo(wrappers: &Path, package: &Path, what: &[&str]) -> Result<(), String> {
    let mut command = Command::new(wrappers.join("enzyme-rs"));
    command.args(["cargo", "build", "--release", "--offline", "--quiet"]);
    command.arg("--target-dir").arg(packages()).args(what);
    // How these tests are built says nothing of the package.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_PROFILE") {
            command.env_remove(name);
        }
    }
    let built = command.current_dir(package).output().unwrap();
    match built.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&built.stderr).into_owned()),
    }
}

/// The number behind these words at the beginning of a line.
pub(crate) fn number(text: &str, begin: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(begin));
    line.unwrap_or_else(|| panic!("no `{begin}` in {text}"))
        .parse()
        .unwrap()
}

/// How far reverse and forward mode are apart, as the task `check` says it.
pub(crate) fn modes_apart(text: &str) -> f64 {
    let mut lines = text.lines().filter(|line| line.contains("reverse mode"));
    let (_, apart) = lines.next().unwrap().rsplit_once(' ').unwrap();
    apart.parse().unwrap()
}

/// The objective of each evaluation of an inversion.
pub(crate) fn evaluations(text: &str) -> Vec<f64> {
    let lines = text.lines().filter(|line| line.starts_with("evaluation "));
    let objective = |line: &str| {
        let (_, behind) = line.split_once("objective ")?;
        behind.split_once(',')?.0.parse().ok()
    };
    lines.map(|line| objective(line).unwrap()).collect()
}
