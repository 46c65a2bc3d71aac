//! The applications of `apps`, differentiated by the wrappers that lie beside the driver, on several ranks, against what is known of them.
//!
//! Owns: these comparisons. Must not: know how an application works.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::f64::consts::PI;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Where the wrappers lie, if they were built (`make build`).
fn wrappers() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_BIN_EXE_enzyme-rs-run")).parent()?;
    let built = folder.join("enzyme-cc").exists() && folder.join("libenzyme_rs.so").exists();
    let there = built && Command::new("mpicc").arg("--version").output().is_ok();
    if !there {
        eprintln!("SKIPPED: no enzyme-cc beside the driver, or no MPI");
    }
    there.then(|| folder.to_owned())
}

/// An application and its case in a folder.
struct Bench {
    folder: TempDir,
    case: &'static str,
}

impl Bench {
    /// In C, over MPI.
    fn new(wrappers: &Path, name: &str, case: &'static str) -> Self {
        let mut compiler = Command::new("mpicc");
        let wrapper = wrappers.join("enzyme-cc");
        compiler.env("OMPI_CC", &wrapper).env("MPICH_CC", &wrapper);
        Self::made(compiler, &[], &format!("{name}/{name}.c"), case)
    }

    /// In Fortran.
    fn fortran(wrappers: &Path, name: &str, case: &'static str) -> Self {
        let module = "../include/enzyme_rs/enzyme_rs_application.f90";
        let compiler = Command::new(wrappers.join("enzyme-fc"));
        Self::made(compiler, &[module], &format!("{name}/{name}.f90"), case)
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
    fn run(&self, ranks: usize, arguments: &[&str]) -> String {
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

    fn gradient(&self, name: &str) -> Vec<f64> {
        let path = self.folder.path().join("case.run/gradient.h5");
        let file = hdf5::File::open(path).unwrap();
        file.dataset(name).unwrap().read_raw().unwrap()
    }
}

fn number(text: &str, begin: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(begin));
    line.unwrap_or_else(|| panic!("no `{begin}` in {text}"))
        .parse()
        .unwrap()
}

/// Without measurements the gradient is that of an eigenvector, on any number of ranks, with checkpoints in memory and on disk and without.
#[test]
fn heat_is_that_of_the_closed_form() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libheat.so\"\n[parameters]\npoints = 48\nsteps = 300\nmu = 0.2\n\
        [checkpoints]\nram = \"100 kB\"\ndisk = \"100 kB\"\n";
    let bench = Bench::new(&wrappers, "heat", case);
    let (points, steps) = (48, 300);
    let h = 1.0 / (points as f64 + 1.0);
    let sine = |k: f64| (k * PI * h / 2.0).sin().powi(2);
    let lambda = 1.0 - 0.8 * (sine(3.0) + sine(2.0));
    let factor = lambda.powi(2 * steps);
    let wave = |k: f64, i: usize| (k * PI * h * (i as f64 + 1.0)).sin();
    let exact: Vec<f64> = (0..points * points)
        .map(|at| factor * wave(3.0, at / points) * wave(2.0, at % points))
        .collect();
    for ranks in [1, 2, 4] {
        let mut bits = Vec::new();
        for schedule in ["\"auto\"", "\"whole\"", "\"multistage\""] {
            let set = format!("checkpoints.schedule = {schedule}");
            let said = bench.run(ranks, &["--set", &set]);
            let found = bench.gradient("start");
            let apart = found.iter().zip(&exact).map(|(a, b)| (a - b).abs());
            let apart = apart.fold(0.0, f64::max);
            assert!(
                apart < 1e-13 * factor.max(0.01),
                "{ranks} ranks, {schedule}: {apart:e}"
            );
            let objective = factor * (points as f64 + 1.0).powi(2) / 8.0;
            let error = number(&said, "objective: ") / objective - 1.0;
            assert!(error.abs() < 1e-11, "{ranks} ranks, {schedule}: {error:e}");
            bits.push(found);
        }
        assert!(
            bits.iter().all(|one| *one == bits[0]),
            "{ranks} ranks: schedules differ"
        );
    }
}

#[test]
fn heat_passes_its_check() {
    let Some(wrappers) = wrappers() else { return };
    let case =
        "application = \"libheat.so\"\ntask = \"check\"\n[parameters]\npoints = 20\nsteps = 40\n";
    let bench = Bench::new(&wrappers, "heat", case);
    let along: Vec<String> = [1, 2, 4]
        .map(|ranks| {
            let said = bench.run(ranks, &[]);
            assert!(said.contains("verdict: the gradient is right"), "{said}");
            let line = said
                .lines()
                .find(|line| line.contains("reverse mode"))
                .unwrap();
            // The direction is the same on any number of ranks: so are the first digits.
            line.trim().chars().take(26).collect()
        })
        .into();
    assert!(along.iter().all(|one| *one == along[0]), "{along:?}");
}

/// From noisy temperatures at the end, L-BFGS finds those at the beginning as far as the noise allows, on any number of ranks by the same way.
#[test]
fn heat_is_inverted() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libheat.so\"\ntask = \"invert\"\n[parameters]\npoints = 32\nsteps = 10\n\
        data = \"made\"\nnoise = \"10 mK\"\n[inversion]\niterations = 8\n";
    let bench = Bench::new(&wrappers, "heat", case);
    let mut courses = Vec::new();
    for ranks in [1, 2] {
        let said = bench.run(ranks, &[]);
        let objective = number(&said, "objective: ");
        // Half the sum of squares of as many numbers with that deviation, of which some are fitted.
        let noise = 0.5 * 32.0 * 32.0 * 1e-4;
        assert!(
            objective < 1.1 * noise,
            "{objective} is more than {noise}\n{said}"
        );
        let course = said.lines().filter(|line| line.starts_with("evaluation"));
        let course: Vec<String> = course.map(|line| line.chars().take(32).collect()).collect();
        courses.push(course);
    }
    assert_eq!(courses[0], courses[1]);
}

/// Whatever the flow, the sum of u stays: its gradient is the spacing everywhere.
#[test]
fn burgers_keeps_its_sum() {
    let Some(wrappers) = wrappers() else { return };
    if Command::new("flang-22").arg("--version").output().is_err() {
        eprintln!("SKIPPED: no flang-22");
        return;
    }
    let case = "application = \"libburgers.so\"\n[parameters]\nsteps = 200\n\
        [checkpoints]\nram = \"16 kB\"\n";
    let bench = Bench::fortran(&wrappers, "burgers", case);
    let said = bench.run(1, &["--set", "parameters.power = 1"]);
    // The mean of the first guess.
    let error = number(&said, "objective: ") - 1.0;
    assert!(error.abs() < 1e-13, "{said}");
    for found in bench.gradient("start") {
        assert!((found - 0.005).abs() < 1e-16, "{found}");
    }
    let said = bench.run(1, &["--task", "check"]);
    assert!(said.contains("verdict: the gradient is right"), "{said}");
}
