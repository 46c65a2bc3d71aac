//! Fields packed by zfp. Owns which bounds and fields are fit for it, and the measure of the error; packing is the
//! library's.

use crate::model::Kind;

/// The least bound: what rounding does to numbers about 1.
const LEAST: f64 = f64::EPSILON;

/// Whether `bound` can be one; if not, why.
pub(super) fn check(bound: f64) -> Result<(), String> {
    if bound.is_finite() && bound >= LEAST {
        return Ok(());
    }
    Err(format!(
        "errors up to {bound:e}: the bound is a finite number, at least {LEAST:e}; use a lossless filter, or another unit \
         for numbers that are so small"
    ))
}

/// Whether zfp packs chunks of these extents: from one to four of them are above 1, and as long as its header can say.
pub(super) fn packs(kind: Kind, chunk: &[usize]) -> bool {
    let extents = || chunk.iter().filter(|extent| **extent > 1);
    let longest = match extents().count() {
        1 => 1 << 48,
        2 => 1 << 24,
        3 => 1 << 16,
        4 => 1 << 12,
        _ => return false,
    };
    let floating = matches!(kind, Kind::F32 | Kind::F64);
    floating && extents().all(|extent| *extent <= longest)
}

/// Whether there is no infinity among the numbers, and nothing that is none.
pub(super) fn all_finite(kind: Kind, bytes: &[u8]) -> bool {
    numbers(kind, bytes).all(f64::is_finite)
}

/// The largest absolute difference between numbers; infinite, where there is none.
pub(super) fn largest_error(kind: Kind, written: &[u8], read: &[u8]) -> f64 {
    let pairs = numbers(kind, written).zip(numbers(kind, read));
    pairs.fold(0.0, |max, (a, b)| {
        let difference = (a - b).abs();
        if difference.is_nan() {
            return f64::INFINITY;
        }
        max.max(difference)
    })
}

/// The floating-point numbers of a field.
fn numbers(kind: Kind, bytes: &[u8]) -> impl Iterator<Item = f64> {
    let number = move |word: &[u8]| match kind {
        Kind::F32 => f64::from(bytemuck::pod_read_unaligned::<f32>(word)),
        _ => bytemuck::pod_read_unaligned::<f64>(word),
    };
    bytes.chunks_exact(kind.bytes()).map(number)
}
