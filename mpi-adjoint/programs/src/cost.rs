//! The programs of `c/bench/`: what they are, how large, and what they report. Owns compiling and running them. Must
//! not: judge or show numbers.

use crate::mpi::{self, Mpi};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Points of a side of each rank's block in the halo exchange.
pub const POINTS: u64 = 256;
/// Exchanges, each with a sweep over the block.
pub const SWEEPS: u64 = 20;
/// Numbers of a collective call.
pub const DOUBLES: u64 = 100_000;

/// Calls that communicate one number, in a program of such calls.
pub const CALLS: u64 = 20_000;

/// A distributed function and how many ranks run it, each with the same work.
#[derive(Clone, Copy, Debug)]
pub struct Benchmark {
    /// In words.
    pub name: &'static str,
    source: &'static str,
    /// Which function of the program.
    what: &'static [&'static str],
    /// Numbers of ranks.
    pub ranks: &'static [usize],
}

const fn collective(name: &'static str, what: &'static [&'static str]) -> Benchmark {
    Benchmark {
        name,
        source: "collective.c",
        what,
        ranks: &[2, 4, 8, 16],
    }
}

/// Sweeps over a block with an exchange of its border before each, and a global norm.
pub const HALO: Benchmark = Benchmark {
    name: "halo exchange",
    source: "halo.c",
    what: &[],
    ranks: &[1, 2, 4, 8, 16],
};
/// `MPI_Bcast`.
pub const BCAST: Benchmark = collective("Bcast", &["bcast"]);
/// `MPI_Allreduce` by `MPI_SUM`.
pub const ALLREDUCE: Benchmark = collective("Allreduce", &["allreduce"]);
/// `MPI_Scan` by `MPI_SUM`.
pub const SCAN: Benchmark = collective("Scan", &["scan"]);
/// `MPI_Gather`, whose root must hold what all ranks send.
pub const GATHER: Benchmark = collective("Gather", &["gather"]);

const fn small(name: &'static str, what: &'static [&'static str]) -> Benchmark {
    Benchmark {
        name,
        source: "small.c",
        what,
        ranks: &[2],
    }
}

/// `MPI_Sendrecv` of one number, again and again.
pub const SMALL_SENDRECV: Benchmark = small("small Sendrecv", &["sendrecv"]);
/// `MPI_Irecv`, `MPI_Isend` and `MPI_Waitall` of one number.
pub const SMALL_STARTED: Benchmark = small("small Waitall", &["started"]);
/// `MPI_Allreduce` of one number.
pub const SMALL_ALLREDUCE: Benchmark = small("small Allred.", &["allreduce"]);

/// What a program reports: of each number the largest of all ranks, for one gradient.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Messages and collective calls of the forward sweep, where they are sent.
    pub primal_messages: u64,
    /// Bytes of them.
    pub primal_bytes: u64,
    /// Messages and collective calls of the reverse pass.
    pub adjoint_messages: u64,
    /// Bytes of them.
    pub adjoint_bytes: u64,
    /// The most bytes that the run-time library held: records and buffers.
    pub held_bytes: u64,
    /// The most bytes on the tape.
    pub tape_bytes: u64,
    /// By how many bytes the first gradient enlarged the process.
    pub resident_bytes: u64,
    /// Unless nothing was to be timed.
    pub times: Option<Times>,
}

/// Medians; in each repetition the time of the slowest rank.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Times {
    /// The function by itself.
    pub primal_seconds: f64,
    /// Its gradient.
    pub gradient_seconds: f64,
    /// The median of gradient over primal, each with the primal before it.
    pub ratio: f64,
}

impl Benchmark {
    /// Compiles the program into a folder.
    ///
    /// # Errors
    /// What the compiler said.
    pub fn compile(&self, mpi: &Mpi, folder: &Path) -> Result<PathBuf, String> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("c/bench");
        let program = folder.join(self.name.replace(' ', "_"));
        let sizes = [
            ("POINTS", POINTS),
            ("SWEEPS", SWEEPS),
            ("DOUBLES", DOUBLES),
            ("CALLS", CALLS),
        ];
        let sizes = sizes.map(|(name, size)| format!("-D{name}={size}"));
        let flags: Vec<&str> = ["-O2"]
            .into_iter()
            .chain(sizes.iter().map(String::as_str))
            .collect();
        mpi::compile(mpi, &source.join(self.source), &flags, &program)?;
        Ok(program)
    }

    /// Runs the compiled program, which checks the gradient; times nothing if `repetitions` is 0.
    ///
    /// # Errors
    /// What the program said, such as that the gradient is wrong.
    pub fn measure(
        &self,
        mpi: &Mpi,
        program: &Path,
        ranks: usize,
        repetitions: usize,
    ) -> Result<Report, String> {
        let repetitions = repetitions.to_string();
        let arguments: Vec<&str> = [repetitions.as_str()]
            .into_iter()
            .chain(self.what.iter().copied())
            .collect();
        let said = mpi::run(mpi, ranks, program, &arguments)?;
        serde_json::from_str(&said)
            .map_err(|error| format!("{}: {error} in {said}", program.display()))
    }
}
