//! What a thread keeps of an atomic maximum or minimum in memory of the device, and its adjoint.
//!
//! What the words say that are kept, and who changes them behind the launch, stands beside `enzyme_rs_grid_raise` in the machines' library.
//!
//! Owns: the calls of that library, and the reverse. Must not: decide which operations these are (`plan::raises`).

use super::frame::Frame;
use super::lookup::Reverse;
use super::spread::Order;
use super::vault::{Vault, cell_place};
use crate::plan::storage::Cell;
use crate::plan::{Item, Plan};
use crate::raised;
use crate::view::InstId;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Opcode, Value};

/// Notes a number.
const RAISE: &str = "enzyme_rs_grid_raise";

/// Says that a kernel's tangent cannot be had.
const NO_TANGENT: &str = "enzyme_rs_grid_no_tangent";

/// Where a thread finds the last number that it has noted.
fn last(frame: &Frame<'_>, plan: &Plan, (at, offsets): (Value, &[u64])) -> Option<Value> {
    let mut cells = plan.layout.frame.iter();
    let cell = cells.position(|cell| *cell == Cell::Raised)?;
    Some(cell_place(frame, plan, (at, offsets), cell))
}

/// The thread has noted nothing yet.
pub(super) fn begin(frame: &Frame<'_>, plan: &Plan, at: (Value, &[u64])) {
    if let Some(last) = last(frame, plan, at) {
        let none = frame.context().pointer().zero();
        frame.build.store(none, last);
    }
}

/// Notes, where this is to be kept, the number of an operation behind which the builder stands, if it has replaced another one.
pub(super) fn note(
    frame: &Frame<'_>,
    vault: &Vault,
    plan: &Plan,
    (id, place, order): (InstId, Value, Order),
) {
    let build = &frame.build;
    let context = frame.context();
    let update = frame.inst(id);
    let operand = |at| update.operand(at).expect("it has an address and a number");
    let (address, number) = (operand(0), operand(1));
    let replaces = raised::replaces(build, update, number);
    let double = context.double();
    let is_double = number.ty() == double;
    let wide = match is_double {
        true => number,
        false => build.cast(Opcode::LLVMFPExt, number, double),
    };
    let frame_at = vault.frame.as_ref().expect("a launch has a frame");
    let last = last(frame, plan, (frame_at.0, &frame_at.1)).expect("the frame has a cell for it");
    // What the first word says of the number and of the words, in bits that no address has.
    let kind = u64::from(is_double) + 2 * u64::from(order == Order::Spread);
    let step = context.i64(order.distance(8));
    let args = [last, place, address, wide, replaces, frame.i64(kind), step];
    call(frame.source.module, build, RAISE, &args);
}

/// The host does not launch a tangent in which this is called.
pub(super) fn no_tangent(frame: &Frame<'_>) {
    call(frame.source.module, &frame.build, NO_TANGENT, &[]);
}

fn call(module: Module, build: &Builder, name: &str, args: &[Value]) {
    let callee = module.function(name);
    let callee = callee.expect("the library of a machine defines its functions");
    build.call(callee.function_type(), callee, args, "");
}

impl Reverse<'_, '_> {
    /// All of the adjoint goes to the number that is there in the end.
    pub(super) fn raise(&mut self, id: InstId) {
        let operands = &self.frame.source.facts.body.insts[id].operands;
        let (pointer, value) = (operands[0], operands[1]);
        let is_there = self.lookup(Item::Tape(id));
        let (behind, ty) = (self.shadow_behind(pointer), self.frame.ty(value));
        let shadow = behind.place(self.frame, ty);
        let nowhere = self.frame.nowhere(ty);
        let build = &self.frame.build;
        build.store(ty.zero(), nowhere);
        let is_there = build.icmp(IntPredicate::LLVMIntNE, is_there, is_there.ty().zero());
        let taken = build.select(is_there, shadow, nowhere);
        let adjoint = build.load(ty, taken, "adj");
        build.store(ty.zero(), taken);
        let adjoint = behind.read(self.frame, adjoint);
        self.add(value, adjoint);
    }
}
