//! A case: which simulation is run with which parameters, and what is wanted of it.
//!
//! Owns: the keys of case files. Must not: run anything.

use enzyme_case::{Complaint, Section, Sources, overlay, read};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What such a file is called in messages.
pub(crate) const WHAT: &str = "a case";

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// The objective.
    Primal,
    /// The objective's gradient by the controls.
    Gradient,
    /// Whether the gradient is right.
    Check,
    /// The controls for which the objective is least.
    Invert,
}

/// What they are called.
pub(crate) const TASKS: [(&str, Task); 4] = [
    ("primal", Task::Primal),
    ("gradient", Task::Gradient),
    ("check", Task::Check),
    ("invert", Task::Invert),
];

/// How states are kept for the reverse pass.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checkpoints {
    /// The schedule's name; the planner chooses without.
    pub(crate) schedule: Option<String>,
    /// Bytes for checkpoints: of each rank's memory, and of each rank's disk.
    pub(crate) ram: u64,
    pub(crate) disk: u64,
    /// Where those on disk lie.
    pub(crate) folder: PathBuf,
    /// What a crash may cost.
    pub(crate) save: Duration,
    /// How long before the end of a job the run stops.
    pub(crate) margin: Duration,
    /// How long the run may take; then it stops and can go on.
    pub(crate) limit: Option<Duration>,
}

/// How the least objective is looked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Inversion {
    /// Iterations at most.
    pub(crate) iterations: u64,
    /// Steps that L-BFGS remembers.
    pub(crate) memory: usize,
    /// It is over where the norm of the gradient is this part of what it was at first.
    pub(crate) tolerance: f64,
}

/// A case.
#[derive(Debug)]
pub(crate) struct Case {
    /// What its file is called, without the ending.
    pub(crate) name: String,
    /// The folder of its file.
    pub(crate) home: PathBuf,
    /// The simulation's library.
    pub(crate) application: PathBuf,
    pub(crate) parameters: Section,
    /// What is said of controls, which only the simulation knows.
    pub(crate) controls: Section,
    pub(crate) task: Task,
    /// Where results go.
    pub(crate) output: PathBuf,
    pub(crate) checkpoints: Checkpoints,
    pub(crate) inversion: Inversion,
    /// Seed of random directions.
    pub(crate) seed: u64,
}

/// What the command line sets, in the place of what the file says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overrides {
    pub(crate) set: Vec<String>,
    pub(crate) task: Option<Task>,
}

/// Reads a case.
///
/// # Errors
/// All that is wrong with it, but for parameters and controls, which only the simulation knows.
pub(crate) fn open(
    path: &Path,
    overrides: &Overrides,
    sources: &mut Sources,
) -> Result<Case, Vec<Complaint>> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let complaint = Complaint::new(format!("cannot read {}: {error}", path.display()));
        vec![complaint.help("name a case: enzyme-rs run CASE.toml")]
    })?;
    let source = sources.add(path.display().to_string(), text);
    let one = |complaint: Complaint| vec![complaint];
    let mut table = read(sources, source).map_err(one)?;
    for set in &overrides.set {
        let source = sources.add("--set", set);
        overlay(
            &mut table,
            read(sources, source).map_err(|complaint| {
                one(complaint
                    .help("write --set KEY=VALUE as in a case: --set 'checkpoints.ram=\"8 GiB\"'"))
            })?,
        );
    }
    let home = path.parent().map(Path::to_owned).unwrap_or_default();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut whole = Section::whole(table, WHAT);
    let application = whole.text("application");
    let task = whole.choice("task", &TASKS);
    let output = whole.text("output");
    let output = home.join(output.unwrap_or_else(|| format!("{stem}.run")));
    let seed = whole.count("seed").unwrap_or(1);
    let parameters = whole.section("parameters");
    let controls = whole.section("controls");
    let mut section = whole.section("checkpoints");
    let checkpoints = checkpoints(&mut section, &home, &output);
    let mut of_inversion = whole.section("inversion");
    let inversion = inversion(&mut of_inversion);
    let mut complaints = whole.finish();
    complaints.extend(of_inversion.finish());
    complaints.extend(section.finish());
    if application.is_none() && complaints.is_empty() {
        let complaint = Complaint::new(format!("{} names no application", path.display()));
        complaints.push(complaint.help("write application = \"libmine.so\" in its first line"));
    }
    match application.filter(|_| complaints.is_empty()) {
        Some(application) => Ok(Case {
            name: stem.into_owned(),
            application: home.join(application),
            home,
            parameters,
            controls,
            task: overrides.task.or(task).unwrap_or(Task::Gradient),
            output,
            checkpoints,
            inversion,
            seed,
        }),
        None => Err(complaints),
    }
}

/// Memory for checkpoints, unless a case says another number.
const RAM: u64 = 1 << 30;

fn checkpoints(section: &mut Section, home: &Path, output: &Path) -> Checkpoints {
    let folder = section.text("folder");
    let minute = Duration::from_secs(60);
    Checkpoints {
        schedule: section.text("schedule").filter(|name| name != "auto"),
        ram: section.size("ram").unwrap_or(RAM),
        disk: section.size("disk").unwrap_or(0),
        folder: folder.map_or_else(|| output.join("checkpoints"), |folder| home.join(folder)),
        save: section.time("save").unwrap_or(minute),
        margin: section.time("margin").unwrap_or(2 * minute),
        limit: section.time("limit"),
    }
}

fn inversion(section: &mut Section) -> Inversion {
    let memory = section.count("memory").unwrap_or(10);
    if memory == 0 {
        section.refuse("memory", "must be 1 or more");
    }
    let tolerance = section.number("tolerance", "").unwrap_or(1e-5);
    if !(0.0..1.0).contains(&tolerance) {
        section.refuse("tolerance", "must be 0 or more, and less than 1");
    }
    Inversion {
        iterations: section.count("iterations").unwrap_or(20),
        memory: memory as usize,
        tolerance,
    }
}
