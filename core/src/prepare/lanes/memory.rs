//! Memory that vectors are read from and written to lane by lane.
//!
//! A lane that is known to be set is a load or a store; one that may not be is a masked access of one
//! lane, so that what is masked off is touched neither here nor in the derivative. Vectors of
//! addresses become the addresses of their lanes: what those lead to is followed, vectors are not.
//!
//! Owns: these accesses. Must not: touch masked loads and stores of whole vectors, which the engine knows.

use super::{Lanes, is_undefined, length};
use crate::prepare::vectors::{self, is_vector};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Opcode, Type, TypeKind, Value};
use enzyme_rules::LaneMemory;
use indexmap::IndexMap;

/// Steps through which a lane of a vector of addresses is followed.
const DEEPEST: u32 = 32;

impl Lanes {
    /// Rewrites an access; what it gives is the vector that was loaded, if any.
    pub(super) fn memory(&self, access: LaneMemory) -> Option<Option<Value>> {
        let args = &self.args;
        match access {
            LaneMemory::Gather => {
                let (from, mask) = (args[0], args[1]);
                Some(Some(
                    self.gather(mask, args[2], |lane, at| at.of(from, lane)),
                ))
            }
            LaneMemory::Scatter => {
                let (to, mask) = (args[1], args[2]);
                self.scatter(args[0], mask, |lane, at| at.of(to, lane));
                Some(None)
            }
            LaneMemory::Expand => {
                let places = self.successive(args[0], args[1], args[2].ty().element());
                let at = |lane: u32, _: &mut Addresses<'_>| places[lane as usize];
                Some(Some(self.gather(args[1], args[2], at)))
            }
            LaneMemory::Compress => {
                let places = self.successive(args[1], args[2], args[0].ty().element());
                let at = |lane: u32, _: &mut Addresses<'_>| places[lane as usize];
                self.scatter(args[0], args[2], at);
                Some(None)
            }
            LaneMemory::LoadBySign => {
                let ty = self.call.ty();
                let mask = self.mask(args[1], vectors::length(ty));
                Some(Some(self.masked_load(args[0], mask, ty.zero())))
            }
            LaneMemory::StoreBySign => {
                let mask = self.mask(args[1], length(args[2]));
                self.masked_store(args[2], args[0], mask);
                Some(None)
            }
            LaneMemory::IndexedGather => self.indexed_gather().map(Some),
            LaneMemory::IndexedScatter => self.indexed_scatter().map(|()| None),
            LaneMemory::LoadInTurn => self.load_in_turn().map(Some),
            LaneMemory::StoreInTurn => {
                let (pointer, vectors) = args.split_last()?;
                let all = self.interleave(vectors);
                let stored = self.build.store(all, *pointer);
                self.access(stored);
                Some(None)
            }
        }
    }

    /// What the call says of the memory: of its alignment, as much as each lane has.
    fn access(&self, access: Value) {
        let accessed = match access.opcode() {
            Opcode::LLVMStore => access.operands()[0].ty(),
            // Any other: it is a load.
            _ => access.ty(),
        };
        let lane = match accessed.kind() {
            TypeKind::LLVMVectorTypeKind => accessed.element(),
            // Any other: one lane by itself.
            _ => accessed,
        };
        let bytes = self.module.alloc_size(lane) as u32;
        access.set_memory_alignment(self.call.call_alignment().min(bytes));
        access.copy_tbaa(self.call);
    }

    fn masked_load(&self, pointer: Value, mask: Value, otherwise: Value) -> Value {
        let types = [otherwise.ty(), pointer.ty()];
        let callee = self.module.intrinsic("llvm.masked.load", &types);
        let args = [pointer, mask, otherwise];
        let load = self.build.call(callee.function_type(), callee, &args, "");
        load.copy_tbaa(self.call);
        load
    }

    fn masked_store(&self, value: Value, pointer: Value, mask: Value) {
        let types = [value.ty(), pointer.ty()];
        let callee = self.module.intrinsic("llvm.masked.store", &types);
        let args = [value, pointer, mask];
        let store = self.build.call(callee.function_type(), callee, &args, "");
        store.copy_tbaa(self.call);
    }

    /// A vector of one lane.
    fn single(&self, value: Value) -> Value {
        self.with_lane(value.ty().vector(1).poison(), value, 0)
    }

    /// One load for each lane of a mask, at addresses of their own.
    fn gather(
        &self,
        mask: Value,
        otherwise: Value,
        address: impl Fn(u32, &mut Addresses<'_>) -> Value,
    ) -> Value {
        let otherwise = match is_undefined(otherwise) {
            true => otherwise.ty().zero(),
            false => otherwise,
        };
        let mut addresses = Addresses::new(self);
        let lanes = (0..length(mask)).filter(|lane| Self::is_set(mask, *lane) != Some(false));
        lanes.fold(otherwise, |all, lane| {
            let at = address(lane, &mut addresses);
            let value = if Self::is_set(mask, lane) == Some(true) {
                let load = self.build.load(all.ty().element(), at, "");
                self.access(load);
                load
            } else {
                let set = self.single(self.lane(mask, lane));
                let other = self.single(self.lane(otherwise, lane));
                self.lane(self.masked_load(at, set, other), 0)
            };
            self.with_lane(all, value, lane)
        })
    }

    /// One store for each lane of a mask, in order.
    fn scatter(
        &self,
        value: Value,
        mask: Value,
        address: impl Fn(u32, &mut Addresses<'_>) -> Value,
    ) {
        let mut addresses = Addresses::new(self);
        for lane in 0..length(mask) {
            let set = Self::is_set(mask, lane);
            if set == Some(false) {
                continue;
            }
            let (at, part) = (address(lane, &mut addresses), self.lane(value, lane));
            if set == Some(true) {
                let store = self.build.store(part, at);
                self.access(store);
            } else {
                let set = self.single(self.lane(mask, lane));
                self.masked_store(self.single(part), at, set);
            }
        }
    }

    /// For each lane the element behind as many others as lanes before it are set.
    fn successive(&self, pointer: Value, mask: Value, element: Type) -> Vec<Value> {
        let i64 = self.module.context().int(64);
        let mut count = i64.zero();
        let place = |lane: u32| {
            let place = self.build.gep(element, pointer, &[count]);
            let set = self.build.zext(self.lane(mask, lane), i64);
            count = self.build.add(count, set);
            place
        };
        (0..length(mask)).map(place).collect()
    }

    /// Elements so many bytes apart, at a base and the indices of a vector.
    fn indexed(&self, base: Value, index: Value, step: u64, lane: u32) -> Value {
        let bytes = self.module.context().int(8).array(step);
        let i64 = self.module.context().int(64);
        let index = self.build.sext(self.lane(index, lane), i64);
        self.build.gep(bytes, base, &[index])
    }

    fn indexed_gather(&self) -> Option<Value> {
        let [otherwise, base, index, mask, step] = [0, 1, 2, 3, 4].map(|i| self.args[i]);
        let step = step.as_u64()?;
        let lanes = length(index).min(length(otherwise));
        let mask = self.mask(mask, length(otherwise).min(length(mask)));
        let few = (length(otherwise) > lanes).then(|| (0..lanes as i32).collect::<Vec<_>>());
        let at = |lane: u32, _: &mut Addresses<'_>| self.indexed(base, index, step, lane);
        let Some(few) = few else {
            let mask = match length(mask) == lanes {
                true => mask,
                false => self.pick(mask, (0..lanes as i32).collect()),
            };
            return Some(self.gather(mask, otherwise, at));
        };
        // There are fewer indices than lanes: the other lanes are zero.
        let (mask, own) = (self.pick(mask, few.clone()), self.pick(otherwise, few));
        let loaded = self.gather(mask, own, at);
        let all = super::picks::padded(lanes, length(otherwise));
        Some(self.build.shuffle(loaded, loaded.ty().zero(), &all))
    }

    fn indexed_scatter(&self) -> Option<()> {
        let [base, mask, index, value, step] = [0, 1, 2, 3, 4].map(|i| self.args[i]);
        let step = step.as_u64()?;
        let lanes = length(index).min(length(value));
        let mask = self.pick(self.mask(mask, lanes), (0..lanes as i32).collect());
        let at = |lane: u32, _: &mut Addresses<'_>| self.indexed(base, index, step, lane);
        self.scatter(value, mask, at);
        Some(())
    }

    fn load_in_turn(&self) -> Option<Value> {
        let parts = self.call.ty().fields();
        let part = *parts.first()?;
        let ty = part
            .element()
            .vector(vectors::length(part) * parts.len() as u32);
        let wide = self.build.load(ty, self.args[0], "");
        self.access(wide);
        Some(self.deinterleave(wide, self.call.ty()))
    }
}

/// Addresses of single lanes of vectors of addresses.
struct Addresses<'a> {
    lanes: &'a Lanes,
    /// Merges of single lanes, of which there may be circles.
    merges: IndexMap<(Value, u32), Value>,
}

impl<'a> Addresses<'a> {
    fn new(lanes: &'a Lanes) -> Self {
        Self {
            lanes,
            merges: IndexMap::new(),
        }
    }

    /// A lane of a vector of addresses, in front of the call.
    fn of(&mut self, vector: Value, lane: u32) -> Value {
        self.lane(&self.lanes.build, vector, lane, 0)
    }

    fn lane(&mut self, build: &Builder, vector: Value, lane: u32, depth: u32) -> Value {
        let index = self.lanes.index(lane);
        if vector.is_constant() {
            let known = vector.aggregate_element(lane);
            return known.unwrap_or_else(|| build.extract_element(vector, index));
        }
        if !vector.is_instruction() || depth > DEEPEST {
            return build.extract_element(vector, index);
        }
        let from = vector.operands();
        match vector.opcode() {
            Opcode::LLVMGetElementPtr => self.address(build, vector, lane, depth),
            Opcode::LLVMInsertElement => match from[2].as_u64() {
                Some(place) if place == u64::from(lane) => from[1],
                Some(_) => self.lane(build, from[0], lane, depth + 1),
                None => build.extract_element(vector, index),
            },
            Opcode::LLVMShuffleVector => self.shuffled(build, vector, lane, depth),
            Opcode::LLVMSelect => {
                let chosen = match is_vector(from[0].ty()) {
                    true => build.extract_element(from[0], index),
                    false => from[0],
                };
                let [a, b] = [from[1], from[2]].map(|v| self.lane(build, v, lane, depth + 1));
                build.select(chosen, a, b)
            }
            Opcode::LLVMPHI => self.merge(vector, lane, depth),
            Opcode::LLVMLoad if !vector.is_volatile() && !vector.is_atomic() => {
                self.loaded(vector, lane)
            }
            _ => build.extract_element(vector, index),
        }
    }

    fn address(&mut self, build: &Builder, vector: Value, lane: u32, depth: u32) -> Value {
        let from = vector.operands();
        let base = match is_vector(from[0].ty()) {
            true => self.lane(build, from[0], lane, depth + 1),
            false => from[0],
        };
        let index = |v: &Value| match is_vector(v.ty()) {
            true if v.is_constant() => v.aggregate_element(lane),
            true => Some(build.extract_element(*v, self.lanes.index(lane))),
            false => Some(*v),
        };
        match from[1..].iter().map(index).collect::<Option<Vec<_>>>() {
            Some(indices) => build.gep(vector.indexed_type(), base, &indices),
            None => build.extract_element(vector, self.lanes.index(lane)),
        }
    }

    fn shuffled(&mut self, build: &Builder, vector: Value, lane: u32, depth: u32) -> Value {
        match vectors::shuffled(vector, lane) {
            None => vector.ty().element().poison(),
            Some((from, at)) => self.lane(build, from, at, depth + 1),
        }
    }

    fn merge(&mut self, vector: Value, lane: u32, depth: u32) -> Value {
        if let Some(known) = self.merges.get(&(vector, lane)) {
            return *known;
        }
        let build = Builder::new(self.lanes.module.context());
        build.before_records(vector);
        let merge = build.phi(vector.ty().element(), "");
        self.merges.insert((vector, lane), merge);
        for (value, block) in vector.incoming() {
            if let Some(end) = block.terminator() {
                build.before(end);
            }
            let own = self.lane(&build, value, lane, depth + 1);
            merge.add_incoming(own, block);
        }
        merge
    }

    /// Where all lanes are loaded, one of them alone.
    fn loaded(&self, vector: Value, lane: u32) -> Value {
        let ty = vector.ty().element();
        let build = Builder::ahead_of(self.lanes.module.context(), vector);
        let at = build.gep(ty, vector.operands()[0], &[self.lanes.index(lane)]);
        let load = build.load(ty, at, "");
        let bytes = self.lanes.module.alloc_size(ty) as u32;
        load.set_memory_alignment(vector.memory_alignment().min(bytes));
        load.copy_tbaa(vector);
        load
    }
}
