//! The forward sweep's part of reverse mode: putting kept items where the plan says.
//!
//! Owns: the making of variables, frames and arrays, and stores to them. Must not: read kept items back (see `lookup`).

use super::frame::Frame;
use super::guard::unless;
use super::spread::{Order, in_record, in_row, row_bytes};
use super::vault::{
    Key, Vault, cell_place, cell_type, frame_offsets, item_type, of_direction, on_tape,
    stack_alignment, stack_stride, tape_alignment,
};
use super::{inspect, owned, raises, records, shadows, spread, tape, windows};
use crate::plan::raises::is_raise;
use crate::plan::snapshot::{self, Content};
use crate::plan::storage::Storage;
use crate::plan::{Item, Plan, Snapshot};
use crate::view::{InstId, LoopId, Op, ValueId};
use enzyme_llvm_shim::ir::{IntPredicate, Type, Value};

/// Address of stack memory in a frame.
fn stack_address(frame: &Frame<'_>, plan: &Plan, at: (Value, &[u64]), field: usize) -> Value {
    let place = cell_place(frame, plan, at, field);
    place.set_name("stack");
    let alignment = u64::from(stack_alignment(frame, plan.layout.frame[field]));
    if alignment <= u64::from(tape_alignment(frame)) {
        return place;
    }
    let i64 = frame.context().int(64);
    let raw = frame.build.ptrtoint(place, i64);
    let up = frame.build.add(raw, frame.i64(alignment - 1));
    let aligned = frame
        .build
        .and(up, frame.context().i64(-(alignment as i64)));
    frame.build.inttoptr(aligned, frame.context().pointer())
}

/// Variables for everything kept outside of loops (and for what a split reverse pass reads from
/// its frame at once).
pub(crate) fn make_slots(frame: &mut Frame<'_>, vault: &mut Vault, plan: &Plan) {
    for (item, storage) in plan.layout.all() {
        let ty = item_type(frame, *item);
        slots_of(frame, vault, Key::Item(*item), storage, ty);
    }
    let pointer = frame.context().pointer();
    for (l, storage) in &plan.layout.chains {
        slots_of(frame, vault, Key::Chain(*l), storage, pointer);
    }
}

fn slots_of(frame: &mut Frame<'_>, vault: &mut Vault, key: Key, storage: &Storage, ty: Type) {
    match storage {
        Storage::Slot | Storage::Frame(_) => {
            let slot = frame.slot(ty, "kept");
            vault.slots.insert(key, slot);
        }
        Storage::Array { id, base, .. } => {
            let pointer = frame.context().pointer();
            slots_of(frame, vault, Key::Array(*id), base, pointer);
        }
        Storage::Record(..) => {}
    }
}

/// Begins the frame and moves stack memory into it.
pub(crate) fn open_frame(frame: &mut Frame<'_>, vault: &mut Vault, plan: &Plan) {
    if plan.layout.frame.is_empty() {
        return;
    }
    let (offsets, size) = frame_offsets(frame, plan);
    let entry = frame.source.facts.body.entry();
    frame.build.before(frame.first_non_phi(entry));
    let pushed = match frame.room {
        Some(room) => owned::begin(frame, plan, room, size),
        None => tape::push(frame.source.module, &frame.build, frame.i64(size)),
    };
    pushed.set_name("frame");
    for (alloca, (primal, shadow)) in &plan.layout.stack {
        let place = stack_address(frame, plan, (pushed, &offsets), *primal);
        let old = frame.inst(*alloca);
        let result = frame.source.facts.body.insts[*alloca]
            .result
            .expect("an alloca has a result");
        old.replace_all_uses_with(place);
        frame.values[result] = Some(place);
        if let Some(field) = shadow {
            let twin = stack_address(frame, plan, (pushed, &offsets), *field);
            let size = frame.size_of(cell_type(frame, plan.layout.frame[*field]));
            frame.build.zero_memory(twin, frame.i64(size));
            set_stack_shadows(frame, *alloca, result, twin);
        }
    }
    vault.frame = Some((pushed, offsets));
}

/// The shadows of stack memory lie side by side, from `first` on.
fn set_stack_shadows(frame: &mut Frame<'_>, alloca: InstId, result: ValueId, first: Value) {
    let stride = stack_stride(frame, alloca);
    frame.each(|frame| {
        let distance = frame.i64(stride * frame.shadows.now() as u64);
        let twin = frame.build.ptradd(first, distance, "");
        frame.shadows[result] = Some(twin);
    });
}

/// Stack memory of the augmented half, as its reverse half finds it in the frame.
pub(crate) fn stack_of_frame(frame: &mut Frame<'_>, vault: &Vault, plan: &Plan) {
    let Some((at, offsets)) = &vault.frame else {
        return;
    };
    for (alloca, (primal, shadow)) in &plan.layout.stack {
        let result = frame.source.facts.body.insts[*alloca]
            .result
            .expect("an alloca has a result");
        frame.values[result] = Some(stack_address(frame, plan, (*at, offsets), *primal));
        if let Some(field) = shadow {
            let twin = stack_address(frame, plan, (*at, offsets), *field);
            set_stack_shadows(frame, *alloca, result, twin);
        }
    }
}

/// Emits all stores of kept items into the forward sweep.
pub(crate) fn forward(frame: &mut Frame<'_>, vault: &mut Vault, plan: &Plan) {
    records::start(frame, vault, plan);
    for item in plan.layout.kept.keys() {
        if let Item::Copied(snapshot, _) = item {
            let copy = copy_memory(frame, plan, *snapshot);
            vault.copies.insert(*snapshot, copy);
        }
    }
    for (_, storage) in plan.layout.all() {
        allocate_arrays(frame, vault, plan, storage);
    }
    for (l, storage) in &plan.layout.chains {
        allocate_arrays(frame, vault, plan, storage);
        store_chain(frame, vault, plan, *l, storage);
    }
    for (item, storage) in &plan.layout.kept {
        match item {
            Item::Shadow(_) => frame.each(|frame| store_item(frame, vault, plan, *item, storage)),
            _ => store_item(frame, vault, plan, *item, storage),
        }
    }
    for (item, storage) in &plan.layout.doubtful {
        store_item(frame, vault, plan, *item, storage);
    }
}

/// The chain's head so far goes where the plan keeps it; the last one stays.
fn store_chain(frame: &mut Frame<'_>, vault: &mut Vault, plan: &Plan, l: LoopId, at: &Storage) {
    let record = vault.records[&l];
    frame
        .build
        .before(record.next_instruction().expect("a record is linked"));
    let address = forward_address(frame, vault, plan, Key::Chain(l), at);
    on_tape(frame, frame.build.store(record, address));
}

/// Pushes the arrays that a storage needs, outermost first, each before its outermost loop.
fn allocate_arrays(frame: &mut Frame<'_>, vault: &mut Vault, plan: &Plan, storage: &Storage) {
    let Storage::Array {
        id, loops, base, ..
    } = storage
    else {
        return;
    };
    if vault.bases.contains_key(id) {
        return;
    }
    allocate_arrays(frame, vault, plan, base);
    let body = frame.source.facts.body;
    frame.before_end(body.loops[loops[0]].preheader);
    let mut bytes = frame.i64(row_bytes(frame, plan, *id));
    for l in loops {
        let last = body.loops[*l]
            .last
            .expect("arrays are over countable loops");
        bytes = rows(frame, bytes, frame.value(last));
    }
    if let Some(snapshot) = plan.layout.unless.get(id) {
        bytes = frame
            .build
            .select(is_made(frame, vault, *snapshot), frame.i64(0), bytes);
    }
    let order = spread::order(frame, &plan.layout.rows[*id]);
    let array = order.push(frame, bytes);
    vault.bases.insert(*id, array);
    let address = forward_address(frame, vault, plan, Key::Array(*id), base);
    on_tape(frame, frame.build.store(array, address));
}

/// Bytes of `last + 1` rows, or the most there are: a loop may end long before its count, by an
/// exception for one, and must not get less memory than its count asks for.
fn rows(frame: &Frame<'_>, bytes: Value, last: Value) -> Value {
    let i64 = frame.context().int(64);
    let build = &frame.build;
    let call = |name: &str, args: &[Value]| {
        let callee = frame.source.module.intrinsic(name, &[i64]);
        build.call(callee.function_type(), callee, args, "")
    };
    let trips = call("llvm.uadd.sat", &[last, frame.i64(1)]);
    let both = call("llvm.umul.with.overflow", &[bytes, trips]);
    let (product, overflow) = (build.extract_value(both, 0), build.extract_value(both, 1));
    build.select(overflow, frame.i64(u64::MAX), product)
}

/// Address of a kept thing in the forward sweep, at the builder's place.
fn forward_address(
    frame: &Frame<'_>,
    vault: &Vault,
    plan: &Plan,
    key: Key,
    storage: &Storage,
) -> Value {
    match storage {
        Storage::Slot => vault.slots[&key],
        Storage::Frame(field) => {
            let (at, offsets) = vault
                .frame
                .as_ref()
                .expect("a split derivative has a frame");
            cell_place(frame, plan, (*at, offsets), *field)
        }
        Storage::Record(l, field) => in_record(frame, plan, (*l, *field), vault.records[l]),
        Storage::Array {
            id, field, loops, ..
        } => {
            let counters = |l: LoopId| frame.value(frame.source.facts.body.loops[l].counter);
            let lasts =
                |l: LoopId| frame.value(frame.source.facts.body.loops[l].last.expect("countable"));
            let index = linear_index(frame, loops, &counters, &lasts);
            in_row(frame, plan, (*id, *field), (vault.bases[id], index))
        }
    }
}

/// Whether a snapshot that may not pay was made.
fn is_made(frame: &Frame<'_>, vault: &Vault, snapshot: Snapshot) -> Value {
    let copy = vault.copies[&snapshot];
    frame
        .build
        .icmp(IntPredicate::LLVMIntNE, copy, copy.ty().zero())
}

/// Row-major index over a nest.
fn linear_index(
    frame: &Frame<'_>,
    loops: &[LoopId],
    counter: &dyn Fn(LoopId) -> Value,
    last: &dyn Fn(LoopId) -> Value,
) -> Value {
    let mut index = counter(loops[0]);
    for l in &loops[1..] {
        let trips = frame.build.add_nowrap(last(*l), frame.i64(1));
        let row = frame.build.mul_nowrap(index, trips);
        index = frame.build.add_nowrap(row, counter(*l));
    }
    index
}

/// Copies memory onto the tape, before the loop that reads it; gives the address that stands for where the memory begins.
fn copy_memory(frame: &mut Frame<'_>, plan: &Plan, snapshot: Snapshot) -> Value {
    frame.before_end(frame.source.facts.body.loops[snapshot.before].preheader);
    match plan.snapshots.content(snapshot) {
        Content::Whole => copy_whole(frame, snapshot),
        Content::Part(window) => windows::copy(frame, snapshot.of, window),
        Content::Inspected {
            place, apart_from, ..
        } => inspect::copy(frame, snapshot.of, (*place, apart_from), plan),
    }
}

fn copy_whole(frame: &Frame<'_>, snapshot: Snapshot) -> Value {
    let facts = frame.source.facts;
    let size = snapshot::size(facts, snapshot.of).expect("the memory is of known size");
    let i64 = frame.context().int(64);
    let factors = size
        .factors
        .iter()
        .map(|v| frame.build.int_cast(frame.value(*v), i64, false));
    let bytes = factors.fold(frame.i64(size.unit), |all, v| frame.build.mul(all, v));
    let memory = frame.value(snapshot.of);
    // An allocation that failed gave none, and the loop that would read it may not run.
    let failed = (!size.factors.is_empty()).then(|| {
        let none = memory.ty().zero();
        frame.build.icmp(IntPredicate::LLVMIntEQ, memory, none)
    });
    let bytes = unless(frame, failed, bytes);
    let copy = tape::push(frame.source.module, &frame.build, bytes);
    frame.build.copy_memory(copy, memory, bytes);
    copy
}

/// Stores one item where it comes to be.
fn store_item(
    frame: &mut Frame<'_>,
    vault: &mut Vault,
    plan: &Plan,
    item: Item,
    storage: &Storage,
) {
    let body = frame.source.facts.body;
    let made = |v| body.def(v).expect("only results of instructions are kept");
    let (value, home) = match item {
        Item::Primal(v) => (frame.value(v), Ok(made(v))),
        Item::Shadow(v) => (shadows::shadow(frame, v), Ok(made(v))),
        Item::Tape(id) if is_raise(frame.source.facts, id) => {
            frame.after(id);
            let place = forward_address(frame, vault, plan, Key::Item(item), storage);
            let order = match storage {
                Storage::Record(l, _) => spread::order(frame, &plan.layout.records[l]),
                Storage::Array { id, .. } => spread::order(frame, &plan.layout.rows[*id]),
                Storage::Frame(_) | Storage::Slot => Order::Spread,
            };
            return raises::note(frame, vault, plan, (id, place, order));
        }
        Item::Tape(call) => (vault.tapes[&call], Ok(call)),
        Item::Copied(snapshot, _) => (vault.copies[&snapshot], Err(snapshot.before)),
    };
    match home {
        // Shadows stand behind their primal: the store goes behind both.
        Ok(id) if matches!(body.insts[id].op, Op::Phi(_)) || !value.is_instruction() => {
            frame.after(id);
        }
        Ok(_) => frame
            .build
            .before(value.next_instruction().expect("a terminator follows")),
        // A snapshot is the last thing before its loop.
        Err(before) => frame.before_end(body.loops[before].preheader),
    }
    let all = forward_address(frame, vault, plan, Key::Item(item), storage);
    let (_, mut address) = of_direction(frame, item, all);
    if let Storage::Array { id, .. } = storage
        && let Some(snapshot) = plan.layout.unless.get(id)
    {
        let nowhere = frame.nowhere(value.ty());
        address = frame
            .build
            .select(is_made(frame, vault, *snapshot), nowhere, address);
    }
    on_tape(frame, frame.build.store(value, address));
}
