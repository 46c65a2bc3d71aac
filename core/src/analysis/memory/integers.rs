//! Integers that nobody takes for anything else.
//!
//! The ABI packs small structures into integers: two `int` members travel as one `i64`, of which
//! neither the load nor the call says what it is. What becomes of it does: if all that is made of it
//! are integers, down to the callees, there is no number to differentiate.
//!
//! Owns: [`Plain`]. Must not: look at memory; what is stored may come back as anything.

use crate::analysis::callee;
use crate::view::{Body, CastOp, InstId, Op, Shape, ValueId};
use indexmap::{IndexMap, IndexSet};

/// Per function of a component: its parameters that end as integers.
pub(super) struct Plain {
    functions: IndexMap<String, Vec<bool>>,
}

impl Plain {
    /// The greatest solution for functions that may call each other; `known` answers for others.
    pub(super) fn of(bodies: &[&Body], known: &dyn Fn(&str, usize) -> bool) -> Self {
        let all = |body: &&Body| {
            let integer = |p: &ValueId| matches!(body.shape(*p), Shape::Int(_));
            let params = body.params.iter().map(integer).collect();
            (body.name.clone(), params)
        };
        let mut plain = Self {
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
        let keep = |(position, param): (usize, &ValueId)| {
            self.functions[f][position] && ends_as_integer(body, *param, &takes)
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
        let loads = body
            .insts
            .values()
            .filter(|i| matches!(i.op, Op::Load { .. }));
        loads
            .filter_map(|inst| inst.result)
            .filter(|v| matches!(body.shape(*v), Shape::Int(_)))
            .filter(|v| ends_as_integer(body, *v, &takes))
            .collect()
    }
}

/// Whether nothing but integers is made of an integer.
fn ends_as_integer(body: &Body, value: ValueId, takes: &dyn Fn(&str, usize) -> bool) -> bool {
    let mut seen = IndexSet::from([value]);
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        for id in &body.values[value].uses {
            match use_of(body, *id, value, takes) {
                Use::Ends => {}
                Use::Becomes(result) => {
                    seen.insert(result);
                }
                Use::Lost => return false,
            }
        }
    }
    true
}

/// What one use makes of an integer.
enum Use {
    /// Nothing that carries its bits.
    Ends,
    /// Another integer.
    Becomes(ValueId),
    /// Something that is not followed.
    Lost,
}

fn use_of(body: &Body, id: InstId, value: ValueId, takes: &dyn Fn(&str, usize) -> bool) -> Use {
    let inst = &body.insts[id];
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
        (Op::ICmp | Op::Br | Op::Switch | Op::Cast(CastOp::IntToFp), _) => Use::Ends,
        (Op::Call(_), _) => {
            let given = |symbol: &str| {
                let mut args = inst.operands.iter().enumerate();
                args.all(|(position, arg)| *arg != value || takes(symbol, position))
            };
            match callee::symbol(inst) {
                Some(symbol) if given(symbol) => Use::Ends,
                _ => Use::Lost,
            }
        }
        // Any other: it may be anything.
        _ => Use::Lost,
    }
}
