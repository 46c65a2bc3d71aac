//! The directions of a derivative: a request of width n asks for n tangents, or for n adjoints, of one primal.
//!
//! What has a shadow has one for each direction. Emitters know one direction at a time: the frame says which, and whoever emits for
//! all of them turns it. What they compute of the primal they compute again for each direction; LLVM makes one of equal values.
//!
//! Owns: [`Directions`], and how values of all directions stand in one. Must not: know what is emitted.

use super::frame::Frame;
use crate::request::of_each;
use crate::view::ValueId;
use crate::view::entity::Map;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::Value;
use std::ops::{Index, IndexMut};

/// Shadows of the forward sweep (tangents of numbers in forward mode), of each direction.
pub(crate) struct Directions {
    shadows: Vec<Map<ValueId, Option<Value>>>,
    now: usize,
}

impl Directions {
    pub(crate) fn new(width: u32, values: usize) -> Self {
        let none = |_| Map::filled(values, None);
        Self {
            shadows: (0..width).map(none).collect(),
            now: 0,
        }
    }

    /// Those of the present direction.
    pub(crate) fn now(&self) -> usize {
        self.now
    }
}

impl Index<ValueId> for Directions {
    type Output = Option<Value>;

    fn index(&self, value: ValueId) -> &Self::Output {
        &self.shadows[self.now][value]
    }
}

impl IndexMut<ValueId> for Directions {
    fn index_mut(&mut self, value: ValueId) -> &mut Self::Output {
        &mut self.shadows[self.now][value]
    }
}

impl Frame<'_> {
    /// All directions.
    pub(crate) fn directions(&self) -> std::ops::Range<usize> {
        0..self.shadows.shadows.len()
    }

    /// Emission goes on for this direction.
    pub(crate) fn turn(&mut self, direction: usize) {
        self.shadows.now = direction;
    }

    /// Emits something for each direction.
    pub(crate) fn each(&mut self, mut emit: impl FnMut(&mut Self)) {
        for direction in self.directions() {
            self.turn(direction);
            emit(self);
        }
        self.turn(0);
    }

    /// Values of all directions as one.
    pub(crate) fn together(&self, values: &[Value]) -> Value {
        together(&self.build, values)
    }

    /// The present direction's of such values.
    pub(crate) fn apart(&self, all: Value) -> Value {
        apart(&self.build, all, self.directions().len(), self.shadows.now)
    }
}

/// Values of all directions as one.
pub(super) fn together(build: &Builder, values: &[Value]) -> Value {
    match values {
        [only] => *only,
        _ => {
            let ty = of_each(values[0].ty(), values.len() as u32);
            let mut all = ty.undef();
            for (direction, value) in values.iter().enumerate() {
                all = build.insert_value(all, *value, direction as u32);
            }
            all
        }
    }
}

/// The one of a direction among such values.
pub(super) fn apart(build: &Builder, all: Value, width: usize, direction: usize) -> Value {
    match width {
        1 => all,
        _ => build.extract_value(all, direction as u32),
    }
}
