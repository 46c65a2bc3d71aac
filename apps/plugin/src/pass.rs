//! One run of the engine over the module that a compiler hands us.
//!
//! Owns: settings from the environment, and how refusals, warnings and crashes reach the user: through the
//! compiler's own diagnostics, so that they look like its own and, but for warnings, the compilation fails. Clang shows the
//! line of the source itself; flang, linkers and opt do not, and get it as part of the message.
//! Must not: know what a derivative is.

use crate::libraries;
use enzyme_core::report::Derivative;
use enzyme_core::{Diagnostic, Outcome, Severity};
use enzyme_host::crash::{self, Crash};
use enzyme_host::message::Message;
use enzyme_host::reports;
use enzyme_host::settings::{SettingError, Settings, VARIABLE};
use enzyme_llvm_shim::io::llvm_version;
use enzyme_llvm_shim::ir::{DebugLocation, Module, Opcode, TypeKind, Value};
use enzyme_llvm_shim::plugin::{LinkFollows, Stage, State};
use enzyme_llvm_shim::transform::{
    emit_error, emit_plain, emit_remark, emit_warning, wants_remarks,
};

/// Does what is due at a stage of the compilation.
pub(crate) fn run(module: Module, stage: Stage) -> State {
    match stage {
        Stage::Start => start(module),
        Stage::Simplified(link_follows) => {
            let link_follows = for_module(module, link_follows);
            let recalled = enzyme_core::frontend::recall(module);
            let state = match (recalled, differentiate(module, link_follows)) {
                (true, State::Unchanged) => State::Changed,
                (_, state) => state,
            };
            match with_libraries(module, state) {
                // Whether derivatives call the library makes no difference for how the rest of them is simplified; a kernel may take half of the registers then.
                State::Changed if module.is_for_gpu() => State::Extended,
                other => other,
            }
        }
    }
}

/// Linkers of devices load no plugin: derivatives of device code are made where it is compiled, or not at all.
fn for_module(module: Module, link_follows: LinkFollows) -> LinkFollows {
    match link_follows {
        LinkFollows::Yes if module.is_for_gpu() => LinkFollows::No,
        other => other,
    }
}

/// What nobody differentiates gets the libraries of its device at once, as from the compiler alone. Other device code calls them until its derivatives
/// are there, for these are made by the names of functions, and call others.
fn start(module: Module) -> State {
    // Wrong settings are told by who differentiates.
    let settings = settings().unwrap_or_default();
    let kept = enzyme_host::keep(module, &settings);
    let state = changed(kept | for_checker(module, &settings));
    match enzyme_host::is_concerned(module, &settings) {
        true => state,
        false => with_libraries(module, state),
    }
}

/// Loads that are moved to where the program may not come are races to a checker, or reads of memory that nobody has written. LLVM moves none in functions
/// that it believes to be ThreadSanitizer's, and `enzyme-rs emulate` takes that mark away again.
fn for_checker(module: Module, settings: &Settings) -> bool {
    if !settings.device_checker || !module.is_for_gpu() {
        return false;
    }
    let mark = module.context().enum_attribute("sanitize_thread");
    let bodies = module
        .functions()
        .into_iter()
        .filter(|f| !f.is_declaration());
    bodies.for_each(|function| function.add_function_attribute(mark));
    true
}

/// Links libraries of devices into what a stage has made of a module.
fn with_libraries(module: Module, state: State) -> State {
    // Wrong settings are told by who differentiates.
    let Ok(settings) = settings() else {
        return state;
    };
    if state == State::Broken {
        return state;
    }
    match libraries::link(module, &settings.device_libraries) {
        Ok(true) => State::Extended,
        Ok(false) => state,
        Err(message) => {
            refuse(module, &message, &settings);
            state
        }
    }
}

/// Differentiates what the module asks for.
fn differentiate(module: Module, link_follows: LinkFollows) -> State {
    let mut settings = match settings() {
        Ok(settings) => settings,
        Err(error) => return refuse(module, &error.shown(), &Settings::default()),
    };
    settings.options.link_follows = link_follows;
    settings.options.report |= wants_remarks(module);
    if settings.trace {
        trace(module, link_follows, "enter");
    }
    match enzyme_host::run(module, &settings) {
        Ok(outcome) => report(module, link_follows, &settings, &outcome),
        Err(crash) => broken(module, &crash, &settings),
    }
}

fn settings() -> Result<Settings, SettingError> {
    let text = std::env::var_os(VARIABLE).unwrap_or_default();
    Settings::parse(&text.to_string_lossy())
}

fn report(module: Module, link: LinkFollows, settings: &Settings, outcome: &Outcome) -> State {
    for (function, plan) in &outcome.plans {
        eprintln!("; plan of {function}\n{}", plan.trim_end());
    }
    report_kept(module, settings, &outcome.reports);
    let all = || outcome.diagnostics.iter().chain(&outcome.warnings);
    let nowhere = all().position(|diagnostic| !has_line(diagnostic));
    for (index, diagnostic) in all().enumerate() {
        let told = as_told(diagnostic, settings);
        emit(module, &told, settings, nowhere == Some(index));
    }
    if !outcome.diagnostics.is_empty() {
        drop_refused(module);
    }
    if settings.trace {
        trace(
            module,
            link,
            if outcome.changed {
                "changed"
            } else {
                "unchanged"
            },
        );
    }
    // Compilers go on after an error, to report others. They must not go on with what is no valid module any more.
    match outcome.diagnostics.is_empty() || module.verify().is_ok() {
        true => changed(outcome.changed || !outcome.diagnostics.is_empty()),
        false => State::Broken,
    }
}

/// What derivatives keep: for tools as a file, for people as remarks of the compiler.
fn report_kept(module: Module, settings: &Settings, reports: &[Derivative]) {
    if let Some(path) = settings.report.as_deref().filter(|_| !reports.is_empty()) {
        let written = reports::write(
            path,
            (&module.source_file(), &module.triple()),
            reports.to_vec(),
        );
        if let Err(error) = written {
            let title = format!("cannot write the report to {}: {error}", path.display());
            let message = Message::error(title)
                .help("name a file that can be written, or a folder with a slash behind it");
            refuse(module, &message, settings);
        }
    }
    if wants_remarks(module) {
        for derivative in reports {
            remark(module, derivative);
        }
    }
}

fn remark(module: Module, derivative: &Derivative) {
    let Some(function) = module.function(&derivative.symbol) else {
        return;
    };
    for kept in &derivative.kept {
        let at = kept.line.as_ref().and_then(|line| line.location);
        let text = format!("{}: {}", derivative.name, derivative.sentence(kept));
        emit_remark(function, at, &text);
    }
}

fn changed(is: bool) -> State {
    match is {
        true => State::Changed,
        false => State::Unchanged,
    }
}

/// Whether a diagnostic comes with a line of the source, or is about none.
fn has_line(diagnostic: &Diagnostic) -> bool {
    let Some((function, place)) = diagnostic.handles else {
        return true;
    };
    place.is_some() || function.has_debug_information()
}

/// A diagnostic without the instruction that it is about, where a line of the source says it.
fn as_told(diagnostic: &Diagnostic, settings: &Settings) -> Diagnostic {
    let mut told = diagnostic.clone();
    if told.place.is_some() && !settings.show_ir {
        told.subject = None;
    }
    told
}

/// A refusal or a warning at its own place, or at any function if it has none. Where lines are missing, one says how to have them.
fn emit(module: Module, diagnostic: &Diagnostic, settings: &Settings, says_how: bool) {
    let mut message = Message::of(diagnostic).help(more(diagnostic));
    if says_how {
        message = message
            .help("compile with -Rpass=enzyme-rs, or with -g, to see the lines of the source");
    }
    match diagnostic.handles {
        Some((function, place)) => {
            let is_error = diagnostic.severity == Severity::Error;
            Host::around(settings).print(module, (function, place), &message, is_error);
        }
        None => {
            refuse(module, &message, settings);
        }
    }
}

/// What the compiler around us does with a message.
#[derive(Clone, Copy)]
enum Host {
    /// Clang shows the line of the source that a message is about.
    ShowsLines,
    /// Flang, lld and opt print the message behind its severity, and LLVM's words about the place if they are given one.
    PrintsText,
    /// Whatever is not known. It may drop messages of kinds that it does not know, so it gets one of that kind that every
    /// compiler has to fail for.
    Other,
}

impl Host {
    /// The settings know better.
    fn around(settings: &Settings) -> Self {
        let host = std::env::current_exe().unwrap_or_default();
        let name = host.file_name().unwrap_or_default().to_string_lossy();
        let is_one_of = |names: &[&str]| names.iter().any(|of| name.contains(of));
        let clang = is_one_of(&["clang"]);
        match settings.excerpts {
            Some(false) => Self::ShowsLines,
            None if clang => Self::ShowsLines,
            _ if clang || is_one_of(&["flang", "lld", "opt"]) => Self::PrintsText,
            _ => Self::Other,
        }
    }

    fn print(
        self,
        module: Module,
        (function, place): (Value, Option<DebugLocation>),
        message: &Message,
        is_error: bool,
    ) {
        let emit = if is_error { emit_error } else { emit_warning };
        match self {
            Self::ShowsLines => emit(function, place, &message.without_place()),
            Self::PrintsText => emit_plain(module, is_error, &message.behind_severity()),
            Self::Other => emit(function, place, &message.behind_severity()),
        }
    }
}

/// Removes hook calls with metadata markers. Compilers go on to generate code after an error, and
/// fall over metadata that is passed to a function.
fn drop_refused(module: Module) {
    let hooks = module
        .functions()
        .into_iter()
        .filter(|f| enzyme_core::own_name(&f.name()).is_some());
    for user in hooks.flat_map(Value::users) {
        let is_call = user.is_instruction() && user.opcode() == Opcode::LLVMCall;
        if is_call
            && user
                .call_args()
                .into_iter()
                .any(|a| a.metadata_string().is_some())
        {
            if user.ty().kind() != TypeKind::LLVMVoidTypeKind {
                user.replace_all_uses_with(user.ty().undef());
            }
            user.erase_instruction();
        }
    }
}

fn more(diagnostic: &Diagnostic) -> String {
    format!("`enzyme-rs explain {}` says more", diagnostic.code)
}

/// The engine panicked.
fn broken(module: Module, crash: &Crash, settings: &Settings) -> State {
    let message = crash.shown();
    if module.verify().is_err() {
        eprintln!("error: {}", message.behind_severity());
        return State::Broken;
    }
    refuse(module, &message, settings)
}

/// An error that concerns the whole module; a module without functions has nothing to say it at,
/// and nothing to differentiate either.
fn refuse(module: Module, message: &Message, settings: &Settings) -> State {
    match anchor(module) {
        Some(function) => Host::around(settings).print(module, (function, None), message, true),
        None => eprintln!("warning: {}", message.behind_severity()),
    }
    State::Unchanged
}

/// A function to which a message about the module is attached: a defined one if there is one.
fn anchor(module: Module) -> Option<Value> {
    let functions = module.functions();
    functions
        .iter()
        .copied()
        .find(|f| !f.is_declaration())
        .or_else(|| functions.first().copied())
}

fn trace(module: Module, link_follows: LinkFollows, state: &str) {
    let (major, minor, patch) = llvm_version();
    let functions = module.functions();
    let defined = functions.iter().filter(|f| !f.is_declaration()).count();
    let phase = match link_follows {
        LinkFollows::Yes => "before linking",
        LinkFollows::No => "last chance",
        LinkFollows::Linking => "last chance, linking",
    };
    let hooks = if crash::has_hooks(module) {
        "hooks"
    } else {
        "no hooks"
    };
    eprintln!(
        "enzyme-rs {}: {state}: LLVM {major}.{minor}.{patch}, {phase}, {defined} functions, {hooks}",
        env!("CARGO_PKG_VERSION"),
    );
}
