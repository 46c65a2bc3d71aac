//! IR file tests: small modules with expectations in their comments.
//!
//! Owns: the grammar of the comments and the hook call that is written for a file. Must not: know
//! what is expected of any file (`filetests/<folder>/<behaviour>.ll`).
//!
//! ```text
//! ; RUN: plan|reverse|forward|diagnostics|warnings [f(marker, …)] [-> noret] [--option …]
//! ; CHECK: text          the text stands in some line behind that of the last CHECK
//! ; CHECK-NOT: text      ... in no line up to that of the next CHECK
//! ; CHECK-COUNT: n text  ... in exactly n lines of the whole
//! ```
//!
//! `plan` prints plans, `reverse` and `forward` the generated functions, `diagnostics` what was
//! refused, `warnings` what is worth a word though it was not. With `f(marker, …)` the file needs no hook call of its own: markers are `const`, `dup`,
//! `out`, one for each parameter. Options are `--no-minimum-cut`, `--optimize`, `--inline` (without
//! it every call is kept), `--plain-additions`, `--device-shadows` and `--forward` (for `diagnostics`). White space does not count. A negative
//! test `x.err.ll` has a positive twin `x.ll` that differs in one condition. `ENZYME_SHOW=1` prints
//! what each file gives.

#![allow(clippy::unwrap_used, reason = "tests may")]

use enzyme_core::{Diagnostic, Options, differentiate_module};
use enzyme_llvm_shim::inkwell::context::Context;
use enzyme_llvm_shim::io::OwnedModule;
use enzyme_llvm_shim::ir::Module;
use enzyme_rules::{Registry, builtin};
use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};

#[path = "support/arrays.rs"]
mod arrays;
#[path = "support/records.rs"]
mod records;
#[path = "support/talk.rs"]
mod talk;

const TARGET: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
"#;

/// Suffixes of generated functions, and of a file's own that show what takes a hook's place.
const GENERATED: [&str; 5] = [".grad", ".fwd", ".aug", ".rev", ".hook"];

/// Parts of the names of what stands beside kernels.
const BESIDE: [&str; 3] = ["__enzyme_rs_", ".enzyme_rs.", "enzyme_rs.tells"];

fn main() {
    let arguments = Arguments::from_args();
    let files = files();
    let checks = files
        .iter()
        .map(|(name, path)| trial(name, path, "", check));
    let repeats = files
        .iter()
        .map(|(name, path)| trial(name, path, " twice", same_twice));
    let positive = files.iter().filter(|(name, _)| !is_negative(name));
    let variants = positive.map(|(name, path)| trial(name, path, " variants", every_way));
    let trials = checks.chain(repeats).chain(variants).collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn trial(name: &str, path: &Path, suffix: &str, test: fn(&File) -> Result<(), Failed>) -> Trial {
    let (title, path) = (format!("{name}{suffix}"), path.to_owned());
    Trial::test(title, move || test(&File::read(&path)?))
}

/// All files, with their names from the folder on.
fn files() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    let inside = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect()
    };
    let all = inside(&root)
        .into_iter()
        .filter(|path| path.is_dir())
        .flat_map(|f| inside(&f));
    let named = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        (name, path)
    };
    let mut files: Vec<_> = all
        .filter(|path| path.extension().is_some_and(|e| e == "ll"))
        .map(named)
        .collect();
    files.sort();
    files
}

fn is_negative(name: &str) -> bool {
    name.ends_with(".err.ll")
}

/// One file with its comments read.
struct File {
    path: PathBuf,
    text: String,
    command: Command,
    checks: Vec<Check>,
}

#[derive(Clone, Copy, PartialEq)]
enum What {
    Plan,
    Code,
    Diagnostics,
    Warnings,
}

#[derive(Clone)]
struct Command {
    what: What,
    forward: bool,
    /// Function and markers of the hook call to write.
    hook: Option<(String, Vec<String>)>,
    noret: bool,
    options: Vec<String>,
}

enum Check {
    Next(String),
    Not(String),
    Count(usize, String),
}

impl File {
    fn read(path: &Path) -> Result<Self, Failed> {
        let text = fs::read_to_string(path)?;
        let run = text.lines().find_map(|line| line.strip_prefix("; RUN: "));
        let command = Command::parse(run.ok_or("no RUN line")?)?;
        let checks = text
            .lines()
            .filter_map(check_of)
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            path: path.to_owned(),
            text,
            command,
            checks,
        })
    }

    /// The module, with the hook call that the command asks for.
    fn module(&self, forward: bool) -> Result<String, Failed> {
        let target = if self.text.contains("target datalayout") {
            ""
        } else {
            TARGET
        };
        let hook = match &self.command.hook {
            Some((function, markers)) => {
                driver(&self.text, function, markers, forward, self.command.noret)?
            }
            None => String::new(),
        };
        Ok(format!("{target}{}{hook}", self.text))
    }
}

impl Command {
    fn parse(line: &str) -> Result<Self, Failed> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let what = match word {
            "plan" => What::Plan,
            "reverse" | "forward" => What::Code,
            "diagnostics" => What::Diagnostics,
            "warnings" => What::Warnings,
            other => return Err(format!("no command `{other}`").into()),
        };
        let hook = rest.split_once('(').map(|(name, rest)| {
            let inner = rest.split(')').next().unwrap_or_default();
            let markers = inner
                .split(',')
                .map(|m| m.trim().to_owned())
                .filter(|m| !m.is_empty());
            (name.trim().to_owned(), markers.collect())
        });
        let options: Vec<String> = rest
            .split_whitespace()
            .filter(|w| w.starts_with("--"))
            .map(str::to_owned)
            .collect();
        let forward = word == "forward" || options.iter().any(|o| o == "--forward");
        Ok(Self {
            what,
            forward,
            hook,
            noret: rest.contains("-> noret"),
            options,
        })
    }

    fn options(&self) -> Result<Options, Failed> {
        let mut options = Options {
            inline_limit: 0,
            optimize: false,
            ..Options::default()
        };
        options.print_plans = true;
        for option in &self.options {
            match option.as_str() {
                "--no-minimum-cut" => options.minimum_cut = false,
                "--optimize" => options.optimize = true,
                "--inline" => options.inline_limit = Options::default().inline_limit,
                "--forward" => {}
                "--plain-additions" => options.plain_additions = true,
                "--device-shadows" => options.device_shadows = true,
                other if other.starts_with("--mark-kernels=") => {
                    let pattern = &other["--mark-kernels=".len()..];
                    options.mark_kernels.push(pattern.to_owned());
                }
                other => return Err(format!("no option `{other}`").into()),
            }
        }
        Ok(options)
    }
}

fn check_of(line: &str) -> Option<Result<Check, Failed>> {
    let (kind, text) = line.split_once("; CHECK")?.1.split_once(": ")?;
    let text = squeezed(text);
    Some(match kind {
        "" => Ok(Check::Next(text)),
        "-NOT" => Ok(Check::Not(text)),
        "-COUNT" => counted(&text),
        other => Err(format!("no comment CHECK{other}").into()),
    })
}

fn counted(text: &str) -> Result<Check, Failed> {
    let (count, text) = text.split_once(' ').ok_or("CHECK-COUNT: number, text")?;
    Ok(Check::Count(count.parse()?, text.to_owned()))
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A function that calls the hook with its own parameters.
fn driver(
    module: &str,
    function: &str,
    markers: &[String],
    forward: bool,
    noret: bool,
) -> Result<String, Failed> {
    let (returned, params) = signature(module, function)?;
    if params.len() != markers.len() {
        return Err(format!("`{function}` has {} parameters", params.len()).into());
    }
    let (mut declared, mut passed, mut outs) = (Vec::new(), Vec::new(), Vec::new());
    for (i, (ty, marker)) in params.iter().zip(markers).enumerate() {
        let marker = match (marker.as_str(), forward) {
            ("out", true) => "dup",
            ("dup", false) if ty != "ptr" => "out",
            (other, _) => other,
        };
        passed.push(format!("metadata !\"enzyme_{marker}\", {ty} %p{i}"));
        declared.push(format!("{ty} %p{i}"));
        if marker == "dup" {
            passed.push(format!("{ty} %d{i}"));
            declared.push(format!("{ty} %d{i}"));
        }
        if marker == "out" {
            outs.push(ty.clone());
        }
    }
    let result = match (forward, noret, outs.as_slice()) {
        (true, false, _) => returned,
        (true, true, _) | (false, _, []) => "void".to_owned(),
        (false, _, [only]) => only.clone(),
        (false, _, several) => format!("{{ {} }}", several.join(", ")),
    };
    let name = if forward {
        "__enzyme_fwddiff"
    } else {
        "__enzyme_autodiff"
    };
    let noret = if noret {
        "metadata !\"enzyme_noret\", "
    } else {
        ""
    };
    let (declared, passed) = (declared.join(", "), passed.join(", "));
    let call = format!("call {result} (...) @{name}(ptr @{function}, {noret}{passed})");
    let body = match result.as_str() {
        "void" => format!("{call}\n  ret void"),
        ty => format!("%r = {call}\n  ret {ty} %r"),
    };
    Ok(format!(
        "\ndeclare {result} @{name}(...)\ndefine {result} @driver({declared}) {{\n  {body}\n}}\n"
    ))
}

/// Return type and parameter types of a function, from the text of its definition.
fn signature(module: &str, function: &str) -> Result<(String, Vec<String>), Failed> {
    let mark = format!(" @{function}(");
    let line = module
        .lines()
        .find(|line| line.starts_with("define ") && line.contains(&mark));
    let line = line.ok_or(format!("no definition of `{function}`"))?;
    let (head, rest) = line.split_once(&mark).unwrap_or_default();
    let linkage = ["define ", "internal ", "noundef ", "dso_local "];
    let returned = linkage
        .iter()
        .fold(head, |text, word| text.trim_start_matches(word));
    let end = rest.rfind(") ").unwrap_or(rest.len());
    let mut types = Vec::new();
    let mut text = rest[..end].split(")").next().unwrap_or_default().trim();
    while !text.is_empty() {
        types.push(text[..type_length(text)].to_owned());
        text = text.split_once(" %").map_or("", |(_, rest)| rest);
        text = text.split_once(',').map_or("", |(_, rest)| rest.trim());
    }
    Ok((returned.trim().to_owned(), types))
}

/// Length of the type at the start of a text.
fn type_length(text: &str) -> usize {
    let close = match text.chars().next() {
        Some('<') => '>',
        Some('{') => '}',
        Some('[') => ']',
        _ => return text.find(' ').unwrap_or(text.len()),
    };
    text.find(close).map_or(text.len(), |at| at + 1)
}

/// What one run gave.
#[derive(PartialEq)]
struct Given {
    plans: String,
    code: String,
    diagnostics: String,
    warnings: String,
}

fn run(text: &str, options: &Options) -> Result<Given, Failed> {
    let context = Context::create();
    let mut owned = OwnedModule::parse_text(&context, text)?;
    let module = owned.handle();
    let registry = Registry::builder()
        .with(&builtin())
        .with(&talk::Talk)
        .with(&enzyme_parallel_rules::Regions)
        .with(&enzyme_parallel_rules::OpenMp)
        .with(&enzyme_parallel_rules::Rust)
        .with(&enzyme_parallel_rules::Threads)
        .with(&enzyme_gpu_rules::Nvidia)
        .with(&enzyme_gpu_rules::Amd)
        .with(&arrays::Arrays)
        .with(&records::Records)
        .build()?;
    let outcome = differentiate_module(module, &registry, options);
    let plans: Vec<String> = outcome.plans.into_iter().map(|(_, plan)| plan).collect();
    let words =
        |all: &[Diagnostic]| -> Vec<String> { all.iter().map(ToString::to_string).collect() };
    let (diagnostics, warnings) = (words(&outcome.diagnostics), words(&outcome.warnings));
    let code = if diagnostics.is_empty() {
        generated(module)
    } else {
        String::new()
    };
    Ok(Given {
        plans: plans.join("\n"),
        code,
        diagnostics: diagnostics.join("\n"),
        warnings: warnings.join("\n"),
    })
}

fn generated(module: Module) -> String {
    let is_generated = |name: &str| {
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let derivative = GENERATED
            .iter()
            .any(|suffix| base.trim_end_matches('.').ends_with(suffix));
        derivative || BESIDE.iter().any(|part| name.contains(part))
    };
    let functions = module
        .functions()
        .into_iter()
        .filter(|f| is_generated(&f.name()));
    functions.map(|f| f.print()).collect::<Vec<_>>().join("\n")
}

/// The expectations of a file.
fn check(file: &File) -> Result<(), Failed> {
    let name = file.path.display().to_string();
    let given = run(
        &file.module(file.command.forward)?,
        &file.command.options()?,
    )?;
    if is_negative(&name) && !Path::new(&name.replace(".err.ll", ".ll")).exists() {
        return Err("a negative test needs a positive twin".into());
    }
    if is_negative(&name) == given.diagnostics.is_empty() {
        return Err(format!("diagnostics: {}", given.diagnostics).into());
    }
    let text = match file.command.what {
        What::Plan => &given.plans,
        What::Code => &given.code,
        What::Diagnostics => &given.diagnostics,
        What::Warnings => &given.warnings,
    };
    if std::env::var_os("ENZYME_SHOW").is_some() {
        println!("--- {name}\n{text}");
    }
    if file.checks.is_empty() && !given.diagnostics.is_empty() {
        return Err("nothing is expected".into());
    }
    matches(text, &file.checks).map_err(|error| format!("{error}\n{text}").into())
}

fn matches(text: &str, checks: &[Check]) -> Result<(), String> {
    let lines: Vec<String> = text.lines().map(squeezed).collect();
    let mut at = 0;
    let mut absent: Vec<&str> = Vec::new();
    let forbid = |absent: &[&str], lines: &[String]| {
        let hit = lines
            .iter()
            .find(|line| absent.iter().any(|a| line.contains(a)));
        hit.map_or(Ok(()), |line| Err(format!("unexpected: {line}")))
    };
    for check in checks {
        match check {
            Check::Next(wanted) => {
                let found = lines[at..]
                    .iter()
                    .position(|line| line.contains(wanted.as_str()));
                let found = at + found.ok_or(format!("not found: {wanted}"))?;
                forbid(&absent, &lines[at..found])?;
                absent.clear();
                at = found + 1;
            }
            Check::Not(text) => absent.push(text),
            Check::Count(count, text) => {
                let found = lines
                    .iter()
                    .filter(|line| line.contains(text.as_str()))
                    .count();
                if found != *count {
                    return Err(format!("{found} times instead of {count}: {text}"));
                }
            }
        }
    }
    forbid(&absent, &lines[at..])
}

/// Two runs give the same text.
fn same_twice(file: &File) -> Result<(), Failed> {
    let (module, options) = (file.module(file.command.forward)?, file.command.options()?);
    let first = run(&module, &options)?;
    let second = run(&module, &options)?;
    if first != second {
        return Err("two runs differ".into());
    }
    Ok(())
}

/// Both modes with every switch give valid code.
fn every_way(file: &File) -> Result<(), Failed> {
    let directions = match file.command.hook {
        Some(_) => vec![false, true],
        None => vec![file.command.forward],
    };
    for forward in directions {
        let module = file.module(forward)?;
        for switches in 0..8 {
            let options = Options {
                inline_limit: if switches & 1 == 0 { 0 } else { 20_000 },
                optimize: switches & 2 != 0,
                minimum_cut: switches & 4 != 0,
                ..Options::default()
            };
            let given = run(&module, &options)?;
            if !given.diagnostics.is_empty() {
                return Err(
                    format!("forward {forward}: {options:?}\n{}", given.diagnostics).into(),
                );
            }
        }
    }
    Ok(())
}
