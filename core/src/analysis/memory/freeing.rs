//! Which of its parameters' memory a function may free.
//!
//! What a function frees by the name that an allocation or an obtaining call gave is none of its callers'. Anything else that it
//! frees may be all that points into the same object.
//!
//! Owns: [`freed_params`]. Must not: write to the graph, or say when anything ends.

use super::graph::{Graph, Pointer};
use super::touches::Calls;
use crate::analysis::callee;
use crate::analysis::ownership::{freed_pointer, is_allocation, sources};
use crate::view::{Body, Inst, InstId, ValueId};
use enzyme_rules::Registry;
use indexmap::{IndexMap, IndexSet};

/// A function of a component whose graph is settled.
pub(super) struct Freeing<'a> {
    pub(super) body: &'a Body,
    pub(super) pointers: &'a IndexMap<ValueId, Pointer>,
    pub(super) calls: &'a Calls,
}

/// For each function of a component the parameters whose memory it may free, it or what it calls.
pub(super) fn freed_params(
    functions: &[Freeing<'_>],
    graph: &Graph,
    registry: &Registry,
) -> Vec<IndexSet<u32>> {
    let names = functions.iter().map(|f| f.body.name.as_str());
    let names: IndexSet<&str> = names.collect();
    let mut freed = vec![IndexSet::new(); functions.len()];
    loop {
        let before: usize = freed.iter().map(IndexSet::len).sum();
        // Callees mostly stand behind their callers.
        for (index, function) in functions.iter().enumerate().rev() {
            let inner = |symbol: &str| Some(&freed[names.get_index_of(symbol)?]);
            let ends = function.ends(registry, &inner);
            let found = function.params_at(graph, registry, &ends);
            freed[index].extend(found);
        }
        if freed.iter().map(IndexSet::len).sum::<usize>() == before {
            return freed;
        }
    }
}

impl Freeing<'_> {
    /// Pointers that are freed here, or handed to what may free them; `inner` knows the functions of the component.
    fn ends<'s>(
        &self,
        registry: &Registry,
        inner: &dyn Fn(&str) -> Option<&'s IndexSet<u32>>,
    ) -> Vec<ValueId> {
        let of = |(id, inst): (InstId, &Inst)| -> Vec<ValueId> {
            let Some(symbol) = callee::looked_into(inst, registry) else {
                return freed_pointer(self.body, registry, id).into_iter().collect();
            };
            let inner = inner(symbol);
            let frees = |position: u32| match inner {
                Some(freed) => freed.contains(&position),
                None => self.calls.freed.contains(&(id, position)),
            };
            let given = (0..).zip(inst.operands.iter().copied());
            given
                .filter(|(position, _)| frees(*position))
                .map(|(_, v)| v)
                .collect()
        };
        self.body.insts.iter().flat_map(of).collect()
    }

    /// Parameters that may point into memory which ends through some pointers.
    fn params_at(&self, graph: &Graph, registry: &Registry, ends: &[ValueId]) -> IndexSet<u32> {
        let node = |value: &ValueId| Some(graph.find(*self.pointers.get(value)?).node);
        let is_own = |source: &ValueId| {
            let obtained = self.body.def(*source).is_some_and(|id| {
                let new = || node(source).is_some_and(|node| graph.origins(node).is_new());
                self.calls.obtaining.contains(&id) || self.calls.inner.contains(&id) && new()
            });
            obtained || is_allocation(self.body, registry, *source)
        };
        let sources = ends.iter().flat_map(|end| sources(self.body, *end));
        let nodes: IndexSet<_> = sources
            .filter(|s| !is_own(s))
            .filter_map(|s| node(&s))
            .collect();
        let params = (0..).zip(&self.body.params);
        let hit = params.filter(|(_, param)| node(param).is_some_and(|n| nodes.contains(&n)));
        hit.map(|(position, _)| position).collect()
    }
}
