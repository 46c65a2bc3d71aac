//! The frozen answers of the memory analysis for one function.
//!
//! Owns: dense objects and fields, the layout of byte ranges, and what each instruction touches.
//! Must not: change the graph.

use super::build::distinct;
use super::fragments::Carriers;
use super::graph::{CellId, Graph, NodeId, Pointer, View, gcd, overlap};
use super::origins::Origins;
use super::scalar::{Becomes, Scalar};
use super::shapes::Shapes;
use crate::analysis::callee::Unseen;
use crate::view::{Body, InstId, Op, ValueId};
use enzyme_rules::FloatKind;
use indexmap::{IndexMap, IndexSet};
use std::collections::BTreeMap;

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
    view: View,
}

/// One access of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Touch {
    pub(crate) pointer: Pointer,
    pub(crate) size: u64,
    pub(crate) writes: bool,
    /// What is accessed, where the access itself says it in a way that tells it from other sorts.
    pub(crate) scalar: Scalar,
    /// A number is moved, or an integer that carries bits of one.
    pub(crate) number: bool,
    /// What is written may be a piece of a pointer: bits that came from elsewhere, but not as a pointer.
    pub(crate) piece: bool,
}

/// A memory copy between two pointers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copied {
    pub(crate) to: Pointer,
    pub(crate) from: Pointer,
    pub(crate) length: Option<u64>,
}

/// Accesses by instruction (for a call, those of the callee), and all copies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touched {
    pub(crate) by_inst: IndexMap<InstId, Vec<Touch>>,
    pub(crate) copies: Vec<Copied>,
    /// Globals that the function names, with pointers to them.
    pub(crate) globals: Vec<(String, Pointer)>,
    /// The cell that a load or store of one integer accesses.
    pub(crate) integers: IndexMap<InstId, CellId>,
}

/// An object: its stride, fields and origins.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) stride: u64,
    /// Fields in order of their offsets.
    pub(crate) fields: Vec<FieldId>,
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
}

impl Field {
    /// Whether a number, or bits of one, may lie there.
    pub(crate) fn holds_number(&self) -> bool {
        self.scalar.holds_number() || self.carries
    }
}

/// Scalars found in a byte range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// Offset from the start of the range.
    pub(crate) offset: u64,
    /// What lies there.
    pub(crate) scalar: Scalar,
    /// Bytes.
    pub(crate) size: u64,
}

/// Ways that functions have to memory which are not analysed here.
#[derive(Clone, Debug)]
pub(crate) struct Exposed {
    /// What callers give and take.
    pub(crate) pointers: Vec<Pointer>,
    /// Whether they may come through globals, too.
    pub(crate) globals: bool,
}

/// What the analysis knows of one function.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    graph: Graph,
    shapes: Shapes,
    pointers: IndexMap<ValueId, Pointer>,
    cells: IndexMap<ValueId, CellId>,
    pub(super) carriers: Carriers,
    typed: bool,
    /// Code that is not analysed and runs in the function or below it.
    pub(super) runs: Unseen,
    /// Whether numbers are accessed through pointers of unknown origin, in the function or below it.
    pub(crate) strays: bool,
    params: Vec<Option<Pointer>>,
    returned: Option<Pointer>,
    outside: Exposed,
    touched: Touched,
    numbers: BTreeMap<NodeId, ObjectId>,
    /// Whether an integer that the function returns is one, and not the bits of something else.
    pub(crate) returns_integer: bool,
    /// Parameters of which nothing but integers is made.
    pub(super) plain_params: Vec<bool>,
    /// Loaded integers of which nothing but integers is made.
    pub(super) plain_loads: IndexSet<ValueId>,
    pub(crate) objects: Vec<Object>,
    pub(crate) fields: Vec<Field>,
}

/// What a caller copies in.
pub(crate) struct Summary<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) shapes: &'a Shapes,
    /// Pointers to follow; parameters first.
    pub(crate) roots: Vec<Pointer>,
    /// Parameter positions, in the order of `roots`.
    pub(crate) params: Vec<(u32, Pointer)>,
    /// Index into `roots` of the returned pointer.
    pub(crate) returned: Option<usize>,
    /// Mutable globals by name, with their index into `roots`.
    pub(crate) globals: Vec<(String, usize)>,
    /// All accesses of the function.
    pub(crate) touched: Vec<Touch>,
    /// All copies of the function.
    pub(crate) copies: &'a [Copied],
}

impl Memory {
    pub(super) fn freeze(
        body: &Body,
        (graph, shapes): (&Graph, &Shapes),
        pointers: IndexMap<ValueId, Pointer>,
        (cells, carriers): (IndexMap<ValueId, CellId>, Carriers),
        (returned, outside): (Option<Pointer>, Exposed),
        touched: Touched,
    ) -> Self {
        let params = body
            .params
            .iter()
            .map(|p| pointers.get(p).copied())
            .collect();
        let mut memory = Self {
            graph: graph.clone(),
            shapes: shapes.clone(),
            pointers,
            cells,
            carriers,
            typed: body.typed,
            runs: Unseen::Nothing,
            strays: false,
            params,
            returned,
            outside,
            touched,
            numbers: BTreeMap::new(),
            returns_integer: false,
            plain_params: Vec::new(),
            plain_loads: IndexSet::new(),
            objects: Vec::new(),
            fields: Vec::new(),
        };
        memory.number();
        let unknown = |o: &ObjectId| memory.object(*o).origins.unknown && memory.holds_numbers(*o);
        memory.strays = (0..memory.objects.len()).map(ObjectId).any(|o| unknown(&o));
        let mut ends = body.insts.values().filter(|inst| inst.op == Op::Ret);
        memory.returns_integer = ends.any(|inst| {
            let value = inst.operands.first();
            value.is_some_and(|v| memory.bits(*v).is_integer())
        });
        memory
    }

    fn number(&mut self) {
        let roots: Vec<NodeId> = self.graph.representatives().collect();
        for root in &roots {
            let id = ObjectId(self.objects.len());
            self.numbers.insert(*root, id);
            self.objects.push(Object {
                stride: self.graph.stride(*root),
                fields: Vec::new(),
                origins: self.graph.origins(*root).clone(),
            });
        }
        for root in roots {
            let object = self.numbers[&root];
            let found: Vec<_> = self.graph.fields(root).collect();
            for (offset, cell, size) in found {
                let target = self.graph.target(cell).map(|t| self.numbers[&t.node]);
                let id = FieldId(self.fields.len());
                let scalar = self.graph.scalar(cell);
                let bits = self.graph.bits(cell);
                self.fields.push(Field {
                    carries: bits.from_number || bits.to_number == Becomes::Moved,
                    offset,
                    size,
                    scalar,
                    target,
                });
                self.objects[object.0].fields.push(id);
            }
        }
    }

    fn place_of(&self, pointer: Pointer) -> Place {
        let at = self.graph.find(pointer);
        Place {
            object: self.numbers[&at.node],
            offset: at.offset,
            view: self.graph.view(pointer),
        }
    }

    /// Where a pointer value points; none for null and for values that are no pointers.
    pub(crate) fn place(&self, value: ValueId) -> Option<Place> {
        if let Some(pointer) = self.pointers.get(&value) {
            return Some(self.place_of(*pointer));
        }
        let cell = self.cells.get(&value)?;
        (self.graph.scalar(*cell) == Scalar::Pointer)
            .then(|| self.graph.target(*cell).map(|t| self.place_of(t)))?
    }

    /// What the bits of an integer value are.
    pub(crate) fn bits(&self, value: ValueId) -> Scalar {
        self.cells
            .get(&value)
            .map_or(Scalar::Unknown, |cell| self.graph.scalar(*cell))
    }

    /// Whether an integer may carry bits of a number, or become part of one.
    pub(crate) fn carries_bits(&self, value: ValueId) -> bool {
        self.carriers.has(value)
    }

    /// Whether a number is made of an integer by integer operations.
    pub(crate) fn is_computed_with(&self, value: ValueId) -> bool {
        self.carriers.becomes(value) == Becomes::Computed
    }

    /// Whether the module was compiled with TBAA, so that an access of a declared integer says so.
    pub(crate) fn is_typed(&self) -> bool {
        self.typed
    }

    /// Whether a place is known exactly, whatever other pointers into its object do.
    pub(crate) fn is_exact(&self, place: Place) -> bool {
        place.view.stride == 0
    }

    /// Whether a value was loaded as an integer and nothing else is made of it.
    pub(crate) fn is_plain_integer(&self, value: ValueId) -> bool {
        self.plain_loads.contains(&value)
    }

    /// What the cell holds that a load or store of one integer accesses.
    pub(crate) fn accessed(&self, inst: InstId) -> Scalar {
        self.touched
            .integers
            .get(&inst)
            .map_or(Scalar::Unknown, |cell| self.graph.scalar(*cell))
    }

    /// The floating numbers that an integer value of `bits` carries: kind and how many.
    pub(crate) fn carried(&self, value: ValueId, bits: u32) -> Option<(FloatKind, u32)> {
        numbers_in(self.bits(value), bits)
    }

    /// The floating numbers that a load or store of `bits` bits moves as an integer.
    pub(crate) fn moved(&self, inst: InstId, bits: u32) -> Option<(FloatKind, u32)> {
        numbers_in(self.accessed(inst), bits)
    }

    /// Fields that overlap `size` bytes at a place; all of them if `size` is `None`.
    pub(crate) fn fields_at(&self, place: Place, size: Option<u64>) -> Vec<FieldId> {
        let object = &self.objects[place.object.0];
        let stride = object.stride;
        let whole = size.is_none_or(|n| stride != 0 && n >= stride);
        let hit = |id: &FieldId| {
            let field = &self.fields[id.0];
            let mine = (place.offset, size.unwrap_or(0));
            whole || overlap(mine, (field.offset, field.size), stride)
        };
        object.fields.iter().copied().filter(hit).collect()
    }

    /// Fields an instruction may read or write.
    pub(crate) fn touched(&self, inst: InstId, writes: bool) -> Vec<FieldId> {
        let list = self
            .touched
            .by_inst
            .get(&inst)
            .map_or(&[][..], Vec::as_slice);
        let wanted = list.iter().filter(|t| t.writes == writes);
        let mut fields: Vec<FieldId> = wanted
            .flat_map(|t| {
                let near = self.fields_at(self.place_of(t.pointer), known_size(t.size));
                near.into_iter()
                    .filter(|f| self.compatible(*t, *f))
                    .collect::<Vec<_>>()
            })
            .collect();
        fields.sort_unstable();
        fields.dedup();
        fields
    }

    /// Whether an instruction may write, whatever the sort of the access, what another one reads.
    pub(crate) fn meet(&self, read: InstId, write: InstId) -> bool {
        let touches = |id: InstId, writes: bool| {
            let list = self.touched.by_inst.get(&id).into_iter().flatten();
            list.filter(move |t| t.writes == writes)
        };
        let met = |r: &Touch, w: &Touch| {
            let (from, to) = (self.place_of(r.pointer), self.place_of(w.pointer));
            let stride = self.objects[from.object.0].stride;
            from.object == to.object
                && match (known_size(r.size), known_size(w.size)) {
                    (Some(r), Some(w)) => overlap((from.offset, r), (to.offset, w), stride),
                    _ => true,
                }
        };
        touches(read, false).any(|r| touches(write, true).any(|w| met(r, w)))
    }

    /// Objects that an instruction, or what it calls, reads or writes.
    pub(crate) fn objects_touched(&self, inst: InstId) -> Vec<ObjectId> {
        let list = self.touched.by_inst.get(&inst).into_iter().flatten();
        list.map(|t| self.place_of(t.pointer).object).collect()
    }

    /// Whether an instruction, or what it calls, puts numbers where code that is not analysed may
    /// look.
    pub(crate) fn shows_numbers(&self, inst: InstId) -> bool {
        let list = self.touched.by_inst.get(&inst).into_iter().flatten();
        let mut shown = list.filter(|t| t.writes).flat_map(|t| {
            let place = self.place_of(t.pointer);
            let near = self.fields_at(place, known_size(t.size));
            let exposed = self.object(place.object).origins.exposed;
            near.into_iter()
                .filter(move |f| exposed && self.compatible(*t, *f))
        });
        shown.any(|f| self.fields[f.0].holds_number())
    }

    /// Strict aliasing: in an array of structures, an access of one sort of scalar is not one of a
    /// field that holds another sort.
    fn compatible(&self, touch: Touch, field: FieldId) -> bool {
        let array = self.is_array(self.place_of(touch.pointer));
        !array || self.fields[field.0].scalar.compatible(touch.scalar)
    }

    /// Whether `length` bytes (any number of them if `None`) from a place on begin or end inside of a number.
    pub(crate) fn cuts_number(&self, place: Place, length: Option<u64>) -> bool {
        let object = &self.objects[place.object.0];
        let stride = object.stride as i64;
        let inside = |at: i64, size: i64| at > 0 && at < size;
        let numbers = object.fields.iter().map(|id| &self.fields[id.0]);
        let mut numbers = numbers.filter(|f| matches!(f.scalar, Scalar::Float(_)));
        numbers.any(|field| {
            let (size, distance) = (field.size as i64, place.offset - field.offset);
            let ends = length.map(|n| distance + n as i64);
            match stride {
                0 => inside(distance, size) || ends.is_some_and(|end| inside(end, size)),
                _ => {
                    let within = |at: i64| inside(at.rem_euclid(stride), size);
                    within(distance) || ends.is_some_and(within)
                }
            }
        })
    }

    /// Scalars in `length` bytes at a place, by offset from its start; unknown gaps are left out.
    pub(crate) fn layout(&self, place: Place, length: Option<u64>) -> Vec<Run> {
        let object = &self.objects[place.object.0];
        let distance = |offset: i64| match object.stride {
            0 => offset - place.offset,
            stride => (offset - place.offset).rem_euclid(stride as i64),
        };
        let mut runs: Vec<Run> = object
            .fields
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

    /// Scalars in `length` bytes behind all of some places, told by the pointers of the accesses,
    /// and the period at which they repeat (0: they do not). `visible`: others see the memory.
    /// `None`: it cannot be told.
    pub(crate) fn shape(
        &self,
        places: &[Place],
        length: Option<u64>,
        visible: bool,
    ) -> Option<(Vec<Run>, u64)> {
        let period = places.iter().fold(0, |all, p| gcd(all, p.view.stride));
        let mut runs = Vec::new();
        for place in places {
            runs.extend(self.shapes.layout(place.view, length, period, visible)?);
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
        let sources = self.fields_at(from, length);
        let targets = self.fields_at(to, length);
        let pair = |source: &FieldId| {
            let distance = self.fields[source.0].offset - from.offset;
            let exact = |target: &&FieldId| {
                let there = self.fields[target.0].offset - to.offset;
                same_distance(distance, there, self.objects[to.object.0].stride)
            };
            targets
                .iter()
                .filter(exact)
                .map(|target| (*source, *target))
                .collect::<Vec<_>>()
        };
        sources.iter().flat_map(pair).collect()
    }

    /// Whether offsets at a place are known only modulo a stride.
    pub(crate) fn is_array(&self, place: Place) -> bool {
        self.objects[place.object.0].stride != 0
    }

    /// An object.
    pub(crate) fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0]
    }

    /// Whether numbers are accessed in an object: not so in a library's marker such as the bottom of memory.
    pub(crate) fn holds_numbers(&self, id: ObjectId) -> bool {
        let fields = self.object(id).fields.iter();
        let mut scalars = fields.map(|f| self.fields[f.0].scalar);
        scalars.any(|s| matches!(s, Scalar::Float(_) | Scalar::Mixed))
    }

    /// Objects that can be reached from one through pointers, itself included.
    pub(crate) fn reachable(&self, from: ObjectId) -> Vec<ObjectId> {
        let mut seen = vec![from];
        let mut next = 0;
        while next < seen.len() {
            for id in self.objects[seen[next].0].fields.iter() {
                if let Some(target) = self.fields[id.0].target
                    && !seen.contains(&target)
                {
                    seen.push(target);
                }
            }
            next += 1;
        }
        seen
    }

    /// Objects that are mutable globals.
    pub(crate) fn mutable_globals(&self) -> impl Iterator<Item = ObjectId> + '_ {
        let objects = self.objects.iter().enumerate();
        objects
            .filter(|(_, object)| !object.origins.globals.is_empty())
            .map(|(index, _)| ObjectId(index))
    }

    /// Memory of the analysed functions that no caller can reach, through pointers or globals.
    pub(crate) fn is_private(&self, place: Place) -> bool {
        let mut globals = self.mutable_globals();
        let origins = &self.object(place.object).origins;
        // What ends in the function is nobody else's behind it.
        let kept = origins.exposed && origins.heap && !origins.freed;
        self.is_local(place) && !kept && !globals.any(|g| self.reachable(g).contains(&place.object))
    }

    /// Memory of which no function that is not analysed here knows the address.
    pub(crate) fn is_unseen(&self, place: Place) -> bool {
        let globals: Vec<Pointer> = self.touched.globals.iter().map(|g| g.1).collect();
        let open = self.object(place.object).origins.exposed
            || self.outside.globals && self.reached(&globals, place);
        self.is_local(place) && !open
    }

    /// Whether a place is copied, at once or through other memory, to where others may look.
    pub(crate) fn is_copied_out(&self, place: Place) -> bool {
        let mut objects = vec![place.object];
        let mut next = 0;
        while next < objects.len() {
            let from = objects[next];
            next += 1;
            for copy in &self.touched.copies {
                if self.place_of(copy.from).object != from {
                    continue;
                }
                let to = self.place_of(copy.to);
                if !self.is_unseen(to) {
                    return true;
                }
                if !objects.contains(&to.object) {
                    objects.push(to.object);
                }
            }
        }
        false
    }

    /// Memory made here that leaves through no pointer.
    fn is_local(&self, place: Place) -> bool {
        let origins = &self.objects[place.object.0].origins;
        let local = (origins.stack || origins.heap)
            && !origins.unknown
            && origins.globals.is_empty()
            && origins.params.is_empty();
        local && !self.reached(&self.outside.pointers, place)
    }

    fn reached(&self, from: &[Pointer], place: Place) -> bool {
        let mut objects = from.iter().map(|p| self.place_of(*p).object);
        objects.any(|object| self.reachable(object).contains(&place.object))
    }

    /// Where a pointer parameter points.
    pub(crate) fn param(&self, position: usize) -> Option<Place> {
        self.params[position].map(|p| self.place_of(p))
    }

    /// Where the returned pointer points.
    pub(crate) fn returned(&self) -> Option<Place> {
        self.returned.map(|p| self.place_of(p))
    }

    pub(super) fn summary(&self) -> Summary<'_> {
        let params = self.params.iter().enumerate();
        let params: Vec<(u32, Pointer)> = params
            .filter_map(|(i, p)| Some((i as u32, (*p)?)))
            .collect();
        let mut roots: Vec<Pointer> = params.iter().map(|(_, p)| *p).collect();
        let returned = self.returned.map(|p| {
            roots.push(p);
            roots.len() - 1
        });
        let mut globals = Vec::new();
        for (name, pointer) in &self.touched.globals {
            globals.push((name.clone(), roots.len()));
            roots.push(*pointer);
        }
        roots.extend(self.graph.computed);
        let touched = distinct(
            &self.graph,
            self.touched.by_inst.values().flatten().copied(),
        );
        let copies = &self.touched.copies;
        Summary {
            graph: &self.graph,
            shapes: &self.shapes,
            roots,
            params,
            returned,
            globals,
            touched,
            copies,
        }
    }
}

/// Numbers of one kind that fill so many bits.
fn numbers_in(scalar: Scalar, bits: u32) -> Option<(FloatKind, u32)> {
    let Scalar::Float(kind) = scalar else {
        return None;
    };
    let each = match kind {
        FloatKind::Half | FloatKind::BFloat => 16,
        FloatKind::Float => 32,
        FloatKind::Double => 64,
        FloatKind::X86Fp80 => 80,
        FloatKind::Fp128 => 128,
    };
    bits.is_multiple_of(each).then_some((kind, bits / each))
}

/// Sizes that no access has mean "any extent".
pub(super) fn known_size(size: u64) -> Option<u64> {
    (size < 1 << 40).then_some(size)
}

fn same_distance(a: i64, b: i64, stride: u64) -> bool {
    if stride == 0 {
        a == b
    } else {
        (a - b).rem_euclid(stride as i64) == 0
    }
}
