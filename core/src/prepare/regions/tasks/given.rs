//! What a task is given: what its function reads of the record.
//!
//! Single values become parameters. Where the function looks at more than these (an array of its own, whose elements it chooses when it runs), it copies
//! that block of the record first; the block lies in memory that whoever hands the task in obtains for it, and that the task frees.
//!
//! Owns: which values and blocks these are, and that memory. Must not: make tasks, or know a library.

use super::record::{Record, Variables};
use crate::prepare::inline::named;
use crate::prepare::offsets::addresses;
use crate::prepare::regions::numbers::{is_as_long, number};
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value};

/// Uses of a value that are looked through to tell whether it is a number.
const DEEPEST: u32 = 4;

/// Copies of memory, by how their names begin.
const COPIES: [&str; 2] = ["llvm.memcpy.", "llvm.memmove."];

/// Something in a record.
#[derive(Clone, Copy)]
pub(super) struct Field {
    offset: u64,
    /// The type of the parameter: a block is handed on by its address.
    ty: Type,
    /// How long a block is.
    block: Option<u64>,
}

/// What is read of the record that a function is given, by offset; nothing if the record is used otherwise.
pub(super) fn read_of(record: Value) -> Option<Vec<Field>> {
    let mut found: Vec<Field> = Vec::new();
    let mut work = vec![(record, 0)];
    while let Some((address, offset)) = work.pop() {
        for user in address.users() {
            match user.opcode() {
                Opcode::LLVMLoad => found.push(Field {
                    offset,
                    ty: user.ty(),
                    block: None,
                }),
                Opcode::LLVMGetElementPtr => {
                    let by = analyses::gep_offset(user).filter(|by| by.variable.is_empty())?;
                    work.push((user, offset + u64::try_from(by.constant).ok()?));
                }
                Opcode::LLVMCall => found.push(Field {
                    offset,
                    ty: record.ty(),
                    block: Some(copied_bytes(user, address)?),
                }),
                // Any other: it may look at anything.
                _ => return None,
            }
        }
    }
    found.sort_by_key(|field| field.offset);
    found.dedup_by(|next, field| {
        let same = next.offset == field.offset && next.block == field.block;
        same && next.ty == field.ty
    });
    let mut pairs = found.iter().zip(found.iter().skip(1));
    pairs
        .all(|(one, next)| one.offset < next.offset)
        .then_some(found)
}

/// How many bytes a call copies from an address, and does nothing else with it.
fn copied_bytes(call: Value, from: Value) -> Option<u64> {
    let name = named(call)?.name();
    let is_copy = COPIES.iter().any(|prefix| name.starts_with(prefix));
    let is_source = call.operand(1) == Some(from) && call.operand(0) != Some(from);
    (is_copy && is_source)
        .then(|| call.operand(2)?.as_u64())
        .flatten()
}

/// Makes numbers of the integers that hold some: by what the function makes of them, or by what is written into the record.
pub(super) fn as_numbers(fields: &mut [Field], (read, made): (Value, Record)) {
    let (Some(read), Some(written)) = (addresses(read), written(made)) else {
        return;
    };
    for field in fields.iter_mut().filter(|field| field.is_word()) {
        let here = read.iter().filter(|(_, at)| *at == field.offset);
        let mut loads = here.flat_map(|(address, _)| address.users());
        let load = loads.find(|user| user.opcode() == Opcode::LLVMLoad);
        let store = written.iter().find(|(_, at)| *at == field.offset);
        let store = store.map(|(store, _)| *store);
        let ty = load.and_then(|load| number(store, load, &|_, _| None, DEEPEST));
        field.ty = ty
            .filter(|ty| is_as_long(*ty, field.ty))
            .unwrap_or(field.ty);
    }
}

/// The stores of values into a record, with where.
fn written(record: Record) -> Option<Vec<(Value, u64)>> {
    let mut found = Vec::new();
    for (address, at) in addresses(record.made)? {
        let users = address.users().into_iter();
        let stores = users
            .filter(|user| user.opcode() == Opcode::LLVMStore && user.operand(1) == Some(address));
        found.extend(stores.map(|store| (store, at)));
    }
    Some(found)
}

impl Field {
    pub(super) fn ty(&self) -> Type {
        self.ty
    }

    /// In words, by which functions of tasks are told apart.
    pub(super) fn print(&self) -> String {
        let block = self
            .block
            .map_or_else(String::new, |bytes| format!(" to {bytes}"));
        format!("{}:{}{block}", self.offset, self.ty.print())
    }

    fn is_word(&self) -> bool {
        self.ty.kind() == TypeKind::LLVMIntegerTypeKind
    }

    /// The argument: the value, or the address of a copy of the block.
    pub(super) fn hand_on(&self, module: Module, build: &Builder, own: &Variables) -> Value {
        let Some(bytes) = self.block else {
            return build.load(self.ty, own.address(build, self.offset), "");
        };
        let context = module.context();
        let length = context.i64(bytes as i64);
        let ty = context.pointer().function(&[length.ty()], false);
        let memory = build.call(ty, module.declare("malloc", ty), &[length], "block");
        own.copy(build, memory, (self.offset, bytes));
        memory
    }

    /// Writes a value into the record of a function that does the task.
    pub(super) fn take(&self, build: &Builder, (record, param): (Value, Value)) {
        if self.block.is_none() {
            let at = record.context().i64(self.offset as i64);
            build.store(param, build.ptradd(record, at, ""));
        }
    }

    /// Copies a block from where it lies instead of from the record, and frees that memory at the end.
    pub(super) fn take_block(
        &self,
        module: Module,
        build: &Builder,
        (record, param): (Value, Value),
    ) {
        if self.block.is_none() {
            return;
        }
        let all = addresses(record).unwrap_or_default().into_iter();
        for (address, _) in all.filter(|(_, at)| *at == self.offset) {
            for user in address.users() {
                if user.opcode() == Opcode::LLVMCall && copied_bytes(user, address) == self.block {
                    user.set_operand(1, param);
                }
            }
        }
        let context = module.context();
        let ty = context.void().function(&[context.pointer()], false);
        build.call(ty, module.declare("free", ty), &[param], "");
    }
}
