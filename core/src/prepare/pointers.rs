//! Vectors of pointers in registers, taken apart.
//!
//! A vectoriser chooses and moves several pointers at once. Analyses follow single pointers, so that each lane that is
//! taken out of such a vector is made by itself.
//!
//! Owns: lanes of inserts, shuffles, selects, phis, freezes, conversions and address arithmetic. Must not: touch memory
//! (see `mixed`).

use super::vectors::{index, is_pointers, is_vector, shuffled};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Value};
use indexmap::{IndexMap, IndexSet};

/// Replaces lanes that are taken out of vectors of pointers in a prepared copy, unless an `invoke` makes one: behind it is no
/// place for its lanes.
pub(super) fn apart(module: Module, copy: Value) {
    let blocks = copy.blocks().into_iter();
    let all: Vec<Value> = blocks.flat_map(|b| b.instructions()).collect();
    let invoked = |i: &Value| i.opcode() == Opcode::LLVMInvoke && is_pointers(i.ty());
    let Some(entry) = all.first().copied().filter(|_| !all.iter().any(invoked)) else {
        return;
    };
    let mut lanes = Lanes {
        module,
        entry,
        asked: IndexSet::new(),
        known: IndexMap::new(),
        open: Vec::new(),
    };
    let taken_out = all
        .into_iter()
        .filter_map(|inst| Some((inst, taken(inst)?)));
    let pointers: IndexMap<Value, Value> = taken_out
        .map(|(inst, lane)| (inst, lanes.pointer(lane)))
        .collect();
    for (inst, pointer) in &pointers {
        inst.replace_all_uses_with(last(&pointers, *pointer));
    }
    for inst in pointers.into_keys() {
        inst.erase_instruction();
    }
}

/// The lane that an instruction takes out of a vector of pointers.
fn taken(inst: Value) -> Option<Lane> {
    if inst.opcode() != Opcode::LLVMExtractElement {
        return None;
    }
    let [vector, lane] = [inst.operands()[0], inst.operands()[1]];
    let lane = lane.as_u64().filter(|_| is_pointers(vector.ty()))?;
    Some((vector, lane as u32))
}

/// What a pointer is in the end: lanes that were taken out and put in again are replaced themselves. Where control
/// never comes, a lane may be itself.
fn last(pointers: &IndexMap<Value, Value>, pointer: Value) -> Value {
    let mut all = std::iter::successors(Some(pointer), |p| pointers.get(p).copied());
    let last = all.by_ref().take(pointers.len() + 1).last();
    let ends = all.next().is_none();
    last.filter(|_| ends)
        .unwrap_or_else(|| pointer.ty().poison())
}

/// A vector of pointers, and which of them.
type Lane = (Value, u32);

/// How a lane is made.
enum Origin {
    /// It is a value that there is already.
    There(Value),
    /// It is another lane.
    Same(Lane),
    /// It may be anything.
    Nothing,
    /// One of two lanes, chosen.
    Chosen([Lane; 2]),
    /// What comes from several blocks.
    Phi,
    /// A lane, or a pointer that is the same for all, moved.
    Moved(Option<Lane>),
    /// A lane, frozen.
    Frozen(Lane),
    /// A lane of a vector of integers, taken for an address.
    Address,
    /// In another way: it is taken out of the whole.
    Other,
}

struct Lanes {
    module: Module,
    /// The first instruction.
    entry: Value,
    asked: IndexSet<Lane>,
    known: IndexMap<Lane, Value>,
    /// Phis of single lanes that have no operands yet: these may lead back to the phi.
    open: Vec<(Lane, Value)>,
}

impl Lanes {
    /// A lane as a pointer of its own.
    fn pointer(&mut self, lane: Lane) -> Value {
        self.make(lane);
        while let Some(((phi, number), one)) = self.open.pop() {
            for (operand, block) in phi.incoming() {
                self.make((operand, number));
                one.add_incoming(self.made((operand, number)), block);
            }
        }
        self.made(lane)
    }

    /// Makes a lane, behind all those that it is made of: chains of vectors may be long.
    fn make(&mut self, lane: Lane) {
        let mut work = vec![(lane, false)];
        while let Some((lane, parts_are_made)) = work.pop() {
            if parts_are_made {
                let made = self.composed(lane);
                self.known.insert(lane, made);
            } else if self.asked.insert(lane) {
                work.push((lane, true));
                let parts = origin(lane).parts().into_iter().rev();
                work.extend(parts.map(|part| (part, false)));
            }
        }
    }

    fn composed(&mut self, lane @ (vector, number): Lane) -> Value {
        let from = vector.operands();
        match origin(lane) {
            Origin::There(value) => value,
            Origin::Same(part) => self.made(part),
            Origin::Nothing => vector.ty().element().poison(),
            Origin::Chosen(parts) => {
                let [then, otherwise] = parts.map(|part| self.made(part));
                let build = self.builder(vector);
                let condition = self.single(&build, from[0], number);
                build.select(condition, then, otherwise)
            }
            Origin::Phi => {
                let one = self.builder(vector).phi(vector.ty().element(), "");
                self.open.push((lane, one));
                one
            }
            Origin::Moved(base) => {
                let base = base.map_or(from[0], |part| self.made(part));
                let build = self.builder(vector);
                let indices = from[1..].iter().map(|i| self.single(&build, *i, number));
                build.gep(vector.indexed_type(), base, &indices.collect::<Vec<_>>())
            }
            Origin::Frozen(part) => self.builder(vector).freeze(self.made(part)),
            Origin::Address => {
                let build = self.builder(vector);
                let integer = self.single(&build, from[0], number);
                build.cast(Opcode::LLVMIntToPtr, integer, vector.ty().element())
            }
            Origin::Other => self.taken_out(lane),
        }
    }

    /// A lane that was made. Where control never comes, a vector may be made of itself: that lane is taken out.
    fn made(&self, lane: Lane) -> Value {
        let known = self.known.get(&lane).copied();
        known.unwrap_or_else(|| self.taken_out(lane))
    }

    /// A lane taken out where the vector is made.
    fn taken_out(&self, (vector, number): Lane) -> Value {
        let before = match vector.is_instruction() {
            true => vector.next_instruction().expect("it ends no block"),
            false => self.entry,
        };
        self.single(&self.builder(before), vector, number)
    }

    /// A lane of what may be a vector; what is none is the same for all lanes.
    fn single(&self, build: &Builder, value: Value, number: u32) -> Value {
        match is_vector(value.ty()) {
            true => build.extract_element(value, index(self.module, number)),
            false => value,
        }
    }

    fn builder(&self, at: Value) -> Builder {
        Builder::ahead_of(self.module.context(), at)
    }
}

impl Origin {
    /// Lanes that must be made before.
    fn parts(self) -> Vec<Lane> {
        match self {
            Self::Same(part) | Self::Frozen(part) | Self::Moved(Some(part)) => vec![part],
            Self::Chosen(parts) => parts.to_vec(),
            Self::There(_)
            | Self::Nothing
            | Self::Phi
            | Self::Moved(None)
            | Self::Address
            | Self::Other => vec![],
        }
    }
}

fn origin((vector, number): Lane) -> Origin {
    if !vector.is_instruction() {
        return Origin::Other;
    }
    let from = vector.operands();
    match vector.opcode() {
        Opcode::LLVMInsertElement => match from[2].as_u64() {
            Some(place) if place == u64::from(number) => Origin::There(from[1]),
            Some(_) => Origin::Same((from[0], number)),
            None => Origin::Other,
        },
        Opcode::LLVMShuffleVector => shuffled(vector, number).map_or(Origin::Nothing, Origin::Same),
        Opcode::LLVMSelect => Origin::Chosen([from[1], from[2]].map(|v| (v, number))),
        Opcode::LLVMPHI => Origin::Phi,
        Opcode::LLVMGetElementPtr => {
            Origin::Moved(is_vector(from[0].ty()).then_some((from[0], number)))
        }
        Opcode::LLVMFreeze => Origin::Frozen((from[0], number)),
        Opcode::LLVMIntToPtr => Origin::Address,
        _ => Origin::Other,
    }
}
