//! The calls of `__enzyme_*`: from hook calls to requests, and derivatives put in their place.
//!
//! Owns: the names that users write (hooks, markers), the grammar of a hook call, and the code
//! around the call of a derivative. Must not: know how derivatives are made.
//!
//! The parts: [`hooks`] and [`markers`] know names, [`resolve`] looks through what front ends put
//! around constants, [`kernels`] adds derivatives of kernels that the host launches, [`launches`] says there that they are, and [`elsewhere`] is how other files launch them, `specialise` knows functions that are passed as parameters, `calls` finds calls, [`checked`] checks them where they stand, [`site`] is the place of one call, [`asked`] what it asks for, [`parse`] reads its arguments with
//! [`activity`] and [`convert`], [`registrations`] are what programs say of their functions, [`results`] fits what is returned, [`shadows`] looks at shadows, [`emit`] writes, [`order`] puts
//! inner derivatives first, [`virtuals`] are derivatives behind shadows of pointers, [`wait`] leaves some to the linker, [`tidy`] removes leftovers. Tests: `frontend/tests.rs`.

mod activity;
mod asked;
mod assembly;
mod assertions;
mod batch;
mod bytes;
mod calls;
mod checked;
mod convert;
mod descriptors;
mod device_variables;
mod elsewhere;
mod emit;
mod hooks;
mod inactive;
mod kernels;
mod kinds;
mod launches;
mod layout;
mod markers;
mod order;
mod parse;
mod printing;
mod registrations;
mod resolve;
mod results;
mod shadows;
mod site;
mod specialise;
#[cfg(test)]
mod tests;
mod threads;
mod tidy;
mod virtuals;
mod wait;
mod workers;

pub use asked::Hook;
pub use assembly::say_updates;
pub(crate) use assembly::type_of;
pub(crate) use assertions::{Assertion, asserts, drop_assertions};
pub(crate) use batch::expand as expand_batches;
pub use bytes::say_bytes;
pub(crate) use calls::calls;
pub(crate) use checked::add as check;
pub(crate) use device_variables::of as device_variables;
pub(crate) use elsewhere::{called as launched_elsewhere, taken as take_launches};
pub(crate) use hooks::{is_hook, is_hook_of};
pub(crate) use inactive::expand as expand_inactive;
pub(crate) use kernels::{
    Added as AddedKernels, Beyond, Found, Optional, Shares, add as add_kernels,
    any_asks as any_kernel_asks, brings_shadows, complete as complete_kernels, handed,
    hidden_address, hidden_number, inactive_kernels, kernel_of, leave_out as leave_kernel_out,
    name_where_room_is_missing, runs_unseen, tell as tell_of_kernels,
    tell_written as tell_of_variables, writes_beyond,
};
pub use kernels::{are_marked as marks_kernels, are_named as names_kernels};
pub use launches::are_named as names_launched;
pub(crate) use launches::{offer as offer_launches, register as register_kernels};
pub(crate) use registrations::{claim, forget, hear};
pub use registrations::{keep, recall};
pub(crate) use specialise::specialise;

use crate::diag::{Diagnostic, codes};
use crate::options::Options;
use crate::request::{Mode, Request};
use asked::Wants;
use emit::Emitter;
use enzyme_llvm_shim::ir::{Module, TypeKind, Value};
use enzyme_llvm_shim::plugin::LinkFollows;
use enzyme_llvm_shim::transform;
use enzyme_rules::Registry;
pub(crate) use order::reachable;
use parse::Passed;
use results::{Tape, Target};
use site::Site;

/// The function that the known tool calls for each operation of which it estimates the error.
const ERROR_CALLBACK: &str = "enzymeLogError";

pub use virtuals::asks as asks_virtually;

/// Whether a module asks for derivatives, here or when it is linked.
pub fn asks(module: Module) -> bool {
    let mut functions = module.functions().into_iter();
    functions.any(|function| is_hook(&function.name()))
}

/// All hook calls of the module in order; what is wrong with others as diagnostics.
///
/// With [`LinkFollows::Yes`], hooks whose function, or something that it calls, is only declared are left alone
/// silently.
pub fn collect(
    module: Module,
    registry: &Registry,
    options: &Options,
) -> (Vec<Hook>, Vec<Diagnostic>) {
    let (mut found, mut diagnostics) = (Vec::new(), Vec::new());
    for (call, caller) in calls(module) {
        match read(module, call, caller, options) {
            Ok(hook) => found.extend(hook),
            Err(diagnostic) if may_come(&diagnostic, options.link_follows) => {}
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    if options.link_follows == LinkFollows::Yes {
        let main = module.function("main");
        let has_main = main.is_some_and(|main| !main.is_declaration());
        found.retain(|hook| !wait::waits(hook, registry, has_main));
    }
    for hook in &mut found {
        hook.know_functions(module, registry);
        hook.know_threads(registry);
        hook.know_workers(registry);
    }
    (found, diagnostics)
}

/// Hook calls that can be replaced at once, and those that wait until then: what they differentiate holds some of the former. A function
/// that asks for a derivative of itself is in the first list when nothing else is left.
#[must_use]
pub fn wave(hooks: Vec<Hook>) -> (Vec<Hook>, Vec<Hook>) {
    order::wave(hooks)
}

/// Functions of a run-time library that is to know where a derivative begins and where it ends.
#[derive(Clone, Copy, Debug)]
pub struct Bracket {
    /// In front of the call of a derivative; what it gives is given to the other one.
    pub begins: &'static str,
    /// Behind it.
    pub ends: &'static str,
}

/// Puts a call of the generated derivative (signature by [`crate::request`]) in the hook call's
/// place, or the address of all `derivatives`, and erases the latter: its handle is dead afterwards. `tape_bytes` are those of the derivative's tape, if it is an augmented
/// primal; `told` are the libraries that are to know of the call.
///
/// # Errors
/// [`codes::INTERNAL`] if the derivative does not have the signature that the request asks for.
pub fn replace(
    module: Module,
    hook: Hook,
    derivatives: &[Value],
    tape_bytes: Option<u64>,
    told: &[Bracket],
) -> Result<(), Diagnostic> {
    let derivative = derivatives[0];
    let (args, tape) = match &hook.wants {
        Wants::Call(args, tape) => (args, *tape),
        Wants::TapeSize => {
            Emitter::new(module, hook.call).deliver_number(tape_bytes.unwrap_or(0));
            transform::invoke_to_call(hook.call).erase_instruction();
            return Ok(());
        }
        Wants::Virtual => {
            virtuals::replace(module, &hook, derivatives);
            return Ok(());
        }
    };
    let ty = derivative.function_type();
    let target = Target::of(&hook.site);
    let fit = results::fit(module, ty.returned(), target, tape);
    let takes: Vec<_> = args.iter().map(|passed| passed.ty()).collect();
    let Some(fit) = fit.filter(|_| ty.params() == takes) else {
        let (name, ty) = (derivative.name(), ty.print());
        let message = format!("the derivative `{name}` has an unexpected signature: {ty}");
        return Err(hook.site.refuse(codes::INTERNAL, message));
    };
    let emitter = Emitter::new(module, hook.call);
    let depths: Vec<Value> = told
        .iter()
        .map(|library| emitter.begins(library.begins))
        .collect();
    let result = emitter.call(derivative, args);
    let block = result.block();
    for (library, depth) in told.iter().zip(&depths) {
        emitter.ends(library.ends, *depth);
    }
    emitter.deliver(result, &fit, target);
    // What the function throws, its derivative throws: into the same landing pad.
    transform::unwind_like(result, hook.call);
    transform::invoke_to_call(hook.call).erase_instruction();
    // What it throws ends it as well.
    if told.is_empty() {
        return Ok(());
    }
    if let Some(landed) = block.and_then(transform::own_landing) {
        for (library, depth) in told.iter().zip(depths) {
            emit::ends(module, landed, library.ends, depth);
        }
    }
    Ok(())
}

/// After all hooks are replaced: removes declarations of markers and hooks that nothing uses any
/// more, so that the linker does not ask for `enzyme_dup`.
pub fn tidy(module: Module) {
    tidy::tidy(module);
}

/// The function that a value stands for.
pub(crate) fn function_of(value: Value) -> Option<Value> {
    resolve::function_of(value).ok()
}

fn may_come(diagnostic: &Diagnostic, link_follows: LinkFollows) -> bool {
    diagnostic.code == codes::NO_DEFINITION && link_follows == LinkFollows::Yes
}

/// Reads one call; none if it is not of a hook.
fn read(
    module: Module,
    call: Value,
    caller: Value,
    options: &Options,
) -> Result<Option<Hook>, Diagnostic> {
    let Some(callee) = call.callee() else {
        return Ok(None);
    };
    let mode = match hooks::classify(&callee.name()) {
        None => return Ok(None),
        Some(hooks::Hook::Derivative(mode)) => mode,
        // Read before.
        Some(hooks::Hook::Batch | hooks::Hook::CallInactive | hooks::Hook::Truncated) => {
            return Ok(None);
        }
        Some(hooks::Hook::Errors) => return errors(module, call, caller, options).map(Some),
        Some(hooks::Hook::FromTape) => return from_tape(module, call, caller, options).map(Some),
        Some(hooks::Hook::TapeSize) => return tape_size(module, call, caller, options).map(Some),
        Some(hooks::Hook::Virtual(mode)) => {
            return virtuals::read(module, call, caller, mode).map(Some);
        }
        // What the family does not know may be a function of the user's.
        Some(hooks::Hook::Unknown(_))
            if !callee.is_declaration() || options.link_follows == LinkFollows::Yes =>
        {
            return Ok(None);
        }
        Some(other) => return Err(unsupported(call, caller, &callee.name(), &other)),
    };
    hook(module, call, caller, (mode, options)).map(Some)
}

fn hook(
    module: Module,
    call: Value,
    caller: Value,
    (mode, options): (Mode, &Options),
) -> Result<Hook, Diagnostic> {
    let site = Site::new(module, call, caller)?;
    let read = parse::parse(&site, mode)?;
    understood(site, read, options)
}

/// Bounds of the errors of results, from those of arguments: forward mode of another sort.
fn errors(
    module: Module,
    call: Value,
    caller: Value,
    options: &Options,
) -> Result<Hook, Diagnostic> {
    if module.function(ERROR_CALLBACK).is_some() {
        let message = format!("`{ERROR_CALLBACK}` is not called for each operation");
        return Err(Diagnostic::new(codes::UNSUPPORTED_HOOK, message)
            .at(caller, Some(call))
            .help("take its definition out, and compare the bounds of intermediate results"));
    }
    let site = Site::new(module, call, caller)?;
    let (request, args) = parse::parse(&site, Mode::Forward)?;
    let request = Request {
        sweep: false,
        restores: Vec::new(),
        errors: true,
        ..request
    };
    understood(site, (request, args), options)
}

/// A tangent from a tape: the function runs again.
fn from_tape(
    module: Module,
    call: Value,
    caller: Value,
    options: &Options,
) -> Result<Hook, Diagnostic> {
    let site = Site::new(module, call, caller)?;
    let read = parse::from_tape(&site)?;
    let hook = understood(site, read, options)?;
    Ok(Hook {
        repeats: true,
        ..hook
    })
}

fn understood(
    site: Site,
    read: (Request, Vec<Passed>),
    options: &Options,
) -> Result<Hook, Diagnostic> {
    let (request, args) = read;
    let request = optioned(request, options);
    let owned = |passed: &Passed| matches!(passed, Passed::None(_));
    let tape = match request.mode {
        Mode::Augmented if args.iter().any(owned) => Tape::Returned,
        Mode::Augmented => Tape::Placed,
        Mode::Forward | Mode::Gradient | Mode::Reverse => Tape::None,
    };
    results::check(&site, &request, tape)?;
    descriptors::check(&site, &request, &args)?;
    kinds::check(&site, &request, &args)?;
    let warnings = shadows::check(&site, &request, &args)?;
    Ok(Hook {
        call: site.call,
        caller: site.caller,
        request,
        repeats: false,
        site,
        wants: Wants::Call(args, tape),
        warnings,
        is_of_check: false,
    })
}

/// What the options ask of every derivative.
fn optioned(request: Request, options: &Options) -> Request {
    Request {
        runtime_activity: request.runtime_activity || options.runtime_activity,
        atomic_add: request.atomic_add || options.atomic_add,
        ..request
    }
}

fn tape_size(
    module: Module,
    call: Value,
    caller: Value,
    options: &Options,
) -> Result<Hook, Diagnostic> {
    let site = Site::new(module, call, caller)?;
    let request = optioned(parse::sizes(&site)?, options);
    if call.ty().kind() != TypeKind::LLVMIntegerTypeKind {
        let message = "the hook is declared to return something else than a number of bytes";
        let error = site.refuse(codes::HOOK_RETURN, message);
        return Err(error.help("declare `size_t __enzyme_augmentsize(void *, ...)`"));
    }
    Ok(Hook {
        call,
        caller,
        request,
        repeats: false,
        site,
        wants: Wants::TapeSize,
        warnings: Vec::new(),
        is_of_check: false,
    })
}

fn unsupported(call: Value, caller: Value, name: &str, hook: &hooks::Hook) -> Diagnostic {
    let at =
        |message: String| Diagnostic::new(codes::UNSUPPORTED_HOOK, message).at(caller, Some(call));
    if let hooks::Hook::Unsupported(hooks::Refused { what, remedy }) = hook {
        let message = format!("the hook `{name}` is not supported: it asks for {what}");
        return at(message).help(*remedy);
    }
    at(format!("there is no hook `{name}`")).help(
        "hooks are __enzyme_autodiff (reverse mode: gradients), its halves __enzyme_augmentfwd and \
         __enzyme_reverse, and __enzyme_fwddiff (forward mode: tangents), with any suffix",
    )
}
