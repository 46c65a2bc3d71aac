//! Where kept items are, in both sweeps: variables, the frame of a split derivative, records and arrays.
//!
//! Owns: [`Vault`], and the types and offsets of what is kept. Must not: put anything there (`keep`), or read it back (`lookup`).

use super::frame::Frame;
use super::tape;
use crate::plan::raises::{self, is_raise};
use crate::plan::storage::Cell;
use crate::plan::{Item, Plan, Snapshot};
use crate::request::{TapeOwner, of_each};
use crate::view::{InstId, LoopId};
use enzyme_llvm_shim::ir::{Type, Value};
use indexmap::IndexMap;

/// What a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Item(Item),
    Array(usize),
    Chain(LoopId),
}

/// Where kept items are during emission.
#[derive(Default)]
pub(crate) struct Vault {
    /// Variables of the whole function.
    pub(crate) slots: IndexMap<Key, Value>,
    /// The split derivative's frame and the byte offsets of its cells.
    pub(crate) frame: Option<(Value, Vec<u64>)>,
    /// Bases of arrays in the forward sweep.
    pub(super) bases: IndexMap<usize, Value>,
    /// Present record of each loop in the forward sweep.
    pub(super) records: IndexMap<LoopId, Value>,
    /// Snapshots in the forward sweep: what is kept of them.
    pub(super) copies: IndexMap<Snapshot, Value>,
    /// Tapes that split calls left in the forward sweep.
    pub(crate) tapes: IndexMap<InstId, Value>,
}

/// LLVM type of what an item holds: shadows of all directions.
pub(crate) fn item_type(frame: &Frame<'_>, item: Item) -> Type {
    let part = part_type(frame, item);
    match item {
        Item::Shadow(_) => of_each(part, frame.request().width),
        Item::Tape(id) if is_raise(frame.source.facts, id) => part.array(raises::WORDS),
        Item::Primal(_) | Item::Tape(_) | Item::Copied(..) => part,
    }
}

/// Where the present direction's part of an item is, and its type.
pub(crate) fn of_direction(frame: &Frame<'_>, item: Item, all: Value) -> (Type, Value) {
    let ty = part_type(frame, item);
    let at = match (item, frame.shadows.now()) {
        (Item::Shadow(_), direction @ 1..) => {
            let index = frame.i64(direction as u64);
            frame.build.element_ptr(ty, all, index, "")
        }
        _ => all,
    };
    (ty, at)
}

/// LLVM type of what the reverse pass reads of an item: one direction's, and of an atomic maximum the word that the launch's end has changed.
pub(crate) fn part_type(frame: &Frame<'_>, item: Item) -> Type {
    match item {
        Item::Primal(value) | Item::Shadow(value) => frame.ty(value),
        Item::Tape(id) if is_raise(frame.source.facts, id) => frame.context().int(64),
        Item::Tape(_) | Item::Copied(..) => frame.context().pointer(),
    }
}

pub(super) fn cell_type(frame: &Frame<'_>, cell: Cell) -> Type {
    match cell {
        Cell::Item(item) => item_type(frame, item),
        Cell::Pointer | Cell::Pushed => frame.context().pointer(),
        Cell::Given(_) => of_each(frame.context().pointer(), frame.request().width),
        Cell::Tag => frame.context().int(64),
        Cell::Raised => frame.context().pointer(),
        Cell::Stack(alloca) => stack_type(frame, alloca),
        Cell::StackShadow(alloca) => {
            let bytes = stack_stride(frame, alloca) * u64::from(frame.request().width);
            frame.context().int(8).array(bytes)
        }
    }
}

/// Type of a loop's record.
pub(super) fn record_type(frame: &Frame<'_>, plan: &Plan, l: LoopId) -> Type {
    if let Some(known) = frame.record_types.borrow().get(&l) {
        return *known;
    }
    let cells = plan.layout.records[&l].iter();
    let fields: Vec<Type> = cells.map(|c| cell_type(frame, *c)).collect();
    let ty = frame.context().structure(&fields);
    frame.record_types.borrow_mut().insert(l, ty);
    ty
}

/// Type of what one iteration has in an array.
pub(super) fn row_type(frame: &Frame<'_>, plan: &Plan, array: usize) -> Type {
    if let [cell] = plan.layout.rows[array][..] {
        return cell_type(frame, cell);
    }
    if let Some(known) = frame.row_types.borrow().get(&array) {
        return *known;
    }
    let cells = plan.layout.rows[array].iter();
    let fields: Vec<Type> = cells.map(|c| cell_type(frame, *c)).collect();
    let ty = frame.context().structure(&fields);
    frame.row_types.borrow_mut().insert(array, ty);
    ty
}

pub(super) fn stack_type(frame: &Frame<'_>, alloca: InstId) -> Type {
    let handle = frame.source.handles.inst(alloca);
    let count = handle.operand(0).and_then(Value::as_u64).unwrap_or(1);
    handle.allocated_type().array(count)
}

/// Bytes from the shadow of stack memory to that of the next direction.
pub(super) fn stack_stride(frame: &Frame<'_>, alloca: InstId) -> u64 {
    let alignment = frame.source.handles.inst(alloca).memory_alignment();
    frame
        .size_of(stack_type(frame, alloca))
        .next_multiple_of(u64::from(alignment.max(1)))
}

/// What a tape is aligned to, at least: memory that the program brings may lie anywhere, but where the machine's library looks at that.
pub(super) fn tape_alignment(frame: &Frame<'_>) -> u32 {
    let is_grid = frame.source.facts.registry.grid().is_some();
    match frame.request().tape {
        TapeOwner::Program { .. } if !is_grid => 1,
        TapeOwner::Thread | TapeOwner::Program { .. } | TapeOwner::Launch => tape::ALIGNMENT,
    }
}

/// Address of a cell of the frame, if `at` is where the frame is.
pub(crate) fn cell_place(
    frame: &Frame<'_>,
    plan: &Plan,
    at: (Value, &[u64]),
    cell: usize,
) -> Value {
    let (base, offsets) = at;
    let offset = frame.i64(offsets[cell]);
    match frame.request().tape {
        TapeOwner::Launch => {
            let size = match plan.layout.frame[cell] {
                // Words of it are accessed one by one.
                Cell::Item(Item::Tape(id)) if is_raise(frame.source.facts, id) => 8,
                cell => cell_size(frame, cell),
            };
            let size = frame.i64(size);
            tape::cell(frame.source.module, &frame.build, base, (offset, size))
        }
        TapeOwner::Thread | TapeOwner::Program { .. } => frame.build.ptradd(base, offset, ""),
    }
}

/// Bytes of a cell. Stack memory keeps its alignment also where cells of many threads lie side by side; beyond the tape's own it gets room to be aligned in.
fn cell_size(frame: &Frame<'_>, cell: Cell) -> u64 {
    let size = frame.size_of(cell_type(frame, cell));
    let slack = stack_alignment(frame, cell).saturating_sub(tape_alignment(frame));
    match cell {
        Cell::Stack(_) | Cell::StackShadow(_) => {
            (size + u64::from(slack)).next_multiple_of(u64::from(tape::ALIGNMENT))
        }
        Cell::Item(_)
        | Cell::Pointer
        | Cell::Tag
        | Cell::Pushed
        | Cell::Given(_)
        | Cell::Raised => size,
    }
}

/// Byte offsets of the frame's cells, and its size.
pub(crate) fn frame_offsets(frame: &Frame<'_>, plan: &Plan) -> (Vec<u64>, u64) {
    let mut offsets = Vec::new();
    let mut size = 0u64;
    for cell in &plan.layout.frame {
        let ty = cell_type(frame, *cell);
        size = size.next_multiple_of(
            u64::from(tape::ALIGNMENT)
                .min(frame.size_of(ty).max(1).next_power_of_two())
                .max(8),
        );
        if matches!(cell, Cell::Stack(_) | Cell::StackShadow(_)) {
            size = size.next_multiple_of(u64::from(tape::ALIGNMENT));
        }
        offsets.push(size);
        size += cell_size(frame, *cell);
    }
    (offsets, size)
}

pub(super) fn stack_alignment(frame: &Frame<'_>, cell: Cell) -> u32 {
    match cell {
        Cell::Stack(id) | Cell::StackShadow(id) => frame.source.handles.inst(id).memory_alignment(),
        Cell::Item(_)
        | Cell::Pointer
        | Cell::Tag
        | Cell::Pushed
        | Cell::Given(_)
        | Cell::Raised => 1,
    }
}

/// A load or store of something kept: the tape promises no more than its own alignment.
pub(crate) fn on_tape(frame: &Frame<'_>, access: Value) -> Value {
    access.set_memory_alignment(access.memory_alignment().min(tape_alignment(frame)));
    frame.marks.kept(access);
    access
}
