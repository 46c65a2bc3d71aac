//! What a function writes that is not known to be an integer: numbers, pointers, what is moved as a block.
//!
//! Owns: these questions. Must not: know whose memory it is.

use super::{Memory, Touch};
use crate::analysis::memory::component::{Field, ObjectId};
use crate::analysis::memory::scalar::Scalar;
use crate::view::{Body, InstId, Op};
use indexmap::IndexSet;

/// Answers to what is written behind a pointer, as the facts of a kernel have them.
const NOTHING: u64 = 0;
const INTEGERS: u64 = 3;
const MORE: u64 = 5;

/// Bytes of a pointer: bits of unknown origin may be one.
const POINTER: u64 = 8;

impl Memory {
    /// Objects to which the function with this body, or what it calls, may write what is no integer.
    pub(crate) fn written_beside_integers(&self, body: &Body) -> IndexSet<ObjectId> {
        let all = self.touched.by_inst.keys();
        let touches = all.flat_map(|id| self.touches(*id).iter().map(move |touch| (*id, touch)));
        let writes = touches.filter(|(_, touch)| touch.writes);
        let beside = writes
            .filter(|(id, touch)| !self.is_of_integers(touch, self.stores_integer(body, *id)));
        beside
            .flat_map(|(_, touch)| {
                let object = self.place_of(touch.pointer).object;
                match touch.leads_on {
                    true => self.reachable(object),
                    false => IndexSet::from([object]),
                }
            })
            .collect()
    }

    /// Whether an instruction stores an integer that carries no bits of numbers.
    fn stores_integer(&self, body: &Body, id: InstId) -> bool {
        let inst = &body.insts[id];
        let stored = inst
            .operands
            .first()
            .filter(|_| matches!(inst.op, Op::Store { .. }));
        stored.is_some_and(|v| body.types.is_integer(body.values[*v].ty) && !self.is_punned(*v))
    }

    /// Whether a write is one of integers, also where nothing says what lies there, if `integer` says what is stored.
    fn is_of_integers(&self, touch: &Touch, integer: bool) -> bool {
        let is_pointer = touch.piece && touch.size >= POINTER;
        let is_plain = |field: &Field| {
            let is_open = integer && field.scalar == Scalar::Unknown && !is_pointer;
            (field.scalar.is_integer() || is_open) && !field.carries
        };
        let fields = self.met(touch);
        let all = fields.iter().all(|id| is_plain(&self.fields[id.0]));
        all && !fields.is_empty() && !touch.number && !touch.leads_on
    }

    /// What the function, or what it calls, may write to memory behind a parameter, or behind the pointer at an offset of what it points to: nothing, integers,
    /// or more.
    pub(crate) fn written_behind(&self, body: &Body, position: usize, offset: Option<u64>) -> u64 {
        let Some(behind) = self.behind(position, offset) else {
            return NOTHING;
        };
        match () {
            () if self.written_beside_integers(body).contains(&behind) => MORE,
            () if self.is_written(behind) => INTEGERS,
            () => NOTHING,
        }
    }
}
