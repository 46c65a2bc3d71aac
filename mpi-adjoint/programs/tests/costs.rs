//! What an adjoint sends, by closed formulas, and what it holds: the same for any number of ranks. Must not: time. The
//! programs compare each gradient with forward mode and differences. The first MPI that is there is used.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use enzyme_mpi_programs::cost::{self, Benchmark, CALLS, DOUBLES, POINTS, Report, SWEEPS};
use enzyme_mpi_programs::mpi;

/// Bytes of a double.
const DOUBLE: u64 = 8;
/// Bytes of the numbers of a collective call.
const BUFFER: u64 = DOUBLE * DOUBLES;
/// By less than this a gradient enlarges a process, with the MPI's memory and the program's: less than a buffer for each
/// of 16 ranks.
const PROCESS: u64 = 10 * BUFFER;

/// One report for each number of ranks; none without an MPI.
fn reports(benchmark: &Benchmark) -> Vec<(u64, Report)> {
    let Some(mpi) = mpi::installed().next() else {
        return Vec::new();
    };
    let folder = tempfile::tempdir().unwrap();
    let program = benchmark.compile(mpi, folder.path()).unwrap();
    let ranks = benchmark.ranks.iter();
    ranks
        .map(|ranks| {
            (
                *ranks as u64,
                benchmark.measure(mpi, &program, *ranks, 0).unwrap(),
            )
        })
        .collect()
}

/// Bytes of records, buffers and tape of a gradient.
fn held(report: &Report) -> u64 {
    report.held_bytes + report.tape_bytes
}

/// By how much what a rank holds differs between the numbers of ranks.
fn spread(reports: &[(u64, Report)]) -> u64 {
    let all = || reports.iter().map(|(_, report)| held(report));
    all().max().unwrap_or(0) - all().min().unwrap_or(0)
}

/// What is sent; the adjoint of each message is one message of the same bytes.
fn assert_sent(reports: &[(u64, Report)], messages: u64, bytes: u64) {
    for (ranks, report) in reports {
        let sent = (report.primal_messages, report.primal_bytes);
        assert_eq!(sent, (messages, bytes), "primal on {ranks} ranks");
        let sent = (report.adjoint_messages, report.adjoint_bytes);
        assert_eq!(sent, (messages, bytes), "adjoint on {ranks} ranks");
    }
}

/// The adjoint of a collective call holds two buffers of its length, and the tape the numbers that are squared.
fn assert_linear(benchmark: &Benchmark) {
    let reports = reports(benchmark);
    assert_sent(&reports, 1, BUFFER);
    assert_eq!(spread(&reports), 0, "{reports:?}");
    for (ranks, report) in &reports {
        assert!(
            held(report) < 3 * BUFFER + 4096,
            "{ranks} ranks: {report:?}"
        );
        assert!(report.resident_bytes < PROCESS, "{ranks} ranks: {report:?}");
    }
}

/// Four messages of a side each sweep, and the norm. What has been sent back, and has not come, is chance: a rank is at
/// most two sweeps ahead of its neighbours.
#[test]
fn halo_exchange_sends_as_much_back_and_holds_the_same_on_any_number_of_ranks() {
    let reports = reports(&cost::HALO);
    let messages = 4 * SWEEPS;
    assert_sent(&reports, messages + 1, DOUBLE * (messages * POINTS + 1));
    assert!(spread(&reports) <= 2 * 4 * DOUBLE * POINTS, "{reports:?}");
}

#[test]
fn bcast_holds_what_one_rank_sends() {
    assert_linear(&cost::BCAST);
}

#[test]
fn allreduce_holds_what_one_rank_sends() {
    assert_linear(&cost::ALLREDUCE);
}

#[test]
fn scan_holds_what_one_rank_sends() {
    assert_linear(&cost::SCAN);
}

/// The root of a gather has the adjoints of all: what the other tests look at does grow where it must.
#[test]
fn gather_holds_what_all_ranks_send() {
    let reports = reports(&cost::GATHER);
    for (ranks, report) in &reports {
        assert_eq!(
            report.adjoint_bytes,
            ranks * BUFFER,
            "what the root sends back"
        );
        assert!(held(report) > ranks * BUFFER, "{ranks} ranks: {report:?}");
    }
    if let Some((_, largest)) = reports.last() {
        assert!(spread(&reports) >= 14 * BUFFER, "{reports:?}");
        assert!(largest.resident_bytes > PROCESS, "{largest:?}");
    }
}

/// Bytes that the library holds for a call whose data are one number.
fn held_a_call(benchmark: &Benchmark) -> u64 {
    let reports = reports(benchmark);
    let held = reports.iter().map(|(_, report)| report.held_bytes / CALLS);
    held.max().unwrap_or(0)
}

#[test]
fn records_of_small_messages_are_small() {
    assert!(held_a_call(&cost::SMALL_SENDRECV) <= 400);
    assert!(held_a_call(&cost::SMALL_STARTED) <= 544);
    assert!(held_a_call(&cost::SMALL_ALLREDUCE) <= 800);
}
