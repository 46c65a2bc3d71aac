//! Contributions to adjoints, added to shadows.
//!
//! Where the program finds out whether it may add plainly, the addition is a call of a function that does one or the other ([`in_line`] puts
//! its code in the place of the calls, so that LLVM takes the question out of loops).
//!
//! Owns: the ways of adding that `plan::accumulate` knows. Must not: choose one.

use super::frame::OwnPart;
use super::lookup::Reverse;
use super::spans;
use crate::analysis::exclusive::{Apart, Check, Inner, Narrow};
use crate::plan::Item;
use crate::plan::accumulate::{Addition, addition, checks, may_be_alone};
use crate::view::{InstId, ValueId};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{AtomicOp, IntPredicate, Module, Opcode, Type, TypeKind, Value};
use enzyme_llvm_shim::transform;

/// How the names of functions begin that add plainly or atomically.
const EITHER: &str = "enzyme_rs_add_either.";

/// Where something is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Where the instruction is reversed.
    Within,
    /// Behind the loop that holds it: what is compared in each iteration cannot be asked there.
    Behind,
}

impl Reverse<'_, '_> {
    /// Adds to the numbers at an address in the shadow behind `pointer`, as the reversal of an instruction; gives what accesses
    /// the shadow for that.
    pub(super) fn add_to_shadow(
        &mut self,
        of: (InstId, ValueId),
        address: Value,
        contribution: Value,
    ) -> Vec<Value> {
        self.add_from(Place::Within, of, address, contribution)
    }

    /// The same from some place.
    pub(super) fn add_from(
        &mut self,
        place: Place,
        (id, pointer): (InstId, ValueId),
        address: Value,
        contribution: Value,
    ) -> Vec<Value> {
        let facts = self.frame.source.facts;
        let way = addition(facts, id, pointer);
        let hold = match way {
            Addition::Plain(_) => return self.add_at(address, contribution).into(),
            Addition::Checked if place == Place::Within => Some(self.hold(checks(facts, id))),
            Addition::Checked | Addition::Atomic => None,
        };
        if !may_be_alone(facts) {
            self.add_atomically(address, contribution);
            return Vec::new();
        }
        let mut plain = self.frame.alone();
        if let Some(hold) = hold {
            plain = self.frame.build.or(plain, hold);
        }
        let part = spans::of(self.frame, id);
        let mut address = address;
        if let Some(part) = part.filter(|_| place == Place::Within) {
            plain = self.frame.build.or(plain, part.whole);
            if let Some(distance) = part.distance {
                address = self.frame.build.ptradd_anywhere(address, distance, "");
            }
        }
        vec![self.add_if(plain, part, address, contribution)]
    }

    /// Adds plainly under a condition, or to what no other worker reads, else atomically. LLVM hands on to the code what the call is marked with.
    fn add_if(
        &self,
        plain: Value,
        part: Option<OwnPart>,
        address: Value,
        contribution: Value,
    ) -> Value {
        let frame = &self.frame;
        let callee = either(
            frame.source.module,
            contribution.ty(),
            part.is_some(),
            frame.function,
        );
        let ends = part.into_iter().flat_map(|part| [part.low, part.end]);
        let args: Vec<Value> = [address, contribution, plain]
            .into_iter()
            .chain(ends)
            .collect();
        let build = &self.frame.build;
        build.call(callee.function_type(), callee, &args, "")
    }

    /// Adds each number by itself.
    pub(super) fn add_atomically(&self, address: Value, contribution: Value) {
        atomically(&self.frame.build, address, contribution);
    }

    /// Whether all that must hold does.
    fn hold(&mut self, checks: &[Check]) -> Value {
        let mut all = self.frame.context().boolean(true);
        for check in checks {
            let one = match check {
                Check::Apart(arrays) => self.are_apart(arrays),
                Check::Inner(iteration) => self.is_inner(iteration),
                Check::Far(iteration) => self.is_far(iteration),
                Check::Ranges(ranges) => self.are_ranges_apart(ranges),
                Check::Narrow(iterations) => self.are_narrow(iterations),
            };
            all = self.frame.build.and(all, one);
        }
        all
    }

    /// Whether enough iterations of the same worker lie on both sides.
    fn is_inner(&mut self, iteration: &Inner) -> Value {
        let [counter, last] =
            [iteration.counter, iteration.last].map(|value| self.lookup(Item::Primal(value)));
        let build = &self.frame.build;
        let reach = counter.ty().constant_int(iteration.reach);
        let far = |from: Value| build.icmp(IntPredicate::LLVMIntUGE, from, reach);
        build.and(far(counter), far(build.sub(last, counter)))
    }

    /// Whether the numbers of all iterations fit, and what is added to them.
    fn are_narrow(&mut self, narrow: &Narrow) -> Value {
        let int = self.frame.context().int(64);
        let (first, last) = narrow.iterations;
        let above = int.constant_int(1 << narrow.fits.bits);
        let mut all = self.frame.context().boolean(true);
        for value in [Some(first), Some(last), narrow.offset]
            .into_iter()
            .flatten()
        {
            let value = self.lookup(Item::Primal(value));
            let build = &self.frame.build;
            let value = build.int_cast(value, int, true);
            let (from_least, most) = match narrow.fits.not_negative {
                true => (value, above),
                false => (build.add(value, above), build.add(above, above)),
            };
            all = build.and(all, build.icmp(IntPredicate::LLVMIntULT, from_least, most));
        }
        all
    }

    /// Whether arrays are the same, or too far from each other for any iteration to reach both.
    fn are_apart(&mut self, check: &Apart) -> Value {
        let int = self.frame.context().int(64);
        let (one, other) = check.bases;
        let (first, last) = check.iterations;
        let [one, other, first, last] =
            [one, other, first, last].map(|value| self.lookup(Item::Primal(value)));
        let build = &self.frame.build;
        // Between the first and the last iteration lie as many as their difference says, in whichever sign they are counted.
        let between = build.int_cast(build.sub(last, first), int, false);
        let (stride, span) = check.bytes;
        let reach = build.add(
            build.mul(between, int.constant_int(stride)),
            int.constant_int(span),
        );
        let [one, other] =
            [one, other].map(|pointer| build.cast(Opcode::LLVMPtrToInt, pointer, int));
        let behind = build.icmp(IntPredicate::LLVMIntUGE, one, other);
        let apart = build.select(behind, build.sub(one, other), build.sub(other, one));
        let far = build.icmp(IntPredicate::LLVMIntUGE, apart, reach);
        match check.equal {
            true => build.or(far, build.icmp(IntPredicate::LLVMIntEQ, one, other)),
            false => far,
        }
    }
}

/// Adds each number by itself, atomically and without order.
fn atomically(build: &Builder, address: Value, contribution: Value) {
    const ADD: AtomicOp = AtomicOp::LLVMAtomicRMWBinOpFAdd;
    let ty = contribution.ty();
    if ty.kind() != TypeKind::LLVMVectorTypeKind {
        build.atomic_rmw(ADD, address, contribution);
        return;
    }
    for lane in 0..ty.length() {
        let lane = contribution.context().i64(lane as i64);
        let at = build.element_ptr(ty.element(), address, lane, "");
        let number = build.extract_element(contribution, lane);
        build.atomic_rmw(ADD, at, number);
    }
}

/// `void (ptr address, TYPE contribution, i1 plain)`: adds plainly or atomically, compiled as a caller is. If it `asks`, two more integers are the
/// first address and the end of what no other worker reads.
fn either(module: Module, ty: Type, asks: bool, caller: Value) -> Value {
    let own = if asks { "own." } else { "" };
    let name = format!("{EITHER}{own}{}", ty.print());
    if let Some(known) = module.function(&name) {
        return known;
    }
    let context = module.context();
    let int = context.int(64);
    let mut types = vec![context.pointer(), ty, context.boolean(true).ty()];
    types.extend([int; 2].into_iter().filter(|_| asks));
    let function = module.add_function(&name, context.void().function(&types, false));
    function.set_internal();
    transform::copy_environment(function, caller);
    let [entry, plain, atomic] =
        ["entry", "plain", "atomic"].map(|name| function.append_block(name));
    let params = function.params();
    let (address, contribution, is_plain) = (params[0], params[1], params[2]);
    let build = Builder::new(context);
    let add_plainly = || {
        let natural = match ty.kind() {
            TypeKind::LLVMVectorTypeKind => ty.element(),
            _ => ty,
        };
        let before = build.load(ty, address, "");
        let after = build.store(build.fadd(before, contribution), address);
        for access in [before, after] {
            access.set_memory_alignment(module.alignment(natural));
        }
        build.ret(None);
    };
    let otherwise = match params.get(3..5) {
        Some([low, end]) => {
            // Apart from the other question, whose answer is the same in many iterations.
            let [ask, own] = ["ask", "own"].map(|name| function.append_block(name));
            build.at_end(ask);
            let from = build.ptrtoint(address, int);
            let to = build.add(from, int.constant_int(module.store_size(ty)));
            let behind = build.icmp(IntPredicate::LLVMIntUGE, from, *low);
            let before = build.icmp(IntPredicate::LLVMIntULE, to, *end);
            build.cond_br(build.and(behind, before), own, atomic);
            build.at_end(own);
            add_plainly();
            ask
        }
        _ => atomic,
    };
    build.at_end(entry);
    build.cond_br(is_plain, plain, otherwise);
    build.at_end(plain);
    add_plainly();
    build.at_end(atomic);
    atomically(&build, address, contribution);
    build.ret(None);
    function
}

/// Puts the code of such functions in the place of their calls in a function.
pub(super) fn in_line(function: Value) {
    let insts = function.blocks().into_iter().flat_map(|b| b.instructions());
    let calls = insts.filter(|inst| inst.opcode() == Opcode::LLVMCall);
    let either = |call: &Value| {
        let callee = call.callee();
        callee.is_some_and(|callee| callee.name().starts_with(EITHER))
    };
    for call in calls.filter(either).collect::<Vec<_>>() {
        let callee = call.callee();
        transform::inline_call(call, 0);
        if let Some(unused) = callee.filter(|callee| callee.users().is_empty()) {
            unused.erase_function();
        }
    }
}
