//! Hooks that the workers of a parallel region call, each for its iterations, with one shadow between them.
//!
//! Two workers that add to a number at the same time lose an addition now and then, unless the hook says that additions are atomic. Only what is sure
//! is warned of: the hook stands in a loop that is shared out among workers, none of whom wait for each other, and the shadow is the same for all of them.
//!
//! Owns: this warning. Must not: know the functions of a library.

use super::asked::{Hook, Wants};
use super::resolve;
use super::shadows::{self, Pointer, holds_none};
use crate::diag::{Diagnostic, codes};
use crate::request::Mode;
use enzyme_llvm_shim::analyses::loop_forest;
use enzyme_llvm_shim::ir::{Block, Opcode, Value, ValueKind};
use enzyme_rules::{CalleeKind, Meeting, Passed, RegionRule, Registry, Runs};
use indexmap::IndexSet;

/// A loop's bounds are computed from no more values.
const MOST: usize = 64;

impl Hook {
    /// Warns of shadows that several workers add to at the same time.
    pub(super) fn know_workers(&mut self, registry: &Registry) {
        let adds = matches!(self.request.mode, Mode::Gradient | Mode::Reverse);
        let Wants::Call(args, _) = &self.wants else {
            return;
        };
        if !adds || self.request.atomic_add {
            return;
        }
        let all = common(self.caller, registry).filter(|_| self.is_shared_out(registry));
        let Some(all) = all else {
            return;
        };
        let pairs = shadows::pairs(&self.site, &self.request, args);
        let shared = |shadow: &Pointer| {
            is_one(shadow.leads_to, &all) && !holds_none(&self.site, shadow.leads_to)
        };
        let warnings = pairs.iter().filter_map(|pair| {
            let shadow = pair.shadows.iter().find(|shadow| shared(shadow))?;
            Some(self.shared_shadow(&shadows::named(&self.site, pair.param, *shadow)))
        });
        let warnings: Vec<Diagnostic> = warnings.collect();
        self.warnings.extend(warnings);
    }

    fn shared_shadow(&self, shadow: &str) -> Diagnostic {
        let message = format!("{shadow}, is the same for all workers of the parallel region");
        let warning = self.site.refuse(codes::WRONG_SHADOW, message).as_warning();
        warning
            .note("where two of them add to one number at the same time, an addition is lost")
            .help("add `enzyme_atomic_add` to the arguments (docs/activity.md)")
            .help("or give each worker a shadow of its own, and add them up behind the loop")
            .help("if each adds to numbers of its own: pass the address of these")
    }

    /// Whether the hook stands in a loop whose iterations are shared out, in a function in which workers do not pass one by one.
    fn is_shared_out(&self, registry: &Registry) -> bool {
        let known = |call: &Value| Some((*call, &registry.lookup(&call.callee()?.name())?.what));
        let blocks = self.caller.blocks();
        let insts = blocks.iter().flat_map(|block| block.instructions());
        let calls = insts.filter(|inst| resolve::is_instruction(*inst, Opcode::LLVMCall));
        let calls: Vec<Value> = calls.collect();
        let calls: Vec<(Value, &CalleeKind)> = calls.iter().filter_map(known).collect();
        let one_by_one = |what: &CalleeKind| matches!(what, CalleeKind::Mirrored(rule) if rule.meeting == Meeting::OneByOne);
        let bound = |(call, what): &(Value, &CalleeKind)| match what {
            CalleeKind::Inactive {
                shares: Some(shares),
                ..
            } => call.call_args().get(usize::from(shares.lower)).copied(),
            // Any other: it shares out no loop.
            _ => None,
        };
        let headers = self.loops();
        let begins_there = |lower: Value| headers.iter().any(|header| begins_at(*header, lower));
        !calls.iter().any(|(_, what)| one_by_one(what))
            && calls.iter().filter_map(bound).any(begins_there)
    }

    /// The headers of the loops around the hook.
    fn loops(&self) -> Vec<Block> {
        let blocks = self.caller.blocks();
        let own = blocks
            .iter()
            .position(|block| Some(*block) == self.call.block());
        let forest = loop_forest(self.caller);
        let innermost = own.and_then(|block| forest.loop_of[block]);
        let around = std::iter::successors(innermost, |of| forest.loops[*of].parent);
        around.map(|of| forest.loops[of].header).collect()
    }
}

/// Whether a loop counts from the number that stands at an address, or from what is computed of it.
fn begins_at(header: Block, lower: Value) -> bool {
    let insts = header.instructions();
    let phis = insts
        .into_iter()
        .filter(|inst| resolve::is_instruction(*inst, Opcode::LLVMPHI));
    let mut values: IndexSet<Value> = phis.flat_map(Value::operands).collect();
    let mut next = 0;
    while let Some(value) = values.get_index(next).copied().filter(|_| next < MOST) {
        next += 1;
        if resolve::is_instruction(value, Opcode::LLVMLoad) {
            if value.operand(0) == Some(lower) {
                return true;
            }
        } else if value.is_instruction() && !resolve::is_instruction(value, Opcode::LLVMPHI) {
            values.extend(value.operands());
        }
    }
    false
}

/// The parameters of a function that are the same for all workers who run it, if it is what the workers of a region do.
fn common(function: Value, registry: &Registry) -> Option<Vec<Value>> {
    let team = |user: &Value| {
        let callee = user
            .callee()
            .filter(|_| resolve::is_instruction(*user, Opcode::LLVMCall))?;
        match &registry.lookup(&callee.name())?.what {
            CalleeKind::Region(rule) if matches!(rule.runs, Runs::Team(_)) => {
                (user.call_args().get(usize::from(rule.body)) == Some(&function))
                    .then(|| rule.clone())
            }
            // Any other: it does not have workers run the function.
            _ => None,
        }
    };
    let rule = function.users().iter().find_map(team)?;
    Some(function.params().split_off(own(&rule)))
}

/// How many parameters a worker has of its own.
fn own(rule: &RegionRule) -> usize {
    let given = rule.given.iter();
    given
        .take_while(|given| !matches!(given, Passed::From(_) | Passed::Operand(_)))
        .count()
}

/// Whether memory is the same for all workers: a parameter that is, what such a parameter leads to, or a variable of which there is one.
fn is_one(memory: Value, common: &[Value]) -> bool {
    match memory.kind() {
        ValueKind::LLVMGlobalVariableValueKind => !memory.is_thread_local(),
        _ if resolve::is_instruction(memory, Opcode::LLVMLoad) => {
            memory.operand(0).is_some_and(|at| common.contains(&at))
        }
        // Any other: a parameter, or computed by the worker.
        _ => common.contains(&memory),
    }
}
