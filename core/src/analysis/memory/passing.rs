//! Copies as callers have to know them.
//!
//! A callee may copy by way of memory of its own that no caller reaches: `T held = *from; *to = held;`. A caller
//! must know that `to` holds what `from` held, or it would lose what a pointer in it leads to; but not the memory between, of which there
//! would be another one for each call. So two copies through such memory become one.
//!
//! Owns: [`Passing`]. Must not: write to the graph.

use super::graph::{Graph, NodeId, Pointer, View};
use super::touches::Copied;
use indexmap::{IndexMap, IndexSet};

/// The copies of a function between memory that its callers reach.
#[derive(Clone, Debug, Default)]
pub(super) struct Passing {
    pub(super) copies: Vec<Copied>,
    /// Memory of the function itself that callers have to know after all.
    pub(super) between: Vec<Pointer>,
}

impl Passing {
    /// Of all copies in a settled graph, what is visible from some pointers.
    pub(super) fn find(graph: &Graph, copies: &[Copied], roots: &[Pointer]) -> Self {
        let reached = reached(graph, roots);
        let mut left = Left::default();
        for copy in copies {
            left.add(graph, *copy);
        }
        let hidden = left.at.keys().filter(|node| !reached.contains(*node));
        let mut between = Vec::new();
        for node in hidden.copied().collect::<Vec<_>>() {
            let through = left.through(node);
            match composed(graph, node, &through) {
                Some(made) => {
                    left.remove(graph, &through);
                    made.into_iter().for_each(|copy| left.add(graph, copy));
                }
                None => between.push(Pointer { node, offset: 0 }),
            }
        }
        let copies = left.copies.into_values().collect();
        Self { copies, between }
    }
}

/// Objects that some pointers lead to, at once or through others.
fn reached(graph: &Graph, roots: &[Pointer]) -> IndexSet<NodeId> {
    let mut seen: IndexSet<NodeId> = roots.iter().map(|root| graph.find(*root).node).collect();
    let mut next = 0;
    while let Some(node) = seen.get_index(next).copied() {
        next += 1;
        let targets = graph
            .fields(node)
            .filter_map(|(_, cell, _)| graph.target(cell));
        seen.extend(targets.map(|target| target.node));
    }
    seen
}

/// What a copy does: between which places, and how many bytes.
type Key = ([View; 2], Option<u64>);

/// The copies that are left, each once, and those at each object.
#[derive(Default)]
struct Left {
    copies: IndexMap<Key, Copied>,
    at: IndexMap<NodeId, IndexSet<Key>>,
}

impl Left {
    fn add(&mut self, graph: &Graph, copy: Copied) {
        let key = key(graph, &copy);
        if self.copies.insert(key, copy).is_none() {
            for view in key.0 {
                self.at.entry(view.node).or_default().insert(key);
            }
        }
    }

    /// Copies into or out of an object.
    fn through(&self, node: NodeId) -> Vec<Copied> {
        self.at[&node].iter().map(|key| self.copies[key]).collect()
    }

    fn remove(&mut self, graph: &Graph, copies: &[Copied]) {
        for key in copies.iter().map(|copy| key(graph, copy)) {
            self.copies.swap_remove(&key);
            for view in key.0 {
                self.at[&view.node].swap_remove(&key);
            }
        }
    }
}

fn key(graph: &Graph, copy: &Copied) -> Key {
    ([copy.to, copy.from].map(|end| graph.view(end)), copy.length)
}

/// Copies of one object beyond which they are not joined.
const MOST_JOINED: usize = 64;

/// What copies into and out of an object do together; `None` where it is copied within itself, or at places that are not known, or
/// too often.
fn composed(graph: &Graph, node: NodeId, through: &[Copied]) -> Option<Vec<Copied>> {
    let exact = |end: Pointer| {
        let view = graph.view(end);
        (view.stride == 0).then_some(view.offset)
    };
    let is_here = |end: Pointer| graph.find(end).node == node;
    if through.len() > MOST_JOINED {
        return None;
    }
    let mut made = Vec::new();
    for into in through.iter().filter(|copy| is_here(copy.to)) {
        let begin = exact(into.to).filter(|_| !is_here(into.from))?;
        for out in through.iter().filter(|copy| is_here(copy.from)) {
            let taken = exact(out.from).filter(|_| !is_here(out.to))?;
            made.extend(joined((into, begin), (out, taken)));
        }
    }
    Some(made)
}

/// The copy that two are, of which one writes what the other reads; these begin at offsets of the memory between.
fn joined((into, begin): (&Copied, i64), (out, taken): (&Copied, i64)) -> Option<Copied> {
    let start = begin.max(taken);
    let end = |at: i64, copy: &Copied| copy.length.map(|n| at.saturating_add_unsigned(n));
    let ends = [end(begin, into), end(taken, out)];
    let length = ends.into_iter().flatten().min().map(|end| end - start);
    let ahead = |pointer: Pointer, distance: i64| Pointer {
        offset: pointer.offset + distance,
        ..pointer
    };
    length.is_none_or(|n| n > 0).then(|| Copied {
        to: ahead(out.to, start - taken),
        from: ahead(into.from, start - begin),
        length: length.map(|n| n as u64),
    })
}
