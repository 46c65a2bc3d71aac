//! Routines over arrays whose derivative a library computes: the calls around them.
//!
//! The primal call stays in its place, between two calls of the library, so that no convention, hidden length or attribute of it has to be repeated.
//! The library gets a table of the routines that the derivative needs, of the same family as the program's call, and links none itself.
//!
//! Owns: how the library is told of a call (`enzyme_rules::array`). Must not: choose what takes part; the plan says so.

use super::frame::{Frame, place};
use super::lookup::Reverse;
use super::mirror::{list, shadow_of_data};
use super::tangent::tangent;
use super::vault::Vault;
use crate::plan::Item;
use crate::plan::adjoints::ArrayPlan;
use crate::request::Mode;
use crate::view::{InstId, ValueId};
use enzyme_llvm_shim::ir::{Type, Value};

/// Forward mode: what the library does before the routine and behind it.
pub(crate) fn forward(frame: &mut Frame<'_>, id: InstId, plan: &ArrayPlan) {
    let record = begin(frame, id, plan);
    let result = frame.source.facts.body.insts[id].result;
    let result = result.filter(|_| plan.returns);
    frame.after(id);
    let tangents: Vec<Value> = match result {
        Some(result) => slots(frame, frame.ty(result), "tangent"),
        None => Vec::new(),
    };
    let list = list(frame, &tangents);
    let primal = returned(frame, plan, id);
    call(frame, plan.rule.library.tangent, &[record, primal, list]);
    let Some(result) = result else { return };
    let mut made = tangents.into_iter();
    frame.each(|frame| {
        let slot = made.next().expect("a tangent for each direction");
        let tangent = frame.build.load(frame.ty(result), slot, "tan");
        frame.shadows[result] = Some(tangent);
    });
}

/// Reverse mode's forward sweep: the routine, and a record of it on the tape.
pub(crate) fn augmented(frame: &mut Frame<'_>, vault: &mut Vault, id: InstId, plan: &ArrayPlan) {
    let record = begin(frame, id, plan);
    vault.tapes.insert(id, record);
    frame.after(id);
    let primal = returned(frame, plan, id);
    call(frame, plan.rule.library.augmented, &[record, primal]);
}

impl Reverse<'_, '_> {
    /// The adjoint of a routine, by its record.
    pub(crate) fn array(&mut self, id: InstId, plan: &ArrayPlan) {
        let record = self.lookup(Item::Tape(id));
        let operands = self.frame.source.facts.body.insts[id].operands.clone();
        let seeds = match plan.returns {
            true => self.seeds(id),
            false => Vec::new(),
        };
        let seeds = list(self.frame, &seeds);
        let mut numbers = Vec::new();
        for value in plan.numbers.iter().map(|p| operands[usize::from(*p)]) {
            let ty = self.frame.ty(value);
            let made = slots(self.frame, ty, "adjoint");
            for slot in &made {
                self.frame.build.store(ty.zero(), *slot);
            }
            numbers.push((value, made));
        }
        let null = self.frame.context().pointer().zero();
        let mut all = Vec::new();
        for position in plan.rule.numbers() {
            let at = plan.numbers.iter().position(|p| *p == position);
            match at {
                Some(at) => all.extend(numbers[at].1.iter().copied()),
                None => all.extend(self.frame.directions().map(|_| null)),
            }
        }
        let adjoints = list(self.frame, &all);
        let library = &plan.rule.library;
        call(self.frame, library.reverse, &[record, seeds, adjoints]);
        for (value, made) in numbers {
            let mut made = made.into_iter();
            self.each(|this| {
                let slot = made.next().expect("an adjoint for each direction");
                let adjoint = this.frame.build.load(this.frame.ty(value), slot, "adj");
                this.add(value, adjoint);
            });
        }
    }

    /// The result's adjoints in memory.
    fn seeds(&mut self, id: InstId) -> Vec<Value> {
        let result = self.result(id);
        let made = slots(self.frame, self.frame.ty(result), "seed");
        let mut next = made.iter();
        self.each(|this| {
            let seed = this.take(result);
            let slot = next.next().expect("a seed for each direction");
            this.frame.build.store(seed, *slot);
        });
        made
    }
}

/// Calls the library before the routine.
fn begin(frame: &mut Frame<'_>, id: InstId, plan: &ArrayPlan) -> Value {
    let old = frame.inst(id);
    frame.build.before(old);
    frame.build.set_location(Some(old));
    let operands = frame.source.facts.body.insts[id].operands.clone();
    let operands = &operands[..plan.rule.params.len()];
    let context = frame.context();
    let mut at = Vec::new();
    let mut shadows = Vec::new();
    for (value, position) in operands.iter().zip(0u8..) {
        at.push(address(frame, plan, *value, position));
        frame.each(|frame| shadows.push(shadow(frame, (id, plan), *value, position)));
    }
    let bits = |positions: &[u8]| positions.iter().fold(0, |bits, p| bits | 1u64 << p);
    let form = if plan.wide {
        plan.rule.wide
    } else {
        plan.rule.form
    };
    let forward = frame.request().mode == Mode::Forward;
    let i32 = context.int(32);
    let fields = [
        frame.source.module.text("ez.routine", plan.rule.routine),
        list(frame, &at),
        list(frame, &shadows),
        library(frame, plan),
        place(frame, id),
        frame.i64(bits(&plan.numbers)),
        frame.i64(bits(&plan.changed)),
        i32.constant_int(u64::from(form)),
        i32.constant_int(frame.directions().len() as u64),
        i32.constant_int(u64::from(forward)),
    ];
    let types: Vec<Type> = fields.iter().map(|field| field.ty()).collect();
    let ty = context.structure(&types);
    let slot = frame.slot(ty, "call");
    for (field, index) in fields.iter().zip(0u32..) {
        let to = frame.build.field_ptr(ty, slot, index, "");
        frame.build.store(*field, to);
    }
    let ty = context.pointer().function(&[context.pointer()], false);
    let callee = frame.source.module.declare(plan.rule.library.begin, ty);
    frame.build.call(ty, callee, &[slot], "record")
}

/// Where an operand is: a pointer itself, a variable with what is passed by value.
fn address(frame: &mut Frame<'_>, plan: &ArrayPlan, value: ValueId, position: u8) -> Value {
    let given = frame.value(value);
    if plan.rule.is_pointer(position) {
        return given;
    }
    let slot = frame.slot(given.ty(), "operand");
    frame.build.store(given, slot);
    slot
}

/// Where an operand's shadow of the present direction is, or null.
fn shadow(
    frame: &mut Frame<'_>,
    (id, plan): (InstId, &ArrayPlan),
    value: ValueId,
    position: u8,
) -> Value {
    let forward = frame.request().mode == Mode::Forward;
    if plan.shadowed.contains(&position) {
        let writes = plan.rule.written().any(|p| p == position);
        return shadow_of_data(frame, id, value, writes);
    }
    if !forward || !plan.numbers.contains(&position) {
        return frame.context().pointer().zero();
    }
    let given = tangent(frame, value);
    let slot = frame.slot(given.ty(), "tangent");
    frame.build.store(given, slot);
    slot
}

/// The routines that the derivative may call.
fn library(frame: &Frame<'_>, plan: &ArrayPlan) -> Value {
    let (context, module) = (frame.context(), frame.source.module);
    let ty = context.void().function(&[], false);
    let one = |symbol: &Option<String>| match symbol {
        Some(symbol) => module.declare(symbol, ty),
        None => context.pointer().zero(),
    };
    let entries: Vec<Value> = plan.rule.calls.iter().map(one).collect();
    let names = plan.rule.calls.iter().flatten().map(String::as_str);
    let name = names.collect::<Vec<_>>().join(".");
    module.table(&format!("ez.library.{name}"), &entries)
}

/// Address of what the routine has returned, if its derivative may look at that.
fn returned(frame: &mut Frame<'_>, plan: &ArrayPlan, id: InstId) -> Value {
    let result = frame.source.facts.body.insts[id].result;
    let Some(result) = result.filter(|_| plan.rule.result.is_some()) else {
        return frame.context().pointer().zero();
    };
    let slot = frame.slot(frame.ty(result), "returned");
    frame.build.store(frame.value(result), slot);
    slot
}

/// A variable for each direction.
fn slots(frame: &mut Frame<'_>, ty: Type, name: &str) -> Vec<Value> {
    let directions = frame.directions();
    directions.map(|_| frame.slot(ty, name)).collect()
}

/// Calls a function of the library that takes addresses and gives nothing back.
fn call(frame: &Frame<'_>, symbol: &str, args: &[Value]) {
    let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
    let ty = frame.context().void().function(&types, false);
    let callee = frame.source.module.declare(symbol, ty);
    frame.build.call(ty, callee, args, "");
}
