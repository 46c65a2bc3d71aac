//! Which blocks can run after which.
//!
//! Owns: [`Reach`]. Must not: know instructions.

use super::body::Body;
use super::entity::{BlockId, Map};

/// Regions beyond which a table of all pairs takes too much memory. Then what stands later may run later: that is
/// always so, but tells the sides of a branch not apart.
const MOST_REGIONS: usize = 1 << 15;

/// For each pair of blocks whether the second can run after the first. The blocks of an outermost loop are one
/// region: each runs after each.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// Position of each block's region; what leads somewhere stands behind that.
    region: Map<BlockId, usize>,
    /// Per region whether it is a loop.
    loops: Vec<bool>,
    /// Per region a bit for each that can be reached from it; nothing if there are too many.
    rows: Vec<Vec<u64>>,
}

impl Reach {
    pub(crate) fn of(body: &Body) -> Self {
        let home = |block| {
            body.nest(block)
                .last()
                .map_or(block, |l| body.loops[l].header)
        };
        let succs = successors(body, &home);
        let order = leaves_first(body.entry(), &succs);
        let mut position = Map::filled(body.blocks.len(), usize::MAX);
        for (at, block) in order.iter().enumerate() {
            position[*block] = at;
        }
        let words = order.len().div_ceil(64);
        let mut rows: Vec<Vec<u64>> = Vec::new();
        if order.len() <= MOST_REGIONS {
            for block in &order {
                let mut row = vec![0; words];
                for next in succs[*block].iter().map(|b| position[*b]) {
                    row[next / 64] |= 1 << (next % 64);
                    row.iter_mut()
                        .zip(&rows[next])
                        .for_each(|(all, more)| *all |= more);
                }
                rows.push(row);
            }
        }
        Self {
            region: body.blocks.keys().map(|b| position[home(b)]).collect(),
            loops: order
                .iter()
                .map(|b| body.blocks[*b].inner.is_some())
                .collect(),
            rows,
        }
    }

    /// Whether `later` can run after `earlier`; for a block outside of loops and itself, it cannot.
    pub(crate) fn follows(&self, earlier: BlockId, later: BlockId) -> bool {
        let (from, to) = (self.region[earlier], self.region[later]);
        if from == to {
            return self.loops.get(from).is_some_and(|is_loop| *is_loop);
        }
        match self.rows.get(from) {
            // What cannot be reached at all has no place in the table.
            Some(row) => row
                .get(to / 64)
                .is_some_and(|bits| bits & (1 << (to % 64)) != 0),
            None => to < from,
        }
    }
}

/// Edges between regions, which are named by their first block.
fn successors(body: &Body, home: &dyn Fn(BlockId) -> BlockId) -> Map<BlockId, Vec<BlockId>> {
    let mut succs = Map::filled(body.blocks.len(), Vec::new());
    for (id, block) in body.blocks.iter() {
        let from = home(id);
        let to = block.succs.iter().map(|to| home(*to));
        succs[from].extend(to.filter(|to| *to != from));
    }
    succs
}

/// Regions, each behind all that it leads to.
fn leaves_first(entry: BlockId, succs: &Map<BlockId, Vec<BlockId>>) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut seen = Map::filled(succs.len(), false);
    let mut work = vec![(entry, 0)];
    seen[entry] = true;
    while let Some((block, next)) = work.pop() {
        let Some(to) = succs[block].get(next) else {
            order.push(block);
            continue;
        };
        work.push((block, next + 1));
        if !std::mem::replace(&mut seen[*to], true) {
            work.push((*to, 0));
        }
    }
    order
}
