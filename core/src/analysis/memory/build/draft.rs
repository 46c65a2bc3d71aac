//! One component of the call graph: its functions share a graph.
//!
//! Owns: the order in which conclusions are drawn from what instructions say. Must not: know instructions.

use super::{Context, Formal, Formals, Function};
use crate::analysis::callee::{self, Unseen};
use crate::analysis::memory::component::{Component, Escaped};
use crate::analysis::memory::contested::Contested;
use crate::analysis::memory::facts::Memory;
use crate::analysis::memory::fragments::{self, Carriers, Interface, Touching};
use crate::analysis::memory::freeing::{Freeing, freed_params};
use crate::analysis::memory::graph::{CellId, Graph, NodeId, Pointer};
use crate::analysis::memory::integers::Plain;
use crate::analysis::memory::shapes::Shapes;
use crate::analysis::memory::touches::{Copied, Touch, distinct};
use crate::view::Body;
use enzyme_rules::Registry;
use indexmap::{IndexMap, IndexSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Analyses the functions of one component of the call graph. `summary` answers for functions of
/// components below. The results stand in the order of `bodies`.
pub(crate) fn analyze_component<'a>(
    bodies: &[&'a Body],
    registry: &'a Registry,
    summary: &dyn Fn(&str) -> Option<&'a Memory>,
) -> Vec<Memory> {
    analyze(bodies, registry, summary, &Outside::Callers)
}

/// Analyses all functions below some hooks as one component: `hooked` are called from elsewhere, the
/// others only by functions among `bodies`. The results stand in the order of `bodies`.
pub(crate) fn analyze_closed<'a>(
    bodies: &[&'a Body],
    hooked: &IndexSet<String>,
    registry: &'a Registry,
) -> Vec<Memory> {
    analyze(bodies, registry, &|_| None, &Outside::Hooks(hooked))
}

/// Who gives pointers to the analysed functions and takes them.
enum Outside<'s> {
    /// Unknown callers of each.
    Callers,
    /// Callers of these alone.
    Hooks(&'s IndexSet<String>),
}

fn analyze<'a>(
    bodies: &[&'a Body],
    registry: &'a Registry,
    summary: &dyn Fn(&str) -> Option<&'a Memory>,
    outside: &Outside<'_>,
) -> Vec<Memory> {
    let takes_integer = |symbol: &str, position: usize| {
        summary(symbol).is_some_and(|m| m.plain_params.get(position) == Some(&true))
    };
    let plain = Plain::of(bodies, registry, &takes_integer);
    let mut draft = Draft::of(bodies, registry, outside);
    draft.instructions(registry, summary);
    draft.settle();
    draft.distrust();
    let shapes = Shapes::gather(&draft.graph, &draft.copies);
    let contested = Contested::find(&mut draft.graph, &shapes);
    let below = |symbol: &str| summary(symbol).map(|m| &m.carriers.interface);
    let carriers = draft.find_carriers(registry, outside, &below);
    let mut memories = draft.finish(registry, carriers, (shapes, contested), outside);
    for (memory, body) in memories.iter_mut().zip(bodies) {
        memory.plain_params = plain.params(&body.name);
        memory.plain_loads = plain.loaded(body, &takes_integer);
    }
    memories
}

/// A component under construction.
struct Draft<'a> {
    graph: Graph,
    globals: IndexMap<String, Pointer>,
    copies: Vec<Copied>,
    functions: Vec<Function<'a>>,
    formals: Formals,
    /// Code that is not analysed and that any of the functions runs.
    runs: Unseen,
}

impl<'a> Draft<'a> {
    /// The functions with their parameters, and nothing said of their instructions.
    fn of(bodies: &[&'a Body], registry: &'a Registry, outside: &Outside<'_>) -> Self {
        let is_open = |body: &Body| match outside {
            Outside::Callers => true,
            Outside::Hooks(hooked) => hooked.contains(&body.name),
        };
        let new = |body: &&'a Body| Function::new(body, is_open(body));
        let mut draft = Self {
            graph: Graph::default(),
            globals: IndexMap::new(),
            copies: Vec::new(),
            functions: bodies.iter().map(new).collect(),
            formals: IndexMap::new(),
            runs: Unseen::Nothing,
        };
        draft.each_function(registry, &mut |mut context| context.parameters());
        draft.formals = draft.functions.iter().map(Formal::of).collect();
        draft
    }

    fn each_function(&mut self, registry: &'a Registry, visit: &mut dyn FnMut(Context<'_, 'a>)) {
        for function in &mut self.functions {
            visit(Context {
                function,
                graph: &mut self.graph,
                globals: &mut self.globals,
                copies: &mut self.copies,
                registry,
            });
        }
    }

    /// What the instructions say.
    fn instructions(
        &mut self,
        registry: &'a Registry,
        summary: &dyn Fn(&str) -> Option<&'a Memory>,
    ) {
        let formals = std::mem::take(&mut self.formals);
        self.each_function(registry, &mut |mut context| {
            context.instructions(&formals, summary);
        });
        self.formals = formals;
        let runs = self.functions.iter().map(|f| f.runs).max();
        self.runs = runs.unwrap_or_default();
        self.graph.expose_globals(self.runs);
    }

    /// Draws all conclusions from what the instructions said, and leaves the copies that differ then.
    fn settle(&mut self) {
        let (graph, copies) = (&mut self.graph, std::mem::take(&mut self.copies));
        settle_copies(graph, &copies);
        let untold: Vec<Pointer> = copies
            .iter()
            .map(|copy| ([copy.to, copy.from], copy.length))
            .filter(|(sides, length)| {
                let told = sides.map(|side| graph.fill_gaps(side, *length));
                told.contains(&false)
            })
            .flat_map(|(sides, _)| sides)
            .collect();
        settle_copies(graph, &copies);
        graph.drop_gaps();
        for function in &self.functions {
            function.resolve_integers(graph);
        }
        for function in &mut self.functions {
            function.reach(graph);
        }
        for touch in all_touches(&self.functions) {
            graph.mark_untyped(touch.pointer);
        }
        for side in untold {
            graph.add_blank(side);
        }
        graph.spread_strides();
        graph.expose_reachable();
        self.copies = distinct_copies(graph, copies);
    }

    /// Distrusts memory at computed addresses and makes one object of it.
    ///
    /// Only when all else is known: memory is distrusted where *nothing* says whose it is, and a conclusion drawn later
    /// might. What is joined may be copied, so that copies are looked at again, until joining and copies agree.
    fn distrust(&mut self) {
        let given = self.formals.values().flat_map(Formal::pointers);
        let given: Vec<Pointer> = given.chain(self.globals.values().copied()).collect();
        let integers = self.functions.iter().flat_map(|f| &f.computed);
        let integers: Vec<CellId> = integers.copied().collect();
        loop {
            let pieces = all_touches(&self.functions).filter(|touch| touch.piece);
            self.graph.join_computed(&given, &integers, pieces);
            let joined = self.graph.computed.is_some();
            if !joined || !settle_copies(&mut self.graph, &self.copies) {
                break;
            }
            self.graph.drop_gaps();
        }
        for list in self
            .functions
            .iter_mut()
            .flat_map(|f| f.touched.values_mut())
        {
            *list = distinct(&self.graph, std::mem::take(list));
        }
    }

    /// Integers that carry bits of numbers, and the touches that move such.
    fn find_carriers<'m>(
        &mut self,
        registry: &Registry,
        outside: &Outside<'_>,
        below: &dyn Fn(&str) -> Option<&'m Interface>,
    ) -> Vec<Carriers> {
        let closed = match outside {
            Outside::Callers => BTreeSet::new(),
            Outside::Hooks(_) => self.closed_cells(registry),
        };
        let touching = self.functions.iter().map(|f| (f.body, &f.touched));
        let touching: Vec<Touching> = touching.collect();
        let memory = (&mut self.graph, &closed);
        let found = fragments::carriers(&touching, memory, registry, below);
        for (function, carriers) in self.functions.iter_mut().zip(&found) {
            for (id, touches) in &mut function.touched {
                if carriers.moves_number(&function.body.insts[*id]) {
                    touches.iter_mut().for_each(|touch| touch.number = true);
                }
            }
        }
        found
    }

    /// Cells of memory in which nothing lies but what the analysed functions put there one by one: they make it, neither
    /// callers of the hooked functions nor other code reach it, and no library writes to it.
    fn closed_cells(&self, registry: &Registry) -> BTreeSet<CellId> {
        let graph = &self.graph;
        let hooked = self.formals.values().zip(&self.functions);
        let given = hooked.filter(|(_, function)| function.open);
        let given = given.flat_map(|(formal, _)| formal.pointers());
        let named = self.globals.values().copied();
        let written = self
            .functions
            .iter()
            .flat_map(|f| f.written_by_libraries(registry));
        let known = given.chain(named).chain(written).chain(graph.computed);
        let known = known.map(|pointer| graph.find(pointer).node);
        let strange = graph
            .representatives()
            .filter(|root| !graph.origins(*root).made_here());
        let open = graph.reachable(known.chain(strange).collect());
        let cells = |root: NodeId| graph.fields(root).map(|(_, cell, _)| graph.find_cell(cell));
        let shared: BTreeSet<CellId> = open.iter().copied().flat_map(cells).collect();
        let own = graph
            .representatives()
            .filter(|root| !open.contains(root))
            .flat_map(cells);
        own.filter(|cell| !shared.contains(cell)).collect()
    }

    /// Parameters whose memory the functions may free; their calls of each other learn it.
    fn freed_params(&mut self, registry: &Registry) -> Vec<IndexSet<u32>> {
        let functions = self.functions.iter().map(|function| Freeing {
            body: function.body,
            pointers: &function.pointers,
            calls: &function.calls,
        });
        let freed = freed_params(&functions.collect::<Vec<_>>(), &self.graph, registry);
        let names = self.functions.iter().map(|f| f.body.name.as_str());
        let by_name: IndexMap<&str, &IndexSet<u32>> = names.zip(&freed).collect();
        for function in &mut self.functions {
            for id in &function.calls.inner {
                let symbol = callee::symbol(&function.body.insts[*id]);
                let freed = symbol.and_then(|symbol| by_name.get(symbol));
                let freed = freed.into_iter().flat_map(|freed| freed.iter());
                let known = &mut function.calls.freed;
                known.extend(freed.map(|position| (*id, *position)));
            }
        }
        freed
    }

    /// What calls of the functions by each other may touch. What a function has made, and neither hands on nor lets anybody else know, only that run of
    /// it touches; lists of addresses stay, for where these lead.
    fn touched_by_inner(&self, by_all: &[Touch]) -> Rc<[Touch]> {
        let graph = &self.graph;
        let handed = self.formals.values().flat_map(Formal::pointers);
        let named = self.globals.values().copied();
        let known = handed.chain(named).chain(graph.computed);
        let known = known.map(|pointer| graph.find(pointer).node);
        let strange = graph
            .representatives()
            .filter(|root| !graph.origins(*root).made_here());
        let open = graph.reachable(known.chain(strange).collect());
        let touched = by_all.iter().copied();
        touched
            .filter(|touch| touch.leads_on || open.contains(&graph.find(touch.pointer).node))
            .collect()
    }

    /// The functions' memory, as it is asked for.
    fn finish(
        mut self,
        registry: &Registry,
        carriers: Vec<Carriers>,
        seen: (Shapes, Contested),
        outside: &Outside<'_>,
    ) -> Vec<Memory> {
        let by_all: Rc<[Touch]> =
            distinct(&self.graph, all_touches(&self.functions).copied()).into();
        let by_inner = self.touched_by_inner(&by_all);
        let freed = self.freed_params(registry);
        let globals = self.globals.into_iter().collect();
        let component = Component::new(self.graph, seen, self.copies, globals);
        let component = Rc::new(component);
        let escaped = |pointers: &mut dyn Iterator<Item = Pointer>, callers: bool| {
            let pointers: Vec<Pointer> = pointers.collect();
            Rc::new(Escaped::new(&component, &pointers, callers))
        };
        let hooks = matches!(outside, Outside::Hooks(_)).then(|| {
            let all = self.formals.values().zip(&self.functions);
            let open = all.filter(|(_, function)| function.open);
            escaped(&mut open.flat_map(|(formal, _)| formal.pointers()), false)
        });
        let strays = self.functions.iter().any(|f| f.strays);
        let functions = self.functions.into_iter().zip(self.formals.values());
        let functions = functions.zip(carriers).zip(freed);
        functions
            .map(|(((function, formal), carriers), freed)| {
                let escaped = hooks
                    .clone()
                    .unwrap_or_else(|| escaped(&mut formal.pointers(), true));
                let mut memory =
                    function.finish(&component, carriers, (&by_all, &by_inner), escaped);
                memory.freed_params = freed;
                memory.runs = self.runs;
                memory.strays |= strays;
                memory
            })
            .collect()
    }
}

/// All that functions touch.
fn all_touches<'f>(functions: &'f [Function<'_>]) -> impl Iterator<Item = &'f Touch> {
    functions.iter().flat_map(|f| f.touched.values()).flatten()
}

/// Copies that differ in a settled graph.
fn distinct_copies(graph: &Graph, copies: Vec<Copied>) -> Vec<Copied> {
    let mut seen = IndexSet::new();
    let is_new =
        |copy: &Copied| seen.insert((graph.view(copy.to), graph.view(copy.from), copy.length));
    copies.into_iter().filter(is_new).collect()
}

/// Copies, and distances between pointers, until neither says anything new; whether they said anything.
fn settle_copies(graph: &mut Graph, copies: &[Copied]) -> bool {
    let mut news = false;
    loop {
        let mut changed = graph.measure() | graph.close_circles(copies);
        for copy in copies {
            changed |= graph.copy(copy.to, copy.from, copy.length);
        }
        if !changed {
            return news;
        }
        news = true;
    }
}
