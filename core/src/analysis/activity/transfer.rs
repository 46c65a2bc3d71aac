//! What an instruction makes varied of what it reads, and useful of what it writes.
//!
//! Owns: the transfer functions of both sweeps. Must not: decide in which order they run, or what has a shadow.

use super::{Inputs, State, constant_length, of_globals};
use crate::analysis::callee;
use crate::analysis::memory::FieldId;
use crate::analysis::passage::Passage;
use crate::view::{Access, Flow, Inst, InstId, ValueId};
use enzyme_rules::{ArgMask, Effects, MemoryOp, MemorySource, Place};
use indexmap::IndexSet;

impl State<'_> {
    pub(super) fn vary(&mut self, id: InstId, inst: &Inst) {
        match inst.op.access() {
            Access::Read => self.vary_result(inst, self.reads_varied(id)),
            Access::Write => self.vary_written(id, self.varied[inst.operands[0]]),
            Access::Exchange => {
                let on = self.any_varied(&inst.operands);
                self.vary_written(id, on);
                self.vary_result(inst, on || self.reads_varied(id));
            }
            Access::Call => self.vary_call(id, inst),
            Access::Unknown => self.vary_result(inst, self.any_varied(&inst.operands)),
            Access::None | Access::Order => {
                let on = flowing(inst).any(|v| self.varied[v]);
                self.vary_result(inst, on);
            }
        }
    }

    fn vary_call(&mut self, id: InstId, inst: &Inst) {
        match Passage::of(inst, self.inputs.registry) {
            Passage::Values(from) => self.vary_result(inst, self.any_varied(&from)),
            Passage::Mixed(from) => {
                let on = self.any_varied(&from) || self.call_reads_varied(id);
                self.vary_result(inst, on);
                let Inputs {
                    registry,
                    launching,
                    ..
                } = self.inputs;
                match callee::is_launch(inst, registry) || launching.is_call(inst, registry) {
                    true => self.vary_launched(id, on),
                    false => self.vary_written(id, on),
                }
            }
            Passage::Outs(rule) => {
                let on = self.any_varied(&inst.operands[..rule.params.len()]);
                let varies = |at: fn(&Place) -> bool| {
                    on && rule.results.iter().any(|r| r.active && at(&r.place))
                };
                let returned = varies(|at| matches!(at, Place::Returned | Place::Field(_)));
                self.vary_result(inst, returned);
                // A written `int` or whole part does not vary.
                self.vary_written(id, varies(|at| matches!(at, Place::Through(_))));
            }
            Passage::Copied(op) => {
                for (from, to) in self.copied(inst, op) {
                    self.vary_field(to, self.varied_fields[from.0]);
                }
            }
            Passage::Text(effects) => self.vary_text(inst, effects),
            // What comes from elsewhere may depend on anything.
            Passage::Elsewhere => self.vary_written(id, true),
            Passage::Nowhere => {}
        }
    }

    /// Numbers that a library turns into text or bytes and back: what it writes varies with what it reads, and
    /// so does a number that it reads out of memory. Answers about a number itself are constant between jumps.
    fn vary_text(&mut self, inst: &Inst, effects: &Effects) {
        let read = self.behind(inst, effects.reads);
        let reads = read.iter().any(|f| self.varied_fields[f.0]);
        let gives = self.any_varied(&inst.operands);
        let sunk = self.sunk();
        for field in self.behind(inst, effects.writes) {
            self.vary_field(field, (reads || gives) && !sunk.contains(&field));
        }
        self.vary_result(inst, reads);
    }

    /// Fields of library objects into which numbers go as text and out of which none comes.
    fn sunk(&self) -> IndexSet<FieldId> {
        let registry = self.inputs.registry;
        of_globals(self.inputs.memory, |name| registry.is_sink(name))
    }

    /// As `vary_text`, backwards.
    fn use_text(&mut self, inst: &Inst, effects: &Effects) {
        let written = self.behind(inst, effects.writes);
        let written = written.iter().any(|f| self.useful_fields[f.0]);
        let result = self.gives_useful(inst);
        for field in self.behind(inst, effects.reads) {
            self.use_field(field, written || result);
        }
        self.use_all(&inst.operands, written);
    }

    /// Fields of the objects that some arguments point into.
    fn behind(&self, inst: &Inst, arguments: ArgMask) -> Vec<FieldId> {
        let memory = self.inputs.memory;
        let wanted = inst.operands.iter().enumerate();
        let wanted = wanted.filter(|(i, _)| arguments.has((*i).min(255) as u8));
        let places = wanted.filter_map(|(_, v)| memory.place(*v));
        places
            .flat_map(|place| memory.object(place.object).fields.iter().copied())
            .collect()
    }

    fn vary_result(&mut self, inst: &Inst, on: bool) {
        if let Some(result) = inst.result
            && self.carries(result)
        {
            self.vary_value(result, on);
        }
    }

    /// Source and target fields of a memory copy.
    pub(super) fn copied(&self, inst: &Inst, op: &MemoryOp) -> Vec<(FieldId, FieldId)> {
        let Inputs { body, memory, .. } = self.inputs;
        let operand = |i: u8| inst.operands[usize::from(i)];
        let (MemorySource::Copy(from) | MemorySource::Move(from)) = op.source else {
            return Vec::new();
        };
        let places = (memory.place(operand(op.dst)), memory.place(operand(from)));
        let (Some(to), Some(from)) = places else {
            return Vec::new();
        };
        memory.copied(to, from, constant_length(body, operand(op.len)))
    }

    pub(super) fn use_backwards(&mut self, id: InstId, inst: &Inst) {
        match inst.op.access() {
            Access::Read => self.use_read(id, self.gives_useful(inst)),
            Access::Write => self.use_value(inst.operands[0], self.writes_useful(id)),
            Access::Exchange => {
                self.use_all(&inst.operands, self.writes_useful(id));
                self.use_read(id, self.gives_useful(inst));
            }
            Access::Call => self.use_call(id, inst),
            Access::Unknown => {
                let on = inst.result.is_some_and(|r| self.useful[r]);
                self.use_all(&inst.operands, on);
            }
            Access::None | Access::Order => {
                let on = self.gives_useful(inst);
                for operand in flowing(inst) {
                    self.use_value(operand, on);
                }
            }
        }
    }

    fn use_call(&mut self, id: InstId, inst: &Inst) {
        let Inputs {
            registry, escaping, ..
        } = self.inputs;
        let result = inst.result.is_some_and(|r| self.useful[r]);
        match Passage::of(inst, registry) {
            Passage::Values(from) => self.use_all(&from, result),
            Passage::Mixed(from) => {
                let gives = escaping.is_call(inst, registry) || callee::may_hide(inst, registry);
                let on = result || gives || self.writes_useful(id);
                self.use_all(&from, on);
                self.use_read(id, on);
            }
            Passage::Outs(rule) => {
                let on = result || self.writes_useful(id);
                self.use_all(&inst.operands[..rule.params.len()], on);
            }
            Passage::Copied(op) => {
                for (from, to) in self.copied(inst, op) {
                    self.use_field(from, self.useful_fields[to.0]);
                }
            }
            Passage::Text(effects) => self.use_text(inst, effects),
            // What goes elsewhere may be used there.
            Passage::Elsewhere => self.use_read(id, true),
            Passage::Nowhere => {}
        }
    }
}

/// Operands whose number flows into the result: computed with, converted or moved. Comparisons and conversions to
/// integers are constant between jumps; loads, stores and calls are looked at by themselves.
fn flowing(inst: &Inst) -> impl Iterator<Item = ValueId> + '_ {
    let computes = inst.op.flow() == Flow::Computes;
    let computed = inst.operands.iter().copied().filter(move |_| computes);
    computed.chain(inst.passed_on())
}
