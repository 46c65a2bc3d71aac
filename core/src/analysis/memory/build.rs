//! Constraints that instructions put on the graph.
//!
//! Owns: one method a kind of instruction; recursion (functions of one call-graph component share
//! a graph); the copying-in of callees. Must not: answer questions (see `facts`).

use super::facts::{Copied, Memory, Touch, Touched};
use super::graph::{CellId, Graph, Origins, Pointer, Scalar, gcd};
use super::shapes::Shapes;
use crate::analysis::callee::{self, Target};
use crate::view::{Body, CastOp, Inst, InstId, IntOp, Op, Shape, TyId, ValueId, ValueKind};
use enzyme_rules::{AllocResult, CalleeKind, FloatKind, MemoryOp, MemorySource, Registry};
use indexmap::IndexMap;

/// Scalars of one value beyond which an access is treated as a whole.
const MOST_LEAVES: usize = 64;

/// Analyses the functions of one component of the call graph. `summary` answers for functions of
/// components below. The results stand in the order of `bodies`.
pub(crate) fn analyze_component<'a>(
    bodies: &[&'a Body],
    registry: &'a Registry,
    summary: &dyn Fn(&str) -> Option<&'a Memory>,
) -> Vec<Memory> {
    let mut graph = Graph::default();
    let mut globals = IndexMap::new();
    let mut copies = Vec::new();
    let mut functions: Vec<Function> = bodies.iter().map(|b| Function::new(b)).collect();
    for function in &mut functions {
        Context {
            function,
            graph: &mut graph,
            globals: &mut globals,
            copies: &mut copies,
            registry,
        }
        .parameters();
    }
    let formals: Vec<Formals> = functions.iter().map(Formals::of).collect();
    for function in &mut functions {
        let mut context = Context {
            function,
            graph: &mut graph,
            globals: &mut globals,
            copies: &mut copies,
            registry,
        };
        context.instructions(&formals, summary);
    }
    settle_copies(&mut graph, &copies);
    for function in &functions {
        function.resolve_integers(&mut graph);
    }
    graph.loosen();
    let shapes = Shapes::gather(&graph, &copies);
    let known: Vec<(String, Pointer)> = globals.iter().map(|(n, p)| (n.clone(), *p)).collect();
    let shared: Vec<Touch> = functions
        .iter()
        .flat_map(|f| f.touched.values())
        .flatten()
        .copied()
        .collect();
    let recursive = |f: &Function| f.calls_component;
    functions
        .into_iter()
        .map(|mut function| {
            if recursive(&function) {
                function.share_touches(&shared, &formals);
            }
            function.finish(&graph, &shapes, &copies, &known)
        })
        .collect()
}

fn settle_copies(graph: &mut Graph, copies: &[Copied]) {
    loop {
        let mut changed = false;
        for copy in copies {
            changed |= graph.copy(copy.to, copy.from, copy.length);
        }
        if !changed {
            return;
        }
    }
}

/// What callers within the component unify with.
struct Formals {
    name: String,
    params: Vec<Option<Pointer>>,
    returned: Option<Pointer>,
}

impl Formals {
    fn of(function: &Function<'_>) -> Self {
        let pointer = |p: &ValueId| function.pointers.get(p).copied();
        Self {
            name: function.body.name.clone(),
            params: function.body.params.iter().map(pointer).collect(),
            returned: function.returned,
        }
    }
}

/// One function of the component under construction.
struct Function<'a> {
    body: &'a Body,
    pointers: IndexMap<ValueId, Pointer>,
    cells: IndexMap<ValueId, CellId>,
    returned: Option<Pointer>,
    touched: IndexMap<InstId, Vec<Touch>>,
    integers: IndexMap<InstId, CellId>,
    calls_component: bool,
}

impl<'a> Function<'a> {
    fn new(body: &'a Body) -> Self {
        Self {
            body,
            pointers: IndexMap::new(),
            cells: IndexMap::new(),
            returned: None,
            touched: IndexMap::new(),
            integers: IndexMap::new(),
            calls_component: false,
        }
    }

    /// An integer that covers numbers of one kind, and nothing else, carries their bits.
    fn resolve_integers(&self, graph: &mut Graph) {
        for (id, cell) in &self.integers {
            if graph.scalar(*cell) != Scalar::Unknown {
                continue;
            }
            let touches = self.touched.get(id).into_iter().flatten();
            let kinds: Vec<_> = touches
                .filter_map(|t| graph.uniform(t.pointer, t.size))
                .collect();
            if let [kind] = kinds.as_slice() {
                graph.raise(*cell, Scalar::Float(*kind));
            }
        }
    }

    /// A call within the component touches whatever the component touches.
    fn share_touches(&mut self, shared: &[Touch], formals: &[Formals]) {
        for (id, inst) in self.body.insts.iter() {
            if callee::symbol(inst).is_some_and(|s| formals.iter().any(|f| f.name == s)) {
                self.touched.insert(id, shared.to_vec());
            }
        }
    }

    fn finish(
        self,
        graph: &Graph,
        shapes: &Shapes,
        copies: &[Copied],
        globals: &[(String, Pointer)],
    ) -> Memory {
        let touched = Touched {
            by_inst: self.touched,
            copies: copies.to_vec(),
            globals: globals.to_vec(),
            integers: self.integers,
        };
        Memory::freeze(
            self.body,
            (graph, shapes),
            self.pointers,
            self.cells,
            self.returned,
            touched,
        )
    }
}

/// A function with the graph it writes to.
struct Context<'f, 'a> {
    function: &'f mut Function<'a>,
    graph: &'f mut Graph,
    globals: &'f mut IndexMap<String, Pointer>,
    copies: &'f mut Vec<Copied>,
    registry: &'a Registry,
}

impl<'a> Context<'_, 'a> {
    fn body(&self) -> &'a Body {
        self.function.body
    }

    fn parameters(&mut self) {
        for (position, param) in self.body().params.iter().enumerate() {
            self.raise(*param, Scalar::Int);
            if self.body().types.is_pointer(self.body().values[*param].ty) {
                let origins = Origins {
                    params: vec![position as u32],
                    ..Origins::default()
                };
                let pointer = self.graph.new_pointer(origins);
                self.function.pointers.insert(*param, pointer);
            }
        }
        if self.body().types.is_pointer(self.body().returns) {
            self.function.returned = Some(self.graph.new_pointer(Origins::default()));
        }
    }

    /// Object that a pointer value points into; none for null and undefined pointers.
    fn pointer(&mut self, value: ValueId) -> Option<Pointer> {
        if let Some(pointer) = self.function.pointers.get(&value) {
            return Some(*pointer);
        }
        let pointer = match &self.body().values[value].kind {
            ValueKind::Zeroish => return None,
            ValueKind::Global { name, constant } => self.global(name, *constant),
            ValueKind::Function(name) => self.global(name, true),
            ValueKind::Inst(_) => self.graph.new_pointer(Origins::default()),
            _ => self.graph.new_pointer(Origins {
                unknown: true,
                ..Origins::default()
            }),
        };
        self.function.pointers.insert(value, pointer);
        Some(pointer)
    }

    fn global(&mut self, name: &str, constant: bool) -> Pointer {
        if let Some(pointer) = self.globals.get(name) {
            return *pointer;
        }
        let globals = if constant {
            Vec::new()
        } else {
            vec![name.to_owned()]
        };
        let pointer = self.graph.new_pointer(Origins {
            constant,
            globals,
            ..Origins::default()
        });
        self.globals.insert(name.to_owned(), pointer);
        pointer
    }

    /// Cell of an integer value, which may carry the bits of a number or a pointer.
    fn cell(&mut self, value: ValueId) -> Option<CellId> {
        if !matches!(
            self.body().values[value].kind,
            ValueKind::Inst(_) | ValueKind::Param(_)
        ) {
            return None;
        }
        if let Some(cell) = self.function.cells.get(&value) {
            return Some(*cell);
        }
        let cell = self.graph.new_cell();
        self.function.cells.insert(value, cell);
        Some(cell)
    }

    fn raise(&mut self, value: ValueId, scalar: Scalar) {
        if self.body().types.is_integer(self.body().values[value].ty)
            && let Some(cell) = self.cell(value)
        {
            self.graph.raise(cell, scalar);
        }
    }

    fn same_bits(&mut self, a: ValueId, b: ValueId) {
        if let (Some(a), Some(b)) = (self.cell(a), self.cell(b)) {
            self.graph.unify_cells(a, b);
        }
    }

    fn same_pointer(&mut self, a: ValueId, b: ValueId) {
        if let (Some(a), Some(b)) = (self.pointer(a), self.pointer(b)) {
            self.graph.unify(a, b);
        }
    }

    /// Two values of one type are copies of each other.
    fn same_value(&mut self, a: ValueId, b: ValueId) {
        let ty = self.body().values[a].ty;
        if self.body().types.is_pointer(ty) {
            self.same_pointer(a, b);
        } else if self.body().types.is_integer(ty) {
            self.same_bits(a, b);
        }
    }

    fn unknown_result(&mut self, inst: &Inst) {
        let pointer = inst
            .result
            .filter(|r| self.body().types.is_pointer(self.body().values[*r].ty));
        if let Some(pointer) = pointer.and_then(|result| self.pointer(result)) {
            self.graph.add_origins(
                pointer,
                Origins {
                    unknown: true,
                    ..Origins::default()
                },
            );
        }
    }

    fn instructions(&mut self, formals: &[Formals], summary: &dyn Fn(&str) -> Option<&'a Memory>) {
        for (id, inst) in self.body().insts.iter() {
            match &inst.op {
                Op::Call(_) => self.call(id, inst, formals, summary),
                _ => self.instruction(id, inst),
            }
        }
    }

    fn instruction(&mut self, id: InstId, inst: &Inst) {
        match &inst.op {
            Op::Alloca(_) => self.origin(
                inst,
                Origins {
                    stack: true,
                    ..Origins::default()
                },
            ),
            Op::Load { .. } => {
                let result = inst.result.expect("a load has a result");
                self.access(id, inst, inst.operands[0], result, false);
            }
            Op::Store { .. } => self.access(id, inst, inst.operands[1], inst.operands[0], true),
            Op::AtomicRmw { .. } | Op::CmpXchg => {
                self.access(id, inst, inst.operands[0], inst.operands[1], true);
            }
            Op::Gep { constant, strides } => self.gep(inst, *constant, strides),
            Op::Phi(_) | Op::Freeze => {
                let result = inst.result.expect("it has a result");
                for operand in &inst.operands {
                    self.same_value(result, *operand);
                }
            }
            Op::Select => {
                let result = inst.result.expect("a select has a result");
                self.same_value(result, inst.operands[1]);
                self.same_value(result, inst.operands[2]);
            }
            Op::Cast(cast) => self.cast(inst, *cast),
            Op::Int(op) => self.integer(inst, *op),
            Op::Ret => self.ret(inst),
            _ => self.unknown_result(inst),
        }
    }

    fn origin(&mut self, inst: &Inst, origins: Origins) {
        if let Some(pointer) = inst.result.and_then(|r| self.pointer(r)) {
            self.graph.add_origins(pointer, origins);
        }
    }

    fn ret(&mut self, inst: &Inst) {
        if let (Some(formal), Some(value)) = (self.function.returned, inst.operands.first())
            && let Some(pointer) = self.pointer(*value)
        {
            self.graph.unify(formal, pointer);
        }
    }

    fn gep(&mut self, inst: &Inst, constant: Option<i64>, strides: &[i64]) {
        let result = inst.result.expect("address arithmetic has a result");
        for index in inst.operands.iter().skip(1) {
            self.raise(*index, Scalar::Int);
        }
        let Some(base) = self.pointer(inst.operands[0]) else {
            return;
        };
        let known = strides.iter().fold(0, |all, s| gcd(all, s.unsigned_abs()));
        let stride = if constant.is_none() { 1 } else { known };
        let moved = self.graph.step(base, constant.unwrap_or(0), stride);
        match self.function.pointers.get(&result) {
            Some(known) => self.graph.unify(*known, moved),
            None => {
                self.function.pointers.insert(result, moved);
            }
        }
    }

    fn cast(&mut self, inst: &Inst, cast: CastOp) {
        let (from, to) = (
            inst.operands[0],
            inst.result.expect("a conversion has a result"),
        );
        match cast {
            CastOp::PtrToInt => {
                self.raise(to, Scalar::Pointer);
                if let (Some(cell), Some(pointer)) = (self.cell(to), self.pointer(from)) {
                    let target = self.graph.target_of(cell);
                    self.graph.unify(target, pointer);
                }
            }
            CastOp::IntToPtr => {
                if !self.may_carry_pointer(from)
                    && let Some(pointer) = self.pointer(to)
                {
                    let unknown = Origins {
                        unknown: true,
                        ..Origins::default()
                    };
                    self.graph.add_origins(pointer, unknown);
                }
                let cell = self.cell(from);
                if let (Some(cell), Some(pointer)) = (cell, self.pointer(to)) {
                    let target = self.graph.target_of(cell);
                    self.graph.unify(pointer, target);
                }
            }
            CastOp::AddrSpace => self.same_pointer(from, to),
            CastOp::Bitcast => self.bitcast(from, to),
            CastOp::IntToFp => self.raise(from, Scalar::Int),
            CastOp::FpToInt => self.raise(to, Scalar::Int),
            CastOp::SignExtend => self.raise(from, Scalar::Int),
            CastOp::Extend if self.is_narrow(from) => self.raise(to, Scalar::Int),
            CastOp::FpTrunc | CastOp::FpExt | CastOp::Trunc | CastOp::Extend => {}
        }
    }

    /// Whether an integer may hold a pointer that was put there as one.
    fn may_carry_pointer(&self, value: ValueId) -> bool {
        let inst = self.body().def(value).map(|id| &self.body().insts[id].op);
        matches!(
            inst,
            Some(Op::Cast(CastOp::PtrToInt) | Op::Load { .. } | Op::Phi(_) | Op::Select)
        )
    }

    /// Too few bits for any number.
    fn is_narrow(&self, value: ValueId) -> bool {
        matches!(self.body().shape(value), Shape::Int(bits) if *bits < 16)
    }

    fn bitcast(&mut self, from: ValueId, to: ValueId) {
        let body = self.body();
        let lanes = |v: ValueId| body.types.float_lanes(body.values[v].ty);
        match (lanes(from), lanes(to)) {
            (Some(kind), None) => self.raise(to, Scalar::Float(kind)),
            (None, Some(kind)) => self.raise(from, Scalar::Float(kind)),
            (None, None) => self.same_bits(from, to),
            (Some(_), Some(_)) => {}
        }
    }

    fn integer(&mut self, inst: &Inst, op: IntOp) {
        let result = inst.result.expect("integer arithmetic has a result");
        match op {
            // Masks and shifts serve numbers, too: they say nothing of what the bits are.
            IntOp::And | IntOp::Or | IntOp::Xor => {
                for operand in &inst.operands {
                    self.same_bits(result, *operand);
                }
            }
            IntOp::Shl | IntOp::LShr | IntOp::AShr => {}
            IntOp::Arithmetic | IntOp::Division => {
                for value in inst.operands.iter().chain(&inst.result) {
                    self.raise(*value, Scalar::Int);
                }
            }
        }
    }

    /// A load (`value` is its result) or store (`value` is stored).
    fn access(&mut self, id: InstId, inst: &Inst, at: ValueId, value: ValueId, writes: bool) {
        let Some(pointer) = self.pointer(at) else {
            return;
        };
        let ty = self.body().values[value].ty;
        let leaves = self.body().types.leaves(ty, MOST_LEAVES);
        match leaves {
            Some(leaves) if leaves.len() == 1 => {
                self.access_scalar(id, inst, pointer, value, writes);
            }
            Some(leaves) => {
                for leaf in leaves {
                    let part = Pointer {
                        offset: pointer.offset + leaf.offset as i64,
                        ..pointer
                    };
                    self.access_leaf(id, part, leaf.ty, writes);
                }
                self.unknown_aggregate(pointer, ty);
            }
            None => {
                self.access_leaf(id, pointer, ty, writes);
            }
        }
    }

    fn touch(&mut self, id: InstId, pointer: Pointer, size: u64, writes: bool) {
        self.touch_as(id, pointer, size, writes, Scalar::Unknown);
    }

    fn touch_as(&mut self, id: InstId, pointer: Pointer, size: u64, writes: bool, scalar: Scalar) {
        let touch = Touch {
            pointer,
            size,
            writes,
            scalar,
        };
        self.function.touched.entry(id).or_default().push(touch);
    }

    fn access_leaf(&mut self, id: InstId, pointer: Pointer, ty: TyId, writes: bool) -> CellId {
        let scalar = match self.body().types.shape(ty) {
            Shape::Float(kind) => Scalar::Float(*kind),
            Shape::Pointer => Scalar::Pointer,
            _ => Scalar::Unknown,
        };
        self.access_as(id, pointer, ty, writes, scalar)
    }

    fn access_as(
        &mut self,
        id: InstId,
        pointer: Pointer,
        ty: TyId,
        writes: bool,
        scalar: Scalar,
    ) -> CellId {
        let size = self.body().types.get(ty).store_size;
        self.touch_as(id, pointer, size, writes, scalar);
        self.graph.access(pointer, size, scalar)
    }

    /// Pointers inside first-class aggregates are not followed: what they point to is unknown.
    fn unknown_aggregate(&mut self, pointer: Pointer, ty: TyId) {
        if self.body().types.holds_pointer(ty) {
            self.graph.add_origins(
                pointer,
                Origins {
                    unknown: true,
                    ..Origins::default()
                },
            );
        }
    }

    fn access_scalar(
        &mut self,
        id: InstId,
        inst: &Inst,
        at: Pointer,
        value: ValueId,
        writes: bool,
    ) {
        let ty = self.body().values[value].ty;
        match self.body().types.shape(ty) {
            Shape::Pointer => {
                let cell = self.access_leaf(id, at, ty, writes);
                if let Some(pointer) = self.pointer(value) {
                    let target = self.graph.target_of(cell);
                    match writes {
                        true => self.graph.unify(target, pointer),
                        false => self.graph.unify(pointer, target),
                    }
                }
            }
            Shape::Int(_) => self.access_integer(id, inst, at, value, writes),
            _ => {
                self.access_leaf(id, at, ty, writes);
            }
        }
    }

    /// An integer load or store: its value and its memory hold the same bits.
    fn access_integer(
        &mut self,
        id: InstId,
        inst: &Inst,
        at: Pointer,
        value: ValueId,
        writes: bool,
    ) {
        let carrier = self.cell(value);
        let held = carrier.map_or(Scalar::Unknown, |cell| self.graph.scalar(cell));
        let stated = named_scalar(&inst.tbaa)
            .join(constant_scalar(&self.body().values[value].kind))
            .join(held);
        let cell = self.access_as(id, at, self.body().values[value].ty, writes, stated);
        self.function.integers.insert(id, cell);
        if let Some(carrier) = carrier {
            self.graph.unify_cells(cell, carrier);
        }
    }

    fn call(
        &mut self,
        id: InstId,
        inst: &Inst,
        formals: &[Formals],
        summary: &dyn Fn(&str) -> Option<&'a Memory>,
    ) {
        // No calling convention passes or returns a number in a narrow integer.
        let narrow =
            |v: &&ValueId| matches!(self.body().shape(**v), Shape::Int(bits) if *bits < 64);
        let integers: Vec<ValueId> = match callee::known(inst, self.registry) {
            Some(CalleeKind::IntegerOp) => Vec::new(),
            Some(_) => inst.result.iter().filter(narrow).copied().collect(),
            None => {
                let all = inst.operands.iter().chain(&inst.result);
                all.filter(narrow).copied().collect()
            }
        };
        for value in integers {
            self.raise(value, Scalar::Int);
        }
        match callee::target(inst, self.registry) {
            Some(Target::Known(entry)) => self.known_call(id, inst, &entry.what),
            Some(Target::Defined(symbol)) => {
                if let Some(formal) = formals.iter().find(|f| f.name == symbol) {
                    self.component_call(inst, formal);
                } else if let Some(memory) = summary(symbol) {
                    self.import_callee(id, inst, memory);
                } else {
                    self.unknown_result(inst);
                }
            }
            _ => self.unknown_result(inst),
        }
    }

    fn component_call(&mut self, inst: &Inst, formal: &Formals) {
        self.function.calls_component = true;
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

    fn pointer_operand(&mut self, value: ValueId) -> Option<Pointer> {
        let is_pointer = self.body().types.is_pointer(self.body().values[value].ty);
        if is_pointer {
            self.pointer(value)
        } else {
            None
        }
    }

    fn import_callee(&mut self, id: InstId, inst: &Inst, memory: &Memory) {
        let summary = memory.summary();
        let (moved, map) = self.graph.import(summary.graph, &summary.roots);
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
            let known = self.global(name, false);
            self.graph.unify(moved[*index], known);
        }
        self.graph.import_sightings(&map, summary.shapes);
        for touch in &summary.touched {
            let at = summary.graph.find(touch.pointer);
            if let Some(node) = map.get(&at.node) {
                let pointer = Pointer {
                    node: *node,
                    offset: at.offset,
                };
                self.touch_as(id, pointer, touch.size, touch.writes, touch.scalar);
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

    fn known_call(&mut self, id: InstId, inst: &Inst, kind: &CalleeKind) {
        match kind {
            CalleeKind::Inactive {
                returns_into: Some(arg),
                ..
            }
            | CalleeKind::PassThrough(arg) => {
                if let Some(result) = inst.result {
                    self.same_value(result, inst.operands[usize::from(*arg)]);
                }
            }
            CalleeKind::Inactive {
                returns_into: None, ..
            } => self.unknown_result(inst),
            CalleeKind::Allocator(spec) => {
                let heap = Origins {
                    heap: true,
                    ..Origins::default()
                };
                match spec.result {
                    AllocResult::Returned => self.origin(inst, heap),
                    AllocResult::Through(arg) => self.allocate_through(id, inst, arg, heap),
                }
            }
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
            CalleeKind::OutResults(_) => self.out_results(id, inst),
            CalleeKind::Scalar(_)
            | CalleeKind::IntegerOp
            | CalleeKind::NoReturn
            | CalleeKind::Realloc(_)
            | CalleeKind::Custom(_) => self.unknown_result(inst),
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
        if let MemorySource::Copy(from) | MemorySource::Move(from) = op.source
            && let Some(from) = self.pointer(operand(from))
        {
            self.touch(id, from, length.unwrap_or(u64::MAX), false);
            self.copies.push(Copied { to, from, length });
        }
        if let Some(result) = inst.result
            && self.body().types.is_pointer(self.body().values[result].ty)
        {
            self.same_pointer(result, operand(op.dst));
        }
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

    /// Numbers written through pointers: of the kind of the call's first floating operand.
    fn out_results(&mut self, id: InstId, inst: &Inst) {
        let body = self.body();
        let kind = inst
            .operands
            .iter()
            .find_map(|v| body.types.float_lanes(body.values[*v].ty));
        let size = kind.map_or(8, float_size);
        for operand in &inst.operands {
            if let Some(pointer) = self.pointer_operand(*operand) {
                let scalar = kind.map_or(Scalar::Unknown, Scalar::Float);
                self.graph.access(pointer, size, scalar);
                self.touch(id, pointer, size, true);
            }
        }
    }
}

/// Bytes that a number of a kind takes in memory.
pub(crate) fn float_size(kind: FloatKind) -> u64 {
    match kind {
        FloatKind::Half | FloatKind::BFloat => 2,
        FloatKind::Float => 4,
        FloatKind::Double => 8,
        FloatKind::X86Fp80 => 10,
        FloatKind::Fp128 => 16,
    }
}

/// Small integers other than zero would be denormal as numbers: nobody writes those as constants.
fn constant_scalar(kind: &ValueKind) -> Scalar {
    match kind {
        ValueKind::ConstInt(Some(n)) if *n != 0 && n.abs() < 1 << 20 => Scalar::Int,
        _ => Scalar::Unknown,
    }
}

/// What a TBAA scalar type name says; clang's names for C and C++.
fn named_scalar(name: &str) -> Scalar {
    match name {
        "double" => Scalar::Float(FloatKind::Double),
        "float" => Scalar::Float(FloatKind::Float),
        "int" | "long" | "long long" | "short" | "bool" | "_Bool" => Scalar::Int,
        _ if name == "any pointer" || name.starts_with("p1 ") || name.starts_with("p2 ") => {
            Scalar::Pointer
        }
        _ => Scalar::Unknown,
    }
}
