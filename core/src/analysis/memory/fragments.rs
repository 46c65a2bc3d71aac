//! Integers and pointers that carry bits of numbers, whole or in part.
//!
//! A number travels as integers where its bytes are copied one by one, where it is packed, swapped, boxed or
//! computed with. Two sparse flows find these integers, whatever type anybody states for them: forward from
//! numbers (a conversion of bits, a load that meets a number in memory), and backward from what becomes a
//! number again. Both go through memory by marks on the cells that accesses meet, and through calls by what
//! functions return and take. Comparisons, addresses and conversions by value end a flow: they are
//! constant between jumps.
//!
//! A pointer carries bits only if it becomes a number: all others are addresses.
//!
//! Memory of which nobody says what it holds may hold bits of numbers, for a caller may have put them there. Not so in
//! *closed* memory, where all that is ever written is known (`closed`).
//!
//! Activity asks for nothing else: an integer varies if it carries bits and what it comes from varies. So bytes, halves, boxed numbers and exponents
//! are never dropped for their type.
//!
//! Owns: [`carriers`]. Must not: look at activity; an integer that is found here need not vary.

use super::graph::{CellId, Graph};
use super::scalar::{Becomes, Bits, Scalar, named_scalar};
use super::touches::{Touch, known_size};
use crate::analysis::callee::{self, Asked, Target};
use crate::view::{
    Access, Body, Callee, CastOp, Inst, InstId, Op, Shape, TyId, ValueId, ValueKind,
};
use enzyme_rules::{CalleeKind, MaskedAccess, Registry};
use indexmap::{IndexMap, IndexSet};
use std::collections::BTreeSet;

const FROM: Bits = Bits {
    from_number: true,
    to_number: Becomes::Nothing,
};

/// What callers need to know of a function's integers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interface {
    /// The returned integer may hold bits of a number that the function did not get as an argument.
    pub(super) returns: bool,
    /// Integer parameters of which a number is made.
    pub(super) becomes: Vec<Becomes>,
}

/// The integers of one function that carry bits of numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Carriers {
    from: IndexSet<ValueId>,
    to: IndexMap<ValueId, Becomes>,
    /// Integers loaded from memory that TBAA says to be declared so: a number that is computed from
    /// one (by a generator of random numbers, for one) proves nothing of it.
    declared: IndexSet<ValueId>,
    /// Loads and stores of integers that meet closed memory only, and no bits of numbers in it.
    integers: IndexSet<InstId>,
    pub(super) interface: Interface,
}

impl Carriers {
    /// Whether an integer comes from a number or becomes one.
    pub(super) fn has(&self, value: ValueId) -> bool {
        let least = match self.declared.contains(&value) {
            true => Becomes::Moved,
            false => Becomes::Computed,
        };
        self.from.contains(&value) || self.becomes(value) >= least
    }

    /// Whether an integer comes from a number that the function did not get as an argument.
    pub(super) fn comes_from_number(&self, value: ValueId) -> bool {
        self.from.contains(&value)
    }

    /// Whether a load or store moves an integer that carries bits of a number.
    pub(super) fn moves_number(&self, inst: &Inst) -> bool {
        match inst.op.access() {
            Access::Read => inst
                .result
                .is_some_and(|r| self.becomes(r) == Becomes::Moved),
            Access::Write => self.from.contains(&inst.operands[0]),
            Access::Exchange => inst.operands[1..].iter().any(|v| self.from.contains(v)),
            // What a callee moves, its own touches say.
            Access::Call => false,
            Access::None | Access::Order | Access::Unknown => false,
        }
    }

    /// Whether a load or store moves an integer that is nothing else, by all that is known of the memory.
    pub(super) fn moves_integer(&self, id: InstId) -> bool {
        self.integers.contains(&id)
    }

    /// Pointers that do not become numbers are addresses, wherever they come from.
    fn leave_addresses(&mut self, body: &Body) {
        let is_pointer = |v: ValueId| body.types.is_pointer(body.values[v].ty);
        let to = &self.to;
        self.from.retain(|v| !is_pointer(*v) || to.contains_key(v));
    }

    /// What becomes of an integer.
    pub(super) fn becomes(&self, value: ValueId) -> Becomes {
        self.to.get(&value).copied().unwrap_or_default()
    }
}

/// A function of the component: its body, and what its instructions touch.
pub(super) type Touching<'a> = (&'a Body, &'a IndexMap<InstId, Vec<Touch>>);

/// The carriers of each function of a component whose graph is settled; `below` answers for callees
/// outside of it, `closed` has the cells of closed memory.
pub(super) fn carriers<'a>(
    functions: &[Touching<'_>],
    (graph, closed): (&mut Graph, &BTreeSet<CellId>),
    registry: &Registry,
    below: &dyn Fn(&str) -> Option<&'a Interface>,
) -> Vec<Carriers> {
    let met: Vec<_> = functions.iter().map(|f| Met::of(f, graph)).collect();
    let mut flow = Flow {
        graph,
        closed,
        registry,
        below,
        positions: functions.iter().map(|(b, _)| b.name.clone()).collect(),
        found: functions
            .iter()
            .map(|(body, _)| Carriers {
                interface: Interface {
                    returns: false,
                    becomes: vec![Becomes::Nothing; body.params.len()],
                },
                declared: declared(body),
                ..Carriers::default()
            })
            .collect(),
        wanted: vec![Becomes::Nothing; functions.len()],
        changed: true,
    };
    while std::mem::take(&mut flow.changed) {
        for (f, (body, _)) in functions.iter().enumerate() {
            for (id, inst) in body.insts.iter() {
                flow.forward((f, body), id, inst, &met[f]);
            }
            for (id, inst) in body.insts.iter().rev() {
                flow.backward((f, body), id, inst, &met[f]);
            }
            flow.close(f, body);
        }
    }
    for (f, (body, _)) in functions.iter().enumerate() {
        flow.found[f].integers = flow.integers(f, body, &met[f]);
        flow.found[f].leave_addresses(body);
    }
    flow.found
}

/// Cells that instructions read and write.
struct Met {
    reads: Cells,
    writes: Cells,
    /// As far as they are met by numbers, or by integers that carry their bits.
    reads_numbers: Cells,
    writes_numbers: Cells,
}

type Cells = IndexMap<InstId, Vec<CellId>>;

impl Met {
    fn of((_, touched): &Touching<'_>, graph: &Graph) -> Self {
        let side = |writes: bool, numbers: bool| {
            let cells = move |list: &Vec<Touch>| {
                let wanted = list
                    .iter()
                    .filter(|t| t.writes == writes && (t.number || !numbers));
                let met = wanted.flat_map(|t| graph.met(t.pointer, known_size(t.size), t.scalar));
                let cells: IndexSet<CellId> = met.map(|cell| graph.find_cell(cell)).collect();
                cells.into_iter().collect::<Vec<_>>()
            };
            touched.iter().map(move |(id, list)| (*id, cells(list)))
        };
        Self {
            reads: side(false, false).collect(),
            writes: side(true, false).collect(),
            reads_numbers: side(false, true).collect(),
            writes_numbers: side(true, true).collect(),
        }
    }

    fn reads(&self, id: InstId) -> &[CellId] {
        of(&self.reads, id)
    }

    fn writes(&self, id: InstId) -> &[CellId] {
        of(&self.writes, id)
    }
}

fn of(cells: &Cells, id: InstId) -> &[CellId] {
    cells.get(&id).map_or(&[], Vec::as_slice)
}

struct Flow<'f, 'a> {
    graph: &'f mut Graph,
    closed: &'f BTreeSet<CellId>,
    registry: &'f Registry,
    below: &'f dyn Fn(&str) -> Option<&'a Interface>,
    /// The functions of the component, by name.
    positions: IndexSet<String>,
    found: Vec<Carriers>,
    /// What callers in the component make of what a function returns.
    wanted: Vec<Becomes>,
    changed: bool,
}

type Place<'b> = (usize, &'b Body);

impl Flow<'_, '_> {
    fn comes(&self, f: usize, value: ValueId) -> bool {
        self.found[f].from.contains(&value)
    }

    fn mark_from(&mut self, (f, body): Place<'_>, value: ValueId) {
        if may_carry(body, body.values[value].ty) {
            self.changed |= self.found[f].from.insert(value);
        }
    }

    fn mark_to(&mut self, (f, body): Place<'_>, value: ValueId, becomes: Becomes) {
        let known = self.found[f].becomes(value);
        if becomes > known && may_carry(body, body.values[value].ty) {
            self.found[f].to.insert(value, becomes);
            self.changed = true;
        }
    }

    fn mark_cells(&mut self, cells: &[CellId], bits: Bits) {
        for cell in cells {
            if !matches!(self.graph.scalar(*cell), Scalar::Float(_)) {
                self.changed |= self.graph.mark_bits(*cell, bits);
            }
        }
    }

    /// Whether memory may hold bits of numbers: a number is accessed there, nobody says what is, or an
    /// integer that carries them was put there.
    fn holds_bits(&self, cell: CellId) -> bool {
        let known = self.closed.contains(&cell) && self.graph.scalar(cell) == Scalar::Unknown;
        self.graph.scalar(cell).holds_number() && !known || self.graph.bits(cell).from_number
    }

    /// Whether somebody accesses a number there or puts bits of one there. Where nobody says anything, a pointer is one.
    fn is_told(&self, cell: CellId) -> bool {
        self.graph.scalar(cell) != Scalar::Unknown || self.graph.bits(cell).from_number
    }

    /// Loads and stores of integers in closed memory that holds no bits of numbers, and of which no number is made.
    fn integers(&self, f: usize, body: &Body, met: &Met) -> IndexSet<InstId> {
        let free = |cell: &CellId| {
            let moved = self.graph.scalar(*cell);
            self.closed.contains(cell)
                && (moved == Scalar::Unknown || moved.is_integer())
                && !self.holds_bits(*cell)
                && self.graph.bits(*cell).to_number == Becomes::Nothing
        };
        let moves = |(id, inst): (InstId, &Inst)| {
            let (value, cells) = match &inst.op {
                Op::Load { ordered: false, .. } => (inst.result?, met.reads(id)),
                Op::Store { ordered: false } => (inst.operands[0], met.writes(id)),
                // Any other: it is no simple move.
                _ => return None,
            };
            let integer = matches!(body.shape(value), Shape::Int(_)) && !self.found[f].has(value);
            (integer && !cells.is_empty() && cells.iter().all(free)).then_some(id)
        };
        body.insts.iter().filter_map(moves).collect()
    }

    /// Of cells that a store may write, those that may hold what it writes: a pointer is none of the integers that
    /// lie beside it.
    fn meant(&self, body: &Body, value: ValueId, cells: &[CellId]) -> Vec<CellId> {
        let pointer = body.types.is_pointer(body.values[value].ty);
        let cells = cells.iter().copied();
        cells
            .filter(|cell| !pointer || !self.graph.scalar(*cell).is_integer())
            .collect()
    }

    /// What becomes of what lies in some cells.
    fn given(&self, cells: &[CellId]) -> Becomes {
        let given = |cell: &CellId| match self.graph.scalar(*cell) {
            Scalar::Float(_) | Scalar::Mixed => Becomes::Moved,
            Scalar::Unknown | Scalar::Presumed | Scalar::Int | Scalar::Pointer => {
                self.graph.bits(*cell).to_number
            }
        };
        cells.iter().map(given).max().unwrap_or_default()
    }

    fn forward(&mut self, at: Place<'_>, id: InstId, inst: &Inst, met: &Met) {
        let (f, body) = at;
        let any_from = |flow: &Self| inst.passed_on().any(|v| flow.comes(f, v));
        let pointer = inst
            .result
            .is_some_and(|r| body.types.is_pointer(body.values[r].ty));
        let read = |flow: &Self| {
            let told = |c: &CellId| !pointer || flow.is_told(*c);
            met.reads(id).iter().any(|c| flow.holds_bits(*c) && told(c))
        };
        let bits = inst.op == Op::Cast(CastOp::Bitcast) && is_number(body, inst.operands[0]);
        let on = match inst.op.access() {
            Access::None | Access::Order => bits || any_from(self),
            Access::Read => read(self),
            Access::Write => false,
            Access::Exchange => {
                let cells = met.writes(id).iter();
                cells.chain(met.reads(id)).any(|c| self.holds_bits(*c))
            }
            Access::Call if let Some(access) = self.masked(inst) => {
                self.comes(f, inst.operands[usize::from(access.value)]) || read(self)
            }
            Access::Call => self.call_gives(f, inst),
            Access::Unknown => true,
        };
        if let (true, Some(result)) = (on, inst.result) {
            self.mark_from(at, result);
        }
        let put = match inst.op.access() {
            Access::Write => Some(inst.operands[0]),
            Access::Exchange => inst.operands.last().copied(),
            Access::Call => {
                let stored = self.masked(inst).filter(|m| m.stores);
                stored.map(|m| inst.operands[usize::from(m.value)])
            }
            Access::None | Access::Read | Access::Order | Access::Unknown => None,
        };
        if let Op::Call(_) = inst.op {
            self.mark_cells(of(&met.writes_numbers, id), FROM);
        }
        if put.is_some_and(|v| may_vary(body, v) && is_number(body, v) || self.comes(f, v)) {
            self.mark_cells(met.writes(id), FROM);
        }
    }

    /// A load or store under a mask.
    fn masked(&self, inst: &Inst) -> Option<MaskedAccess> {
        let CalleeKind::Masked(access) = callee::known(inst, self.registry)? else {
            return None;
        };
        Some(*access)
    }

    fn call_gives(&self, f: usize, inst: &Inst) -> bool {
        let given = |v: &ValueId| self.comes(f, *v);
        match callee::target(inst, self.registry) {
            Some(Target::Known(entry)) => bits_through(inst, &entry.what).0.iter().any(given),
            Some(
                Target::Defined(symbol)
                | Target::Custom(Asked {
                    symbol,
                    whole: true,
                    ..
                }),
            ) => {
                let interface = match self.position(symbol) {
                    Some(callee) => Some(&self.found[callee].interface),
                    None => (self.below)(symbol),
                };
                interface.is_some_and(|i| i.returns) || inst.operands.iter().any(given)
            }
            // Of a function that is not seen, any integer may carry a number.
            Some(Target::Through) => inst.result.is_some(),
            Some(Target::Assembly) => assembly_bits(inst).1,
            // What becomes a number again is found backwards.
            Some(Target::Custom(_) | Target::Unknown(_) | Target::Indirect) | None => false,
        }
    }

    fn backward(&mut self, at: Place<'_>, id: InstId, inst: &Inst, met: &Met) {
        let (f, body) = at;
        let makes_number = inst.result.is_some_and(|r| is_number(body, r));
        let result = inst
            .result
            .map_or(Becomes::Nothing, |r| self.found[f].becomes(r));
        match inst.op.access() {
            Access::Read => {
                let becomes = if makes_number { Becomes::Moved } else { result };
                self.mark_cells(met.reads(id), towards(becomes));
            }
            Access::Write => {
                let written = self.meant(body, inst.operands[0], met.writes(id));
                self.mark_to(at, inst.operands[0], self.given(&written));
            }
            Access::Exchange => {
                let given = self.given(met.writes(id)).max(self.given(met.reads(id)));
                let becomes = result.max(given);
                self.mark_cells(met.writes(id), towards(becomes));
                for operand in &inst.operands[1..] {
                    self.mark_to(at, *operand, becomes);
                }
            }
            Access::Call if let Some(access) = self.masked(inst) => {
                let becomes = if makes_number { Becomes::Moved } else { result };
                self.mark_cells(met.reads(id), towards(becomes));
                let given = becomes.max(self.given(met.writes(id)));
                self.mark_to(at, inst.operands[usize::from(access.value)], given);
            }
            Access::Call => self.call_takes(at, id, inst, (met, result)),
            Access::None | Access::Order | Access::Unknown => {
                let becomes = match inst.op {
                    Op::Cast(CastOp::Bitcast) if makes_number => Becomes::Moved,
                    Op::Int(_) | Op::Gep { .. } => result.min(Becomes::Computed),
                    // Any other: what it passes on becomes what its result becomes.
                    _ => result,
                };
                for operand in inst.passed_on().collect::<Vec<_>>() {
                    self.mark_to(at, operand, becomes);
                }
            }
        }
    }

    fn call_takes(
        &mut self,
        at: Place<'_>,
        id: InstId,
        inst: &Inst,
        (met, wanted): (&Met, Becomes),
    ) {
        self.mark_cells(of(&met.reads_numbers, id), towards(Becomes::Moved));
        match callee::target(inst, self.registry) {
            Some(Target::Known(entry)) => {
                let (operands, becomes) = bits_through(inst, &entry.what);
                for operand in operands {
                    self.mark_to(at, *operand, wanted.min(becomes));
                }
            }
            Some(
                Target::Defined(symbol)
                | Target::Custom(Asked {
                    symbol,
                    whole: true,
                    ..
                }),
            ) => {
                // What it returns may be an argument, or may have been read from memory.
                self.mark_cells(met.reads(id), towards(wanted));
                let becomes = match self.position(symbol) {
                    Some(callee) => {
                        let known = self.wanted[callee];
                        self.wanted[callee] = known.max(wanted);
                        self.changed |= wanted > known;
                        self.found[callee].interface.becomes.clone()
                    }
                    None => (self.below)(symbol).map_or(Vec::new(), |i| i.becomes.clone()),
                };
                for (position, operand) in inst.operands.iter().enumerate() {
                    let taken = becomes.get(position).copied().unwrap_or_default();
                    self.mark_to(at, *operand, taken.max(wanted));
                }
            }
            Some(Target::Assembly) if !assembly_bits(inst).0 => {}
            Some(Target::Through | Target::Assembly) => {
                let integer = |v: &&ValueId| at.1.types.is_integer(at.1.values[**v].ty);
                for operand in inst.operands.iter().filter(integer) {
                    self.mark_to(at, *operand, Becomes::Moved);
                }
            }
            // What varies and goes to these is refused.
            Some(Target::Custom(_) | Target::Unknown(_) | Target::Indirect) | None => {}
        }
    }

    /// What callers are to know of a function.
    fn close(&mut self, f: usize, body: &Body) {
        let ends = body.insts.values().filter(|inst| inst.op == Op::Ret);
        for value in ends.flat_map(|inst| &inst.operands) {
            if self.comes(f, *value) {
                self.changed |= !std::mem::replace(&mut self.found[f].interface.returns, true);
            }
            self.mark_to((f, body), *value, self.wanted[f]);
        }
        for (position, param) in body.params.iter().enumerate() {
            let becomes = self.found[f].becomes(*param);
            let known = &mut self.found[f].interface.becomes[position];
            self.changed |= std::mem::replace(known, becomes) != becomes;
        }
    }

    fn position(&self, symbol: &str) -> Option<usize> {
        self.positions.get_index_of(symbol)
    }
}

/// Whether inline assembly takes bits of numbers as integers, and whether it gives some.
fn assembly_bits(inst: &Inst) -> (bool, bool) {
    match inst.op {
        Op::Call(Callee::Assembly {
            takes_bits,
            gives_bits,
        }) => (takes_bits, gives_bits),
        // Any other: it is no assembly.
        _ => (false, false),
    }
}

fn towards(to_number: Becomes) -> Bits {
    Bits {
        from_number: false,
        to_number,
    }
}

fn declared(body: &Body) -> IndexSet<ValueId> {
    let loads = body
        .insts
        .values()
        .filter(|inst| matches!(inst.op, Op::Load { .. }));
    let stated = loads.filter(|inst| named_scalar(&inst.tbaa) == Scalar::Int);
    stated.filter_map(|inst| inst.result).collect()
}

/// Whether a value is no constant, whose bits have no derivative wherever they go.
fn may_vary(body: &Body, value: ValueId) -> bool {
    let kind = &body.values[value].kind;
    matches!(kind, ValueKind::Param(_) | ValueKind::Inst(_))
}

fn is_number(body: &Body, value: ValueId) -> bool {
    body.types.holds_float(body.values[value].ty)
}

/// Whether a type has an integer in it that is wider than a truth value, or a pointer.
fn may_carry(body: &Body, ty: TyId) -> bool {
    match body.types.shape(ty) {
        Shape::Int(bits) => *bits > 1,
        Shape::Vector(element, _) | Shape::Array(element, _) => may_carry(body, *element),
        Shape::Struct(fields) => fields.iter().any(|(field, _)| may_carry(body, *field)),
        Shape::Pointer => true,
        Shape::Void | Shape::Float(_) | Shape::UnusualFloat | Shape::Other => false,
    }
}

/// Operands whose bits are in the result of a known callee, and what became of them on the way.
fn bits_through<'i>(inst: &'i Inst, kind: &CalleeKind) -> (&'i [ValueId], Becomes) {
    match kind {
        CalleeKind::IntegerOp => (&inst.operands, Becomes::Computed),
        CalleeKind::Carrier(rule) => (&inst.operands[rule.operands()], Becomes::Moved),
        CalleeKind::PassThrough(argument) | CalleeKind::Exclusive(argument) => {
            let argument = &inst.operands[usize::from(*argument)];
            (std::slice::from_ref(argument), Becomes::Moved)
        }
        CalleeKind::Inactive { .. }
        | CalleeKind::Scalar(_)
        | CalleeKind::Linear(_)
        | CalleeKind::OutResults(_)
        | CalleeKind::Lanes(_)
        | CalleeKind::Region(_)
        | CalleeKind::Instead(_)
        | CalleeKind::Task(_)
        | CalleeKind::Thread(_)
        | CalleeKind::LoopMark(_)
        | CalleeKind::Masked(_)
        | CalleeKind::Allocator(_)
        | CalleeKind::Realloc(_)
        | CalleeKind::Deallocator(_)
        | CalleeKind::Release
        | CalleeKind::Memory(_)
        | CalleeKind::NoReturn
        | CalleeKind::Mirrored(_)
        | CalleeKind::Array(_)
        | CalleeKind::Refused(_) => (&[], Becomes::Nothing),
    }
}
