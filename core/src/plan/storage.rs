//! Where kept items live.
//!
//! Outside of loops: in a slot (registers, after LLVM's promotion) of a combined derivative, or in
//! the frame of a split one. In a nest whose inner counts are known before its outermost loop: in
//! one array an item, indexed by the counters; its base pointer is kept like any item of the block
//! before that loop. Many items of the same nest lie side by side in the rows of one array: as many arrays would be as many
//! streams of memory. In a loop of unknown count: in a record that each iteration pushes; the head
//! of the chain of records is kept outside. They lie side by side where nothing else is pushed between.
//!
//! A tape that the program owns begins with its frame, which the program may have made room for; what is pushed besides hangs on a
//! pointer in it.
//!
//! A snapshot of what is read by indices of the program's may turn out not to pay. What its loads read then has arrays, too, which are empty otherwise.
//!
//! Storage may need counts, which are items: recipes, cut and storage repeat until nothing new is needed.
//!
//! Owns: [`Storage`]. Must not: choose what is kept.

use super::cut::{block_order, home};
use super::facts::Facts;
use super::item::{Item, Snapshot};
use super::raises;
use crate::request::TapeOwner;
use crate::view::{BlockId, InstId, LoopId};
use indexmap::{IndexMap, IndexSet};

/// So many items of one nest have arrays of their own, each read and written one number after the other, as vectors are. More of them share one array.
const MOST_APART: usize = 8;

/// Where one kept item lives.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Storage {
    /// A variable of the combined derivative.
    Slot,
    /// Field of the split derivative's frame.
    Frame(usize),
    /// Field of the rows of an array over these loops, outermost first; the base pointer lives where `base` says.
    Array {
        id: usize,
        field: usize,
        loops: Vec<LoopId>,
        base: Box<Storage>,
    },
    /// Field of the record that an iteration of this loop pushes.
    Record(LoopId, usize),
}

/// What one field of a frame or record holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cell {
    /// A kept item.
    Item(Item),
    /// The base of an array, or the head of a chain of records.
    Pointer,
    /// Stack memory that outlives the augmented primal.
    Stack(InstId),
    /// Its shadow.
    StackShadow(InstId),
    /// What tells whose tape it is, in front of a frame that the program owns.
    Tag,
    /// What was pushed besides such a frame; right behind the tag.
    Pushed,
    /// The shadow of a parameter, which must be the same for the reverse half.
    Given(u32),
    /// The last of the thread's numbers that were the largest when they came, behind the tag (`raises`).
    Raised,
}

/// Everything laid out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub(crate) kept: IndexMap<Item, Storage>,
    /// What is kept if a snapshot turns out not to pay.
    pub(crate) doubtful: IndexMap<Item, Storage>,
    /// Arrays that are empty otherwise.
    pub(crate) unless: IndexMap<usize, Snapshot>,
    /// Fields of the split derivative's frame.
    pub(crate) frame: Vec<Cell>,
    /// Fields of the record that each iteration of a loop pushes.
    pub(crate) records: IndexMap<LoopId, Vec<Cell>>,
    /// Loops whose iterations push nothing but their records.
    pub(crate) side_by_side: IndexSet<LoopId>,
    /// Where the heads of the chains of records are kept.
    pub(crate) chains: IndexMap<LoopId, Storage>,
    /// Fields of the frame that stand for stack memory: primal and shadow.
    pub(crate) stack: IndexMap<InstId, (usize, Option<usize>)>,
    /// Fields of the row that each iteration has in each array.
    pub(crate) rows: Vec<Vec<Cell>>,
    /// Counts that indexing needs in the reverse pass.
    pub(crate) counts: IndexSet<Item>,
}

impl Layout {
    /// Everything that may be kept, and where.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Item, &Storage)> {
        self.kept.iter().chain(&self.doubtful)
    }

    /// Where a frame that the program owns says what was pushed besides.
    pub(crate) fn pushed(&self) -> Option<usize> {
        self.frame.iter().position(|cell| *cell == Cell::Pushed)
    }
}

/// Lays out the kept items, and others that are kept if a snapshot does not pay.
pub(crate) fn place(
    facts: Facts<'_>,
    (kept, doubtful): (&IndexSet<Item>, &IndexMap<Item, Snapshot>),
    bound: &[u32],
    split: bool,
) -> Layout {
    let mut placer = Placer {
        facts,
        split,
        layout: Layout::default(),
        shared: IndexMap::new(),
    };
    placer.head(kept, bound);
    placer.share(kept, doubtful);
    let mut order: Vec<Item> = kept.iter().copied().collect();
    order.sort_by_key(|item| {
        let is_small = is_smaller_than_word(facts, *item);
        (is_small, block_order(home(facts, *item)), *item)
    });
    for item in order {
        let block = home(facts, item).unwrap_or(facts.body.entry());
        let storage = placer.storage(block, Cell::Item(item));
        placer.layout.kept.insert(item, storage);
    }
    for (item, snapshot) in doubtful {
        placer.doubtful(*item, *snapshot);
    }
    placer.chains();
    placer.side_by_side();
    if split {
        placer.stack_memory();
    }
    placer.layout
}

/// Such items come last, so that rows and records have few gaps.
fn is_smaller_than_word(facts: Facts<'_>, item: Item) -> bool {
    let Item::Primal(value) = item else {
        return false;
    };
    let body = facts.body;
    body.types.get(body.values[value].ty).store_size < 8
}

/// Whether an item leads to memory that was pushed when it came to be.
fn is_pushed(facts: Facts<'_>, item: Item) -> bool {
    match item {
        Item::Tape(_) => !raises::is_of_raise(facts, item),
        Item::Copied(..) => true,
        Item::Primal(_) | Item::Shadow(_) => false,
    }
}

struct Placer<'a> {
    facts: Facts<'a>,
    split: bool,
    layout: Layout,
    /// Nests of which many items are kept, and the array that these share, once there is one; apart from others what is kept unless a snapshot pays.
    shared: IndexMap<Nest, Option<Storage>>,
}

/// Loops, outermost first, and the snapshot that items are kept instead of.
type Nest = (Vec<LoopId>, Option<Snapshot>);

impl Placer<'_> {
    /// What a frame begins with that the program owns.
    fn head(&mut self, kept: &IndexSet<Item>, bound: &[u32]) {
        if self.facts.request.tape == TapeOwner::Thread || !self.split {
            return;
        }
        self.frame(Cell::Tag);
        if kept
            .iter()
            .any(|item| raises::is_of_raise(self.facts, *item))
        {
            self.frame(Cell::Raised);
        }
        let body = self.facts.body;
        // An array, or a record, for each iteration of some loop; or what a callee or a copy leaves.
        let pushes = |item: &Item| {
            let block = home(self.facts, *item).unwrap_or(body.entry());
            is_pushed(self.facts, *item) || body.nest(block).next().is_some()
        };
        if kept.iter().any(pushes) {
            self.frame(Cell::Pushed);
        }
        for param in bound {
            self.frame(Cell::Given(*param));
        }
    }

    /// Finds the nests whose items share an array.
    fn share(&mut self, kept: &IndexSet<Item>, doubtful: &IndexMap<Item, Snapshot>) {
        let mut often: IndexMap<Nest, usize> = IndexMap::new();
        let kept = kept.iter().map(|item| (*item, None));
        let doubtful = doubtful.iter().map(|(item, of)| (*item, Some(*of)));
        for (item, unless) in kept.chain(doubtful) {
            let block = home(self.facts, item).unwrap_or(self.facts.body.entry());
            if let Some(loops) = self.countable(block, unless) {
                *often.entry((loops, unless)).or_default() += 1;
            }
        }
        often.retain(|_, count| *count > MOST_APART);
        self.shared = often.into_keys().map(|loops| (loops, None)).collect();
    }

    fn storage(&mut self, block: BlockId, cell: Cell) -> Storage {
        let Some(innermost) = self.facts.body.nest(block).next() else {
            return self.function_level(cell);
        };
        match self.countable(block, None) {
            Some(loops) => self.array((loops, None), cell),
            None => self.record(innermost, cell),
        }
    }

    /// Such a load stands in loops of known counts.
    fn doubtful(&mut self, item: Item, snapshot: Snapshot) {
        let block = home(self.facts, item).expect("a load stands in a block");
        let loops = self
            .countable(block, Some(snapshot))
            .expect("a load is looked at in countable loops");
        let storage = self.array((loops, Some(snapshot)), Cell::Item(item));
        if let Storage::Array { id, .. } = &storage {
            self.layout.unless.insert(*id, snapshot);
        }
        self.layout.doubtful.insert(item, storage);
    }

    fn function_level(&mut self, cell: Cell) -> Storage {
        if self.split {
            Storage::Frame(self.frame(cell))
        } else {
            Storage::Slot
        }
    }

    fn frame(&mut self, cell: Cell) -> usize {
        self.layout.frame.push(cell);
        self.layout.frame.len() - 1
    }

    /// A chain's head is kept where the loop starts; that may make records of outer loops.
    fn chains(&mut self) {
        while let Some(l) = self.unchained() {
            let preheader = self.facts.body.loops[l].preheader;
            let storage = self.storage(preheader, Cell::Pointer);
            self.layout.chains.insert(l, storage);
        }
    }

    fn unchained(&self) -> Option<LoopId> {
        self.layout
            .records
            .keys()
            .copied()
            .find(|l| !self.layout.chains.contains_key(l))
    }

    /// Records lie side by side if nothing else comes to lie between them.
    fn side_by_side(&mut self) {
        let pushes = self.pushing_blocks();
        let body = self.facts.body;
        let alone = |l: &LoopId| !pushes.iter().any(|block| body.holds(*l, *block));
        let records = self.layout.records.keys().copied();
        self.layout.side_by_side = records.filter(alone).collect();
    }

    /// Blocks in which an iteration pushes something else than its record: arrays, copies and records of
    /// inner loops, tapes of callees.
    fn pushing_blocks(&self) -> Vec<BlockId> {
        let body = self.facts.body;
        let layout = &self.layout;
        let before = |l: LoopId| body.loops[l].preheader;
        let kept = layout.all().map(|(_, storage)| storage);
        let storages = kept.chain(layout.chains.values());
        let mut blocks: Vec<BlockId> = layout.records.keys().map(|l| before(*l)).collect();
        blocks.extend(storages.flat_map(arrays).map(before));
        let pushed = layout
            .kept
            .keys()
            .filter(|item| is_pushed(self.facts, **item));
        blocks.extend(pushed.filter_map(|item| home(self.facts, *item)));
        blocks
    }

    /// The reverse half reads stack memory of the augmented half: it moves to the frame.
    fn stack_memory(&mut self) {
        for (id, inst) in self.facts.body.insts.iter() {
            if self.facts.body.is_static_alloca(id) {
                let primal = self.frame(Cell::Stack(id));
                let shadowed = inst.result.is_some_and(|r| self.facts.shadowed(r));
                let shadow = shadowed.then(|| self.frame(Cell::StackShadow(id)));
                self.layout.stack.insert(id, (primal, shadow));
            }
        }
    }

    /// The longest inner part of the nest around a block whose counts are all known before it is entered, outermost loop first; behind a snapshot, of the
    /// nest that this is made for: whether it pays is not known before.
    fn countable(&self, block: BlockId, behind: Option<Snapshot>) -> Option<Vec<LoopId>> {
        let body = self.facts.body;
        let is_inside = |l: &LoopId| {
            behind.is_none_or(|snapshot| body.holds(snapshot.before, body.loops[*l].header))
        };
        let mut nest: Vec<LoopId> = body.nest(block).take_while(is_inside).collect();
        nest.reverse();
        let known_before = |l: LoopId, outer: LoopId| {
            body.loops[l]
                .last
                .is_some_and(|v| body.block_of(v).is_none_or(|b| !body.holds(outer, b)))
        };
        let fits = |start: &usize| {
            let inner = &nest[*start..];
            inner.iter().all(|l| known_before(*l, inner[0]))
                // The count of a loop that is not entered means nothing.
                && inner
                    .windows(2)
                    .all(|pair| body.always_runs(pair[0], body.loops[pair[1]].preheader))
        };
        let start = (0..nest.len()).find(fits)?;
        Some(nest.split_off(start))
    }

    fn array(&mut self, nest: Nest, cell: Cell) -> Storage {
        if let Some(Some(shared)) = self.shared.get(&nest) {
            let mut storage = shared.clone();
            if let Storage::Array { id, field, .. } = &mut storage {
                *field = self.layout.rows[*id].len();
                self.layout.rows[*id].push(cell);
            }
            return storage;
        }
        let storage = self.new_array(&nest.0, cell);
        if let Some(shared) = self.shared.get_mut(&nest) {
            *shared = Some(storage.clone());
        }
        storage
    }

    fn new_array(&mut self, loops: &[LoopId], cell: Cell) -> Storage {
        let body = self.facts.body;
        // The outermost count sizes the array, the inner ones index it.
        for l in &loops[1..] {
            self.layout
                .counts
                .extend(body.loops[*l].last.map(Item::Primal));
        }
        let base = self.storage(body.loops[loops[0]].preheader, Cell::Pointer);
        self.layout.rows.push(vec![cell]);
        Storage::Array {
            id: self.layout.rows.len() - 1,
            field: 0,
            loops: loops.to_vec(),
            base: Box::new(base),
        }
    }

    fn record(&mut self, l: LoopId, cell: Cell) -> Storage {
        let fields = self.layout.records.entry(l).or_default();
        fields.push(cell);
        Storage::Record(l, fields.len() - 1)
    }
}

/// The outermost loops of the arrays in which something is kept: its own, and those of their bases.
fn arrays(storage: &Storage) -> Vec<LoopId> {
    let mut found = Vec::new();
    let mut next = storage;
    while let Storage::Array { loops, base, .. } = next {
        found.push(loops[0]);
        next = base;
    }
    found
}
