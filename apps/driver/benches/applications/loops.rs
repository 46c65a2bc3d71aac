//! Loops over a simulation's functions without the driver: `loops.c`, a program of its own, and its figures.
//!
//! Owns: starting it, reading it. Must not: know a simulation.

use crate::driver::Built;
use crate::machine::median;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles the program.
pub(crate) fn compile(folder: &Path) -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = folder.join("loops");
    let compiled = Command::new("cc")
        .args(["-O2", "-I"])
        .arg(package.join("../../include"))
        .arg(package.join("benches/applications/loops.c"))
        .arg("-o")
        .arg(&program)
        .args(["-ldl"])
        .status();
    assert!(compiled.unwrap().success(), "loops.c cannot be compiled");
    program
}

/// What it has printed: a name and a number on each line.
pub(crate) struct Figures(Vec<(String, f64)>);

impl Figures {
    /// The median of all with that name; nothing, if there is none.
    pub(crate) fn find(&self, name: &str) -> Option<f64> {
        let found: Vec<f64> = self
            .0
            .iter()
            .filter(|(known, _)| known == name)
            .map(|(_, number)| *number)
            .collect();
        (!found.is_empty()).then(|| median(found))
    }

    pub(crate) fn get(&self, name: &str) -> f64 {
        self.find(name)
            .unwrap_or_else(|| panic!("loops.c says no `{name}`"))
    }
}

/// Runs it on one rank: what it is to do, how often, and parameters besides those of the simulation's case.
pub(crate) fn run(
    program: &Path,
    app: &Built,
    what: &str,
    times: usize,
    more: &[String],
) -> Figures {
    let mut command = crate::driver::mpirun(1);
    command
        .arg(program)
        .arg(&app.library)
        .args([what, &times.to_string()]);
    // The first that is named counts.
    command.args(more).args(app.parameters());
    let ran = command.output().unwrap();
    let said = String::from_utf8(ran.stdout).unwrap();
    let complaints = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{}: {said}\n{complaints}", app.name);
    let figure = |line: &str| {
        let (name, number) = line.split_once(' ')?;
        Some((name.to_owned(), number.parse().ok()?))
    };
    Figures(said.lines().filter_map(figure).collect())
}
