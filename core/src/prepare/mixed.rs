//! Vectors of integers whose lanes are not all integers, and vectors of pointers in memory.
//!
//! A vectoriser accesses neighbouring members of a structure at once, a number and an integer, or moves
//! numbers as integers, several at a time. What lies in memory is known of single accesses, so that
//! these vectors are taken apart: each lane is loaded and stored as what it is.
//!
//! An address in a vector or structure that is not taken apart is distrusted.
//!
//! Owns: which loads and stores are taken apart. Must not: touch vectors of integers that are only
//! computed with, or that the source calls integers.

use super::vectors::{index, is_pointers, is_vector, length, shuffled};
use crate::analysis::memory::{Scalar, named_scalar};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value};
use indexmap::{IndexMap, IndexSet};

/// Where a lane of a vector of integers comes from.
enum Origin {
    /// A lane of a vector of numbers.
    Number(Value, u32),
    /// A lane of a load.
    Loaded(Value, u32),
    /// It may be anything.
    Nothing,
    /// Something else.
    Other,
}

/// Takes the loads and stores of a prepared copy apart.
pub(super) fn apart(module: Module, copy: Value) {
    let instructions = || {
        let blocks = copy.blocks().into_iter();
        blocks.flat_map(|b| b.instructions()).collect::<Vec<_>>()
    };
    let mut apart = Apart {
        module,
        lanes: IndexMap::new(),
        loads: IndexSet::new(),
    };
    let to_pointers =
        |inst: &Value| inst.opcode() == Opcode::LLVMIntToPtr && is_pointers(inst.ty());
    for cast in instructions().into_iter().filter(to_pointers) {
        apart.pointers(cast);
    }
    for inst in &instructions() {
        match inst.opcode() {
            Opcode::LLVMBitCast if is_integers(inst.ty()) => apart.integers(*inst),
            Opcode::LLVMBitCast => apart.number(*inst),
            Opcode::LLVMStore => apart.store(*inst),
            // What lies behind pointers in vectors would not be followed.
            Opcode::LLVMLoad if moves_pointers(*inst, inst.ty()) && is_simple_load(*inst) => {
                apart.loads.insert(*inst);
            }
            Opcode::LLVMLoad if leaves_out_members(*inst) => {
                apart.loads.insert(*inst);
            }
            _ => {}
        }
    }
    apart.finish();
}

struct Apart {
    module: Module,
    /// Single lanes of loads, by lane and type.
    lanes: IndexMap<(Value, u32, Type), Value>,
    /// Loads of which that is so.
    loads: IndexSet<Value>,
}

impl Apart {
    /// Pointers made of lanes that were loaded as integers or numbers, together with members that are such.
    fn pointers(&mut self, cast: Value) {
        let (from, ty) = (cast.operands()[0], cast.ty());
        if is_only_stored(cast) {
            return;
        }
        let lane = |lane| match origin(from, lane) {
            Origin::Loaded(load, at) => Some((load, at)),
            Origin::Number(load, at) if is_simple_load(load) => Some((load, at)),
            _ => None,
        };
        let Some(lanes) = (0..length(ty)).map(lane).collect::<Option<Vec<_>>>() else {
            return;
        };
        self.make_of_loads(cast, lanes);
        erase_moves(from);
    }

    /// Numbers made of lanes that were loaded as integers, together with others.
    fn number(&mut self, cast: Value) {
        let (from, ty) = (cast.operands()[0], cast.ty());
        let fits = is_integers(from.ty()) && is_vector(ty) && from.ty().length() == ty.length();
        if !fits || !from.is_instruction() || from.opcode() == Opcode::LLVMLoad {
            return;
        }
        let lane = |lane| match origin(from, lane) {
            Origin::Loaded(load, at) => Some((load, at)),
            _ => None,
        };
        let Some(lanes) = (0..length(ty)).map(lane).collect::<Option<Vec<_>>>() else {
            return;
        };
        self.make_of_loads(cast, lanes);
    }

    /// Replaces a conversion by lanes of loads, each loaded as what it is converted to.
    fn make_of_loads(&mut self, cast: Value, lanes: Vec<(Value, u32)>) {
        let (build, ty) = (self.builder(cast), cast.ty());
        let single = lanes
            .into_iter()
            .map(|(load, at)| self.lane(load, at, ty.element()));
        let single: Vec<Value> = single.collect();
        let all = self.collected(&build, ty, (0..).zip(single));
        cast.replace_all_uses_with(all);
        cast.erase_instruction();
    }

    /// Integers in lanes that were loaded as numbers, of which the other lanes are.
    fn integers(&mut self, cast: Value) {
        let load = cast.operands()[0];
        let fits = is_vector(load.ty())
            && load.ty().length() == cast.ty().length()
            && is_simple_load(load);
        if !fits {
            return;
        }
        let lanes_of = |vector: Value| -> IndexSet<u32> {
            let users = vector.users().into_iter().filter(|user| *user != cast);
            users.flat_map(|user| used(user, vector)).collect()
        };
        let (own, others) = (lanes_of(cast), lanes_of(load));
        if own.is_empty() || others.is_empty() || !own.is_disjoint(&others) {
            return;
        }
        let (build, ty) = (self.builder(cast), cast.ty());
        let lanes: Vec<(u32, Value)> = own
            .into_iter()
            .map(|lane| (lane, self.lane(load, lane, ty.element())))
            .collect();
        let all = self.collected(&build, ty, lanes.into_iter());
        cast.replace_all_uses_with(all);
        cast.erase_instruction();
    }

    /// A store of lanes some of which are numbers, or were loaded as integers and may be numbers.
    fn store(&mut self, store: Value) {
        let [value, pointer] = [store.operands()[0], store.operands()[1]];
        let pointers = moves_pointers(store, value.ty());
        let fits = pointers || is_integers(value.ty());
        if !fits || store.is_volatile() || store.is_atomic() {
            return;
        }
        let lanes: Vec<Origin> = (0..length(value.ty()))
            .map(|lane| origin(value, lane))
            .collect();
        let vague = named_scalar(&store.tbaa_scalar()) == Scalar::Unknown;
        let moved = |lane: &Origin| match lane {
            Origin::Number(..) => true,
            Origin::Loaded(load, _) => {
                vague && named_scalar(&load.tbaa_scalar()) == Scalar::Unknown
            }
            _ => false,
        };
        if !pointers && !lanes.iter().any(moved) {
            return;
        }
        let (build, element) = (self.builder(store), value.ty().element());
        for (lane, origin) in (0..).zip(lanes) {
            let part = match origin {
                Origin::Number(vector, from) => {
                    build.extract_element(vector, index(self.module, from))
                }
                Origin::Loaded(load, from) if pointers => {
                    self.lane(load, from, load.ty().element())
                }
                Origin::Loaded(load, from) => self.lane(load, from, element),
                Origin::Other => build.extract_element(value, index(self.module, lane)),
                Origin::Nothing => continue,
            };
            let at = build.gep(element, pointer, &[index(self.module, lane)]);
            let own = build.store(part, at);
            own.set_memory_alignment(self.alignment(store, element));
            own.copy_tbaa(store);
        }
        store.erase_instruction();
    }

    /// What else is made of the loads is made of single lanes, too.
    fn finish(&mut self) {
        for load in self.loads.clone() {
            remove_unused(load);
            let ty = load.ty();
            let wanted: IndexSet<u32> = load
                .users()
                .into_iter()
                .flat_map(|u| used(u, load))
                .collect();
            let build = self.builder(load);
            let lanes: Vec<(u32, Value)> = wanted
                .into_iter()
                .map(|lane| (lane, self.lane(load, lane, ty.element())))
                .collect();
            let all = self.collected(&build, ty, lanes.into_iter());
            load.replace_all_uses_with(all);
            load.erase_instruction();
        }
    }

    fn builder(&self, at: Value) -> Builder {
        Builder::ahead_of(self.module.context(), at)
    }

    fn collected(
        &self,
        build: &Builder,
        ty: Type,
        lanes: impl Iterator<Item = (u32, Value)>,
    ) -> Value {
        lanes.fold(ty.poison(), |all, (lane, value)| {
            build.insert_element(all, value, index(self.module, lane))
        })
    }

    /// One lane of a load, as a load of its own.
    fn lane(&mut self, load: Value, lane: u32, ty: Type) -> Value {
        if let Some(known) = self.lanes.get(&(load, lane, ty)) {
            return *known;
        }
        let build = self.builder(load);
        let element = load.ty().element();
        let at = build.gep(element, load.operands()[0], &[index(self.module, lane)]);
        let own = build.load(ty, at, "");
        own.set_memory_alignment(self.alignment(load, element));
        own.copy_tbaa(load);
        self.lanes.insert((load, lane, ty), own);
        self.loads.insert(load);
        own
    }

    /// What is known of each lane's alignment.
    fn alignment(&self, access: Value, element: Type) -> u32 {
        let bytes = self.module.alloc_size(element) as u32;
        access.memory_alignment().min(bytes)
    }
}

/// Whether a vector of pointers only goes to memory. Then they may be numbers that a vectoriser moves among pointers.
fn is_only_stored(vector: Value) -> bool {
    let mut all = IndexSet::from([vector]);
    let mut next = 0;
    while let Some(value) = all.get_index(next).copied() {
        next += 1;
        for user in value.users() {
            match user.opcode() {
                Opcode::LLVMShuffleVector => {
                    all.insert(user);
                }
                Opcode::LLVMStore if user.operands()[0] == value => {}
                _ => return false,
            }
        }
    }
    true
}

/// Erases shuffles and conversions of bits that nobody uses any more.
fn erase_moves(unused: Value) {
    // A shuffle may take both of its vectors from one value.
    let mut work = IndexSet::from([unused]);
    while let Some(value) = work.pop() {
        let moves = value.is_instruction()
            && matches!(
                value.opcode(),
                Opcode::LLVMShuffleVector | Opcode::LLVMBitCast
            );
        if moves && value.users().is_empty() {
            work.extend(value.operands());
            value.erase_instruction();
        }
    }
}

/// Erases shuffles of a load that nobody uses any more.
fn remove_unused(load: Value) {
    let is_shuffle = |v: &Value| v.opcode() == Opcode::LLVMShuffleVector;
    let mut shuffles = IndexSet::new();
    let mut work = vec![load];
    while let Some(next) = work.pop() {
        let users = next.users().into_iter().filter(is_shuffle);
        work.extend(users.filter(|user| shuffles.insert(*user)));
    }
    while let Some(unused) = shuffles.iter().position(|v| v.users().is_empty()) {
        if let Some(shuffle) = shuffles.swap_remove_index(unused) {
            shuffle.erase_instruction();
        }
    }
}

/// Lanes of a vector that an instruction uses.
fn used(user: Value, vector: Value) -> Vec<u32> {
    let (from, width) = (user.operands(), length(vector.ty()));
    match user.opcode() {
        Opcode::LLVMShuffleVector => {
            let lanes = user.shuffle_mask().into_iter();
            let lanes = lanes.filter_map(|lane| u32::try_from(lane).ok());
            let own = lanes.filter(|lane| from[(lane / width) as usize] == vector);
            own.map(|lane| lane % width).collect()
        }
        Opcode::LLVMExtractElement => match from[1].as_u64() {
            Some(lane) => vec![lane as u32],
            None => (0..width).collect(),
        },
        _ => (0..width).collect(),
    }
}

fn origin(vector: Value, lane: u32) -> Origin {
    let (mut at, mut lane) = (vector, lane);
    loop {
        if !at.is_instruction() {
            return Origin::Other;
        }
        let from = at.operands();
        match at.opcode() {
            Opcode::LLVMShuffleVector => {
                let Some(part) = shuffled(at, lane) else {
                    return Origin::Nothing;
                };
                (at, lane) = part;
            }
            Opcode::LLVMBitCast => {
                let ty = from[0].ty();
                let fits = is_vector(ty) && !is_integers(ty) && ty.length() == at.ty().length();
                let numbers = fits && ty.element().kind() != TypeKind::LLVMPointerTypeKind;
                return match numbers {
                    true => Origin::Number(from[0], lane),
                    false => Origin::Other,
                };
            }
            // A vectoriser moves numbers among pointers as if they were such.
            Opcode::LLVMIntToPtr | Opcode::LLVMPtrToInt => at = from[0],
            Opcode::LLVMLoad if is_simple_load(at) => return Origin::Loaded(at, lane),
            _ => return Origin::Other,
        }
    }
}

fn is_simple_load(value: Value) -> bool {
    let load = value.is_instruction() && value.opcode() == Opcode::LLVMLoad;
    load && !value.is_volatile() && !value.is_atomic()
}

/// Whether a load or store moves pointers, in a vector of such or of integers that TBAA says to be such.
fn moves_pointers(access: Value, ty: Type) -> bool {
    is_pointers(ty) || is_integers(ty) && named_scalar(&access.tbaa_scalar()) == Scalar::Pointer
}

/// Whether a vector of integers is loaded of which only some are used, and nobody says that they are such: members of
/// structures, beside which others lie.
fn leaves_out_members(load: Value) -> bool {
    let ty = load.ty();
    if !is_integers(ty)
        || !is_simple_load(load)
        || named_scalar(&load.tbaa_scalar()) != Scalar::Unknown
    {
        return false;
    }
    let users = load.users().into_iter();
    let lanes: IndexSet<u32> = users.flat_map(|user| used(user, load)).collect();
    lanes.len() < ty.length() as usize
}

/// A vector of integers that are as long as numbers.
fn is_integers(ty: Type) -> bool {
    is_vector(ty)
        && ty.element().kind() == TypeKind::LLVMIntegerTypeKind
        && matches!(ty.element().int_bits(), 16 | 32 | 64)
}
