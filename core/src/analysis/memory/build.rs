//! Constraints that instructions put on the graph.
//!
//! Owns: the values of a function; [`draft`] has the analysis of one component of the call graph, and [`accesses`],
//! [`addresses`], [`calls`] and [`launches`] one method a kind of instruction. Must not: answer questions (see `facts`).

mod accesses;
mod addresses;
mod calls;
mod draft;
mod launches;

pub(crate) use draft::{analyze_closed, analyze_component};
pub(crate) use launches::{ELSEWHERE as VARIABLES_ELSEWHERE, declared_otherwise};

use super::component::{Component, Escaped};
use super::facts::Memory;
use super::fragments::Carriers;
use super::graph::{CellId, Graph, Pointer};
use super::origins::{Maker, Origins};
use super::punned::made_numbers;
use super::scalar::{Scalar, constant_scalar};
use super::touches::{Calls, Copied, Touch, Touched};
use super::used::Used;
use crate::analysis::callee::{self, Unseen};
use crate::view::{Access, Body, CastOp, Inst, InstId, Op, Shape, ValueId, ValueKind};
use enzyme_rules::{CalleeKind, Registry};
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// What callers within the component unify with, by the name of the function; in the order of the functions.
type Formals = IndexMap<String, Formal>;

struct Formal {
    params: Vec<Option<Pointer>>,
    returned: Option<Pointer>,
}

impl Formal {
    fn of(function: &Function<'_>) -> (String, Self) {
        let pointer = |p: &ValueId| function.pointers.get(p).copied();
        let formal = Self {
            params: function.body.params.iter().map(pointer).collect(),
            returned: function.returned,
        };
        (function.body.name.clone(), formal)
    }

    /// All pointers that pass between the function and its callers.
    fn pointers(&self) -> impl Iterator<Item = Pointer> + '_ {
        self.params
            .iter()
            .chain([&self.returned])
            .flatten()
            .copied()
    }
}

/// One function of the component under construction.
struct Function<'a> {
    body: &'a Body,
    /// Whether callers are unknown.
    open: bool,
    pointers: IndexMap<ValueId, Pointer>,
    cells: IndexMap<ValueId, CellId>,
    returned: Option<Pointer>,
    touched: IndexMap<InstId, Vec<Touch>>,
    integers: IndexMap<InstId, CellId>,
    calls: Calls,
    /// Code that is not analysed and runs here or below.
    runs: Unseen,
    /// Whether a callee outside of the component accesses numbers through pointers of unknown origin.
    strays: bool,
    /// Whether the module was compiled with TBAA.
    typed: bool,
    /// Integers that were computed and are kept: where one turns out to be an address, it may be any.
    computed: Vec<CellId>,
    /// Integers whose bits become a number in this function, whatever is done to them before.
    made_numbers: IndexSet<ValueId>,
    /// Values of which it is known whether the function does more with them than to move them.
    used: Used,
}

impl<'a> Function<'a> {
    fn new(body: &'a Body, open: bool) -> Self {
        Self {
            made_numbers: made_numbers(body),
            typed: body.typed,
            body,
            open,
            pointers: IndexMap::new(),
            cells: IndexMap::new(),
            returned: None,
            touched: IndexMap::new(),
            integers: IndexMap::new(),
            calls: Calls::default(),
            runs: Unseen::Nothing,
            strays: false,
            computed: Vec::new(),
            used: Used::default(),
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

    /// Calls of which nothing is known but that they reach no more than what they are given touch all of that, as far as their
    /// attributes let them; so do calls of functions below which such calls are.
    fn reach(&mut self, graph: &Graph) {
        for (id, touch) in self.given_away(graph) {
            let from = graph.find(touch.pointer).node;
            let reached = graph.reachable(vec![from]);
            let touched = reached.into_iter().map(|node| Touch {
                pointer: Pointer { node, offset: 0 },
                leads_on: touch.leads_on && (!touch.hands || node == from),
                hands: touch.hands && node == from,
                ..touch
            });
            let mut touched: Vec<Touch> = touched.collect();
            if touch.hands {
                let arguments = graph.targets(from);
                let memory = arguments.into_iter().flat_map(|node| graph.targets(node));
                let written = graph.reachable(memory.collect());
                touched.extend(written.into_iter().map(|node| Touch {
                    pointer: Pointer { node, offset: 0 },
                    writes: true,
                    leads_on: false,
                    hands: false,
                    ..touch
                }));
            }
            self.touched.entry(id).or_default().extend(touched);
        }
    }

    /// Memory from which calls may go on to all that it leads to.
    fn given_away(&self, graph: &Graph) -> Vec<(InstId, Touch)> {
        let own = self.calls.reaching.union(&self.calls.ruled);
        let own = own.flat_map(|id| self.given_to(*id).map(|touch| (*id, touch)));
        let below = self.touched.iter().flat_map(|(id, touches)| {
            let on = touches.iter().filter(|touch| touch.leads_on);
            on.map(|touch| (*id, *touch))
        });
        let settled = own.chain(below).map(|(id, touch)| {
            let node = graph.find(touch.pointer).node;
            let pointer = Pointer { node, offset: 0 };
            (id, Touch { pointer, ..touch })
        });
        let different: IndexSet<(InstId, Touch)> = settled.collect();
        different.into_iter().collect()
    }

    /// What a call is given of which it may touch all.
    fn given_to(&self, id: InstId) -> impl Iterator<Item = Touch> {
        let call = &self.body.insts[id];
        let is_ruled = self.calls.ruled.contains(&id);
        let hands = self.calls.launching.contains(&id);
        let ways = [
            (false, call.effects.reads || is_ruled),
            (true, call.effects.writes && !is_ruled && !hands),
        ];
        let ways = ways.into_iter().filter(|(_, does)| *does);
        let given = (0u32..).zip(&call.operands);
        let given = given.filter(move |(at, _)| !self.calls.handles.contains(&(id, *at)));
        let given = given.filter_map(|(_, value)| self.pointers.get(value).copied());
        given.flat_map(move |pointer| {
            ways.clone().map(move |(writes, _)| Touch {
                pointer,
                size: u64::MAX,
                writes,
                scalar: Scalar::Unknown,
                number: false,
                piece: false,
                copied: false,
                ruled: is_ruled,
                leads_on: true,
                hands,
            })
        })
    }

    /// Memory that calls of known functions write to, but for copies and what is written through a mask.
    fn written_by_libraries(&self, registry: &Registry) -> Vec<Pointer> {
        let writes = |(id, touches): (&InstId, &Vec<Touch>)| {
            let known = callee::known(&self.body.insts[*id], registry);
            let moves = matches!(
                known,
                None | Some(CalleeKind::Memory(_) | CalleeKind::Masked(_))
            );
            let list = touches.iter().filter(|t| t.writes && !moves);
            list.map(|t| t.pointer).collect::<Vec<_>>()
        };
        self.touched.iter().flat_map(writes).collect()
    }

    fn finish(
        self,
        component: &Rc<Component>,
        carriers: Carriers,
        (by_all, by_inner): (&Rc<[Touch]>, &Rc<[Touch]>),
        outside: Rc<Escaped>,
    ) -> Memory {
        let touched = Touched {
            by_inst: self.touched,
            calls: self.calls,
            by_all: by_all.clone(),
            by_inner: by_inner.clone(),
            integers: self.integers,
        };
        Memory::freeze(
            self.body,
            component,
            self.pointers,
            (self.cells, carriers),
            (self.returned, outside),
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
            self.raise(*param, Scalar::Presumed);
            if self.body().types.is_pointer(self.body().values[*param].ty) {
                let given = self.function.open.then_some(position as u32);
                let origins = Origins {
                    params: given.into_iter().collect(),
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
            // It only stands for the variable: no code of the host accesses that by its address.
            ValueKind::Global { name, .. }
                if self.registry.device_variables().contains_key(name) =>
            {
                self.global(name, Origins::default())
            }
            ValueKind::Global {
                name,
                constant,
                kept,
                ..
            } => {
                let origins = Origins {
                    shared: kept.shared && !constant,
                    kept: kept.anywhere && !constant,
                    given: kept.given && !constant,
                    passed: kept.passed && !constant,
                    kept_in: kept.holders.clone(),
                    preset: kept.holds,
                    constant: *constant,
                    ..Origins::default()
                };
                self.global(name, origins)
            }
            ValueKind::Function(name) => {
                let origins = Origins {
                    constant: true,
                    ..Origins::default()
                };
                self.global(name, origins)
            }
            ValueKind::Inst(_) => self.graph.new_pointer(Origins::default()),
            _ => self.graph.new_pointer(Origins {
                unknown: true,
                ..Origins::default()
            }),
        };
        self.function.pointers.insert(value, pointer);
        Some(pointer)
    }

    /// The global of a name; `origins` say what is known of it besides the name.
    fn global(&mut self, name: &str, mut origins: Origins) -> Pointer {
        if let Some(pointer) = self.globals.get(name) {
            return *pointer;
        }
        if !origins.constant {
            origins.globals.push(name.to_owned());
        }
        let pointer = self.graph.new_pointer(origins);
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
            let maker = self.maker(inst);
            self.graph.add_origins(
                pointer,
                Origins {
                    unknown: true,
                    maker,
                    ..Origins::default()
                },
            );
        }
    }

    /// An instruction with a result, as it is named to the user.
    fn maker(&self, inst: &Inst) -> Option<Maker> {
        let body = self.body();
        let callee = callee::symbol(inst).filter(|symbol| !symbol.starts_with("llvm."));
        Some(Maker {
            function: body.name.as_str().into(),
            inst: body.def(inst.result?)?,
            callee: callee.map(Into::into),
        })
    }

    /// Code that is not analysed comes to know these addresses.
    fn expose(&mut self, values: &[ValueId]) {
        let escaped = Origins {
            escaped: true,
            ..Origins::default()
        };
        for value in values {
            if let Some(pointer) = self.pointer_operand(*value) {
                self.graph.add_origins(pointer, escaped.clone());
            }
        }
    }

    /// Integers by what is computed with them, whatever the order of the instructions: an access of
    /// one is then not taken for that of a number beside it.
    fn arithmetic(&mut self) {
        for inst in self.body().insts.values() {
            match &inst.op {
                Op::Int(op) => self.integer(inst, *op),
                Op::Cast(CastOp::IntToFp | CastOp::SignExtend) => {
                    self.raise(inst.operands[0], Scalar::Presumed);
                }
                Op::Cast(CastOp::FpToInt) => {
                    self.raise(inst.result.expect("it has a result"), Scalar::Presumed);
                }
                Op::Gep { .. } => self.indices(inst),
                Op::Phi(_) => self.choice(inst, &inst.operands),
                Op::Select => self.choice(inst, &inst.operands[1..]),
                // Any other: nothing is presumed of what it takes and gives.
                _ => {}
            }
        }
    }

    /// One of several integers.
    fn choice(&mut self, inst: &Inst, of: &[ValueId]) {
        let result = inst.result.expect("it has a result");
        for operand in of {
            let stated = constant_scalar(&self.body().values[*operand].kind);
            self.raise(result, stated);
            if self.body().types.is_integer(self.body().values[result].ty) {
                self.same_bits(result, *operand);
            }
        }
    }

    fn instructions(&mut self, formals: &Formals, summary: &dyn Fn(&str) -> Option<&'a Memory>) {
        self.arithmetic();
        for (id, inst) in self.body().insts.iter() {
            match inst.op.access() {
                Access::Call => self.call(id, inst, formals, summary),
                Access::Unknown => {
                    self.expose(&inst.operands);
                    self.unknown_result(inst);
                }
                Access::None | Access::Read | Access::Write | Access::Exchange | Access::Order => {
                    self.instruction(id, inst)
                }
            }
        }
    }

    fn instruction(&mut self, id: InstId, inst: &Inst) {
        if self.body().hides_pointers(inst) {
            self.expose(&inst.operands);
        }
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
                self.access(id, inst.operands[0], result, false);
            }
            Op::Store { .. } => self.access(id, inst.operands[1], inst.operands[0], true),
            Op::AtomicRmw { .. } => {
                let result = inst.result.expect("it has a result");
                self.access(id, inst.operands[0], inst.operands[1], true);
                self.access(id, inst.operands[0], result, false);
            }
            // The result holds what was read beside a flag; pointers in it are not followed.
            Op::CmpXchg => {
                self.access(id, inst.operands[0], inst.operands[2], true);
                self.access(id, inst.operands[0], inst.operands[1], false);
                self.expose(&inst.operands[1..]);
            }
            Op::Gep { constant, steps } if !self.body().hides_pointers(inst) => {
                self.gep(inst, *constant, steps);
            }
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
            Op::ExtractValue(_) => self.extract(inst),
            Op::InsertElement | Op::InsertValue(_) => {
                self.hide(inst.operands[1]);
                self.unknown_result(inst);
            }
            // Any other: a pointer that results leads to memory of unknown origin.
            _ => self.unknown_result(inst),
        }
    }

    fn origin(&mut self, inst: &Inst, origins: Origins) {
        if let Some(pointer) = inst.result.and_then(|r| self.pointer(r)) {
            self.graph.add_origins(pointer, origins);
        }
    }

    /// An integer among the results of a function of numbers (`frexp`) is one.
    fn extract(&mut self, inst: &Inst) {
        let made = self.body().def(inst.operands[0]);
        let made = made.and_then(|id| callee::known(&self.body().insts[id], self.registry));
        if let (Some(CalleeKind::OutResults(_)), Some(result)) = (made, inst.result) {
            self.raise(result, Scalar::Presumed);
        }
        match made {
            Some(CalleeKind::Inactive { handle: true, .. }) => {
                self.origin(inst, Origins::of_handle())
            }
            // Any other: what lies in it is not followed.
            _ => self.unknown_result(inst),
        }
    }

    /// An integer is put where it is not followed: if it is an address, what is taken out again may lead anywhere.
    fn hide(&mut self, integer: ValueId) {
        if matches!(self.body().shape(integer), Shape::Int(64)) {
            let cell = self.cell(integer);
            self.function.computed.extend(cell);
        }
    }

    fn ret(&mut self, inst: &Inst) {
        if let (Some(formal), Some(value)) = (self.function.returned, inst.operands.first())
            && let Some(pointer) = self.pointer(*value)
        {
            self.graph.unify(formal, pointer);
        }
    }
}
