//! What hooks ask that the functions do not allow, as the analyses know them.
//!
//! Owns: these questions, and their words. Must not: analyse.

use crate::analysed::Analysed;
use crate::analysis::memory::{Memory, ObjectId, Origins};
use crate::diag::{Diagnostic, codes};
use crate::frontend::Hook;
use crate::plan;
use crate::request::{Request, TapeOwner};
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_rules::Registry;

/// All that is wrong with a hook.
pub(crate) fn of_hook(
    (module, registry): (Module, &Registry),
    analysed: &Analysed<'_>,
    hook: &Hook,
) -> Vec<Diagnostic> {
    let name = hook.request.function.name();
    let Some(memory) = analysed.memories.get(&name) else {
        return Vec::new();
    };
    let mut wrong = two_shadows(memory, hook, registry);
    wrong.extend(behind_shadow(memory, hook));
    wrong.extend(repeated(
        module,
        (memory, analysed.effect_free.contains(&name)),
        hook,
    ));
    wrong
}

/// Memory that is passed with a shadow must not be reached by a name that has another one.
fn two_shadows(memory: &Memory, hook: &Hook, registry: &Registry) -> Vec<Diagnostic> {
    let named = |global: &String| {
        let mut objects = memory.objects.iter();
        objects.any(|object| object.origins.globals.contains(global))
    };
    let twice = hook.duplicated_globals(registry).into_iter().filter(named);
    twice.map(|global| hook.two_shadows(&global)).collect()
}

/// Who calls a derivative through a shadow knows nothing of the function but its type: not which globals it uses, nor that it
/// ends memory.
fn behind_shadow(memory: &Memory, hook: &Hook) -> Option<Diagnostic> {
    if !hook.is_virtual() {
        return None;
    }
    let numbers = |global: &ObjectId| {
        let fields = memory.object(*global).fields.iter();
        let mut fields = fields.map(|f| &memory.fields[f.0]);
        fields.any(|field| field.holds_number() || field.target.is_some())
    };
    let used = memory.mutable_globals().find(numbers);
    let global = used.and_then(|object| memory.object(object).origins.globals.first());
    let ends = |origins: &Origins| origins.freed && !origins.is_new();
    let ends = memory.objects.iter().any(|object| ends(&object.origins));
    let what = match global {
        Some(global) => format!("uses the global `{global}`"),
        None if ends => "frees memory of its callers".to_owned(),
        None => return None,
    };
    let name = hook.request.function.name();
    let message = format!("`{name}` {what}, and its derivative cannot be called through a shadow");
    let diagnostic = hook.refuse(codes::THROUGH_SHADOW, message);
    Some(
        diagnostic
            .note("who calls it through a pointer does not know that")
            .help(
                "let the function use memory that its arguments lead to, and its callers free it",
            ),
    )
}

/// A function that runs a second time must leave no trace, and read nothing that may have changed.
fn repeated(
    module: Module,
    (memory, effect_free): (&Memory, bool),
    hook: &Hook,
) -> Option<Diagnostic> {
    if !hook.repeats {
        return None;
    }
    let objects = memory.objects.iter();
    let mut globals = objects.flat_map(|object| &object.origins.globals);
    let fixed = |name: &String| module.global(name).is_some_and(Value::is_global_constant);
    match effect_free {
        false => Some(hook.cannot_repeat("writes memory that its callers see, or calls what may")),
        true if !globals.all(fixed) => {
            Some(hook.cannot_repeat("uses globals that may have changed"))
        }
        true => None,
    }
}

/// What a rule of the program's cannot give.
pub(crate) fn of_rule(request: &Request, effect_free: bool) -> Option<Diagnostic> {
    // What code calls in place of a function has been decided there.
    let once = request.width > 1 && !request.globals && !effect_free;
    if once || request.tape == (TapeOwner::Program { again: true }) {
        return Some(rule_runs_once(request));
    }
    request.errors.then(|| rule_has_no_bound(request))
}

/// A rule of the program's gives tangents, whatever they are taken for.
fn rule_has_no_bound(request: &Request) -> Diagnostic {
    let name = request.function.name();
    let message = format!("the rule of `{name}` says nothing of its rounding errors");
    Diagnostic::new(codes::CUSTOM_MISFIT, message)
        .at(request.function, None)
        .help("take the rule out where errors are estimated, or estimate them around the function")
}

/// A rule of the program's uses its tape up, and may be one that runs for one direction only.
fn rule_runs_once(request: &Request) -> Diagnostic {
    let name = request.function.name();
    let (message, help) = match request.tape {
        TapeOwner::Program { again: true } => (
            format!(
                "the rule of `{name}` may use up what it keeps, and `enzyme_nofree` asks for more"
            ),
            "leave enzyme_nofree out, and make a tape with __enzyme_augmentfwd for each pass",
        ),
        TapeOwner::Program { again: false } | TapeOwner::Launch | TapeOwner::Thread => {
            plan::custom::one_direction(&name)
        }
    };
    Diagnostic::new(codes::CUSTOM_MISFIT, message)
        .at(request.function, None)
        .help(help)
}
