//! The runs that are disturbed: simulations of `apps` on several ranks, with checkpoints in memory and in HDF5 files.
//!
//! Owns: compiling them, their cases, and what a run gives. Must not: disturb.

use crate::compile;
use crate::job::Job;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// Some seconds each. Saves are frequent, so that most kills find one.
const HEAT: &str = "application = \"libheat.so\"\n[parameters]\npoints = 192\nsteps = 800\n\
    [checkpoints]\nschedule = \"multistage\"\nram = \"600 kB\"\ndisk = \"3 MB\"\nsave = \"50 ms\"\n";
const WATER: &str = "application = \"libshallow_water.so\"\n[parameters]\ncolumns = 150\nrows = 100\n\
    [checkpoints]\nram = \"1 MB\"\ndisk = \"9 MB\"\nsave = \"50 ms\"\n";

/// Of each kind one.
pub(crate) fn all(wrappers: &Path) -> Vec<Case> {
    vec![
        Case::new(wrappers, "heat/heat.c", 4, HEAT),
        Case::new(wrappers, "shallow_water/shallow_water.cpp", 2, WATER),
    ]
}

/// A simulation that was compiled, and its case.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) ranks: usize,
    text: &'static str,
    built: TempDir,
}

/// What a run gives that nothing disturbs, and how long it takes once its ranks are there.
pub(crate) struct Reference {
    pub(crate) bits: Bits,
    pub(crate) time: Duration,
}

/// Names of datasets of a gradient and their numbers' bits.
pub(crate) type Bits = Vec<(String, Vec<u64>)>;

impl Case {
    fn new(wrappers: &Path, source: &str, ranks: usize, text: &'static str) -> Self {
        let built = tempfile::tempdir().unwrap();
        compile::library(wrappers, source, &[], built.path());
        let (name, _) = source.split_once('/').unwrap();
        Self {
            name: format!("{name} on {ranks} ranks"),
            ranks,
            text,
            built,
        }
    }

    /// A folder for one run.
    pub(crate) fn folder(&self) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        let built = self.built.path().display();
        let text = self.text.replace("\"lib", &format!("\"{built}/lib"));
        std::fs::write(folder.path().join("case.toml"), text).unwrap();
        folder
    }

    /// A run that nothing disturbs.
    pub(crate) fn reference(&self) -> Reference {
        let folder = self.folder();
        let mut job = Job::start(self.ranks, folder.path(), &[], false);
        assert!(job.has_ranks(), "{}", job.said());
        let begin = std::time::Instant::now();
        let code = job.end();
        assert_eq!(code, Some(0), "{}", job.said());
        Reference {
            time: begin.elapsed(),
            bits: bits(&folder.path().join("case.run")),
        }
    }
}

/// What the gradient in a folder of results is.
pub(crate) fn bits(output: &Path) -> Bits {
    let file = hdf5::File::open(output.join("gradient.h5")).unwrap();
    let numbers = |set: hdf5::Dataset| {
        let numbers: Vec<f64> = set.read_raw().unwrap();
        let bits = numbers.iter().map(|number| number.to_bits()).collect();
        (set.name(), bits)
    };
    let all: Bits = file.datasets().unwrap().into_iter().map(numbers).collect();
    assert!(!all.is_empty(), "{} has no gradient", output.display());
    all
}

/// How many processes have worked on a run that is done, as its report says it.
pub(crate) fn processes(output: &Path) -> u64 {
    let text = std::fs::read(output.join("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&text).unwrap();
    report["run"]["processes"].as_u64().unwrap()
}
