//! Blocks of a grid, one for each rank, and whether they make it up.
//!
//! Owns: that question. Must not: know where blocks come from.

use std::ops::Range;

/// A block of a grid, the slowest dimension first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) first: Vec<usize>,
    pub(crate) count: Vec<usize>,
}
/// Why blocks, with the ranks that have them, do not make up a grid: two have a point in common, or none has it.
pub(super) fn untiled(extent: &[usize], mut blocks: Vec<(u32, Block)>) -> Option<String> {
    blocks.retain(|(_, block)| block.count.iter().all(|count| *count > 0));
    let along = |block: &Block, d: usize| -> Range<usize> {
        block.first[d]..block.first[d] + block.count[d]
    };
    blocks.sort_by_key(|(rank, block)| (block.first.clone(), *rank));
    for (number, (rank, block)) in blocks.iter().enumerate() {
        // No block that begins behind the end of this one along the first dimension meets it.
        let behind = &blocks[number + 1..];
        let near = behind
            .iter()
            .take_while(|(_, other)| along(other, 0).start < along(block, 0).end);
        let meets = |other: &Block| {
            (0..extent.len()).all(|d| {
                let (a, b) = (along(block, d), along(other, d));
                a.start < b.end && b.start < a.end
            })
        };
        if let Some((other, _)) = near.clone().find(|(_, other)| meets(other)) {
            return Some(format!(
                "overlap: ranks {rank} and {other} have points in common, where each point is one rank's; name blocks without their halos"
            ));
        }
    }
    let had: usize = blocks
        .iter()
        .map(|(_, block)| block.count.iter().product::<usize>())
        .sum();
    let all: usize = extent.iter().product();
    (had < all).then(|| {
        format!(
            "leave out {} of {all} points: each is some rank's",
            all - had
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(blocks: &[([usize; 2], [usize; 2])]) -> String {
        let blocks = (0..).zip(blocks).map(|(rank, (first, count))| {
            let (first, count) = (first.to_vec(), count.to_vec());
            (rank, Block { first, count })
        });
        untiled(&[4, 6], blocks.collect()).unwrap_or_default()
    }

    #[test]
    fn each_point_is_one_ranks() {
        let quarters = [
            ([0, 0], [2, 3]),
            ([0, 3], [2, 3]),
            ([2, 0], [2, 4]),
            ([2, 4], [2, 2]),
        ];
        assert_eq!(why(&quarters), "");
        assert_eq!(why(&[([0, 0], [4, 6]), ([4, 0], [0, 6])]), "");
        let halo = [([0, 0], [3, 6]), ([2, 0], [2, 6])];
        assert!(
            why(&halo).starts_with("overlap: ranks 0 and 1"),
            "{}",
            why(&halo)
        );
        // As many points as there are, one twice.
        let shifted = [([0, 0], [2, 6]), ([2, 0], [2, 5]), ([1, 5], [2, 1])];
        assert!(why(&shifted).starts_with("overlap"), "{}", why(&shifted));
        assert!(why(&[([0, 0], [2, 6]), ([2, 0], [1, 6])]).starts_with("leave out 6 of 24"));
    }
}
