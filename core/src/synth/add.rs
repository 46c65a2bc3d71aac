//! Contributions to adjoints, added to shadows.
//!
//! Where the program finds out whether it may add plainly, the addition is a call of a function that does one or the other ([`in_line`] puts
//! its code in the place of the calls, so that LLVM takes the question out of loops).
//!
//! Owns: the ways of adding that `plan::accumulate` knows. Must not: choose one.

use super::frame::{Frame, OwnPart};
use super::lookup::Reverse;
use super::spans;
use crate::analysis::exclusive::{Apart, Check, Inner, Narrow};
use crate::plan::Item;
use crate::plan::accumulate::{Addition, addition, checks, may_be_alone, may_be_of_thread};
use crate::view::{InstId, ValueId};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{AtomicOp, Block, IntPredicate, Module, Opcode, Type, TypeKind, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::GridRule;

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
    /// Adds to the numbers at an address in the shadow behind `pointer`, unless a condition holds, as the reversal of an instruction; gives what accesses
    /// the shadow for that.
    pub(super) fn add_to_shadow(
        &mut self,
        of: (InstId, ValueId),
        at: (Value, Option<Value>),
        contribution: Value,
    ) -> Vec<Value> {
        self.add_from(Place::Within, of, at, contribution)
    }

    /// The same from some place.
    pub(super) fn add_from(
        &mut self,
        place: Place,
        (id, pointer): (InstId, ValueId),
        (address, unless): (Value, Option<Value>),
        contribution: Value,
    ) -> Vec<Value> {
        let facts = self.frame.source.facts;
        let way = addition(facts, id, pointer);
        let hold = match way {
            Addition::Plain(_) => return self.add_at(address, contribution).into(),
            Addition::Checked if place == Place::Within => Some(self.hold(checks(facts, id))),
            Addition::Checked | Addition::Atomic => None,
            Addition::Together => {
                self.add_together((address, unless), contribution);
                return Vec::new();
            }
            Addition::OfBlock => {
                self.add_for_block(id, (address, unless), contribution);
                return Vec::new();
            }
        };
        if !may_be_alone(facts) {
            let there = (address, unless);
            match hold {
                Some(hold) => self.add_plainly_if(hold, pointer, there, contribution),
                None => self.add_atomically(pointer, there, contribution),
            }
            return Vec::new();
        }
        let mut plain = self.frame.alone();
        if let Some(hold) = hold {
            plain = self.frame.build.or(plain, hold);
        }
        let part = spans::of(self.frame, id);
        if let Some(part) = part {
            plain = self.frame.build.or(plain, part.whole);
            if place == Place::Within
                && let Some(own) = self.is_asked(id)
            {
                plain = self.frame.build.or(plain, own);
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
        let ways = match part {
            None => Ways::Two,
            Some(OwnPart { instead: None, .. }) => Ways::OfPart,
            Some(_) => Ways::Instead,
        };
        let module = (frame.source.module, None);
        let callee = either(module, contribution.ty(), ways, frame.function);
        let mut args = vec![address, contribution, plain];
        if let Some(part) = part {
            args.extend([part.low, part.end]);
            if let Some(instead) = part.instead {
                args.extend([instead.of_all, instead.below, instead.above]);
                args.push(instead.at_borders);
            }
        }
        let build = &self.frame.build;
        build.call(callee.function_type(), callee, &args, "")
    }

    /// Adds each number by itself, unless a condition holds.
    pub(super) fn add_atomically(
        &self,
        pointer: ValueId,
        (address, unless): (Value, Option<Value>),
        contribution: Value,
    ) {
        let frame = &self.frame;
        let grid = frame.source.facts.registry.grid();
        let ways = match (asks_whose(frame, pointer), unless) {
            (Some(_), _) => Ways::Own,
            (None, Some(_)) => Ways::None,
            (None, None) => return atomically(&frame.build, (address, contribution), grid),
        };
        let ty = contribution.ty();
        let callee = either((frame.source.module, grid), ty, ways, frame.function);
        let unless = unless.unwrap_or_else(|| frame.context().boolean(false));
        let args = [address, contribution, unless];
        frame.build.call(callee.function_type(), callee, &args, "");
    }

    /// Adds plainly under a condition, else each number atomically; nothing under another condition.
    fn add_plainly_if(
        &self,
        plain: Value,
        pointer: ValueId,
        (address, unless): (Value, Option<Value>),
        contribution: Value,
    ) {
        let frame = &self.frame;
        let grid = frame.source.facts.registry.grid();
        let ways = match asks_whose(frame, pointer) {
            Some(_) => Ways::OwnOrThread,
            None => Ways::Thread,
        };
        let module = (frame.source.module, grid);
        let callee = either(module, contribution.ty(), ways, frame.function);
        let unless = unless.unwrap_or_else(|| frame.context().boolean(false));
        let args = [address, contribution, unless, plain];
        frame.build.call(callee.function_type(), callee, &args, "");
    }

    /// Adds what threads that run together have to one number, unless a condition holds.
    fn add_together(&self, (address, unless): (Value, Option<Value>), contribution: Value) {
        let frame = &self.frame;
        let grid = (frame.source.module, frame.source.facts.registry.grid());
        let callee = either(grid, contribution.ty(), Ways::Together, frame.function);
        let unless = unless.unwrap_or_else(|| frame.context().boolean(false));
        let args = [address, contribution, unless];
        frame.build.call(callee.function_type(), callee, &args, "");
    }

    /// Whether all that must hold does.
    fn hold(&mut self, checks: &[Check]) -> Value {
        let mut all = self.frame.context().boolean(true);
        for check in checks {
            let one = match check {
                Check::Apart(arrays) => self.are_apart(arrays),
                Check::Inner(iteration) => self.is_inner(iteration),
                Check::Far(iteration) => self.is_own_iteration(iteration),
                Check::Ranges(ranges) => self.are_ranges_apart(ranges),
                Check::Narrow(iterations) => self.are_narrow(iterations),
                Check::Threads(count, most) => self.are_few(*count, *most),
                Check::Fits(counted) => self.fits(counted),
                Check::Rows(rows) => self.are_rows_long(rows),
                Check::Arrays(arrays) => self.are_arrays_apart(arrays),
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

/// What says whether memory is a thread's own, if threads of a grid have to ask before they add atomically.
fn asks_whose(frame: &Frame<'_>, pointer: ValueId) -> Option<&'static str> {
    let facts = frame.source.facts;
    let own = facts.registry.grid().and_then(|grid| grid.own)?;
    may_be_of_thread(facts, pointer).then_some(own)
}

/// Whether threads add to memory of their own at an address, if they have to ask.
pub(super) fn is_of_thread(frame: &Frame<'_>, pointer: ValueId, address: Value) -> Option<Value> {
    let own = asks_whose(frame, pointer)?;
    Some(call_own(frame.source.module, &frame.build, own, address))
}

fn call_own(module: Module, build: &Builder, own: &str, address: Value) -> Value {
    let context = module.context();
    let bit = context.boolean(true).ty();
    let ty = bit.function(&[context.pointer()], false);
    let callee = module.declare(own, ty);
    build.call(ty, callee, &[address], "own")
}

/// Adds the sum of what threads have that run together.
fn together(module: Module, build: &Builder, address: Value, contribution: Value) {
    let name = match contribution.ty().kind() {
        TypeKind::LLVMDoubleTypeKind => "enzyme_rs_grid_add_all",
        _ => "enzyme_rs_grid_add_all_f32",
    };
    let callee = module.function(name).expect("the library of grids has it");
    build.call(callee.function_type(), callee, &[address, contribution], "");
}

/// Adds each number by itself, atomically and without order.
fn atomically(build: &Builder, (address, contribution): (Value, Value), grid: Option<&GridRule>) {
    const ADD: AtomicOp = AtomicOp::LLVMAtomicRMWBinOpFAdd;
    each_number(build, address, contribution, |at, number| {
        match grid {
            None => build.atomic_rmw(ADD, at, number),
            Some(grid) => build.atomic_rmw_among(ADD, at, number, grid.scope),
        };
    });
}

/// Does something with each number of a contribution, and its address.
fn each_number(
    build: &Builder,
    address: Value,
    contribution: Value,
    mut with: impl FnMut(Value, Value),
) {
    let ty = contribution.ty();
    if ty.kind() != TypeKind::LLVMVectorTypeKind {
        return with(address, contribution);
    }
    for lane in 0..ty.length() {
        let lane = contribution.context().i64(lane as i64);
        let at = build.element_ptr(ty.element(), address, lane, "");
        with(at, build.extract_element(contribution, lane));
    }
}

/// Between what a function that adds plainly or atomically chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ways {
    /// To add atomically, or not at all, as it is told.
    None,
    /// The same, or plainly to memory of the thread's own.
    Own,
    /// To add plainly or atomically, as it is told, or not at all.
    Thread,
    /// The same, and plainly to memory of the thread's own, too.
    OwnOrThread,
    /// To add the sum of what threads have that run together, or not at all, as it is told.
    Together,
    /// What it is told.
    Two,
    /// The same, or plainly to what no other worker reads.
    OfPart,
    /// The same, or plainly to numbers of the worker's own.
    Instead,
}

impl Ways {
    fn is_of_thread(self) -> bool {
        matches!(self, Self::Thread | Self::OwnOrThread)
    }
}

/// `void (ptr address, TYPE contribution, i1 plain, …)`: adds plainly or atomically, compiled as a caller is. Of a part, two more integers are the first
/// address and the end of what no other worker reads; and where the worker may have numbers of its own, the words of [`super::frame::Instead`].
fn either(
    (module, grid): (Module, Option<&GridRule>),
    ty: Type,
    ways: Ways,
    caller: Value,
) -> Value {
    let name = format!("{EITHER}{ways:?}.{}", ty.print());
    if let Some(known) = module.function(&name) {
        return known;
    }
    let context = module.context();
    let (int, bit) = (context.int(64), context.boolean(true).ty());
    let mut types = vec![context.pointer(), ty, bit];
    types.extend(match ways {
        Ways::None | Ways::Own | Ways::Together | Ways::Two => Vec::new(),
        Ways::Thread | Ways::OwnOrThread => vec![bit],
        Ways::OfPart => vec![int; 2],
        Ways::Instead => [[int; 5].as_slice(), &[bit]].concat(),
    });
    let function = module.add_function(&name, context.void().function(&types, false));
    function.set_internal();
    transform::copy_environment(function, caller);
    let [entry, plain, otherwise] =
        ["entry", "plain", "otherwise"].map(|name| function.append_block(name));
    let params = function.params();
    let (address, contribution, is_plain) = (params[0], params[1], params[2]);
    let build = Builder::new(context);
    build.at_end(entry);
    build.cond_br(is_plain, plain, otherwise);
    build.at_end(plain);
    let mut at = address;
    if let Some(of_all) = params.get(5) {
        at = build.ptradd_anywhere(address, *of_all, "");
    }
    if matches!(ways, Ways::Two | Ways::OfPart | Ways::Instead) {
        plainly(module, &build, at, contribution);
    }
    build.ret(None);
    build.at_end(otherwise);
    let asks = matches!(ways, Ways::Own | Ways::OwnOrThread);
    let own = grid.and_then(|grid| grid.own).filter(|_| asks);
    let own = own.map(|own| call_own(module, &build, own, address));
    let of_thread = params.get(3).filter(|_| ways.is_of_thread()).copied();
    let both = own.zip(of_thread);
    let either = both.map(|(own, of_thread)| build.or(of_thread, own));
    if let Some(is_own) = either.or(own).or(of_thread) {
        let [by_itself, atomic] = ["own", "atomic"].map(|name| function.append_block(name));
        build.cond_br(is_own, by_itself, atomic);
        build.at_end(by_itself);
        plainly(module, &build, address, contribution);
        build.ret(None);
        build.at_end(atomic);
    }
    let is_vector = ty.kind() == TypeKind::LLVMVectorTypeKind;
    match ways {
        Ways::None | Ways::Own | Ways::Two | Ways::Thread | Ways::OwnOrThread => {
            atomically(&build, (address, contribution), grid)
        }
        Ways::Together => together(module, &build, address, contribution),
        Ways::OfPart | Ways::Instead if !is_vector => {
            by_part(
                module,
                (function, &build),
                (address, contribution),
                &params[3..],
                plain,
            );
        }
        // A vector may reach from one part into another one.
        Ways::OfPart | Ways::Instead => each_number(&build, address, contribution, |at, number| {
            let own = function.append_block("own");
            let end = by_part(module, (function, &build), (at, number), &params[3..], own);
            build.at_end(own);
            plainly(module, &build, at, number);
            build.br(end);
            build.at_end(end);
        }),
    }
    build.ret(None);
    function
}

/// Goes to `own` if no other worker reads a number. Else adds to the worker's own one instead, if it has one, or atomically; gives where control goes on behind
/// that.
fn by_part(
    module: Module,
    (function, build): (Value, &Builder),
    (address, number): (Value, Value),
    part: &[Value],
    own: Block,
) -> Block {
    let int = function.context().int(64);
    let [atomic, end] = ["atomic", "end"].map(|name| function.append_block(name));
    let from = build.ptrtoint(address, int);
    let to = build.add(from, int.constant_int(module.store_size(number.ty())));
    let behind = build.icmp(IntPredicate::LLVMIntUGE, from, part[0]);
    let before = build.icmp(IntPredicate::LLVMIntULE, to, part[1]);
    let is_own = build.and(behind, before);
    if let [_, _, _, below, above, at_borders] = part {
        let [others, instead] = ["others", "instead"].map(|name| function.append_block(name));
        build.cond_br(is_own, own, others);
        build.at_end(others);
        build.cond_br(*at_borders, instead, atomic);
        build.at_end(instead);
        let distance = build.select(behind, *above, *below);
        let at = build.ptradd_anywhere(address, distance, "");
        plainly(module, build, at, number);
        build.br(end);
    } else {
        build.cond_br(is_own, own, atomic);
    }
    build.at_end(atomic);
    atomically(build, (address, number), None);
    build.br(end);
    build.at_end(end);
    end
}

/// Adds by a load and a store.
fn plainly(module: Module, build: &Builder, address: Value, contribution: Value) {
    let ty = contribution.ty();
    let natural = match ty.kind() {
        TypeKind::LLVMVectorTypeKind => ty.element(),
        _ => ty,
    };
    let before = build.load(ty, address, "");
    let after = build.store(build.fadd(before, contribution), address);
    for access in [before, after] {
        access.set_memory_alignment(module.alignment(natural));
    }
}

/// Puts the code of such functions in the place of their calls in a function.
pub(super) fn in_line(function: Value) {
    let insts = function.blocks().into_iter().flat_map(|b| b.instructions());
    let calls = insts.filter(|inst| inst.opcode() == Opcode::LLVMCall);
    let either = |call: &Value| {
        let callee = call.callee();
        callee.is_some_and(|callee| callee.name().starts_with(EITHER))
    };
    // The last come first: what stands behind a call in its block moves to another one, and few instructions do then.
    for call in calls.filter(either).collect::<Vec<_>>().into_iter().rev() {
        let callee = call.callee();
        transform::inline_call(call, 0);
        if let Some(unused) = callee.filter(|callee| callee.users().is_empty()) {
            unused.erase_function();
        }
    }
}
