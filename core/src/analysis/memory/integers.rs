//! Integers that nobody takes for anything else.
//!
//! The ABI packs small structures into integers: two `int` members travel as one `i64`, of which
//! neither the load nor the call says what it is. What becomes of it does: if all that is made of it
//! are integers, down to the callees, there is no number to differentiate.
//!
//! Owns: [`Plain`]. Must not: look at memory, but for variables that nothing but the function, and what says which iterations a worker runs, can
//! access; what is stored elsewhere may come back as anything.

use crate::analysis::callee;
use crate::view::{Body, CastOp, Inst, Op, Shape, ValueId};
use enzyme_rules::{CalleeKind, Registry};
use indexmap::{IndexMap, IndexSet};

/// Per function of a component: its parameters that end as integers.
pub(super) struct Plain<'r> {
    registry: &'r Registry,
    functions: IndexMap<String, Vec<bool>>,
}

impl<'r> Plain<'r> {
    /// The greatest solution for functions that may call each other; `known` answers for others.
    pub(super) fn of(
        bodies: &[&Body],
        registry: &'r Registry,
        known: &dyn Fn(&str, usize) -> bool,
    ) -> Self {
        let all = |body: &&Body| {
            let integer = |p: &ValueId| matches!(body.shape(*p), Shape::Int(_));
            let params = body.params.iter().map(integer).collect();
            (body.name.clone(), params)
        };
        let mut plain = Self {
            registry,
            functions: bodies.iter().map(all).collect(),
        };
        plain.refine_all(bodies, known);
        plain
    }

    /// Callers are looked at again where less is known of a callee.
    fn refine_all(&mut self, bodies: &[&Body], known: &dyn Fn(&str, usize) -> bool) {
        let mut callers: IndexMap<&str, IndexSet<usize>> = IndexMap::new();
        for (caller, body) in bodies.iter().enumerate() {
            for symbol in body.insts.values().filter_map(callee::symbol) {
                callers.entry(symbol).or_default().insert(caller);
            }
        }
        let mut work: IndexSet<usize> = (0..bodies.len()).collect();
        while let Some(function) = work.pop() {
            if self.refine(function, bodies[function], known) {
                let again = callers.get(bodies[function].name.as_str());
                work.extend(again.into_iter().flatten());
            }
        }
    }

    fn refine(&mut self, f: usize, body: &Body, known: &dyn Fn(&str, usize) -> bool) -> bool {
        let takes = |symbol: &str, position: usize| {
            self.takes(symbol, position)
                .unwrap_or_else(|| known(symbol, position))
        };
        let follow = Follow {
            body,
            registry: self.registry,
            takes: &takes,
        };
        let keep = |(position, param): (usize, &ValueId)| {
            self.functions[f][position] && follow.ends_as_integer(*param)
        };
        let params: Vec<bool> = body.params.iter().enumerate().map(keep).collect();
        let changed = params != self.functions[f];
        self.functions[f] = params;
        changed
    }

    fn takes(&self, symbol: &str, position: usize) -> Option<bool> {
        let found = self.functions.get(symbol);
        found.map(|params| params.get(position).copied().unwrap_or(false))
    }

    /// The parameters of a function of the component.
    pub(super) fn params(&self, symbol: &str) -> Vec<bool> {
        self.functions.get(symbol).cloned().unwrap_or_default()
    }

    /// Integers that a function loads and only uses as such.
    pub(super) fn loaded(
        &self,
        body: &Body,
        known: &dyn Fn(&str, usize) -> bool,
    ) -> IndexSet<ValueId> {
        let takes = |symbol: &str, position: usize| {
            self.takes(symbol, position)
                .unwrap_or_else(|| known(symbol, position))
        };
        let follow = Follow {
            body,
            registry: self.registry,
            takes: &takes,
        };
        let loads = body
            .insts
            .values()
            .filter(|i| matches!(i.op, Op::Load { .. }));
        loads
            .filter_map(|inst| inst.result)
            .filter(|v| matches!(body.shape(*v), Shape::Int(_)))
            .filter(|v| follow.ends_as_integer(*v))
            .collect()
    }
}

/// What one use makes of an integer.
enum Use {
    /// Nothing that carries its bits.
    Ends,
    /// Another integer.
    Becomes(ValueId),
    /// What a variable of the function's holds.
    Kept(ValueId),
    /// Something that is not followed.
    Lost,
}

/// What is made of integers in one function.
struct Follow<'a> {
    body: &'a Body,
    registry: &'a Registry,
    /// Whether a callee takes a parameter for an integer.
    takes: &'a dyn Fn(&str, usize) -> bool,
}

impl Follow<'_> {
    /// Whether nothing but integers is made of an integer.
    fn ends_as_integer(&self, value: ValueId) -> bool {
        let mut seen = IndexSet::from([value]);
        let mut next = 0;
        while let Some(value) = seen.get_index(next).copied() {
            next += 1;
            for id in &self.body.values[value].uses {
                match self.use_of(&self.body.insts[*id], value) {
                    Use::Ends => {}
                    Use::Becomes(result) => {
                        seen.insert(result);
                    }
                    Use::Kept(variable) => match self.read_again(variable) {
                        Some(read) => seen.extend(read),
                        None => return false,
                    },
                    Use::Lost => return false,
                }
            }
        }
        true
    }

    fn use_of(&self, inst: &Inst, value: ValueId) -> Use {
        match (&inst.op, inst.result) {
            (
                Op::Int(_)
                | Op::Phi(_)
                | Op::Select
                | Op::Freeze
                | Op::Cast(CastOp::Trunc | CastOp::Extend | CastOp::SignExtend),
                Some(result),
            ) => Use::Becomes(result),
            (Op::Gep { .. }, _) if inst.operands[0] != value => Use::Ends,
            (Op::Store { .. }, _) if inst.operands[1] != value => Use::Kept(inst.operands[1]),
            (Op::ICmp | Op::Br | Op::Switch | Op::Cast(CastOp::IntToFp), _) => Use::Ends,
            (Op::Call(_), result) => self.given_to_call(inst, value, result),
            // Any other: it may be anything.
            _ => Use::Lost,
        }
    }

    fn given_to_call(&self, call: &Inst, value: ValueId, result: Option<ValueId>) -> Use {
        if let (Some(CalleeKind::IntegerOp), Some(result)) =
            (callee::known(call, self.registry), result)
        {
            return Use::Becomes(result);
        }
        let given = |symbol: &str| {
            let mut args = call.operands.iter().enumerate();
            args.all(|(position, arg)| *arg != value || (self.takes)(symbol, position))
        };
        match callee::symbol(call) {
            Some(symbol) if given(symbol) => Use::Ends,
            _ => Use::Lost,
        }
    }

    /// The integers that are read from a variable of which all uses are known: loads, stores, and calls that say which iterations of a loop a
    /// worker runs, which read and write integers. `None` if it is no variable, or is used otherwise.
    fn read_again(&self, variable: ValueId) -> Option<Vec<ValueId>> {
        let body = self.body;
        let made = body.def(variable)?;
        if !matches!(body.insts[made].op, Op::Alloca(_)) {
            return None;
        }
        let mut read = Vec::new();
        for inst in body.values[variable].uses.iter().map(|id| &body.insts[*id]) {
            match &inst.op {
                Op::Load { .. } => {
                    let result = inst.result?;
                    matches!(body.shape(result), Shape::Int(_)).then(|| read.push(result))?;
                }
                Op::Store { .. } if inst.operands[0] != variable => {}
                Op::Call(_) if self.says_iterations(inst) => {}
                // Any other: who gets the address may read anything there.
                _ => return None,
            }
        }
        Some(read)
    }

    /// Whether a call says which iterations of a loop a worker of a team runs.
    fn says_iterations(&self, call: &Inst) -> bool {
        matches!(
            callee::known(call, self.registry),
            Some(CalleeKind::Inactive {
                shares: Some(_),
                ..
            })
        )
    }
}
