//! Types as the analyses see them: shapes with sizes and offsets in bytes.
//!
//! Must not: know LLVM handles (see [`super::import`]).

use super::entity::{Map, TyId};
use enzyme_rules::FloatKind;

/// The structure of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// No value.
    Void,
    /// A floating number.
    Float(FloatKind),
    /// An integer of so many bits.
    Int(u32),
    /// A pointer.
    Pointer,
    /// A fixed vector: element and length.
    Vector(TyId, u64),
    /// An array: element and length.
    Array(TyId, u64),
    /// A structure: fields with byte offsets.
    Struct(Vec<(TyId, u64)>),
    /// Numbers of a sort that is not followed: scalable vectors, pairs of doubles as one number, types of targets.
    UnusualFloat,
    /// Labels, tokens, metadata.
    Other,
}

/// A type with its sizes in bytes.
#[derive(Clone, Debug)]
pub(crate) struct TyData {
    /// Structure.
    pub shape: Shape,
    /// Bytes that a store writes.
    pub store_size: u64,
    /// Bytes from one array element to the next.
    pub alloc_size: u64,
}

/// The types of one snapshot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types {
    pub(crate) table: Map<TyId, TyData>,
}

/// One scalar inside a type: byte offset and shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    /// Offset from the start of the value in memory.
    pub offset: u64,
    /// The scalar's type.
    pub ty: TyId,
}

impl Types {
    /// Data of a type.
    pub(crate) fn get(&self, ty: TyId) -> &TyData {
        &self.table[ty]
    }

    /// Shape of a type.
    pub(crate) fn shape(&self, ty: TyId) -> &Shape {
        &self.table[ty].shape
    }

    /// The floating kind of a scalar or of a vector's lanes.
    pub(crate) fn float_lanes(&self, ty: TyId) -> Option<FloatKind> {
        match self.shape(ty) {
            Shape::Float(kind) => Some(*kind),
            Shape::Vector(element, _) => self.float_lanes(*element),
            _ => None,
        }
    }

    /// Whether it is a pointer.
    pub(crate) fn is_pointer(&self, ty: TyId) -> bool {
        matches!(self.shape(ty), Shape::Pointer)
    }

    /// Whether it is an integer scalar or vector of integers.
    pub(crate) fn is_integer(&self, ty: TyId) -> bool {
        match self.shape(ty) {
            Shape::Int(_) => true,
            Shape::Vector(element, _) => self.is_integer(*element),
            _ => false,
        }
    }

    /// Whether any scalar inside is floating, or may be.
    pub(crate) fn holds_float(&self, ty: TyId) -> bool {
        self.any_leaf(ty, &|shape| {
            matches!(shape, Shape::Float(_) | Shape::UnusualFloat)
        })
    }

    /// Whether anything inside is of a sort that is not followed.
    pub(crate) fn holds_unusual_float(&self, ty: TyId) -> bool {
        self.any_leaf(ty, &|shape| matches!(shape, Shape::UnusualFloat))
    }

    /// Whether any scalar inside is a pointer.
    pub(crate) fn holds_pointer(&self, ty: TyId) -> bool {
        self.any_leaf(ty, &|shape| matches!(shape, Shape::Pointer))
    }

    fn any_leaf(&self, ty: TyId, test: &dyn Fn(&Shape) -> bool) -> bool {
        match self.shape(ty) {
            Shape::Vector(element, _) | Shape::Array(element, _) => self.any_leaf(*element, test),
            Shape::Struct(fields) => fields.iter().any(|(field, _)| self.any_leaf(*field, test)),
            shape => test(shape),
        }
    }

    /// The scalars inside a type, with offsets; `None` if there are more than `most`.
    pub(crate) fn leaves(&self, ty: TyId, most: usize) -> Option<Vec<Leaf>> {
        let mut leaves = Vec::new();
        self.collect_leaves(ty, 0, most, &mut leaves)?;
        Some(leaves)
    }

    fn collect_leaves(&self, ty: TyId, at: u64, most: usize, out: &mut Vec<Leaf>) -> Option<()> {
        match self.shape(ty) {
            Shape::Vector(element, length) => {
                let step = self.get(*element).store_size;
                self.repeat(*element, step, *length, at, most, out)
            }
            Shape::Array(element, length) => {
                let step = self.get(*element).alloc_size;
                self.repeat(*element, step, *length, at, most, out)
            }
            Shape::Struct(fields) => fields.iter().try_for_each(|(field, offset)| {
                self.collect_leaves(*field, at + offset, most, out)
            }),
            _ if out.len() >= most => None,
            _ => {
                out.push(Leaf { offset: at, ty });
                Some(())
            }
        }
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "a recursion step with its accumulator"
    )]
    fn repeat(
        &self,
        element: TyId,
        step: u64,
        length: u64,
        at: u64,
        most: usize,
        out: &mut Vec<Leaf>,
    ) -> Option<()> {
        (0..length).try_for_each(|i| self.collect_leaves(element, at + i * step, most, out))
    }
}
