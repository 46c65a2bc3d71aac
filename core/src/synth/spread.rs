//! How rows and records lie in memory that a launch has for its threads: spread, so that neighbouring threads access neighbouring memory.
//!
//! ```text
//! one behind the other:   bytes 0 … 7, 8 … 15, 16 … 23, …
//! spread:                 bytes 0 … 7 of each of 32 threads, then bytes 8 … 15 of each, …
//! ```
//!
//! So an address moves by 32 times as much as the thread's own bytes, eight of which lie together: numbers and pointers, but no vectors or structures. Rows and records that have such
//! ones lie one behind the other, and so does what is copied as a whole, or handed to others by its address: copies of memory, and what callees keep. The thread has two stacks then.
//!
//! Owns: addresses in both. Must not: decide what is kept in rows and records.

use super::frame::Frame;
use super::tape;
use super::vault::{cell_type, record_type, row_type};
use crate::plan::raises::is_raise;
use crate::plan::storage::Cell;
use crate::plan::{Item, Plan};
use crate::request::TapeOwner;
use crate::view::LoopId;
use enzyme_llvm_shim::ir::{Opcode, Type, TypeKind, Value};

/// Bytes of a thread that lie together.
const WORD: u64 = 8;

/// Threads whose words lie together.
const THREADS: u64 = 32;

/// How the bytes of a thread lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Together,
    Spread,
}

/// Bytes of what one iteration has in an array.
pub(super) fn row_bytes(frame: &Frame<'_>, plan: &Plan, array: usize) -> u64 {
    let order = order(frame, &plan.layout.rows[array]);
    order.room(frame.size_of(row_type(frame, plan, array)))
}

/// Address of a field of a loop's record.
pub(super) fn in_record(
    frame: &Frame<'_>,
    plan: &Plan,
    (l, field): (LoopId, usize),
    record: Value,
) -> Value {
    let order = order(frame, &plan.layout.records[&l]);
    order.field(frame, record_type(frame, plan, l), (record, field))
}

/// Address of a field of a row in an array.
pub(super) fn in_row(
    frame: &Frame<'_>,
    plan: &Plan,
    (array, field): (usize, usize),
    (base, row): (Value, Value),
) -> Value {
    let ty = row_type(frame, plan, array);
    let cells = &plan.layout.rows[array];
    let order = order(frame, cells);
    let row = order.element(frame, ty, (base, row));
    match cells.len() {
        1 => row,
        _ => order.field(frame, ty, (row, field)),
    }
}

/// How rows or records with such cells lie.
pub(super) fn order(frame: &Frame<'_>, cells: &[Cell]) -> Order {
    let of_launch = frame.request().tape == TapeOwner::Launch;
    let mut cells = cells.iter();
    match of_launch && cells.all(|cell| is_of_words(frame, *cell)) {
        true => Order::Spread,
        false => Order::Together,
    }
}

fn is_of_words(frame: &Frame<'_>, cell: Cell) -> bool {
    match cell {
        Cell::Item(Item::Tape(id)) if is_raise(frame.source.facts, id) => true,
        Cell::Item(_) | Cell::Pointer => is_scalar(frame, cell_type(frame, cell)),
        // What lies in frames alone.
        Cell::Stack(_)
        | Cell::StackShadow(_)
        | Cell::Tag
        | Cell::Pushed
        | Cell::Given(_)
        | Cell::Raised => false,
    }
}

/// Whether what is of a type lies in one word wherever it is aligned: a structure may begin in the middle of one.
fn is_scalar(frame: &Frame<'_>, ty: Type) -> bool {
    let is_one = matches!(
        ty.kind(),
        TypeKind::LLVMIntegerTypeKind
            | TypeKind::LLVMPointerTypeKind
            | TypeKind::LLVMHalfTypeKind
            | TypeKind::LLVMBFloatTypeKind
            | TypeKind::LLVMFloatTypeKind
            | TypeKind::LLVMDoubleTypeKind
    );
    is_one && frame.size_of(ty) <= WORD
}

/// Whether several things of so many bytes lie in one word.
fn is_part(bytes: u64) -> bool {
    bytes < WORD && bytes.is_power_of_two()
}

impl Order {
    /// Memory of so many bytes.
    pub(super) fn push(self, frame: &Frame<'_>, bytes: Value) -> Value {
        let (module, build) = (frame.source.module, &frame.build);
        match self {
            Self::Together => tape::push(module, build, bytes),
            Self::Spread => tape::push_spread(module, build, bytes),
        }
    }

    /// Gives back what lies behind `used`, if nothing was pushed since the memory that ends at `end`.
    pub(super) fn give_back(self, frame: &Frame<'_>, end: Value, used: Value) {
        let (module, build) = (frame.source.module, &frame.build);
        match self {
            Self::Together => tape::give_back(module, build, end, used),
            Self::Spread => tape::give_back_spread(module, build, end, used),
        }
    }

    /// Bytes of a thread's that something takes among others of its sort.
    pub(super) fn room(self, bytes: u64) -> u64 {
        match self {
            Self::Spread if is_part(bytes) => bytes,
            Self::Spread => bytes.next_multiple_of(WORD),
            Self::Together => bytes,
        }
    }

    /// By how much an address moves that goes on by a constant number of the thread's bytes.
    pub(super) fn distance(self, bytes: i64) -> i64 {
        let word = WORD as i64;
        match self {
            Self::Together => bytes,
            Self::Spread => bytes.div_euclid(word) * word * THREADS as i64 + bytes.rem_euclid(word),
        }
    }

    /// The same of a number of words, in bytes.
    pub(super) fn words(self, frame: &Frame<'_>, bytes: Value) -> Value {
        match self {
            Self::Together => bytes,
            Self::Spread => frame.build.mul_nowrap(bytes, frame.i64(THREADS)),
        }
    }

    /// Address of a field of a structure.
    pub(super) fn field(self, frame: &Frame<'_>, ty: Type, (at, field): (Value, usize)) -> Value {
        match self {
            Self::Together => frame.build.field_ptr(ty, at, field as u32, ""),
            Self::Spread => {
                let offset = frame.source.module.field_offset(ty, field as u32);
                let distance = self.distance(offset as i64);
                frame.build.ptradd(at, frame.context().i64(distance), "")
            }
        }
    }

    /// Address of one of many things of a type.
    pub(super) fn element(
        self,
        frame: &Frame<'_>,
        ty: Type,
        (base, index): (Value, Value),
    ) -> Value {
        let build = &frame.build;
        let bytes = frame.size_of(ty);
        match self {
            Self::Together => build.element_ptr(ty, base, index, ""),
            Self::Spread if is_part(bytes) => {
                let in_word = frame.i64(WORD / bytes);
                let word = build.binary(Opcode::LLVMUDiv, index, in_word);
                let rest = build.binary(Opcode::LLVMURem, index, in_word);
                let word = build.mul_nowrap(word, frame.i64(WORD * THREADS));
                let rest = build.mul_nowrap(rest, frame.i64(bytes));
                build.ptradd(base, build.add_nowrap(word, rest), "")
            }
            Self::Spread => {
                let step = self.distance(self.room(bytes) as i64);
                let distance = build.mul_nowrap(index, frame.context().i64(step));
                build.ptradd(base, distance, "")
            }
        }
    }
}
