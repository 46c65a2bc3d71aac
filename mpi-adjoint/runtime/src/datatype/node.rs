//! The form of a type map: a tree of blocks. Owns the walk over its elements. Must not: know MPI.

use super::kind::Kind;

/// Elements at offsets from a base address, in the order of the type signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// Numbers without holes between them.
    Block { kind: Kind, count: usize },
    /// Data without derivatives.
    Passive { bytes: usize, opaque: bool },
    /// The same `times`, each `stride` bytes after the one before.
    Repeat {
        times: usize,
        stride: isize,
        inner: Box<Node>,
    },
    /// One after the other, each at its offset.
    Parts(Vec<(isize, Node)>),
}

/// Numbers in memory: `count` of a kind at `offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) offset: isize,
    pub(crate) kind: Kind,
    pub(crate) count: usize,
    /// Bytes of data before them.
    pub(crate) behind: usize,
}

impl Node {
    /// `times` of it. Blocks that touch become one.
    pub(crate) fn repeat(&self, times: usize, stride: isize) -> Node {
        match self {
            Node::Block { kind, count } if (count * kind.size()) as isize == stride => {
                Node::Block {
                    kind: *kind,
                    count: count * times,
                }
            }
            Node::Passive { bytes, opaque } => Node::Passive {
                bytes: bytes * times,
                opaque: *opaque,
            },
            _ if times == 1 => self.clone(),
            _ => Node::Repeat {
                times,
                stride,
                inner: Box::new(self.clone()),
            },
        }
    }

    /// Bytes of data.
    pub(crate) fn size(&self) -> usize {
        match self {
            Node::Block { kind, count } => kind.size() * count,
            Node::Passive { bytes, .. } => *bytes,
            Node::Repeat { times, inner, .. } => times * inner.size(),
            Node::Parts(parts) => parts.iter().map(|(_, part)| part.size()).sum(),
        }
    }

    /// Bytes of numbers.
    pub(crate) fn active(&self) -> usize {
        match self {
            Node::Block { kind, count } => kind.size() * count,
            Node::Passive { .. } => 0,
            Node::Repeat { times, inner, .. } => times * inner.active(),
            Node::Parts(parts) => parts.iter().map(|(_, part)| part.active()).sum(),
        }
    }

    /// It has bytes of unknown content.
    pub(crate) fn is_opaque(&self) -> bool {
        match self {
            Node::Block { .. } => false,
            Node::Passive { opaque, .. } => *opaque,
            Node::Repeat { inner, .. } => inner.is_opaque(),
            Node::Parts(parts) => parts.iter().any(|(_, part)| part.is_opaque()),
        }
    }

    /// The one kind of all its numbers.
    pub(crate) fn kind(&self) -> Option<Kind> {
        match self {
            Node::Block { kind, .. } => Some(*kind),
            Node::Passive { .. } => None,
            Node::Repeat { inner, .. } => inner.kind(),
            Node::Parts(parts) => {
                // A part with numbers of several kinds has none; it must not be passed over.
                let mut kinds = parts
                    .iter()
                    .filter(|(_, part)| part.active() > 0)
                    .map(|(_, part)| part.kind());
                let first = kinds.next()??;
                kinds.all(|kind| kind == Some(first)).then_some(first)
            }
        }
    }

    /// Calls `visit` for the numbers among the first `bytes` bytes of data, in order.
    pub(crate) fn runs(&self, bytes: usize, visit: &mut impl FnMut(Run)) {
        let mut left = bytes;
        self.walk(0, &mut left, &mut |left, run| {
            visit(Run {
                behind: bytes - left,
                ..run
            });
        });
    }

    /// Bytes of numbers among the first `bytes` bytes of data.
    pub(crate) fn active_within(&self, bytes: usize) -> usize {
        if bytes >= self.size() {
            return self.active();
        }
        let mut active = 0;
        self.runs(bytes, &mut |run| active += run.count * run.kind.size());
        active
    }

    /// Calls `visit` with the bytes left before each run, too.
    fn walk(&self, base: isize, left: &mut usize, visit: &mut impl FnMut(usize, Run)) {
        if *left == 0 {
            return;
        }
        match self {
            Node::Block { kind, count } => {
                let came = (*count).min(*left / kind.size());
                if came > 0 {
                    visit(
                        *left,
                        Run {
                            offset: base,
                            kind: *kind,
                            count: came,
                            behind: 0,
                        },
                    );
                }
                // What is left after a block that came in part is less than an element.
                *left = if came == *count {
                    *left - came * kind.size()
                } else {
                    0
                };
            }
            Node::Passive { bytes, .. } => *left = left.saturating_sub(*bytes),
            Node::Repeat {
                times,
                stride,
                inner,
            } => {
                for i in 0..*times {
                    inner.walk(base + i as isize * stride, left, visit);
                    if *left == 0 {
                        return;
                    }
                }
            }
            Node::Parts(parts) => {
                for (offset, part) in parts {
                    part.walk(base + offset, left, visit);
                }
            }
        }
    }
}
