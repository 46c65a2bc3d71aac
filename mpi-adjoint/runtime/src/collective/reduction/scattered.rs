//! The order of numbers where results are scattered: MPI wants block by block, and everything else direction by direction. Owns the
//! way from one to the other. Must not: know what the numbers are.

use crate::memory::Staging;

/// From all blocks of a direction, one direction behind the other, to all directions of a block, one block behind the
/// other. `items` of each block, of so many bytes.
pub(super) fn by_block(
    data: &Staging,
    items: &[usize],
    directions: usize,
    bytes: usize,
) -> Staging {
    reordered(data, items, directions, bytes, |to, from, bytes| {
        (from, to, bytes)
    })
}

/// The other way.
pub(super) fn by_direction(
    data: &Staging,
    items: &[usize],
    directions: usize,
    bytes: usize,
) -> Staging {
    reordered(data, items, directions, bytes, |to, from, bytes| {
        (to, from, bytes)
    })
}

/// `place` says from a piece's place direction by direction, its place block by block and its length: where it goes, where it
/// comes from, its length.
fn reordered(
    data: &Staging,
    items: &[usize],
    directions: usize,
    bytes: usize,
    place: impl Fn(usize, usize, usize) -> (usize, usize, usize),
) -> Staging {
    let mut moved = Staging::new(data.len());
    let all: usize = items.iter().sum::<usize>() * bytes;
    let mut before = 0;
    for block in items.iter().map(|items| items * bytes) {
        for direction in 0..directions {
            let there = before * directions + direction * block;
            let (to, from, length) = place(direction * all + before, there, block);
            assert!(to.max(from) + length <= data.len(), "a piece of the data");
            // SAFETY: both pieces lie in buffers of this length.
            unsafe {
                let from = data.as_ptr().add(from);
                moved
                    .as_mut_ptr()
                    .add(to)
                    .copy_from_nonoverlapping(from, length);
            }
        }
        before += block;
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collective::number::{numbers, staging};

    #[test]
    fn directions_and_blocks_change_places() {
        let items = [2, 0, 1];
        let by_directions = staging(&[1.0, 2.0, 3.0, 10.0, 20.0, 30.0]);
        let by_blocks = by_block(&by_directions, &items, 2, 8);
        assert_eq!(
            numbers::<f64>(&by_blocks),
            [1.0, 2.0, 10.0, 20.0, 3.0, 30.0]
        );
        let again = by_direction(&by_blocks, &items, 2, 8);
        assert_eq!(numbers::<f64>(&again), numbers::<f64>(&by_directions));
    }
}
