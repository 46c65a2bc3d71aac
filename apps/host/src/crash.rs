//! What happens when the engine breaks: a panic becomes a report that names what to send in.
//!
//! The module as it was *before* the run is what reproduces a failure, so its text is kept while
//! the engine works on it.
//!
//! Owns: the guard around a run, the panic hook and the report file.
//! Must not: decide whether the process goes on.

use enzyme_core::diag::{Code, codes};
use enzyme_llvm_shim::ir::Module;
use std::any::Any;
use std::cell::RefCell;
use std::fs::OpenOptions;
use std::io::Write;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Once;

/// The engine broke; the report is complete.
#[derive(Clone, Debug)]
pub struct Crash {
    /// What the panic said, with the place in the engine's source.
    pub message: String,
    /// Where the module was written, unless that failed too.
    pub report: Option<PathBuf>,
}

impl Crash {
    /// The code under which a crash is reported.
    pub const CODE: Code = codes::INTERNAL;

    /// The lines that follow the message: what to send, and to whom.
    pub fn remedies(&self) -> Vec<String> {
        let place = concat!(env!("CARGO_PKG_REPOSITORY"), "/issues");
        match self.report.as_ref().map(|path| path.display()) {
            Some(path) => vec![
                format!("please report this with the file {path} at {place}"),
                format!("`enzyme-rs opt {path} -o -` repeats it"),
            ],
            None => vec![format!(
                "please report this with the input that caused it at {place}"
            )],
        }
    }
}

/// The run that is under way on this thread.
#[derive(Default)]
struct Run {
    active: bool,
    snapshot: String,
    message: String,
}

thread_local! {
    static RUN: RefCell<Run> = RefCell::default();
}

static HOOK: Once = Once::new();

/// Runs the engine; a panic becomes a [`Crash`] and its report file is written.
///
/// # Errors
/// The crash. The module may then be in any state.
pub fn guard<T>(module: Module, run: impl FnOnce() -> T) -> Result<T, Crash> {
    HOOK.call_once(install_hook);
    let snapshot = module.print();
    RUN.with_borrow_mut(|r| {
        *r = Run {
            active: true,
            snapshot,
            message: String::new(),
        }
    });
    let result = catch_unwind(AssertUnwindSafe(run));
    let ended = RUN.take();
    result.map_err(|payload| {
        let message = match ended.message.is_empty() {
            true => payload_text(payload.as_ref()),
            false => ended.message,
        };
        Crash {
            message,
            report: write_report(&ended.snapshot),
        }
    })
}

/// Whether the module names a differentiation hook.
pub fn has_hooks(module: Module) -> bool {
    module
        .functions()
        .iter()
        .any(|function| function.name().contains("__enzyme_"))
}

/// Panics of the engine are kept for the report; all others go to the hook that was there.
fn install_hook() {
    let previous = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let ours = RUN.with(|run| {
            run.try_borrow_mut().is_ok_and(|mut run| {
                if run.active {
                    run.message = describe(info);
                }
                run.active
            })
        });
        if !ours {
            previous(info);
        }
    }));
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let text = payload_text(info.payload());
    match info.location() {
        Some(place) => format!("{text} ({}:{})", short(place.file()), place.line()),
        None => text,
    }
}

/// The part of a source path that is the same on every machine.
fn short(path: &str) -> &str {
    ["core/", "apps/"]
        .iter()
        .find_map(|top| path.find(top).map(|at| &path[at..]))
        .unwrap_or(path)
}

fn payload_text(payload: &(dyn Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "the engine panicked".to_owned())
}

fn write_report(text: &str) -> Option<PathBuf> {
    write_report_in(&std::env::temp_dir(), text)
}

/// Writes to a file that did not exist before, so that nobody's file is overwritten.
fn write_report_in(folder: &Path, text: &str) -> Option<PathBuf> {
    let process = std::process::id();
    (0..100).find_map(|n| {
        let path = folder.join(format!("enzyme-rs-crash-{process}-{n}.ll"));
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)
            .ok()?;
        file.write_all(text.as_bytes()).ok().map(|()| path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use enzyme_llvm_shim::inkwell::context::Context;
    use enzyme_llvm_shim::io::OwnedModule;

    const HOOKED: &str = "declare double @__enzyme_autodiff(...)\n";

    #[test]
    fn a_panic_is_reported_with_the_module() {
        let context = Context::create();
        let mut module = OwnedModule::parse_text(&context, HOOKED).unwrap();
        let crash = guard(module.handle(), || panic!("broken {}", 7)).unwrap_err();
        assert!(
            crash
                .message
                .starts_with("broken 7 (apps/host/src/crash.rs:"),
            "{crash:?}"
        );
        let report = crash.report.clone().unwrap();
        assert!(
            std::fs::read_to_string(&report)
                .unwrap()
                .contains("__enzyme_autodiff")
        );
        assert!(crash.remedies()[0].contains(&report.display().to_string()));
        std::fs::remove_file(report).unwrap();
    }

    #[test]
    fn only_modules_with_hooks_reach_the_engine() {
        let context = Context::create();
        let mut module = OwnedModule::parse_text(&context, "declare void @f()\n").unwrap();
        let settings = Settings {
            provoke_crash: true,
            ..Settings::default()
        };
        assert!(!crate::run(module.handle(), &settings).unwrap().changed);
        let mut module = OwnedModule::parse_text(&context, HOOKED).unwrap();
        let crash = crate::run(module.handle(), &settings).unwrap_err();
        assert!(crash.message.starts_with("asked to crash"), "{crash:?}");
        std::fs::remove_file(crash.report.unwrap()).unwrap();
    }
}
