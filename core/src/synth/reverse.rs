//! Adjoints of instructions.
//!
//! A result's adjoint is read and zeroed, then added to the operands'. A store's adjoint is the shadow's, which is then zeroed. Additions of
//! adjoints carry `nsz`, since an adjoint does not tell -0 from 0 and 0 + x folds to x; and `reassoc`, since the source says nothing of their order,
//! so that LLVM may vectorise sums of adjoints. Derivatives inherit fast-math flags except `nnan` and `ninf`.
//!
//! Owns: one method a variant of [`Adjoint`]: take the result's adjoint, zero it, add to the
//! operands' what the mathematics says. Must not: know control flow.

use super::guard::Shadow;
use super::lookup::Reverse;
use super::rule::{RuleSink, float_type, part};
use crate::plan::Item;
use crate::plan::accumulate::addition;
use crate::plan::adjoints::{Adjoint, Numbers};
use crate::plan::exchange::Again;
use crate::plan::pairs::Pair;
use crate::request::Mode;
use crate::view::{InstId, Op, TyId, ValueId};
use enzyme_llvm_shim::ir::{FloatPredicate, Type, TypeKind, Value};
use enzyme_rules::{
    Away, LinearRule, OutRule, Products, ScalarRule, ZeroProduct, contribution, lower_out, product,
};

impl Reverse<'_, '_> {
    /// Emits what an instruction contributes to the reverse pass, and gives back what it has overwritten, if the plan says so.
    pub(crate) fn instruction(&mut self, id: InstId) {
        let facts = self.frame.source.facts;
        for again in self.plan.exchanges.behind(facts, id) {
            self.hand_again(&again);
        }
        self.contribution(id);
        if let Some(load) = self.plan.undone.get(&id).copied() {
            // What was there before.
            self.write_again(id, self.result(load));
        }
    }

    /// Writes what other threads read.
    fn hand_again(&mut self, again: &Again<'_>) {
        if let Some(barrier) = again.ahead {
            self.contribution(barrier);
        }
        for store in again.stores {
            self.write_again(*store, self.operand(*store, 0));
        }
        if let Some(barrier) = again.barrier {
            self.contribution(barrier);
        }
    }

    /// Writes a value of the forward sweep where a store wrote.
    fn write_again(&mut self, store: InstId, value: ValueId) {
        let value = self.lookup(Item::Primal(value));
        let pointer = self.lookup(Item::Primal(self.operand(store, 1)));
        let made = self.frame.build.store(value, pointer);
        let primal = self.frame.source.handles.inst(store);
        made.set_memory_alignment(primal.memory_alignment());
        self.frame.marks.primal(made);
    }

    fn contribution(&mut self, id: InstId) {
        let adjoint = self.plan.adjoints[id].clone();
        if matches!(
            adjoint,
            Adjoint::None | Adjoint::Phi | Adjoint::StorePointer | Adjoint::LoadPointer(_)
        ) {
            return;
        }
        self.frame.build.set_location(self.location(id));
        match &adjoint {
            Adjoint::Call(call) => self.call(id, call),
            Adjoint::Steps(context, _) => self.steps(id, *context),
            Adjoint::OnceMore(operands) => self.once_more(id, *operands),
            Adjoint::Mirror(mirror) => self.mirror(id, mirror),
            Adjoint::Array(array) => self.array(id, array),
            Adjoint::Allocate {
                shadowed,
                freed: true,
                ..
            } => self.allocation(id, *shadowed),
            // Any other: what it contributes in one direction has nothing to do with the others.
            _ => self.each(|this| this.in_direction(id, &adjoint)),
        }
    }

    /// What an instruction contributes in the present direction.
    fn in_direction(&mut self, id: InstId, adjoint: &Adjoint) {
        match adjoint.clone() {
            Adjoint::None | Adjoint::Phi | Adjoint::StorePointer | Adjoint::LoadPointer(_) => {}
            Adjoint::DeferredFree => self.make_late(id),
            Adjoint::Rule {
                rule,
                away,
                speculated,
            } => self.rule(id, &rule, (away, speculated)),
            Adjoint::OutRule(rule) => self.out_rule(id, &rule),
            Adjoint::FloatCast => self.float_cast(id),
            Adjoint::Bitcast => self.bitcast(id),
            Adjoint::SignBit { flipped } => self.sign_bit(id, flipped),
            Adjoint::Same(operand) => self.same(id, operand as usize),
            Adjoint::Linear(rule) => self.linear(id, rule),
            Adjoint::Select => self.select(id),
            Adjoint::Shuffle => self.shuffle(id),
            Adjoint::Load(numbers) => self.load(id, &numbers),
            Adjoint::Carry { carry, place } => self.carried(id, carry, place),
            Adjoint::Store(numbers) => self.store(id, &numbers),
            Adjoint::Masked(access) => self.masked(id, access),
            Adjoint::AtomicAdd => self.atomic_add(id),
            Adjoint::Raise => self.raise(id),
            Adjoint::Copy {
                op,
                bytes,
                from_shadowed,
            } => {
                self.copy(id, &op, &bytes, from_shadowed);
            }
            Adjoint::Reset { op, bytes } => self.reset(id, &op, bytes.as_ref()),
            Adjoint::Call(_)
            | Adjoint::Steps(..)
            | Adjoint::OnceMore(_)
            | Adjoint::Mirror(_)
            | Adjoint::Array(_)
            | Adjoint::Allocate { .. } => {}
        }
    }

    /// The instruction whose location the reverse code of `id` gets: the forward sweep's clone. The reverse half of a split derivative has
    /// none; `Frame::finish` gives it the locations of the prepared function's instructions.
    pub(crate) fn location(&self, id: InstId) -> Option<Value> {
        if self.frame.request().mode == Mode::Reverse {
            return Some(self.frame.source.handles.inst(id));
        }
        let gone = matches!(self.plan.adjoints[id], Adjoint::DeferredFree);
        self.frame.insts[id].filter(|clone| !gone && clone.is_instruction())
    }

    fn operand(&self, id: InstId, index: usize) -> ValueId {
        self.frame.source.facts.body.insts[id].operands[index]
    }

    pub(crate) fn result(&self, id: InstId) -> ValueId {
        self.frame.source.facts.body.insts[id]
            .result
            .expect("active instructions have results")
    }

    fn active(&self, value: ValueId) -> bool {
        self.frame.source.facts.activities.active(value)
    }

    /// Type of a value's adjoint: its own, or that of the numbers whose bits it carries.
    pub(crate) fn adjoint_type(&self, value: ValueId) -> Type {
        let facts = self.frame.source.facts;
        let ty = self.frame.ty(value);
        if ty.kind() != TypeKind::LLVMIntegerTypeKind {
            return ty;
        }
        match facts.carried(value, ty.int_bits()) {
            Some((kind, 1)) => float_type(self.frame.source.module, kind),
            Some((kind, n)) => float_type(self.frame.source.module, kind).vector(n),
            None => panic!("the plan made an integer of unknown contents active"),
        }
    }

    fn adjoint_slot(&mut self, value: ValueId) -> Value {
        let key = (self.frame.shadows.now(), value);
        if let Some(slot) = self.adjoints.get(&key) {
            return *slot;
        }
        let name = format!("{}.adj", self.frame.source.facts.body.values[value].name);
        let ty = self.adjoint_type(value);
        let slot = self.frame.slot(ty, &name);
        self.adjoints.insert(key, slot);
        slot
    }

    /// Reads and zeroes a value's adjoint.
    pub(crate) fn take(&mut self, value: ValueId) -> Value {
        if self.is_local[value] {
            let sum = self.local.swap_remove(&(self.frame.shadows.now(), value));
            return sum.unwrap_or_else(|| self.adjoint_type(value).zero());
        }
        let slot = self.adjoint_slot(value);
        let ty = self.adjoint_type(value);
        let adjoint = self.frame.build.load(ty, slot, "adj");
        self.frame.build.store(ty.zero(), slot);
        adjoint
    }

    /// Adds to a value's adjoint, if it is active.
    pub(crate) fn add(&mut self, value: ValueId, contribution: Value) {
        if !self.active(value) {
            return;
        }
        if self.is_local[value] {
            let key = (self.frame.shadows.now(), value);
            let sum = match self.local.get(&key) {
                Some(sum) => self.sum(*sum, contribution),
                None => contribution,
            };
            self.local.insert(key, sum);
            return;
        }
        let slot = self.adjoint_slot(value);
        self.add_at(slot, contribution);
    }

    /// `*address += contribution`; gives the load and the store.
    pub(crate) fn add_at(&mut self, address: Value, contribution: Value) -> [Value; 2] {
        let old = self.frame.build.load(contribution.ty(), address, "");
        let sum = self.sum(old, contribution);
        [old, self.frame.build.store(sum, address)]
    }

    /// Sum of numbers, vectors or aggregates; what is no number stays as it is in `a`.
    fn sum(&mut self, a: Value, b: Value) -> Value {
        let ty = a.ty();
        let length = match ty.kind() {
            TypeKind::LLVMStructTypeKind => ty.fields().len() as u64,
            TypeKind::LLVMArrayTypeKind => ty.length(),
            TypeKind::LLVMIntegerTypeKind | TypeKind::LLVMPointerTypeKind => return a,
            _ => return accumulated(self.frame.build.fadd(a, b)),
        };
        let mut all = a;
        for index in 0..length as u32 {
            let (x, y) = (
                self.frame.build.extract_value(a, index),
                self.frame.build.extract_value(b, index),
            );
            let both = self.sum(x, y);
            all = self.frame.build.insert_value(all, both, index);
        }
        all
    }

    fn rule(&mut self, id: InstId, rule: &ScalarRule, (away, speculated): (Away, bool)) {
        let finite = match speculated {
            true => ZeroProduct::Strong,
            false => ZeroProduct::Plain,
        };
        let products = Products {
            infinite: ZeroProduct::Strong,
            forgetful: finite,
            finite,
            away,
        };
        let inst = &self.frame.source.facts.body.insts[id];
        let result = self.result(id);
        let active: Vec<bool> = (0..rule.params.len())
            .map(|i| self.active(inst.operands[i]))
            .collect();
        let needs = rule.needs(&active);
        let lookup = |this: &mut Self, i: usize| {
            needs
                .arg(i)
                .then(|| this.lookup(Item::Primal(inst.operands[i])))
        };
        let args: Vec<Option<Value>> = (0..rule.params.len()).map(|i| lookup(self, i)).collect();
        let primal = (needs.results != 0).then(|| self.lookup(Item::Primal(result)));
        let seed = self.take(result);
        let contributions: Vec<(usize, Value)> = {
            let mut sink = RuleSink::of(self.frame, id, args, vec![primal]);
            let one = |i: usize| Some((i, contribution(rule, i, &mut sink, seed, products)?));
            (0..rule.params.len())
                .filter(|i| active[*i] && !rule.is_zero(*i))
                .filter_map(one)
                .collect()
        };
        for (i, contribution) in contributions {
            let contribution = self.only_used(result, contribution);
            self.add(inst.operands[i], contribution);
        }
    }

    /// Zero in the lanes that nobody uses of what a contribution was computed for: what it was computed from
    /// may be poison there.
    fn only_used(&self, result: ValueId, contribution: Value) -> Value {
        if contribution.ty().kind() != TypeKind::LLVMVectorTypeKind {
            return contribution;
        }
        let lanes = contribution.ty().length();
        let Some(used) = self.plan.lanes.used(result, lanes) else {
            return contribution;
        };
        let lane = |(lane, used): (i32, bool)| if used { lane } else { lanes as i32 + lane };
        let mask: Vec<i32> = (0..).zip(used).map(lane).collect();
        self.frame
            .build
            .shuffle(contribution, contribution.ty().zero(), &mask)
    }

    /// Functions that return several results in a structure, or one and write inactive others.
    fn out_rule(&mut self, id: InstId, rule: &OutRule) {
        let inst = &self.frame.source.facts.body.insts[id];
        let Some(result) = inst.result else { return };
        let active: Vec<bool> = (0..rule.params.len())
            .map(|i| self.active(inst.operands[i]))
            .collect();
        let wanted: Vec<bool> = rule.results.iter().map(|r| r.active).collect();
        let needs = rule.needs(&active, &wanted);
        let mut args = Vec::new();
        for i in 0..rule.params.len() {
            args.push(
                needs
                    .arg(i)
                    .then(|| self.lookup(Item::Primal(inst.operands[i]))),
            );
        }
        let whole = (needs.results != 0).then(|| self.lookup(Item::Primal(result)));
        let results: Vec<Option<Value>> = rule
            .results
            .iter()
            .map(|r| {
                whole.and_then(|w| part(self.frame.source.module, &self.frame.build, w, r.place))
            })
            .collect();
        let seed = self.take(result);
        for (k, out) in rule.results.iter().enumerate().filter(|(_, r)| r.active) {
            let Some(seed) = part(self.frame.source.module, &self.frame.build, seed, out.place)
            else {
                continue;
            };
            for i in (0..rule.params.len()).filter(|i| active[*i]) {
                let contribution = {
                    let mut sink = RuleSink::of(self.frame, id, args.clone(), results.clone());
                    lower_out(rule, k, i, &mut sink)
                        .map(|partial| product(&mut sink, ZeroProduct::Strong, seed, partial))
                };
                if let Some(contribution) = contribution {
                    self.add(inst.operands[i], contribution);
                }
            }
        }
    }

    fn float_cast(&mut self, id: InstId) {
        let operand = self.operand(id, 0);
        let adjoint = self.take(self.result(id));
        let cast = self.frame.build.fpcast(adjoint, self.frame.ty(operand));
        self.add(operand, cast);
    }

    fn bitcast(&mut self, id: InstId) {
        let operand = self.operand(id, 0);
        let adjoint = self.take(self.result(id));
        let wanted = self.adjoint_type(operand);
        let same = if adjoint.ty() == wanted {
            adjoint
        } else {
            self.frame.build.bitcast(adjoint, wanted)
        };
        self.add(operand, same);
    }

    /// The bits were those of `|x|` or `-x`.
    fn sign_bit(&mut self, id: InstId, flipped: bool) {
        let operand = self.operand(id, 0);
        let bits = (!flipped).then(|| self.lookup(Item::Primal(operand)));
        let adjoint = self.take(self.result(id));
        let negated = self.frame.build.fneg(adjoint);
        let contribution = match bits {
            None => negated,
            Some(bits) => {
                let x = self.frame.build.bitcast(bits, adjoint.ty());
                let zero = adjoint.ty().zero();
                let below = self.frame.build.fcmp(FloatPredicate::LLVMRealOLT, x, zero);
                self.frame.build.select(below, negated, adjoint)
            }
        };
        self.add(operand, contribution);
    }

    fn same(&mut self, id: InstId, operand: usize) {
        let adjoint = self.take(self.result(id));
        self.add(self.operand(id, operand), adjoint);
    }

    /// The adjoint goes the way back.
    fn linear(&mut self, id: InstId, rule: LinearRule) {
        let operands = self.frame.source.facts.body.insts[id].operands.clone();
        let adjoint = self.take(self.result(id));
        let given = (0u8..).zip(&operands);
        let args: Vec<Value> = given
            .map(|(position, value)| match position == rule.operand {
                true => adjoint,
                false => self.lookup(Item::Primal(*value)),
            })
            .collect();
        let callee = self.frame.source.module.function(rule.adjoint);
        let callee = callee.expect("the library of a machine defines its functions");
        let ty = callee.function_type();
        let contribution = self.frame.build.call(ty, callee, &args, "");
        self.add(operands[usize::from(rule.operand)], contribution);
    }

    fn select(&mut self, id: InstId) {
        let [condition, then, otherwise] = [0, 1, 2].map(|i| self.operand(id, i));
        let chosen = self.lookup(Item::Primal(condition));
        let result = self.result(id);
        let adjoint = self.take(result);
        let zero = adjoint.ty().zero();
        let [a, b] = [(adjoint, zero), (zero, adjoint)].map(|(then, otherwise)| {
            let contribution = self.frame.build.select(chosen, then, otherwise);
            self.only_used(result, contribution)
        });
        self.add(then, a);
        self.add(otherwise, b);
    }

    fn shuffle(&mut self, id: InstId) {
        match self.frame.source.facts.body.insts[id].op.clone() {
            Op::ExtractValue(path) => self.extract_value(id, &path),
            Op::InsertValue(path) => self.insert_value(id, &path),
            Op::ExtractElement => self.extract_element(id),
            Op::InsertElement => self.insert_element(id),
            Op::Shuffle(mask) => self.lanes(id, &mask),
            // Any other: a mistake in the plan, which says what is a move.
            op => panic!("{op:?} moves no numbers"),
        }
    }

    /// Address of a field inside an aggregate's adjoint variable.
    fn field_address(&mut self, aggregate: ValueId, path: &[u32]) -> Value {
        let mut at = self.adjoint_slot(aggregate);
        let mut ty = self.frame.ty(aggregate);
        for index in path {
            at = match ty.kind() {
                TypeKind::LLVMStructTypeKind => self.frame.build.field_ptr(ty, at, *index, ""),
                _ => {
                    let position = self.frame.i64(u64::from(*index));
                    self.frame.build.element_ptr(ty.element(), at, position, "")
                }
            };
            ty = match ty.kind() {
                TypeKind::LLVMStructTypeKind => ty.fields()[*index as usize],
                _ => ty.element(),
            };
        }
        at
    }

    fn extract_value(&mut self, id: InstId, path: &[u32]) {
        let aggregate = self.operand(id, 0);
        let adjoint = self.take(self.result(id));
        if self.active(aggregate) {
            let at = self.field_address(aggregate, path);
            self.add_at(at, adjoint);
        }
    }

    fn insert_value(&mut self, id: InstId, path: &[u32]) {
        let (aggregate, field) = (self.operand(id, 0), self.operand(id, 1));
        let result = self.result(id);
        let at = self.field_address(result, path);
        let ty = self.frame.ty(field);
        let adjoint = self.frame.build.load(ty, at, "adj");
        self.frame.build.store(ty.zero(), at);
        self.add(field, adjoint);
        let rest = self.take(result);
        self.add(aggregate, rest);
    }

    fn extract_element(&mut self, id: InstId) {
        let (vector, index) = (self.operand(id, 0), self.operand(id, 1));
        let lane = self.lookup(Item::Primal(index));
        let adjoint = self.take(self.result(id));
        let zero = self.frame.ty(vector).zero();
        let only = self.frame.build.insert_element(zero, adjoint, lane);
        self.add(vector, only);
    }

    fn insert_element(&mut self, id: InstId) {
        let (vector, element, index) = (
            self.operand(id, 0),
            self.operand(id, 1),
            self.operand(id, 2),
        );
        let lane = self.lookup(Item::Primal(index));
        let adjoint = self.take(self.result(id));
        let own = self.frame.build.extract_element(adjoint, lane);
        self.add(element, own);
        let zero = self.frame.ty(element).zero();
        let rest = self.frame.build.insert_element(adjoint, zero, lane);
        self.add(vector, rest);
    }

    fn lanes(&mut self, id: InstId, mask: &[i32]) {
        let [a, b] = [0, 1].map(|i| self.operand(id, i));
        let adjoint = self.take(self.result(id));
        let width = self.frame.ty(a).length() as i32;
        for (vector, first) in [(a, 0), (b, width)] {
            if !self.active(vector) {
                continue;
            }
            let mut all = self.frame.ty(vector).zero();
            for (from, to) in mask.iter().enumerate() {
                let lane = to - first;
                if *to >= 0 && (0..width).contains(&lane) {
                    all = self.add_lane(all, lane as u64, adjoint, from as u64);
                }
            }
            self.add(vector, all);
        }
    }

    fn add_lane(&mut self, all: Value, lane: u64, adjoint: Value, from: u64) -> Value {
        let i32 = self.frame.context().int(32);
        let (lane, from) = (i32.constant_int(lane), i32.constant_int(from));
        let old = self.frame.build.extract_element(all, lane);
        let contribution = self.frame.build.extract_element(adjoint, from);
        let sum = self.frame.build.fadd(old, contribution);
        self.frame.build.insert_element(all, sum, lane)
    }

    /// `adj(result)` is added to the shadow of what was loaded.
    fn load(&mut self, id: InstId, numbers: &Numbers) {
        let pointer = self.operand(id, 0);
        let (result, ty) = (self.result(id), self.frame.ty(self.result(id)));
        let way = addition(self.frame.source.facts, id, pointer);
        let behind = self.shadow_behind(pointer);
        let (shadow, unless) = behind.sum(self.frame, way, ty);
        let adjoint = self.take(result);
        let is_vector = ty.kind() == TypeKind::LLVMVectorTypeKind;
        let runs = is_vector.then(|| self.plan.lanes.runs(result, ty.length()));
        let parts = match runs.flatten() {
            Some(runs) => self.lanes_apart(shadow, adjoint, &runs),
            None => self.parts(shadow, adjoint, numbers),
        };
        for (address, part) in parts {
            for access in self.add_to_shadow((id, pointer), (address, unless), part) {
                self.tag(access, id);
            }
        }
    }

    /// Addresses of runs of lanes of a vector in memory, with the parts of its adjoint.
    fn lanes_apart(&self, at: Value, all: Value, runs: &[(u64, u64)]) -> Vec<(Value, Value)> {
        let build = &self.frame.build;
        let bytes = self.frame.source.module.alloc_size(all.ty().element());
        let part = |(first, count): &(u64, u64)| {
            let lanes: Vec<i32> = (*first..first + count).map(|lane| lane as i32).collect();
            let part = match count {
                1 => build.extract_element(all, self.frame.i64(*first)),
                _ => build.shuffle(all, all.ty().zero(), &lanes),
            };
            (build.ptradd(at, self.frame.i64(first * bytes), ""), part)
        };
        runs.iter().map(part).collect()
    }

    /// The accesses to a shadow are typed like the primal's, and meet no more.
    pub(crate) fn tag(&mut self, access: Value, id: InstId) {
        self.frame.on_shadow(access, id);
        let primal = self.frame.source.handles.inst(id);
        let own = match access.opcode() {
            enzyme_llvm_shim::ir::Opcode::LLVMStore => access.operand(0).map(Value::ty),
            _ => Some(access.ty()),
        };
        let whole = match primal.opcode() {
            enzyme_llvm_shim::ir::Opcode::LLVMStore => primal.operand(0).map(Value::ty),
            _ => Some(primal.ty()),
        };
        if let Some(ty) = own.filter(|_| own == whole) {
            access.set_memory_alignment(self.frame.shadow_alignment(primal, ty));
            self.frame.tag_shadow(access, id);
        } else {
            access.set_memory_alignment(1);
        }
    }

    /// Addresses of the numbers of a value in memory, with the parts of its adjoint.
    fn parts(&mut self, at: Value, adjoint: Value, numbers: &Numbers) -> Vec<(Value, Value)> {
        match numbers {
            Numbers::Whole | Numbers::Carried(..) => vec![(at, adjoint)],
            Numbers::Leaves(leaves) => {
                let part = |(path, offset, _): &(Vec<u32>, u64, TyId)| {
                    let mut value = adjoint;
                    for index in path {
                        value = self.frame.build.extract_value(value, *index);
                    }
                    let offset = self.frame.i64(*offset);
                    (self.frame.build.ptradd(at, offset, ""), value)
                };
                leaves.iter().map(part).collect()
            }
        }
    }

    /// What was stored gets the shadow's adjoint, which is consumed: the memory held something else
    /// before.
    fn store(&mut self, id: InstId, numbers: &Numbers) {
        let (value, pointer) = (self.operand(id, 0), self.operand(id, 1));
        let behind = self.shadow_behind(pointer);
        let shadow = behind.place(self.frame, self.frame.ty(value));
        let active = self.active(value);
        if let Numbers::Leaves(leaves) = numbers {
            return self.store_leaves(id, (value, behind), shadow, leaves);
        }
        let ty = match numbers {
            Numbers::Carried(kind, 1) => float_type(self.frame.source.module, *kind),
            Numbers::Carried(kind, n) => float_type(self.frame.source.module, *kind).vector(*n),
            _ => self.frame.ty(value),
        };
        let adjoint = self.frame.build.load(ty, shadow, "adj");
        self.tag(adjoint, id);
        match self.plan.pairs.get(&id) {
            Some(pair) => self.clear_beside(id, shadow, *pair),
            None => {
                let cleared = self.frame.build.store(ty.zero(), shadow);
                self.tag(cleared, id);
            }
        }
        if active {
            let adjoint = behind.read(self.frame, adjoint);
            self.add(value, adjoint);
        }
    }

    /// Zeroes a shadow by a store that writes its neighbour as well, as it is.
    fn clear_beside(&mut self, id: InstId, shadow: Value, pair: Pair) {
        let (pointer, ty) = (
            self.operand(pair.other, 1),
            self.frame.ty(self.operand(id, 0)),
        );
        let beside = self.lookup(Item::Shadow(pointer));
        let rest = self.frame.build.load(ty, beside, "beside");
        self.tag(rest, pair.other);
        let lane = self
            .frame
            .context()
            .int(32)
            .constant_int(u64::from(!pair.below));
        let both = self
            .frame
            .build
            .insert_element(ty.vector(2).zero(), rest, lane);
        let (lower, below) = match pair.below {
            true => (pair.other, beside),
            false => (id, shadow),
        };
        let stored = self.frame.build.store(both, below);
        self.tag(stored, lower);
    }

    fn store_leaves(
        &mut self,
        id: InstId,
        (value, behind): (ValueId, Shadow),
        shadow: Value,
        leaves: &[(Vec<u32>, u64, TyId)],
    ) {
        for (path, offset, ty) in leaves {
            let ty = self.frame.source.handles.ty(*ty);
            let at = self.frame.build.ptradd(shadow, self.frame.i64(*offset), "");
            let adjoint = self.frame.build.load(ty, at, "adj");
            self.tag(adjoint, id);
            let cleared = self.frame.build.store(ty.zero(), at);
            self.tag(cleared, id);
            if self.active(value) {
                let field = self.field_address(value, path);
                let adjoint = behind.read(self.frame, adjoint);
                self.add_at(field, adjoint);
            }
        }
    }

    /// `*p += v`: the sum's adjoint stays and is also `v`'s.
    fn atomic_add(&mut self, id: InstId) {
        let (pointer, value) = (self.operand(id, 0), self.operand(id, 1));
        let (behind, ty) = (self.shadow_behind(pointer), self.frame.ty(value));
        let shadow = behind.place(self.frame, ty);
        let adjoint = self.frame.build.load(ty, shadow, "adj");
        let adjoint = behind.read(self.frame, adjoint);
        self.add(value, adjoint);
    }
}

/// Adjoints do not tell -0 from 0: so the first of several contributions needs no addition to 0. A product that the program allows to be rounded together with a
/// sum may be so with this one.
pub(super) fn accumulated(sum: Value) -> Value {
    const REASSOCIATE_NO_SIGNED_ZEROS: u32 = 1 | 8;
    const CONTRACT: u32 = 1 << 5;
    if sum.is_instruction() {
        let allowed = |part: Value| match part.is_instruction() {
            true => part.fast_math() & CONTRACT,
            false => 0,
        };
        let contract = sum.operands().into_iter().map(allowed).max();
        sum.set_fast_math(REASSOCIATE_NO_SIGNED_ZEROS | contract.unwrap_or(0));
    }
    sum
}
