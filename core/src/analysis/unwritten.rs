//! Loads by which all threads of a launch read one number that none of them writes.
//!
//! Nothing in the reverse of such a launch but the adjoints of loads touches the shadow of that number, and additions commute: it does not matter when
//! they are made, as long as the launch is not over.
//!
//! Owns: finding these loads. Must not: decide how their adjoints are added.

use super::functions::Functions;
use super::memory::Memory;
use super::overwritten::{keeps_to_itself, sets_ints};
use crate::view::{Base, Imported, Inst, InstId, Op};
use enzyme_rules::Registry;
use indexmap::IndexSet;

/// More sums than these, which threads keep until the launch ends, would not stay in registers.
const MOST: usize = 8;

/// Those of some loads that read what no instruction of the function may write: the first few. `effect_free`: functions that write nothing.
pub(crate) fn among(
    loads: impl Iterator<Item = InstId>,
    (imported, memory): (&Imported, &Memory),
    (registry, effect_free): (&Registry, &Functions),
) -> IndexSet<InstId> {
    let Imported { body, clobbers, .. } = imported;
    let writes_nothing = |id: InstId, inst: &Inst| {
        let no_memory = || keeps_to_itself(inst, registry) && memory.objects_written(id).is_empty();
        sets_ints(inst, registry) || effect_free.is_call(inst, registry) || no_memory()
    };
    let writers = body.insts.iter().filter(|(_, inst)| inst.effects.writes);
    let writers = writers.filter(|(id, inst)| !writes_nothing(*id, inst));
    let written = |(id, inst): (InstId, &Inst)| match inst.op {
        // In whichever order threads come to them: they write this place alone.
        Op::AtomicRmw(_) | Op::CmpXchg => clobbers.base(id),
        // Any other: a store, a copy, or nothing is known.
        _ => clobbers.written_base(id),
    };
    let Some(written) = writers.map(written).collect::<Option<IndexSet<Base>>>() else {
        return IndexSet::new();
    };
    let is_unwritten = |load: &InstId| {
        let base = clobbers.base(*load);
        base.is_some_and(|base| {
            written
                .iter()
                .all(|other| clobbers.bases_apart(base, *other))
        })
    };
    loads.filter(is_unwritten).take(MOST).collect()
}
