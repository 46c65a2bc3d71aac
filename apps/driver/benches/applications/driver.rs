//! Simulations that were built, and runs of them under the driver.
//!
//! Owns: building, starting, reading reports and the memory of ranks. Must not: draw conclusions.

use crate::applications::App;
use crate::{compile, loops, machine};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_enzyme-rs-run");

/// Where everything lies.
pub(crate) struct Bench {
    wrappers: PathBuf,
    folder: PathBuf,
    pub(crate) loops: PathBuf,
}

/// A simulation that was built.
pub(crate) struct Built {
    pub(crate) name: &'static str,
    pub(crate) library: PathBuf,
    pub(crate) parameters: &'static [(&'static str, &'static str)],
}

impl Built {
    /// As `loops.c` takes them.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = String> {
        self.parameters
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
    }
}

/// A run that is wanted.
#[derive(Clone)]
pub(crate) struct Wanted {
    pub(crate) ranks: usize,
    pub(crate) ram: u64,
    pub(crate) disk: u64,
    pub(crate) schedule: Option<&'static str>,
    /// Parameters besides those of the simulation's case.
    pub(crate) more: Vec<(&'static str, String)>,
}

/// What a run has told.
pub(crate) struct Ran {
    run: Value,
    /// The most memory that a rank has held, in bytes.
    pub(crate) resident: u64,
    /// The time of the processor, from the program's start to its end, in seconds.
    pub(crate) own: f64,
}

impl Bench {
    pub(crate) fn new(wrappers: &Path, folder: &Path) -> Self {
        Self {
            wrappers: wrappers.to_owned(),
            folder: folder.to_owned(),
            loops: loops::compile(folder),
        }
    }

    /// Builds a simulation in a folder of its own; nothing, where what it needs is missing.
    pub(crate) fn built(&self, app: &App) -> Option<Built> {
        let library = match app.source {
            "heat_rust" => self.cargo(app.source)?,
            _ => self.compiled(app, "plain", &[]),
        };
        Some(app.built(library))
    }

    /// Builds it for this processor alone, as it is done on clusters; nothing for Rust, where that is a setting of all packages.
    pub(crate) fn native(&self, app: &App) -> Option<Built> {
        let is_rust = app.source == "heat_rust";
        (!is_rust).then(|| app.built(self.compiled(app, "native", &["-O3", "-march=native"])))
    }

    fn compiled(&self, app: &App, kind: &str, flags: &[&str]) -> PathBuf {
        let folder = self.folder.join(app.name.replace(' ', "_")).join(kind);
        std::fs::create_dir_all(&folder).unwrap();
        compile::library(&self.wrappers, app.source, flags, &folder)
    }

    /// A package of its own, by `enzyme-rs cargo`; it may be that what it needs cannot be had.
    fn cargo(&self, name: &str) -> Option<PathBuf> {
        let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
        let target = self.folder.join("target");
        let manifest = package.join("Cargo.toml");
        let mut command = Command::new(self.wrappers.join("enzyme-rs"));
        command.args(["cargo", "build", "--release", "--quiet", "--manifest-path"]);
        command.arg(manifest).arg("--target-dir").arg(&target);
        for (key, _) in std::env::vars_os() {
            if key.to_string_lossy().starts_with("CARGO_PROFILE") {
                command.env_remove(key);
            }
        }
        let ran = command.output().unwrap();
        if !ran.status.success() {
            eprintln!(
                "SKIPPED: {name} cannot be built here\n{}",
                String::from_utf8_lossy(&ran.stderr)
            );
            return None;
        }
        Some(target.join("release").join(format!("lib{name}.so")))
    }

    /// The gradient, begun anew.
    pub(crate) fn gradient(&self, app: &Built, wanted: &Wanted) -> Ran {
        let case = self.folder.join("case.toml");
        std::fs::write(&case, text(app, wanted)).unwrap();
        let mut command = mpirun(wanted.ranks);
        command
            .args([PROGRAM, "case.toml", "--fresh"])
            .current_dir(&self.folder);
        let log = std::fs::File::create(self.folder.join("said.txt")).unwrap();
        command.stdout(log.try_clone().unwrap()).stderr(log);
        let own = machine::time_of_children();
        let mut child = command.spawn().unwrap();
        let mut resident = 0;
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            resident = resident.max(most_resident(child.id()));
            std::thread::sleep(Duration::from_millis(10));
        };
        let said = std::fs::read_to_string(self.folder.join("said.txt")).unwrap();
        assert!(status.success(), "{}\n{said}", text(app, wanted));
        let report = std::fs::read(self.folder.join("case.run/report.json")).unwrap();
        let mut report: Value = serde_json::from_slice(&report).unwrap();
        Ran {
            run: report["run"].take(),
            resident,
            own: machine::time_of_children() - own,
        }
    }
}

/// A run on so many ranks, of which there may be more than cores.
pub(crate) fn mpirun(ranks: usize) -> Command {
    let mut command = Command::new("mpirun");
    command
        .args(["-n", &ranks.to_string()])
        .stdin(Stdio::null())
        .envs([
            ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
            ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
            ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
            ("OMPI_MCA_mpi_yield_when_idle", "1"),
        ]);
    command
}

fn text(app: &Built, wanted: &Wanted) -> String {
    let Wanted { ram, disk, .. } = wanted;
    let library = app.library.display();
    let mut text = format!(
        "application = \"{library}\"\n[checkpoints]\nram = \"{ram} B\"\ndisk = \"{disk} B\"\n"
    );
    if let Some(schedule) = wanted.schedule {
        text += &format!("schedule = \"{schedule}\"\n");
    }
    text += "[parameters]\n";
    let given = app.parameters.iter();
    let given = given.filter(|(name, _)| wanted.more.iter().all(|(other, _)| other != name));
    given.for_each(|(name, value)| text += &format!("{name} = {}\n", quoted(value)));
    wanted
        .more
        .iter()
        .for_each(|(name, value)| text += &format!("{name} = {}\n", quoted(value)));
    text
}

/// A value as TOML has it.
fn quoted(value: &str) -> String {
    match value.parse::<f64>() {
        Ok(_) => value.to_owned(),
        Err(_) => format!("\"{value}\""),
    }
}

/// The most memory that a rank below this process has held until now.
fn most_resident(process: u32) -> u64 {
    let read = |path: String| std::fs::read_to_string(path).unwrap_or_default();
    let children = read(format!("/proc/{process}/task/{process}/children"));
    let ranks = children.split_whitespace();
    let sizes = ranks.map(|rank| {
        let status = read(format!("/proc/{rank}/status"));
        let is_rank = status.starts_with("Name:\tenzyme-rs-run");
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let size = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
        if is_rank { 1024 * size.unwrap_or(0) } else { 0 }
    });
    sizes.max().unwrap_or(0)
}

impl Ran {
    fn time(value: &Value) -> Option<f64> {
        Some(value["secs"].as_f64()? + 1e-9 * value["nanos"].as_f64()?)
    }

    /// From the executor's first action to its last.
    pub(crate) fn elapsed(&self) -> f64 {
        Self::time(&self.run["elapsed"]).unwrap()
    }

    /// A step forward, if any was run without its derivative.
    pub(crate) fn step(&self) -> Option<f64> {
        Self::time(&self.run["costs"]["step"])
    }

    /// The derivative of a step, which runs it once more.
    pub(crate) fn adjoint(&self) -> f64 {
        let costs = &self.run["costs"];
        Self::time(&costs["record"]).unwrap_or(0.0) + Self::time(&costs["reverse"]).unwrap()
    }

    pub(crate) fn schedule(&self) -> &str {
        self.run["schedule"].as_str().unwrap()
    }

    pub(crate) fn steps(&self) -> u64 {
        self.run["steps"].as_u64().unwrap()
    }

    pub(crate) fn optimum(&self) -> Option<u64> {
        self.run["optimum"].as_u64()
    }

    pub(crate) fn advances(&self) -> u64 {
        self.run["count"]["advances"].as_u64().unwrap()
    }

    /// Steps forward, those of derivatives among them.
    pub(crate) fn forward(&self) -> u64 {
        self.advances() + self.run["count"]["records"].as_u64().unwrap()
    }

    pub(crate) fn save_time(&self) -> f64 {
        Self::time(&self.run["save_time"]).unwrap()
    }

    /// Most checkpoints at one time on a level.
    pub(crate) fn peak(&self, level: usize) -> u64 {
        self.run["count"]["levels"][level]["peak"]
            .as_u64()
            .unwrap_or(0)
    }

    /// Writes on a level, the time that they took, and that the run waited for them; the same for reads.
    pub(crate) fn traffic(&self, level: usize, what: &str) -> (u64, f64, f64) {
        let level = &self.run["levels"][level];
        let count = level["traffic"][format!("{what}s")].as_u64().unwrap();
        let time = Self::time(&level["traffic"][format!("{what}_time")]).unwrap();
        (
            count,
            time,
            Self::time(&level[format!("{what}_wait")]).unwrap(),
        )
    }
}
