//! What a kernel asks the machine for, and how the numbers of threads are made of it.
//!
//! Owns: [`Threads`], [`Axis`]. Must not: know a machine ([`Counts`] says what its numbers are).

use crate::analysis::callee;
use crate::analysis::uniform::Uniform;
use crate::view::polynomials::{Factor, Polynomial};
use crate::view::sums::Numbers;
use crate::view::types::Shape;
use crate::view::{Body, CastOp, Imported, Inst, InstId, IntOp, Op, ValueId, ValueKind};
use enzyme_llvm_shim::ir::{IntPredicate, Opcode};
use enzyme_rules::{Asked, Counts, Direction};

/// How many numbers a machine says of each direction.
const SORTS: usize = 5;

/// The numbers that are known.
pub(super) struct Threads<'a> {
    imported: &'a Imported,
    uniform: &'a Uniform<'a>,
    counts: &'a Counts,
    /// One of each sort along each direction: a machine that is asked twice answers the same.
    first: [[Option<ValueId>; SORTS]; 2],
}

/// Products of which there are numbers along one direction of a grid.
pub(super) struct Axis {
    /// That of the block times the threads of a block.
    pub(super) before: Vec<Factor>,
    /// The number in the block.
    pub(super) within: Vec<Factor>,
    /// How many threads there are, by all ways to ask.
    pub(super) all: Vec<Vec<Factor>>,
    /// Numbers that are no larger than that.
    pub(super) parts: Vec<Factor>,
}

impl Axis {
    /// The number of a thread.
    pub(super) fn number(&self) -> Polynomial {
        let both = [(self.before.clone(), 1), (self.within.clone(), 1)];
        Polynomial::of(both.into_iter())
    }
}

impl<'a> Threads<'a> {
    pub(super) fn of(
        imported: &'a Imported,
        (uniform, counts): (&'a Uniform<'a>, &'a Counts),
    ) -> Self {
        let mut threads = Self {
            imported,
            uniform,
            counts,
            first: [[None; SORTS]; 2],
        };
        for inst in imported.body.insts.values() {
            if let Some(((along, sort), result)) = threads.sort(inst).zip(inst.result) {
                threads.first[along][sort].get_or_insert(result);
            }
        }
        threads
    }

    fn body(&self) -> &'a Body {
        &self.imported.body
    }

    /// Which number an instruction asks for, and along which direction.
    fn sort(&self, inst: &Inst) -> Option<(usize, usize)> {
        let asks = |asked: &&[Asked]| asked.iter().any(|one| self.is(inst, *one));
        let of = |direction: &Direction| {
            let Direction {
                thread,
                block,
                threads,
                blocks,
                all,
            } = *direction;
            [thread, block, threads, blocks, all].iter().position(asks)
        };
        let mut directions = self.counts.along.iter().enumerate();
        directions.find_map(|(along, direction)| Some((along, of(direction)?)))
    }

    fn is(&self, inst: &Inst, asked: Asked) -> bool {
        let is_call = |inst: &Inst, name: &str| callee::symbol(inst) == Some(name);
        match asked {
            Asked::Call(name) => is_call(inst, name),
            Asked::Along(name, along) => {
                let direction = inst
                    .operands
                    .first()
                    .and_then(|value| self.number_of(*value));
                is_call(inst, name) && direction == Some(along.into())
            }
            Asked::At(name, offset, bytes) => {
                let read = inst.result.map(|result| self.body().values[result].ty);
                let is_whole = read.is_some_and(|ty| self.body().types.get(ty).store_size == bytes);
                let is_load = matches!(inst.op, Op::Load { ordered: false }) && is_whole;
                let from = inst.operands.first().filter(|_| is_load);
                let (base, distance) = match from.and_then(|from| self.constant(*from)) {
                    Some((base, distance)) => (self.body().def(base), distance),
                    None => return false,
                };
                distance == offset && base.is_some_and(|id| is_call(&self.body().insts[id], name))
            }
            Asked::Begun(name, offset, rest) => {
                let [whole, more] = inst.operands[..] else {
                    return false;
                };
                let is = |value: ValueId, asked| {
                    let id = self.body().def(value);
                    id.is_some_and(|id| self.is(&self.body().insts[id], asked))
                };
                let is_more = |value| is(value, Asked::At(name, rest, 2));
                self.is_sum(inst)
                    && is(whole, Asked::At(name, offset, 4))
                    && self.if_any(more).is_some_and(is_more)
            }
        }
    }

    fn is_sum(&self, inst: &Inst) -> bool {
        let made = inst.result.and_then(|result| self.body().def(result));
        let adds = |id| self.imported.handles.inst(id).opcode() == Opcode::LLVMAdd;
        matches!(inst.op, Op::Int(IntOp::Arithmetic)) && made.is_some_and(adds)
    }

    /// Of what a value is 1 if it is not zero, and else 0.
    fn if_any(&self, value: ValueId) -> Option<ValueId> {
        let body = self.body();
        let extends = &body.insts[body.def(value)?];
        let compared = body.def(*extends.operands.first()?)?;
        let compares = &body.insts[compared];
        let is = matches!(extends.op, Op::Cast(CastOp::Extend)) && matches!(compares.op, Op::ICmp);
        let [one, other] = compares.operands[..] else {
            return None;
        };
        let is_not_zero = || {
            let predicate = self.imported.handles.inst(compared).int_predicate();
            predicate == IntPredicate::LLVMIntNE && self.number_of(other) == Some(0)
        };
        (is && is_not_zero()).then_some(one)
    }

    /// The constant that a value is.
    fn number_of(&self, value: ValueId) -> Option<i128> {
        match self.body().values[value].kind {
            ValueKind::ConstInt(number) => number,
            // Any other: it is not known.
            _ => None,
        }
    }

    /// What an address is made from, and how many bytes it lies behind that, if these are constant.
    fn constant(&self, pointer: ValueId) -> Option<(ValueId, i64)> {
        let (mut base, mut bytes) = (pointer, 0_i64);
        while let Some(id) = self.body().def(base) {
            let inst = &self.body().insts[id];
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

    /// What is made of the numbers along a direction. None if a kernel does not ask for all that make the number of a thread.
    pub(super) fn axis(&self, along: usize) -> Option<Axis> {
        let known = self.first[along].map(|value| value.map(plain));
        let [thread, block, threads, blocks, all] = known;
        let product = |one: Factor, other: Factor| {
            let mut both = vec![one, other];
            both.sort();
            both
        };
        let of_blocks = blocks
            .zip(threads)
            .map(|(blocks, threads)| product(blocks, threads));
        let of_all = all.map(|all| vec![all]);
        Some(Axis {
            before: product(block?, threads?),
            within: vec![thread?],
            all: of_blocks.into_iter().chain(of_all).collect(),
            parts: known.into_iter().flatten().collect(),
        })
    }

    /// Whether an instruction is a number that a loop has from one iteration to the next: one that counts them, or another one.
    fn is_of_loop(&self, id: InstId) -> bool {
        let body = self.body();
        let inst = &body.insts[id];
        let is_index = |value: ValueId| matches!(body.shape(value), Shape::Int(32 | 64));
        matches!(inst.op, Op::Phi(_))
            && inst.result.is_some_and(is_index)
            && body.headed(inst.block).is_some()
    }
}

/// A number without a sign.
pub(super) fn plain(value: ValueId) -> Factor {
    Factor {
        value,
        is_signed: false,
    }
}

impl Numbers for Threads<'_> {
    fn number(&self, value: ValueId) -> Option<Factor> {
        let id = self.body().def(value)?;
        if self.is_of_loop(id) {
            return Some(plain(value));
        }
        let (along, sort) = self.sort(&self.body().insts[id])?;
        self.first[along][sort].map(plain)
    }

    fn whole(&self, value: ValueId) -> bool {
        self.uniform.holds(value)
    }
}
