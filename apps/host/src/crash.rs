//! What happens when the engine breaks: a panic becomes a report that names what to send in.
//!
//! The module as it was *before* the run is what reproduces a failure, so its text is kept while
//! the engine works on it.
//!
//! Owns: the guard around a run, the panic hook and the report file.
//! Must not: decide whether the process goes on.

use crate::message::Message;
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
    pub file: Option<PathBuf>,
}

impl Crash {
    /// The code under which a crash is reported.
    pub const CODE: Code = codes::INTERNAL;

    /// As a message: with what to send, and to whom.
    pub fn shown(&self) -> Message {
        let title = format!(
            "internal error in enzyme-rs: {} [{}]",
            self.message,
            Self::CODE
        );
        remedies(self.file.as_deref())
            .into_iter()
            .fold(Message::error(title), Message::help)
    }
}

/// What to send, and to whom.
pub(crate) fn remedies(report: Option<&Path>) -> Vec<String> {
    let place = concat!(env!("CARGO_PKG_REPOSITORY"), "/issues");
    match report.map(Path::display) {
        Some(path) => vec![
            format!("please report this with the file {path} at {place}"),
            format!("`enzyme-rs opt {path} -o -` repeats it"),
        ],
        None => vec![format!(
            "please report this with the input that caused it at {place}"
        )],
    }
}

thread_local! {
    /// What the run that is under way on this thread said when it panicked.
    static RUN: RefCell<Option<String>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

/// Runs the engine; a panic becomes a [`Crash`], and `before`, the module's text, its report file.
///
/// # Errors
/// The crash. The module may then be in any state.
pub fn guard<T>(before: &str, run: impl FnOnce() -> T) -> Result<T, Crash> {
    HOOK.call_once(install_hook);
    RUN.replace(Some(String::new()));
    let result = catch_unwind(AssertUnwindSafe(run));
    let message = RUN.take().unwrap_or_default();
    result.map_err(|payload| {
        let message = match message.is_empty() {
            true => payload_text(payload.as_ref()),
            false => message,
        };
        Crash {
            message,
            file: write_report(before),
        }
    })
}

/// Whether the module names a differentiation hook, or registers a rule for one of another module, or has kernels that such a one launches.
pub fn has_hooks(module: Module) -> bool {
    let mut named = module.functions().into_iter().chain(module.globals());
    named.any(|value| enzyme_core::own_name(&value.name()).is_some())
        || enzyme_core::frontend::marks_kernels(module)
}

/// Panics of the engine are kept for the report; all others go to the hook that was there.
fn install_hook() {
    let previous = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let ours = RUN.with(|run| {
            let mut run = run.borrow_mut();
            run.as_mut()
                .map(|message| *message = describe(info))
                .is_some()
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

/// Writes a module's text to a new file in the folder for temporary files.
pub(crate) fn write_report(text: &str) -> Option<PathBuf> {
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
        let crash = guard(HOOKED, || panic!("broken {}", 7)).unwrap_err();
        let place = "broken 7 (apps/host/src/crash.rs:";
        assert!(crash.message.starts_with(place), "{crash:?}");
        let file = crash.file.clone().unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), HOOKED);
        let said = crash.shown().behind_severity();
        assert!(said.contains(&file.display().to_string()), "{said}");
        std::fs::remove_file(file).unwrap();
        assert_eq!(guard(HOOKED, || 3).unwrap(), 3);
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
        std::fs::remove_file(crash.file.unwrap()).unwrap();
    }
}
