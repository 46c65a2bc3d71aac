//! Blocks of a grid, the slowest dimension first.
//!
//! Owns: where their points lie on the whole grid. Must not: hold numbers.

/// Where each row of a block begins, as a number of points of the whole grid. A row lies along the last dimension.
pub(crate) fn rows(
    first: &[usize],
    count: &[usize],
    extent: &[usize],
) -> impl Iterator<Item = u64> {
    let (first, count, extent) = (first.to_vec(), count.to_vec(), extent.to_vec());
    let lines = count.split_last().map_or(&[][..], |(_, lines)| lines);
    let total: usize = match count.last() {
        Some(0) => 0,
        _ => lines.iter().product(),
    };
    (0..total).map(move |row| {
        let last = count.len().saturating_sub(1);
        let mut place = first.get(last).copied().unwrap_or(0);
        let (mut rest, mut stride) = (row, extent.get(last).copied().unwrap_or(1));
        for d in (0..last).rev() {
            place += (first[d] + rest % count[d]) * stride;
            rest /= count[d];
            stride *= extent[d];
        }
        place as u64
    })
}

/// Where each point of a block lies, in the block's order.
pub(crate) fn points(
    first: &[usize],
    count: &[usize],
    extent: &[usize],
) -> impl Iterator<Item = u64> {
    let row = count.last().copied().unwrap_or(1) as u64;
    rows(first, count, extent).flat_map(move |begin| begin..begin + row)
}

#[cfg(test)]
mod tests {
    use super::{points, rows};

    #[test]
    fn blocks() {
        let of_block: Vec<u64> = points(&[1, 2], &[2, 2], &[4, 5]).collect();
        assert_eq!(of_block, [7, 8, 12, 13]);
        let of_block: Vec<u64> = rows(&[0, 1, 2], &[2, 2, 1], &[2, 4, 5]).collect();
        assert_eq!(of_block, [7, 12, 27, 32]);
        assert_eq!(points(&[], &[], &[]).collect::<Vec<_>>(), [0]);
        assert_eq!(points(&[3], &[2], &[9]).collect::<Vec<_>>(), [3, 4]);
        assert_eq!(points(&[0, 0], &[2, 0], &[4, 5]).count(), 0);
    }
}
