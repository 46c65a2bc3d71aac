//! A case: which simulation is run with which parameters, and what is wanted of it.
//!
//! Owns: the keys of case files. Must not: run anything.

mod ensemble;
mod range;

pub(crate) use ensemble::Ensemble;
pub(crate) use enzyme_run_cli::Task;

use enzyme_case::{Complaint, Section, Sources, Table, overlay, read};
use enzyme_run_cli::TASKS;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What such a file is called in messages.
pub(crate) const WHAT: &str = "a case";

/// As what pictures are written, besides SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pictures {
    Svg,
    /// And as PNG.
    Both,
}

/// What they are called.
const PICTURES: [(&str, Pictures); 2] = [("svg", Pictures::Svg), ("both", Pictures::Both)];

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

/// By which method the least objective is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Lbfgs,
    /// Newton's, with conjugate gradients in a trust region.
    NewtonCg,
}

const METHODS: [(&str, Method); 2] = [("lbfgs", Method::Lbfgs), ("newton-cg", Method::NewtonCg)];

/// How the least objective is looked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Inversion {
    pub(crate) method: Method,
    /// Iterations at most.
    pub(crate) iterations: u64,
    /// Steps that L-BFGS remembers.
    pub(crate) memory: usize,
    /// Products with the Hessian that an iteration of Newton-CG has, at most.
    pub(crate) products: usize,
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
    pub(crate) pictures: Pictures,
    pub(crate) checkpoints: Checkpoints,
    pub(crate) inversion: Inversion,
    /// Seed of random directions.
    pub(crate) seed: u64,
    /// Which member of an ensemble it is, if it is one.
    pub(crate) member: Option<Member>,
}

/// A member of an ensemble.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) number: usize,
    /// All of the case that its result depends on, in a line.
    pub(crate) of: String,
}

/// What the command line sets, in the place of what the file says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overrides {
    pub(crate) set: Vec<String>,
    pub(crate) task: Option<Task>,
}

/// A case file with what the command line sets, before it is known which member of an ensemble is meant.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    path: PathBuf,
    table: Table,
    task: Option<Task>,
    pub(crate) ensemble: Option<Ensemble>,
}

/// Reads a case file, and what the command line sets.
///
/// # Errors
/// It cannot be read, or its ensemble is wrong.
pub(crate) fn open(
    path: &Path,
    overrides: &Overrides,
    sources: &mut Sources,
) -> Result<Written, Vec<Complaint>> {
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
    Ok(Written {
        path: path.to_owned(),
        ensemble: Ensemble::take(&mut table)?,
        table,
        task: overrides.task,
    })
}

impl Written {
    /// What its file is called, without the ending.
    pub(crate) fn name(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }

    /// Complains that there is no ensemble.
    pub(crate) fn no_ensemble(&self) -> Complaint {
        let what = format!("{} has no ensemble", self.path.display());
        let help = "write `[ensemble]` in the case, and below it lists for its keys: parameters.rho = [26, 28, 30]";
        Complaint::new(what).help(help)
    }

    /// The case, or that of a member.
    ///
    /// # Errors
    /// All that is wrong with it, but for parameters and controls, which only the simulation knows.
    pub(crate) fn case(&self, member: Option<usize>) -> Result<Case, Vec<Complaint>> {
        let mut table = self.table.clone();
        match (&self.ensemble, member) {
            (Some(ensemble), Some(number)) => ensemble
                .put(number, &mut table)
                .map_err(|complaint| vec![complaint])?,
            (None, Some(_)) => return Err(vec![self.no_ensemble()]),
            (_, None) => {}
        }
        self.read(table, member)
    }

    /// The case that a table says.
    fn read(&self, table: Table, member: Option<usize>) -> Result<Case, Vec<Complaint>> {
        let path = &self.path;
        let home = path.parent().map(Path::to_owned).unwrap_or_default();
        let stem = self.name();
        let mut whole = Section::whole(table.clone(), WHAT);
        // It has been taken out, and is a word of cases all the same.
        whole.section("ensemble");
        let application = whole.text("application");
        let task = whole.choice("task", &TASKS);
        let task = self.task.or(task).unwrap_or(Task::Gradient);
        let output = whole.text("output");
        let output = home.join(output.unwrap_or_else(|| format!("{stem}.run")));
        let output = in_member(output, member);
        let pictures = whole.choice("pictures", &PICTURES);
        let seed = whole.count("seed").unwrap_or(1);
        let parameters = whole.section("parameters");
        let controls = whole.section("controls");
        let mut section = whole.section("checkpoints");
        let checkpoints = checkpoints(&mut section, &home, &output, member);
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
                name: name(&stem, member),
                application: home.join(application),
                home,
                parameters,
                controls,
                task,
                output,
                pictures: pictures.unwrap_or(Pictures::Svg),
                checkpoints,
                inversion,
                seed,
                member: member.map(|number| Member {
                    number,
                    of: described(&table, task),
                }),
            }),
            None => Err(complaints),
        }
    }
}

fn name(stem: &str, member: Option<usize>) -> String {
    match member {
        Some(number) => format!("{stem}, member {number}"),
        None => stem.to_owned(),
    }
}

/// What the folder of a member is called, in that of the results of all.
pub(crate) fn member_folder(number: usize) -> String {
    format!("member{number:04}")
}

/// A folder, or that of a member in it.
fn in_member(folder: PathBuf, member: Option<usize>) -> PathBuf {
    match member {
        Some(number) => folder.join(member_folder(number)),
        None => folder,
    }
}

/// All of a case that its result depends on.
fn described(table: &Table, task: Task) -> String {
    let keys = ["application", "seed", "parameters", "controls", "inversion"];
    let mut words = vec![format!("task = {:?}", task.name())];
    let there = keys.iter().filter_map(|key| Some((key, table.get(*key)?)));
    words.extend(there.map(|(key, entry)| format!("{key} = {}", entry.value.written())));
    words.join(", ")
}

/// Memory for checkpoints, unless a case says another number.
const RAM: u64 = 1 << 30;

/// Members of an ensemble have their own folders, also for checkpoints.
fn checkpoints(
    section: &mut Section,
    home: &Path,
    output: &Path,
    member: Option<usize>,
) -> Checkpoints {
    let folder = section.text("folder");
    let folder = folder.map(|folder| in_member(home.join(folder), member));
    let minute = Duration::from_secs(60);
    Checkpoints {
        schedule: section.text("schedule").filter(|name| name != "auto"),
        ram: section.size("ram").unwrap_or(RAM),
        disk: section.size("disk").unwrap_or(0),
        folder: folder.unwrap_or_else(|| output.join("checkpoints")),
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
    let products = section.count("products").unwrap_or(20);
    if products == 0 {
        section.refuse("products", "must be 1 or more");
    }
    let tolerance = section.number("tolerance", "").unwrap_or(1e-5);
    if !(0.0..1.0).contains(&tolerance) {
        section.refuse("tolerance", "must be 0 or more, and less than 1");
    }
    Inversion {
        method: section.choice("method", &METHODS).unwrap_or(Method::Lbfgs),
        iterations: section.count("iterations").unwrap_or(20),
        memory: memory as usize,
        products: products as usize,
        tolerance,
    }
}
