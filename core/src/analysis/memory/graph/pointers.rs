//! Where pointers point: in terms of representatives, and how exactly.
//!
//! A pointer that was made from another is an object of its own that is merged into the other's, so that its stride can be told apart
//! from those of others.
//!
//! Owns: following merges, and pointers that are made from pointers. Must not: merge objects.

use super::offsets::{gcd, wrap};
use super::{Distance, Graph, Node, NodeId, Pointer, View};
use std::cell::Cell as Known;

impl Graph {
    /// The pointer in terms of its object's representative.
    pub(crate) fn find(&self, pointer: Pointer) -> Pointer {
        let at = self.locate(pointer);
        Pointer {
            node: at.node,
            offset: wrap(at.offset, self.node(at.node).stride),
        }
    }

    /// The same without the knowledge that offsets repeat. The way is remembered, so that it is short next time.
    pub(super) fn locate(&self, pointer: Pointer) -> Pointer {
        let above = |at: Pointer| {
            let up = self.node(at.node).up.get()?;
            Some(Pointer {
                node: up.node,
                offset: up.offset + at.offset,
            })
        };
        let root = std::iter::successors(Some(pointer), |at| above(*at)).last();
        let root = root.unwrap_or(pointer);
        let mut at = pointer;
        while let Some(next) = above(at).filter(|next| next.node != root.node) {
            self.node(at.node).up.set(Some(Pointer {
                node: root.node,
                offset: root.offset - at.offset,
            }));
            at = next;
        }
        root
    }

    /// Makes all ways to representatives short; nothing may be merged or get another stride afterwards.
    pub(crate) fn flatten(&mut self) {
        for index in 0..self.nodes.len() {
            let start = Pointer {
                node: NodeId(index as u32),
                offset: 0,
            };
            let mut way = vec![start.node];
            // What was flattened before leads to its representative at once.
            while let Some(up) = self.node(way[way.len() - 1]).merged {
                way.push(up.node);
            }
            way.pop();
            let Some(last) = way.pop() else { continue };
            let top = self.node(last);
            let (mut merged, mut stride) = (top.merged, top.pointer_stride);
            while let Some(node) = way.pop() {
                let entry = &mut self.nodes[node.0 as usize];
                stride = gcd(entry.pointer_stride, stride);
                let own = entry.merged.map_or(0, |up| up.offset);
                merged = merged.map(|up| Pointer {
                    offset: up.offset + own,
                    ..up
                });
                (entry.merged, entry.pointer_stride) = (merged, stride);
            }
        }
    }

    /// Where exactly the pointer points, as far as that is known.
    pub(crate) fn view(&self, pointer: Pointer) -> View {
        let mut view = View {
            node: pointer.node,
            offset: pointer.offset,
            stride: 0,
        };
        loop {
            let node = self.node(view.node);
            view.stride = gcd(view.stride, node.pointer_stride);
            let Some(up) = node.merged else {
                return view;
            };
            view.node = up.node;
            view.offset += up.offset;
        }
    }

    /// The pointer `offset` bytes and any number of `stride` bytes (0: none) behind another.
    pub(crate) fn step(&mut self, base: Pointer, offset: i64, stride: u64) -> Pointer {
        let moved = Pointer {
            offset: base.offset + offset,
            ..base
        };
        if stride == 0 {
            return moved;
        }
        self.nodes.push(Node {
            merged: Some(moved),
            up: Known::new(Some(moved)),
            pointer_stride: stride,
            ..Node::default()
        });
        self.reduce_stride(moved, stride);
        Pointer {
            node: NodeId(self.nodes.len() as u32 - 1),
            offset: 0,
        }
    }

    /// The pointer that lies the distance between two others, or a multiple of it, behind another. How far that is, is known
    /// when all is: see [`Graph::measure`].
    pub(crate) fn step_between(
        &mut self,
        base: Pointer,
        between: (Pointer, Pointer),
        times: u64,
    ) -> Pointer {
        let moved = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            merged: Some(base),
            up: Known::new(Some(base)),
            ..Node::default()
        });
        let distance = Distance {
            moved,
            between,
            times,
        };
        self.distances.push(distance);
        Pointer {
            node: moved,
            offset: 0,
        }
    }

    /// Moves pointers by distances between others: within one object these are as exact as places in it, otherwise
    /// nothing is known. Returns whether anything new followed.
    pub(crate) fn measure(&mut self) -> bool {
        let before = self.findings;
        for Distance {
            moved,
            between: (one, other),
            times,
        } in self.distances.clone()
        {
            let (one, other) = (self.find(one), self.find(other));
            let apart = (one.offset - other.offset).unsigned_abs();
            let step = match one.node == other.node {
                true => gcd(self.stride(one.node), apart) * times,
                false => times,
            };
            let node = &mut self.nodes[moved.0 as usize];
            node.pointer_stride = gcd(node.pointer_stride, step);
            self.reduce_stride(
                Pointer {
                    node: moved,
                    offset: 0,
                },
                step,
            );
        }
        self.findings != before
    }

    /// Gives every pointer the strides of those that it may be.
    pub(crate) fn spread_strides(&mut self) {
        let inclusions = self.inclusions.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for (whole, part) in &inclusions {
                let (outer, inner) = (self.view(*whole), self.view(*part));
                let apart = (outer.offset - inner.offset).unsigned_abs();
                let needed = gcd(outer.stride, gcd(inner.stride, apart));
                if needed != outer.stride {
                    let node = &mut self.nodes[whole.node.0 as usize];
                    node.pointer_stride = gcd(node.pointer_stride, needed);
                    changed = true;
                }
            }
        }
    }
}
