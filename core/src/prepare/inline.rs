//! Inlining of callees into a prepared copy, so that analyses see through calls.
//!
//! Owns: which calls are inlined. Must not: inline recursion.

use crate::options::Options;
use crate::view::names::{COPY, RUN_TIME};
use enzyme_llvm_shim::ir::{Module, Opcode, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::{CalleeKind, Registry, Runs};
use indexmap::{IndexMap, IndexSet};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// What inlining asks of the functions of a module, looked at once.
pub(crate) struct Callees {
    known: IndexMap<Value, Callee>,
    /// All functions that had a body before anything was generated.
    program: IndexSet<Value>,
}

struct Callee {
    instructions: usize,
    calls: usize,
    /// Calls of it in the whole module.
    sites: usize,
    /// Whether it can reach itself through direct calls, or what these are given.
    recursive: bool,
    /// Whether workers of a team run it somewhere, or it is a task: compilers hand such functions numbers as integers.
    body: bool,
}

impl Callees {
    /// Looks at all functions with a body. Those of which the program says what they are stay calls.
    pub(crate) fn of(module: Module, registry: &Registry) -> Self {
        let bodies = module.functions().into_iter();
        let program: IndexSet<Value> = bodies.filter(|f| !f.is_declaration()).collect();
        let own = program.iter().filter(|f| !is_said(**f, registry));
        let bodies: Vec<Value> = own.copied().collect();
        let mut graph = DiGraph::<Value, ()>::new();
        let nodes: IndexMap<Value, NodeIndex> =
            bodies.iter().map(|f| (*f, graph.add_node(*f))).collect();
        let mut known = IndexMap::new();
        for (function, node) in &nodes {
            let calls = direct_calls(*function);
            // What is called may run a function that it is given. What launches a kernel only looks which one stands for it.
            let others = all_calls(*function).into_iter();
            let others = others.filter(|call| !launches(*call, registry));
            let given = others.flat_map(Value::call_args);
            let targets = calls.iter().map(|(_, target)| *target).chain(given);
            for target in targets {
                if let Some(target) = nodes.get(&target) {
                    graph.update_edge(*node, *target, ());
                }
            }
            let callee = Callee {
                instructions: instruction_count(*function),
                calls: all_calls(*function).len(),
                sites: 0,
                recursive: false,
                body: false,
            };
            known.insert(*function, callee);
        }
        for (call, target) in nodes.keys().flat_map(|f| direct_calls(*f)) {
            let body = body_of(call, target, registry);
            if let Some(callee) = body.and_then(|body| known.get_mut(&body)) {
                callee.body = true;
            }
            if let Some(callee) = known.get_mut(&target) {
                callee.sites += 1;
            }
        }
        for circle in kosaraju_scc(&graph) {
            let recursive = circle.len() > 1 || graph.contains_edge(circle[0], circle[0]);
            for node in circle {
                known[&graph[node]].recursive = recursive;
            }
        }
        Self { known, program }
    }

    /// Functions of a module that the program consists of, and the copies of them that were prepared; no derivatives of them, and nothing that these run.
    pub(super) fn of_program(&self, module: Module) -> impl Iterator<Item = Value> {
        let is_copy = |f: &Value| f.name().contains(COPY);
        let all = module.functions().into_iter();
        let known = all.filter(move |f| self.program.contains(f) || is_copy(f));
        known.filter(|f| !f.name().starts_with(RUN_TIME))
    }

    /// Whether a function can come to itself, by calls or by handing itself on.
    pub(super) fn is_recursive(&self, function: Value) -> bool {
        self.known
            .get(&function)
            .is_some_and(|known| known.recursive)
    }

    /// A callee that may be inlined. `-O0` marks every function `noinline`; only without `optnone` is that the
    /// user's own wish.
    fn inlinable(&self, callee: Value) -> Option<&Callee> {
        let wanted = callee.has_attribute("optnone") || !callee.has_attribute("noinline");
        let allowed = !callee.is_interposable() && !callee.function_type().is_variadic();
        // Compilers mark what teams run, too.
        self.known
            .get(&callee)
            .filter(|known| allowed && (wanted || known.body) && !known.recursive)
    }
}

/// Instructions by which a function may always grow: in small functions, to see through calls brings most.
const ALWAYS: usize = 2_000;

/// Inlines callees with a body until `options.inline_limit` instructions stand in `copy`, and all that teams run elsewhere. The body of a callee that is
/// called at one place only moves; copies of others are limited by `options.inline_growth`, for each of them is
/// differentiated by itself.
pub(super) fn inline_callees(copy: Value, callees: &Callees, options: &Options) {
    let mut size = instruction_count(copy);
    let mut room = ALWAYS.saturating_add(size.saturating_mul(options.inline_growth));
    // The next call is the last one here; those that come in with a body are next.
    let mut work = all_calls(copy);
    work.reverse();
    while let Some(call) = work.pop() {
        let Some(callee) = named(call).and_then(|f| callees.inlinable(f)) else {
            continue;
        };
        let grown = size + callee.instructions;
        let copied = if callee.sites > 1 {
            callee.instructions
        } else {
            0
        };
        let fits = grown <= options.inline_limit && copied <= room;
        if !fits && !callee.body {
            continue;
        }
        if let Some(new) = transform::inline_call(call, callee.calls) {
            (size, room) = (grown, room.saturating_sub(copied));
            work.extend(new.into_iter().rev());
        }
    }
}

/// Whether a call launches a kernel.
fn launches(call: Value, registry: &Registry) -> bool {
    let name = named(call).map(Value::name);
    let mut hosts = registry.hosts().iter();
    name.is_some_and(|name| hosts.any(|rule| rule.launches.contains(&name.as_str())))
}

/// The function of the program that a call has the workers of a team run, or that does the task whose record the call makes.
fn body_of(call: Value, callee: Value, registry: &Registry) -> Option<Value> {
    let name = callee.name();
    if !callee.is_declaration() {
        return None;
    }
    let mut tasks = registry.tasks();
    let at = match tasks.find(|rule| rule.made_by == name) {
        Some(rule) => rule.body,
        None => match &registry.lookup(&name)?.what {
            CalleeKind::Region(rule) if matches!(rule.runs, Runs::Team(_)) => rule.body,
            // Any other: its workers are none.
            _ => return None,
        },
    };
    call.call_args().get(usize::from(at)).copied()
}

/// Whether the program says what a function is, so that its calls stay.
pub(super) fn is_said(function: Value, registry: &Registry) -> bool {
    let name = function.name();
    registry.said(&name).is_some() || registry.is_recomputed(&name)
}

/// Calls and invokes in a function.
pub(super) fn all_calls(function: Value) -> Vec<Value> {
    let insts = function.blocks().into_iter().flat_map(|b| b.instructions());
    let is_call = |i: &Value| matches!(i.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke);
    insts.filter(is_call).collect()
}

/// The function that a call names.
pub(super) fn named(call: Value) -> Option<Value> {
    call.callee()
        .filter(|callee| callee.kind() == ValueKind::LLVMFunctionValueKind)
}

/// Direct calls in a function with the functions called.
pub(crate) fn direct_calls(function: Value) -> Vec<(Value, Value)> {
    let calls = all_calls(function).into_iter();
    calls
        .filter_map(|call| Some((call, named(call)?)))
        .collect()
}

fn instruction_count(function: Value) -> usize {
    function
        .blocks()
        .iter()
        .map(|b| b.instructions().len())
        .sum()
}
