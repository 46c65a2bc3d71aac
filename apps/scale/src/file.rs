//! The file that describes a run and a cluster.
//!
//! Owns: its keys, and what is said of wrong ones. Must not: compute what follows from them.

use crate::block::Grid;
use crate::reports;
use crate::step::Network;
use enzyme_case::{Complaint, Section, Sources, read};
use serde::Serialize;
use std::path::Path;

/// How large the problem is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// So many points, however many ranks share them: strong scaling.
    Whole(f64),
    /// So many points for each rank: weak scaling.
    OfRank(f64),
}

/// `[run]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Time steps.
    pub steps: u64,
    /// Points.
    pub size: Size,
    /// Bytes of a state for each point, if the file says so.
    pub bytes_per_point: Option<f64>,
    /// Bytes that a neighbour needs of each point of the border; otherwise all of its state.
    pub halo_bytes_per_point: Option<f64>,
    /// Dimensions of the grid.
    pub dimensions: u32,
    /// Directions in which ranks divide it.
    pub cut: u32,
    /// Reductions over all ranks in a step.
    pub reductions: f64,
}

impl Run {
    /// The grid of a problem of so many points.
    pub(crate) fn grid(&self, points: f64) -> Grid {
        Grid {
            points,
            dimensions: self.dimensions,
            cut: self.cut,
        }
    }

    /// Points of the whole problem on so many ranks.
    pub(crate) fn points(&self, ranks: u64) -> f64 {
        match self.size {
            Size::Whole(points) => points,
            Size::OfRank(points) => points * ranks as f64,
        }
    }
}

/// A disk: one of each node, or one for all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disk {
    /// Bytes a second.
    pub bandwidth: f64,
    /// Bytes.
    pub size: f64,
}

/// `[machine]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// Ranks of a full node.
    pub ranks_per_node: u64,
    /// Bytes of a node's memory for checkpoints.
    pub memory: f64,
    /// The disk of a node, which its ranks share.
    pub local: Option<Disk>,
    /// The file system that all ranks share.
    pub shared: Option<Disk>,
    /// Latency in seconds, and bytes a second.
    pub network: Option<(f64, f64)>,
    /// Mean time between failures of a node, in seconds, and the time from one to a new start.
    pub failures: Option<(f64, f64)>,
    /// The numbers of ranks that are asked for, each once, the smallest first.
    pub ranks: Vec<u64>,
}

/// A run that was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// Its ranks.
    pub ranks: u64,
    /// Points of the whole problem.
    pub points: f64,
    /// Seconds of a step forward.
    pub step: f64,
    /// Seconds of a step with its adjoint.
    pub adjoint: f64,
    /// Bytes of the state of the largest rank, if known.
    pub state: Option<f64>,
}

/// All of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What is to be run.
    pub run: Run,
    /// On what.
    pub machine: Machine,
    /// What is known of it.
    pub measured: Vec<Measured>,
}

impl Question {
    /// What messages take, if the file describes the network.
    pub(crate) fn network(&self, bytes_per_point: f64) -> Option<Network> {
        let (latency, bandwidth) = self.machine.network?;
        Some(Network {
            latency,
            bandwidth,
            bytes_per_point: self.run.halo_bytes_per_point.unwrap_or(bytes_per_point),
        })
    }
}

/// The numbers of ranks that are asked for where the file names none.
const RANKS: [u64; 4] = [100, 1000, 10_000, 100_000];

/// From a failure to a new start, where the file says nothing else, in seconds.
const RESTART: f64 = 120.0;

/// Reads such a file.
///
/// # Errors
/// All that is wrong with it, and with the reports that it names.
pub fn open(path: &Path, sources: &mut Sources) -> Result<Question, Vec<Complaint>> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let complaint = Complaint::new(format!("cannot read {}: {error}", path.display()));
        vec![complaint.help("name a file: enzyme-rs plan --cluster FILE.toml")]
    })?;
    let source = sources.add(path.display().to_string(), text);
    let table = read(sources, source).map_err(|complaint| vec![complaint])?;
    let mut whole = Section::whole(table, "a cluster file");
    let mut sections = ["run", "measured", "machine"].map(|name| whole.section(name));
    let [of_run, of_measured, of_machine] = &mut sections;
    let run = run(of_run);
    let home = path.parent().unwrap_or(Path::new(""));
    let per_point = run.and_then(|run| run.bytes_per_point);
    let measured = reports::measured(of_measured, home, per_point);
    let machine = machine(of_machine);
    let mut complaints = whole.finish();
    complaints.extend(sections.into_iter().flat_map(Section::finish));
    match (run, machine) {
        (Some(run), Some(machine)) if complaints.is_empty() => Ok(Question {
            run,
            machine,
            measured,
        }),
        _ => Err(complaints),
    }
}

fn run(section: &mut Section) -> Option<Run> {
    let steps = whole(section, "steps");
    let points = positive(section, "points", "");
    let of_rank = positive(section, "points_per_rank", "");
    if section.has("points") && section.has("points_per_rank") {
        let why = "cannot stand beside `points`: the problem grows with the ranks, or it does not";
        section.refuse("points_per_rank", why);
    }
    let dimensions = directions(section, "dimensions").unwrap_or(3);
    let cut = directions(section, "cut").unwrap_or(dimensions);
    if cut > dimensions {
        section.refuse("cut", "must be at most `dimensions`");
    }
    let reductions = section.number("reductions", "").unwrap_or(1.0);
    if !(reductions >= 0.0 && reductions.is_finite()) {
        section.refuse("reductions", "must be 0 or more");
    }
    let bytes_per_point = positive(section, "bytes_per_point", "");
    let halo_bytes_per_point = positive(section, "halo_bytes_per_point", "");
    if !section.has("steps") {
        section.missing("steps", "steps = 100000");
    }
    if !section.has("points") && !section.has("points_per_rank") {
        section.missing("points", "points = 1e9, or points_per_rank = 1e6");
    }
    let size = points.map(Size::Whole).or(of_rank.map(Size::OfRank))?;
    Some(Run {
        steps: steps?,
        size,
        bytes_per_point,
        halo_bytes_per_point,
        dimensions,
        cut,
        reductions,
    })
}

fn machine(section: &mut Section) -> Option<Machine> {
    let ranks_per_node = whole(section, "ranks_per_node");
    let memory = section.size("memory");
    let [local, shared] = ["local", "shared"].map(|name| disk(section, name));
    let network = network(section);
    let failures = failures(section);
    if failures.is_some() && !section.has("shared") {
        let why =
            "needs a disk that outlives nodes: without `shared` there is none to save the run on";
        section.refuse("mtbf", why);
    }
    let ranks = section.list("ranks", whole);
    let mut ranks = ranks.unwrap_or_else(|| RANKS.to_vec());
    ranks.sort_unstable();
    ranks.dedup();
    if ranks.is_empty() {
        section.refuse("ranks", "must have a number");
    }
    for (key, example) in [
        ("ranks_per_node", "ranks_per_node = 64"),
        (
            "memory",
            "memory = \"256 GiB\", what a node has for checkpoints,",
        ),
    ] {
        if !section.has(key) {
            section.missing(key, example);
        }
    }
    Some(Machine {
        ranks_per_node: ranks_per_node?,
        memory: memory? as f64,
        local,
        shared,
        network,
        failures,
        ranks,
    })
}

fn disk(section: &mut Section, name: &str) -> Option<Disk> {
    if !section.has(name) {
        return None;
    }
    let mut inner = section.section(name);
    let bandwidth = positive(&mut inner, "bandwidth", "B/s");
    let size = inner.size("size");
    if !inner.has("bandwidth") {
        inner.missing("bandwidth", "bandwidth = \"2 GB/s\"");
    }
    if !inner.has("size") {
        inner.missing("size", "size = \"1 TB\"");
    }
    take_over(section, inner);
    Some(Disk {
        bandwidth: bandwidth?,
        size: size? as f64,
    })
}

fn network(section: &mut Section) -> Option<(f64, f64)> {
    if !section.has("network") {
        return None;
    }
    let mut inner = section.section("network");
    let latency = positive(&mut inner, "latency", "s");
    let bandwidth = positive(&mut inner, "bandwidth", "B/s");
    if !inner.has("latency") {
        inner.missing("latency", "latency = \"2 us\"");
    }
    if !inner.has("bandwidth") {
        inner.missing("bandwidth", "bandwidth = \"12 GB/s\"");
    }
    take_over(section, inner);
    Some((latency?, bandwidth?))
}

fn failures(section: &mut Section) -> Option<(f64, f64)> {
    let between = section.time("mtbf").map(|time| time.as_secs_f64());
    let restart = section.time("restart").map(|time| time.as_secs_f64());
    if between == Some(0.0) {
        section.refuse("mtbf", "must be above 0");
    }
    if section.has("restart") && !section.has("mtbf") {
        section.refuse(
            "restart",
            "says nothing without `mtbf`, how long a node lasts",
        );
    }
    Some((between?, restart.unwrap_or(RESTART)))
}

/// The complaints of an inner table among those of the outer one.
pub(crate) fn take_over(section: &mut Section, inner: Section) {
    for complaint in inner.finish() {
        section.complain(complaint);
    }
}

/// A number above 0.
pub(crate) fn positive(section: &mut Section, key: &str, unit: &str) -> Option<f64> {
    let number = section.number(key, unit)?;
    if number > 0.0 && number.is_finite() {
        return Some(number);
    }
    section.refuse(key, "must be above 0");
    None
}

/// A whole number above 0.
pub(crate) fn whole(section: &mut Section, key: &str) -> Option<u64> {
    match section.count(key)? {
        0 => {
            section.refuse(key, "must be 1 or more");
            None
        }
        number => Some(number),
    }
}

/// 1, 2 or 3.
fn directions(section: &mut Section, key: &str) -> Option<u32> {
    match section.count(key)? {
        number @ 1..=3 => Some(number as u32),
        _ => {
            section.refuse(key, "must be 1, 2 or 3");
            None
        }
    }
}
