//! Loops whose iterations are functions, attempt by attempt.
//!
//! Plans say which loops would better be run in tiles (`plan::tiles`). Derivatives are then made again, with an iteration of
//! each such loop as a function (`prepare::tiles`): a module with such loops is compiled twice. Where that does not bring what was hoped
//! for, or is refused, they are made once more
//! with these loops as they were.
//!
//! Owns: [`Tiled`]. Must not: know when tiles are legal.

use crate::plan::tiles::Tile;
use crate::prepare::Prepared;
use crate::prepare::tiles::Place;
use indexmap::{IndexMap, IndexSet};

/// The loops of all functions that are run in tiles.
#[derive(Default)]
pub(crate) struct Tiled {
    /// Those of this attempt; `None` during the first, which runs no loop in tiles.
    chosen: Option<IndexMap<String, Vec<Place>>>,
    /// The loops of each function that all its plans of the first attempt wish to run in tiles.
    wished: IndexMap<String, Vec<Place>>,
    /// Functions in which a tile keeps a tape all the same.
    failed: IndexSet<String>,
}

impl Tiled {
    /// The loops of a function, as it is prepared.
    pub(crate) fn of(&self, function: &str) -> &[Place] {
        let chosen = self.chosen.as_ref().and_then(|all| all.get(function));
        chosen.map_or(&[], Vec::as_slice)
    }

    /// Hears what a plan of a function wishes for.
    pub(crate) fn wish(&mut self, function: &str, prepared: &Prepared, tiles: &[Tile]) {
        if self.chosen.is_some() {
            return;
        }
        let places: Vec<Place> = tiles
            .iter()
            .filter_map(|tile| place_of(prepared, tile))
            .collect();
        match self.wished.get_mut(function) {
            Some(others) => others.retain(|place| places.contains(place)),
            None => {
                self.wished.insert(function.to_owned(), places);
            }
        }
    }

    /// Hears that a tile of a function keeps a tape.
    pub(crate) fn fail(&mut self, function: &str) {
        self.failed.insert(function.to_owned());
    }

    /// Says whether derivatives are to be made again, after an attempt.
    pub(crate) fn more(&mut self, refused: bool) -> bool {
        let failed = std::mem::take(&mut self.failed);
        let Some(chosen) = &mut self.chosen else {
            let mut wished = std::mem::take(&mut self.wished);
            wished.retain(|_, places| !places.is_empty());
            let any = !refused && !wished.is_empty();
            self.chosen = any.then_some(wished);
            return any;
        };
        let before = chosen.len();
        chosen.retain(|function, _| !refused && !failed.contains(function));
        chosen.len() < before
    }
}

/// Where a loop is found again; `None` if it was not there yet when functions could be made of iterations.
fn place_of(prepared: &Prepared, tile: &Tile) -> Option<Place> {
    let Prepared { view, parts, .. } = prepared;
    let maker = |id| parts.maker(view.handles.inst(id));
    let mut scratch = Vec::new();
    for made in &tile.scratch {
        let freed = match made.freed {
            Some(id) => Some(maker(id)?),
            None => None,
        };
        scratch.push((maker(made.by)?, freed));
    }
    let first = view.body.blocks[tile.header].insts[0];
    let header = parts.block(view.handles.inst(first).block()?)?;
    let among = parts.count();
    Some(Place {
        among,
        header,
        scratch,
    })
}
