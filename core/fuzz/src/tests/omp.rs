//! Tests of programs with parallel regions: what is a race, what a construct means, and generated programs against a real compiler, with its
//! OpenMP and without.

use super::{A, X, element, hand_made, knobs, load, ret};
use crate::ast::omp::{
    Clauses, Count, Guard, Item, Join, JoinOp, Omp, Parallel, Pass, Reducer, Reduction, Schedule,
    WorkLoop,
};
use crate::ast::{Arg, Block, Init, Int, Place, Program, Real, RealOp, Stmt, Type};
use crate::campaign;
use crate::emit_c;
use crate::features::{Feature, Features};
use crate::generate::{self, Knobs};
use crate::memory::Reject;
use crate::oracle;
use crate::run::Toolchain;

const I: usize = 5;
const S: usize = 6;

fn stmt(node: Omp) -> Stmt {
    Stmt::Omp(Box::new(node))
}

fn region(body: Block) -> Stmt {
    stmt(Omp::Parallel(Parallel {
        threads: None,
        on: None,
        bind: false,
        clauses: Clauses::default(),
        combined: false,
        body,
    }))
}

/// A worksharing loop over all of x.
fn over_x(schedule: Schedule, body: Block) -> WorkLoop {
    WorkLoop {
        loops: vec![Count {
            var: I,
            from: Int::Const(0),
            to: Int::Const(3),
            step: 1,
        }],
        schedule,
        nowait: true,
        ordered: false,
        clauses: Clauses::default(),
        body,
    }
}

fn x_at(by: i64) -> Place {
    element(X, Int::add(Int::var(I), by))
}

fn set(place: Place, e: Real) -> Stmt {
    Stmt::Assign(place, Arg::Real(e))
}

/// `double s = a;`, a region, `return s + x[1];`
fn with_region(body: Block) -> Program {
    let locals = [("i", Type::Int), ("s", Type::F64), ("t", Type::F64)];
    let start = Stmt::Decl(S, Init::Value(Arg::Real(load(A))));
    let result = Real::add(load(S), Real::Load(element(X, Int::Const(1))));
    hand_made(&locals, vec![start, region(body), ret(result)])
}

fn is_race(body: Block) -> bool {
    matches!(
        oracle::evaluate(&with_region(body)),
        Err(Reject::Invalid("race"))
    )
}

fn add_to_s(guard: Guard) -> Stmt {
    let join = Join {
        op: JoinOp::Add,
        place: Place::Var(S),
        value: Real::Load(x_at(0)),
        spelling: 0,
    };
    stmt(Omp::Join(guard, vec![join]))
}

#[test]
fn races_are_refused() {
    let dynamic = Schedule::Dynamic(None);
    let of = |body| stmt(Omp::Loop(over_x(dynamic, vec![body])));
    let square = |by| Real::mul(Real::Load(x_at(by)), Real::Load(x_at(by)));
    assert!(!is_race(vec![of(set(x_at(0), square(0)))]));
    // All workers, or all iterations, write one number.
    assert!(is_race(vec![set(Place::Var(S), load(A))]));
    assert!(is_race(vec![of(set(Place::Var(S), square(0)))]));
    // A neighbour is another worker's.
    let neighbour = set(x_at(0), Real::Load(element(X, Int::Const(0))));
    assert!(is_race(vec![of(neighbour)]));
    // One worker writes what another one reads.
    let one = stmt(Omp::Single {
        nowait: true,
        body: vec![set(Place::Var(S), load(A))],
    });
    let read = of(set(x_at(0), load(S)));
    assert!(is_race(vec![one.clone(), read.clone()]));
    let pass = |pass| vec![one.clone(), stmt(Omp::Pass(pass)), read.clone()];
    assert!(is_race(pass(Pass::Critical)));
    assert!(is_race(pass(Pass::Barrier(true))));
    assert!(!is_race(vec![one, stmt(Omp::Barrier), read]));
}

#[test]
fn equal_static_schedules_give_iterations_to_the_same_workers() {
    let first = |schedule| stmt(Omp::Loop(over_x(schedule, vec![set(x_at(0), load(A))])));
    let own = Real::mul(Real::Load(x_at(0)), load(A));
    let second = |schedule| stmt(Omp::Loop(over_x(schedule, vec![set(x_at(0), own.clone())])));
    let fixed = Schedule::Static(Some(2));
    assert!(!is_race(vec![first(fixed), second(fixed)]));
    assert!(is_race(vec![first(fixed), second(Schedule::Static(None))]));
    let dynamic = Schedule::Dynamic(None);
    assert!(is_race(vec![first(dynamic), second(dynamic)]));
}

#[test]
fn joins_need_one_guard_and_no_reader() {
    let of = |body| stmt(Omp::Loop(over_x(Schedule::Unsaid, body)));
    let atomic = add_to_s(Guard::Atomic);
    assert!(!is_race(vec![of(vec![atomic.clone()])]));
    let other = add_to_s(Guard::Critical(None));
    assert!(is_race(vec![of(vec![atomic.clone(), other])]));
    let read = set(x_at(0), load(S));
    assert!(is_race(vec![of(vec![atomic.clone(), read])]));
    // As often as there are workers.
    let once = Stmt::For {
        var: I,
        from: Int::Const(0),
        to: Int::Const(1),
        step: 1,
        body: vec![atomic],
    };
    assert!(is_race(vec![once]));
    // No copy to join to.
    assert!(is_race(vec![of(vec![add_to_s(Guard::Reduction)])]));
}

/// A worker that waits for what it has waits for ever.
#[test]
fn no_guard_within_a_guard() {
    let helper = |guard| {
        let inner = Join {
            op: JoinOp::Add,
            place: Place::Var(0),
            value: Real::c(1.0),
            spelling: 0,
        };
        crate::ast::Func {
            name: "h".to_owned(),
            params: 1,
            ret: Some(Type::F64),
            vars: vec![crate::ast::Var {
                name: "v".to_owned(),
                ty: Type::F64,
            }],
            body: vec![stmt(Omp::Join(guard, vec![inner])), ret(load(0))],
            noinline: false,
            recomputed: false,
        }
    };
    let outer = |inner| {
        let join = Join {
            op: JoinOp::Add,
            place: Place::Var(S),
            value: Real::Call(0, vec![Arg::Real(Real::Load(x_at(0)))]),
            spelling: 0,
        };
        let guarded = stmt(Omp::Join(Guard::Critical(None), vec![join]));
        let work = over_x(Schedule::Unsaid, vec![guarded]);
        let mut program = with_region(vec![stmt(Omp::Loop(work))]);
        program.funcs.insert(0, helper(inner));
        oracle::evaluate(&program).is_ok()
    };
    assert!(outer(Guard::Atomic));
    assert!(!outer(Guard::Critical(None)));
}

/// `reduction(+ : s)` over x: s = 0.5 + 2 + 3 + 5.
#[test]
fn reductions_add_up() {
    let mut work = over_x(Schedule::Unsaid, vec![add_to_s(Guard::Reduction)]);
    work.clauses.reductions.push(Reduction {
        op: Reducer::By(JoinOp::Add),
        items: vec![Item {
            var: S,
            section: None,
        }],
    });
    let program = with_region(vec![stmt(Omp::Loop(work))]);
    let result = oracle::evaluate(&program).unwrap().ret;
    assert_eq!(result.v, 13.5);
    assert_eq!(result.d[..6], [1.0, 2.0, 1.0, 0.0, 1.0, 0.0]);
    let text = emit_c::program(&program);
    let head = "#pragma omp for reduction(+ : s) nowait";
    assert!(text.contains(head), "{text}");
}

/// A private variable has no value, neither within nor afterwards.
#[test]
fn private_variables_have_no_value() {
    let t = 7;
    let clauses = Clauses {
        private: vec![t],
        ..Clauses::default()
    };
    let program = |body, after: Real| {
        let locals = [("i", Type::Int), ("s", Type::F64), ("t", Type::F64)];
        let own = Parallel {
            threads: None,
            on: None,
            bind: false,
            clauses: clauses.clone(),
            combined: false,
            body,
        };
        let start = Stmt::Decl(t, Init::Value(Arg::Real(load(A))));
        hand_made(&locals, vec![start, stmt(Omp::Parallel(own)), ret(after)])
    };
    let assigned = vec![set(Place::Var(t), load(A))];
    assert!(oracle::evaluate(&program(assigned.clone(), load(A))).is_ok());
    let read = vec![Stmt::Update(RealOp::Add, Place::Var(t), load(A))];
    assert!(oracle::evaluate(&program(read, load(A))).is_err());
    assert!(oracle::evaluate(&program(assigned, load(t))).is_err());
}

/// Barriers and worksharing constructs are for all workers.
#[test]
fn constructs_are_met_together() {
    let barrier = over_x(Schedule::Unsaid, vec![stmt(Omp::Barrier)]);
    let program = with_region(vec![stmt(Omp::Loop(barrier))]);
    assert!(matches!(
        oracle::evaluate(&program),
        Err(Reject::Invalid(_))
    ));
}

fn openmp() -> Features {
    let mut features = Features::standard();
    let idioms = crate::features::ALL.iter();
    let idioms = idioms.filter(|(f, ..)| crate::idiom::is_idiom(*f));
    idioms.for_each(|(f, ..)| features.set(*f, false));
    features.set(Feature::Openmp, true);
    features
}

fn generated(seed: u64) -> Program {
    generated_with(seed, openmp())
}

fn generated_with(seed: u64, features: Features) -> Program {
    let knobs = Knobs {
        features,
        ..knobs()
    };
    generate::program(seed, knobs).unwrap()
}

/// Small programs of one class.
fn of_class(name: &str) -> Features {
    let names = ["math", "loops", "arrays", "openmp", name];
    Features::only(&names.map(str::to_owned)).unwrap()
}

#[test]
fn each_class_is_generated() {
    let wanted: [(&str, &[&str]); 5] = [
        (
            "sweeps",
            &["int m", "double *swap", "memcpy(u", "collapse(2)"],
        ),
        ("gathers", &["begin", "order", "[col", "double *v"]),
        (
            "tasks",
            &[
                "task depend(",
                "taskgroup",
                "taskwait",
                "taskloop",
                "in_reduction(",
            ],
        ),
        (
            "guards",
            &["atomic capture", "atomic read", "critical", "omp_set_lock("],
        ),
        (
            "teamwork",
            &[
                "copyprivate(",
                "cancel for",
                "lastprivate(",
                "scan inclusive(",
            ],
        ),
    ];
    for (class, pieces) in wanted {
        let features = of_class(class);
        let programs = (0..80).map(|seed| emit_c::program(&generated_with(seed, features)));
        let text: String = programs.collect();
        for piece in pieces {
            assert!(text.contains(piece), "{class}: no {piece}");
        }
    }
}

#[test]
fn each_construct_is_generated() {
    let text: String = (0..400)
        .map(|seed| emit_c::program(&generated(seed)))
        .collect();
    let wanted = [
        "parallel",
        "parallel for",
        "parallel sections",
        "for",
        "sections",
        "section",
        "single",
        "single nowait",
        "master",
        "masked",
        "barrier",
        "ordered",
        "critical",
        "atomic",
        "declare reduction",
    ];
    for directive in wanted {
        let line = format!("#pragma omp {directive}");
        assert!(text.contains(&line), "no {line}");
    }
    let clauses = [
        "private(",
        "firstprivate(",
        "lastprivate(",
        "reduction(+ :",
        "reduction(- :",
        "reduction(* :",
        "reduction(max :",
        "reduction(min :",
        "num_threads(",
        "if(",
        "proc_bind(",
        "nowait",
        "collapse(2)",
        "ordered",
        "schedule(static)",
        "schedule(static, ",
        "schedule(dynamic)",
        "schedule(dynamic, ",
        "schedule(guided)",
        "schedule(guided, ",
        "schedule(runtime)",
        "schedule(auto)",
        "[:",
        "omp_set_lock(",
        "omp_set_nest_lock(",
        "omp_get_thread_num()",
        "pass_critical();",
        "pass_lock();",
        "pass_taskwait();",
        "pass_barrier(",
    ];
    for clause in clauses {
        assert!(text.contains(clause), "no {clause}");
    }
}

/// Runs programs with a plain compiler: their values and difference quotients are those of the interpreter.
fn agree(name: &str, openmp: bool, programs: impl Iterator<Item = Program>) {
    let cases: Vec<_> = programs.map(|p| campaign::case(p).unwrap()).collect();
    let dir = std::env::temp_dir().join(format!(
        "enzyme-fuzz-test-{}-omp-{name}",
        std::process::id()
    ));
    std::fs::create_dir_all(&dir).unwrap();
    let tools = Toolchain {
        openmp,
        ..super::plain(dir.clone())
    };
    for opt in ["O0", "O2"] {
        let results = tools.test(&cases, opt, "omp").unwrap();
        for (case, result) in cases.iter().zip(results) {
            assert_eq!(result, None, "seed {} at {opt}", case.program.seed);
        }
    }
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn teams_of_all_sizes_agree() {
    agree("teams", true, (0..25).map(generated));
}

#[test]
fn programs_mean_the_same_without_openmp() {
    agree("alone", false, (0..25).map(generated));
}

#[test]
fn classes_agree() {
    let classes = ["sweeps", "gathers", "tasks", "guards", "teamwork"];
    let programs = classes
        .into_iter()
        .flat_map(|class| (0..8).map(move |seed| generated_with(seed, of_class(class))));
    agree("classes", true, programs);
}

/// What is left of a program that must keep an ordered loop is little more than that, and no race.
#[test]
fn regions_shrink() {
    let ordered = |p: &Program| {
        oracle::evaluate(p).is_ok() && emit_c::program(p).contains("#pragma omp ordered")
    };
    let knobs = Knobs {
        features: Features::only(&["openmp".to_owned()]).unwrap(),
        size: 1,
        ..knobs()
    };
    let small = (0..).filter_map(|seed| generate::program(seed, knobs));
    let start = { small }.find(ordered).unwrap();
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    let end = crate::reduce::reduce(&start, deadline, ordered);
    let text = emit_c::program(&end);
    assert!(ordered(&end) && text.lines().count() < 40, "{text}");
}
