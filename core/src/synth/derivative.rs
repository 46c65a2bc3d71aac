//! Whole derivative functions: the order in which the parts are emitted.
//!
//! Owns: one function a mode. Must not: know how any part is emitted.

use super::frame::{Frame, Resolve, Source};
use super::lookup::Reverse;
use super::vault::{Vault, frame_offsets};
use super::{
    add, array, back, calls, copies, forward, inspect, keep, left_out, mirror, owned, shadows,
    signature, spans, steps, tape,
};
use crate::plan::adjoints::Adjoint;
use crate::plan::sorts::Sort;
use crate::plan::{Plan, Tangent};
use crate::request::{Mode, TapeOwner};
use crate::view::{InstId, ValueId};
use enzyme_llvm_shim::ir::Value;
use enzyme_llvm_shim::transform;

/// Emits the tangent function of a request into the declared `function`.
///
/// # Errors
/// LLVM's reason if the body cannot be cloned.
pub(crate) fn tangent(
    source: Source<'_>,
    function: Value,
    resolve: &mut dyn Resolve,
    plan: &Tangent,
) -> Result<(), String> {
    let mut frame = Frame::new(source, function, resolve);
    frame.errno = plan.errno;
    forward::emit(&mut frame, &plan.adjoints)?;
    left_out::leave_out(&frame, &plan.unneeded);
    frame.finish();
    Ok(())
}

/// Emits a function of reverse mode: that of the request's mode. Gives the bytes of a split derivative's frame.
///
/// # Errors
/// LLVM's reason if the body cannot be cloned.
pub(crate) fn in_reverse(
    source: Source<'_>,
    function: Value,
    resolve: &mut dyn Resolve,
    plan: &Plan,
) -> Result<u64, String> {
    let mut frame = Frame::new(source, function, resolve);
    match source.facts.request.mode {
        Mode::Augmented => augmented(&mut frame, plan)?,
        Mode::Reverse => reverse(&mut frame, plan),
        Mode::Gradient => gradient(&mut frame, plan)?,
        Mode::Forward => panic!("forward mode has no reverse pass"),
    }
    frame.finish();
    transform::drop_idle_casts(function);
    add::in_line(function);
    Ok(frame_offsets(&frame, plan).1)
}

/// The combined derivative: forward sweep and reverse pass in one function.
fn gradient(frame: &mut Frame<'_>, plan: &Plan) -> Result<(), String> {
    let mut vault = Vault::default();
    frame.clone_body()?;
    let mark = back::uses_tape(plan).then(|| {
        let entry = frame.source.facts.body.entry();
        frame.build.before(frame.first_non_phi(entry));
        tape::mark(frame.source.module, &frame.build)
    });
    sweep(frame, &mut vault, plan);
    let start = frame.function.append_block("reverse");
    let primal = turn_around(frame, &mut |frame, _| {
        frame.build.br(start);
    });
    Reverse::new(frame, plan, vault).emit(start, primal, mark);
    for store in &plan.postponed {
        frame.inst(*store).erase_instruction();
    }
    left_out::leave_out(frame, &plan.unneeded);
    Ok(())
}

/// The augmented primal of a split derivative.
fn augmented(frame: &mut Frame<'_>, plan: &Plan) -> Result<(), String> {
    let mut vault = Vault::default();
    frame.clone_body()?;
    keep::open_frame(frame, &mut vault, plan);
    let aside = owned::enter(frame, plan);
    sweep(frame, &mut vault, plan);
    let read = spans::remember(frame, plan);
    spans::look_into(frame, &plan.promised);
    let (pointer, opened) = (frame.context().pointer(), vault.frame);
    let tape = opened.as_ref().map_or_else(|| pointer.zero(), |f| f.0);
    turn_around(frame, &mut |frame, value| {
        if let (Some(aside), Some((at, offsets))) = (aside, &opened) {
            owned::leave(frame, plan, (*at, offsets), aside);
        }
        if let Some(read) = &read {
            spans::keep(frame, read, plan);
        }
        return_augmented(frame, tape, value)
    });
    left_out::leave_out(frame, &plan.unneeded);
    Ok(())
}

/// The reverse half of a split derivative.
fn reverse(frame: &mut Frame<'_>, plan: &Plan) {
    let mut vault = Vault::default();
    let entry = frame.function.append_block("entry");
    frame.anchor_slots();
    frame.build.at_end(entry);
    let tape = frame.tape.expect("a reverse half is given the tape");
    if frame.request().tape != TapeOwner::Thread {
        owned::check(frame, plan, tape);
    }
    if !plan.layout.frame.is_empty() {
        vault.frame = Some((tape, frame_offsets(frame, plan).0));
        keep::stack_of_frame(frame, &vault, plan);
    }
    keep::make_slots(frame, &mut vault, plan);
    let mark = vault.frame.as_ref().map(|(at, _)| *at);
    frame.own = spans::own(frame, plan);
    let mut reverse = Reverse::new(frame, plan, vault);
    reverse.frame.build.at_end(entry);
    reverse.read_frame();
    reverse.emit(entry, None, mark);
}

/// The forward sweep of reverse mode: shadows of pointers, augmented calls, kept items.
fn sweep(frame: &mut Frame<'_>, vault: &mut Vault, plan: &Plan) {
    if !plan.split {
        keep::make_slots(frame, vault, plan);
    }
    inspect::look(frame, plan);
    let mut doomed = Vec::new();
    shadows::pointers(frame, &plan.adjoints, &mut |frame, id| {
        let adjoint = &plan.adjoints[id];
        match adjoint.sort() {
            Sort::Call(call) => calls::augmented(frame, vault, id, call),
            Sort::Steps(places) => steps::augmented(frame, vault, (id, places)),
            Sort::Mirror(mirror) => mirror::augmented(frame, vault, id, mirror),
            Sort::Array(plan) => array::augmented(frame, vault, id, plan),
            Sort::Memory => frame.each(|frame| {
                mirror_pointers(frame, id, adjoint);
                lose_numbers(frame, id, adjoint);
            }),
            Sort::Nothing | Sort::Number => {}
        }
        if matches!(adjoint, Adjoint::DeferredFree) && !plan.heaps.stays(id) {
            doomed.push(frame.inst(id));
        }
    });
    keep::forward(frame, vault, plan);
    for call in doomed {
        call.erase_instruction();
    }
}

/// Pointers that are written have their shadows written to the shadow.
fn mirror_pointers(frame: &mut Frame<'_>, id: InstId, adjoint: &Adjoint) {
    match adjoint {
        Adjoint::StorePointer => {
            frame.after(id);
            shadows::store(frame, id);
        }
        // Without a shadow, memory is its own where activity is found out at run time: pointers in it are theirs.
        Adjoint::Copy {
            op,
            bytes,
            from_shadowed,
        } if *from_shadowed || frame.request().runtime_activity => {
            copies::mirror_pointers(frame, id, op, bytes);
        }
        Adjoint::Reset {
            op,
            bytes: Some(bytes),
        } => copies::mirror_nulls(frame, id, op, bytes),
        // Any other: it writes no pointers, and what becomes of its numbers concerns the reverse pass.
        _ => {}
    }
}

/// Numbers that vary must not end in memory without shadow. Whether they do vary is not known here: all that are active count.
fn lose_numbers(frame: &mut Frame<'_>, id: InstId, adjoint: &Adjoint) {
    let inst = &frame.source.facts.body.insts[id];
    let active = |value: ValueId| frame.source.facts.activities.active(value);
    let operand = |position: u8| inst.operands[usize::from(position)];
    let (value, pointer, mask) = match adjoint {
        Adjoint::Copy {
            op,
            bytes,
            from_shadowed: true,
        } => return copies::lose(frame, id, op, bytes),
        Adjoint::Store(_) => (operand(0), operand(1), None),
        Adjoint::AtomicAdd | Adjoint::Raise => (operand(1), operand(0), None),
        Adjoint::Masked(access) if access.stores => {
            let [value, pointer, mask] = [access.value, access.pointer, access.mask].map(operand);
            (value, pointer, Some(mask))
        }
        // Any other: it writes no numbers, or says itself what it loses.
        _ => return,
    };
    if !active(value) {
        return;
    }
    frame.after(id);
    let Some(is_primal) = frame.shadow_behind(pointer).is_primal else {
        return;
    };
    let lost = match mask {
        None => is_primal,
        Some(mask) => {
            let writes = frame.any_lane(frame.value(mask));
            frame.build.and(is_primal, writes)
        }
    };
    frame.lose(id, lost);
}

/// Replaces the return; gives the returned primal.
fn turn_around(
    frame: &mut Frame<'_>,
    end: &mut dyn FnMut(&mut Frame<'_>, Option<ValueId>),
) -> Option<Value> {
    let body = frame.source.facts.body;
    let ret = body.exit.and_then(|exit| body.terminator(exit))?;
    let value = body.insts[ret].operands.first().copied();
    let old = frame.inst(ret);
    frame.build.before(old);
    frame.check_lost();
    end(frame, value);
    old.erase_instruction();
    value.map(|v| frame.value(v))
}

fn return_augmented(frame: &mut Frame<'_>, tape: Value, value: Option<ValueId>) {
    let types = signature::results(frame.context(), frame.request());
    let mut results = vec![tape];
    if let Some(value) = value {
        if frame.request().returned.primal {
            results.push(frame.value(value));
        }
        if types.len() > results.len() {
            let mut all = Vec::new();
            frame.each(|frame| all.push(shadows::shadow(frame, value)));
            results.push(frame.together(&all));
        }
    }
    let mut all = frame.context().structure(&types).undef();
    for (index, value) in results.iter().enumerate() {
        all = frame.build.insert_value(all, *value, index as u32);
    }
    frame.build.ret(Some(all));
}
