//! Integers as sums of products of numbers that somebody knows, where nothing wraps.
//!
//! What is of 64 bits may wrap: it is an index or an address then, and counts modulo 2^64 as the sum does. What is of 32 bits must not, for it is extended: its
//! instructions say that it would be poison (`nsw`), which no address is made of, or the sum is one of those that have to fit ([`Exact::fits`]).
//!
//! Owns: [`Exact`], [`Sums`]. Must not: know what the numbers are.

use super::body::{Body, CastOp, IntOp, Op, ValueKind};
use super::entity::{InstId, ValueId};
use super::import::{Handles, Imported};
use super::polynomials::{Factor, Polynomial};
use super::types::Shape;
use enzyme_llvm_shim::ir::Opcode;
use indexmap::{IndexMap, IndexSet};
use std::cell::RefCell;

/// No coefficient is larger, so that sums of a few products of numbers below 2^31 do not wrap.
const LARGEST: u64 = 1 << 24;

/// More products than these are no index.
const MOST: usize = 6;

/// No product has more factors: a counter, blocks, threads, and the length of a line.
const DEGREE: usize = 4;

/// An integer, if some sums fit: from 0 on, and below 2^31. No coefficient of these is negative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Exact {
    pub(crate) sum: Polynomial,
    pub(crate) fits: IndexSet<Polynomial>,
}

/// What the numbers are.
pub(crate) trait Numbers {
    /// A number that others may be made of by sums and products.
    fn number(&self, value: ValueId) -> Option<Factor>;
    /// One that stands for itself where it is not made so.
    fn whole(&self, value: ValueId) -> bool;
}

/// Who is asked about a function.
pub(crate) struct Sums<'a, N> {
    body: &'a Body,
    handles: &'a Handles,
    numbers: N,
    known: RefCell<IndexMap<ValueId, Option<Exact>>>,
}

impl<'a, N: Numbers> Sums<'a, N> {
    pub(crate) fn of(Imported { body, handles, .. }: &'a Imported, numbers: N) -> Self {
        Self {
            body,
            handles,
            numbers,
            known: RefCell::default(),
        }
    }

    /// An integer as a sum.
    pub(crate) fn exact(&self, value: ValueId) -> Option<Exact> {
        if let Some(known) = self.known.borrow().get(&value) {
            return known.clone();
        }
        // What is made of itself differs from iteration to iteration.
        self.known.borrow_mut().insert(value, None);
        let exact = self.find(value);
        self.known.borrow_mut().insert(value, exact.clone());
        exact
    }

    /// Bytes from the address that another one is made from, and that address.
    pub(crate) fn address(&self, pointer: ValueId) -> Option<(ValueId, Exact)> {
        let mut base = pointer;
        let mut all = Exact::default();
        while let Some(id) = self.body.def(base) {
            let inst = &self.body.insts[id];
            match &inst.op {
                Op::Gep { constant, steps } => {
                    all = all.plus(&Exact::constant((*constant)?))?;
                    for (step, index) in steps.iter().zip(&inst.operands[1..]) {
                        // What is narrower is filled up with its sign.
                        let index = self.exact(*index).filter(|_| self.is_index(*index))?;
                        all = all.plus(&index.times(step.bytes)?)?;
                    }
                }
                Op::Cast(CastOp::AddrSpace) => {}
                // Any other: the address begins there.
                _ => break,
            }
            base = inst.operands[0];
        }
        Some((base, all))
    }

    fn find(&self, value: ValueId) -> Option<Exact> {
        if let ValueKind::ConstInt(number) = self.body.values[value].kind {
            return Some(Exact::constant(i64::try_from(number?).ok()?));
        }
        let one = |factor| Exact::of([(vec![factor], 1)]);
        if let Some(factor) = self.numbers.number(value) {
            return Some(one(factor));
        }
        let made = self.body.def(value).and_then(|id| self.made(id));
        made.or_else(|| {
            let whole = self.is_index(value) && self.numbers.whole(value);
            let itself = Factor {
                value,
                is_signed: true,
            };
            whole.then(|| one(itself))
        })
    }

    fn is_index(&self, value: ValueId) -> bool {
        matches!(self.bits(value), Some(32 | 64))
    }

    fn bits(&self, value: ValueId) -> Option<u32> {
        match self.body.shape(value) {
            Shape::Int(bits) => Some(*bits),
            // Any other: it is no integer.
            _ => None,
        }
    }

    /// What an instruction makes of other integers.
    fn made(&self, id: InstId) -> Option<Exact> {
        let inst = &self.body.insts[id];
        let handle = self.handles.inst(id);
        let bits = self.bits(inst.result?)?;
        let operand = |at: usize| self.exact(inst.operands[at]);
        let exact = match inst.op {
            Op::Int(IntOp::Arithmetic) => match handle.opcode() {
                Opcode::LLVMAdd => operand(0)?.plus(&operand(1)?)?,
                Opcode::LLVMSub => operand(0)?.plus(&operand(1)?.times(-1)?)?,
                // Any other: there is none.
                _ => return None,
            },
            Op::Int(IntOp::Or) if handle.is_disjoint() => operand(0)?.plus(&operand(1)?)?,
            Op::Int(IntOp::Product) => operand(0)?.product(&operand(1)?)?,
            Op::Int(IntOp::Shl) => {
                let by = operand(1)?.known().filter(|by| (0..24).contains(by))?;
                operand(0)?.times(1 << by)?
            }
            Op::Cast(cast) => return self.cast(cast, id, bits),
            // Any other: nothing is known of it.
            _ => return None,
        };
        match bits {
            64 => Some(exact),
            32 if handle.never_wraps() || handle.is_disjoint() => Some(exact),
            32 => exact.that_fits(),
            _ => None,
        }
    }

    fn cast(&self, cast: CastOp, id: InstId, bits: u32) -> Option<Exact> {
        let from = self.body.insts[id].operands[0];
        let exact = self.exact(from)?;
        match (cast, self.bits(from)?, bits) {
            (CastOp::SignExtend, 32, 64) => Some(exact),
            (CastOp::Extend, 32, 64) if self.handles.inst(id).is_not_negative() => Some(exact),
            (CastOp::Extend, 32, 64) | (CastOp::Trunc, 64, 32) => exact.that_fits(),
            // A size of fewer bits than an index has.
            (CastOp::Extend, ..=16, 32 | 64) => exact.is_unsigned_number().then_some(exact),
            // Any other: nothing is known of it.
            _ => None,
        }
    }
}

impl Exact {
    fn of(terms: impl IntoIterator<Item = (Vec<Factor>, i64)>) -> Self {
        Self {
            sum: Polynomial::of(terms.into_iter()),
            fits: IndexSet::new(),
        }
    }

    fn constant(number: i64) -> Self {
        Self::of([(Vec::new(), number)])
    }

    /// The number that it is.
    fn known(&self) -> Option<i64> {
        let constant = self.sum.coefficient(&[]);
        (self.sum == Self::constant(constant).sum).then_some(constant)
    }

    fn is_unsigned_number(&self) -> bool {
        let mut products = self.sum.products();
        let only = products.next().zip(Some(products.next().is_none()));
        only.is_some_and(|((factors, coefficient), alone)| {
            alone && coefficient == 1 && matches!(factors[..], [one] if !one.is_signed)
        })
    }

    fn with(sum: Polynomial, fits: impl Iterator<Item = Polynomial>) -> Option<Self> {
        let small = |(_, coefficient): (&Vec<Factor>, i64)| coefficient.unsigned_abs() <= LARGEST;
        let is_index = sum.products().count() <= MOST && sum.products().all(small);
        let fits = fits.collect();
        is_index.then_some(Self { sum, fits })
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        let fits = self.fits.iter().chain(&other.fits).cloned();
        Self::with(self.sum.plus(&other.sum), fits)
    }

    fn times(&self, by: i64) -> Option<Self> {
        // No more than LARGEST times a number of 64 bits would wrap first.
        let small = by.unsigned_abs() <= LARGEST;
        let scaled = small.then(|| self.sum.scaled(by))?;
        Self::with(scaled, self.fits.iter().cloned())
    }

    /// The product, if one of the two is constant, or is made of numbers of threads, blocks and loops alone, which have no sign, and the other one of these alone, or of
    /// none. What is made of none at all stands for itself.
    fn product(&self, other: &Self) -> Option<Self> {
        if let Some(by) = other.known() {
            return self.times(by);
        }
        if let Some(by) = self.known() {
            return other.times(by);
        }
        let both = [self, other];
        let are_numbers = both.map(|one| one.is_of(|factor| !factor.is_signed));
        let are_values = both.map(|one| one.is_of(|factor| factor.is_signed));
        let may = |one: usize, other: usize| {
            are_numbers[one] && (are_numbers[other] || are_values[other])
        };
        let are_known = may(0, 1) || may(1, 0);
        let degrees = both.map(|one| one.sum.products().map(|(factors, _)| factors.len()).max());
        if !are_known || degrees.into_iter().flatten().sum::<usize>() > DEGREE {
            return None;
        }
        let all = self.sum.products().flat_map(|(one, often)| {
            let others = other.sum.products();
            others.map(move |(another, by)| {
                let mut factors: Vec<Factor> = one.iter().chain(another).copied().collect();
                factors.sort();
                // Neither is larger than LARGEST.
                (factors, often * by)
            })
        });
        let fits = self.fits.iter().chain(&other.fits).cloned();
        Self::with(Polynomial::of(all), fits)
    }

    fn is_of(&self, is: impl Fn(&Factor) -> bool) -> bool {
        self.sum
            .products()
            .all(|(factors, _)| factors.iter().all(&is))
    }

    /// The same, if it fits.
    fn that_fits(mut self) -> Option<Self> {
        let has_less = self.sum.products().any(|(_, often)| often < 0);
        self.fits.insert(self.sum.clone());
        (!has_less).then_some(self)
    }
}
