//! Arithmetic of offsets that are known modulo a stride (0: exactly).
//!
//! Owns: these functions of numbers. Must not: know the graph.

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Position modulo a stride.
pub(in crate::analysis::memory) fn wrap(offset: i64, stride: u64) -> i64 {
    if stride == 0 {
        offset
    } else {
        offset.rem_euclid(stride as i64)
    }
}

/// Whether two stretches (offset, bytes) share a byte, offsets being known modulo a stride.
pub(in crate::analysis::memory) fn overlap(
    one: (i64, u64),
    other: (i64, u64),
    stride: u64,
) -> bool {
    let (mine, theirs) = (one.1 as i64, other.1 as i64);
    if stride == 0 {
        return one.0 < other.0 + theirs && other.0 < one.0 + mine;
    }
    let stride = stride as i64;
    (other.0 - one.0).rem_euclid(stride) < mine || (one.0 - other.0).rem_euclid(stride) < theirs
}

/// Where fields of up to `largest` bytes begin that may share a byte with a stretch (offset, bytes), offsets being
/// known modulo a stride: from, to (not included), in order and apart.
pub(in crate::analysis::memory) fn windows(
    of: (i64, u64),
    largest: u64,
    stride: u64,
) -> Vec<(i64, i64)> {
    let (from, to) = (
        of.0.saturating_sub(largest as i64),
        of.0.saturating_add(of.1 as i64),
    );
    match stride as i64 {
        0 => vec![(from, to)],
        stride if to.saturating_sub(from) >= stride => vec![(i64::MIN, i64::MAX)],
        stride => [-stride, 0, stride].map(|by| (from + by, to + by)).to_vec(),
    }
}

/// Where in so many bytes something begins that does so at a distance and, if it is repeated every `period` bytes, then; 0: it is not.
pub(in crate::analysis::memory) fn distances(
    first: i64,
    period: u64,
    length: Option<u64>,
) -> impl Iterator<Item = i64> {
    let within = move |distance: &i64| {
        *distance >= 0 && length.is_none_or(|length| (*distance as u64) < length)
    };
    let repeats = period != 0 && length.is_some();
    let next = move |distance: &i64| distance.checked_add_unsigned(period).filter(|_| repeats);
    std::iter::successors(Some(first), next).take_while(within)
}

/// After how many bytes what lies on one side of a copy is repeated on the other one, if offsets of the two are known modulo these strides: where they are the
/// same, one place stands for all.
pub(in crate::analysis::memory) fn period(own: u64, other: u64) -> u64 {
    if own == other { 0 } else { own }
}
