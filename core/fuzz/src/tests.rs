//! Tests across modules: determinism, the interpreter against hand-computed programs, and generated
//! programs against a real compiler.

mod omp;

use std::path::PathBuf;

use crate::ast::{
    Arg, Block, Cmp, Cond, Func, Idiom, Init, Inputs, Int, IntOp, Language, MathFn, Place, Pointer,
    Prec, Program, Real, RealOp, Stmt, Type, Var,
};
use crate::campaign::{self, Campaign};
use crate::emit_c;
use crate::features::{Feature, Features};
use crate::generate::{self, Knobs};
use crate::idiom::{self, Dialect, SHAPES};
use crate::memory::Reject;
use crate::oracle;
use crate::run::Toolchain;

const X: usize = 0;
const N: usize = 1;
const Y: usize = 2;
const A: usize = 3;
const B: usize = 4;

/// Plain clang for C, on values and difference quotients.
fn plain(dir: PathBuf) -> Toolchain {
    Toolchain {
        cc: "clang-22".to_owned(),
        no_ad: true,
        second: Vec::new(),
        split: false,
        several: false,
        libraries: String::new(),
        openmp: false,
        options: String::new(),
        timeout: 60,
        memory: 8,
        dir,
        language: Language::C,
        plain: "clang-22".to_owned(),
        plugin: PathBuf::new(),
    }
}

fn knobs() -> Knobs {
    Knobs {
        features: Features::standard(),
        size: 3,
        language: Language::C,
    }
}

/// A program whose top function has the given local variables (from index 5) and body.
fn hand_made(locals: &[(&str, Type)], body: Block) -> Program {
    let params = [
        ("x", Type::ptr(Type::F64)),
        ("n", Type::Int),
        ("y", Type::ptr(Type::F64)),
        ("a", Type::F64),
        ("b", Type::F64),
    ];
    let var = |(name, ty): &(&str, Type)| Var {
        name: (*name).to_owned(),
        ty: ty.clone(),
    };
    let top = Func {
        name: "f".to_owned(),
        params: 5,
        ret: Some(Type::F64),
        vars: params.iter().chain(locals).map(var).collect(),
        body,
        noinline: true,
        recomputed: false,
    };
    let inputs = Inputs {
        x: vec![2.0, 3.0, 5.0],
        y: vec![7.0],
        a: 0.5,
        b: 1.5,
        n: 3,
        w: None,
    };
    Program {
        seed: 0,
        structs: Vec::new(),
        globals: Vec::new(),
        funcs: vec![top],
        inputs,
        explicit_markers: false,
        unneeded_arrays: false,
        language: Language::C,
    }
}

fn load(var: usize) -> Real {
    Real::Load(Place::Var(var))
}

fn element(var: usize, index: Int) -> Place {
    Place::Var(var).at(index)
}

fn ret(e: Real) -> Stmt {
    Stmt::Return(Some(Arg::Real(e)))
}

#[test]
fn same_seed_same_program() {
    for seed in 0..40 {
        let (p, q) = (
            generate::program(seed, knobs()),
            generate::program(seed, knobs()),
        );
        assert_eq!(p, q);
        assert!(p.is_some(), "seed {seed} gave nothing");
    }
}

#[test]
fn different_seeds_differ() {
    let (p, q) = (
        generate::program(1, knobs()).unwrap(),
        generate::program(2, knobs()).unwrap(),
    );
    assert_ne!(p.funcs, q.funcs);
}

/// `return a * b + sin(x[0])`: da = b, db = a, dx[0] = cos(2).
#[test]
fn product_and_sine() {
    let sine = Real::math(MathFn::Sin, Real::Load(element(X, Int::Const(0))));
    let p = hand_made(&[], vec![ret(Real::add(Real::mul(load(A), load(B)), sine))]);
    let ret = oracle::evaluate(&p).unwrap().ret;
    assert_eq!(ret.v, 0.75 + 2.0_f64.sin());
    assert_eq!(ret.d[..6], [2.0_f64.cos(), 0.0, 0.0, 0.0, 1.5, 0.5]);
}

/// `for (i = 1; i < n; i++) x[i] = x[i] * x[i - 1]; y[0] = x[2]; return y[0];`
#[test]
fn recurrence_in_place() {
    let i = 5;
    let at = |by| element(X, Int::add(Int::var(i), by));
    let product = Real::mul(Real::Load(at(0)), Real::Load(at(-1)));
    let step = Stmt::Assign(at(0), Arg::Real(product));
    let y0 = element(Y, Int::Const(0));
    let last = Real::Load(element(X, Int::Const(2)));
    let body = vec![
        Stmt::For {
            var: i,
            from: Int::Const(1),
            to: Int::var(N),
            step: 1,
            body: vec![step],
        },
        Stmt::Assign(y0.clone(), Arg::Real(last)),
        ret(Real::Load(y0)),
    ];
    let o = oracle::evaluate(&hand_made(&[("i", Type::Int)], body)).unwrap();
    assert_eq!(o.ret.v, 30.0);
    assert_eq!(o.ret.d[..6], [15.0, 10.0, 6.0, 0.0, 0.0, 0.0]);
    assert_eq!(o.x[1].d[..3], [3.0, 2.0, 0.0]);
    // The initial y is overwritten: nothing depends on it.
    assert_eq!(o.y[0].d[3], 0.0);
}

/// The gradient is the transposed Jacobian, and a second pass starts from the first one's shadows.
#[test]
fn second_reverse_pass_accumulates() {
    let p = hand_made(
        &[],
        vec![ret(Real::mul(
            load(A),
            Real::Load(element(X, Int::Const(1))),
        ))],
    );
    let e = oracle::expect(&p).unwrap();
    let [first, second] = &e.reverse;
    assert_eq!(first.x[1], e.seed_x[1] + 0.5);
    assert_eq!(second.x[1], first.x[1] + 0.5);
    assert_eq!((first.ab, second.ab), ([3.0, 0.0], [3.0, 0.0]));
    assert_eq!(first.y, e.seed_y);
}

/// Reading what was never written, out of bounds, or after free is refused.
#[test]
fn undefined_behaviour_is_refused() {
    let u = 5;
    let local = [("u", Type::array(Type::F64, 2))];
    let decl = Stmt::Decl(u, Init::None);
    let unset = vec![decl.clone(), ret(Real::Load(element(u, Int::Const(0))))];
    let outside = vec![decl, ret(Real::Load(element(u, Int::Const(2))))];
    for body in [unset, outside] {
        let result = oracle::evaluate(&hand_made(&local, body)).map(|o| o.ret.v);
        assert!(matches!(result, Err(Reject::Invalid(_))), "{result:?}");
    }
    let h = Place::Var(u);
    let freed = vec![
        Stmt::Decl(u, Init::None),
        Stmt::Alloc {
            place: h.clone(),
            elem: Type::F64,
            count: Int::Const(2),
            zeroed: true,
        },
        Stmt::Free(h.clone()),
        ret(Real::Load(h.at(Int::Const(0)))),
    ];
    let p = hand_made(&[("h", Type::ptr(Type::F64))], freed);
    assert!(matches!(oracle::evaluate(&p), Err(Reject::Invalid(_))));
}

/// A comparison at equality, and a loop without end, are refused.
#[test]
fn ties_and_endless_loops_are_refused() {
    let tie = Cond::Real(Cmp::Lt, load(A), Real::c(0.5));
    let p = hand_made(
        &[],
        vec![Stmt::If(tie, Vec::new(), Vec::new()), ret(load(A))],
    );
    assert_eq!(oracle::evaluate(&p).map(|o| o.ret.v), Err(Reject::Tie));
    let forever = Cond::Int(Cmp::Ge, Int::var(N), Int::Const(0));
    let p = hand_made(&[], vec![Stmt::While(forever, Vec::new()), ret(load(A))]);
    assert_eq!(oracle::evaluate(&p).map(|o| o.ret.v), Err(Reject::Steps));
}

/// `(float)a * (float)b` is rounded to float; the tangent is not.
#[test]
fn float_arithmetic_rounds() {
    let float = |var| Real::Cast(Prec::F32, Box::new(load(var)));
    let mut p = hand_made(&[], vec![ret(Real::mul(float(A), float(B)))]);
    (p.inputs.a, p.inputs.b) = (0.1, 0.3);
    let ret = oracle::evaluate(&p).unwrap().ret;
    assert_eq!(ret.v, f64::from(0.1_f32 * 0.3_f32));
    assert_eq!(ret.d[4], f64::from(0.3_f32));
}

#[test]
fn printing_keeps_the_meaning() {
    let p = hand_made(&[("p", Type::ptr(Type::F64))], Vec::new());
    let select = Pointer::Select(
        Box::new(Cond::Int(Cmp::Eq, Int::var(N), Int::Const(0))),
        Box::new(Pointer::Load(Place::Var(X))),
        Box::new(Pointer::Addr(element(Y, Int::Const(0)))),
    );
    let index = Int::bin(IntOp::Rem, Int::add(Int::var(N), 1), Int::Const(3));
    let negated = Real::Neg(Box::new(Real::c(-2.0)));
    let body = vec![
        Stmt::Decl(5, Init::Value(Arg::Ptr(select))),
        Stmt::Update(RealOp::Sub, Place::Var(5).at(index), negated),
    ];
    let mut p = p;
    p.funcs[0].body = body;
    let text = emit_c::program(&p);
    assert!(text.contains("double *p = (n == 0) ? x : &y[0];"), "{text}");
    assert!(text.contains("p[(n + 1) % 3] -= -(-2.0);"), "{text}");
}

#[test]
fn features_switch_off() {
    let names: Vec<String> = ["loops", "math"].map(str::to_owned).to_vec();
    let set = Features::standard().without(&names).unwrap();
    assert!(!set.has(Feature::Loops) && !set.has(Feature::Math) && set.has(Feature::Heap));
    assert!(Features::only(&["nonsense".to_owned()]).is_err());
    assert!(set.without(&["arith".to_owned()]).is_err());
}

/// Every feature alone is enough to make programs, and the oracle agrees with its own quotients.
#[test]
fn each_feature_stands_alone() {
    for (feature, name, _) in crate::features::ALL {
        let features = Features::only(&[(*name).to_owned()]).unwrap();
        for seed in 0..8 {
            let program = generate::program(
                seed,
                Knobs {
                    features,
                    ..knobs()
                },
            );
            let program = program.unwrap_or_else(|| panic!("{feature:?}: seed {seed} is dry"));
            oracle::self_check(&program).unwrap();
        }
    }
}

/// A program that fills two local arrays, applies the row's spelling to them and sums up.
fn with_idiom((row, shape): (usize, usize), language: Language) -> Program {
    let (to, from, i) = (5, 6, 7);
    let three = Type::array(Type::F64, 3);
    let locals = [("u", three.clone()), ("v", three), ("i", Type::Int)];
    let at = |var| element(var, Int::var(i));
    let fill = vec![
        Stmt::Assign(at(to), Arg::Real(Real::mul(load(A), Real::Load(at(X))))),
        Stmt::Assign(at(from), Arg::Real(Real::scaled(-0.75, Real::Load(at(X))))),
    ];
    let idiom = Idiom {
        row,
        dst: Pointer::Decay(Place::Var(to)),
        src: Pointer::Decay(Place::Var(from)),
        elem: Type::F64,
        count: 3,
        power: 2,
        shape,
    };
    let use_all = Stmt::Update(
        RealOp::Mul,
        at(X),
        Real::add(Real::Load(at(to)), Real::Load(at(from))),
    );
    let each = |body| Stmt::For {
        var: i,
        from: Int::Const(0),
        to: Int::Const(3),
        step: 1,
        body,
    };
    let body = vec![
        Stmt::Decl(to, Init::None),
        Stmt::Decl(from, Init::None),
        each(fill),
        Stmt::Idiom(idiom),
        each(vec![use_all]),
        ret(Real::Load(element(X, Int::Const(1)))),
    ];
    let mut program = hand_made(&locals, body);
    // The order of x is not that of places, so that sorting moves something.
    program.inputs.x = vec![3.0, 5.5, 2.25];
    program.seed = (row * SHAPES.len() + shape) as u64;
    program.language = language;
    program
}

/// Every spelling does what its row says, as a plain compiler sees it.
#[test]
fn every_spelling_has_its_effect() {
    for (language, cc) in [(Language::C, "clang-22"), (Language::Cpp, "clang++-22")] {
        let foreign = if language == Language::C {
            Dialect::Cpp
        } else {
            Dialect::C
        };
        let rows = (0..idiom::ROWS.len()).filter(|k| idiom::ROWS[*k].dialect != foreign);
        // Records of all shapes, in one of the languages.
        let shapes = |row: usize| match idiom::ROWS[row].has_records() {
            true if language == Language::C => 0..SHAPES.len(),
            _ => 0..1,
        };
        let spellings = rows.flat_map(|row| shapes(row).map(move |shape| (row, shape)));
        let programs = spellings.map(|spelling| with_idiom(spelling, language));
        let cases: Vec<_> = programs.map(|p| campaign::case(p).unwrap()).collect();
        let dir =
            std::env::temp_dir().join(format!("enzyme-fuzz-test-{}-{cc}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let tools = Toolchain {
            cc: cc.to_owned(),
            language,
            plain: cc.to_owned(),
            ..plain(dir.clone())
        };
        for opt in ["O0", "O2"] {
            let results = tools.test(&cases, opt, "rows").unwrap();
            for (case, result) in cases.iter().zip(results) {
                let spelling = case.program.seed as usize;
                let (name, shape) = (
                    idiom::ROWS[spelling / SHAPES.len()].name,
                    spelling % SHAPES.len(),
                );
                assert_eq!(result, None, "{name}, shape {shape}, at {opt}");
            }
        }
        std::fs::remove_dir_all(&dir).unwrap();
    }
}

/// Runs a small campaign that must pass.
fn passes(cc: &str, features: Features, no_ad: bool, count: u64) {
    let dir = std::env::temp_dir().join(format!("enzyme-fuzz-test-{}-{no_ad}", std::process::id()));
    let tools = Toolchain {
        cc: cc.to_owned(),
        no_ad,
        ..plain(dir.clone())
    };
    let campaign = Campaign {
        tools,
        reference: None,
        knobs: Knobs {
            features,
            ..knobs()
        },
        seed: 4000,
        count,
        opts: vec!["O0".to_owned(), "O2".to_owned()],
        batch: 20,
        workers: 2,
        reduce: None,
        keep: 3,
        max_failures: 10,
        out: dir.with_extension("out"),
        options: String::new(),
    };
    let tally = campaign.run().unwrap();
    assert_eq!(
        (tally.passed, tally.failed()),
        (2 * count, 0),
        "{:?}",
        tally.labels
    );
}

#[test]
fn values_and_quotients_agree_with_clang() {
    let mut features = Features::standard();
    features.set(Feature::Globals, true);
    passes("clang-22", features, true, 40);
}

/// The drivers' derivative checks, with difference quotients in place of an AD compiler.
#[test]
fn drivers_agree_with_quotients() {
    let header = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/quotient.h");
    let cc = format!(
        "clang-22 -DSLACK=1e5 -DAD_HEADER='\"{}\"'",
        header.display()
    );
    // Hooks within programs, and of functions with an inactive argument, are more than quotients stand in for.
    let without = ["floats", "passive", "batches"].map(str::to_owned);
    let features = Features::standard().without(&without).unwrap();
    passes(&cc, features, false, 40);
}

/// A wrong compiler is noticed: here, one that loses the adjoint of `b`.
#[test]
fn drivers_notice_a_lost_adjoint() {
    let header = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/quotient.h");
    let dir = std::env::temp_dir().join(format!("enzyme-fuzz-test-{}-b", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let cc = format!(
        "clang-22 -DSABOTAGE=4 -DSLACK=1e5 -DAD_HEADER='\"{}\"'",
        header.display()
    );
    let tools = Toolchain {
        cc,
        no_ad: false,
        ..plain(dir.clone())
    };
    let product = hand_made(&[], vec![ret(Real::mul(load(A), load(B)))]);
    let case = campaign::case(product).unwrap();
    let failure = tools.test_one(&case, "O0", "b").unwrap().unwrap();
    std::fs::remove_dir_all(&dir).unwrap();
    assert_eq!(failure.label(), "mismatch: reverse da, db[#]");
}

/// A default run contains idioms, but not in most programs, and they can be switched off.
#[test]
fn some_programs_have_idioms() {
    let without = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
        Features::standard().without(&names).unwrap()
    };
    let idioms = crate::features::ALL
        .iter()
        .filter(|(f, ..)| idiom::is_idiom(*f));
    let none = without(&idioms.map(|(_, name, _)| *name).collect::<Vec<_>>());
    let features = |seed| {
        let program = generate::program(
            seed,
            Knobs {
                features: none,
                ..knobs()
            },
        );
        crate::visit::idiom_features(&program.unwrap())
    };
    assert!((0..20).all(|seed| features(seed).is_empty()));
    let all = |seed| crate::visit::idiom_features(&generate::program(seed, knobs()).unwrap());
    let some = (0..60).filter(|seed| !all(*seed).is_empty()).count();
    assert!((3..45).contains(&some), "{some} of 60 programs have idioms");
}

/// A class and what it cannot be without.
fn with_what_it_needs(feature: Feature, name: &str) -> Vec<String> {
    let needs: &[&str] = match feature {
        Feature::Recomputed => &["calls"],
        Feature::Forgotten => &["calls", "checkpoints"],
        _ => &[],
    };
    let own = ["arrays", name];
    let names = needs.iter().chain(&own);
    names.map(|n| (*n).to_owned()).collect()
}

/// Every class of idioms is met in programs of its language.
#[test]
fn each_class_is_met() {
    for (feature, name, _) in crate::features::ALL {
        if !idiom::is_idiom(*feature) {
            continue;
        }
        let knobs = Knobs {
            features: Features::only(&with_what_it_needs(*feature, name)).unwrap(),
            language: match feature {
                Feature::Classes => Language::Cpp,
                _ => Language::C,
            },
            ..knobs()
        };
        // These are made of regions like any other.
        let class = match feature {
            Feature::Sweeps | Feature::Gathers => &Feature::Openmp,
            _ => feature,
        };
        let met = |seed| {
            let program = generate::program(seed, knobs).unwrap();
            crate::visit::idiom_features(&program).contains(class)
        };
        assert!((0..20).any(met), "no program with {name}");
    }
}
