//! Shadows of pointers in the forward sweep.
//!
//! A function that moves integers which only its callers know to be addresses (`Facts::moves_address`) moves their shadows on the shadows.
//!
//! Owns: one shadow a pointer value whose object has a shadow, made where the pointer is made.
//! Must not: emit anything for numbers.

use super::frame::{Frame, dominance_order};
use super::tape;
use crate::names::readable;
use crate::plan::adjoints::Adjoint;
use crate::request::Mode;
use crate::view::entity::Map;
use crate::view::{CastOp, Inst, InstId, Op, ValueId, ValueKind};
use enzyme_llvm_shim::ir::{IntPredicate, Value};
use enzyme_rules::{AllocSpec, CalleeKind, PointsInto, ShadowOf, SizeExpr};

/// Makes the shadows of all pointers, in dominance order; `also` emits what else the mode wants at
/// an instruction (and replaces calls that have a plan).
pub(crate) fn pointers(
    frame: &mut Frame<'_>,
    adjoints: &Map<InstId, Adjoint>,
    also: &mut dyn FnMut(&mut Frame<'_>, InstId),
) {
    let body = frame.source.facts.body;
    let order = dominance_order(body);
    for block in &order {
        for id in &body.blocks[*block].insts {
            if matches!(body.insts[*id].op, Op::Phi(_)) {
                frame.each(|frame| start_phi(frame, *id));
            }
        }
    }
    for block in &order {
        for id in &body.blocks[*block].insts {
            if !matches!(adjoints[*id], Adjoint::Call(_) | Adjoint::Mirror(_)) {
                frame.each(|frame| pointer(frame, *id, &adjoints[*id]));
            }
            also(frame, *id);
        }
    }
    for block in &order {
        for id in &body.blocks[*block].insts {
            frame.each(|frame| finish_phi(frame, *id));
        }
    }
}

/// Shadow of a pointer operand in the forward sweep.
pub(crate) fn shadow(frame: &mut Frame<'_>, value: ValueId) -> Value {
    if let Some(shadow) = frame.shadows[value] {
        return shadow;
    }
    let data = &frame.source.facts.body.values[value];
    let shadow = match &data.kind {
        // Read-only data that shares a pointer with active memory has a zero derivative. In forward mode its twin is
        // zero; in reverse mode another one takes what nobody asks for.
        ValueKind::Global { name, constant, .. }
            if frame.source.facts.shadowed(value)
                && !frame.source.facts.registry.is_inactive_global(name) =>
        {
            let forward = frame.source.facts.request.mode == Mode::Forward;
            let direction = frame.shadows.now() as u32;
            match *constant && forward {
                true => global(frame, value, &format!("{name}.zero")),
                false => global(frame, value, &frame.source.twins.name(name, direction)),
            }
        }
        // Null and undefined pointers have nothing to accumulate into; a pointer without shadow is
        // only ever passed on.
        _ => frame.value(value),
    };
    frame.shadows[value] = Some(shadow);
    shadow
}

/// Stores a stored pointer's shadow to the memory's shadow, where the builder stands.
pub(crate) fn store(frame: &mut Frame<'_>, id: InstId) {
    let operands = &frame.source.facts.body.insts[id].operands;
    let (value, pointer) = (operands[0], operands[1]);
    let own = shadow(frame, value);
    let behind = frame.shadow_behind(pointer);
    let at = behind.place(frame, own.ty());
    let stored = frame.build.store(own, at);
    frame.on_shadow(stored, id);
    if let Some(is_primal) = behind.is_primal {
        let primal = frame.value(value);
        let leads = frame.build.icmp(IntPredicate::LLVMIntNE, own, primal);
        let lost = frame.build.and(is_primal, leads);
        frame.lose(id, lost);
    }
}

/// Shadow of a global: one zeroed twin of that name a module.
fn global(frame: &Frame<'_>, value: ValueId, twin: &str) -> Value {
    let module = frame.source.module;
    module.global(twin).unwrap_or_else(|| {
        let ty = frame.value(value).global_value_type();
        if !ty.is_sized() {
            // Nothing here can look into it: only its address matters.
            return frame.value(value);
        }
        let of = frame.value(value);
        let made = module.add_global_in(twin, ty, of.ty().address_space());
        // Where threads share it, there is no first value.
        let undefined = of.initializer().is_some_and(Value::is_undefined);
        made.set_initializer(if undefined { ty.undef() } else { ty.zero() });
        made.set_internal();
        made.set_memory_alignment(frame.value(value).memory_alignment());
        // The shadows of copies that calls find are elsewhere: this one only says which variable it is.
        let facts = frame.source.facts;
        let mut uses = facts.body.values[value].uses.iter();
        if !uses.all(|user| facts.finds_copy(*user, value)) {
            made.set_thread_local_like(frame.value(value));
        }
        made
    })
}

fn wants_shadow(frame: &Frame<'_>, id: InstId) -> Option<ValueId> {
    let facts = frame.source.facts;
    facts.body.insts[id]
        .result
        .filter(|r| facts.shadowed(*r) && frame.shadows[*r].is_none())
}

fn start_phi(frame: &mut Frame<'_>, id: InstId) {
    let Some(result) = wants_shadow(frame, id) else {
        return;
    };
    frame.build.before(frame.inst(id));
    let name = format!("{}.shadow", frame.source.facts.body.values[result].name);
    let phi = frame.build.phi(frame.ty(result), &name);
    frame.shadows[result] = Some(phi);
}

fn finish_phi(frame: &mut Frame<'_>, id: InstId) {
    let inst = &frame.source.facts.body.insts[id];
    let (Op::Phi(_), Some(result)) = (&inst.op, inst.result) else {
        return;
    };
    if !frame.source.facts.shadowed(result) {
        return;
    }
    let phi = frame.shadows[result].expect("the phi was started");
    for (operand, (_, block)) in inst.operands.iter().zip(frame.inst(id).incoming()) {
        let incoming = shadow(frame, *operand);
        phi.add_incoming(incoming, block);
    }
}

fn pointer(frame: &mut Frame<'_>, id: InstId, adjoint: &Adjoint) {
    let Some(result) = wants_shadow(frame, id) else {
        return;
    };
    let inst = &frame.source.facts.body.insts[id];
    frame.after(id);
    frame.build.set_location(Some(frame.inst(id)));
    let made = match &inst.op {
        Op::Gep { .. }
        | Op::Cast(CastOp::AddrSpace | CastOp::IntToPtr | CastOp::PtrToInt | CastOp::Bitcast) => {
            with_shadows(frame, id, &[0])
        }
        Op::Freeze => with_shadows(frame, id, &[0]),
        Op::Select => with_shadows(frame, id, &[1, 2]),
        // An address under arithmetic: that of the shadow is aligned by itself.
        Op::Int(_) => with_shadows(frame, id, &addresses(frame, inst)),
        Op::Load { .. } => {
            let at = shadow(frame, inst.operands[0]);
            let made = frame.build.load(frame.ty(result), at, "shadow");
            frame.on_shadow(made, id);
            if let Adjoint::LoadPointer(global) = adjoint {
                let name = frame
                    .source
                    .module
                    .text("ez.global", &readable(global, &[]));
                let primal = frame.inst(id);
                tape::check_shadow(frame.source.module, &frame.build, (primal, made), name);
            }
            made
        }
        Op::Alloca(_) => stack(frame, id),
        Op::Call(_) => called(frame, id, adjoint),
        // Any other: the plan refuses it, but where the function never returns from; there nobody reads a derivative.
        _ => frame.value(result),
    };
    frame.shadows[result] = Some(made);
}

/// Positions of operands that are addresses of memory with a shadow.
fn addresses(frame: &Frame<'_>, inst: &Inst) -> Vec<u32> {
    let facts = frame.source.facts;
    let operands = inst.operands.iter().enumerate();
    operands
        .filter(|(_, v)| facts.shadowed(**v))
        .map(|(position, _)| position as u32)
        .collect()
}

/// The same instruction with some operands replaced by their shadows.
fn with_shadows(frame: &mut Frame<'_>, id: InstId, positions: &[u32]) -> Value {
    let copy = frame.inst(id).clone_instruction();
    for position in positions {
        let operand = frame
            .source
            .handles
            .inst(id)
            .operand(*position)
            .expect("an operand");
        let shadow = shadow(frame, frame.ids[&operand]);
        copy.set_operand(*position, shadow);
    }
    frame.build.insert(copy);
    copy
}

fn stack(frame: &mut Frame<'_>, id: InstId) -> Value {
    let copy = frame.inst(id).clone_instruction();
    frame.build.insert(copy);
    copy.set_name("stack.shadow");
    let ty = copy.allocated_type();
    let count = frame.inst(id).operand(0).expect("an alloca has a count");
    let count = frame.build.int_cast(count, frame.context().int(64), false);
    let bytes = frame.build.mul(count, frame.i64(frame.size_of(ty)));
    frame.build.zero_memory(copy, bytes);
    copy
}

fn called(frame: &mut Frame<'_>, id: InstId, adjoint: &Adjoint) -> Value {
    let inst = &frame.source.facts.body.insts[id];
    let kind = crate::analysis::callee::known(inst, frame.source.facts.registry);
    match (kind, adjoint) {
        // The reverse pass makes it; nothing in the forward sweep looks at it.
        (_, Adjoint::Allocate { late: true, .. }) => frame.context().pointer().zero(),
        (Some(CalleeKind::Allocator(spec)), Adjoint::Allocate { slack, .. }) => {
            allocate(frame, id, spec, *slack)
        }
        (Some(CalleeKind::PassThrough(arg) | CalleeKind::Exclusive(arg)), _) => {
            shadow(frame, inst.operands[usize::from(*arg)])
        }
        (Some(CalleeKind::Memory(op)), _) => shadow(frame, inst.operands[usize::from(op.dst)]),
        (
            Some(CalleeKind::Inactive {
                returns_into: Some(into),
                ..
            }),
            _,
        ) => points_into(frame, id, *into),
        // Any other: as above.
        _ => frame.inst(id),
    }
}

/// Shadow memory of the same size, zeroed.
fn allocate(frame: &mut Frame<'_>, id: InstId, spec: &AllocSpec, slack: u64) -> Value {
    let copy = frame.inst(id).clone_instruction();
    if slack != 0 {
        let bytes = allocated_bytes(frame, id, spec);
        let longer = frame.build.add(bytes, frame.i64(slack));
        match spec.size {
            SizeExpr::Arg(position) => copy.set_operand(u32::from(position), longer),
            SizeExpr::Product(count, size) => {
                copy.set_operand(u32::from(count), longer);
                copy.set_operand(u32::from(size), frame.i64(1));
            }
        }
    }
    frame.build.insert(copy);
    copy.set_name("heap.shadow");
    if !spec.zeroed {
        let bytes = allocated_bytes(frame, id, spec);
        let bytes = frame.build.add(bytes, frame.i64(slack));
        let bytes = if is_compared(frame, id) {
            // Who looks whether there was memory goes on where there was none.
            let none = frame.context().pointer().zero();
            let got = frame.build.icmp(IntPredicate::LLVMIntNE, copy, none);
            frame.build.select(got, bytes, frame.i64(0))
        } else {
            bytes
        };
        frame.build.zero_memory(copy, bytes);
    }
    copy
}

/// Whether the program compares the pointer to new memory with another.
fn is_compared(frame: &Frame<'_>, id: InstId) -> bool {
    let body = frame.source.facts.body;
    let mut uses = body.insts[id].result.into_iter();
    uses.any(|r| {
        let mut users = body.values[r].uses.iter();
        users.any(|user| body.insts[*user].op == Op::ICmp)
    })
}

fn allocated_bytes(frame: &Frame<'_>, id: InstId, spec: &AllocSpec) -> Value {
    let operands = &frame.source.facts.body.insts[id].operands;
    let i64 = frame.context().int(64);
    let operand = |i: u8| {
        let value = frame.value(operands[usize::from(i)]);
        frame.build.int_cast(value, i64, false)
    };
    match spec.size {
        SizeExpr::Arg(i) => operand(i),
        SizeExpr::Product(i, j) => frame.build.mul(operand(i), operand(j)),
    }
}

/// A result that points into memory that belongs to an argument.
fn points_into(frame: &mut Frame<'_>, id: InstId, into: PointsInto) -> Value {
    match into.shadow {
        ShadowOf::SameDistance => same_distance(frame, id, usize::from(into.arg)),
        ShadowOf::Call(symbol) | ShadowOf::Copy(symbol) => found_for(frame, id, into.arg, symbol),
        ShadowOf::Beside(symbol) => beside(frame, id, symbol),
    }
}

/// What a library finds as the shadow of what the same arguments stand for.
fn beside(frame: &Frame<'_>, id: InstId, symbol: &str) -> Value {
    let copy = frame.inst(id).clone_instruction();
    copy.set_callee(frame.source.module.declare(symbol, copy.called_type()));
    frame.build.insert(copy);
    copy.set_name("found.shadow");
    copy
}

/// What a library finds for the argument's shadow.
fn found_for(frame: &mut Frame<'_>, id: InstId, arg: u8, symbol: &str) -> Value {
    let argument = frame.source.facts.body.insts[id].operands[usize::from(arg)];
    let of = shadow(frame, argument);
    let copy = frame.inst(id).clone_instruction();
    copy.set_callee(frame.source.module.declare(symbol, copy.called_type()));
    copy.set_operand(u32::from(arg), of);
    frame.build.insert(copy);
    copy.set_name("found.shadow");
    copy
}

/// A result that points into what an argument points to, like `strchr`.
fn same_distance(frame: &mut Frame<'_>, id: InstId, arg: usize) -> Value {
    let operand = frame.source.facts.body.insts[id].operands[arg];
    let i64 = frame.context().int(64);
    let from = frame.build.ptrtoint(frame.value(operand), i64);
    let to = frame.build.ptrtoint(frame.inst(id), i64);
    let distance = frame.build.sub(to, from);
    let base = shadow(frame, operand);
    frame.build.ptradd(base, distance, "shadow")
}
