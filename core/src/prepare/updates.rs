//! Atomic reads, writes and updates of numbers, as sections that one worker at a time runs.
//!
//! The adjoint of `*x *= e` needs the old content, that of `v = *x` depends on which updates came before, that of a maximum on which came last.
//! So the reverse pass has to know in which order workers came by. It knows that of sections (`enzyme_rules::TeamRule::update`), in which plain code does
//! what the atomic access did.
//!
//! Sums whose result nobody uses (`*x += e`) may be reversed in any order, as long as nothing else is done to that place at the same time. They
//! stay as they are, where the whole module has no other atomic access of numbers.
//!
//! Owns: which accesses become sections, and the code of single ones. Must not: know a library; exchange integers that the program computes with, or
//! what is not part of a program with teams.

mod bits;
mod exchanges;
mod sections;

use super::inline::Callees;
use bits::Bits;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{AtomicOp, Module, Opcode, Value};
use enzyme_rules::Registry;
use indexmap::IndexMap;
use sections::{Sections, as_type, instructions};

/// Writes the accesses of a prepared copy so; says whether there were any. What the program does elsewhere counts; derivatives count on their own.
///
/// # Errors
/// What LLVM says.
pub(super) fn as_sections(
    module: Module,
    copy: Value,
    registry: &Registry,
    callees: &Callees,
) -> Result<bool, String> {
    let started = |starter: &str| module.function(starter).is_some_and(|f| f.is_declaration());
    // Two libraries would each know the order of their own workers only: accesses stay, and are refused.
    let [rule] = registry.peers(started)[..] else {
        return Ok(false);
    };
    let sections = Sections {
        module,
        registry,
        rule,
    };
    let mut any = exchanges::as_sections(&sections, copy)?;
    let accesses = instructions(copy).into_iter().filter_map(Access::of);
    let mut accesses: Vec<Access> = accesses.collect();
    let mut moved = IndexMap::new();
    accesses.retain(|access| match access.bits {
        Bits::Number(_) => true,
        Bits::Moved(ty) | Bits::Integer(ty) => *moved
            .entry(ty.int_bits())
            .or_insert_with(|| bits::are_only_moved(callees.of_program(module), ty)),
    });
    // The whole program is looked at only for those who ask.
    let has_sums = accesses.iter().any(Access::is_sum);
    let sums_too = has_sums && callees.of_program(module).any(has_others);
    let exchanged = accesses.iter();
    for access in exchanged.filter(|access| sums_too || !access.is_sum()) {
        sections.exchange(access);
        any = true;
    }
    if any {
        sections.drop_fences(copy);
    }
    Ok(any)
}

/// Whether a function of the program reads, writes or updates numbers atomically, other than by sums.
fn has_others(function: Value) -> bool {
    instructions(function)
        .into_iter()
        .any(|inst| match inst.opcode() {
            Opcode::LLVMAtomicCmpXchg => exchanges::number(inst).is_some(),
            _ => Access::of(inst)
                .is_some_and(|access| !matches!(access.bits, Bits::Integer(_)) && !access.is_sum()),
        })
}

impl Sections<'_> {
    /// Puts a section with plain code in the place of an access.
    fn exchange(&self, access: &Access) {
        let inst = access.inst;
        let number = access.bits.ty();
        // What is written may be what an access before has read, in whose place there is a section by now.
        let (pointer, operand) = access.operands();
        let build = Builder::ahead_of(self.module.context(), inst);
        build.set_location(Some(inst));
        self.begin(&build, pointer);
        let before = match access.what {
            What::Write => None,
            What::Read | What::Update(_) => {
                let before = build.load(number, pointer, "");
                before.copy_tbaa(inst);
                Some(before)
            }
        };
        if let Some(operand) = operand {
            let operand = as_type(&build, operand, number);
            let after = match (access.what, before) {
                (What::Update(op), Some(before)) => self.updated(&build, op, before, operand),
                (What::Read | What::Write | What::Update(_), _) => operand,
            };
            build.store(after, pointer).copy_tbaa(inst);
        }
        self.end(&build, pointer);
        if let Some(before) = before {
            inst.replace_all_uses_with(as_type(&build, before, inst.ty()));
        }
        inst.erase_instruction();
    }

    /// Drops fences next to sections: a section orders by itself what its worker does before and behind it.
    fn drop_fences(&self, copy: Value) {
        let is_call = |inst: Option<Value>, symbol: &str| {
            let callee = inst.filter(|inst| inst.opcode() == Opcode::LLVMCall);
            let callee = callee.and_then(|call| call.callee());
            callee.is_some_and(|callee| callee.name() == symbol)
        };
        for block in copy.blocks() {
            let insts = block.instructions().into_iter();
            let all: Vec<Value> = insts.filter(|inst| is_memory(inst.opcode())).collect();
            let next_to = |at: usize| {
                let before = at.checked_sub(1).map(|at| all[at]);
                let behind = all.get(at + 1).copied();
                is_call(before, self.rule.end_update) || is_call(behind, self.rule.update)
            };
            let fences = (0..all.len()).filter(|at| all[*at].opcode() == Opcode::LLVMFence);
            for at in fences.filter(|at| next_to(*at)).collect::<Vec<_>>() {
                all[at].erase_instruction();
            }
        }
    }

    /// The number after an update.
    fn updated(&self, build: &Builder, op: Update, before: Value, operand: Value) -> Value {
        let intrinsic = |name: &str| {
            let callee = self.module.intrinsic(name, &[operand.ty()]);
            build.call(callee.function_type(), callee, &[before, operand], "")
        };
        match op {
            Update::Exchange => operand,
            Update::Sum => build.fadd(before, operand),
            Update::Difference => build.fsub(before, operand),
            Update::Other(name) => intrinsic(name),
        }
    }
}

/// Whether an instruction of this sort may touch memory.
fn is_memory(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::LLVMLoad
            | Opcode::LLVMStore
            | Opcode::LLVMFence
            | Opcode::LLVMAtomicCmpXchg
            | Opcode::LLVMAtomicRMW
            | Opcode::LLVMCall
            | Opcode::LLVMInvoke
    )
}

/// One atomic access of a number.
struct Access {
    inst: Value,
    bits: Bits,
    what: What,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Read,
    Write,
    Update(Update),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Update {
    Exchange,
    Sum,
    Difference,
    /// What LLVM has an intrinsic of this name for.
    Other(&'static str),
}

impl Access {
    fn of(inst: Value) -> Option<Self> {
        let what = match inst.opcode() {
            Opcode::LLVMLoad if inst.is_atomic() => What::Read,
            Opcode::LLVMStore if inst.is_atomic() => What::Write,
            Opcode::LLVMAtomicRMW => What::Update(update(inst.atomic_op())?),
            _ => return None,
        };
        let bits = bits::of_access(inst).filter(|_| !inst.is_volatile())?;
        Some(Self { inst, bits, what })
    }

    /// The address, and what is written there, or by what the content is updated.
    fn operands(&self) -> (Value, Option<Value>) {
        let operand = |at| self.inst.operand(at).expect("it has that operand");
        match self.what {
            What::Read => (operand(0), None),
            What::Write => (operand(1), Some(operand(0))),
            What::Update(_) => (operand(0), Some(operand(1))),
        }
    }

    /// Whether it only adds.
    fn is_sum(&self) -> bool {
        let adds = matches!(self.what, What::Update(Update::Sum | Update::Difference));
        adds && self.inst.users().is_empty()
    }
}

fn update(op: AtomicOp) -> Option<Update> {
    Some(match op {
        AtomicOp::LLVMAtomicRMWBinOpXchg => Update::Exchange,
        AtomicOp::LLVMAtomicRMWBinOpFAdd => Update::Sum,
        AtomicOp::LLVMAtomicRMWBinOpFSub => Update::Difference,
        AtomicOp::LLVMAtomicRMWBinOpFMax => Update::Other("llvm.maxnum"),
        AtomicOp::LLVMAtomicRMWBinOpFMin => Update::Other("llvm.minnum"),
        AtomicOp::LLVMAtomicRMWBinOpFMaximum => Update::Other("llvm.maximum"),
        AtomicOp::LLVMAtomicRMWBinOpFMinimum => Update::Other("llvm.minimum"),
        // Any other: it is one of integers.
        _ => return None,
    })
}
