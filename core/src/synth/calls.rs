//! Calls of functions with a body, and through pointers whose shadows lead to derivatives: forward, augmented and reverse.
//!
//! Both halves of a split call are made from the same request but for the mode, and so from the same plan: what one keeps, the other finds.
//! Recursion needs nothing special, since generated functions are declared when they are first asked for and filled from a queue. Static stack
//! memory of a split function moves to its frame, because the reverse half reads it.
//!
//! Owns: building arguments by the callee's signature and taking its results apart.
//! Must not: choose what is active in a callee; the plan says so.

use super::frame::Frame;
use super::lookup::Reverse;
use super::task;
use super::team::{self, Worker};
use super::through;
use super::vault::Vault;
use super::{shadows, signature};
use crate::plan::Item;
use crate::plan::adjoints::{CallPlan, Called, Halves};
use crate::request::{Activity, Mode, Request, Returned, Same, TapeOwner, Team};
use crate::view::{InstId, ValueId};
use enzyme_llvm_shim::ir::{Type, TypeKind, Value};

/// The derivative of what a call calls, and the types of both.
struct Derivative {
    function: Value,
    ty: Type,
    source: Type,
    request: Request,
}

/// What a call calls in a mode; `pointer` and its shadow, if the call goes through one.
fn derivative(
    frame: &mut Frame<'_>,
    (id, call): (InstId, &CallPlan),
    mode: Mode,
    pointer: Option<(Value, Value)>,
) -> Derivative {
    match (&call.called, pointer) {
        (Called::Function(symbol) | Called::Team(symbol) | Called::Task(symbol), _) => {
            let request = request(frame, call, symbol, mode);
            let function = frame.resolve.resolve(&request);
            Derivative {
                function,
                ty: function.function_type(),
                source: request.function.function_type(),
                request,
            }
        }
        (Called::Through, Some(pointer)) => {
            let at = frame.source.handles.inst(id);
            let source = at.called_type();
            let request = through::request(pointer.0, call, mode);
            Derivative {
                function: through::derivative(frame, at, mode, pointer),
                ty: signature::type_for(frame.context(), source, &request),
                source,
                request,
            }
        }
        (Called::Through, None) => panic!("a call through a pointer has one"),
    }
}

fn request(frame: &Frame<'_>, call: &CallPlan, symbol: &str, mode: Mode) -> Request {
    let split = matches!(mode, Mode::Augmented | Mode::Reverse);
    let primal = call.returned.primal && mode != Mode::Gradient;
    let overwritten = split && call.halves == Halves::Split { overwritten: true };
    Request {
        function: frame.resolve.source(symbol),
        mode,
        params: call.params.clone(),
        returned: Returned {
            primal,
            ..call.returned
        },
        overwritten,
        same: match overwritten {
            true => call.same.clone(),
            false => Same::default(),
        },
        restores: match split {
            true => call.restores.clone(),
            false => Vec::new(),
        },
        globals: true,
        unneeded: call.unneeded.clone(),
        behind: frame.source.facts.activities.behind_globals().to_vec(),
        replaced: mode != Mode::Forward && call.replaced,
        tape: TapeOwner::Thread,
        width: frame.request().width,
        runtime_activity: call.runtime_activity,
        atomic_add: frame.request().atomic_add,
        team: match call.called {
            Called::Team(_) => frame.request().team.below(),
            // Tasks and who hands them in run at the same time, and are no team that begins together.
            Called::Task(_) => Team::Nested,
            Called::Function(_) | Called::Through => frame.request().team,
        },
        sweep: split && call.sweep,
        errors: frame.request().errors,
    }
}

/// Replaces the clone of a call in the forward sweep by the generated function; returns the
/// structure or value it gives.
fn replace(frame: &mut Frame<'_>, id: InstId, call: &CallPlan, mode: Mode) -> Value {
    let operands = frame.source.facts.body.insts[id].operands.clone();
    let old = frame.inst(id);
    frame.build.before(old);
    frame.build.set_location(Some(old));
    let pointer = through::pointer(call, &operands);
    let pointer = pointer.map(|p| (frame.value(p), shadows::shadow(frame, p)));
    let callee = derivative(frame, (id, call), mode, pointer);
    let mut args = Vec::new();
    for (value, activity) in operands.iter().zip(&call.params) {
        args.push(frame.value(*value));
        if *activity == Activity::Dup {
            frame.each(|frame| args.push(tangent_or_shadow(frame, *value)));
        }
    }
    if signature::has_room(&callee.request) {
        args.extend([frame.context().pointer().zero(), frame.i64(0)]);
    }
    if signature::has_sweep(&callee.request) {
        args.push(frame.sweep());
    }
    frame.build.before(old);
    frame.build.set_location(Some(old));
    run(frame, (id, call), &callee, (mode, &args), None)
}

/// Calls a derivative, or has workers call it; gives the record of an augmented primal that workers run, which is used for the reverse half.
fn run(
    frame: &mut Frame<'_>,
    (id, call): (InstId, &CallPlan),
    callee: &Derivative,
    (mode, args): (Mode, &[Value]),
    record: Option<Value>,
) -> Value {
    match (&call.called, mode, record) {
        (Called::Function(_) | Called::Through, _, _) => {
            let all: Vec<Value> = args.iter().copied().chain(record).collect();
            frame.build.call(callee.ty, callee.function, &all, "")
        }
        (Called::Team(source), _, _) => {
            team::start(frame, &callee.worker(source, mode), args, record)
        }
        (Called::Task(source), Mode::Augmented, _) => {
            let other = derivative(frame, (id, call), Mode::Reverse, None);
            let [augmented, reverse] = [
                callee.worker(source, mode),
                other.worker(source, Mode::Reverse),
            ];
            task::augmented(frame, [&augmented, &reverse], args)
        }
        (Called::Task(source), _, Some(record)) => {
            task::reverse(frame, &callee.worker(source, mode), record)
        }
        (Called::Task(source), _, None) => task::run(frame, &callee.worker(source, mode), args),
    }
}

impl Derivative {
    /// The derivative as what workers run.
    fn worker<'a>(&self, source: &'a str, mode: Mode) -> Worker<'a> {
        Worker {
            source,
            function: self.function,
            ty: self.ty,
            mode,
        }
    }
}

/// Shadow of a pointer; tangent of a number (zero if it is inactive).
fn tangent_or_shadow(frame: &mut Frame<'_>, value: ValueId) -> Value {
    let facts = frame.source.facts;
    if facts.body.types.is_pointer(facts.body.values[value].ty) {
        return shadows::shadow(frame, value);
    }
    frame.shadows[value].unwrap_or_else(|| frame.ty(value).zero())
}

/// Puts new values in the place of a replaced call.
pub(super) fn settle(
    frame: &mut Frame<'_>,
    id: InstId,
    given: Value,
    primal: Option<Value>,
    last: Value,
) {
    let old = frame.inst(id);
    if let (Some(result), Some(primal)) = (frame.source.facts.body.insts[id].result, primal) {
        old.replace_all_uses_with(primal);
        frame.values[result] = Some(primal);
    }
    frame.replace_clone(id, given, last);
    old.erase_instruction();
}

/// Forward mode: the tangent function in the call's place.
pub(crate) fn forward(frame: &mut Frame<'_>, id: InstId, call: &CallPlan) {
    let given = replace(frame, id, call, Mode::Forward);
    let result = frame.source.facts.body.insts[id].result;
    let Some(result) = result else {
        return settle(frame, id, given, None, given);
    };
    if !call.returned.active {
        return settle(frame, id, given, Some(given), given);
    }
    let primal = frame.build.extract_value(given, 0);
    let tangents = frame.build.extract_value(given, 1);
    let last = set_shadows(frame, result, tangents);
    settle(frame, id, given, Some(primal), last);
}

/// Takes what a call gave of each direction apart; gives the last value that this took.
fn set_shadows(frame: &mut Frame<'_>, result: ValueId, all: Value) -> Value {
    let mut last = all;
    frame.each(|frame| {
        last = frame.apart(all);
        frame.shadows[result] = Some(last);
    });
    last
}

/// Reverse mode's forward sweep: the augmented primal in the call's place, or nothing if the whole
/// call is put off to the reverse pass.
pub(crate) fn augmented(frame: &mut Frame<'_>, vault: &mut Vault, id: InstId, call: &CallPlan) {
    match call.halves {
        Halves::Combined => return put_off(frame, id),
        // The clone of the call stays.
        Halves::Repeated => return,
        Halves::Split { .. } => {}
    }
    let given = replace(frame, id, call, Mode::Augmented);
    let tape = match call.called {
        Called::Team(_) | Called::Task(_) => given,
        Called::Function(_) | Called::Through => frame.build.extract_value(given, 0),
    };
    vault.tapes.insert(id, tape);
    let result = frame.source.facts.body.insts[id].result;
    let Some(result) = result else {
        return settle(frame, id, given, None, tape);
    };
    let primal = frame.build.extract_value(given, 1);
    let mut last = primal;
    if frame.source.facts.shadowed(result) {
        let shadows = frame.build.extract_value(given, 2);
        last = set_shadows(frame, result, shadows);
    }
    settle(frame, id, given, Some(primal), last);
}

/// Takes a combined call out of the forward sweep, where only idle arithmetic uses its result. What
/// stands in for it, until the function is cleaned, is zero: at the call's place in the source.
fn put_off(frame: &mut Frame<'_>, id: InstId) {
    let old = frame.inst(id);
    let result = frame.source.facts.body.insts[id].result;
    let result = result.expect("a combined call has a result");
    frame.build.before(old);
    frame.build.set_location(Some(old));
    let nothing = frame.build.freeze(frame.ty(result).zero());
    settle(frame, id, nothing, Some(nothing), nothing);
}

impl Reverse<'_, '_> {
    /// The reverse half of a split call, or the whole of a combined one.
    pub(crate) fn call(&mut self, id: InstId, call: &CallPlan) {
        let mode = match call.halves {
            Halves::Split { .. } => Mode::Reverse,
            Halves::Combined | Halves::Repeated => Mode::Gradient,
        };
        let inst = &self.frame.source.facts.body.insts[id];
        let pointer = through::pointer(call, &inst.operands);
        let pointer = pointer.map(|p| {
            let primal = self.lookup(Item::Primal(p));
            (primal, self.lookup(Item::Shadow(p)))
        });
        let callee = derivative(self.frame, (id, call), mode, pointer);
        let mut args = Vec::new();
        // What a task's reverse half is given was kept with its record.
        let kept = matches!(call.called, Called::Task(_));
        let operands = inst.operands.iter().zip(&call.params);
        for (value, activity) in operands.filter(|_| !kept) {
            args.push(self.lookup(Item::Primal(*value)));
            if *activity == Activity::Dup {
                self.each(|this| args.push(this.lookup(Item::Shadow(*value))));
            }
        }
        if signature::is_seeded(callee.source, &callee.request)
            && let Some(result) = inst.result
        {
            let mut seeds = Vec::new();
            self.each(|this| seeds.push(this.take(result)));
            args.push(self.frame.together(&seeds));
        }
        let tape = (mode == Mode::Reverse).then(|| self.lookup(Item::Tape(id)));
        let given = run(self.frame, (id, call), &callee, (mode, &args), tape);
        self.call_outs(id, call, given);
        self.end_returned_memory(id, call);
    }

    /// Memory that the call returned and this function frees ends when the call is reversed.
    fn end_returned_memory(&mut self, id: InstId, call: &CallPlan) {
        let body = self.frame.source.facts.body;
        let (Some(free), Some(result)) = (call.freed, body.insts[id].result) else {
            return;
        };
        let mut pointers = vec![self.lookup(Item::Primal(result))];
        if self.frame.source.facts.shadowed(result) {
            self.each(|this| pointers.push(this.lookup(Item::Shadow(result))));
        }
        let position = body.insts[free].operands.iter().position(|v| *v == result);
        for pointer in pointers {
            let copy = self.frame.source.handles.inst(free).clone_instruction();
            copy.clear_debug_location();
            copy.set_operand(position.unwrap_or(0) as u32, pointer);
            self.frame.build.insert(copy);
        }
    }

    fn call_outs(&mut self, id: InstId, call: &CallPlan, given: Value) {
        if given.ty().kind() == TypeKind::LLVMVoidTypeKind {
            return;
        }
        let inst = &self.frame.source.facts.body.insts[id];
        let outs = inst
            .operands
            .iter()
            .zip(&call.params)
            .filter(|(_, a)| **a == Activity::Out);
        for (index, (value, _)) in outs.enumerate() {
            let adjoints = self.frame.build.extract_value(given, index as u32);
            self.each(|this| {
                let adjoint = this.frame.apart(adjoints);
                this.add(*value, adjoint);
            });
        }
    }
}
