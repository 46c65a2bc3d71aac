//! What all loads behind one address read together.
//!
//! Owns: [`Family`]. Must not: know whose the numbers are.

use super::super::reasons::{Along, Reach, Rows};
use crate::view::ValueId;
use crate::view::polynomials::Polynomial;
use indexmap::{IndexMap, IndexSet};

/// Rows are no farther apart, in bytes: a few thousand times this is still an address.
const LONGEST_ROW: u64 = 1 << 44;

/// Nor are lines of threads: so often as there are threads, this is still an address.
const LONGEST_LINE: u64 = 1 << 31;

/// A load behind an address that all threads have.
pub(super) struct Indexed {
    pub(super) base: ValueId,
    /// Bytes from one number's place to the next one's, and from one line of threads to the next one, if there are lines.
    pub(super) stride: i64,
    pub(super) line: Option<Polynomial>,
    /// Bytes from the base that are the same for all threads, and those that are constant.
    pub(super) row: Polynomial,
    pub(super) constant: i64,
    pub(super) bytes: u64,
    /// What must not wrap.
    pub(super) fits: IndexSet<Polynomial>,
    /// What is known of the number in the line, and of that of the line.
    pub(super) limits: Vec<Limit>,
}

/// What is known of a number where something is read.
#[derive(Clone)]
pub(super) struct Limit {
    /// What is more, if something is known to be, with what must not wrap there.
    pub(super) below: IndexMap<Polynomial, IndexSet<Polynomial>>,
    /// Whether it may be one that no thread has.
    pub(super) goes_on: bool,
}

impl Limit {
    /// What is known of both.
    pub(super) fn and(&mut self, other: &Self) {
        self.goes_on |= other.goes_on;
        self.below.retain(|sum, fits| {
            let its = other.below.get(sum);
            fits.extend(its.into_iter().flatten().cloned());
            its.is_some()
        });
    }
}

/// What is read behind one address.
pub(super) struct Family {
    pub(super) base: ValueId,
    pub(super) stride: i64,
    pub(super) line: Option<Polynomial>,
    /// Bytes to the first row; what rows are multiples of, and which of them: the least and the greatest.
    pub(super) row: Polynomial,
    pub(super) unit: Option<(Polynomial, i64, i64)>,
    /// From a thread's place in a row on.
    pub(super) window: (i64, i64),
    pub(super) fits: IndexSet<Polynomial>,
    pub(super) limits: Vec<Limit>,
}

impl Family {
    /// What loads behind one address have in common, if each thread reads its own.
    pub(super) fn of(base: ValueId, all: &[Indexed]) -> Option<Self> {
        let first = all.first()?;
        let low = all.iter().map(|one| one.constant).min()?;
        let end = |one: &Indexed| one.constant.checked_add_unsigned(one.bytes);
        let high = all
            .iter()
            .map(end)
            .try_fold(low, |high, end| Some(high.max(end?)))?;
        let fits_together = low.abs_diff(high) <= first.stride.unsigned_abs();
        let is_alike = |one: &Indexed| one.stride == first.stride && one.line == first.line;
        let rows: Vec<Polynomial> = all.iter().map(|one| one.row.minus(&first.row)).collect();
        let unit = match rows.iter().find(|row| row.products().next().is_some()) {
            None => None,
            // Rows of lines are not looked at.
            Some(_) if first.line.is_some() => return None,
            Some(row) => Some(unit(row, &rows)?),
        };
        let fits = all.iter().flat_map(|one| &one.fits).cloned().collect();
        let mut limits = first.limits.clone();
        for one in all {
            let pairs = limits.iter_mut().zip(&one.limits);
            pairs.for_each(|(limit, its)| limit.and(its));
        }
        (all.iter().all(is_alike) && fits_together).then(|| Self {
            base,
            stride: first.stride,
            line: first.line.clone(),
            row: first.row.clone(),
            unit,
            window: (low, high),
            fits,
            limits,
        })
    }

    /// How far apart rows are, or lines.
    pub(super) fn distance(&self) -> Option<&Polynomial> {
        let rows = self.unit.as_ref().map(|(distance, ..)| distance);
        rows.or(self.line.as_ref())
    }

    /// What must hold for them.
    pub(super) fn rows(&self, along: Along) -> Option<Rows> {
        Some(Rows {
            distance: self.distance()?.clone(),
            stride: self.stride.unsigned_abs(),
            along,
            most: match self.line {
                Some(_) => LONGEST_LINE,
                None => LONGEST_ROW,
            },
        })
    }

    /// Whether two addresses may be the same.
    pub(super) fn fits_with(&self, other: &Self) -> bool {
        let low = self.window.0.min(other.window.0);
        let high = self.window.1.max(other.window.1);
        self.stride == other.stride
            && self.row == other.row
            && self.distance() == other.distance()
            && low.abs_diff(high) <= self.stride.unsigned_abs()
    }

    pub(super) fn reach(&self) -> Reach {
        let rows = match &self.unit {
            None => vec![self.row.clone()],
            Some((distance, least, greatest)) => [least, greatest]
                .map(|times| self.row.plus(&distance.scaled(*times)))
                .to_vec(),
        };
        Reach {
            base: self.base,
            rows,
            window: self.window,
            stride: self.stride.unsigned_abs(),
            line: self.line.clone(),
        }
    }
}

/// What some sums are multiples of, and which of them: the least and the greatest. `like` is one of these, and not zero.
fn unit(like: &Polynomial, all: &[Polynomial]) -> Option<(Polynomial, i64, i64)> {
    /// No row is farther than so many from the first one.
    const FARTHEST: u64 = 1 << 16;
    let coefficients = like.products().map(|(_, often)| often.unsigned_abs());
    let divisor = i64::try_from(coefficients.fold(0, divisor)).ok()?;
    let primitive = like.products();
    let primitive = primitive.map(|(factors, often)| (factors.clone(), often / divisor));
    let primitive = Polynomial::of(primitive);
    let times: Option<Vec<i64>> = all.iter().map(|row| row.multiple_of(&primitive)).collect();
    let times = times?;
    let common = times.iter().map(|times| times.unsigned_abs());
    let common = i64::try_from(common.fold(0, self::divisor)).ok()?;
    let rows = times.iter().map(|times| times / common);
    let (least, greatest) = (rows.clone().min()?, rows.max()?);
    (least.abs_diff(greatest) <= FARTHEST).then(|| (primitive.scaled(common), least, greatest))
}

/// The greatest common divisor.
fn divisor(one: u64, other: u64) -> u64 {
    match other {
        0 => one,
        _ => divisor(other, one % other),
    }
}
