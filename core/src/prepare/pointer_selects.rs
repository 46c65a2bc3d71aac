//! Accesses through one of two pointers, as a branch to two accesses.
//!
//! `select` of pointers makes two objects one in every analysis, with one activity and one layout;
//! front ends write branches, which optimisers fold. Where the chosen pointer serves loads and stores
//! only, the branch is written again.
//!
//! Owns: which choices are undone, and how. Must not: touch pointers that go anywhere else, or
//! choices that a loop makes once for all of its iterations.

use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Block, Module, Opcode, TypeKind, Value};
use enzyme_llvm_shim::transform;
use indexmap::IndexMap;

/// Rewrites the choices of a prepared copy; those that others choose from come last.
pub(super) fn as_branches(module: Module, copy: Value) {
    let blocks = copy.blocks();
    let forest = analyses::loop_forest(copy);
    let mut choices = Choices {
        module,
        loops: blocks.iter().copied().zip(forest.loop_of).collect(),
    };
    let instructions = blocks.iter().flat_map(|b| b.instructions());
    let found: Vec<Value> = instructions.filter(|i| is_choice(*i)).collect();
    for select in found.into_iter().rev() {
        choices.undo(select);
    }
}

/// A select of pointers into different objects, as far as address arithmetic tells.
fn is_choice(inst: Value) -> bool {
    if inst.opcode() != Opcode::LLVMSelect || inst.ty().kind() != TypeKind::LLVMPointerTypeKind {
        return false;
    }
    let sides = [inst.operands()[1], inst.operands()[2]];
    let known = |v: &Value| v.is_instruction() || !(v.is_null() || *v == v.ty().undef());
    sides.iter().all(known) && base(sides[0]) != base(sides[1])
}

fn is_address(value: Value) -> bool {
    value.is_instruction() && value.opcode() == Opcode::LLVMGetElementPtr
}

/// Where address arithmetic began.
fn base(pointer: Value) -> Value {
    let mut at = pointer;
    while is_address(at) {
        at = at.operands()[0];
    }
    at
}

/// The operand through which an instruction accesses memory, if it is a plain load or store.
fn address_operand(inst: Value) -> Option<u32> {
    let operand = match inst.opcode() {
        Opcode::LLVMLoad => 0,
        Opcode::LLVMStore => 1,
        _ => return None,
    };
    (!inst.is_volatile() && !inst.is_atomic()).then_some(operand)
}

struct Choices {
    module: Module,
    /// Innermost loop of each block.
    loops: IndexMap<Block, Option<usize>>,
}

impl Choices {
    fn undo(&mut self, select: Value) {
        let Some((accesses, addresses)) = self.accesses(select) else {
            return;
        };
        for access in accesses {
            self.branch(select, access);
        }
        for unused in addresses.into_iter().rev() {
            unused.erase_instruction();
        }
        select.erase_instruction();
    }

    /// All accesses through a chosen pointer, and the addresses made from it on the way; none if it
    /// has other uses, or uses in another loop.
    fn accesses(&self, select: Value) -> Option<(Vec<Value>, Vec<Value>)> {
        let at = |v: Value| v.block().map(|b| self.loops[&b]);
        let (mut accesses, mut addresses) = (Vec::new(), Vec::new());
        let mut work = vec![select];
        while let Some(pointer) = work.pop() {
            for user in pointer.users() {
                if is_address(user) && user.operands()[0] == pointer {
                    addresses.push(user);
                    work.push(user);
                    continue;
                }
                let operand = address_operand(user)?;
                let uses = user.operands().into_iter().filter(|v| *v == pointer);
                let only = user.operand(operand) == Some(pointer) && uses.count() == 1;
                if !only || at(user) != at(select) {
                    return None;
                }
                accesses.push(user);
            }
        }
        Some((accesses, addresses))
    }

    /// One access as two, behind a branch.
    fn branch(&mut self, select: Value, access: Value) {
        let (Some(head), Some(operand)) = (access.block(), address_operand(access)) else {
            return;
        };
        let build = Builder::new(self.module.context());
        build.set_location(Some(access));
        let rest = transform::split_block(head, access, "chosen").expect("a block can be split");
        let arms = ["first", "second"].map(|name| head.function().append_block(name));
        for block in [rest, arms[0], arms[1]] {
            self.loops.insert(block, self.loops[&head]);
        }
        if let Some(branch) = head.terminator() {
            branch.erase_instruction();
        }
        build.at_end(head);
        build.cond_br(select.operands()[0], arms[0], arms[1]);
        let pointer = access.operands()[operand as usize];
        let made = [(arms[0], 1), (arms[1], 2)].map(|(arm, side)| {
            build.at_end(arm);
            let own = access.clone_instruction();
            let to = along(&build, pointer, select, select.operands()[side]);
            own.set_operand(operand, to);
            build.insert(own);
            build.br(rest);
            (own, arm)
        });
        if access.opcode() == Opcode::LLVMLoad {
            build.before_records(access);
            let phi = build.phi(access.ty(), "");
            for (own, arm) in made {
                phi.add_incoming(own, arm);
            }
            access.replace_all_uses_with(phi);
        }
        access.erase_instruction();
    }
}

/// The address that is made from a select, made from one of its sides.
fn along(build: &Builder, pointer: Value, select: Value, side: Value) -> Value {
    if pointer == select {
        return side;
    }
    let own = pointer.clone_instruction();
    own.set_operand(0, along(build, pointer.operands()[0], select, side));
    build.insert(own);
    own
}
