//! What all loads behind one address read together.
//!
//! Owns: [`Family`]. Must not: know whose the numbers are.

use super::super::reasons::Reach;
use crate::view::ValueId;
use crate::view::polynomials::Polynomial;
use indexmap::IndexSet;

/// A load behind an address that all threads have.
pub(super) struct Indexed {
    pub(super) base: ValueId,
    /// Bytes from one thread's to the next one's.
    pub(super) stride: i64,
    /// Bytes from the base that are the same for all threads, and those that are constant.
    pub(super) row: Polynomial,
    pub(super) constant: i64,
    pub(super) bytes: u64,
    /// What must not wrap.
    pub(super) fits: IndexSet<Polynomial>,
}

/// What is read behind one address.
pub(super) struct Family {
    pub(super) base: ValueId,
    pub(super) stride: i64,
    /// Bytes to the first row; what rows are multiples of, and which of them: the least and the greatest.
    pub(super) row: Polynomial,
    pub(super) unit: Option<(Polynomial, i64, i64)>,
    /// From a thread's place in a row on.
    pub(super) window: (i64, i64),
    pub(super) fits: IndexSet<Polynomial>,
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
        let alike = all.iter().all(|one| one.stride == first.stride);
        let rows: Vec<Polynomial> = all.iter().map(|one| one.row.minus(&first.row)).collect();
        let unit = match rows.iter().find(|row| row.products().next().is_some()) {
            None => None,
            Some(row) => Some(unit(row, &rows)?),
        };
        let fits = all.iter().flat_map(|one| &one.fits).cloned().collect();
        (alike && fits_together).then(|| Self {
            base,
            stride: first.stride,
            row: first.row.clone(),
            unit,
            window: (low, high),
            fits,
        })
    }

    /// Whether two addresses may be the same.
    pub(super) fn fits_with(&self, other: &Self) -> bool {
        let low = self.window.0.min(other.window.0);
        let high = self.window.1.max(other.window.1);
        let distance = |family: &Self| family.unit.clone().map(|(distance, ..)| distance);
        self.stride == other.stride
            && self.row == other.row
            && distance(self) == distance(other)
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
