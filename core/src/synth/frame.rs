//! The function under construction and the maps from the snapshot into it.
//!
//! Owns: [`Frame`]: parameters, cloned values and blocks, slots. Must not: know modes.

use super::directions::{Directions, apart, together};
use super::scopes::Marks;
use super::signature;
use super::tape;
use super::twins::Twins;
use crate::analysis::exclusive::Count;
use crate::plan::Facts;
use crate::plan::promises::states_number;
use crate::plan::scopes::Scopes;
use crate::request::{Mode, Request};
use crate::view::entity::{Entity, Map};
use crate::view::ints::Errno;
use crate::view::{BlockId, Handles, InstId, LoopId, Op, ValueId, ValueKind};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Block, Context, IntPredicate, Module, Type, TypeKind, Value};
use enzyme_llvm_shim::transform;
use indexmap::IndexMap;
use std::cell::RefCell;

/// Bytes beyond which no number is aligned by itself.
const MOST_NATURAL: u32 = 16;

/// How emission asks for other generated functions.
pub(crate) trait Resolve {
    /// The function generated (or to be generated) for a request.
    fn resolve(&mut self, request: &Request) -> Value;
    /// The source function of a symbol.
    fn source(&self, symbol: &str) -> Value;
}

/// What emission reads.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) module: Module,
    pub(crate) prepared: Value,
    pub(crate) handles: &'a Handles,
    pub(crate) facts: Facts<'a>,
    pub(crate) scopes: &'a Scopes,
    pub(crate) twins: &'a Twins,
}

/// The function under construction.
pub(crate) struct Frame<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) function: Value,
    pub(crate) build: Builder,
    pub(crate) resolve: &'a mut dyn Resolve,
    /// Clones of the forward sweep; parameters and constants as themselves.
    pub(crate) values: Map<ValueId, Option<Value>>,
    /// Shadows of the forward sweep (tangents of numbers in forward mode).
    pub(crate) shadows: Directions,
    pub(crate) blocks: Map<BlockId, Option<Block>>,
    pub(crate) insts: Map<InstId, Option<Value>>,
    pub(crate) ids: IndexMap<Value, ValueId>,
    /// Seed of the returned value, and the tape, where the signature has them.
    pub(crate) seed: Option<Value>,
    pub(crate) tape: Option<Value>,
    /// Memory that the program has for its tape, and how many bytes.
    pub(crate) room: Option<(Value, Value)>,
    /// The number of the forward sweep, once it is given or asked for.
    sweep: Option<Value>,
    /// Where `errno` is, if what rules call must leave it alone.
    pub(crate) errno: Option<Errno>,
    /// Types of the records that iterations push.
    pub(crate) record_types: RefCell<IndexMap<LoopId, Type>>,
    /// Of arrays whose rows have several fields.
    pub(crate) row_types: RefCell<IndexMap<usize, Type>>,
    /// Marks of accesses that never meet.
    pub(crate) marks: Marks<'a>,
    /// Variables that are written instead of shadows that there are none of, by type.
    pub(super) nowhere: IndexMap<Type, Value>,
    /// Flags of instructions that may have left something that varies in memory without shadow.
    pub(super) lost: IndexMap<InstId, Value>,
    /// First instruction of each block of the forward sweep that is no phi: what concerns phis goes
    /// before it.
    anchors: Map<BlockId, Option<Value>>,
    /// Where entry-block slots go: before this instruction.
    pub(super) slot_anchor: Option<Value>,
    /// Whether the worker that runs the function is the only one, if that was asked.
    alone: Option<Value>,
    /// How many threads the grid has, as far as that was asked.
    pub(super) threads: IndexMap<Count, Value>,
    /// What inspections have found out in the forward sweep: numbers of bytes from which to which, and how often.
    pub(super) inspected: IndexMap<usize, [Value; 3]>,
    /// What no other worker has read, by part, where that is known.
    pub(super) own: Vec<OwnPart>,
}

/// A part of memory that no other worker has read.
#[derive(Clone, Copy)]
pub(super) struct OwnPart {
    pub(super) low: Value,
    pub(super) end: Value,
    /// Whether it is all that the worker reads behind the pointer, or it has numbers of its own instead of all.
    pub(super) whole: Value,
    /// Where the worker may have numbers of its own.
    pub(super) instead: Option<Instead>,
}

/// Where the numbers of a worker's own lie: how many bytes behind the shadow.
#[derive(Clone, Copy)]
pub(super) struct Instead {
    /// Those that it has instead of all that it reads, if it has them.
    pub(super) of_all: Value,
    /// Those instead of what lies before the part, and behind it.
    pub(super) below: Value,
    pub(super) above: Value,
    /// Whether it has these.
    pub(super) at_borders: Value,
}

impl<'a> Frame<'a> {
    /// Starts a function: maps parameters; the body is still empty.
    pub(crate) fn new(source: Source<'a>, function: Value, resolve: &'a mut dyn Resolve) -> Self {
        let body = source.facts.body;
        let mut frame = Self {
            source,
            function,
            build: Builder::new(source.module.context()),
            resolve,
            values: Map::filled(body.values.len(), None),
            shadows: Directions::new(source.facts.request.width, body.values.len()),
            blocks: Map::filled(body.blocks.len(), None),
            insts: Map::filled(body.insts.len(), None),
            ids: IndexMap::new(),
            seed: None,
            tape: None,
            room: None,
            sweep: None,
            errno: None,
            record_types: RefCell::default(),
            row_types: RefCell::default(),
            marks: Marks::new(source.module.context(), source.scopes),
            nowhere: IndexMap::new(),
            inspected: IndexMap::new(),
            lost: IndexMap::new(),
            anchors: Map::filled(body.blocks.len(), None),
            slot_anchor: None,
            alone: None,
            threads: IndexMap::new(),
            own: Vec::new(),
        };
        frame.map_constants();
        frame.map_params();
        frame
    }

    pub(crate) fn context(&self) -> Context {
        self.source.module.context()
    }

    pub(crate) fn request(&self) -> &'a Request {
        self.source.facts.request
    }

    fn map_constants(&mut self) {
        let body = self.source.facts.body;
        for (id, data) in body.values.iter() {
            let handle = self.source.handles.value(id);
            self.ids.insert(handle, id);
            if !matches!(data.kind, ValueKind::Inst(_) | ValueKind::Param(_)) {
                self.values[id] = Some(handle);
            }
        }
    }

    fn map_params(&mut self) {
        let request = self.source.facts.request;
        let mut given = self.function.params().into_iter();
        for (position, param) in self.source.facts.body.params.iter().enumerate() {
            let primal = given.next().expect("a parameter for each primal");
            primal.set_name(&self.source.facts.body.values[*param].name);
            self.values[*param] = Some(primal);
            for direction in self.directions().filter(|_| request.has_shadow(position)) {
                self.turn(direction);
                let shadow = given.next().expect("a parameter for each shadow");
                shadow.set_name(&format!(
                    "{}.shadow",
                    self.source.facts.body.values[*param].name
                ));
                self.shadows[*param] = Some(shadow);
            }
        }
        self.turn(0);
        if signature::has_seed(request) {
            self.seed = given.next();
        }
        if request.mode == Mode::Reverse {
            self.tape = given.next();
        }
        if signature::has_room(request) {
            self.room = given.next().zip(given.next());
        }
        if signature::has_sweep(request) {
            self.sweep = given.next();
        }
    }

    /// Clones the prepared body into the function and maps it.
    ///
    /// # Errors
    /// The shim's reason if LLVM cannot clone.
    pub(crate) fn clone_body(&mut self) -> Result<(), String> {
        let body = self.source.facts.body;
        let args: Vec<Value> = body.params.iter().map(|p| self.value(*p)).collect();
        transform::clone_body(self.source.prepared, self.function, &args)?;
        transform::name_subprogram(self.function);
        for (index, block) in self.function.blocks().into_iter().enumerate() {
            let id = BlockId::at(index);
            self.blocks[id] = Some(block);
            self.anchors[id] = block.first_non_phi();
            for (inst, clone) in body.blocks[id].insts.iter().zip(block.instructions()) {
                self.insts[*inst] = Some(clone);
                if matches!(body.insts[*inst].op, Op::Load { .. } | Op::Store { .. }) {
                    self.marks.primal(clone);
                }
                if let Some(result) = body.insts[*inst].result {
                    self.values[result] = Some(clone);
                }
            }
        }
        self.anchor_slots();
        Ok(())
    }

    /// Marks the access of the shadow of what a load or store of the primal function accesses.
    pub(crate) fn on_shadow(&mut self, access: Value, of: InstId) {
        self.marks.shadow(access, self.source.facts.body, of);
    }

    /// States the type of an access of a shadow, made for a primal's, where that holds for the shadow.
    pub(crate) fn tag_shadow(&self, access: Value, of: InstId) {
        if states_number(&self.source.facts.body.insts[of]) {
            access.tag_as_scalar(self.source.handles.inst(of));
        }
    }

    /// How an access of a shadow is aligned in the place of a primal's: as its numbers are. That the primal's memory is
    /// aligned by more, the program may have found out at run time.
    pub(crate) fn shadow_alignment(&self, primal: Value, ty: Type) -> u32 {
        let number = match ty.kind() {
            TypeKind::LLVMVectorTypeKind | TypeKind::LLVMArrayTypeKind => ty.element(),
            // Any other: it is one number, or a structure that begins with one of at most so many bytes.
            _ => ty,
        };
        let natural = u32::try_from(self.size_of(number)).unwrap_or(MOST_NATURAL);
        let natural = natural.next_power_of_two().min(MOST_NATURAL);
        primal.memory_alignment().min(natural)
    }

    /// The last step: declarations at the head of the function.
    pub(crate) fn finish(&self) {
        self.marks.declare(self.source.module, self.function);
        if self.request().mode == Mode::Reverse {
            transform::locate_within(self.function, self.source.prepared);
        }
        transform::place_calls(self.function);
    }

    /// Slots go to the head of the entry block.
    pub(crate) fn anchor_slots(&mut self) {
        let entry = self.function.blocks()[0];
        let i8 = self.context().int(8);
        match entry.instructions().first() {
            Some(first) => self.build.before(*first),
            None => self.build.at_end(entry),
        }
        // A marker that stays first after the slots; promotion removes it.
        let marker = self.build.alloca(i8, "slots");
        self.slot_anchor = Some(marker);
    }

    /// Value in the forward sweep (or a parameter or constant).
    pub(crate) fn value(&self, id: ValueId) -> Value {
        self.values[id].expect("the forward sweep has every value")
    }

    pub(crate) fn inst(&self, id: InstId) -> Value {
        self.insts[id].expect("the forward sweep has every instruction")
    }

    /// LLVM type of a value.
    pub(crate) fn ty(&self, id: ValueId) -> Type {
        self.source.handles.ty(self.source.facts.body.values[id].ty)
    }

    /// A zeroed variable of the whole function.
    pub(crate) fn slot(&mut self, ty: Type, name: &str) -> Value {
        let anchor = self.slot_anchor.expect("slots have an anchor");
        let build = Builder::new(self.context());
        build.before(anchor);
        let slot = build.alloca(ty, name);
        match ty.kind() {
            // Stored as a value, LLVM would take it apart.
            TypeKind::LLVMArrayTypeKind => {
                build.zero_memory(slot, self.i64(self.source.module.alloc_size(ty)))
            }
            _ => build.store(ty.zero(), slot),
        };
        build.address_cast(slot, self.context().pointer())
    }

    /// The number of the forward sweep: the caller's, or one that no other sweep has.
    pub(crate) fn sweep(&mut self) -> Value {
        let anchor = self.slot_anchor.expect("slots have an anchor");
        *self.sweep.get_or_insert_with(|| {
            let build = Builder::new(self.source.module.context());
            build.before(anchor);
            tape::sweep(self.source.module, &build)
        })
    }

    /// Whether the worker that runs the function is the only one of all teams: asked where the function begins.
    pub(crate) fn alone(&mut self) -> Value {
        if let Some(known) = self.alone {
            return known;
        }
        let build = Builder::new(self.context());
        build.before(self.slot_anchor.expect("slots have an anchor"));
        let int = self.context().int(32);
        let ty = int.function(&[], false);
        let mut all = self.context().boolean(true);
        for rule in self
            .source
            .facts
            .registry
            .peers(|starter| self.source.module.function(starter).is_some())
        {
            let answer = build.call(ty, self.source.module.declare(rule.alone, ty), &[], "");
            all = build.and(all, build.icmp(IntPredicate::LLVMIntNE, answer, int.zero()));
        }
        self.alone = Some(all);
        all
    }

    /// Moves the builder behind an instruction's clone (behind all phis, if it is one).
    pub(crate) fn after(&self, id: InstId) {
        let clone = self.inst(id);
        let inst = &self.source.facts.body.insts[id];
        let is_phi = matches!(inst.op, Op::Phi(_));
        let next = if is_phi {
            self.first_non_phi(inst.block)
        } else {
            clone.next_instruction().expect("a terminator follows")
        };
        self.build.before(next);
    }

    /// Where what concerns the phis of a block goes: before this instruction.
    pub(crate) fn first_non_phi(&self, block: BlockId) -> Value {
        self.anchors[block].expect("the forward sweep has every block")
    }

    /// Puts `new` in the place of the clone of an instruction that is about to be erased; `first`
    /// is the first instruction of what replaces it.
    pub(crate) fn replace_clone(&mut self, id: InstId, first: Value, new: Value) {
        let old = self.inst(id);
        let block = self.source.facts.body.insts[id].block;
        if self.anchors[block] == Some(old) {
            self.anchors[block] = Some(first);
        }
        self.insts[id] = Some(new);
    }

    /// Moves the builder before the terminator of a block's clone.
    pub(crate) fn before_end(&self, block: BlockId) {
        let terminator = self
            .source
            .facts
            .body
            .terminator(block)
            .expect("a block has a terminator");
        self.build.before(self.inst(terminator));
    }

    /// An `i64` constant.
    pub(crate) fn i64(&self, value: u64) -> Value {
        self.context().i64(value as i64)
    }

    /// Bytes of a value in memory, as an array element.
    pub(crate) fn size_of(&self, ty: Type) -> u64 {
        self.source.module.alloc_size(ty)
    }
}

/// Blocks so that each stands behind its dominators.
pub(crate) fn dominance_order(body: &crate::view::Body) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut state = Map::<BlockId, u8>::filled(body.blocks.len(), 0);
    let mut stack = vec![(body.entry(), 0usize)];
    state[body.entry()] = 1;
    while let Some((block, next)) = stack.pop() {
        match body.blocks[block].succs.get(next) {
            None => order.push(block),
            Some(to) => {
                stack.push((block, next + 1));
                if state[*to] == 0 {
                    state[*to] = 1;
                    stack.push((*to, 0));
                }
            }
        }
    }
    order.reverse();
    order
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

/// Where the source has the call, as text for the library's messages; null if it is not known.
pub(super) fn place(frame: &Frame<'_>, id: InstId) -> Value {
    let location = frame.source.handles.inst(id).source_location();
    match location {
        Some(at) => frame
            .source
            .module
            .text("ez.place", &format!("{}:{}", at.file, at.line)),
        None => frame.context().pointer().zero(),
    }
}
