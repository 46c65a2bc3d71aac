//! Bytes that copies move and nobody looks at.
//!
//! Owns: this question. Must not: know who may look from outside (`reach`).

use super::{Memory, Place};
use crate::analysis::memory::component::ObjectId;
use crate::analysis::memory::graph::overlap;
use crate::analysis::memory::touches::known_size;

/// Bytes at an offset of an object: so many, or all of it.
type Bytes = (ObjectId, i64, Option<u64>);

impl Memory {
    /// Whether the functions that are analysed together only copy these bytes, and again what they copied: nothing is loaded from there, and no
    /// call reads there. Then it does not matter what the bytes are, if nobody else looks at them, either.
    pub(crate) fn only_moved(&self, place: Place, length: Option<u64>) -> bool {
        let mut all: Vec<Bytes> = vec![(place.object, place.offset, length)];
        let mut next = 0;
        while let Some(bytes) = all.get(next).copied() {
            next += 1;
            if self.is_read(bytes) {
                return false;
            }
            for to in self.copied_to(bytes) {
                if !all.contains(&to) {
                    all.push(to);
                }
            }
        }
        true
    }

    /// Whether something that is no copy reads some of the bytes.
    fn is_read(&self, (object, offset, length): Bytes) -> bool {
        let mut reads = self.touched.by_all.iter();
        reads.any(|touch| {
            let at = self.place_of(touch.pointer);
            let beside = || match (known_size(touch.size), length) {
                (Some(size), Some(length)) => {
                    let stride = self.objects[object.0].stride;
                    !overlap((at.offset, size), (offset, length), stride)
                }
                _ => false,
            };
            !touch.writes && !touch.copied && at.object == object && !beside()
        })
    }

    /// Where copies put some of the bytes: all of the memory there, if it is not known which part of it.
    fn copied_to(&self, (object, offset, length): Bytes) -> Vec<Bytes> {
        let copies = self.component.copies.iter();
        let whole = |object: ObjectId| self.objects[object.0].stride != 0;
        let moved = copies.filter_map(|copy| {
            let (from, to) = (self.place_of(copy.from), self.place_of(copy.to));
            if from.object != object {
                return None;
            }
            let (Some(length), Some(copied)) = (length, copy.length) else {
                return Some((to.object, 0, None));
            };
            if whole(from.object) || whole(to.object) {
                return Some((to.object, 0, None));
            }
            let end = (offset + length as i64).min(from.offset + copied as i64);
            let begin = offset.max(from.offset);
            (begin < end).then(|| {
                let at = to.offset + (begin - from.offset);
                (to.object, at, Some((end - begin) as u64))
            })
        });
        moved.collect()
    }
}
