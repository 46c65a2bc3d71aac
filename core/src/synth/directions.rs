//! The directions of a derivative: a request of width n asks for n tangents, or for n adjoints, of one primal.
//!
//! What has a shadow has one for each direction. Emitters know one direction at a time: the frame says which, and whoever emits for
//! all of them turns it. What they compute of the primal they compute again for each direction; LLVM makes one of equal values.
//!
//! Owns: [`Directions`], and values of all directions as one. Must not: know what is emitted.

use crate::request::of_each;
use crate::view::ValueId;
use crate::view::entity::Map;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::Value;
use std::ops::{Index, IndexMut};

/// Shadows of the forward sweep (tangents of numbers in forward mode), of each direction.
pub(crate) struct Directions {
    pub(super) shadows: Vec<Map<ValueId, Option<Value>>>,
    pub(super) now: usize,
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
