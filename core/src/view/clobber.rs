//! Which writes may change what a load read, as LLVM's alias analyses see it.
//!
//! There are as many pairs as the square of the accesses, and most are never of interest. So LLVM is asked about
//! one pair at a time, and only about those that its objects, constant distances and the order of blocks do not
//! tell apart.
//!
//! Owns: candidates and answers. Must not: decide what to keep.

use super::body::{Body, Op};
use super::entity::{BlockId, InstId, Map};
use super::reach::Reach;
pub(crate) use enzyme_llvm_shim::analyses::Clobber;
use enzyme_llvm_shim::analyses::{Access, Alias};
use enzyme_llvm_shim::ir::Value;
use indexmap::IndexMap;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// Alias facts of one prepared function.
pub(crate) struct Clobbers {
    alias: Rc<Alias>,
    function: Value,
    insts: Map<InstId, Option<Value>>,
    /// Found when the first question is asked.
    writes: OnceCell<Writes>,
    /// Pairs of objects that were asked about.
    pairs: RefCell<IndexMap<(Value, Value), bool>>,
}

/// A writing instruction: where it stands, and what it accesses.
struct Write {
    id: InstId,
    block: BlockId,
    access: Access,
}

/// The writing instructions of a function, in its order.
struct Writes {
    reach: Reach,
    /// By the objects that they write, where these overlap no other.
    by_object: IndexMap<Value, Vec<Write>>,
    /// All others.
    others: Vec<Write>,
}

impl Writes {
    fn of(body: &Body, clobbers: &Clobbers) -> Self {
        let mut writes = Self {
            reach: Reach::of(body),
            by_object: IndexMap::new(),
            others: Vec::new(),
        };
        for (id, inst) in body.insts.iter().filter(|(_, inst)| inst.effects.writes) {
            let write = Write {
                id,
                block: inst.block,
                access: clobbers.access(id, matches!(inst.op, Op::Store { .. })),
            };
            match write.access.object.filter(|_| write.access.identified) {
                Some(object) => writes.by_object.entry(object).or_default().push(write),
                None => writes.others.push(write),
            }
        }
        writes
    }
}

/// Whether two accesses are at different constant distances from the same place.
fn disjoint(one: &Access, other: &Access) -> bool {
    match (one.stretch, other.stretch) {
        (Some((base, at, size)), Some((same, from, bytes))) => {
            let (end, until) = (
                at.checked_add_unsigned(size),
                from.checked_add_unsigned(bytes),
            );
            let apart = |end: Option<i64>, start| end.is_some_and(|end| end <= start);
            base == same && (apart(end, from) || apart(until, at))
        }
        _ => false,
    }
}

impl Clobbers {
    pub(crate) fn new(
        alias: Rc<Alias>,
        function: Value,
        insts: Map<InstId, Option<Value>>,
    ) -> Self {
        Self {
            alias,
            function,
            insts,
            writes: OnceCell::new(),
            pairs: RefCell::default(),
        }
    }

    /// Questions about what one instruction reads.
    pub(crate) fn of<'a>(&'a self, body: &'a Body, load: InstId) -> Row<'a> {
        let inst = &body.insts[load];
        Row {
            clobbers: self,
            load,
            block: inst.block,
            access: self.access(load, matches!(inst.op, Op::Load { .. })),
            writes: self.writes.get_or_init(|| Writes::of(body, self)),
        }
    }

    fn handle(&self, id: InstId) -> Value {
        self.insts[id].expect("imported instructions have handles")
    }

    /// What an instruction accesses, where it is known to do so through one pointer.
    fn access(&self, id: InstId, known: bool) -> Access {
        match known {
            true => self.alias.access(self.handle(id)),
            false => Access {
                object: None,
                identified: false,
                stretch: None,
            },
        }
    }

    /// Whether two objects never overlap.
    fn apart(&self, one: Value, other: Value) -> bool {
        if let Some(known) = self.pairs.borrow().get(&(one, other)) {
            return *known;
        }
        let apart = self.alias.objects_apart(self.function, one, other);
        self.pairs.borrow_mut().insert((one, other), apart);
        apart
    }
}

/// What is asked about one load, or another instruction that reads.
pub(crate) struct Row<'a> {
    clobbers: &'a Clobbers,
    load: InstId,
    block: BlockId,
    access: Access,
    writes: &'a Writes,
}

impl Row<'_> {
    /// Writes that can run after the load and are not known to be apart from it: the most likely ones first.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = InstId> + '_ {
        let Writes {
            reach,
            by_object,
            others,
        } = self.writes;
        let own = self.access.object;
        let same = own.and_then(|object| by_object.get(&object));
        let foreign = by_object
            .iter()
            .filter(move |(object, _)| own != Some(**object) && !self.is_apart(**object));
        let foreign = foreign.map(|(_, list)| list.as_slice());
        let lists = same.map(Vec::as_slice).into_iter();
        let lists = lists.chain([others.as_slice()]).chain(foreign);
        let can_follow = move |write: &&Write| {
            let here = write.block == self.block && write.id > self.load;
            (here || reach.follows(self.block, write.block))
                && !disjoint(&self.access, &write.access)
        };
        let near = lists.flat_map(|list| self.nearest_first(list));
        near.filter(can_follow).map(|write| write.id)
    }

    /// Those behind the load, then those before it.
    fn nearest_first<'w>(&self, list: &'w [Write]) -> impl Iterator<Item = &'w Write> + use<'w> {
        let (before, behind) = list.split_at(list.partition_point(|w| w.id <= self.load));
        behind.iter().chain(before)
    }

    /// Whether an object that overlaps no other is apart from what the load reads.
    fn is_apart(&self, object: Value) -> bool {
        let own = self.access.object;
        own.is_some_and(|own| self.access.identified || self.clobbers.apart(own, object))
    }

    /// Whether a write may change what was read.
    pub(crate) fn answer(&self, write: InstId) -> Clobber {
        let clobbers = self.clobbers;
        clobbers
            .alias
            .clobber(clobbers.handle(self.load), clobbers.handle(write))
    }
}
