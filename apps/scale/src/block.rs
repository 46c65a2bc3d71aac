//! How ranks divide a grid, and what of a rank's block its neighbours need.
//!
//! Owns: this geometry. Must not: know times.

use serde::Serialize;

/// A grid with edges of equal length.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Grid {
    /// Its points, or whatever the work of a step is counted in.
    pub points: f64,
    /// Its dimensions, 1 to 3.
    pub dimensions: u32,
    /// In how many directions ranks divide it, at most the dimensions.
    pub cut: u32,
}

/// What the rank in the middle has.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Block {
    /// Points of the block.
    pub points: f64,
    /// Ranks next to it.
    pub neighbours: f64,
    /// Points that these need.
    pub halo: f64,
}

impl Grid {
    /// The block of one of so many ranks, as `MPI_Dims_create` arranges them: in numbers along the directions that are next to each other.
    /// With N points in d dimensions an edge has N^(1/d); a block has, across a direction with p parts, a face of its points times p over the edge.
    /// None, if a direction has fewer points than parts.
    #[must_use]
    pub fn block(&self, ranks: u64) -> Option<Block> {
        let edge = self.points.powf(1.0 / f64::from(self.dimensions));
        let points = self.points / ranks as f64;
        let (mut neighbours, mut halo) = (0.0, 0.0);
        for parts in parts(ranks, self.cut) {
            let parts = parts as f64;
            // What a power and its root lose by rounding is no point.
            if parts > edge * (1.0 + 1e-9) {
                return None;
            }
            let sides = (parts - 1.0).min(2.0);
            neighbours += sides;
            halo += sides * points * parts / edge;
        }
        Some(Block {
            points,
            neighbours,
            halo,
        })
    }
}

/// Ranks along each direction: those whose sum is least, for that is the surface of a block.
fn parts(ranks: u64, cut: u32) -> Vec<u64> {
    if cut <= 1 {
        return vec![ranks];
    }
    let divisors = (1..).take_while(|first: &u64| first.saturating_pow(cut) <= ranks);
    let all = divisors.filter(|first| ranks.is_multiple_of(*first));
    let all = all.map(|first| {
        let mut parts = parts(ranks / first, cut - 1);
        parts.push(first);
        parts
    });
    all.min_by_key(|parts| parts.iter().sum::<u64>())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Block, Grid, parts};

    #[test]
    fn ranks_are_arranged_in_blocks() {
        assert_eq!(parts(7, 1), [7]);
        assert_eq!(parts(1, 3), [1, 1, 1]);
        assert_eq!(parts(12, 2), [4, 3]);
        assert_eq!(parts(64, 3), [4, 4, 4]);
        assert_eq!(parts(100_000, 3), [50, 50, 40]);
        assert_eq!(parts(13, 3), [13, 1, 1]);
    }

    #[test]
    fn a_block_in_the_middle_has_two_neighbours_in_each_direction() {
        let grid = Grid {
            points: 1e6,
            dimensions: 3,
            cut: 3,
        };
        let near = |block: Option<Block>, points: f64, neighbours: f64, halo: f64| {
            let block = block.expect("there is one");
            let pairs = [
                (block.points, points),
                (block.neighbours, neighbours),
                (block.halo, halo),
            ];
            for (found, expected) in pairs {
                assert!((found - expected).abs() <= 1e-9 * expected, "{block:?}");
            }
        };
        near(grid.block(1), 1e6, 0.0, 0.0);
        near(grid.block(2), 5e5, 1.0, 1e4);
        near(grid.block(1000), 1e3, 6.0, 600.0);
        let slabs = Grid { cut: 1, ..grid };
        near(slabs.block(100), 1e4, 2.0, 2e4);
        assert_eq!(slabs.block(101), None);
    }
}
