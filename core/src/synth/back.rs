//! The mirrored control flow of the reverse pass.
//!
//! Owns: one reverse block a forward block, edges with the adjoints of phis, the function's
//! results. Must not: know how instructions are reversed.

use super::lookup::Reverse;
use super::vault::{Key, cell_place, item_type, on_tape};
use super::{owned, signature, tape};
use crate::plan::adjoints::Adjoint;
use crate::plan::flow::{Back, Entered};
use crate::plan::storage::Storage;
use crate::request::{Activity, Mode, TapeOwner};
use crate::view::entity::Map;
use crate::view::{BlockId, InstId, LoopId, Op, ValueId};
use enzyme_llvm_shim::ir::{Block, IntPredicate, Value};

impl Reverse<'_, '_> {
    /// Emits the reverse pass; `primal` is the returned value, `mark` the tape's state on entry.
    pub(crate) fn emit(&mut self, start: Block, primal: Option<Value>, mark: Option<Value>) {
        let body = self.frame.source.facts.body;
        let Some(exit) = body.exit else {
            self.frame.build.at_end(start);
            self.frame.build.unreachable();
            return;
        };
        self.frame.build.at_end(start);
        self.seed(exit);
        self.read_variables();
        let first = self.block(exit);
        self.frame.build.br(first);
        let mut work = vec![exit];
        let mut done = Map::filled(body.blocks.len(), false);
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut done[block], true) {
                work.extend(self.one(block, primal, mark));
            }
        }
    }

    /// The returned value's adjoint starts as the seed.
    fn seed(&mut self, exit: BlockId) {
        let body = self.frame.source.facts.body;
        let Some(ret) = body.terminator(exit) else {
            return;
        };
        if let (Some(seed), Some(value)) = (self.frame.seed, body.insts[ret].operands.first()) {
            let value = *value;
            self.each(|this| {
                let seed = this.frame.apart(seed);
                this.add(value, seed);
            });
        }
    }

    /// The reverse block of a forward block.
    fn block(&mut self, id: BlockId) -> Block {
        if let Some(block) = self.blocks[id] {
            return block;
        }
        let name = format!("reverse.{}", self.frame.source.facts.body.blocks[id].name);
        let block = self.frame.function.append_block(&name);
        self.blocks[id] = Some(block);
        block
    }

    /// Emits one reverse block; returns the blocks that it leads to.
    fn one(&mut self, id: BlockId, primal: Option<Value>, mark: Option<Value>) -> Vec<BlockId> {
        let body = self.frame.source.facts.body;
        let block = self.block(id);
        self.frame.build.at_end(block);
        for inst in body.blocks[id].insts.iter().rev() {
            if !matches!(body.insts[*inst].op, Op::Phi(_)) {
                self.instruction(*inst);
            }
        }
        let phis = self.take_phis(id);
        match &self.plan.back[id] {
            Back::Never => panic!("the reverse pass reached a block that never returns"),
            Back::Done => {
                self.finish(primal, mark);
                Vec::new()
            }
            Back::Skip(to) => {
                let target = self.block(*to);
                self.frame.build.br(target);
                vec![*to]
            }
            Back::To(to, entered) => {
                self.edge(&phis, *to, entered);
                vec![*to]
            }
            Back::Choose { selector, to } => self.choose(&phis, *selector, to),
            Back::Loop {
                this,
                preheader,
                latch,
            } => self.turn(&phis, *this, *preheader, *latch),
        }
    }

    /// All phis of a block are read before any incoming value gets its contribution.
    fn take_phis(&mut self, id: BlockId) -> Vec<(InstId, Vec<Value>)> {
        let body = self.frame.source.facts.body;
        let mut taken = Vec::new();
        for inst in &body.blocks[id].insts {
            if matches!(self.plan.adjoints[*inst], Adjoint::Phi)
                && let Some(result) = body.insts[*inst].result
            {
                let mut adjoints = Vec::new();
                self.each(|this| adjoints.push(this.take(result)));
                taken.push((*inst, adjoints));
            }
        }
        taken
    }

    fn edge(&mut self, phis: &[(InstId, Vec<Value>)], pred: BlockId, entered: &[Entered]) {
        self.pass_phis(phis, pred);
        for Entered { this, counter } in entered {
            self.enter(*this, *counter);
        }
        let target = self.block(pred);
        self.frame.build.br(target);
    }

    fn pass_phis(&mut self, phis: &[(InstId, Vec<Value>)], pred: BlockId) {
        for (id, adjoints) in phis {
            if let Some(value) = self.incoming(*id, pred) {
                self.each(|this| this.add(value, adjoints[this.frame.shadows.now()]));
            }
        }
    }

    /// What a phi is when control comes from a block.
    fn incoming(&mut self, phi: InstId, pred: BlockId) -> Option<ValueId> {
        let inst = &self.frame.source.facts.body.insts[phi];
        let Op::Phi(blocks) = &inst.op else {
            return None;
        };
        let from = self.incoming.entry(phi).or_insert_with(|| {
            let pairs = blocks.iter().copied().zip(inst.operands.iter().copied());
            pairs.collect()
        });
        from.get(&pred).copied()
    }

    fn choose(
        &mut self,
        phis: &[(InstId, Vec<Value>)],
        selector: ValueId,
        to: &[(BlockId, Vec<Entered>)],
    ) -> Vec<BlockId> {
        let on = self.lookup(crate::plan::Item::Primal(selector));
        let from = self
            .frame
            .build
            .block()
            .expect("the builder stands in a block");
        let edges: Vec<Block> = to
            .iter()
            .map(|_| self.frame.function.append_block("reverse.edge"))
            .collect();
        for ((pred, entered), edge) in to.iter().zip(&edges) {
            self.frame.build.at_end(*edge);
            self.edge(phis, *pred, entered);
        }
        self.frame.build.at_end(from);
        match edges.as_slice() {
            [a, b] => {
                let zero = on.ty().zero();
                let first = self.frame.build.icmp(IntPredicate::LLVMIntEQ, on, zero);
                self.frame.build.cond_br(first, *a, *b);
            }
            _ => {
                let cases: Vec<(Value, Block)> = edges
                    .iter()
                    .enumerate()
                    .skip(1)
                    .map(|(i, b)| (on.ty().constant_int(i as u64), *b))
                    .collect();
                self.frame.build.switch(on, edges[0], &cases);
            }
        }
        to.iter().map(|(pred, _)| *pred).collect()
    }

    /// At a loop header: the iteration before, or out to the preheader.
    fn turn(
        &mut self,
        phis: &[(InstId, Vec<Value>)],
        this: LoopId,
        preheader: BlockId,
        latch: BlockId,
    ) -> Vec<BlockId> {
        self.move_carries(this);
        let counter = self.counter(this);
        let zero = counter.ty().zero();
        let first = self
            .frame
            .build
            .icmp(IntPredicate::LLVMIntEQ, counter, zero);
        let out = self.frame.function.append_block("reverse.out");
        let again = self.frame.function.append_block("reverse.again");
        self.frame.build.cond_br(first, out, again);
        self.frame.build.at_end(out);
        self.close_carries(this);
        self.edge(phis, preheader, &[]);
        self.frame.build.at_end(again);
        let less = self
            .frame
            .build
            .add_nowrap(counter, self.frame.context().i64(-1));
        self.frame.build.store(less, self.counters[&this]);
        self.previous_record(this, counter);
        self.edge(phis, latch, &[]);
        vec![preheader, latch]
    }

    /// The results: the primal if asked for, and the adjoints of numbers passed by value.
    fn finish(&mut self, primal: Option<Value>, mark: Option<Value>) {
        let request = self.frame.request();
        let body = self.frame.source.facts.body;
        let mut values: Vec<Value> = Vec::new();
        if request.returned.primal && request.mode == Mode::Gradient {
            values.extend(primal);
        }
        for (position, param) in body.params.iter().enumerate() {
            if request.params[position] == Activity::Out {
                let mut adjoints = Vec::new();
                self.each(|this| adjoints.push(this.take(*param)));
                values.push(self.frame.together(&adjoints));
            }
        }
        for id in &self.plan.postponed {
            let store = self.frame.inst(*id).clone_instruction();
            self.frame.build.insert(store);
        }
        self.add_of_blocks();
        match (request.tape, mark) {
            (TapeOwner::Program { .. } | TapeOwner::Launch, Some(tape))
                if request.mode == Mode::Reverse =>
            {
                owned::end(self.frame, self.plan, tape);
            }
            (_, Some(mark)) => tape::release(self.frame.source.module, &self.frame.build, mark),
            (_, None) => {}
        }
        self.return_all(&values);
    }

    fn return_all(&mut self, values: &[Value]) {
        let types = signature::results(self.frame.context(), self.frame.request());
        if types.is_empty() {
            self.frame.build.ret(None);
            return;
        }
        let mut all = self.frame.context().structure(&types).undef();
        for (index, value) in values.iter().enumerate() {
            all = self.frame.build.insert_value(all, *value, index as u32);
        }
        self.frame.build.ret(Some(all));
    }

    /// A split reverse pass reads its frame at once: variables for all of it.
    pub(crate) fn read_frame(&mut self) {
        let Some((at, offsets)) = self.vault.frame.clone() else {
            return;
        };
        for (item, storage) in self.plan.layout.all() {
            let element = item_type(self.frame, *item);
            self.read_field(at, &offsets, Key::Item(*item), storage, element);
        }
        let pointer = self.frame.context().pointer();
        for (l, storage) in &self.plan.layout.chains {
            self.read_field(at, &offsets, Key::Chain(*l), storage, pointer);
        }
    }

    fn read_field(
        &mut self,
        at: Value,
        offsets: &[u64],
        key: Key,
        storage: &Storage,
        element: enzyme_llvm_shim::ir::Type,
    ) {
        match storage {
            Storage::Frame(field) => {
                let address = cell_place(self.frame, self.plan, (at, offsets), *field);
                let value = self.frame.build.load(element, address, "");
                on_tape(self.frame, value);
                self.frame.build.store(value, self.vault.slots[&key]);
            }
            Storage::Array { id, base, .. } => {
                let pointer = self.frame.context().pointer();
                self.read_field(at, offsets, Key::Array(*id), base, pointer);
            }
            Storage::Slot | Storage::Record(..) => {}
        }
    }
}

/// Whether the derivative itself pushes onto the tape.
pub(crate) fn uses_tape(plan: &crate::plan::Plan) -> bool {
    !plan.layout.rows.is_empty() || !plan.layout.records.is_empty()
}
