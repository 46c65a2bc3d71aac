//! Everything below the hooks' functions: prepared, and analysed callees first.
//!
//! Owns: [`Analysed`], the order in which functions are looked at, and what is remembered of each. Must not: know derivatives.

use crate::analysis::callee;
use crate::analysis::copies::Copies;
use crate::analysis::functions::Functions;
use crate::analysis::memory::{self, Maker, Memory};
use crate::analysis::overwritten::Writers;
use crate::analysis::repeatable::Repeatable;
use crate::analysis::restorable::Restorable;
use crate::analysis::{effect_free, escape, mirrored, streams, unordered, updating};
use crate::block_sums;
use crate::diag::{Diagnostic, codes};
use crate::frontend;
use crate::opened::Opened;
use crate::options::Options;
use crate::phases;
use crate::prepare::{self, Callees, Prepared, Shared};
use crate::tiled::Tiled;
use crate::view::addresses::Addresses;
use crate::view::ints;
use crate::view::{Body, Inst, InstId};
use enzyme_llvm_shim::analyses::Alias;
use enzyme_llvm_shim::ir::{Module, Opcode, Value};
use enzyme_rules::Registry;
use indexmap::{IndexMap, IndexSet};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use petgraph::unionfind::UnionFind;
use std::rc::Rc;

/// What is known of functions, by name.
pub(crate) struct Analysed<'a> {
    module: Module,
    registry: &'a Registry,
    options: &'a Options,
    /// Whether the module's accesses say their types.
    typed: bool,
    /// Globals whose addresses are kept in memory.
    addresses: Addresses,
    callees: Callees,
    alias: Rc<Alias>,
    pub(crate) prepared: IndexMap<String, Prepared>,
    pub(crate) memories: IndexMap<String, Memory>,
    /// What may overwrite what loads read: by function, whether stores wait there, and, if workers of a team run its halves, whether their
    /// barriers are aligned.
    pub(crate) writers: IndexMap<(String, bool, Option<bool>), Writers>,
    /// Types as all callers below all hooks together see them.
    pub(crate) closed_world: IndexMap<String, Memory>,
    /// What differentiated code reads of `errno` and its like.
    pub(crate) ints: ints::Read,
    pub(crate) effect_free: Functions,
    pub(crate) repeatable: Repeatable,
    /// Functions that may let workers of a team wait, in an order that nobody knows.
    pub(crate) unordered: Functions,
    /// Functions that may change memory by atomic operations.
    pub(crate) updating: Functions,
    pub(crate) mirrored: Functions,
    /// Functions that may complete calls which fill memory.
    pub(crate) filling: Functions,
    /// What functions overwrite and could give back.
    pub(crate) restorable: Restorable,
    pub(crate) escaping: Functions,
    /// Functions that launch others on a device, themselves or below.
    pub(crate) launching: Functions,
    /// Where the addresses of threads' copies of variables go.
    pub(crate) copies: Copies,
    /// Whether there is room for sums of the blocks of a grid.
    pub(crate) sums_fit: bool,
}

impl<'a> Analysed<'a> {
    pub(crate) fn new(module: Module, registry: &'a Registry, options: &'a Options) -> Self {
        Self {
            module,
            registry,
            options,
            typed: states_types(module),
            addresses: Addresses::default(),
            callees: Callees::of(module, registry),
            alias: Rc::new(Alias::default()),
            prepared: IndexMap::new(),
            memories: IndexMap::new(),
            writers: IndexMap::new(),
            closed_world: IndexMap::new(),
            ints: ints::Read::default(),
            effect_free: Functions::default(),
            repeatable: Repeatable::default(),
            unordered: Functions::default(),
            updating: Functions::default(),
            mirrored: Functions::default(),
            filling: Functions::default(),
            restorable: Restorable::default(),
            escaping: Functions::default(),
            launching: Functions::default(),
            copies: Copies::default(),
            sums_fit: registry
                .grid()
                .is_some_and(|grid| block_sums::fit(module, grid)),
        }
    }

    /// Prepares and analyses a function and all that it calls, callees first.
    fn look(
        &mut self,
        function: Value,
        (opened, tiled): (&Opened<'_>, &Tiled),
    ) -> Result<(), Diagnostic> {
        let mut graph = DiGraph::<String, ()>::new();
        let mut nodes = IndexMap::new();
        let mut work = vec![function];
        while let Some(next) = work.pop() {
            let name = next.name();
            if self.memories.contains_key(&name) || nodes.contains_key(&name) {
                continue;
            }
            if !self.prepared.contains_key(&name) {
                let shared = Shared {
                    callees: &self.callees,
                    targets: opened.targets(self.module, &name),
                    alias: &self.alias,
                    options: self.options,
                    typed: self.typed,
                    tiles: tiled.of(&name),
                };
                let preparing = phases::begin(phases::PREPARE, &name);
                let mut made = prepare::prepare(self.module, next, self.registry, shared)?;
                drop(preparing);
                made.view.body.typed = self.typed;
                let (module, registry) = (self.module, self.registry);
                let addresses = &mut self.addresses;
                let kept = |global: &str| addresses.of(module, registry, global);
                made.view.body.state_kept(kept);
                self.prepared.insert(name.clone(), made);
            }
            self.check_inner(&name)?;
            nodes.insert(name.clone(), graph.add_node(name.clone()));
            let callees = callees_of(&self.prepared[&name].view.body, self.registry);
            work.extend(
                callees
                    .iter()
                    .filter_map(|symbol| self.module.function(symbol)),
            );
        }
        for (name, node) in &nodes {
            for symbol in callees_of(&self.prepared[name].view.body, self.registry) {
                if let Some(target) = nodes.get(&symbol) {
                    graph.add_edge(*node, *target, ());
                }
            }
        }
        for component in kosaraju_scc(&graph) {
            let names: Vec<String> = component.iter().map(|n| graph[*n].clone()).collect();
            self.remember(&names);
        }
        Ok(())
    }

    /// What is differentiated must not ask for derivatives any more: inner ones were replaced before, but for those that wait for
    /// themselves.
    fn check_inner(&self, name: &str) -> Result<(), Diagnostic> {
        let Prepared { view, .. } = &self.prepared[name];
        let asks = |inst: &Inst| callee::symbol(inst).is_some_and(frontend::is_hook);
        let Some((inner, _)) = view.body.insts.iter().find(|(_, inst)| asks(inst)) else {
            return Ok(());
        };
        let message =
            "a derivative is asked for in the very function that is differentiated, or below it";
        let diagnostic = Diagnostic::new(codes::UNSUPPORTED_HOOK, message)
            .note("it would contain itself; a derivative of a derivative is asked for from outside of it")
            .help("let the hook stand in a function that the differentiated function does not call");
        Err(match self.module.function(name) {
            Some(function) => diagnostic.at(function, Some(view.handles.inst(inner))),
            None => diagnostic,
        })
    }

    /// The function in which an instruction stands, and the instruction, unless they are gone.
    pub(crate) fn place(&self, maker: &Maker) -> Option<(Value, Value)> {
        let prepared = self.prepared.get(&*maker.function)?;
        let function = self.module.function(&maker.function)?;
        Some((function, prepared.view.handles.inst(maker.inst)))
    }

    /// Whether some function that was looked at comes back from a library's function that is refused whatever its body does.
    pub(crate) fn calls_refused(&self) -> bool {
        self.prepared.values().any(|prepared| {
            let body = &prepared.view.body;
            let returns = body.reach_exit();
            let mut insts = body.insts.values().filter(|inst| returns[inst.block]);
            insts.any(|inst| callee::symbol(inst).is_some_and(|of| self.registry.is_refused(of)))
        })
    }

    /// Prepares and analyses everything below the hooks' functions: what is refused of them, and where numbers may come back through a file.
    pub(crate) fn look_at_all(
        &mut self,
        functions: &IndexSet<Value>,
        attempt: (&Opened<'_>, &Tiled),
    ) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        let (mut diagnostics, mut through_files) = (Vec::new(), Vec::new());
        let mut hooked = IndexSet::new();
        for function in functions {
            match self.look(*function, attempt) {
                Ok(()) => {
                    hooked.insert(function.name());
                }
                Err(refused) => diagnostics.push(refused),
            }
        }
        let _analysing = phases::begin(phases::ANALYSE, "all functions together");
        let bodies = self.prepared.iter();
        let bodies = bodies.map(|(name, prepared)| (name.as_str(), &prepared.view.body));
        self.copies = Copies::of(&bodies.collect(), self.registry);
        for names in self.related(&hooked) {
            let bodies: Vec<&Body> = names.iter().map(|n| &self.prepared[n].view.body).collect();
            let found = memory::analyze_closed(&bodies, &hooked, self.registry);
            let below: Vec<_> = bodies.iter().copied().zip(&found).collect();
            let returning = streams::returning(&below, &hooked, self.registry);
            through_files
                .extend(returning.map(|(function, at)| self.through_file(&names[function], at)));
            self.closed_world.extend(names.into_iter().zip(found));
        }
        (diagnostics, through_files)
    }

    fn through_file(&self, name: &str, at: InstId) -> Diagnostic {
        let Prepared { view, .. } = &self.prepared[name];
        let function = self.module.function(name);
        let message = "numbers are read from a file or a text, and others are written to one, in differentiated code";
        let diagnostic = Diagnostic::new(codes::UNKNOWN_FUNCTION, message)
            .note("whether they are the same is not known, and a derivative passes through neither")
            .help("read before the hook is called, or hand the numbers over in memory")
            .help("printing with printf or puts is allowed");
        match function {
            Some(function) => diagnostic.at(function, Some(view.handles.inst(at))),
            None => diagnostic,
        }
    }

    /// Functions below the hooks' functions, those together that have a callee in common: a generated
    /// function serves all hooks, so that what is known of it must hold for the callers of each.
    fn related(&self, hooked: &IndexSet<String>) -> Vec<Vec<String>> {
        let mut names = hooked.clone();
        let mut calls = Vec::new();
        let mut next = 0;
        while next < names.len() {
            for symbol in callees_of(&self.prepared[&names[next]].view.body, self.registry) {
                calls.push((next, names.insert_full(symbol).0));
            }
            next += 1;
        }
        let mut groups = UnionFind::new(names.len());
        for (caller, callee) in calls {
            groups.union(caller, callee);
        }
        let mut related: IndexMap<usize, Vec<String>> = IndexMap::new();
        for (index, name) in names.into_iter().enumerate() {
            related.entry(groups.find(index)).or_default().push(name);
        }
        related.into_values().collect()
    }

    fn remember(&mut self, names: &[String]) {
        let _analysing = phases::begin(phases::ANALYSE, &names.join(", "));
        let bodies: Vec<&Body> = names.iter().map(|n| &self.prepared[n].view.body).collect();
        let known = |symbol: &str| self.memories.get(symbol);
        let found = memory::analyze_component(&bodies, self.registry, &known);
        let component: Vec<(&Body, &Memory)> = bodies.into_iter().zip(&found).collect();
        let known = effect_free::Known {
            registry: self.registry,
            ints_are_read: self.ints.any(),
        };
        effect_free::learn(&mut self.effect_free, &component, known);
        self.repeatable.learn(&component, self.registry);
        mirrored::learn(&mut self.mirrored, &component, self.registry);
        mirrored::learn_filling(&mut self.filling, &component, self.registry);
        self.restorable
            .learn(&component, &self.filling, self.registry);
        unordered::learn(&mut self.unordered, &component, self.registry);
        updating::learn(&mut self.updating, &component, self.registry);
        escape::learn(&mut self.escaping, &component, self.registry);
        self.launching.grow(&component, |known, body, _| {
            let mut insts = body.insts.values();
            insts.any(|inst| {
                callee::is_launch(inst, self.registry) || known.is_call(inst, self.registry)
            })
        });
        self.memories.extend(names.iter().cloned().zip(found));
    }

    /// Erases the copies, and what points into them.
    pub(crate) fn erase_copies(&mut self) {
        // Facts about the copies go first.
        let prepared = std::mem::take(&mut self.prepared);
        let copies: Vec<Value> = prepared.into_values().map(|p| p.copy).collect();
        self.alias = Rc::default();
        for copy in copies {
            copy.erase_function();
        }
        prepare::forget_regions(self.module);
    }
}

/// Functions that a body calls and whose bodies are looked into.
fn callees_of(body: &Body, registry: &Registry) -> Vec<String> {
    let insts = body.insts.values();
    let symbols = insts.filter_map(|inst| callee::looked_into(inst, registry));
    symbols.map(str::to_owned).collect()
}

/// Whether the code was compiled with TBAA.
fn states_types(module: Module) -> bool {
    let blocks = module.functions().into_iter().flat_map(Value::blocks);
    let mut instructions = blocks.flat_map(|block| block.instructions());
    let accesses = [Opcode::LLVMLoad, Opcode::LLVMStore];
    instructions.any(|inst| accesses.contains(&inst.opcode()) && !inst.tbaa_scalar().is_empty())
}
