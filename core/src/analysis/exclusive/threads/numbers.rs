//! What a kernel asks the machine for, and how the number of a thread is made of it.
//!
//! Owns: [`Threads`]. Must not: know a machine ([`Row`] says what its numbers are).

use crate::analysis::callee;
use crate::analysis::uniform::Uniform;
use crate::view::polynomials::Factor;
use crate::view::sums::Numbers;
use crate::view::{Body, CastOp, Inst, Op, ValueId, ValueKind};
use enzyme_rules::{Asked, Row};

/// The numbers that are known.
pub(super) struct Threads<'a> {
    body: &'a Body,
    uniform: &'a Uniform<'a>,
    row: &'a Row,
    /// One of each sort: a machine that is asked twice answers the same.
    first: [Option<ValueId>; 3],
}

impl<'a> Threads<'a> {
    pub(super) fn of(body: &'a Body, (uniform, row): (&'a Uniform<'a>, &'a Row)) -> Self {
        let mut threads = Self {
            body,
            uniform,
            row,
            first: [None; 3],
        };
        for inst in body.insts.values() {
            if let Some((sort, result)) = threads.sort(inst).zip(inst.result) {
                threads.first[sort].get_or_insert(result);
            }
        }
        threads
    }

    /// Which of the three an instruction asks for: the number of the thread, that of the block, the threads of a block.
    fn sort(&self, inst: &Inst) -> Option<usize> {
        let all = [self.row.thread, self.row.block, self.row.threads];
        let asks = |asked: &&[Asked]| asked.iter().any(|one| self.is(inst, *one));
        all.iter().position(asks)
    }

    fn is(&self, inst: &Inst, asked: Asked) -> bool {
        let is_call = |inst: &Inst, name: &str| callee::symbol(inst) == Some(name);
        let constant = |value: &ValueId| match self.body.values[*value].kind {
            ValueKind::ConstInt(number) => number,
            // Any other: it is not known.
            _ => None,
        };
        match asked {
            Asked::Call(name) => is_call(inst, name),
            Asked::Along(name, along) => {
                let direction = inst.operands.first().and_then(constant);
                is_call(inst, name) && direction == Some(along.into())
            }
            Asked::At(name, offset, bytes) => {
                let read = inst.result.map(|result| self.body.values[result].ty);
                let is_whole = read.is_some_and(|ty| self.body.types.get(ty).store_size == bytes);
                let is_load = matches!(inst.op, Op::Load { ordered: false }) && is_whole;
                let from = inst.operands.first().filter(|_| is_load);
                let (base, distance) = match from.and_then(|from| self.constant(*from)) {
                    Some((base, distance)) => (self.body.def(base), distance),
                    None => return false,
                };
                distance == offset && base.is_some_and(|id| is_call(&self.body.insts[id], name))
            }
        }
    }

    /// What an address is made from, and how many bytes it lies behind that, if these are constant.
    fn constant(&self, pointer: ValueId) -> Option<(ValueId, i64)> {
        let (mut base, mut bytes) = (pointer, 0_i64);
        while let Some(id) = self.body.def(base) {
            let inst = &self.body.insts[id];
            match &inst.op {
                Op::Gep { constant, steps } if steps.is_empty() => {
                    bytes = bytes.checked_add((*constant)?)?;
                }
                Op::Cast(CastOp::AddrSpace) => {}
                // Any other: the address begins there.
                _ => break,
            }
            base = inst.operands[0];
        }
        Some((base, bytes))
    }

    /// The products that make the number of a thread: that of its block times the threads of a block, and that in its block. None if a kernel does not ask for all.
    pub(super) fn number(&self) -> Option<[Vec<Factor>; 2]> {
        let [thread, block, threads] = self.first;
        let mut before = vec![plain(block?), plain(threads?)];
        before.sort();
        Some([before, vec![plain(thread?)]])
    }
}

/// A number without a sign.
fn plain(value: ValueId) -> Factor {
    Factor {
        value,
        is_signed: false,
    }
}

impl Numbers for Threads<'_> {
    fn number(&self, value: ValueId) -> Option<Factor> {
        let id = self.body.def(value)?;
        let sort = self.sort(&self.body.insts[id])?;
        self.first[sort].map(plain)
    }

    fn whole(&self, value: ValueId) -> bool {
        self.uniform.holds(value)
    }
}
