//! What the adjoints of MPI programs cost: time, messages, memory. Owns the table, and how often the programs of
//! `c/bench/` are run. Must not: compile or run them itself.
//!
//! `cargo bench -p enzyme-mpi-programs --bench adjoints [-- TEXT]`: only programs whose name contains the text.

use enzyme_mpi_programs::cost::{self, Benchmark, Report, Times};
use enzyme_mpi_programs::mpi::{self, Mpi};
use std::env;
use std::path::Path;
use std::process::ExitCode;

const BENCHMARKS: [Benchmark; 8] = [
    cost::HALO,
    cost::BCAST,
    cost::ALLREDUCE,
    cost::SCAN,
    cost::GATHER,
    cost::SMALL_SENDRECV,
    cost::SMALL_STARTED,
    cost::SMALL_ALLREDUCE,
];

/// Samples for each median. Ranks that share a core take longer, and say little by their times.
const REPETITIONS: usize = 101;
const REPETITIONS_SHARED: usize = 11;

fn main() -> ExitCode {
    let Some(mpi) = mpi::installed().next() else {
        println!(
            "MPI adjoints: left out, for there is no MPI with libenzyme_rs_mpi; `make mpi' builds it"
        );
        return ExitCode::SUCCESS;
    };
    // Cargo says `--bench`.
    let wanted = env::args().skip(1).find(|word| !word.starts_with('-'));
    match table(mpi, &wanted.unwrap_or_default()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("MPI adjoints: error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn table(mpi: &Mpi, wanted: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    heading(mpi, cores);
    for benchmark in BENCHMARKS.iter().filter(|one| one.name.contains(wanted)) {
        rows(benchmark, mpi, cores, folder.path())?;
    }
    println!("{}", legend(cores));
    Ok(())
}

fn rows(benchmark: &Benchmark, mpi: &Mpi, cores: usize, folder: &Path) -> Result<(), String> {
    let program = benchmark.compile(mpi, folder)?;
    for ranks in benchmark.ranks {
        let repetitions = match *ranks <= cores {
            true => REPETITIONS,
            false => REPETITIONS_SHARED,
        };
        let report = benchmark.measure(mpi, &program, *ranks, repetitions)?;
        println!("{}", row(benchmark, *ranks, cores, &report));
    }
    Ok(())
}

fn heading(mpi: &Mpi, cores: usize) {
    println!(
        "\nMPI adjoints with {} on {cores} cores: one gradient, of all ranks the largest numbers",
        mpi.name
    );
    println!(
        "{:>43} {:>33} {:>32}",
        "time, ms     ", "sent by a rank, calls and KiB", "held by a rank, KiB"
    );
    println!(
        "{:<13} {:>5} {:>8} {:>8} {:>5}  {:>7} {:>8} {:>7} {:>8}  {:>7} {:>6} {:>5} {:>11}",
        "program",
        "ranks",
        "primal",
        "gradient",
        "ratio",
        "primal",
        "",
        "adjoint",
        "",
        "library",
        "tape",
        "sum",
        "process"
    );
}

fn row(benchmark: &Benchmark, ranks: usize, cores: usize, report: &Report) -> String {
    let times = report
        .times
        .as_ref()
        .map_or_else(String::new, |times| time_columns(times, ranks > cores));
    let kib = |bytes: u64| format!("{:.0}", bytes as f64 / 1024.0);
    format!(
        "{:<13} {ranks:>5} {times} {:>7} {:>8} {:>7} {:>8}  {:>7} {:>6} {:>5} {:>11}",
        benchmark.name,
        report.primal_messages,
        kib(report.primal_bytes),
        report.adjoint_messages,
        kib(report.adjoint_bytes),
        kib(report.held_bytes),
        kib(report.tape_bytes),
        kib(report.held_bytes + report.tape_bytes),
        kib(report.resident_bytes),
    )
}

/// Times of ranks that share cores are marked.
fn time_columns(times: &Times, shared: bool) -> String {
    let mark = if shared { '~' } else { ' ' };
    let (primal, gradient) = (1e3 * times.primal_seconds, 1e3 * times.gradient_seconds);
    format!("{primal:>8.2} {gradient:>8.2} {:>5.2}{mark}", times.ratio)
}

fn legend(cores: usize) -> String {
    format!(
        "\
halo exchange: {points} x {points} doubles a rank, {sweeps} sweeps with an exchange of the border before each, a norm; the
others: one call with {doubles} doubles a rank, their squares; small: {calls} calls with one double. The work of a rank does not depend on their number.
time: medians, of the slowest rank; ratio: gradient over the primal run before it; ~: more ranks than the {cores} cores,
which says little. sent: what the forward sweep sends (primal) and the reverse pass (adjoint), counted by
enzyme_rs_mpi_statistics; a collective call is one. held: the most at a time in records and buffers of the run-time
library, and on the tape; process: by how much the first gradient enlarged it beyond the primal, with the program's
shadows and MPI's own memory. Gather is there to compare with: its root must hold what all ranks send.
Every gradient was compared with forward mode and differences. Published for another program, LULESH with messages
between neighbours: ratio 4.6 to 5.2 on one rank, 3.4 to 3.8 on 64 (Enzyme), 9.6 to 11.3 and 4.4 (CoDiPack).",
        points = cost::POINTS,
        sweeps = cost::SWEEPS,
        doubles = cost::DOUBLES,
        calls = cost::CALLS,
    )
}
