//! What loops copy, told to LLVM in code that was compiled without TBAA.
//!
//! LLVM makes one copy of bytes of a loop that copies numbers. With TBAA the copy has the tag of the loads and stores that it was made of; without, nothing says any
//! more what was copied. So loads and stores are tagged before LLVM looks at them, in a way that tells no two of them apart, and lose their tags behind it.
//!
//! Owns: these tags. Must not: tag what the front end could have.

use enzyme_llvm_shim::ir::{Opcode, Value};

/// Tags loads and stores of numbers.
pub(super) fn numbers(copy: Value) {
    accesses(copy).for_each(Value::tag_number);
}

/// Takes the tags away: what copies are of stays told.
pub(super) fn forget(copy: Value) {
    accesses(copy).for_each(Value::drop_tbaa);
}

fn accesses(copy: Value) -> impl Iterator<Item = Value> {
    let all = copy
        .blocks()
        .into_iter()
        .flat_map(|block| block.instructions());
    all.filter(|inst| matches!(inst.opcode(), Opcode::LLVMLoad | Opcode::LLVMStore))
}
