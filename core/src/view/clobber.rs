//! Which writes may change what a load read, as LLVM's alias analyses see it.
//!
//! There are as many pairs as the square of the accesses, and most are never of interest. So LLVM is asked about
//! one pair at a time, and only about those that its objects, types, constant distances and the order of blocks do
//! not tell apart.
//!
//! For a load in a loop LLVM is asked in its cross-iteration mode and without scoped no-alias facts, since the write of a later iteration is another
//! execution of the same instruction. LLVM also tells accesses apart by their types. Heap memory may change its type, so that such an answer
//! counts only if the memory graph, which does not look at types here, tells the two apart as well.
//!
//! Owns: candidates and answers. Must not: decide what to keep.

use super::body::{Body, Op};
use super::entity::{BlockId, InstId, Map};
use super::reach::Reach;
pub(crate) use enzyme_llvm_shim::analyses::Clobber;
use enzyme_llvm_shim::analyses::{Access, Alias, StatedType};
use enzyme_llvm_shim::ir::{TypeKind, Value};
use indexmap::{IndexMap, IndexSet};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// Alias facts of one prepared function.
pub(crate) struct Clobbers {
    alias: Rc<Alias>,
    function: Value,
    insts: Map<InstId, Option<Value>>,
    /// Found when the first question is asked.
    writes: OnceCell<Writes>,
    /// Pairs of objects, and of types, that were asked about.
    objects: RefCell<IndexMap<(Value, Value), bool>>,
    types: RefCell<IndexMap<(StatedType, StatedType), bool>>,
    /// Pairs of objects that callers know never to overlap, as far as they are written.
    apart: IndexSet<(Value, Value)>,
    /// The same, whatever is done with them.
    distinct: IndexSet<(Value, Value)>,
}

/// What addresses are made from: a parameter, a variable, what an instruction gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Base(Value);

/// A writing instruction: where it stands, and what it accesses.
struct Write {
    id: InstId,
    block: BlockId,
    access: Access,
}

/// The writing instructions of a function, each list in its order.
struct Writes {
    reach: Reach,
    /// By the object that they write, where it overlaps no other.
    by_object: IndexMap<Value, Vec<Write>>,
    /// All others, by the type that they state.
    by_type: IndexMap<Option<StatedType>, Vec<Write>>,
}

impl Writes {
    fn of(body: &Body, clobbers: &Clobbers) -> Self {
        let mut writes = Self {
            reach: Reach::of(body),
            by_object: IndexMap::new(),
            by_type: IndexMap::new(),
        };
        for (id, inst) in body.insts.iter().filter(|(_, inst)| inst.effects.writes) {
            let write = Write {
                id,
                block: inst.block,
                access: clobbers.alias.write(clobbers.handle(id)),
            };
            let list = match write.access.object.filter(|_| write.access.identified) {
                Some(object) => writes.by_object.entry(object).or_default(),
                None => writes.by_type.entry(write.access.stated).or_default(),
            };
            list.push(write);
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
            objects: RefCell::default(),
            types: RefCell::default(),
            apart: IndexSet::new(),
            distinct: IndexSet::new(),
        }
    }

    /// The same with pairs of parameters that callers know to lead to memory which never overlaps: as far as it is written, and whatever is done
    /// with it.
    pub(crate) fn knowing(mut self, apart: &[(u32, u32)], distinct: &[(u32, u32)]) -> Self {
        let params = self.function.params();
        let both = |pairs: &[(u32, u32)]| {
            let pairs = pairs.iter();
            let pairs = pairs.map(|(one, other)| (params[*one as usize], params[*other as usize]));
            pairs
                .flat_map(|(one, other)| [(one, other), (other, one)])
                .collect()
        };
        (self.apart, self.distinct) = (both(apart), both(distinct));
        self
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

    /// Whether a write that runs after a call may change memory from where an operand of the call points on.
    pub(crate) fn overwrites(&self, (call, operand): (InstId, u8), write: InstId) -> bool {
        let call = self.handle(call);
        let write = self.handle(write);
        self.alias.overwrites((call, u32::from(operand)), write)
    }

    /// Whether no memory lies both behind an operand of one call and behind one of another.
    pub(crate) fn operands_apart(&self, one: (InstId, u8), other: (InstId, u8)) -> bool {
        let of = |(call, operand): (InstId, u8)| (self.handle(call), u32::from(operand));
        self.alias.operands_apart(of(one), of(other))
    }

    /// Which instructions are loads of what was written before in the same iteration of a loop around them; `header` stands in its header.
    pub(crate) fn settled(&self, header: InstId, reads: &[InstId]) -> Vec<bool> {
        let header = self
            .handle(header)
            .block()
            .expect("instructions stand in blocks");
        let reads: Vec<Value> = reads.iter().map(|id| self.handle(*id)).collect();
        self.alias.settled_reads(self.function, header, &reads)
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
                stated: None,
            },
        }
    }

    /// Whether two loads are of memory that never overlaps, in whichever execution of the function each is, even if nobody writes it.
    pub(crate) fn loads_apart(&self, one: InstId, other: InstId) -> bool {
        let object = |id| self.access(id, true).object;
        match (object(one), object(other)) {
            (Some(one), Some(other)) => {
                let distinct = || self.distinct.contains(&(one, other));
                one != other && (distinct() || self.aliases_say_apart(one, other))
            }
            _ => false,
        }
    }

    /// Whether two accesses are of memory that never overlaps, whichever threads make them: by what their addresses are made from alone, and by distances that are
    /// constant from there, for one thread computes other addresses than another one.
    pub(crate) fn apart_among_threads(&self, one: InstId, other: InstId) -> bool {
        let [one, other] = [one, other].map(|id| self.access(id, true));
        let (Some(object), Some(of_other)) = (one.object, other.object) else {
            return false;
        };
        if object != of_other {
            return self.aliases_say_apart(object, of_other);
        }
        let from_object = |access: &Access| access.stretch.is_some_and(|(base, ..)| base == object);
        let is_same = !object.is_instruction();
        is_same && from_object(&one) && from_object(&other) && disjoint(&one, &other)
    }

    /// What the address of an access is made from, if that is one thing.
    pub(crate) fn base(&self, id: InstId) -> Option<Base> {
        self.access(id, true).object.map(Base)
    }

    /// The same of what an instruction writes.
    pub(crate) fn written_base(&self, id: InstId) -> Option<Base> {
        self.alias.write(self.handle(id)).object.map(Base)
    }

    /// Whether what is accessed by addresses that are made from one base never overlaps what is by those from another, whichever threads make them.
    pub(crate) fn bases_apart(&self, Base(one): Base, Base(other): Base) -> bool {
        one != other && self.aliases_say_apart(one, other)
    }

    /// Whether none of the addresses that a call is given leads to what an instruction accesses, whichever threads run them.
    pub(crate) fn call_apart_among_threads(&self, call: InstId, other: InstId) -> bool {
        let Some(accessed) = self.access(other, true).object else {
            return false;
        };
        let args = self.handle(call).call_args().into_iter();
        let mut pointers = args.filter(|arg| arg.ty().kind() == TypeKind::LLVMPointerTypeKind);
        pointers.all(|pointer| self.aliases_say_apart(pointer, accessed))
    }

    /// Whether two objects never overlap.
    fn objects_apart(&self, one: Value, other: Value) -> bool {
        self.apart.contains(&(one, other)) || self.aliases_say_apart(one, other)
    }

    fn aliases_say_apart(&self, one: Value, other: Value) -> bool {
        if let Some(known) = self.objects.borrow().get(&(one, other)) {
            return *known;
        }
        let apart = self.alias.objects_apart(self.function, one, other);
        self.objects.borrow_mut().insert((one, other), apart);
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

impl<'a> Row<'a> {
    /// Writes that can run after the load and may change what it read, memory keeping its types: the most likely
    /// ones first.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = InstId> + '_ {
        self.lists().flat_map(|list| self.following(list))
    }

    /// Writes that may change what it read in another execution of the function, whenever they run.
    pub(crate) fn all_writes(&self) -> impl Iterator<Item = InstId> + '_ {
        let writes = self.lists().flatten();
        writes
            .filter(|write| !self.is_elsewhere(write))
            .map(|write| write.id)
    }

    /// Whether callers know that a write is to other memory.
    fn is_elsewhere(&self, write: &Write) -> bool {
        let objects = self.access.object.zip(write.access.object);
        objects.is_some_and(|pair| self.clobbers.apart.contains(&pair))
    }

    /// Writes to memory that is not known to be other memory than the load's.
    fn lists(&self) -> impl Iterator<Item = &'a Vec<Write>> + '_ {
        let by_type = self.writes.by_type.values();
        let others = by_type.filter(|list| !self.types_apart(list));
        self.own()
            .into_iter()
            .chain(others)
            .chain(self.other_objects())
    }

    /// Whether a write can run after the load, and only its type says that it does not change what that read, if
    /// memory keeps its types.
    pub(crate) fn is_retyping(&self, write: InstId) -> bool {
        let mut by_type = self.writes.by_type.values();
        let list = by_type.find(|list| position(list, write).is_some());
        let found = list.and_then(|list| Some((list, position(list, write)?)));
        found.is_some_and(|(list, at)| self.types_apart(list) && self.follows(&list[at]))
    }

    /// Writes to the object that the load reads, if that overlaps no other.
    fn own(&self) -> Option<&'a Vec<Write>> {
        let object = self.access.object.filter(|_| self.access.identified)?;
        self.writes.by_object.get(&object)
    }

    /// Writes to objects of which it is not known that the load does not read them.
    fn other_objects(&self) -> impl Iterator<Item = &'a Vec<Write>> + '_ {
        let apart = |object: Value| {
            let own = self.access.object;
            own.is_some_and(|own| self.clobbers.objects_apart(own, object))
        };
        let objects = match self.access.identified {
            true => None,
            false => Some(self.writes.by_object.iter()),
        };
        let objects = objects.into_iter().flatten();
        objects
            .filter(move |(object, _)| !apart(**object))
            .map(|(_, list)| list)
    }

    /// Whether the types that some writes state say that none of them writes what the load reads.
    fn types_apart(&self, list: &[Write]) -> bool {
        let stated = list.first().and_then(|write| write.access.stated);
        let (Some(own), Some(other)) = (self.access.stated, stated) else {
            return false;
        };
        let clobbers = self.clobbers;
        let mut known = clobbers.types.borrow_mut();
        *known.entry((own, other)).or_insert_with(|| {
            let (load, write) = (clobbers.handle(self.load), clobbers.handle(list[0].id));
            clobbers.alias.types_apart(load, write)
        })
    }

    /// Writes of a list that can run after the load: those that stand behind it, then those before it.
    fn following<'s>(&'s self, list: &'s [Write]) -> impl Iterator<Item = InstId> + 's {
        let (before, behind) = list.split_at(list.partition_point(|w| w.id <= self.load));
        let near = behind.iter().chain(before);
        near.filter(|write| self.follows(write))
            .map(|write| write.id)
    }

    fn follows(&self, write: &Write) -> bool {
        if self.is_elsewhere(write) {
            return false;
        }
        let here = write.block == self.block && write.id > self.load;
        (here || self.writes.reach.follows(self.block, write.block))
            && !disjoint(&self.access, &write.access)
    }

    /// Whether a write may change what was read.
    pub(crate) fn answer(&self, write: InstId) -> Clobber {
        let clobbers = self.clobbers;
        clobbers
            .alias
            .clobber(clobbers.handle(self.load), clobbers.handle(write))
    }
}

/// Where a write stands in a list.
fn position(list: &[Write], write: InstId) -> Option<usize> {
    list.binary_search_by_key(&write, |known| known.id).ok()
}
