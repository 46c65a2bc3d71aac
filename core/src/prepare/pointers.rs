//! Vectors of pointers in registers, taken apart.
//!
//! A vectoriser chooses and moves several pointers at once. Analyses follow single pointers, so that each lane that is
//! taken out of such a vector is made by itself.
//!
//! Owns: lanes of inserts, shuffles, selects, phis, freezes and address arithmetic. Must not: touch memory (see `mixed`).

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value};
use indexmap::IndexMap;

/// Replaces lanes that are taken out of vectors of pointers in a prepared copy.
pub(super) fn apart(module: Module, copy: Value) {
    let blocks = copy.blocks().into_iter();
    let all: Vec<Value> = blocks.flat_map(|b| b.instructions()).collect();
    let Some(entry) = all.first().copied() else {
        return;
    };
    let mut lanes = Lanes {
        module,
        entry,
        known: IndexMap::new(),
    };
    for inst in all {
        if inst.opcode() != Opcode::LLVMExtractElement {
            continue;
        }
        let [vector, lane] = [inst.operands()[0], inst.operands()[1]];
        if is_pointers(vector.ty())
            && let Some(lane) = lane.as_u64()
        {
            let pointer = lanes.lane(vector, lane as u32);
            inst.replace_all_uses_with(pointer);
            inst.erase_instruction();
        }
    }
}

struct Lanes {
    module: Module,
    /// The first instruction.
    entry: Value,
    known: IndexMap<(Value, u32), Value>,
}

impl Lanes {
    /// A lane as a pointer of its own; where the vector is made in another way, it is taken out there.
    fn lane(&mut self, vector: Value, lane: u32) -> Value {
        if let Some(known) = self.known.get(&(vector, lane)) {
            return *known;
        }
        let from = vector.operands();
        let opcode = vector.is_instruction().then(|| vector.opcode());
        let made = match opcode {
            Some(Opcode::LLVMInsertElement) if from[2].as_u64() == Some(u64::from(lane)) => from[1],
            Some(Opcode::LLVMInsertElement) if from[2].as_u64().is_some() => {
                self.lane(from[0], lane)
            }
            Some(Opcode::LLVMShuffleVector) => self.shuffled(vector, lane),
            Some(Opcode::LLVMSelect) => self.select(vector, lane),
            Some(Opcode::LLVMPHI) => return self.phi(vector, lane),
            Some(Opcode::LLVMGetElementPtr) => self.address(vector, lane),
            Some(Opcode::LLVMFreeze) => {
                let one = self.lane(from[0], lane);
                self.builder(vector).freeze(one)
            }
            Some(_) => {
                let next = vector.next_instruction().expect("it ends no block");
                self.taken_out(vector, lane, next)
            }
            None => self.taken_out(vector, lane, self.entry),
        };
        self.known.insert((vector, lane), made);
        made
    }

    fn taken_out(&self, vector: Value, lane: u32, before: Value) -> Value {
        let build = self.builder(before);
        build.extract_element(vector, self.index(lane))
    }

    fn shuffled(&mut self, shuffle: Value, lane: u32) -> Value {
        let from = shuffle.operands();
        let width = u32::try_from(from[0].ty().length()).expect("vectors have few lanes");
        match u32::try_from(shuffle.shuffle_mask()[lane as usize]) {
            Ok(at) => self.lane(from[(at / width) as usize], at % width),
            Err(_) => shuffle.ty().element().poison(),
        }
    }

    fn select(&mut self, select: Value, lane: u32) -> Value {
        let from = select.operands();
        let (then, otherwise) = (self.lane(from[1], lane), self.lane(from[2], lane));
        let build = self.builder(select);
        let condition = match is_vector(from[0].ty()) {
            true => build.extract_element(from[0], self.index(lane)),
            false => from[0],
        };
        build.select(condition, then, otherwise)
    }

    /// The phi is known before its operands are asked for, since they may lead back to it.
    fn phi(&mut self, phi: Value, lane: u32) -> Value {
        let one = self.builder(phi).phi(phi.ty().element(), "");
        self.known.insert((phi, lane), one);
        for (operand, block) in phi.incoming() {
            let incoming = self.lane(operand, lane);
            one.add_incoming(incoming, block);
        }
        one
    }

    /// Vectors among base and indices are taken apart; what is the same for all lanes stays.
    fn address(&mut self, gep: Value, lane: u32) -> Value {
        let from = gep.operands();
        let base = match is_vector(from[0].ty()) {
            true => self.lane(from[0], lane),
            false => from[0],
        };
        let build = self.builder(gep);
        let one = |index: &Value| match is_vector(index.ty()) {
            true => build.extract_element(*index, self.index(lane)),
            false => *index,
        };
        let indices: Vec<Value> = from[1..].iter().map(one).collect();
        build.gep(gep.indexed_type(), base, &indices)
    }

    fn builder(&self, at: Value) -> Builder {
        let build = Builder::new(self.module.context());
        build.before(at);
        build.set_location(Some(at));
        build
    }

    fn index(&self, lane: u32) -> Value {
        self.module.context().int(32).constant_int(u64::from(lane))
    }
}

fn is_vector(ty: Type) -> bool {
    ty.kind() == TypeKind::LLVMVectorTypeKind
}

fn is_pointers(ty: Type) -> bool {
    is_vector(ty) && ty.element().kind() == TypeKind::LLVMPointerTypeKind
}
