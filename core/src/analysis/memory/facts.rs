//! The frozen answers of the memory analysis for one function.
//!
//! `layouts` tells what lies in ranges of bytes, `reach` who can reach an object, `written` what is written there beside integers.
//!
//! Owns: what values are, and which fields each instruction touches. Must not: change the graph.

mod layouts;
mod moved;
mod reach;
mod written;

pub(crate) use layouts::Replaced;

use super::component::{Component, Escaped, Field, FieldId, Object, ObjectId, Place};
use super::fragments::Carriers;
use super::graph::{CellId, Graph, Pointer, overlap, windows};
use super::passing::Passing;
use super::scalar::{Becomes, Scalar, Spot, float_size, kept_apart};
use super::shapes::Shapes;
use super::touches::{Copied, Touch, Touched, distinct, known_size};
use crate::analysis::callee::Unseen;
use crate::view::{Body, InstId, Op, ValueId};
use enzyme_rules::FloatKind;
use indexmap::{IndexMap, IndexSet};
use std::cell::OnceCell;
use std::rc::Rc;

/// What the analysis knows of one function.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    component: Rc<Component>,
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
    outside: Rc<Escaped>,
    touched: Touched,
    /// All accesses of the function, each once.
    all_touched: OnceCell<Vec<Touch>>,
    /// Copies as callers have to know them.
    passing: OnceCell<Passing>,
    /// Whether an integer that the function returns is one, and not the bits of something else.
    pub(crate) returns_integer: bool,
    /// Parameters of which nothing but integers is made.
    pub(super) plain_params: Vec<bool>,
    /// Parameters whose memory the function may free, it or what it calls.
    pub(super) freed_params: IndexSet<u32>,
    /// Loaded integers of which nothing but integers is made.
    pub(super) plain_loads: IndexSet<ValueId>,
    pub(crate) objects: Rc<[Object]>,
    pub(crate) fields: Rc<[Field]>,
}

/// What one access of an object reaches.
pub(crate) struct Reach {
    /// From where in the object to where (not included), if that is known exactly.
    pub(crate) bounds: Option<(i64, i64)>,
    pub(crate) fields: Vec<FieldId>,
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
    pub(crate) touched: &'a [Touch],
    /// Copies between memory that the roots reach.
    pub(crate) copies: &'a [Copied],
}

impl Memory {
    pub(super) fn freeze(
        body: &Body,
        component: &Rc<Component>,
        pointers: IndexMap<ValueId, Pointer>,
        (cells, carriers): (IndexMap<ValueId, CellId>, Carriers),
        (returned, outside): (Option<Pointer>, Rc<Escaped>),
        touched: Touched,
    ) -> Self {
        let params = body
            .params
            .iter()
            .map(|p| pointers.get(p).copied())
            .collect();
        let mut memory = Self {
            component: component.clone(),
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
            all_touched: OnceCell::new(),
            passing: OnceCell::new(),
            returns_integer: false,
            plain_params: Vec::new(),
            freed_params: IndexSet::new(),
            plain_loads: IndexSet::new(),
            objects: component.objects.clone(),
            fields: component.fields.clone(),
        };
        let unknown = |o: &ObjectId| memory.object(*o).origins.unknown && memory.holds_numbers(*o);
        memory.strays = (0..memory.objects.len()).map(ObjectId).any(|o| unknown(&o));
        let mut ends = body.insts.values().filter(|inst| inst.op == Op::Ret);
        memory.returns_integer = ends.any(|inst| {
            let value = inst.operands.first();
            value.is_some_and(|v| memory.bits(*v).is_integer())
        });
        memory
    }

    /// What an instruction touches: for a call, what the callee does.
    fn touches(&self, inst: InstId) -> &[Touch] {
        if self.touched.calls.inner.contains(&inst) {
            return &self.touched.by_inner;
        }
        self.touched.by_inst.get(&inst).map_or(&[], Vec::as_slice)
    }

    fn place_of(&self, pointer: Pointer) -> Place {
        let Component { graph, numbers, .. } = &*self.component;
        let at = graph.find(pointer);
        Place {
            object: numbers[&at.node],
            offset: at.offset,
            view: graph.view(pointer),
        }
    }

    /// Where a pointer value points; none for null and for values that are no pointers.
    pub(crate) fn place(&self, value: ValueId) -> Option<Place> {
        if let Some(pointer) = self.pointers.get(&value) {
            return Some(self.place_of(*pointer));
        }
        let cell = self.cells.get(&value)?;
        let graph = &self.component.graph;
        (graph.scalar(*cell) == Scalar::Pointer)
            .then(|| graph.target(*cell).map(|t| self.place_of(t)))?
    }

    /// Whether the result of a call is memory that was obtained in the call, and no other.
    pub(crate) fn obtains(&self, call: InstId, result: ValueId) -> bool {
        let is_new = || {
            let place = self.place(result);
            place.is_some_and(|place| self.object(place.object).origins.is_new())
        };
        let calls = &self.touched.calls;
        calls.obtaining.contains(&call) || calls.inner.contains(&call) && is_new()
    }

    /// Whether a call of a function with a body may free what one of its arguments points to.
    pub(crate) fn may_free(&self, call: InstId, position: u32) -> bool {
        self.touched.calls.freed.contains(&(call, position))
    }

    /// What the bits of an integer value are.
    pub(crate) fn bits(&self, value: ValueId) -> Scalar {
        self.cells
            .get(&value)
            .map_or(Scalar::Unknown, |cell| self.component.graph.scalar(*cell))
    }

    /// Whether an integer may carry bits of a number, or become part of one.
    pub(crate) fn is_punned(&self, value: ValueId) -> bool {
        self.carriers.has(value)
    }

    /// Whether an integer may carry bits of a number that the function did not get as an argument.
    pub(crate) fn comes_from_number(&self, value: ValueId) -> bool {
        self.carriers.comes_from_number(value)
    }

    /// Whether a load or store moves an integer that is nothing else, by all that the analysed functions do with the
    /// memory, of which nobody else knows.
    pub(crate) fn moves_integer(&self, inst: InstId) -> bool {
        self.carriers.moves_integer(inst)
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

    /// How far from the start of its object a place is, if that is known exactly, for those that callees access as well.
    pub(crate) fn exact_offset(&self, place: Place) -> Option<i64> {
        (!self.is_array(place)).then_some(place.offset)
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
            .map_or(Scalar::Unknown, |cell| self.component.graph.scalar(*cell))
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
        let Some(size) = size.filter(|n| stride == 0 || *n < stride) else {
            return object.fields.clone();
        };
        let hit = |id: &FieldId| {
            let field = &self.fields[id.0];
            overlap((place.offset, size), (field.offset, field.size), stride)
        };
        let near = windows((place.offset, size), object.largest, stride);
        let near = near.into_iter().flat_map(|w| self.beginning_in(object, w));
        near.copied().filter(hit).collect()
    }

    /// Fields of an object whose offsets lie in a window: from, to (not included).
    fn beginning_in<'o>(&self, object: &'o Object, (from, to): (i64, i64)) -> &'o [FieldId] {
        let before = |end: i64| move |id: &FieldId| self.fields[id.0].offset < end;
        let first = object.fields.partition_point(before(from));
        let last = object.fields.partition_point(before(to));
        &object.fields[first..last.max(first)]
    }

    /// Fields an instruction may read or write.
    pub(crate) fn touched(&self, inst: InstId, writes: bool) -> Vec<FieldId> {
        self.fields(inst, |touch| touch.writes == writes)
    }

    /// Fields that a call reads even if nobody asks for its derivative.
    pub(crate) fn read_by_itself(&self, inst: InstId) -> Vec<FieldId> {
        self.fields(inst, |touch| !touch.writes && !touch.ruled)
    }

    fn fields(&self, inst: InstId, is_asked: impl Fn(&Touch) -> bool) -> Vec<FieldId> {
        let wanted = self.touches(inst).iter().filter(|touch| is_asked(touch));
        let mut fields: Vec<FieldId> = wanted.flat_map(|t| self.met(t)).collect();
        fields.sort_unstable();
        fields.dedup();
        fields
    }

    /// Fields an instruction may read, but for those that hold pointers alone and are read as such.
    pub(crate) fn read_beside_pointers(&self, inst: InstId) -> Vec<FieldId> {
        let reads = self.touches(inst).iter().filter(|t| !t.writes);
        let others = reads.filter(|t| t.scalar != Scalar::Pointer || self.meets_number(t));
        others.flat_map(|t| self.met(t)).collect()
    }

    /// Whether any function of the component reads as a pointer what may be bits of a number.
    pub(crate) fn reads_numbers_as_pointers(&self) -> bool {
        let pointers = self.touched.by_all.iter();
        let mut pointers = pointers.filter(|t| !t.writes && t.scalar == Scalar::Pointer);
        let disguised = &self.component.disguised;
        *disguised.get_or_init(|| pointers.any(|t| self.meets_number(t)))
    }

    fn meets_number(&self, touch: &Touch) -> bool {
        let met = self.met(touch);
        met.iter().any(|field| self.fields[field.0].holds_number())
    }

    /// Whether a call of analysed code reads nothing that could be an integer of so many bytes or less.
    pub(crate) fn reads_no_int(&self, call: InstId, bytes: u64) -> bool {
        let touches = self.touches(call);
        let wide = |t: &Touch| {
            t.writes
                || matches!(t.scalar, Scalar::Float(_))
                || known_size(t.size).is_some_and(|n| n > bytes)
        };
        !touches.is_empty() && touches.iter().all(wide)
    }

    /// Fields that an access may mean. Strict aliasing: in an array of structures, an access of one sort of scalar is
    /// not one of a field that holds another sort.
    fn met(&self, touch: &Touch) -> Vec<FieldId> {
        let place = self.place_of(touch.pointer);
        let near = self.fields_at(place, known_size(touch.size));
        let held = |id: &FieldId| {
            let field = &self.fields[id.0];
            (field.scalar, field.contested)
        };
        match self.is_array(place) {
            true => kept_apart(near, touch.scalar, held),
            false => near,
        }
    }

    /// Whether what an access moves that many bytes behind its pointer, of that size, may be accessed as another sort of
    /// scalar; `stated` if TBAA says its sort.
    pub(crate) fn is_contested(
        &self,
        pointer: ValueId,
        distance_and_size: (u64, u64),
        stated: bool,
    ) -> bool {
        let Component { contested, .. } = &*self.component;
        let place = self.place(pointer);
        place.is_some_and(|place| contested.has(place.view, distance_and_size, stated))
    }

    /// Whether an instruction may write, whatever the sort of the access, what another one reads.
    pub(crate) fn meet(&self, read: InstId, write: InstId) -> bool {
        let touches = |id: InstId, writes: bool| {
            let list = self.touches(id).iter();
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

    /// What an instruction accesses, as far as it says so itself, where it may meet so many bytes at a place.
    pub(crate) fn scalars_at(
        &self,
        inst: InstId,
        (place, size): (Place, u64),
    ) -> impl Iterator<Item = Scalar> {
        let stride = self.objects[place.object.0].stride;
        let here = move |t: &&Touch| {
            let other = self.place_of(t.pointer);
            let meets = |bytes| overlap((place.offset, size), (other.offset, bytes), stride);
            other.object == place.object && known_size(t.size).is_none_or(meets)
        };
        self.touches(inst).iter().filter(here).map(|t| t.scalar)
    }

    /// Objects that an instruction, or what it calls, reads or writes.
    pub(crate) fn objects_touched(&self, inst: InstId) -> Vec<ObjectId> {
        let list = self.touches(inst).iter();
        list.map(|t| self.place_of(t.pointer).object).collect()
    }

    /// Objects that an instruction, or what it calls, reads.
    pub(crate) fn objects_read(&self, inst: InstId) -> Vec<ObjectId> {
        let reads = self.touches(inst).iter().filter(|t| !t.writes);
        reads.map(|t| self.place_of(t.pointer).object).collect()
    }

    /// Objects that an instruction, or what it calls, writes.
    pub(crate) fn objects_written(&self, inst: InstId) -> Vec<ObjectId> {
        let writes = self.touches(inst).iter().filter(|t| t.writes);
        writes.map(|t| self.place_of(t.pointer).object).collect()
    }

    /// What an instruction, or what it calls, reads of an object.
    pub(crate) fn reads_of(&self, inst: InstId, object: ObjectId) -> Vec<Reach> {
        let reads = self.touches(inst).iter().filter(|t| !t.writes);
        let reads = reads.filter(|t| self.place_of(t.pointer).object == object);
        let reach = |t: &Touch| {
            let from = self.exact_offset(self.place_of(t.pointer));
            let to = from
                .zip(known_size(t.size))
                .and_then(|(from, size)| from.checked_add_unsigned(size));
            Reach {
                bounds: from.zip(to),
                fields: self.met(t),
            }
        };
        reads.map(reach).collect()
    }

    /// Whether an instruction, or what it calls, puts numbers where code that is not analysed may
    /// look.
    pub(crate) fn shows_numbers(&self, inst: InstId) -> bool {
        let list = self.touches(inst).iter();
        let escaped = |t: &&Touch| {
            let object = self.place_of(t.pointer).object;
            self.object(object).origins.escaped
        };
        let mut shown = list
            .filter(|t| t.writes)
            .filter(escaped)
            .flat_map(|t| self.met(t));
        shown.any(|f| self.fields[f.0].holds_number())
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

    /// Whether numbers may lie in an object: what is moved as a block has no type.
    pub(crate) fn may_hold_numbers(&self, id: ObjectId) -> bool {
        let fields = self.object(id).fields.iter();
        let mut scalars = fields.map(|f| self.fields[f.0].scalar);
        scalars.any(|s| !matches!(s, Scalar::Int | Scalar::Presumed | Scalar::Pointer))
    }

    /// Where a pointer parameter points.
    pub(crate) fn param(&self, position: usize) -> Option<Place> {
        self.params[position].map(|p| self.place_of(p))
    }

    /// Bytes of each number behind a parameter, or behind the pointer at an offset of what it points to; 1 for integers that are read, 3 for those that
    /// are written, 5 for numbers of several kinds or beside something else, 0 for what is not known.
    pub(crate) fn pointee_bytes(&self, position: usize, offset: Option<u64>) -> u64 {
        let behind = self.behind(position, offset);
        let fields = behind
            .into_iter()
            .flat_map(|object| &self.object(object).fields);
        let mut kinds = fields.map(|f| match self.fields[f.0].scalar {
            Scalar::Float(kind) => float_size(kind),
            scalar if scalar.is_integer() => 1,
            _ => 0,
        });
        let first = kinds.next().unwrap_or(0);
        match (kinds.all(|kind| kind == first), first) {
            (true, 1) if behind.is_some_and(|object| self.is_written(object)) => {
                match behind.is_some_and(|object| self.reads_from(object)) {
                    true => 7,
                    false => 3,
                }
            }
            (true, first) => first,
            (false, _) if behind.is_some_and(|object| self.holds_numbers(object)) => 5,
            (false, _) => 0,
        }
    }

    /// What a parameter points to, or the pointer at an offset of that.
    pub(crate) fn behind(&self, position: usize, offset: Option<u64>) -> Option<ObjectId> {
        let place = self.param(position)?;
        let Some(offset) = offset else {
            return Some(place.object);
        };
        let at = place.offset.checked_add_unsigned(offset)?;
        let object = self.object(place.object);
        let fields = object.fields.iter().map(|f| &self.fields[f.0]);
        let every = object.stride;
        let mut there = fields.filter(|field| {
            let offset = field.offset;
            Spot { offset, every }.may_be_at(at)
        });
        there.find_map(|field| field.target)
    }

    /// Whether the function, or what it calls, writes to an object.
    fn is_written(&self, object: ObjectId) -> bool {
        let fields = &self.object(object).fields;
        let mut all = self.touched.by_inst.keys();
        all.any(|inst| self.touched(*inst, true).iter().any(|f| fields.contains(f)))
    }

    /// Whether it reads there.
    fn reads_from(&self, object: ObjectId) -> bool {
        let fields = &self.object(object).fields;
        let mut all = self.touched.by_inst.keys();
        all.any(|inst| {
            self.touched(*inst, false)
                .iter()
                .any(|f| fields.contains(f))
        })
    }

    /// Where the returned pointer points.
    pub(crate) fn returned(&self) -> Option<Place> {
        self.returned.map(|p| self.place_of(p))
    }

    /// What the function and those below it touch, but for memory of its own that callers get to know only for where it leads.
    fn touched_for_callers(&self, known: &[Pointer]) -> Vec<Touch> {
        let Component { graph, .. } = &*self.component;
        let own = self.touched.by_inst.values().flatten();
        let below = match self.touched.calls.inner.is_empty() {
            true => &[],
            false => &*self.touched.by_all,
        };
        let mut all = distinct(graph, own.chain(below).copied());
        let node = |pointer: &Pointer| graph.find(*pointer).node;
        let leading = all.iter().filter(|touch| touch.leads_on);
        let led = graph.reachable(leading.map(|touch| node(&touch.pointer)).collect());
        let seen = graph.reachable(known.iter().map(node).collect());
        let is_own = |at| led.contains(&at) && !seen.contains(&at);
        all.retain(|touch| touch.leads_on || !is_own(node(&touch.pointer)));
        all
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
        for (name, pointer) in &self.component.globals {
            globals.push((name.clone(), roots.len()));
            roots.push(*pointer);
        }
        roots.extend(self.component.graph.computed);
        let Component {
            graph,
            shapes,
            copies,
            ..
        } = &*self.component;
        let touched = self
            .all_touched
            .get_or_init(|| self.touched_for_callers(&roots));
        // Of what the function itself makes, too, a caller may see more: where pointers in it lead that are copied from the caller's memory.
        let leading = touched.iter().filter(|touch| touch.leads_on);
        roots.extend(leading.map(|touch| touch.pointer));
        let passing = || Passing::find(graph, copies, &roots);
        let passing = self.passing.get_or_init(passing);
        roots.extend(&passing.between);
        Summary {
            graph,
            shapes,
            roots,
            params,
            returned,
            globals,
            touched,
            copies: &passing.copies,
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
