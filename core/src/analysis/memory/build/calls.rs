//! Constraints of calls: known functions, the copying-in of analysed callees, recursion.
//!
//! Owns: what a call says of its arguments and its result. Must not: know other instructions.

use super::{Context, Formal, Formals};
use crate::analysis::callee::{self, Target};
use crate::analysis::memory::component::Place;
use crate::analysis::memory::facts::Memory;
use crate::analysis::memory::graph::Pointer;
use crate::analysis::memory::origins::Origins;
use crate::analysis::memory::scalar::{Scalar, float_size, named_scalar, named_size};
use crate::analysis::memory::touches::{Copied, Touch};
use crate::analysis::mirrored;
use crate::view::{Inst, InstId, Shape, ValueId, ValueKind};
use enzyme_rules::{
    AllocResult, ArrayRole, ArrayRule, CalleeKind, Custom, Effects, Element, FloatKind, Launch,
    MaskedAccess, MemoryOp, MemorySource, MirrorRule, OutRule, PointsInto,
};

/// Where memory comes from that a call obtains.
fn heap() -> Origins {
    Origins {
        heap: true,
        ..Origins::default()
    }
}

impl<'a> Context<'_, 'a> {
    pub(super) fn call(
        &mut self,
        id: InstId,
        inst: &Inst,
        formals: &Formals,
        summary: &dyn Fn(&str) -> Option<&'a Memory>,
    ) {
        // Conventions pass numbers, and structures with numbers, in wider ones or as numbers.
        let narrow =
            |v: &&ValueId| matches!(self.body().shape(**v), Shape::Int(bits) if *bits < 64);
        let integers: Vec<ValueId> = match callee::known(inst, self.registry) {
            Some(CalleeKind::IntegerOp | CalleeKind::Carrier(_)) => Vec::new(),
            Some(_) => inst.result.iter().filter(narrow).copied().collect(),
            None => {
                let all = inst.operands.iter().chain(&inst.result);
                all.filter(narrow).copied().collect()
            }
        };
        for value in integers {
            self.raise(value, Scalar::Presumed);
        }
        if callee::is_opaque(inst, self.registry) {
            self.expose(&inst.operands);
        }
        let unseen = callee::unseen(self.body(), inst, self.registry);
        self.function.runs = self.function.runs.max(unseen);
        match callee::target(inst, self.registry) {
            Some(Target::Known(entry)) => self.known_call(id, inst, &entry.what),
            Some(Target::Defined(symbol)) => {
                self.analysed_call(id, inst, formals.get(symbol), summary(symbol));
            }
            Some(Target::Custom(asked)) if asked.whole => {
                let formal = formals.get(asked.symbol);
                self.analysed_call(id, inst, formal, summary(asked.symbol));
                if let Custom::Rule(_) = asked.what {
                    self.function.calls.ruled.insert(id);
                }
            }
            Some(Target::Custom(asked)) => {
                let obtains = self.registry.obtains(asked.symbol);
                let accesses = !obtains && !self.registry.is_numberless(asked.symbol);
                if let (Custom::Rule(rule), true) = (asked.what, accesses) {
                    let calls = &mut self.function.calls;
                    calls.reaching.insert(id);
                    let handles = rule.handles.iter();
                    calls
                        .handles
                        .extend(handles.map(|position| (id, *position)));
                    if let Some(launch) = rule.launch {
                        calls
                            .launching
                            .extend((launch != Launch::Direct).then_some(id));
                        self.launched(inst, launch);
                        self.device_variables(id, launch);
                    }
                }
                match obtains {
                    true if self.registry.is_numberless(asked.symbol) => {
                        self.origin(inst, Origins::of_handle());
                    }
                    true => self.origin(inst, heap()),
                    false => self.unknown_result(inst),
                }
            }
            Some(Target::Through) => {
                self.function.calls.reaching.insert(id);
                self.unknown_result(inst);
            }
            Some(Target::Unknown(_) | Target::Indirect | Target::Assembly) | None => {
                self.unknown_result(inst);
            }
        }
    }

    fn analysed_call(
        &mut self,
        id: InstId,
        inst: &Inst,
        formal: Option<&Formal>,
        summary: Option<&'a Memory>,
    ) {
        match (formal, summary) {
            (Some(formal), _) => self.component_call(id, inst, formal),
            (None, Some(memory)) => self.import_callee(id, inst, memory),
            (None, None) => self.unknown_result(inst),
        }
    }

    fn component_call(&mut self, id: InstId, inst: &Inst, formal: &Formal) {
        self.function.calls.inner.insert(id);
        for (param, argument) in formal.params.iter().zip(&inst.operands) {
            if let (Some(param), Some(argument)) = (param, self.pointer_operand(*argument)) {
                self.graph.unify(*param, argument);
            }
        }
        if let (Some(returned), Some(result)) = (formal.returned, inst.result)
            && let Some(pointer) = self.pointer(result)
        {
            self.graph.unify(pointer, returned);
        }
    }

    pub(super) fn pointer_operand(&mut self, value: ValueId) -> Option<Pointer> {
        let is_pointer = self.body().types.is_pointer(self.body().values[value].ty);
        if is_pointer {
            self.pointer(value)
        } else {
            None
        }
    }

    fn import_callee(&mut self, id: InstId, inst: &Inst, memory: &Memory) {
        if let (true, Some(result)) = (memory.returns_integer, inst.result) {
            self.raise(result, Scalar::Presumed);
        }
        // A rule of the program's answers for what the code that is not analysed does below.
        let seen = !matches!(callee::target(inst, self.registry), Some(Target::Custom(_)));
        if seen {
            self.function.runs = self.function.runs.max(memory.runs);
            self.function.strays |= memory.strays;
        }
        let summary = memory.summary();
        self.ends(id, inst, memory);
        let (moved, map) = self.graph.import(summary.graph, &summary.roots);
        if !seen {
            self.graph.hide(map.values().copied());
        }
        for ((position, _), pointer) in summary.params.iter().zip(&moved) {
            if let Some(argument) = inst.operands.get(*position as usize)
                && let Some(argument) = self.pointer_operand(*argument)
            {
                self.graph.unify(*pointer, argument);
            }
        }
        if let (Some(index), Some(result)) = (summary.returned, inst.result)
            && let Some(pointer) = self.pointer(result)
        {
            self.graph.unify(pointer, moved[index]);
        }
        for (name, index) in &summary.globals {
            let known = self.global(name, Origins::default());
            self.graph.unify(moved[*index], known);
        }
        self.graph.import_sightings(&map, summary.shapes);
        for touch in summary.touched {
            let at = summary.graph.find(touch.pointer);
            if let Some(node) = map.get(&at.node) {
                let pointer = Pointer {
                    node: *node,
                    offset: at.offset,
                };
                let moved = Touch { pointer, ..*touch };
                self.function.touched.entry(id).or_default().push(moved);
            }
        }
        for copy in summary.copies {
            let mut moved = |p| self.graph.carry(summary.graph, &map, p);
            if let (Some(to), Some(from)) = (moved(copy.to), moved(copy.from)) {
                self.copies.push(Copied {
                    to,
                    from,
                    length: copy.length,
                });
            }
        }
    }

    /// Which memory a callee obtains or may free.
    fn ends(&mut self, id: InstId, inst: &Inst, memory: &Memory) {
        let calls = &mut self.function.calls;
        let freed = memory.freed_params.iter();
        calls.freed.extend(freed.map(|position| (id, *position)));
        let returned = memory.returned();
        let is_new = |place: Place| memory.object(place.object).origins.is_new();
        if inst.result.is_some() && returned.is_some_and(is_new) {
            calls.obtaining.insert(id);
        }
    }

    fn known_call(&mut self, id: InstId, inst: &Inst, kind: &CalleeKind) {
        if let CalleeKind::Inactive { effects, .. } = kind {
            self.text(id, inst, effects);
        }
        match kind {
            CalleeKind::Inactive {
                returns_into: Some(PointsInto { arg, .. }),
                ..
            }
            | CalleeKind::PassThrough(arg)
            | CalleeKind::Exclusive(arg) => {
                let (argument, values) = (inst.operands[usize::from(*arg)], &self.body().values);
                let same = |result: &ValueId| values[*result].ty == values[argument].ty;
                if let Some(result) = inst.result.filter(same) {
                    self.same_value(result, argument);
                } else {
                    self.unknown_result(inst);
                }
            }
            CalleeKind::Inactive { handle: true, .. } => self.origin(inst, Origins::of_handle()),
            CalleeKind::Inactive {
                returns_into: None, ..
            } => self.unknown_result(inst),
            CalleeKind::Allocator(spec) => match spec.result {
                AllocResult::Returned => self.origin(inst, heap()),
                AllocResult::Through(arg) => self.allocate_through(id, inst, arg, heap()),
            },
            CalleeKind::Deallocator(spec) => {
                if let Some(pointer) = self.pointer_operand(inst.operands[usize::from(spec.ptr)]) {
                    self.graph.add_origins(
                        pointer,
                        Origins {
                            freed: true,
                            ..Origins::default()
                        },
                    );
                }
            }
            CalleeKind::Memory(op) => self.memory_operation(id, inst, op),
            CalleeKind::OutResults(rule) => self.out_results(id, inst, rule),
            CalleeKind::Mirrored(rule) => self.mirrored(id, inst, rule),
            CalleeKind::Array(rule) => self.array(id, inst, rule),
            CalleeKind::Masked(access) => self.masked(id, inst, *access),
            CalleeKind::Scalar(_)
            | CalleeKind::IntegerOp
            | CalleeKind::Linear(_)
            | CalleeKind::Carrier(_)
            | CalleeKind::Lanes(_)
            | CalleeKind::Region(_)
            | CalleeKind::Instead(_)
            | CalleeKind::Task(_)
            | CalleeKind::Thread(_)
            | CalleeKind::LoopMark(_)
            | CalleeKind::NoReturn
            | CalleeKind::Release
            | CalleeKind::Realloc(_)
            | CalleeKind::Refused(_) => self.unknown_result(inst),
        }
    }

    /// Memory that a library call reads or writes: any extent of it, as bytes.
    fn text(&mut self, id: InstId, inst: &Inst, effects: &Effects) {
        for (position, operand) in inst.operands.iter().enumerate() {
            let position = position.min(255) as u8;
            let (reads, writes) = (effects.reads.has(position), effects.writes.has(position));
            if !reads && !writes {
                continue;
            }
            let Some(pointer) = self.pointer_operand(*operand) else {
                continue;
            };
            if reads {
                self.touch(id, pointer, u64::MAX, false);
            }
            if writes {
                self.touch(id, pointer, u64::MAX, true);
            }
        }
    }

    fn allocate_through(&mut self, id: InstId, inst: &Inst, arg: u8, heap: Origins) {
        let Some(pointer) = self.pointer(inst.operands[usize::from(arg)]) else {
            return;
        };
        let cell = self.graph.access(pointer, 8, Scalar::Pointer);
        let target = self.graph.target_of(cell);
        self.graph.add_origins(target, heap);
        self.touch(id, pointer, 8, true);
    }

    fn memory_operation(&mut self, id: InstId, inst: &Inst, op: &MemoryOp) {
        let operand = |index: u8| inst.operands[usize::from(index)];
        let length = match self.body().values[operand(op.len)].kind {
            ValueKind::ConstInt(Some(n)) => u64::try_from(n).ok(),
            _ => None,
        };
        let Some(to) = self.pointer(operand(op.dst)) else {
            return;
        };
        self.touch(id, to, length.unwrap_or(u64::MAX), true);
        self.members(inst, to);
        self.elements(inst, to, length);
        if let MemorySource::Copy(from) | MemorySource::Move(from) = op.source
            && let Some(from) = self.pointer(operand(from))
        {
            self.touch_copied(id, from, length.unwrap_or(u64::MAX));
            self.elements(inst, from, length);
            self.copies.push(Copied { to, from, length });
        }
        if let Some(result) = inst.result
            && self.body().types.is_pointer(self.body().values[result].ty)
        {
            self.same_pointer(result, operand(op.dst));
        }
    }

    /// A load or store of some lanes: which, is known at run time only.
    fn masked(&mut self, id: InstId, inst: &Inst, access: MaskedAccess) {
        let value = match access.stores {
            true => inst.operands[usize::from(access.value)],
            false => inst.result.expect("a load has a result"),
        };
        let at = inst.operands[usize::from(access.pointer)];
        self.access(id, at, value, access.stores);
    }

    /// Types that the front end states for a copied structure.
    fn members(&mut self, inst: &Inst, at: Pointer) {
        for (offset, size, name) in &inst.members {
            let scalar = named_scalar(name);
            if *size <= 16 && scalar != Scalar::Unknown {
                let place = Pointer {
                    offset: at.offset + *offset as i64,
                    ..at
                };
                self.graph.access(place, *size, scalar);
            }
        }
    }

    /// The type that TBAA states for all of what a copy or a fill accesses: LLVM made it of a loop over an array.
    fn elements(&mut self, inst: &Inst, from: Pointer, bytes: Option<u64>) {
        if let Some(size) = named_size(&inst.tbaa) {
            self.scalars(from, named_scalar(&inst.tbaa), size, bytes);
        }
    }

    /// Data of a mirrored call: numbers, unless constants say otherwise. Its other memory holds none.
    fn mirrored(&mut self, id: InstId, inst: &Inst, rule: &MirrorRule) {
        for (position, data) in rule.data() {
            let operand = inst.operands.get(usize::from(position)).copied();
            let Some(pointer) = operand.and_then(|v| self.pointer_operand(v)) else {
                continue;
            };
            let (scalar, size) = match mirrored::element(self.body(), inst, rule, data) {
                Some(Element::Passive) => continue,
                Some(Element::Numbers(kind, bytes)) => (Scalar::Float(kind), Some((kind, bytes))),
                None => (Scalar::Unknown, None),
            };
            let count = mirrored::count(self.body(), inst, rule, data);
            let bytes = count.zip(size).and_then(|(n, (_, b))| n.checked_mul(b));
            if let Some((kind, _)) = size {
                self.numbers(pointer, kind, bytes);
            }
            let bytes = bytes.unwrap_or(u64::MAX);
            if data.reads {
                self.touch_as(id, pointer, bytes, false, scalar);
            }
            if data.writes {
                self.touch_as(id, pointer, bytes, true, scalar);
            }
        }
        self.unknown_result(inst);
    }

    /// Memory of a routine over arrays: how much of it, sizes say that only the run knows.
    fn array(&mut self, id: InstId, inst: &Inst, rule: &ArrayRule) {
        for (position, role) in rule.roles() {
            let operand = inst.operands.get(usize::from(position)).copied();
            let Some(pointer) = operand.and_then(|v| self.pointer_operand(v)) else {
                continue;
            };
            let (scalar, bytes, reads, writes) = match role {
                ArrayRole::Numbers {
                    kind,
                    bytes,
                    reads,
                    writes,
                } => {
                    self.numbers(pointer, kind, bytes);
                    (Scalar::Float(kind), bytes, reads, writes)
                }
                ArrayRole::Integers { reads, writes } => (Scalar::Int, None, reads, writes),
                ArrayRole::Choice => (Scalar::Int, Some(1), true, false),
                ArrayRole::Integer => (Scalar::Int, Some(4), true, false),
                ArrayRole::Number(_) => continue,
            };
            let bytes = bytes.unwrap_or(u64::MAX);
            if reads {
                self.touch_as(id, pointer, bytes, false, scalar);
            }
            if writes {
                self.touch_as(id, pointer, bytes, true, scalar);
            }
        }
        self.unknown_result(inst);
    }

    /// Numbers of one kind one behind the other: so many bytes of them, or any number.
    pub(super) fn numbers(&mut self, from: Pointer, kind: FloatKind, bytes: Option<u64>) {
        self.scalars(from, Scalar::Float(kind), float_size(kind), bytes);
    }

    /// Scalars of one sort one behind the other.
    pub(super) fn scalars(&mut self, from: Pointer, scalar: Scalar, size: u64, bytes: Option<u64>) {
        const MOST: u64 = 64;
        let apart = size.next_power_of_two();
        let (first, count) = match bytes.map(|n| n / apart) {
            Some(count @ ..=MOST) => (from, count),
            // Not worth a field each.
            Some(_) => (from, 1),
            None => (self.graph.step(from, 0, apart), 1),
        };
        for number in 0..count {
            let at = Pointer {
                offset: first.offset + (number * apart) as i64,
                ..first
            };
            self.graph.access(at, size, scalar);
        }
    }

    /// Results written through pointers: C's `int`, or numbers of the kind of the call's first
    /// floating operand.
    fn out_results(&mut self, id: InstId, inst: &Inst, rule: &OutRule) {
        let body = self.body();
        let kind = inst
            .operands
            .iter()
            .find_map(|v| body.types.float_lanes(body.values[*v].ty));
        for result in &rule.results {
            let enzyme_rules::Place::Through(arg) = result.place else {
                continue;
            };
            let (size, scalar) = match kind {
                _ if result.integer => (4, Scalar::Int),
                Some(kind) => (float_size(kind), Scalar::Float(kind)),
                None => (8, Scalar::Unknown),
            };
            if let Some(pointer) = self.pointer_operand(inst.operands[usize::from(arg)]) {
                self.graph.access(pointer, size, scalar);
                self.touch_as(id, pointer, size, true, scalar);
            }
        }
        self.unknown_result(inst);
    }
}
