//! What lies in a range of bytes, and whether its borders cut a number.
//!
//! Owns: these questions about places. Must not: know instructions, but for the store that it is asked of.

use super::Memory;
use crate::analysis::memory::component::{Component, Field, FieldId, ObjectId, Place};
use crate::analysis::memory::graph::{distances, gcd, period, wrap};
use crate::analysis::memory::scalar::{Run, Scalar, Spot};
use crate::analysis::memory::touches::{Touch, known_size};
use crate::view::InstId;
use enzyme_rules::FloatKind;
use indexmap::{IndexMap, IndexSet};

/// What becomes of the numbers that several members of a structure hold, where a word is written over them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Replaced {
    /// There are none.
    None,
    /// All end.
    Whole,
    /// Some may be cut, or a pointer may lie there.
    InPart,
}

impl Memory {
    /// Where numbers lie behind a place. Where an array in a structure is indexed, fields are one with other members, and the accesses themselves tell these apart.
    pub(crate) fn numbers_behind(&self, place: Place) -> Vec<Spot> {
        let object = self.object(place.object);
        let by_access = object.stride != 0 && !self.may_move_words(place.object);
        let accessed = self.component.shapes.numbers(place.view);
        if let Some(accessed) = accessed.filter(|_| by_access) {
            return accessed;
        }
        let fields = object.fields.iter().map(|id| &self.fields[id.0]);
        let is_number = |scalar| matches!(scalar, Scalar::Float(_) | Scalar::Mixed);
        let numbers = fields.filter(|field| is_number(field.scalar) || field.carries);
        let spot = |field: &Field| Spot {
            offset: field.offset - place.offset,
            every: 0,
        };
        numbers.map(spot).collect()
    }

    /// Whether something may move numbers of an object as integers or bytes.
    fn may_move_words(&self, object: ObjectId) -> bool {
        let is_number = |touch: &Touch| matches!(touch.scalar, Scalar::Float(_));
        let moves_words = |touch: &&Touch| touch.copied || touch.number && !is_number(touch);
        let mut words = self.touched.by_all.iter().filter(moves_words);
        words.any(|touch| self.component.object_of(touch.pointer) == object)
    }

    /// Whether the numbers that a store of 32 bits at a place may meet are doubles whose lower halves these are, and whose
    /// upper halves nobody accesses by themselves. (Little-endian: the lower half comes first.)
    pub(crate) fn meets_lower_halves(&self, store: InstId, place: Place) -> bool {
        const HALF: u64 = 4;
        let object = &self.objects[place.object.0];
        let begins = |field: &Field| match (place.offset - field.offset, object.stride) {
            (distance, 0) => distance == 0,
            (distance, stride) => distance.rem_euclid(stride as i64) == 0,
        };
        let is_double = |field: &Field| field.scalar == Scalar::Float(FloatKind::Double);
        let lower = |id: &FieldId| {
            let field = &self.fields[id.0];
            let half = field.scalar.is_integer() && field.size == HALF;
            begins(field) && (is_double(field) || half)
        };
        let upper = Place {
            offset: place.offset + HALF as i64,
            ..place
        };
        let mut above = self.fields_at(upper, Some(HALF)).into_iter();
        self.touched(store, true).iter().all(lower) && above.all(|id| is_double(&self.fields[id.0]))
    }

    /// What happens to numbers that are smaller than a word, where a word of `size` bytes is written.
    pub(crate) fn replaced_by_word(&self, place: Place, size: u64) -> Replaced {
        let stride = self.objects[place.object.0].stride as i64;
        let within = |field: &Field| {
            let distance = match (field.offset - place.offset, stride) {
                (distance, 0) => distance,
                (distance, stride) => distance.rem_euclid(stride),
            };
            (0..=size as i64 - field.size as i64).contains(&distance)
        };
        let fields = self.fields_at(place, Some(size));
        let fields: Vec<&Field> = fields.iter().map(|f| &self.fields[f.0]).collect();
        let is_smaller = |f: &&Field| matches!(f.scalar, Scalar::Float(_)) && f.size < size;
        let ends = |f: &&Field| match f.scalar {
            Scalar::Float(_) | Scalar::Unknown => within(f),
            // The shadow of an integer is nobody's number.
            Scalar::Int | Scalar::Presumed => true,
            Scalar::Pointer | Scalar::Mixed => false,
        };
        match fields.iter().any(is_smaller) {
            false => Replaced::None,
            true if fields.iter().all(ends) => Replaced::Whole,
            true => Replaced::InPart,
        }
    }

    /// Whether `length` bytes (any number of them if `None`) from a place on begin or end inside of a number. Memory that
    /// begins at the place (`whole`) has none there that begins before.
    pub(crate) fn cuts_number(&self, place: Place, length: Option<u64>, whole: bool) -> bool {
        let borders = [(!whole).then_some(0), length];
        let borders = borders.into_iter().flatten();
        borders.map(|distance| distance as i64).any(|distance| {
            self.falls_into_number(place, distance) && !self.falls_beside(place, distance)
        })
    }

    /// Whether a number may begin before a border behind a place and end after it.
    fn falls_into_number(&self, place: Place, distance: i64) -> bool {
        let object = &self.objects[place.object.0];
        let stride = object.stride as i64;
        let largest = object.largest as i64;
        let at = place.offset + distance;
        let window = match stride {
            0 => (at - largest, at),
            _ => (i64::MIN, i64::MAX),
        };
        let near = self.beginning_in(object, window).iter();
        let numbers = near.map(|id| &self.fields[id.0]);
        let mut numbers = numbers.filter(|f| matches!(f.scalar, Scalar::Float(_)));
        numbers.any(|field| {
            let apart = match stride {
                0 => at - field.offset,
                _ => (at - field.offset).rem_euclid(stride),
            };
            apart > 0 && apart < field.size as i64
        })
    }

    /// Whether a border behind a place in declared memory is known exactly, and other members leave no room for a number
    /// over it.
    fn falls_beside(&self, place: Place, distance: i64) -> bool {
        let origins = &self.object(place.object).origins;
        let declared =
            origins.stack && !origins.heap && !origins.unknown && origins.params.is_empty();
        let Component { shapes, .. } = &*self.component;
        declared && self.is_exact(place) && !shapes.may_straddle(place.view, distance)
    }

    /// Scalars in `length` bytes at a place, by offset from its start; unknown gaps are left out.
    pub(crate) fn layout(&self, place: Place, length: Option<u64>) -> Vec<Run> {
        let object = &self.objects[place.object.0];
        let distance = |offset: i64| match object.stride {
            0 => offset - place.offset,
            stride => (offset - place.offset).rem_euclid(stride as i64),
        };
        let window = match (object.stride, length) {
            (0, Some(n)) => (place.offset, place.offset.saturating_add_unsigned(n)),
            _ => (i64::MIN, i64::MAX),
        };
        let mut runs: Vec<Run> = self
            .beginning_in(object, window)
            .iter()
            .map(|id| &self.fields[id.0])
            .map(|f| (distance(f.offset), f.size, f.scalar))
            .filter(|(d, ..)| *d >= 0 && length.is_none_or(|n| (*d as u64) < n))
            .map(|(d, size, scalar)| Run {
                offset: d as u64,
                scalar,
                size,
            })
            .collect();
        runs.sort_by_key(|run| run.offset);
        runs
    }

    /// The same in so many bytes, each time that it is repeated.
    pub(crate) fn whole_layout(&self, place: Place, length: u64) -> Vec<Run> {
        let stride = self.objects[place.object.0].stride;
        let every = |run: Run| {
            let offsets = distances(run.offset as i64, stride, Some(length));
            offsets.map(move |offset| Run {
                offset: offset as u64,
                ..run.clone()
            })
        };
        let once = self.layout(place, Some(length));
        once.into_iter().flat_map(every).collect()
    }

    /// Scalars in `length` bytes behind all of some places, told by the pointers of the accesses,
    /// and the period at which they repeat (0: they do not). `visible`: others see the memory.
    /// `None`: it cannot be told.
    pub(crate) fn shape(
        &self,
        places: &[Place],
        length: Option<u64>,
        visible: bool,
    ) -> Option<(Vec<Run>, u64)> {
        let shapes = &self.component.shapes;
        let pointers = places.iter().fold(0, |all, p| gcd(all, p.view.stride));
        // A copy of unknown length goes on over what repeats in the objects.
        let period = match (pointers, length) {
            (0, None) => places
                .iter()
                .fold(0, |all, p| gcd(all, shapes.period(p.view))),
            (period, _) => period,
        };
        let mut runs = Vec::new();
        for place in places {
            runs.extend(shapes.layout(place.view, length, period, visible)?);
        }
        Some((runs, period))
    }

    /// Fields that a copy makes equal: source and target.
    pub(crate) fn copied(
        &self,
        to: Place,
        from: Place,
        length: Option<u64>,
    ) -> Vec<(FieldId, FieldId)> {
        let length = length.and_then(known_size);
        let places = |field: FieldId, place: Place, other: Place| {
            let stride = self.objects[place.object.0].stride;
            let period = period(stride, self.objects[other.object.0].stride);
            let apart = self.fields[field.0].offset - place.offset;
            let inside = distances(wrap(apart, stride), period, length);
            // What begins in front of the copied bytes may reach into them.
            let before = match stride {
                0 => Some(apart).filter(|apart| *apart < 0),
                stride => Some(wrap(apart, stride) - stride as i64),
            };
            inside.chain(before).collect::<Vec<i64>>()
        };
        let mut targets: IndexMap<i64, Vec<FieldId>> = IndexMap::new();
        for target in self.fields_at(to, length) {
            for distance in places(target, to, from) {
                targets.entry(distance).or_default().push(target);
            }
        }
        let mut pairs = IndexSet::new();
        for source in self.fields_at(from, length) {
            for distance in places(source, from, to) {
                let equal = targets.get(&distance).into_iter().flatten();
                pairs.extend(equal.map(|target| (source, *target)));
            }
        }
        pairs.into_iter().collect()
    }
}
