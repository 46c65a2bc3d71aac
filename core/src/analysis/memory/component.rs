//! The objects and fields of a settled graph, numbered.
//!
//! Owns: [`Component`], what the functions of one component of the call graph have in common, and which of its objects lead to which.
//! Must not: know what any one function does.

use super::contested::Contested;
use super::graph::{Graph, NodeId, Pointer, View};
use super::origins::Origins;
use super::scalar::{Becomes, Scalar};
use super::shapes::Shapes;
use super::touches::Copied;
use indexmap::IndexSet;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A dense object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ObjectId(pub(crate) usize);

/// A dense field of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FieldId(pub(crate) usize);

/// A place in an object: the offset is known modulo the object's stride (0: exactly).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) object: ObjectId,
    pub(crate) offset: i64,
    /// The pointer by itself, which may be more exact than its object.
    pub(super) view: View,
}

/// An object: its stride, fields and origins.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) stride: u64,
    /// Fields in order of their offsets.
    pub(crate) fields: Vec<FieldId>,
    /// Bytes of its largest field.
    pub(super) largest: u64,
    /// Whether a pointer to it lies in memory.
    pub(crate) held: bool,
    pub(crate) origins: Origins,
}

/// A field: what it holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) offset: i64,
    pub(crate) size: u64,
    pub(crate) scalar: Scalar,
    pub(crate) target: Option<ObjectId>,
    /// Integers there come from numbers or become such.
    pub(crate) carries: bool,
    /// The same bytes may be accessed as another sort of scalar.
    pub(super) contested: bool,
}

impl Field {
    /// Whether a number, or bits of one, may lie there.
    pub(crate) fn holds_number(&self) -> bool {
        self.scalar.holds_number() || self.carries
    }
}

/// What the functions of one component of the call graph have in common.
#[derive(Debug)]
pub(crate) struct Component {
    pub(super) graph: Graph,
    pub(super) shapes: Shapes,
    pub(super) contested: Contested,
    pub(super) copies: Vec<Copied>,
    /// Globals that the functions name, with pointers to them.
    pub(super) globals: Vec<(String, Pointer)>,
    pub(super) numbers: BTreeMap<NodeId, ObjectId>,
    pub(super) objects: Rc<[Object]>,
    pub(super) fields: Rc<[Field]>,
    /// Objects behind mutable globals, and behind all that are named.
    pub(super) behind_mutable: IndexSet<ObjectId>,
    pub(super) behind_named: IndexSet<ObjectId>,
    /// Whether what may be bits of a number is read as a pointer somewhere; not before it is asked.
    pub(super) disguised: OnceCell<bool>,
}

impl Component {
    /// Numbers the objects and fields of a settled graph.
    pub(super) fn new(
        mut graph: Graph,
        (shapes, contested): (Shapes, Contested),
        copies: Vec<Copied>,
        globals: Vec<(String, Pointer)>,
    ) -> Self {
        graph.flatten();
        let roots = graph.representatives().enumerate();
        let numbers = roots.map(|(i, root)| (root, ObjectId(i))).collect();
        let (objects, fields) = numbered(&graph, &numbers);
        let mut component = Self {
            graph,
            shapes,
            contested,
            copies,
            globals,
            numbers,
            objects: objects.into(),
            fields: fields.into(),
            behind_mutable: IndexSet::new(),
            behind_named: IndexSet::new(),
            disguised: OnceCell::new(),
        };
        component.behind_mutable = component.reachable(mutable_globals(&component.objects));
        let named = component.globals.iter();
        let named = named.map(|(_, pointer)| component.object_of(*pointer));
        component.behind_named = component.reachable(named);
        component
    }

    pub(super) fn object_of(&self, pointer: Pointer) -> ObjectId {
        self.numbers[&self.graph.find(pointer).node]
    }

    /// Objects that can be reached from some through pointers, themselves included.
    pub(super) fn reachable(&self, from: impl IntoIterator<Item = ObjectId>) -> IndexSet<ObjectId> {
        reachable(&self.objects, &self.fields, from)
    }
}

/// The objects and fields of a graph whose representatives are numbered.
fn numbered(graph: &Graph, numbers: &BTreeMap<NodeId, ObjectId>) -> (Vec<Object>, Vec<Field>) {
    let mut fields = Vec::new();
    let mut objects = Vec::new();
    for root in numbers.keys() {
        let mut object = Object {
            stride: graph.stride(*root),
            fields: Vec::new(),
            largest: 0,
            held: false,
            origins: graph.origins(*root).clone(),
        };
        for (offset, cell, size) in graph.fields(*root) {
            let bits = graph.bits(cell);
            object.fields.push(FieldId(fields.len()));
            object.largest = object.largest.max(size);
            fields.push(Field {
                carries: bits.from_number || bits.to_number == Becomes::Moved,
                contested: graph.is_contested(cell),
                offset,
                size,
                scalar: graph.scalar(cell),
                target: graph.target(cell).map(|t| numbers[&t.node]),
            });
        }
        objects.push(object);
    }
    for target in fields.iter().filter_map(|field: &Field| field.target) {
        objects[target.0].held = true;
    }
    (objects, fields)
}

pub(super) fn mutable_globals(objects: &[Object]) -> impl Iterator<Item = ObjectId> + '_ {
    let objects = objects.iter().enumerate();
    objects
        .filter(|(_, object)| !object.origins.globals.is_empty())
        .map(|(index, _)| ObjectId(index))
}

fn reachable(
    objects: &[Object],
    fields: &[Field],
    from: impl IntoIterator<Item = ObjectId>,
) -> IndexSet<ObjectId> {
    let mut seen: IndexSet<ObjectId> = from.into_iter().collect();
    let mut next = 0;
    while let Some(object) = seen.get_index(next).copied() {
        next += 1;
        let ids = objects[object.0].fields.iter();
        seen.extend(ids.filter_map(|id| fields[id.0].target));
    }
    seen
}

/// Ways that functions have to memory which are not analysed here.
#[derive(Debug)]
pub(crate) struct Escaped {
    /// Objects behind what callers give and take.
    pub(super) passed: IndexSet<ObjectId>,
    /// Whether they may come through globals, too.
    pub(super) globals: bool,
    /// Objects that are copied, at once or through other memory, to where others may look.
    pub(super) copied_out: OnceCell<IndexSet<ObjectId>>,
}

impl Escaped {
    pub(super) fn new(component: &Component, pointers: &[Pointer], globals: bool) -> Self {
        let objects = pointers.iter().map(|p| component.object_of(*p));
        Self {
            passed: component.reachable(objects),
            globals,
            copied_out: OnceCell::new(),
        }
    }
}
