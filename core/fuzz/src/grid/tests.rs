//! Tests across the modules of kernels: determinism, the interpreter against kernels whose numbers are known, what it refuses, and whole campaigns where
//! plugin, CLI and emulator have been built.

use std::env;
use std::path::{Path, PathBuf};

use crate::ast::{Cmp, RealOp};
use crate::memory::Reject;
use crate::run::{Failure, Verdict};

use super::ast::{
    Array, Cond, Id, Int, IntOp, Place, Program, Range, Real, Shape, Shared, Shuffle, Stmt, Ty, Var,
};
use super::build::{Case, Language, Toolchain};
use super::generate::{self, Knobs};
use super::{emit, oracle, visit};

const KNOBS: Knobs = Knobs { size: 3 };

fn generated(seed: u64) -> Option<Program> {
    generate::program(seed, KNOBS, &mut Vec::new())
}

#[test]
fn same_seed_same_program() {
    for seed in 0..20 {
        assert_eq!(generated(seed), generated(seed));
    }
    assert_ne!(generated(1), generated(2));
}

#[test]
fn most_seeds_give_a_program() {
    let usable = (0..60).filter_map(generated).count();
    assert!(usable > 50, "{usable} of 60");
}

/// What a campaign is for has to be there: in so many programs, each is.
#[test]
fn everything_is_met() {
    let text: String = (0..200)
        .filter_map(generated)
        .map(|p| emit::program(&p))
        .collect();
    let all = [
        "barrier();",
        "turn(",
        "up(",
        "down(",
        "from(",
        "_float(",
        "add_to(",
        "add_here(",
        "add_to_by_tries(",
        "add_here_by_tries(",
        "NOINLINE struct",
        "*q0",
        "struct mixed",
        "struct pair",
        "static SHARED",
        "    SHARED",
        "/= 2)",
        "*= 2)",
        "+= all_x())",
        "+= threads())",
        "(global_y() * n) + global_x()",
        "--)",
        "break;",
        "return;",
        "MATH32(",
        "fmin",
        "fabs",
        "LEAST(",
        "[4][16]",
        "WIDTH)",
        ", 8)",
        "warp_barrier",
        "any_lane",
        "all_lanes",
        ".k]",
        "g.a[",
        "g.s",
        "g.b[",
        "g.k",
    ];
    for what in all {
        assert!(text.contains(what), "no program has {what}");
    }
}

/// A kernel of one block with 32 threads, with a shared array of as many elements.
fn kernel(body: Vec<Stmt>) -> Program {
    let shared = Shared {
        var: Var::array(Ty::F64, 32),
        outside: true,
    };
    let vars = [Ty::F64, Ty::F64, Ty::Int];
    Program {
        seed: 0,
        shape: Shape {
            block: [32, 1],
            grid: [1, 1],
        },
        n: 32,
        given: false,
        x: (0..32).map(f64::from).collect(),
        y: vec![0.0; 32],
        shared: vec![shared],
        funcs: Vec::new(),
        vars: vars.into_iter().map(Var::one).collect(),
        body,
    }
}

fn x(index: Int) -> Real {
    Real::Load(Place::of(Array::X, index))
}

fn mine(array: Array) -> Place {
    Place::of(array, Int::THREAD)
}

fn shared(index: Int) -> Real {
    Real::Load(Place::of(Array::Shared(0), index))
}

fn set(var: usize, value: Real) -> Stmt {
    Stmt::Set(Place::var(var), value)
}

fn give(value: Real) -> Stmt {
    Stmt::Set(mine(Array::Y), value)
}

/// The final y, and its derivatives with respect to the first inputs.
fn outcome(program: &Program) -> Vec<crate::dual::Dual> {
    oracle::window(program, 32, 0).unwrap()
}

fn refused(program: &Program) -> Reject {
    oracle::window(program, 32, 0).unwrap_err()
}

#[test]
fn lanes_add_up_by_halves() {
    let shuffle = Stmt::Shuffle {
        to: Place::var(1),
        how: Shuffle::Xor,
        value: Real::var(0),
        by: Int::var(2),
        part: None,
    };
    let half = Int::bin(IntOp::Div, Int::Id(Id::Width), Int::Const(2));
    let sum = outcome(&kernel(vec![
        set(
            0,
            Real::mul(Real::mul(Real::c(0.0625), x(Int::THREAD)), x(Int::THREAD)),
        ),
        Stmt::For {
            counter: 2,
            range: Range::Halves(half),
            body: vec![
                shuffle,
                Stmt::Update(RealOp::Add, Place::var(0), Real::var(1)),
            ],
        },
        give(Real::var(0)),
    ]));
    let squares: f64 = (0..32).map(|k| f64::from(k * k)).sum();
    for y in sum {
        assert_eq!((y.v, y.d[3], y.d[5]), (squares / 16.0, 0.375, 0.625));
    }
}

#[test]
fn lanes_beyond_the_ends_read_their_own_number() {
    for (how, lane, from) in [
        (Shuffle::Up, 1, 1),
        (Shuffle::Up, 9, 6),
        (Shuffle::Down, 30, 30),
        (Shuffle::From, 7, 3),
    ] {
        let shuffle = Stmt::Shuffle {
            to: Place::var(0),
            how,
            value: x(Int::THREAD),
            by: Int::Const(3),
            part: None,
        };
        let y = outcome(&kernel(vec![shuffle, give(Real::var(0))]));
        assert_eq!(y[lane].v, f64::from(from), "{how:?}");
    }
}

#[test]
fn neighbours_are_read_behind_a_barrier() {
    let write = Stmt::Set(mine(Array::Shared(0)), x(Int::THREAD));
    let read = give(shared(Int::THREAD.plus(1).rem(32)));
    let y = outcome(&kernel(vec![write.clone(), Stmt::Barrier, read.clone()]));
    assert_eq!((y[4].v, y[4].d[5], y[31].v), (5.0, 1.0, 0.0));
    assert_eq!(refused(&kernel(vec![write, read])), Reject::Invalid("race"));
}

#[test]
fn sums_of_all_threads_need_a_barrier_in_front_of_reads() {
    let first = Place::of(Array::Shared(0), Int::Const(0));
    let only = Cond::Int(Cmp::Eq, Int::THREAD, Int::Const(0));
    let clear = Stmt::If(
        only,
        vec![Stmt::Set(first.clone(), Real::c(0.0))],
        Vec::new(),
    );
    let add = Stmt::Atomic(first, x(Int::THREAD));
    let read = give(shared(Int::Const(0)));
    let with = vec![
        clear.clone(),
        Stmt::Barrier,
        add.clone(),
        Stmt::Barrier,
        read.clone(),
    ];
    let y = outcome(&kernel(with));
    assert_eq!((y[7].v, y[7].d[2]), (496.0, 1.0));
    let without = kernel(vec![clear, Stmt::Barrier, add, read]);
    assert_eq!(refused(&without), Reject::Invalid("race"));
}

#[test]
fn undefined_kernels_are_refused() {
    let some = Cond::Int(Cmp::Lt, Int::THREAD, Int::Const(5));
    let meet = Stmt::If(some, vec![Stmt::Barrier], Vec::new());
    let refusals = [
        (vec![meet], "not all threads meet"),
        (vec![give(Real::var(0))], "uninitialised"),
        (vec![give(shared(Int::THREAD))], "uninitialised"),
        (vec![give(x(Int::THREAD.plus(1)))], "out of bounds"),
        (
            vec![Stmt::Set(mine(Array::X), Real::c(1.0))],
            "x is written",
        ),
    ];
    for (body, why) in refusals {
        assert_eq!(refused(&kernel(body)), Reject::Invalid(why));
    }
}

#[test]
fn threads_leave_loops_and_kernels_one_by_one() {
    let at = |limit: Int| Cond::Int(Cmp::Ge, limit, Int::Const(3));
    let leave = Stmt::If(at(Int::var(2)), vec![Stmt::Break], Vec::new());
    let early = Stmt::If(at(Int::THREAD), vec![Stmt::Return], Vec::new());
    let y = outcome(&kernel(vec![
        set(0, Real::c(0.0)),
        Stmt::For {
            counter: 2,
            range: Range::Up(Int::THREAD),
            body: vec![
                leave,
                Stmt::Update(RealOp::Add, Place::var(0), Real::c(1.0)),
            ],
        },
        give(Real::var(0)),
        early,
        Stmt::Update(RealOp::Add, mine(Array::Y), Real::c(10.0)),
    ]));
    let values: Vec<f64> = y.iter().map(|y| y.v).take(6).collect();
    assert_eq!(values, [10.0, 11.0, 12.0, 3.0, 3.0, 3.0]);
}

/// The interpreter's tangents against difference quotients of its values.
#[test]
fn tangents_are_quotients() {
    for program in (0..25)
        .filter_map(generated)
        .filter(|p| !visit::uses_floats(p))
    {
        let (step, lane) = (1e-6, 1);
        let at = |by: f64| {
            let mut moved = program.clone();
            moved.x[lane] += by;
            oracle::window(&moved, 64, 0)
        };
        let (Ok(here), Ok(up), Ok(down)) = (at(0.0), at(step), at(-step)) else {
            continue;
        };
        for (here, (up, down)) in here.iter().zip(up.iter().zip(&down)) {
            let quotient = (up.v - down.v) / (2.0 * step);
            let close = (quotient - here.d[lane]).abs() < 1e-5 * (1.0 + quotient.abs());
            assert!(close, "seed {}: {} {quotient}", program.seed, here.d[lane]);
        }
    }
}

/// What was built of plugin, CLI and emulator; `None`, and a word, if they were not.
fn toolchain(name: &str) -> Option<Toolchain> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let build = env::var_os("ENZYME_RS_BUILD").map_or(target.join("release"), PathBuf::from);
    let tools = Toolchain {
        cc: "clang-22".to_owned(),
        plugin: build.join("libenzyme_rs.so"),
        options: String::new(),
        timeout: 120,
        dir: env::temp_dir().join(format!("enzyme-grid-{name}-{}", std::process::id())),
    };
    if let Err(message) = tools.is_there() {
        println!("SKIPPED: {message}");
        return None;
    }
    std::fs::create_dir_all(&tools.dir).unwrap();
    Some(tools)
}

fn case(program: Program, language: Language) -> Case {
    let expected = oracle::expect(&program, language.warp()).unwrap();
    Case { program, expected }
}

#[test]
fn both_languages_agree_with_the_interpreter() {
    let Some(tools) = toolchain("agree") else {
        return;
    };
    for language in [Language::Cuda, Language::Hip] {
        // Where two numbers tie there is no derivative to compare; which do depends on how many lanes a warp has.
        let programs = (0..8).filter_map(generated);
        let cases = programs.filter_map(|program| {
            let expected = oracle::expect(&program, language.warp()).ok()?;
            Some(Case { program, expected })
        });
        let cases: Vec<Case> = cases.collect();
        assert!(cases.len() >= 4);
        let results = tools.test(&cases, (language, "O2"), "agree").unwrap();
        assert!(results.iter().all(Option::is_none), "{results:?}");
    }
}

#[test]
fn wrong_numbers_and_races_are_noticed() {
    let Some(tools) = toolchain("notice") else {
        return;
    };
    let write = Stmt::Set(mine(Array::Shared(0)), x(Int::THREAD));
    let read = give(shared(Int::THREAD.plus(1).rem(32)));
    let good = case(kernel(vec![write, Stmt::Barrier, read]), Language::Cuda);
    let mut lost = good.clone();
    lost.expected.adjoint[0][7] += 0.5;
    let mut racy = good.clone();
    racy.program.body.remove(1);
    for (case, says) in [(lost, "reverse dx[7]"), (racy, "race")] {
        let failure = tools.test_one(&case, (Language::Cuda, "O2"), "notice");
        let failure = failure.unwrap().expect("a failure");
        assert_eq!(failure.verdict(&[]), Verdict::Wrong);
        assert!(
            matches!(&failure, Failure::Mismatch(text) if text.contains(says)),
            "{failure}"
        );
    }
}
