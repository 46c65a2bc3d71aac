//! Every covered call, checked on as many ranks as mpirun starts. Owns the table of cases and the checks, in each direction:
//!
//! - Communication is linear: if the tangents begin as multiples of the data, they end as such.
//! - The dot product: for random seeds, <tangent output, seed> = <tangent input, reverse of seed>, summed
//!   over all ranks and all buffers, which all are inputs and outputs.
//! - Bytes of shadows that are no numbers are left alone.
//!
//!     mpirun -n 3 cases [--seed N] [--only TEXT] [--except TEXT] [--brief] [--width N]
//!
//! `--brief` tries few shapes; `--width` takes several directions at once.

#![allow(clippy::unwrap_used, reason = "a case fails by it")]

mod collective;
mod cores;
mod machine;
mod p2p;
mod packed;
mod shapes;
mod tools;
mod wildcards;
mod window;

use machine::{Machine, Mode, factor};
use mpi_sys::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shapes::Shape;
use std::ffi::{c_char, c_int};

/// A program of communications, for any shape and number of items.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&mut Machine, &Shape, usize),
    /// All that is communicated is active.
    linear: bool,
}

impl Case {
    const fn new(name: &'static str, run: fn(&mut Machine, &Shape, usize)) -> Case {
        Case {
            name,
            run,
            linear: true,
        }
    }

    const fn not_linear(name: &'static str, run: fn(&mut Machine, &Shape, usize)) -> Case {
        Case {
            name,
            run,
            linear: false,
        }
    }
}

/// More than MPIs send without asking the receiver.
const LARGE: usize = 20_000;
const COUNTS: [usize; 4] = [0, 1, 5, LARGE];
const SECONDS_PER_CASE: u32 = 30;

fn main() {
    let mut seed = 20_261_121;
    let (mut only, mut except) = (String::new(), None);
    let (mut brief, mut width) = (false, 1);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seed" => seed = arguments.next().and_then(|text| text.parse().ok()).unwrap(),
            "--only" => only = arguments.next().unwrap(),
            "--except" => except = arguments.next(),
            "--brief" => brief = true,
            "--width" => width = arguments.next().and_then(|text| text.parse().ok()).unwrap(),
            other => panic!(
                "unknown argument `{other}'; help: --seed N, --only TEXT, --except TEXT, --brief, --width N"
            ),
        }
    }
    let (rank, size) = begin();
    if rank == 0 {
        println!("{size} ranks, seed {seed}, width {width}");
    }
    let shapes = shapes::all();
    let mut failed = 0;
    let messages = [p2p::CASES, wildcards::CASES, packed::CASES]
        .into_iter()
        .flatten();
    for case in messages.chain(collective::cases()).chain(window::CASES) {
        let left_out = except.as_ref().is_some_and(|text| case.name.contains(text));
        if case.name.contains(&only) && !left_out {
            let wrong: usize = shapes
                .iter()
                .map(|shape| {
                    failures(
                        case,
                        shape,
                        counts(shape, brief),
                        (rank, size),
                        (seed, width),
                    )
                })
                .sum();
            failed += wrong;
            if rank == 0 {
                println!(
                    "{}: {}",
                    case.name,
                    if wrong == 0 { "ok" } else { "FAILED" }
                );
            }
        }
    }
    // SAFETY: MPI is running.
    unsafe { MPI_Finalize() };
    std::process::exit(i32::from(failed > 0));
}

fn begin() -> (c_int, c_int) {
    let (mut rank, mut size) = (0, 0);
    // SAFETY: the first calls of MPI; the handler does what a signal handler may do.
    unsafe {
        libc::signal(libc::SIGALRM, hang as *const () as libc::sighandler_t);
        MPI_Init(std::ptr::null_mut(), std::ptr::null_mut());
        MPI_Comm_rank(RSMPI_COMM_WORLD, &raw mut rank);
        MPI_Comm_size(RSMPI_COMM_WORLD, &raw mut size);
    }
    cores::share(size);
    (rank, size)
}

/// Prints the last action of this rank, and ends it.
extern "C" fn hang(_: c_int) {
    let say = |text: *const c_char| {
        // SAFETY: a text of C; write may be called by a signal handler.
        unsafe { libc::write(2, text.cast(), libc::strlen(text)) }
    };
    say(c"hang; last action: ".as_ptr());
    say(enzyme_rs_mpi::public::enzyme_rs_mpi_last_action());
    say(c"\n".as_ptr());
    // SAFETY: ends the process, which mpirun takes as the end of all.
    unsafe { libc::_exit(3) };
}

/// Numbers of items. Briefly: the shapes that are tried with many, and one number of those that some operators need.
fn counts(shape: &Shape, brief: bool) -> &'static [usize] {
    let needed = ["double complex", "value and index", "indexed block"].contains(&shape.name);
    match (shape.large, brief) {
        (true, _) => &COUNTS,
        (false, false) => &COUNTS[..3],
        (false, true) if needed => &COUNTS[2..3],
        (false, true) => &[],
    }
}

/// With how many numbers of items a case fails.
fn failures(
    case: &Case,
    shape: &Shape,
    counts: &[usize],
    ranks: (c_int, c_int),
    run: (u64, usize),
) -> usize {
    let fails = |items: &&usize| !holds(case, shape, **items, ranks, run);
    counts.iter().filter(fails).count()
}

/// Tells whether a case passes, and says so on rank 0 if not.
fn holds(
    case: &Case,
    shape: &Shape,
    items: usize,
    (rank, size): (c_int, c_int),
    (seed, width): (u64, usize),
) -> bool {
    // SAFETY: sets a clock.
    unsafe { libc::alarm(SECONDS_PER_CASE) };
    let random = |stream: u64| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(stream * 1000 + rank as u64);
        random
    };
    let run = |mode| {
        let mut machine = Machine::new((mode, width), (rank, size), random(0));
        (case.run)(&mut machine, shape, items);
        // Messages of the next run must not be taken for those of this one.
        tools::barrier();
        machine
    };
    let tangent = run(Mode::Tangent);
    let mut adjoint = run(Mode::Augmented);
    adjoint.seed(random(1));
    let seeds: Vec<Vec<f64>> = (0..width).map(|d| adjoint.shadows(d)).collect();
    adjoint.reverse();
    let of_direction = |d: usize| agrees(case, shape, items, (&tangent, &adjoint), (d, &seeds[d]));
    // On all ranks all directions are compared.
    let wrong = (0..width).filter(|d| !of_direction(*d)).count();
    wrong == 0
}

/// Tells whether tangent and adjoint agree in a direction, and says so on rank 0 if not.
fn agrees(
    case: &Case,
    shape: &Shape,
    items: usize,
    (tangent, adjoint): (&Machine, &Machine),
    (direction, seeds): (usize, &[f64]),
) -> bool {
    let by = factor(direction);
    let multiples = |numbers: Vec<f64>| numbers.iter().map(|x| by * x).collect::<Vec<f64>>();
    let tangents = tangent.shadows(direction);
    let linear = distance(&multiples(tangent.primals()), &tangents);
    let intact = tangent.is_intact() && adjoint.is_intact();
    let [forward, backward, scale, linear, broken] = sums([
        dot(&tangents, seeds),
        dot(&multiples(adjoint.inputs()), &adjoint.shadows(direction)),
        dot(seeds, seeds),
        if case.linear { linear } else { 0.0 },
        f64::from(u8::from(!intact)),
    ]);
    let tolerance = by * shape.tolerance() * scale.max(1.0);
    let holds = linear <= tolerance && (forward - backward).abs() <= tolerance && broken == 0.0;
    if !holds && tangent.rank == 0 {
        println!(
            "FAILED: {}, {} × {items}, direction {direction}: tangents off by {linear:e}, <tangent, seed> = {forward}, \
             <input, reverse> = {backward}, bytes between numbers intact here: {intact}",
            case.name, shape.name
        );
    }
    holds
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max)
}

/// Over all ranks.
fn sums<const N: usize>(values: [f64; N]) -> [f64; N] {
    let mut result = [0.0; N];
    // SAFETY: N numbers each.
    unsafe {
        MPI_Allreduce(
            values.as_ptr().cast(),
            result.as_mut_ptr().cast(),
            N as c_int,
            RSMPI_DOUBLE,
            RSMPI_SUM,
            RSMPI_COMM_WORLD,
        );
    }
    result
}
