//! Loads of the calling thread's copy of a variable that no other worker reads at the same time.
//!
//! Another worker comes to a copy by its address only. So it is enough that nothing reads through such an address before the workers meet; what is handed on
//! in a call is read by whoever it may be.
//!
//! Owns: this condition. Must not: know who gives threads copies.

use super::phases::Phases;
use super::slices::Readers;
use crate::analysis::callee;
use crate::analysis::copies::variable_of;
use crate::view::{InstId, Op, ValueId};
use enzyme_rules::{CalleeKind, MemorySource};

/// What reads memory of which nobody knows whose it is.
struct Reader {
    inst: InstId,
    pointers: Vec<ValueId>,
    /// A call may read by addresses that it is not given, if these are anywhere.
    is_call: bool,
}

/// These loads.
pub(super) fn own(readers: &Readers<'_>) -> Vec<InstId> {
    let body = &readers.imported.body;
    let loads = body.insts.iter().filter_map(|(id, inst)| {
        let is_load = matches!(inst.op, Op::Load { ordered: false });
        let pointer = inst.operands.first().filter(|_| is_load)?;
        Some((id, readers.copied(*pointer)?))
    });
    let loads: Vec<(InstId, &str)> = loads.collect();
    if loads.is_empty() || readers.uniform.is_none() {
        return Vec::new();
    }
    let all: Vec<Reader> = body
        .insts
        .keys()
        .filter_map(|id| readers.reader(id))
        .collect();
    let phases = Phases::of(body, readers.workers);
    let alone = |(load, variable): &(InstId, &str)| {
        let mut others = all.iter();
        !others.any(|other| phases.overlap(*load, other.inst) && readers.may_read(other, variable))
    };
    let own = loads.iter().filter(|load| alone(load));
    own.map(|(load, _)| *load).collect()
}

impl Readers<'_> {
    /// The variable to the calling thread's copy of which a pointer leads.
    fn copied(&self, pointer: ValueId) -> Option<&str> {
        let body = &self.imported.body;
        variable_of(body, body.def(body.start_of(pointer))?, self.registry)
    }

    /// What an instruction reads, but for the calling thread's copies.
    fn reader(&self, id: InstId) -> Option<Reader> {
        let inst = &self.imported.body.insts[id];
        let other = |pointer: ValueId| {
            let other = self.copied(pointer).is_none();
            other.then(|| Reader {
                inst: id,
                pointers: vec![pointer],
                is_call: false,
            })
        };
        match (&inst.op, callee::known(inst, self.registry)) {
            (Op::Load { .. }, _) => other(inst.operands[0]),
            (_, Some(CalleeKind::Memory(op))) => match op.source {
                MemorySource::Copy(from) | MemorySource::Move(from) => {
                    other(inst.operands[usize::from(from)])
                }
                MemorySource::Byte(_) | MemorySource::Zero => None,
            },
            // Any other: it may read by all that it is given.
            _ => (!self.memory.objects_read(id).is_empty()).then(|| Reader {
                inst: id,
                pointers: inst.operands.clone(),
                is_call: true,
            }),
        }
    }

    /// Whether that may be somebody's copy of a variable.
    fn may_read(&self, reader: &Reader, variable: &str) -> bool {
        let of = (self.function, &self.imported.body);
        let mut pointers = reader.pointers.iter();
        pointers.any(|pointer| {
            self.copied(*pointer) == Some(variable)
                || (reader.is_call || !self.is_own(*pointer))
                    && self.copies.may_lead(of, *pointer, variable)
        })
    }
}
