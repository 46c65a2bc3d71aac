//! Words that go from memory to memory, as the copies that they are.
//!
//! LLVM makes a load and a store of an integer of a copy of eight bytes, and where these are two members (`s.e[0] = t.e[1]`,
//! elements of two `float`s), it drops what the front end said of their types. As a copy, each byte is what lies at its place;
//! as an integer, it would have to be of one sort.
//!
//! Owns: which words are such. Must not: touch code without TBAA, where members that are integers move so, too.

use crate::analysis::memory::{Scalar, named_scalar};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value};

/// Bits of the words that may be two members.
const WORD: u32 = 64;

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

/// Loads of words in a block, with the stores that they go to before anything else is written.
fn words(instructions: &[Value]) -> Vec<(Value, Value)> {
    let mut found = Vec::new();
    let mut next = None;
    for inst in instructions.iter().rev().copied() {
        match next {
            _ if may_write(inst) => next = Some(inst),
            Some(writer) if is_copied(inst, writer) => found.push((inst, writer)),
            _ => {}
        }
    }
    found
}

/// Whether all that is done with a loaded word is to store it.
fn is_copied(load: Value, store: Value) -> bool {
    let (is_load, is_store) = (
        load.opcode() == Opcode::LLVMLoad,
        store.opcode() == Opcode::LLVMStore,
    );
    let is_word =
        || load.ty().kind() == TypeKind::LLVMIntegerTypeKind && load.ty().int_bits() == WORD;
    is_load
        && is_store
        && is_word()
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
