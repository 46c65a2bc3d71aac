//! Addresses that go from block to block as integers.
//!
//! A vector of Rust's asks an allocator for memory, or, where it is to be empty, has a number for its address. LLVM keeps the integer behind the branch
//! that tells the two apart, and makes a pointer of it where it is used: nobody would know what memory it leads to.
//!
//! Clang hands kernels of HIP pointers to memory of the device, and without optimisation stores them where it reads generic pointers: LLVM goes through an integer.
//!
//! Owns: phis of integers that come from pointers and constants alone, where they become pointers again; such pointers. Must not: follow arithmetic.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, Value};
use indexmap::{IndexMap, IndexSet};

/// Puts phis of pointers in the place of what is made of such phis in a prepared copy.
pub(super) fn as_pointers(module: Module, copy: Value) {
    let pointer = module.context().pointer();
    let made = made_pointers(copy, pointer);
    let mut known = IndexMap::new();
    for address in made {
        let Some(phi) = address.operand(0).filter(|from| is_phi(*from)) else {
            continue;
        };
        if let Some(all) = phis(phi, pointer) {
            let own = pointer_phi(module, &mut known, &all, phi);
            address.replace_all_uses_with(own);
            address.erase_instruction();
        }
    }
}

/// Puts casts of pointers to memory of a device in the place of generic pointers that are made of their bits.
pub(super) fn as_casts(module: Module, copy: Value) {
    if !module.is_for_gpu() {
        return;
    }
    let pointer = module.context().pointer();
    for address in made_pointers(copy, pointer) {
        if let Some(of_device) = of_device(address) {
            let build = Builder::ahead_of(module.context(), address);
            address.replace_all_uses_with(build.address_cast(of_device, pointer));
            address.erase_instruction();
        }
    }
}

fn made_pointers(copy: Value, pointer: Type) -> Vec<Value> {
    let insts = copy.blocks().into_iter().flat_map(|b| b.instructions());
    let made = insts.filter(|inst| inst.opcode() == Opcode::LLVMIntToPtr && inst.ty() == pointer);
    made.collect()
}

/// The pointer to memory of a device from which an integer was made for an address: a generic pointer to the same place has the same bits.
fn of_device(address: Value) -> Option<Value> {
    const DEVICE: u32 = 1;
    let from = address
        .operand(0)
        .filter(|from| from.is_instruction() && from.opcode() == Opcode::LLVMPtrToInt)?;
    let pointer = from.operand(0)?;
    (pointer.ty().address_space() == DEVICE).then_some(pointer)
}

/// A phi and those that it is made of, if nothing but pointers and constants goes into them.
fn phis(phi: Value, pointer: Type) -> Option<IndexSet<Value>> {
    let mut all = IndexSet::from([phi]);
    let mut next = 0;
    while let Some(phi) = all.get_index(next).copied() {
        next += 1;
        for (from, _) in phi.incoming() {
            match is_phi(from) {
                true => {
                    all.insert(from);
                }
                false if from.as_u64().is_some() || origin(from, pointer).is_some() => {}
                false => return None,
            }
        }
    }
    Some(all)
}

/// The phi of pointers for a phi; those for all of them are made with it.
fn pointer_phi(
    module: Module,
    known: &mut IndexMap<Value, Value>,
    all: &IndexSet<Value>,
    phi: Value,
) -> Value {
    let pointer = module.context().pointer();
    let new: Vec<Value> = all
        .iter()
        .copied()
        .filter(|phi| !known.contains_key(phi))
        .collect();
    for phi in &new {
        let build = Builder::ahead_of(module.context(), *phi);
        known.insert(*phi, build.phi(pointer, ""));
    }
    for phi in new {
        for (from, block) in phi.incoming() {
            let build = Builder::ahead_of(module.context(), phi);
            let address = || build.cast(Opcode::LLVMIntToPtr, from, pointer);
            let own = known.get(&from).copied().or_else(|| origin(from, pointer));
            known[&phi].add_incoming(own.unwrap_or_else(address), block);
        }
    }
    known[&phi]
}

fn is_phi(value: Value) -> bool {
    value.is_instruction() && value.opcode() == Opcode::LLVMPHI
}

/// The pointer of which an integer is the address.
fn origin(address: Value, pointer: Type) -> Option<Value> {
    let cast = address.is_instruction() && address.opcode() == Opcode::LLVMPtrToInt;
    let from = address.operand(0).filter(|_| cast)?;
    let whole = address.ty() == address.context().int(64);
    (whole && from.ty() == pointer).then_some(from)
}
