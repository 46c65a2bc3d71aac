//! Tangent mode: each active number gets its tangent where it is made.
//!
//! Owns: the simplest complete derivative, and so the oracle of the reverse mode. Must not: depend
//! on anything that only reverse mode plans.

use super::frame::{Frame, dominance_order};
use super::guard::{Shadow, unless};
use super::rule::{self, RuleSink, float_type};
use super::tangent::{tangent, tangent_like, tangent_type};
use super::{array, calls, copies, errors, masked, mirror, raises, shadows, signature};
use crate::analysis::callee;
use crate::plan::adjoints::{Adjoint, Numbers};
use crate::plan::sorts::Sort;
use crate::view::entity::Map;
use crate::view::{InstId, ValueId};
use enzyme_llvm_shim::ir::{FloatPredicate, Value};
use enzyme_rules::{
    Away, CalleeKind, LinearRule, OutRule, Products, ScalarRule, ZeroProduct, contribution,
    lower_out, product,
};

/// Emits the tangent function.
///
/// # Errors
/// The shim's reason if LLVM cannot clone the body.
pub(crate) fn emit(frame: &mut Frame<'_>, adjoints: &Map<InstId, Adjoint>) -> Result<(), String> {
    frame.clone_body()?;
    let body = frame.source.facts.body;
    let order = dominance_order(body);
    for id in order.iter().flat_map(|b| body.blocks[*b].insts.clone()) {
        if matches!(adjoints[id], Adjoint::Phi) {
            frame.each(|frame| start_phi(frame, id));
        }
    }
    shadows::pointers(frame, adjoints, &mut |frame, id| {
        one(frame, id, &adjoints[id])
    });
    for id in order.iter().flat_map(|b| body.blocks[*b].insts.clone()) {
        frame.each(|frame| finish_phi(frame, id, &adjoints[id]));
    }
    returns(frame);
    Ok(())
}

fn start_phi(frame: &mut Frame<'_>, id: InstId) {
    let result = frame.source.facts.body.insts[id]
        .result
        .expect("a phi has a result");
    frame.build.before(frame.inst(id));
    let name = format!("{}.tan", frame.source.facts.body.values[result].name);
    let phi = frame.build.phi(tangent_type(frame, result), &name);
    frame.shadows[result] = Some(phi);
}

fn finish_phi(frame: &mut Frame<'_>, id: InstId, adjoint: &Adjoint) {
    let inst = &frame.source.facts.body.insts[id];
    let (Adjoint::Phi, Some(result)) = (adjoint, inst.result) else {
        return;
    };
    let phi = frame.shadows[result].expect("the phi was started");
    for (operand, (_, block)) in inst.operands.iter().zip(frame.inst(id).incoming()) {
        phi.add_incoming(tangent_like(frame, *operand, result), block);
    }
}

/// Emits the tangent of one instruction, behind it.
pub(crate) fn one(frame: &mut Frame<'_>, id: InstId, adjoint: &Adjoint) {
    let behind = |frame: &mut Frame<'_>| {
        frame.after(id);
        frame.build.set_location(Some(frame.inst(id)));
    };
    match adjoint.sort() {
        Sort::Call(call) => calls::forward(frame, id, call),
        Sort::Mirror(plan) => mirror::forward(frame, id, plan),
        Sort::Steps(_) => panic!("forward mode runs steps once: they are a call there"),
        Sort::Array(plan) => array::forward(frame, id, plan),
        Sort::Nothing => frame.each(|frame| free_shadow(frame, id)),
        Sort::Number => frame.each(|frame| {
            behind(frame);
            let made = number(frame, id, adjoint);
            set_tangent(frame, id, made);
        }),
        Sort::Memory => frame.each(|frame| {
            behind(frame);
            memory(frame, id, adjoint);
        }),
    }
}

fn set_tangent(frame: &mut Frame<'_>, id: InstId, made: Option<Value>) {
    if let Some(tangent) = made {
        let result = frame.source.facts.body.insts[id].result;
        frame.shadows[result.expect("it has a result")] = Some(tangent);
    }
}

/// The tangent of a number that results.
fn number(frame: &mut Frame<'_>, id: InstId, adjoint: &Adjoint) -> Option<Value> {
    let inst = &frame.source.facts.body.insts[id];
    match adjoint {
        Adjoint::Rule { rule, away, .. } => Some(scalar(frame, id, rule, *away)),
        Adjoint::OutRule(rule) => out_results(frame, id, rule),
        Adjoint::FloatCast => {
            let to = frame.ty(inst.result.expect("a conversion has a result"));
            let given = tangent(frame, inst.operands[0]);
            let (from, made) = (given.ty(), frame.build.fpcast(given, to));
            let result = frame.value(inst.result?);
            Some(errors::converted(frame, made, (from, result)))
        }
        Adjoint::Bitcast => Some(bitcast(frame, id)),
        Adjoint::SignBit { flipped } => Some(sign_bit(frame, id, *flipped)),
        Adjoint::Same(operand) => Some(tangent(frame, inst.operands[*operand as usize])),
        Adjoint::Linear(rule) => Some(linear(frame, id, *rule)),
        Adjoint::Select => {
            let condition = frame.value(inst.operands[0]);
            let result = inst.result.expect("a select has a result");
            let [a, b] = [1, 2].map(|i| tangent_like(frame, inst.operands[i], result));
            Some(frame.build.select(condition, a, b))
        }
        Adjoint::Shuffle => Some(shuffle(frame, id)),
        Adjoint::Load(numbers) => Some(load(frame, id, numbers)),
        // Any other: it would be a number without tangent, which is an internal error.
        other => panic!("no tangent: {other:?}"),
    }
}

/// The same call once more, with the tangent in the place of the number.
fn linear(frame: &Frame<'_>, id: InstId, rule: LinearRule) -> Value {
    let operands = &frame.source.facts.body.insts[id].operands;
    let mut args: Vec<Value> = operands.iter().map(|v| frame.value(*v)).collect();
    let position = usize::from(rule.operand);
    args[position] = tangent(frame, operands[position]);
    let call = frame.inst(id);
    let callee = call.callee().expect("a row names its function");
    frame.build.call(callee.function_type(), callee, &args, "")
}

/// What an instruction does to memory, done to the shadow.
fn memory(frame: &mut Frame<'_>, id: InstId, adjoint: &Adjoint) {
    let inst = &frame.source.facts.body.insts[id];
    match adjoint {
        Adjoint::Store(numbers) => store(frame, id, numbers),
        Adjoint::StorePointer => shadows::store(frame, id),
        Adjoint::Masked(access) => {
            let made = masked::forward(frame, id, *access);
            set_tangent(frame, id, made);
        }
        Adjoint::AtomicAdd => {
            let behind = frame.shadow_behind(inst.operands[0]);
            let op = enzyme_llvm_shim::ir::AtomicOp::LLVMAtomicRMWBinOpFAdd;
            let added = tangent(frame, inst.operands[1]);
            let at = behind.place(frame, added.ty());
            frame.build.atomic_rmw(op, at, added);
            lose_tangent(frame, id, behind, added);
        }
        Adjoint::Raise => raises::no_tangent(frame),
        Adjoint::Copy {
            op,
            bytes,
            from_shadowed,
        } => {
            copies::tangent(frame, id, op, Some((bytes, *from_shadowed)));
        }
        Adjoint::Reset { op, .. } => copies::tangent(frame, id, op, None),
        Adjoint::DeferredFree => free_shadow(frame, id),
        // Pointers have their shadows already.
        Adjoint::LoadPointer(_) | Adjoint::Allocate { .. } => {}
        // Any other: it would be memory without tangents, which is an internal error.
        other => panic!("no tangents: {other:?}"),
    }
}

/// The end of memory is also the end of its shadow.
fn free_shadow(frame: &mut Frame<'_>, id: InstId) {
    let inst = &frame.source.facts.body.insts[id];
    let kind = callee::known(inst, frame.source.facts.registry);
    let Some(CalleeKind::Deallocator(spec)) = kind else {
        return;
    };
    let pointer = inst.operands[usize::from(spec.ptr)];
    if !frame.source.facts.shadowed(pointer) {
        return;
    }
    frame.after(id);
    let behind = frame.shadow_behind(pointer);
    let shadow = unless(frame, behind.is_primal, behind.at);
    let copy = frame.inst(id).clone_instruction();
    copy.set_operand(u32::from(spec.ptr), shadow);
    frame.build.insert(copy);
}

/// Builds what a rule says of an instruction; all its operands are at hand.
fn sink<'f>(frame: &'f Frame<'_>, id: InstId, results: Vec<Option<Value>>) -> RuleSink<'f> {
    let operands = frame.source.facts.body.insts[id].operands.iter();
    let args = operands.map(|v| Some(frame.value(*v))).collect();
    RuleSink::of(frame, id, args, results)
}

/// A sum, of which there may be nothing yet.
fn added(sink: &mut RuleSink<'_>, sum: Option<Value>, part: Value) -> Value {
    match sum {
        None => part,
        Some(so_far) => enzyme_rules::Sink::add(sink, so_far, part),
    }
}

fn scalar(frame: &Frame<'_>, id: InstId, rule: &ScalarRule, away: Away) -> Value {
    let inst = &frame.source.facts.body.insts[id];
    let result = inst.result.map(|r| frame.value(r));
    let mut sink = sink(frame, id, vec![result]);
    let products = Products {
        infinite: ZeroProduct::Either,
        forgetful: ZeroProduct::Flat,
        finite: ZeroProduct::Plain,
        away,
    };
    let mut sum = None;
    for i in (0..rule.params.len()).filter(|i| !rule.is_zero(*i)) {
        if !frame.source.facts.activities.active(inst.operands[i]) {
            continue;
        }
        let seed = tangent(frame, inst.operands[i]);
        if let Some(part) = contribution(rule, i, &mut sink, seed, products) {
            sum = Some(added(&mut sink, sum, errors::term(frame, part)));
        }
    }
    let made = inst.result.expect("a number");
    let sum = sum.unwrap_or_else(|| frame.ty(made).zero());
    let arguments: Vec<Value> = inst.operands.iter().map(|v| frame.value(*v)).collect();
    errors::of_result(frame, rule.name, (sum, frame.value(made)), &arguments)
}

/// Functions with several results: the tangents of the returned ones.
fn out_results(frame: &Frame<'_>, id: InstId, rule: &OutRule) -> Option<Value> {
    let inst = &frame.source.facts.body.insts[id];
    let result = frame.value(inst.result?);
    let mut all = result.ty().zero();
    for (k, out) in rule.results.iter().enumerate().filter(|(_, r)| r.active) {
        let places = rule.results.iter().map(|r| r.place);
        let results =
            places.map(|place| rule::part(frame.source.module, &frame.build, result, place));
        let mut sink = sink(frame, id, results.collect());
        let mut sum: Option<Value> = None;
        for i in 0..rule.params.len() {
            let seed = tangent(frame, inst.operands[i]);
            let Some(partial) = lower_out(rule, k, i, &mut sink) else {
                continue;
            };
            let part = product(&mut sink, ZeroProduct::Strong, seed, partial);
            sum = Some(added(&mut sink, sum, errors::term(frame, part)));
        }
        let Some(sum) = sum else { continue };
        let made = rule::part(frame.source.module, &frame.build, result, out.place);
        let sum = match made {
            Some(made) => errors::of_result(frame, rule.name, (sum, made), &[]),
            None => sum,
        };
        all = rule::with_part(frame.source.module, &frame.build, all, out.place, sum);
    }
    Some(all)
}

fn bitcast(frame: &Frame<'_>, id: InstId) -> Value {
    let inst = &frame.source.facts.body.insts[id];
    let given = tangent(frame, inst.operands[0]);
    let wanted = tangent_type(frame, inst.result.expect("a conversion has a result"));
    if given.ty() == wanted {
        given
    } else {
        frame.build.bitcast(given, wanted)
    }
}

fn sign_bit(frame: &Frame<'_>, id: InstId, flipped: bool) -> Value {
    let operand = frame.source.facts.body.insts[id].operands[0];
    let given = tangent(frame, operand);
    if frame.request().errors {
        return given;
    }
    let negated = frame.build.fneg(given);
    if flipped {
        return negated;
    }
    let x = frame.build.bitcast(frame.value(operand), given.ty());
    let below = frame
        .build
        .fcmp(FloatPredicate::LLVMRealOLT, x, given.ty().zero());
    frame.build.select(below, negated, given)
}

/// The same move on the tangents.
fn shuffle(frame: &Frame<'_>, id: InstId) -> Value {
    let inst = &frame.source.facts.body.insts[id];
    let copy = frame.inst(id).clone_instruction();
    let moved = inst.passed_on().count();
    for (position, operand) in inst.operands.iter().enumerate().take(moved) {
        copy.set_operand(position as u32, tangent(frame, *operand));
    }
    frame.build.insert(copy);
    copy
}

fn load(frame: &mut Frame<'_>, id: InstId, numbers: &Numbers) -> Value {
    let inst = &frame.source.facts.body.insts[id];
    let behind = frame.shadow_behind(inst.operands[0]);
    let ty = tangent_type(frame, inst.result.expect("a load has a result"));
    let primal = frame.source.handles.inst(id);
    let value = frame.build.load(ty, behind.at, "tan");
    frame.on_shadow(value, id);
    value.set_memory_alignment(frame.shadow_alignment(primal, ty));
    if !matches!(numbers, Numbers::Carried(..)) {
        value.copy_tbaa(primal);
    }
    behind.read(frame, value)
}

fn store(frame: &mut Frame<'_>, id: InstId, numbers: &Numbers) {
    let inst = &frame.source.facts.body.insts[id];
    let (value, pointer) = (inst.operands[0], inst.operands[1]);
    let behind = frame.shadow_behind(pointer);
    let given = match numbers {
        Numbers::Carried(kind, count) if !frame.source.facts.activities.active(value) => {
            let one = float_type(frame.source.module, *kind);
            if *count == 1 {
                one.zero()
            } else {
                one.vector(*count).zero()
            }
        }
        _ => tangent(frame, value),
    };
    let primal = frame.source.handles.inst(id);
    let at = behind.place(frame, given.ty());
    let stored = frame.build.store(given, at);
    frame.on_shadow(stored, id);
    stored.set_memory_alignment(frame.shadow_alignment(primal, given.ty()));
    if matches!(numbers, Numbers::Whole) {
        stored.copy_tbaa(primal);
    }
    lose_tangent(frame, id, behind, given);
}

/// A tangent that is not zero must not end in memory without shadow.
fn lose_tangent(frame: &mut Frame<'_>, id: InstId, behind: Shadow, tangent: Value) {
    if let Some(is_primal) = behind.is_primal {
        let varies = frame.varies(tangent);
        let lost = frame.build.and(is_primal, varies);
        frame.lose(id, lost);
    }
}

/// Replaces the return by one of the requested results.
fn returns(frame: &mut Frame<'_>) {
    let body = frame.source.facts.body;
    let Some(ret) = body.exit.and_then(|exit| body.terminator(exit)) else {
        return;
    };
    let value = body.insts[ret].operands.first().copied();
    let old = frame.inst(ret);
    frame.build.before(old);
    frame.check_lost();
    let mut results = Vec::new();
    if let Some(value) = value {
        if frame.request().returned.primal {
            results.push(frame.value(value));
        }
        if frame.request().returned.active {
            let mut tangents = Vec::new();
            frame.each(|frame| tangents.push(returned_tangent(frame, value)));
            results.push(frame.together(&tangents));
        }
    }
    match results.as_slice() {
        [] => frame.build.ret(None),
        [only] => frame.build.ret(Some(*only)),
        several => {
            let types = signature::results(frame.context(), frame.request());
            let mut all = frame.context().structure(&types).undef();
            for (index, value) in several.iter().enumerate() {
                all = frame.build.insert_value(all, *value, index as u32);
            }
            frame.build.ret(Some(all))
        }
    };
    old.erase_instruction();
}

fn returned_tangent(frame: &mut Frame<'_>, value: ValueId) -> Value {
    let types = &frame.source.facts.body.types;
    if types.is_pointer(frame.source.facts.body.values[value].ty) {
        shadows::shadow(frame, value)
    } else {
        tangent(frame, value)
    }
}
