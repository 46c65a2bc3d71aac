//! The programs of `rust/` as a user of stable Rust builds them: with cargo, the crate `enzyme-rs-par`, and the plugin loaded by the linker.
//!
//! Owns: the package that holds the programs, its levels of optimisation, and by how many threads each program is run. Must not: know what a program
//! computes: it prints a line PASS or FAIL for each thing it checks. Without the plugin, the linker or a compiler of its LLVM, all is reported as ignored.

#![allow(clippy::unwrap_used, reason = "tests may")]

use libtest_mimic::{Arguments, Failed, Trial};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use tempfile::TempDir;

/// Where a program stands still instead of ending.
const SECONDS: &str = "120";

/// Levels of optimisation; most programs are compiled for one of them only, for a linker that looks at all code takes its time.
const LEVELS: &[&str] = &["1", "2", "3"];

const THREADS: &[&str] = &["1", "2", "3", "4", "8"];

/// Programs, and the levels that they are compiled for.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("slices", LEVELS),
    ("ends", &["2"]),
    ("structures", &["2"]),
    ("scopes", &["2"]),
    ("joined", &["2"]),
];

/// What is said of functions that are refused.
const REFUSED: &str = "refused";
const SAID: &[&str] = &[
    "rayon, whose work",
    "use the crate enzyme-rs-par",
    "a thread of std::thread",
    "use `enzyme_rs_par::thread::scope`",
    "an atomic access of a number",
    "use `sum`, `reduce` or `fold`",
];

const PANICS: &str = "panics";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The plugin: the one named by the environment, else the release build.
fn plugin() -> Option<PathBuf> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from);
    let built = target.join("release/libenzyme_rs.so");
    let plugin = env::var_os("ENZYME_RS_PLUGIN").map_or(built, PathBuf::from);
    plugin.canonicalize().ok()
}

/// Whether there are a linker of LLVM 22, and a compiler whose bitcode it reads.
fn has_tools() -> bool {
    let starts = |name: &str| Command::new(name).arg("--version").output().is_ok();
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let said = Command::new(compiler).arg("-vV").output();
    let said = said.map_or(String::new(), |output| {
        String::from_utf8_lossy(&output.stdout).into_owned()
    });
    let version = said.lines().find_map(|l| l.strip_prefix("LLVM version: "));
    let major = version.and_then(|v| v.split('.').next()?.parse::<u32>().ok());
    starts("clang-22") && starts("ld.lld-22") && major.is_some_and(|major| major <= 22)
}

fn main() {
    let arguments = Arguments::from_args();
    let plugin = plugin().filter(|_| has_tools());
    let scratch = Arc::new(tempfile::tempdir().unwrap());
    make_package(scratch.path());
    let mut trials = Vec::new();
    let mut add = |name: String,
                   check: fn(&Build, &str) -> Result<(), Failed>,
                   what: &str,
                   level: &'static str| {
        let (scratch, found, what) = (scratch.clone(), plugin.clone(), what.to_owned());
        let ignored = found.is_none();
        let trial = Trial::test(name, move || {
            let build = Build {
                scratch,
                plugin: found.unwrap(),
                level,
            };
            check(&build, &what)
        });
        trials.push(trial.with_ignored_flag(ignored));
    };
    for (program, levels) in PROGRAMS {
        for level in *levels {
            add(
                format!("{program} -O{level}"),
                derivatives_are_right,
                program,
                level,
            );
        }
    }
    add(
        "what is refused is said".to_owned(),
        is_refused,
        REFUSED,
        "2",
    );
    add(
        "a panic ends a derivative".to_owned(),
        ends_with_message,
        PANICS,
        "2",
    );
    libtest_mimic::run(&arguments, trials).exit();
}

/// A package that has all programs as binaries.
fn make_package(folder: &Path) {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("rust");
    let crate_folder = root().join("parallel-rules/rust").canonicalize().unwrap();
    let profiles = LEVELS.iter().map(|level| {
        format!("[profile.o{level}]\ninherits = \"release\"\nopt-level = {level}\nlto = \"fat\"\n")
    });
    let profiles: String = profiles.collect();
    let manifest = format!(
        "[package]\nname = \"programs\"\nversion = \"0.0.0\"\nedition = \"2024\"\nautobins = true\n[workspace]\n\
         [dependencies]\nenzyme-rs-par = {{ path = {crate_folder:?} }}\nrayon = \"1\"\n{profiles}"
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    let lock = root().join("Cargo.lock");
    let _ = fs::copy(lock, folder.join("Cargo.lock"));
    let bins = folder.join("src/bin");
    fs::create_dir_all(bins.join("check")).unwrap();
    for entry in fs::read_dir(&programs).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let own = bins.join(path.file_stem().unwrap());
            fs::create_dir_all(own.join("check")).unwrap();
            fs::copy(&path, own.join("main.rs")).unwrap();
            fs::copy(programs.join("check/mod.rs"), own.join("check/mod.rs")).unwrap();
        }
    }
    fs::remove_dir_all(bins.join("check")).unwrap();
}

/// How a program is built.
struct Build {
    scratch: Arc<TempDir>,
    plugin: PathBuf,
    level: &'static str,
}

impl Build {
    /// Where cargo builds for the level: it builds one program at a time in a folder.
    fn target(&self) -> PathBuf {
        self.scratch.path().join(format!("target-{}", self.level))
    }

    /// Builds a program; gives it, or what the linker said.
    fn run(&self, program: &str) -> Result<PathBuf, String> {
        let load = format!("-Wl,--load-pass-plugin={}", self.plugin.display());
        let flags = [
            "-A warnings -C linker-plugin-lto -C linker=clang-22 -C link-arg=-fuse-ld=lld-22",
            "-C no-vectorize-loops -C no-vectorize-slp -C llvm-args=-unroll-runtime=0",
            &format!("-C link-arg={load}"),
        ];
        let profile = format!("o{}", self.level);
        let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .current_dir(self.scratch.path())
            .env("RUSTFLAGS", flags.join(" "))
            .env("CARGO_TARGET_DIR", self.target())
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .args(["build", "--quiet", "--profile", &profile, "--bin", program])
            .output()
            .map_err(|error| error.to_string())?;
        match output.status.success() {
            true => Ok(self.target().join(profile).join(program)),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }
}

fn derivatives_are_right(build: &Build, program: &str) -> Result<(), Failed> {
    let binary = build.run(program)?;
    for threads in THREADS {
        let mut run = Command::new("timeout");
        run.env("RAYON_NUM_THREADS", threads);
        judge(&run.arg(SECONDS).arg(&binary).output()?)?;
    }
    Ok(())
}

fn is_refused(build: &Build, program: &str) -> Result<(), Failed> {
    let said = match build.run(program) {
        Ok(_) => return Err("it was differentiated".into()),
        Err(said) => said,
    };
    let missing = SAID.iter().filter(|text| !said.contains(**text));
    let missing: Vec<&&str> = missing.collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!("nothing says {missing:?}\n{said}").into()),
    }
}

fn ends_with_message(build: &Build, program: &str) -> Result<(), Failed> {
    let binary = build.run(program)?;
    let output = Command::new("timeout")
        .env("RAYON_NUM_THREADS", "2")
        .arg(SECONDS)
        .arg(&binary)
        .output()?;
    let (said, error) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    match said.contains("PASS")
        && !said.contains("FAIL")
        && error.contains("[EZ7404]")
        && !output.status.success()
    {
        true => Ok(()),
        false => Err(format!("{}\n{said}\n{error}", output.status).into()),
    }
}

/// Whether a program printed that all is right, and nothing else.
fn judge(output: &Output) -> Result<(), Failed> {
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines = text.lines();
    let right = lines.all(|line| line.starts_with("PASS ")) && !text.is_empty();
    match right && output.status.success() {
        true => Ok(()),
        false => {
            let error = String::from_utf8_lossy(&output.stderr);
            Err(format!("{}\n{text}\n{error}", output.status).into())
        }
    }
}
