//! Projects that `enzyme-rs new` makes: each one builds, its gradient is right, and its job scripts go on where a run has not been finished.
//!
//! Owns: this. Must not: know what a project's simulation computes.

#![allow(clippy::unwrap_used, reason = "tests may")]

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;
use support::{Bench, MPI_AS_ROOT, Ran, are_there, finish, program, root};

/// A program of a test's own in front of all others.
fn script(bench: &Bench, name: &str, text: &str) {
    bench.write(name, format!("#!/bin/sh\n{text}\n"));
    let path = bench.path(name);
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Runs a line of a shell in a project's folder, with the programs of the bench in front.
fn shell(bench: &Bench, folder: &str, line: &str) -> Ran {
    let front = bench.path("");
    let beside = program().with_file_name("");
    let rest = std::env::var_os("PATH").unwrap();
    let parts = [front, beside]
        .into_iter()
        .chain(std::env::split_paths(&rest));
    let mut command = Command::new("sh");
    command
        .args(["-c", line])
        .current_dir(bench.path(folder))
        .env("PATH", std::env::join_paths(parts).unwrap())
        .envs(MPI_AS_ROOT)
        .env("CARGO_NET_OFFLINE", "true");
    // How these tests are built says nothing of the project.
    let own = |name: &String| name.starts_with("CARGO_PROFILE") || name == "CARGO_TARGET_DIR";
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    for name in names.filter(own) {
        command.env_remove(name);
    }
    finish(command, "", line)
}

/// Whether cargo has what a package needs, without a network.
fn has_crates(bench: &Bench) -> bool {
    let fetched = shell(bench, "shelf", "cargo fetch --offline --quiet");
    if fetched.code != 0 {
        println!("SKIPPED: no crates\n{}", fetched.err);
    }
    fetched.code == 0
}

/// Takes the versions of crates from this repository, where the project has found the crate of simulations.
fn take_versions(bench: &Bench) {
    let folder = root().join("apps/application").canonicalize().unwrap();
    let manifest = bench.read("shelf/Cargo.toml");
    assert!(
        manifest.contains(&format!("path = {folder:?}")),
        "{manifest}"
    );
    bench.write(
        "shelf/Cargo.lock",
        std::fs::read(root().join("Cargo.lock")).unwrap(),
    );
}

fn is_right(language: &str, flags: &str, needs: &[&str]) {
    if !are_there(needs) {
        return;
    }
    let bench = Bench::new();
    let made = bench.run(&format!(
        "enzyme-rs new {} --lang {language} {flags}",
        bench.path("shelf").display()
    ));
    let made = made.exits(0);
    assert!(made.out.ends_with("&& make check\n"), "{}", made.out);
    if language == "rust" {
        take_versions(&bench);
        if !has_crates(&bench) {
            return;
        }
    }
    // One folder for packages over MPI, also of other tests: what they need is built once.
    let packages = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages");
    let target = match flags {
        "--mpi" => format!("CARGO_TARGET_DIR={}", packages.display()),
        _ => String::new(),
    };
    let make = |what: &str| shell(&bench, "shelf", &format!("{target} make {what}"));
    let checked = make("check").exits(0);
    assert!(
        checked.out.contains("verdict: the gradient is right"),
        "{}",
        checked.out
    );
    assert_eq!(checked.err, "", "warnings");
    make("run").exits(0);
    assert!(bench.path("shelf/shelf.run/report.html").exists());
    // Of the condition for a stable scheme, the part that the speed has in it alone refuses this.
    let unstable = "enzyme-rs run shelf.toml --set 'parameters.time_step = 2.4'";
    shell(&bench, "shelf", unstable)
        .exits(2)
        .says("`time_step` must be above 0, and at most spacing / (greatest speed");
    make("clean").exits(0);
}

#[test]
fn c() {
    is_right("c", "", &["make"]);
}

#[test]
fn cpp() {
    is_right("c++", "", &["make"]);
}

#[test]
fn fortran() {
    is_right("fortran", "", &["make", "flang-22"]);
}

#[test]
fn rust() {
    is_right("rust", "", &["make", "cargo"]);
}

#[test]
fn rust_over_mpi() {
    is_right("rust", "--mpi", &["make", "cargo", "mpicc", "mpirun"]);
}

#[test]
fn c_over_mpi() {
    is_right("c", "--mpi", &["make", "mpicc", "mpirun"]);
}

#[test]
fn cpp_over_mpi() {
    is_right("c++", "--mpi", &["make", "mpicxx", "mpirun"]);
}

#[test]
fn fortran_over_mpi() {
    is_right(
        "fortran",
        "--mpi",
        &["make", "mpifort", "mpirun", "flang-22"],
    );
}

/// With programs in the place of a cluster's: a run that ends with 75 is queued again, any other is not, and its code is the job's.
#[test]
fn jobs_go_on() {
    let bench = Bench::new();
    bench
        .run(&format!(
            "enzyme-rs new {} --mpi",
            bench.path("shelf").display()
        ))
        .exits(0);
    for name in ["srun", "mpirun"] {
        script(
            &bench,
            name,
            "echo $(basename $0) \"$@\" >> ../said; exit $(cat ../code)",
        );
    }
    for name in ["scontrol", "qsub"] {
        script(&bench, name, "echo $(basename $0) \"$@\" >> ../said");
    }
    script(&bench, "qstat", "cat ../left");
    let flux = "case \"$1\" in job) cat ../left;; run) echo flux \"$@\" >> ../said; exit $(cat ../code);; *) echo flux \"$@\" >> ../said;; esac";
    script(&bench, "flux", flux);
    // The job's command, what says how long it has, and what it is to call.
    let on_pbs = "PBS_O_WORKDIR=$PWD PBS_JOBID=7 CASE=a.toml bash jobs/pbs.sh";
    let pbs_for = |limit: &str| {
        format!("mpirun -n 2 enzyme-rs run a.toml --set checkpoints.limit = '{limit} s'\n")
    };
    let flux_for = |limit: &str| {
        format!(
            "flux run --ntasks=2 enzyme-rs run shelf.toml --set checkpoints.limit = '{limit} s'\n"
        )
    };
    let of_slurm = |arguments: &str| format!("srun enzyme-rs run shelf.toml{arguments}\n");
    let (slurm_again, pbs_again) = ("scontrol requeue 7\n", "qsub -v CASE=a.toml jobs/pbs.sh\n");
    let (on_flux, flux_again) = ("bash jobs/flux.sh", "flux batch jobs/flux.sh\n");
    let walltime = |time: &str| {
        format!(
            "Job Id: 7\n    Job_Name = shelf\n    Resource_List.walltime = {time}\n    session_id = 1\n"
        )
    };
    let cases = [
        (
            "SLURM_JOB_ID=7 bash jobs/slurm.sh shelf.toml --task check",
            String::new(),
            of_slurm(" --task check"),
            slurm_again,
        ),
        (
            "SLURM_JOB_ID=7 bash jobs/slurm.sh",
            String::new(),
            of_slurm(""),
            slurm_again,
        ),
        (
            "SLURM_JOB_ID=7 SLURM_ARRAY_TASK_ID=3 bash jobs/slurm.sh",
            String::new(),
            of_slurm(" --member 3"),
            slurm_again,
        ),
        (on_pbs, walltime("01:00:00"), pbs_for("3300"), pbs_again),
        (on_pbs, walltime("100:08:09"), pbs_for("360189"), pbs_again),
        (on_pbs, walltime("00:08:00"), pbs_for("240"), pbs_again),
        (on_pbs, String::new(), pbs_for("3300"), pbs_again),
        (on_flux, "3600.5\n".to_owned(), flux_for("3480"), flux_again),
        (on_flux, "100\n".to_owned(), flux_for("50"), flux_again),
        (on_flux, String::new(), flux_for("3480"), flux_again),
    ];
    for (line, left, runs, again) in cases {
        let is_told = !left.is_empty() || line.contains("SLURM");
        bench.write("left", left);
        for (code, said) in [
            ("75", format!("{runs}{again}")),
            ("0", runs.clone()),
            ("2", runs.clone()),
        ] {
            bench.write("code", code).write("said", "");
            let ran = shell(&bench, "shelf", line).exits(code.parse().unwrap());
            assert_eq!(bench.read("said"), said, "{line}");
            let is_guessed = ran.err.contains("is taken for one hour");
            assert_eq!(is_guessed, !is_told, "{line}: {}", ran.err);
        }
    }
}

#[test]
fn what_is_there_stays() {
    let bench = Bench::new();
    bench.write("shelf", "mine");
    let place = bench.path("shelf");
    bench
        .run(&format!("enzyme-rs new {}", place.display()))
        .exits(3)
        .says("is there already");
    assert_eq!(bench.read("shelf"), "mine");
    bench
        .run(&format!("enzyme-rs new {}", Path::new("no-word").display()))
        .exits(2)
        .says("small letters");
    bench
        .run("enzyme-rs new union")
        .exits(2)
        .says("word of the language");
}
