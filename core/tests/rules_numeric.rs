//! Every scalar row through the engine: reverse and forward against central differences over the
//! row's domain, and at its special points, for each floating type and for vectors.
//!
//! Owns: the module with one wrapper a row, the sampling (`RULES_SEED` repeats a run), and what is
//! skipped, which is printed. The comparison is in `rules_numeric.c`, tolerances included. Must not:
//! know any row.

#![allow(clippy::unwrap_used, reason = "tests may")]

use enzyme_core::{Options, differentiate_module};
use enzyme_llvm_shim::inkwell::context::Context;
use enzyme_llvm_shim::io::OwnedModule;
use enzyme_rules::families::{Home, find};
use enzyme_rules::{Param, ParamKind, Point, Registry, ScalarRule, builtin, eval};
use libtest_mimic::{Arguments, Failed, Trial};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

const SAMPLES: usize = 40;

/// Intrinsics that LLVM 22 cannot select for x87's 80 bit.
const NOT_IN_X87: [&str; 4] = ["maximum", "minimum", "maximumnum", "minimumnum"];

/// A floating type in which the rows are tried.
#[derive(Clone, Copy, Debug)]
struct Kind {
    title: &'static str,
    ir: &'static str,
    /// Of intrinsics.
    suffix: &'static str,
    /// Of C functions; none if only intrinsics exist.
    libm: Option<&'static str>,
    lanes: usize,
    /// Rounding unit.
    epsilon: f64,
    /// Largest argument of a special point.
    largest: f64,
}

#[rustfmt::skip] // a table
const KINDS: &[Kind] = &[
    Kind { title: "double", ir: "double", suffix: "f64", libm: Some(""), lanes: 1, epsilon: 2.3e-16, largest: f64::MAX },
    Kind { title: "float", ir: "float", suffix: "f32", libm: Some("f"), lanes: 1, epsilon: 1.2e-7, largest: 1e30 },
    Kind { title: "long double", ir: "x86_fp80", suffix: "f80", libm: Some("l"), lanes: 1, epsilon: 2.3e-16, largest: f64::MAX },
    Kind { title: "half", ir: "half", suffix: "f16", libm: None, lanes: 1, epsilon: 1e-3, largest: 6e4 },
    Kind { title: "bfloat", ir: "bfloat", suffix: "bf16", libm: None, lanes: 1, epsilon: 8e-3, largest: 1e30 },
    Kind { title: "two doubles", ir: "double", suffix: "v2f64", libm: None, lanes: 2, epsilon: 2.3e-16, largest: f64::MAX },
    Kind { title: "four floats", ir: "float", suffix: "v4f32", libm: None, lanes: 4, epsilon: 1.2e-7, largest: 1e30 },
];

impl Kind {
    fn ty(&self) -> String {
        match self.lanes {
            1 => self.ir.to_owned(),
            n => format!("<{n} x {}>", self.ir),
        }
    }
}

fn main() {
    let arguments = Arguments::from_args();
    if let Err(error) = Command::new("clang-22").arg("--version").output() {
        eprintln!("rules_numeric: all skipped: cannot start clang-22: {error}");
        return;
    }
    let seed = std::env::var("RULES_SEED").map_or(20_260_521, |s| s.parse().unwrap());
    println!("RULES_SEED={seed}");
    let trial = |kind: &Kind| {
        let kind = *kind;
        Trial::test(format!("every row in {}", kind.title), move || {
            run(kind, seed)
        })
    };
    libtest_mimic::run(&arguments, KINDS.iter().map(trial).collect()).exit();
}

fn registry() -> Registry {
    Registry::builder().with(&builtin()).build().unwrap()
}

/// One wrapper: a row with the way its function is called.
struct Row {
    title: String,
    rule: ScalarRule,
    how: How,
}

enum How {
    Instruction,
    Symbol(String),
}

fn run(kind: Kind, seed: u64) -> Result<(), Failed> {
    let folder = std::env::temp_dir().join(format!(
        "enzyme-rules-{}-{}",
        std::process::id(),
        kind.title.replace(' ', "-")
    ));
    fs::create_dir_all(&folder)?;
    let outcome = judge(kind, seed, &folder);
    if outcome.is_ok() {
        fs::remove_dir_all(&folder)?;
    }
    outcome
}

fn judge(kind: Kind, seed: u64, folder: &Path) -> Result<(), Failed> {
    let rows = rows(kind, folder)?;
    let text = module(kind, &rows);
    let generated = folder.join("rows.ll");
    fs::write(folder.join("input.ll"), &text)?;
    differentiate(&text, &generated)?;
    let table = folder.join("table.h");
    fs::write(&table, points(kind, &rows, seed))?;
    let program = folder.join("rows");
    let main = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules_numeric.c");
    let built = Command::new("clang-22")
        .args(["-O1", "-w", "-I"])
        .arg(folder)
        .args([&main, &generated])
        .arg("-o")
        .arg(&program)
        .arg("-lm")
        .output()?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned().into());
    }
    let ran = Command::new(&program).output()?;
    let text = String::from_utf8_lossy(&ran.stdout).into_owned();
    match ran.status.success() {
        true => Ok(()),
        false => Err(format!("{} rows; {}\n{text}", rows.len(), ran.status).into()),
    }
}

/// The rows that can be called in this type; the others are printed.
fn rows(kind: Kind, folder: &Path) -> Result<Vec<Row>, Failed> {
    let (mut rows, mut skipped) = (Vec::new(), Vec::new());
    for rule in registry().scalar_rules() {
        let before = rows.len();
        // Rows of one machine's intrinsics have no names in other types; programs of `c/vectors` try them.
        let Some(family) = find(rule.name) else {
            skipped.push(format!("{}: of intrinsics alone", rule.name));
            continue;
        };
        let mut add = |title: String, how| {
            rows.push(Row {
                title,
                rule: ScalarRule::clone(rule),
                how,
            });
        };
        if family.home == Home::Instruction {
            add(format!("{} {}", rule.name, kind.ty()), How::Instruction);
        }
        if let Some(base) = family.intrinsic {
            let integer = rule.params.iter().any(|p| p.kind == ParamKind::Int);
            let int = if integer { ".i32" } else { "" };
            let symbol = format!("llvm.{base}.{}{int}", kind.suffix);
            if kind.ir != "x86_fp80" || !NOT_IN_X87.contains(&base) {
                add(symbol.clone(), How::Symbol(symbol));
            }
        }
        if let (Home::Libm, Some(suffix)) = (family.home, kind.libm) {
            let symbol = format!("{}{suffix}", rule.name);
            add(symbol.clone(), How::Symbol(symbol));
        }
        if rows.len() == before {
            skipped.push(rule.name.to_owned());
        }
    }
    let missing = missing(&rows, folder)?;
    let is_missing = |row: &Row| matches!(&row.how, How::Symbol(s) if missing.contains(s));
    skipped.extend(
        rows.iter()
            .filter(|r| is_missing(r))
            .map(|r| r.title.clone()),
    );
    rows.retain(|row| !is_missing(row));
    println!(
        "{}: {} ways to call; skipped, no such function: {}",
        kind.title,
        rows.len(),
        skipped.join(" ")
    );
    Ok(rows)
}

/// Functions that this platform's math library lacks, by the linker's word.
fn missing(rows: &[Row], folder: &Path) -> Result<BTreeSet<String>, Failed> {
    let symbols = rows.iter().filter_map(|row| match &row.how {
        How::Symbol(symbol) if !symbol.starts_with("llvm.") => Some(symbol.clone()),
        _ => None,
    });
    let symbols: Vec<String> = symbols.collect();
    let mut text = String::new();
    for symbol in &symbols {
        writeln!(text, "extern char {symbol}[];")?;
    }
    writeln!(
        text,
        "char *all[] = {{ 0, {} }}; int main(void) {{ return 0; }}",
        symbols.join(", ")
    )?;
    let source = folder.join("probe.c");
    fs::write(&source, text)?;
    let mut command = Command::new("clang-22");
    command
        .args(["-w", "-fno-builtin"])
        .arg(&source)
        .arg("-o")
        .arg(folder.join("probe"));
    let output = command.arg("-lm").output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let named = |symbol: &String| {
        errors.contains(&format!("`{symbol}'")) || errors.contains(&format!("symbol: {symbol}\n"))
    };
    Ok(symbols.into_iter().filter(named).collect())
}

fn differentiate(text: &str, to: &Path) -> Result<(), Failed> {
    let context = Context::create();
    let mut owned = OwnedModule::parse_text(&context, text)?;
    let outcome = differentiate_module(owned.handle(), &registry(), &Options::default());
    let refused: Vec<String> = outcome
        .diagnostics
        .iter()
        .map(ToString::to_string)
        .collect();
    if !refused.is_empty() {
        return Err(refused.join("\n").into());
    }
    Ok(owned.write(to)?)
}

/// Type of a parameter where the function is called.
fn param_type(kind: Kind, row: &Row, index: usize) -> String {
    match (row.rule.params[index].kind, row.rule.name) {
        (ParamKind::Int, "scalbln") => "i64".to_owned(),
        (ParamKind::Int, "ldexp") if kind.lanes > 1 => format!("<{} x i32>", kind.lanes),
        (ParamKind::Int, _) => "i32".to_owned(),
        (ParamKind::Float, "nexttoward") if index == 1 => "x86_fp80".to_owned(),
        (ParamKind::Float, _) => kind.ty(),
    }
}

/// The module: `row`, `primal`, `reverse` and `forward` of each, the latter three on arrays.
fn module(kind: Kind, rows: &[Row]) -> String {
    let mut text = String::from(
        "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
         target triple = \"x86_64-pc-linux-gnu\"\n",
    );
    let mut declared = BTreeSet::new();
    for (number, row) in rows.iter().enumerate() {
        let types: Vec<String> = (0..row.rule.params.len())
            .map(|i| param_type(kind, row, i))
            .collect();
        if let How::Symbol(symbol) = &row.how
            && declared.insert(symbol.clone())
        {
            let _ = writeln!(
                text,
                "declare {} @{}({})",
                kind.ty(),
                spelled(kind, symbol),
                types.join(", ")
            );
        }
        write_row(&mut text, kind, row, number, &types);
        write_callers(&mut text, kind, row, number, &types);
    }
    text
}

/// The vector form of `ldexp` has a vector of integers in its name.
fn spelled(kind: Kind, symbol: &str) -> String {
    match (kind.lanes, symbol.strip_prefix("llvm.ldexp.")) {
        (1, _) | (_, None) => symbol.to_owned(),
        (lanes, Some(_)) => symbol.replace(".i32", &format!(".v{lanes}i32")),
    }
}

fn write_row(text: &mut String, kind: Kind, row: &Row, number: usize, types: &[String]) {
    let ty = kind.ty();
    let params: Vec<String> = types
        .iter()
        .enumerate()
        .map(|(i, t)| format!("{t} %p{i}"))
        .collect();
    let call = match &row.how {
        How::Symbol(symbol) => {
            format!(
                "call {ty} @{}({})",
                spelled(kind, symbol),
                params.join(", ")
            )
        }
        How::Instruction => {
            let operands: Vec<String> = (0..types.len()).map(|i| format!("%p{i}")).collect();
            format!("{} {ty} {}", row.rule.name, operands.join(", "))
        }
    };
    let params = params.join(", ");
    let _ = writeln!(
        text,
        "; {}\ndefine internal {ty} @row{number}({params}) {{\n  %r = {call}\n  ret {ty} %r\n}}",
        row.title
    );
}

/// Reads argument `i` of an array of doubles in its own type.
fn read(text: &mut String, kind: Kind, array: &str, i: usize, ty: &str, name: &str) {
    let scalar = ty.split(" x ").last().unwrap_or(ty).trim_end_matches('>');
    let _ = writeln!(
        text,
        "  %{name}.at = getelementptr double, ptr %{array}, i64 {i}\n  %{name}.d = load double, ptr %{name}.at"
    );
    let convert = match scalar {
        "double" => "fadd double %D, -0.0".to_owned(),
        "x86_fp80" => "fpext double %D to x86_fp80".to_owned(),
        "i32" | "i64" => format!("fptosi double %D to {scalar}"),
        other => format!("fptrunc double %D to {other}"),
    };
    let convert = convert.replace("%D", &format!("%{name}.d"));
    if !ty.starts_with('<') {
        let _ = writeln!(text, "  %{name} = {convert}");
        return;
    }
    let zeros: Vec<String> = (0..kind.lanes).map(|_| "i32 0".to_owned()).collect();
    let _ = writeln!(
        text,
        "  %{name}.s = {convert}\n  %{name}.v = insertelement {ty} poison, {scalar} %{name}.s, i32 0\n  \
         %{name} = shufflevector {ty} %{name}.v, {ty} poison, <{} x i32> <{}>",
        kind.lanes,
        zeros.join(", ")
    );
}

/// Writes a value of the type, of the given lane, into an array of doubles.
fn write(text: &mut String, kind: Kind, array: &str, i: usize, value: &str, lane: usize) {
    let scalar = kind.ir;
    let one = match kind.lanes {
        1 => format!("%{value}"),
        _ => {
            let _ = writeln!(
                text,
                "  %{value}.lane = extractelement {} %{value}, i32 {lane}",
                kind.ty()
            );
            format!("%{value}.lane")
        }
    };
    let convert = match scalar {
        "double" => format!("fadd double {one}, -0.0"),
        "x86_fp80" => format!("fptrunc x86_fp80 {one} to double"),
        other => format!("fpext {other} {one} to double"),
    };
    let _ = writeln!(
        text,
        "  %{value}.out = {convert}\n  %{value}.to = getelementptr double, ptr %{array}, i64 {i}\n  \
         store double %{value}.out, ptr %{value}.to"
    );
}

fn write_callers(text: &mut String, kind: Kind, row: &Row, number: usize, types: &[String]) {
    let ty = kind.ty();
    let read_all = |text: &mut String, array: &str, prefix: &str| {
        for (i, t) in types.iter().enumerate() {
            read(text, kind, array, i, t, &format!("{prefix}{i}"));
        }
    };
    let is_float = |i: usize| row.rule.params[i].kind == ParamKind::Float;
    let plain: Vec<String> = types
        .iter()
        .enumerate()
        .map(|(i, t)| format!("{t} %p{i}"))
        .collect();
    let _ = writeln!(text, "define void @primal{number}(ptr %x, ptr %y) {{");
    read_all(text, "x", "p");
    let _ = writeln!(text, "  %r = call {ty} @row{number}({})", plain.join(", "));
    write(text, kind, "y", 0, "r", 0);
    text.push_str("  ret void\n}\n");

    let floats: Vec<usize> = (0..types.len()).filter(|i| is_float(*i)).collect();
    let adjoints: Vec<String> = floats.iter().map(|i| types[*i].clone()).collect();
    let result = match adjoints.as_slice() {
        [only] => only.clone(),
        several => format!("{{ {} }}", several.join(", ")),
    };
    let marked = |marker: &str, shadow: bool| {
        let one = |(i, t): (usize, &String)| match is_float(i) {
            true if shadow => format!("metadata !\"{marker}\", {t} %p{i}, {t} %v{i}"),
            true => format!("metadata !\"{marker}\", {t} %p{i}"),
            false => format!("metadata !\"enzyme_const\", {t} %p{i}"),
        };
        types
            .iter()
            .enumerate()
            .map(one)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let hook = format!("__enzyme_autodiff_row{number}");
    let _ = writeln!(
        text,
        "declare {result} @{hook}(...)\ndefine void @reverse{number}(ptr %x, ptr %g) {{"
    );
    read_all(text, "x", "p");
    let _ = writeln!(
        text,
        "  %r = call {result} (...) @{hook}(ptr @row{number}, {})",
        marked("enzyme_out", false)
    );
    for (position, i) in floats.iter().enumerate() {
        let name = format!("a{i}");
        let _ = match floats.len() {
            1 => writeln!(text, "  %{name} = freeze {result} %r"),
            _ => writeln!(text, "  %{name} = extractvalue {result} %r, {position}"),
        };
        let own = if types[*i] == ty { kind } else { KINDS[2] };
        write(text, own, "g", *i, &name, kind.lanes - 1);
    }
    text.push_str("  ret void\n}\n");

    let hook = format!("__enzyme_fwddiff_row{number}");
    let _ = writeln!(
        text,
        "declare {ty} @{hook}(...)\ndefine void @forward{number}(ptr %x, ptr %v, ptr %t) {{"
    );
    read_all(text, "x", "p");
    for i in &floats {
        read(text, kind, "v", *i, &types[*i], &format!("v{i}"));
    }
    let _ = writeln!(
        text,
        "  %r = call {ty} (...) @{hook}(ptr @row{number}, {})",
        marked("enzyme_dup", true)
    );
    write(text, kind, "t", 0, "r", 0);
    text.push_str("  ret void\n}\n");
}

/// The table of rows with their points, as C.
fn points(kind: Kind, rows: &[Row], seed: u64) -> String {
    let mut text = format!(
        "#define EPSILON {:e}\n#define LARGEST {:e}\n#define SAMPLES {SAMPLES}\n",
        kind.epsilon, kind.largest
    );
    let mut table = String::from("static const struct row rows[] = {\n");
    for (number, row) in rows.iter().enumerate() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ (number as u64) << 8);
        let params = row.rule.params.len();
        let mut samples = Vec::new();
        for _ in 0..SAMPLES {
            samples.extend(
                row.rule
                    .params
                    .iter()
                    .map(|p| coordinate(p, kind, &mut rng)),
            );
        }
        let expected = samples
            .chunks(params)
            .flat_map(|at| partials_at(&row.rule, at));
        let expected: Vec<String> = expected.map(number_of).collect();
        let fits = |p: &&Point| p.args.iter().all(|a| a.is_nan() || a.abs() <= kind.largest);
        let special: Vec<&Point> = row.rule.points.iter().filter(fits).collect();
        let flat = |values: Vec<f64>| {
            let all: Vec<String> = values.into_iter().map(number_of).collect();
            if all.is_empty() {
                "0".to_owned()
            } else {
                all.join(", ")
            }
        };
        let args = flat(special.iter().flat_map(|p| p.args.clone()).collect());
        let partials = flat(special.iter().flat_map(|p| p.partials.clone()).collect());
        let integers: u32 = (0..params)
            .filter(|i| row.rule.params[*i].kind == ParamKind::Int)
            .map(|i| 1 << i)
            .sum();
        let _ = writeln!(
            text,
            "void primal{number}(const double *, double *), reverse{number}(const double *, double *), \
             forward{number}(const double *, const double *, double *);\n\
             static const double samples{number}[] = {{{}}}, expected{number}[] = {{{}}}, args{number}[] = {{{args}}}, \
             partials{number}[] = {{{partials}}};",
            flat(samples),
            expected.join(", ")
        );
        let _ = writeln!(
            table,
            "  {{\"{}\", {params}, {integers}, primal{number}, reverse{number}, forward{number}, \
             samples{number}, expected{number}, {}, args{number}, partials{number}}},",
            row.title,
            special.len()
        );
    }
    format!("{text}{table}}};\n")
}

/// A coordinate of the domain, exact in the type.
fn coordinate(param: &Param, kind: Kind, rng: &mut ChaCha8Rng) -> f64 {
    let (low, high) = param.domain;
    if param.kind == ParamKind::Int {
        return f64::from(rng.random_range(low as i32..high as i32));
    }
    let value: f64 = rng.random_range(low..high);
    match kind.ir {
        // The leading bits, so that it is the same number in each type.
        "half" | "bfloat" => f64::from_bits(value.to_bits() & !((1 << 45) - 1)),
        _ => f64::from(value as f32),
    }
}

/// The row's partials in double precision, of all parameters: what differences cannot show in types
/// of few digits.
fn partials_at(rule: &ScalarRule, at: &[f64]) -> Vec<f64> {
    (0..rule.params.len())
        .map(|i| eval::partial(rule, i, at))
        .collect()
}

fn number_of(value: f64) -> String {
    match value {
        v if v.is_nan() => "NAN".to_owned(),
        v if v.is_infinite() => if v > 0.0 { "INFINITY" } else { "-INFINITY" }.to_owned(),
        v => format!("{v:?}"),
    }
}
