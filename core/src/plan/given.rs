//! The shadows that a reverse half is given, where the program calls both halves.
//!
//! It may give others than it gave the augmented primal: null to that, or another buffer for each pass. So what leads into shadows is had
//! again from those that are given, wherever it can be. Where it cannot, or where the augmented primal itself wrote pointers to shadows,
//! both halves must be given the same: the tape remembers them.
//!
//! Owns: both decisions. Must not: know where kept values live.

use super::adjoints::Adjoint;
use super::facts::Facts;
use super::item::Item;
use super::raises::is_of_raise;
use super::recompute::Recipe;
use crate::request::{Activity, TapeOwner, Team};
use crate::view::entity::Map;
use crate::view::{InstId, ValueId};
use indexmap::IndexSet;

/// Whether an item is not kept, but had again: shadows from those that are given, and on grids all addresses, since memory that a block shares lies elsewhere in
/// the launch of the reverse (`apart`).
pub(crate) fn anew(facts: Facts<'_>, item: Item, recipe: &Recipe) -> bool {
    let given = facts.request.tape != TapeOwner::Thread && matches!(item, Item::Shadow(_));
    let is_address = |value: ValueId| facts.body.types.is_pointer(facts.body.values[value].ty);
    let address = facts.request.team == Team::Grid
        && match item {
            Item::Primal(value) | Item::Shadow(value) => is_address(value),
            Item::Tape(_) | Item::Copied(..) => false,
        };
    (given || address) && !matches!(recipe, Recipe::Never | Recipe::Free)
}

/// Parameters, by position, whose shadows must be the same for both halves.
pub(crate) fn bound(
    facts: Facts<'_>,
    adjoints: &Map<InstId, Adjoint>,
    kept: &IndexSet<Item>,
) -> Vec<u32> {
    let remembers = kept.iter().any(|item| match item {
        Item::Shadow(pointer) => {
            let made = facts.body.def(*pointer).map(|id| &adjoints[id]);
            !matches!(made, Some(Adjoint::Allocate { .. }))
        }
        // The record of a callee or a library may lead into shadows.
        Item::Tape(_) => !is_of_raise(facts, *item),
        Item::Primal(_) | Item::Copied(..) => false,
    });
    let writes = |adjoint: &Adjoint| match adjoint {
        Adjoint::StorePointer => true,
        Adjoint::Copy { bytes, .. } => bytes.has_pointers(),
        Adjoint::Reset { bytes, .. } => bytes.as_ref().is_some_and(|bytes| bytes.has_pointers()),
        // Any other: it writes no pointers.
        _ => false,
    };
    if facts.request.tape == TapeOwner::Thread || !(remembers || adjoints.values().any(writes)) {
        return Vec::new();
    }
    let is_pointer = |position: &u32| {
        let param = facts.body.params[*position as usize];
        facts.body.types.is_pointer(facts.body.values[param].ty)
    };
    let shadowed = (0u32..).zip(&facts.request.params);
    let shadowed = shadowed.filter(|(_, activity)| **activity == Activity::Dup);
    shadowed
        .map(|(position, _)| position)
        .filter(is_pointer)
        .collect()
}
