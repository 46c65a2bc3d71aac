//! A rank's block of the points.
//!
//! Owns: where it lies. Must not: know what lies on the points.

use enzyme_rs_application::Field;
use mpi::topology::{CartesianCommunicator, SimpleCommunicator};
use mpi::traits::*;

/// Lists are of rows and columns.
pub(crate) struct Block {
    /// Points a side of the whole square, without the border.
    pub(crate) points: usize,
    /// Where this rank's block begins, and how many points it has.
    pub(crate) first: [usize; 2],
    pub(crate) count: [usize; 2],
    /// The ranks.
    pub(crate) grid: CartesianCommunicator,
}

impl Block {
    /// That of this rank, of so many points a side.
    pub(crate) fn of(points: usize) -> Self {
        let world = SimpleCommunicator::world();
        let extents = extents(world.size());
        let grid = world.create_cartesian_communicator(&extents, &[false; 2], false);
        let grid = grid.expect("there are as many places as ranks");
        let at = grid.rank_to_coordinates(grid.rank());
        let begin = |d: usize, at: i32| points * at as usize / extents[d] as usize;
        let first = [begin(0, at[0]), begin(1, at[1])];
        let end = [begin(0, at[0] + 1), begin(1, at[1] + 1)];
        let count = [end[0] - first[0], end[1] - first[1]];
        Self {
            points,
            first,
            count,
            grid,
        }
    }

    /// Between two points, and between the border and the first one.
    pub(crate) fn spacing(&self) -> f64 {
        1.0 / (self.points as f64 + 1.0)
    }

    /// A field on the points.
    pub(crate) fn field<'a>(&self, name: &'a str) -> Field<'a, 2> {
        let spacing = [self.spacing(); 2];
        let field = Field::grid(name, [self.points; 2]).block(self.first, self.count);
        field.placed(spacing, spacing)
    }

    /// This rank's points: the row and the column of each in the whole square.
    pub(crate) fn places(&self) -> impl Iterator<Item = [usize; 2]> {
        let ([top, left], [rows, columns]) = (self.first, self.count);
        (top..top + rows).flat_map(move |i| (left..left + columns).map(move |j| [i, j]))
    }
}

/// So many ranks as a grid that is as square as can be.
fn extents(ranks: i32) -> [i32; 2] {
    let fits = |columns: &i32| ranks % columns == 0 && columns * columns <= ranks;
    let columns = (1..=ranks).filter(fits).next_back().unwrap_or(1);
    [ranks / columns, columns]
}
