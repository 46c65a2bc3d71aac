//! Case files: from text, what the command line sets, and the number of a member to a case.
//!
//! Owns: the keys that are in no table. Must not: know those of tables.

use super::ensemble::Ensemble;
use super::member::{self, Member};
use super::settings::{Case, Pictures, WHAT};
use super::{checkpoints, inversion};
use crate::precision::{DOUBLE, Precision, SINGLE};
use enzyme_case::{Complaint, Section, Sources, Table, overlay, read};
use enzyme_run_cli::{TASKS, Task};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// As what pictures are written, by name.
const PICTURES: [(&str, Pictures); 2] = [("svg", Pictures::Svg), ("both", Pictures::Both)];

/// How exactly simulations compute, by name.
const PRECISIONS: [(&str, Precision); 2] = [(DOUBLE.name, DOUBLE), (SINGLE.name, SINGLE)];

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
        let why = match error.kind() {
            ErrorKind::InvalidData => "it is no text".to_owned(),
            _ => error.to_string(),
        };
        let complaint = Complaint::new(format!("cannot read {}: {why}", path.display()));
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
        let output = member::within(output, member);
        let pictures = whole.choice("pictures", &PICTURES);
        let seed = whole.count("seed").unwrap_or(1);
        let precision = whole.choice("precision", &PRECISIONS).unwrap_or(DOUBLE);
        let parameters = whole.section("parameters");
        let controls = whole.section("controls");
        let mut section = whole.section("checkpoints");
        let checkpoints = checkpoints::read(&mut section, &home, &output, member);
        let mut of_inversion = whole.section("inversion");
        let inversion = inversion::read(&mut of_inversion);
        let mut complaints = whole.finish();
        complaints.extend(of_inversion.finish());
        complaints.extend(section.finish());
        if application.is_none() && complaints.is_empty() {
            let complaint = Complaint::new(format!("{} names no application", path.display()));
            complaints.push(complaint.help("write application = \"libmine.so\" in its first line"));
        }
        match application.filter(|_| complaints.is_empty()) {
            Some(application) => Ok(Case {
                name: member::name(&stem, member),
                application: home.join(application),
                home,
                parameters,
                controls,
                task,
                output,
                pictures: pictures.unwrap_or(Pictures::Svg),
                checkpoints,
                inversion,
                precision,
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

/// All of a case that its result depends on.
fn described(table: &Table, task: Task) -> String {
    let keys = [
        "application",
        "precision",
        "seed",
        "parameters",
        "controls",
        "inversion",
    ];
    let mut words = vec![format!("task = {:?}", task.name())];
    let there = keys.iter().filter_map(|key| Some((key, table.get(*key)?)));
    words.extend(there.map(|(key, entry)| format!("{key} = {}", entry.value.written())));
    words.join(", ")
}
