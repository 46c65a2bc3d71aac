//! Items in the reverse pass: read back or computed again, once a block.
//!
//! Owns: [`Reverse`], the reverse pass under construction. Must not: look up what the plan did not
//! provide: that is an internal error.

use super::frame::Frame;
use super::shadows;
use super::spread::{in_record, in_row};
use super::vault::{Key, Vault, of_direction, on_tape, part_type};
use crate::plan::recompute::Recipe;
use crate::plan::snapshot::Content;
use crate::plan::storage::Storage;
use crate::plan::{Item, Plan};
use crate::view::entity::Map;
use crate::view::{BlockId, Body, InstId, LoopId, Op, Shape, ValueId};
use enzyme_llvm_shim::ir::{Block, IntPredicate, Value};
use indexmap::{IndexMap, IndexSet};

/// The reverse pass under construction.
pub(crate) struct Reverse<'f, 'a> {
    pub(crate) frame: &'f mut Frame<'a>,
    pub(crate) plan: &'f Plan,
    pub(crate) vault: Vault,
    /// Adjoint variables by direction and value.
    pub(crate) adjoints: IndexMap<(usize, ValueId), Value>,
    /// Values whose adjoints need no variable: all that touches them is in one block.
    pub(crate) is_local: Map<ValueId, bool>,
    /// The adjoints of such values so far, while their block is reversed.
    pub(crate) local: IndexMap<(usize, ValueId), Value>,
    /// Reverse blocks.
    pub(crate) blocks: Map<BlockId, Option<Block>>,
    /// Counters of the reversed loops.
    pub(crate) counters: IndexMap<LoopId, Value>,
    /// Records of the reversed loops.
    pub(crate) records: IndexMap<LoopId, Value>,
    /// Shadows that the reverse pass makes, by direction and allocation.
    pub(crate) late: IndexMap<(usize, InstId), Value>,
    /// Bases of arrays, read when their outermost loop is entered.
    pub(crate) bases: IndexMap<usize, Value>,
    /// What phis are, by the block that control comes from.
    pub(crate) incoming: IndexMap<InstId, IndexMap<BlockId, ValueId>>,
    /// Arrays by their outermost loop: number, and where the base is kept.
    arrays: IndexMap<LoopId, Vec<(usize, &'f Storage)>>,
    /// What is pending at each place of the plan's carries, by direction.
    pub(crate) pending: Vec<Vec<Vec<Value>>>,
    /// What the thread has for its block's sums, by load: variables of its sum, and of the address to which that belongs.
    pub(super) of_blocks: IndexMap<InstId, [Value; 2]>,
    known: IndexMap<(Item, usize, Block), Value>,
    /// What variables of the primal held when its last run was over.
    variables: IndexMap<Item, Value>,
}

impl<'f, 'a> Reverse<'f, 'a> {
    pub(crate) fn new(frame: &'f mut Frame<'a>, plan: &'f Plan, vault: Vault) -> Self {
        let body = frame.source.facts.body;
        let blocks = Map::filled(body.blocks.len(), None);
        let mut reverse = Self {
            frame,
            plan,
            vault,
            adjoints: IndexMap::new(),
            is_local: body
                .values
                .keys()
                .map(|v| lives_in_one_block(body, v))
                .collect(),
            local: IndexMap::new(),
            blocks,
            counters: IndexMap::new(),
            records: IndexMap::new(),
            late: IndexMap::new(),
            bases: IndexMap::new(),
            incoming: IndexMap::new(),
            arrays: arrays(plan),
            pending: Vec::new(),
            of_blocks: IndexMap::new(),
            known: IndexMap::new(),
            variables: IndexMap::new(),
        };
        reverse.make_variables();
        reverse.make_carries();
        reverse.keep_for_blocks();
        reverse
    }

    fn make_variables(&mut self) {
        let (i64, pointer) = (self.frame.context().int(64), self.frame.context().pointer());
        for l in self.frame.source.facts.body.loops.keys() {
            let counter = self.frame.slot(i64, "reverse.counter");
            self.counters.insert(l, counter);
            if self.plan.layout.records.contains_key(&l) {
                let record = self.frame.slot(pointer, "reverse.record");
                self.records.insert(l, record);
            }
        }
        for (id, _) in self.arrays.values().flatten() {
            let base = self.frame.slot(pointer, "reverse.base");
            self.bases.insert(*id, base);
        }
        for direction in self.frame.directions() {
            for allocation in self.plan.heaps.late() {
                let shadow = self.frame.slot(pointer, "reverse.heap");
                self.late.insert((direction, allocation), shadow);
            }
        }
    }

    /// The variable of a shadow that the reverse pass makes.
    fn late_of(&self, made: ValueId) -> Option<Value> {
        let def = self.frame.source.facts.body.def(made)?;
        self.late.get(&(self.frame.shadows.now(), def)).copied()
    }

    /// Emits something for each direction.
    pub(crate) fn each(&mut self, mut emit: impl FnMut(&mut Self)) {
        for direction in self.frame.directions() {
            self.frame.turn(direction);
            emit(self);
        }
        self.frame.turn(0);
    }

    /// Where the value of an item in a block is remembered: shadows have one for each direction.
    fn key(&self, item: Item, here: Block) -> (Item, usize, Block) {
        match item {
            Item::Shadow(_) => (item, self.frame.shadows.now(), here),
            Item::Primal(_) | Item::Tape(_) | Item::Copied(..) => (item, 0, here),
        }
    }

    /// The value of an item, at the builder's place.
    pub(crate) fn lookup(&mut self, item: Item) -> Value {
        let here = self
            .frame
            .build
            .block()
            .expect("the builder stands in a block");
        // Operands first, on an explicit stack: recipes nest as deep as the program's expressions.
        let mut work = vec![(item, false)];
        while let Some((next, ready)) = work.pop() {
            if self.known.contains_key(&self.key(next, here)) {
                continue;
            }
            if ready || self.is_at_hand(next) {
                let value = self.make(next, here);
                self.known.insert(self.key(next, here), value);
            } else {
                work.push((next, true));
                work.extend(self.recipe(next).operands().into_iter().map(|i| (i, false)));
            }
        }
        self.known[&self.key(item, here)]
    }

    fn recipe(&self, item: Item) -> &'f Recipe {
        let found = self.plan.recipes.get(&item);
        found.unwrap_or_else(|| panic!("the plan has no recipe for {item:?}"))
    }

    fn is_at_hand(&self, item: Item) -> bool {
        self.plan.layout.kept.contains_key(&item) || *self.recipe(item) == Recipe::Free
    }

    /// Reads the primal's variables that are read again in the reverse pass, and that nothing overwrites until then, where that begins: LLVM does not
    /// know that shadows are other memory than variables which the primal has given to others.
    pub(super) fn read_variables(&mut self) {
        let body = self.frame.source.facts.body;
        let plan = self.plan;
        for (item, recipe) in &plan.recipes {
            let Recipe::Again(inst, reads) = recipe else {
                continue;
            };
            let is_load = matches!(body.insts[*inst].op, Op::Load { .. });
            let [Item::Primal(pointer)] = reads.as_slice() else {
                continue;
            };
            let is_variable = body
                .def(*pointer)
                .is_some_and(|id| body.is_static_alloca(id));
            if is_load && is_variable && !self.is_at_hand(*item) {
                let read = self.lookup(*item);
                read.forget_value_promises();
                self.variables.insert(*item, read);
            }
        }
    }

    fn make(&mut self, item: Item, here: Block) -> Value {
        if let Some(read) = self.variables.get(&item) {
            return *read;
        }
        if let Some(storage) = self.plan.layout.kept.get(&item) {
            let all = self.address(Key::Item(item), storage);
            let (ty, address) = of_direction(self.frame, item, all);
            let kept = self.frame.build.load(ty, address, "kept");
            return on_tape(self.frame, kept);
        }
        match self.recipe(item).clone() {
            Recipe::Free => self.free(item),
            Recipe::Alias(of) => self.known[&self.key(of, here)],
            Recipe::Decide(condition, then, otherwise) => {
                let [c, a, b] =
                    [condition, then, otherwise].map(|i| self.known[&self.key(i, here)]);
                self.frame.build.select(c, a, b)
            }
            Recipe::Again(inst, reads) => self.again(item, inst, &reads, here),
            Recipe::Handed(load, at, _) => self.again(item, load, &[at], here),
            Recipe::Never => panic!("the plan neither keeps nor recomputes {item:?}"),
        }
    }

    fn free(&mut self, item: Item) -> Value {
        match item {
            Item::Primal(value) => match self.frame.source.facts.body.counted(value) {
                Some(l) => self.counter(l),
                None => self.frame.value(value),
            },
            Item::Shadow(value) => match self.late_of(value) {
                Some(variable) => {
                    let pointer = self.frame.context().pointer();
                    self.frame.build.load(pointer, variable, "late")
                }
                None => shadows::shadow(self.frame, value),
            },
            Item::Tape(_) | Item::Copied(..) => panic!("what is on the tape is kept"),
        }
    }

    /// The reversed loop's counter.
    pub(crate) fn counter(&mut self, l: LoopId) -> Value {
        let i64 = self.frame.context().int(64);
        self.frame.build.load(i64, self.counters[&l], "counter")
    }

    /// The prepared instruction again, on looked-up operands.
    fn again(&mut self, item: Item, inst: InstId, reads: &[Item], here: Block) -> Value {
        let original = self.frame.source.handles.inst(inst);
        let load = matches!(self.frame.source.facts.body.insts[inst].op, Op::Load { .. });
        if load && matches!(item, Item::Shadow(_)) {
            return self.load_shadow(item, inst, here);
        }
        let copy = original.clone_instruction();
        match self.location(inst) {
            Some(place) => copy.copy_debug_location(place),
            None => copy.clear_debug_location(),
        }
        for (position, operand) in original.operands().into_iter().enumerate() {
            let Some(id) = self.frame.ids.get(&operand).copied() else {
                continue;
            };
            if let Some(read) = reads.iter().find(|read| read.value() == Some(id)) {
                copy.set_operand(position as u32, self.known[&self.key(*read, here)]);
            }
        }
        if let Item::Copied(snapshot, _) = item
            && !matches!(self.plan.snapshots.content(snapshot), Content::Whole)
        {
            // It is reckoned from before the copy.
            copy.forget_address_promises();
        }
        if let [Item::Copied(snapshot, pointer)] = reads
            && load
            && let Some(storage) = self.plan.layout.doubtful.get(&item)
        {
            let at = self.known[&self.key(Item::Copied(*snapshot, *pointer), here)];
            let of = self.known[&self.key(Item::Copied(*snapshot, snapshot.of), here)];
            let alone = self.address(Key::Item(item), storage);
            let build = &self.frame.build;
            let is_made = build.icmp(IntPredicate::LLVMIntNE, of, of.ty().zero());
            copy.set_operand(0, build.select(is_made, at, alone));
        }
        self.frame.build.insert(copy);
        if load && matches!(reads, [Item::Copied(..)]) {
            on_tape(self.frame, copy);
        } else if load {
            self.frame.marks.primal(copy);
        }
        copy
    }

    /// Metadata of the primal load (ranges, non-null) says nothing of its shadow.
    fn load_shadow(&mut self, item: Item, inst: InstId, here: Block) -> Value {
        let pointer = self.frame.source.facts.body.insts[inst].operands[0];
        let at = self.known[&self.key(Item::Shadow(pointer), here)];
        let ty = part_type(self.frame, item);
        let shadow = self.frame.build.load(ty, at, "shadow");
        self.frame.on_shadow(shadow, inst);
        shadow
    }

    /// Address of a kept thing in the reverse pass.
    pub(crate) fn address(&mut self, key: Key, storage: &Storage) -> Value {
        match storage {
            Storage::Slot | Storage::Frame(_) => self.vault.slots[&key],
            Storage::Record(l, field) => {
                let pointer = self.frame.context().pointer();
                let record = self.frame.build.load(pointer, self.records[l], "record");
                in_record(self.frame, self.plan, (*l, *field), record)
            }
            Storage::Array {
                id, field, loops, ..
            } => {
                let pointer = self.frame.context().pointer();
                let base = self.frame.build.load(pointer, self.bases[id], "base");
                let index = self.linear_index(loops);
                in_row(self.frame, self.plan, (*id, *field), (base, index))
            }
        }
    }

    fn linear_index(&mut self, loops: &[LoopId]) -> Value {
        let mut index = self.counter(loops[0]);
        for l in &loops[1..] {
            let last = self.frame.source.facts.body.loops[*l]
                .last
                .expect("countable");
            let last = self.lookup(Item::Primal(last));
            let trips = self.frame.build.add_nowrap(last, self.frame.i64(1));
            let row = self.frame.build.mul_nowrap(index, trips);
            let counter = self.counter(*l);
            index = self.frame.build.add_nowrap(row, counter);
        }
        index
    }

    /// Sets up the variables of a loop that the reverse pass is about to enter from its exit.
    pub(crate) fn enter(&mut self, l: LoopId, counter: ValueId) {
        let value = self.lookup(Item::Primal(counter));
        self.frame.build.store(value, self.counters[&l]);
        let pointer = self.frame.context().pointer();
        if let Some(storage) = self.plan.layout.chains.get(&l) {
            let address = self.address(Key::Chain(l), storage);
            let head = self.frame.build.load(pointer, address, "chain");
            on_tape(self.frame, head);
            self.frame.build.store(head, self.records[&l]);
        }
        for (id, base) in self.arrays.get(&l).cloned().unwrap_or_default() {
            let address = self.address(Key::Array(id), base);
            let array = self.frame.build.load(pointer, address, "array");
            on_tape(self.frame, array);
            self.frame.build.store(array, self.bases[&id]);
        }
    }
}

/// Whether a number is made and used in one block only. Phis use it on an edge, `ret` in another
/// block of the derivative; aggregates have parts, which are added to through addresses.
fn lives_in_one_block(body: &Body, value: ValueId) -> bool {
    let Some(def) = body.def(value) else {
        return false;
    };
    let home = body.insts[def].block;
    let passes = |id: InstId| matches!(body.insts[id].op, Op::Phi(_) | Op::Ret);
    let near = |id: &InstId| body.insts[*id].block == home && !passes(*id);
    let whole = !matches!(body.shape(value), Shape::Struct(_) | Shape::Array(..));
    whole && !passes(def) && body.values[value].uses.iter().all(near)
}

/// All arrays of a plan by their outermost loop: number, and where the base is kept.
fn arrays(plan: &Plan) -> IndexMap<LoopId, Vec<(usize, &Storage)>> {
    let mut seen = IndexSet::new();
    let mut found: IndexMap<LoopId, Vec<(usize, &Storage)>> = IndexMap::new();
    let kept = plan.layout.all().map(|(_, storage)| storage);
    for storage in kept.chain(plan.layout.chains.values()) {
        let mut next = storage;
        while let Storage::Array {
            id, loops, base, ..
        } = next
        {
            if seen.insert(*id) {
                found.entry(loops[0]).or_default().push((*id, &**base));
            }
            next = base;
        }
    }
    found
}
