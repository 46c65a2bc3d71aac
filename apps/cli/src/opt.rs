//! `enzyme-rs opt`: one module in, the module with derivatives out.
//!
//! Owns: reading, running and writing a module, and what is printed about it.
//! Must not: know what a derivative is.

use crate::cli::Opt;
use crate::exit::{Exit, Failure};
use crate::in_ir::Module;
use enzyme_core::diag::codes;
use enzyme_core::{Code, Diagnostic, Outcome};
use enzyme_host::message::Message;
use enzyme_host::settings::Settings;
use enzyme_llvm_shim::inkwell::context::Context;
use enzyme_llvm_shim::io::{OwnedModule, llvm_version};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Runs the command.
pub(crate) fn run(args: &Opt) -> Result<Exit, Failure> {
    let settings = settings(&args.engine.to_text())?;
    let input = Input::open(&args.input)?;
    let context = Context::create();
    let mut module = read(&context, &input.path)?;
    match enzyme_host::run(module.handle(), &settings) {
        Ok(outcome) => finish(&module, &outcome, &input, &args.output),
        Err(crash) => {
            anstream::eprintln!("{}", crash.shown().styled());
            Ok(Exit::Internal)
        }
    }
}

/// The engine's options, as text.
pub(crate) fn settings(text: &str) -> Result<Settings, Failure> {
    Settings::parse(text).map_err(|error| Failure::usage(error.message).help(error.help))
}

/// A file on disk, also for what came through standard input.
struct Input {
    path: PathBuf,
    _folder: Option<TempDir>,
}

impl Input {
    fn open(path: &Path) -> Result<Self, Failure> {
        if path != Path::new("-") {
            return match std::fs::metadata(path) {
                Ok(_) => Ok(Self {
                    path: path.to_owned(),
                    _folder: None,
                }),
                Err(e) => Err(Failure::input(format!(
                    "cannot read {}: {e}",
                    path.display()
                ))),
            };
        }
        let failed = |e: std::io::Error| Failure::input(format!("cannot read the input: {e}"));
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map_err(failed)?;
        let folder = tempfile::tempdir().map_err(failed)?;
        let path = folder.path().join("stdin");
        std::fs::write(&path, bytes).map_err(failed)?;
        Ok(Self {
            path,
            _folder: Some(folder),
        })
    }
}

/// Reads and verifies a module; what is wrong with it becomes a diagnostic.
pub(crate) fn read<'c>(context: &'c Context, path: &Path) -> Result<OwnedModule<'c>, Failure> {
    let mut module = OwnedModule::read(context, path).map_err(|text| malformed(path, &text))?;
    module
        .handle()
        .verify()
        .map_err(|text| malformed(path, &text))?;
    Ok(module)
}

fn malformed(path: &Path, text: &str) -> Failure {
    let ours = llvm_version().0;
    let (code, what, help) = match newer_producer(text, ours) {
        Some(producer) => (
            codes::NEWER_BITCODE,
            format!("was written by {producer}, this is LLVM {ours}"),
            Some(format!(
                "produce it with LLVM {ours}, or take an enzyme-rs for its version"
            )),
        ),
        None => (codes::MALFORMED_IR, "is not valid LLVM IR".to_owned(), None),
    };
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let title = format!("{} {what} [{code}]", path.display());
    let failure = Failure::input(title).note(lines.join("\n"));
    help.into_iter()
        .chain([explain(code)])
        .fold(failure, Failure::help)
}

fn explain(code: Code) -> String {
    format!("`enzyme-rs explain {code}` says more")
}

/// The producer that LLVM's message names, if it is of a later major version than ours.
fn newer_producer(text: &str, ours: u32) -> Option<&str> {
    let (_, rest) = text.split_once("Producer: '")?;
    let (producer, _) = rest.split_once('\'')?;
    let digits = producer.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    (digits[..end].parse::<u32>().ok()? > ours).then_some(producer)
}

fn finish(
    module: &OwnedModule<'_>,
    outcome: &Outcome,
    input: &Input,
    output: &Path,
) -> Result<Exit, Failure> {
    for (function, plan) in &outcome.plans {
        eprintln!("; plan of {function}\n{}", plan.trim_end());
    }
    let source = Module::new(&input.path);
    for warning in &outcome.warnings {
        print(warning, &source);
    }
    if !outcome.diagnostics.is_empty() {
        print_errors(&outcome.diagnostics, &source);
        return Ok(Exit::Refused);
    }
    write(module, output)?;
    Ok(Exit::Success)
}

/// A message with the line of the source, or else of the module.
fn print(diagnostic: &Diagnostic, source: &Module) {
    let report = Message::of(diagnostic).or_at(|| source.find(diagnostic));
    anstream::eprintln!("{}\n", report.styled());
}

fn print_errors(errors: &[Diagnostic], source: &Module) {
    for error in errors {
        print(error, source);
    }
    let count = errors.len();
    let plural = if count == 1 { "" } else { "s" };
    let last = Message::error(format!(
        "nothing was written, because of {count} error{plural}"
    ));
    let codes: std::collections::BTreeSet<Code> = errors.iter().map(|d| d.code).collect();
    let last = codes
        .into_iter()
        .fold(last, |last, code| last.help(explain(code)));
    anstream::eprintln!("{}", last.styled());
}

fn write(module: &OwnedModule<'_>, output: &Path) -> Result<(), Failure> {
    let failed =
        |e: String| Failure::environment(format!("cannot write {}: {e}", output.display()));
    if output != Path::new("-") {
        return module.write(output).map_err(failed);
    }
    let folder = tempfile::tempdir().map_err(|e| failed(e.to_string()))?;
    let path = folder.path().join("stdout.ll");
    module.write(&path).map_err(failed)?;
    let text = std::fs::read(&path).map_err(|e| failed(e.to_string()))?;
    match std::io::stdout().write_all(&text) {
        // A reader that closes the pipe early has seen what it wanted.
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err(failed(e.to_string())),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitcode_of_the_future_is_recognised() {
        let text =
            "Unknown attribute kind (123) (Producer: 'LLVM23.1.0-rust' Reader: 'LLVM 22.1.8')";
        assert_eq!(newer_producer(text, 22), Some("LLVM23.1.0-rust"));
        assert_eq!(newer_producer(text, 23), None);
        assert_eq!(newer_producer("expected top-level entity", 22), None);
    }
}
