//! The calls of `__enzyme_*`: from hook calls to requests, and derivatives put in their place.
//!
//! Owns: the names that users write (hooks, markers), the grammar of a hook call, and the code
//! around the call of a derivative. Must not: know how derivatives are made.
//!
//! The parts: [`hooks`] and [`markers`] know names, [`resolve`] looks through what front ends put
//! around constants, `specialise` knows functions that are passed as parameters, [`site`] is the place of one call, [`parse`] reads its arguments with
//! [`activity`] and [`convert`], [`registrations`] are what programs say of their functions, [`results`] fits what is returned, [`emit`] writes, [`order`] puts
//! inner derivatives first, [`virtuals`] are derivatives behind shadows of pointers, [`wait`] leaves some to the linker, [`tidy`] removes leftovers. Tests: `frontend/tests.rs`.

mod activity;
mod assertions;
mod batch;
mod convert;
mod emit;
mod hooks;
mod inactive;
mod layout;
mod markers;
mod order;
mod parse;
mod registrations;
mod resolve;
mod results;
mod site;
mod specialise;
#[cfg(test)]
mod tests;
mod tidy;
mod virtuals;
mod wait;

pub(crate) use assertions::{Assertion, asserts, drop_assertions};
pub(crate) use batch::expand as expand_batches;
pub(crate) use hooks::{is_hook, is_hook_of};
pub(crate) use inactive::expand as expand_inactive;
pub use registrations::keep;
pub(crate) use registrations::{forget, hear};
pub(crate) use specialise::specialise;

use crate::diag::{Code, Diagnostic, codes};
use crate::options::Options;
use crate::request::{Activity, Mode, Request};
use emit::Emitter;
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value};
use enzyme_llvm_shim::plugin::LinkFollows;
use enzyme_llvm_shim::transform;
use enzyme_rules::Registry;
use parse::Passed;
use results::{Tape, Target};
use site::Site;

/// The function that the known tool calls for each operation of which it estimates the error.
const ERROR_CALLBACK: &str = "enzymeLogError";

/// One hook call understood.
#[derive(Clone, Debug)]
pub struct Hook {
    /// The call or invoke.
    pub call: Value,
    /// The function that holds it.
    pub caller: Value,
    /// The derivative that it asks for, or asks about.
    pub request: Request,
    /// The function has run before, and runs again for the derivative.
    pub repeats: bool,
    site: Site,
    wants: Wants,
}

/// What takes the place of a hook call.
#[derive(Clone, Debug)]
enum Wants {
    /// A call of the derivative with these arguments.
    Call(Vec<Passed>, Tape),
    /// The bytes of its tape.
    TapeSize,
    /// The address of the function's derivatives.
    Virtual,
}

impl Hook {
    /// Differentiates a copy of the function that knows the functions which the call passes as constants. A function of which the
    /// program says what it is stays itself.
    fn know_functions(&mut self, module: Module, registry: &Registry) {
        let function = self.request.function;
        let Wants::Call(args, _) = &self.wants else {
            return;
        };
        let known = self.constant_functions(args);
        if known.is_empty() || registry.said(&function.name()).is_some() {
            return;
        }
        if let Some(copy) = specialise::with(module, function, &known) {
            self.request.function = copy;
            self.site.function = copy;
        }
    }

    /// Parameters that are given a function by name, with it.
    fn constant_functions(&self, args: &[Passed]) -> Vec<(u32, Value)> {
        let given = self.call.call_args();
        let primals = self.primals(args);
        let function = |passed: Passed| match passed {
            Passed::Argument {
                index,
                how: convert::Conversion::Same,
                ..
            } => resolve::function_of(given[index as usize]).ok(),
            // Any other: no function by name.
            _ => None,
        };
        let constant = |(_, activity, _): &(u32, Activity, Passed)| *activity == Activity::Const;
        let constants = primals.into_iter().filter(constant);
        let known = constants.filter_map(|(param, _, passed)| Some((param, function(passed)?)));
        known.collect()
    }

    /// What is passed for each parameter of the function, without shadows.
    fn primals(&self, args: &[Passed]) -> Vec<(u32, Activity, Passed)> {
        let mut next = 0;
        let mut all = Vec::new();
        for (param, activity) in (0..).zip(&self.request.params) {
            all.extend(args.get(next).map(|passed| (param, *activity, *passed)));
            next += match activity {
                Activity::Dup => 1 + self.request.width as usize,
                Activity::Const | Activity::Null | Activity::Out => 1,
            };
        }
        all
    }

    /// Globals whose memory is passed with a shadow, as far as the call itself says so.
    #[must_use]
    pub fn duplicated_globals(&self) -> Vec<String> {
        let Wants::Call(args, _) = &self.wants else {
            return Vec::new();
        };
        let given = self.call.call_args();
        let mut names = Vec::new();
        for (_, activity, primal) in self.primals(args) {
            let (Passed::Argument { index, .. }, Activity::Dup) = (primal, activity) else {
                continue;
            };
            let base = given
                .get(index as usize)
                .and_then(|v| resolve::global_of(*v));
            names.extend(base.map(|global| global.name()));
        }
        names
    }

    /// That a global has one shadow for all threads, which each call clears.
    #[must_use]
    pub fn shared_global(&self, global: &str) -> Diagnostic {
        let message = format!(
            "the global `{global}` holds active data, and several threads run this derivative (enzyme_atomic_add)"
        );
        self.site
            .refuse(codes::HOOK_ARGUMENTS, message)
            .note("the shadow of a global is zeroed where a derivative is called: one thread would clear what another has added")
            .help("pass the data as an argument, or make the global thread-local")
    }

    /// All derivatives that it asks for: one, or both halves.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        let mut all = vec![self.request.clone()];
        if self.is_virtual() && self.request.mode == Mode::Augmented {
            all.push(Request {
                mode: Mode::Reverse,
                ..self.request.clone()
            });
        }
        all
    }

    /// Whether it asks for the address of derivatives that are called through shadows.
    #[must_use]
    pub fn is_virtual(&self) -> bool {
        matches!(self.wants, Wants::Virtual)
    }

    /// A diagnostic at the hook call.
    #[must_use]
    pub fn refuse(&self, code: Code, message: String) -> Diagnostic {
        self.site.refuse(code, message)
    }

    /// That the function leaves traces when it runs again, or reads what may have changed.
    #[must_use]
    pub fn cannot_repeat(&self, what: &str) -> Diagnostic {
        let name = self.request.function.name();
        let message = format!("a tangent from a tape runs `{name}` again, but it {what}");
        self.site
            .refuse(codes::UNSUPPORTED_HOOK, message)
            .help("use `__enzyme_fwddiff` in the place of `__enzyme_augmentfwd`: it runs the function and gives its tangent")
    }

    /// That a global has two shadows: the one that is passed, and the one of its name.
    #[must_use]
    pub fn two_shadows(&self, global: &str) -> Diagnostic {
        let message = format!(
            "`{global}` is passed with a shadow and used by its name in the differentiated code"
        );
        self.site
            .refuse(codes::HOOK_ARGUMENTS, message)
            .note("its derivative would come apart: what goes through the name is not added to the shadow that is passed")
            .help("use the parameter everywhere below the hook, or do not pass the global")
    }
}

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
    }
    (found, diagnostics)
}

/// Hook calls that can be replaced at once, and those that wait until then: what they differentiate holds some of the former. A function
/// that asks for a derivative of itself is in the first list when nothing else is left.
#[must_use]
pub fn wave(hooks: Vec<Hook>) -> (Vec<Hook>, Vec<Hook>) {
    order::wave(hooks)
}

/// Puts a call of the generated derivative (signature by [`crate::request`]) in the hook call's
/// place, or the address of all `derivatives`, and erases the latter: its handle is dead afterwards. `tape_bytes` are those of the derivative's tape, if it is an augmented
/// primal.
///
/// # Errors
/// [`codes::INTERNAL`] if the derivative does not have the signature that the request asks for.
pub fn replace(
    module: Module,
    hook: Hook,
    derivatives: &[Value],
    tape_bytes: Option<u64>,
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
    let result = emitter.call(derivative, args);
    emitter.deliver(result, &fit, target);
    // What the function throws, its derivative throws: into the same landing pad.
    transform::unwind_like(result, hook.call);
    transform::invoke_to_call(hook.call).erase_instruction();
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

/// All calls of a module with their functions, in order.
pub(crate) fn calls(module: Module) -> Vec<(Value, Value)> {
    let mut all = Vec::new();
    for caller in module.functions() {
        let instructions = caller
            .blocks()
            .into_iter()
            .flat_map(|block| block.instructions());
        let is_call = |i: &Value| matches!(i.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke);
        all.extend(instructions.filter(is_call).map(|call| (call, caller)));
    }
    all
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
    Ok(Hook {
        call: site.call,
        caller: site.caller,
        request,
        repeats: false,
        site,
        wants: Wants::Call(args, tape),
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
