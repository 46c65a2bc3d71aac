//! Words that go from memory to memory, as the copies that they are.
//!
//! LLVM makes a load and a store of an integer of a copy of eight bytes, and where these are two members (`s.e[0] = t.e[1]`,
//! elements of two `float`s), it drops what the front end said of their types. As a copy, each byte is what lies at its place;
//! as an integer, it would have to be of one sort.
//!
//! Owns: which words are such. Must not: touch code without TBAA, where members that are integers move so, too.

use crate::analysis::memory::{Scalar, named_scalar};
use enzyme_llvm_shim::analyses::are_distinct;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value};

/// Bits of the words that may be two members.
const WORD: u32 = 64;

/// A word is stored by one of so many instructions behind its load that may write.
const FARTHEST: usize = 32;

/// How names begin of what says from when to when a variable is there.
const LIFETIME: &str = "llvm.lifetime.";

/// Rewrites the words of a prepared copy.
pub(super) fn as_copies(module: Module, copy: Value) {
    let found: Vec<(Value, Value)> = copy
        .blocks()
        .into_iter()
        .flat_map(|block| words(&block.instructions()))
        .collect();
    for (load, store) in found {
        let build = Builder::ahead_of(module.context(), store);
        let bytes = module.context().int(64).constant_int(u64::from(WORD / 8));
        build.set_location(Some(store));
        build.copy_memory(store.operands()[1], load.operands()[0], bytes);
        store.erase_instruction();
        load.erase_instruction();
    }
}

/// Loads of words in a block, with the stores that they go to before anything else is written where they are loaded from.
fn words(instructions: &[Value]) -> Vec<(Value, Value)> {
    let mut found = Vec::new();
    let mut writers = Vec::new();
    for inst in instructions.iter().rev().copied() {
        if may_write(inst) {
            writers.push(inst);
        } else if is_word(inst) {
            let mut behind = writers.iter().rev().take(FARTHEST);
            let store = behind.find(|writer| !writes_elsewhere(**writer, inst));
            let store = store.filter(|store| is_copied(inst, **store));
            found.extend(store.map(|store| (inst, *store)));
        }
    }
    found
}

/// Whether what may write leaves alone what a load reads, and is not where its word goes.
fn writes_elsewhere(writer: Value, load: Value) -> bool {
    let address = match writer.opcode() {
        Opcode::LLVMStore if writer.operands()[0] != load => Some(writer.operands()[1]),
        Opcode::LLVMCall => {
            let callee = writer.callee().map(Value::name).unwrap_or_default();
            let begins_or_ends = callee.starts_with(LIFETIME);
            begins_or_ends.then(|| writer.call_args()[0])
        }
        _ => None,
    };
    address.is_some_and(|address| are_distinct(address, load.operands()[0]))
}

fn is_word(load: Value) -> bool {
    load.opcode() == Opcode::LLVMLoad
        && load.ty().kind() == TypeKind::LLVMIntegerTypeKind
        && load.ty().int_bits() == WORD
}

/// Whether all that is done with a loaded word is to store it.
fn is_copied(load: Value, store: Value) -> bool {
    store.opcode() == Opcode::LLVMStore
        && load.users() == [store]
        && store.operands()[0] == load
        && [load, store].iter().all(|access| is_plain(*access))
}

/// Whether nothing but its type says what an access moves, and when.
fn is_plain(access: Value) -> bool {
    !access.is_volatile()
        && !access.is_atomic()
        && named_scalar(&access.tbaa_scalar()) == Scalar::Unknown
}

/// Whether an instruction may write memory, as far as its kind tells.
fn may_write(inst: Value) -> bool {
    matches!(
        inst.opcode(),
        Opcode::LLVMStore
            | Opcode::LLVMCall
            | Opcode::LLVMInvoke
            | Opcode::LLVMFence
            | Opcode::LLVMAtomicRMW
            | Opcode::LLVMAtomicCmpXchg
            | Opcode::LLVMVAArg
    )
}
