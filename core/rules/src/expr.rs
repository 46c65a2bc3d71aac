//! Nodes of a rule's formula, in an arena that stores equal nodes once.
//!
//! Owns: [`Node`], the handle [`Expr`], the growing arena [`Sketch`] and the frozen one
//! [`ExprArena`]. Must not: know operators' spelling (`term.rs`), values (`values.rs`) or names of
//! functions (`families.rs`). Invariant: operands of a node stand before it, so that walking an
//! arena upwards visits operands first and no walk needs recursion. Tests: at the end.

use std::cell::RefCell;

/// Handle of a node; meaningful only together with the arena that it came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Expr(u32);

impl Expr {
    /// Position of the node in its arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Ordered comparisons: false when an operand is NaN (except `Ne`, which is then true).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cmp {
    /// `==`
    Eq,
    /// `!=`, true for NaN
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl Cmp {
    /// The truth of the comparison for two numbers.
    pub fn holds(self, lhs: f64, rhs: f64) -> bool {
        match self {
            Cmp::Eq => lhs == rhs,
            Cmp::Ne => lhs != rhs,
            Cmp::Lt => lhs < rhs,
            Cmp::Le => lhs <= rhs,
            Cmp::Gt => lhs > rhs,
            Cmp::Ge => lhs >= rhs,
        }
    }

    /// The comparison as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Cmp::Eq => "==",
            Cmp::Ne => "!=",
            Cmp::Lt => "<",
            Cmp::Le => "<=",
            Cmp::Gt => ">",
            Cmp::Ge => ">=",
        }
    }
}

/// Up to four operands, by value (a formula has no longer calls).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operands {
    len: u8,
    items: [Expr; 4],
}

impl Operands {
    /// Stores the operands; those beyond the fourth would be lost, hence the check in debug builds.
    pub fn new(operands: &[Expr]) -> Self {
        debug_assert!(
            operands.len() <= 4,
            "a formula node has at most four operands"
        );
        let mut items = [Expr(0); 4];
        for (slot, &operand) in items.iter_mut().zip(operands) {
            *slot = operand;
        }
        Operands {
            len: operands.len().min(4) as u8,
            items,
        }
    }

    /// The operands in order.
    pub fn as_slice(&self) -> &[Expr] {
        &self.items[..usize::from(self.len)]
    }
}

/// One step of a formula. `Int*` nodes have integer values and stand only in integer places:
/// under [`Node::IntToFloat`], [`Node::IntAddConst`], and as integer arguments of calls.
#[derive(Clone, Copy, Debug)]
pub enum Node {
    /// The callee's floating-point argument.
    Arg(u8),
    /// The callee's integer argument.
    IntArg(u8),
    /// The callee's result; 0 is its (first) result, k a further one (see `outs.rs`).
    Result(u8),
    /// A constant.
    Const(f64),
    /// `-a`
    Neg(Expr),
    /// `a + b`
    Add(Expr, Expr),
    /// `a - b`
    Sub(Expr, Expr),
    /// `a * b`
    Mul(Expr, Expr),
    /// `a / b`
    Div(Expr, Expr),
    /// A member of the named family at the kind of the callee.
    Call(&'static str, Operands),
    /// `lhs cmp rhs ? then : otherwise`; both branches are evaluated.
    Select {
        /// The comparison.
        cmp: Cmp,
        /// Its left side.
        lhs: Expr,
        /// Its right side.
        rhs: Expr,
        /// The value where it holds.
        then: Expr,
        /// The value where it does not.
        otherwise: Expr,
    },
    /// An integer as a floating-point number.
    IntToFloat(Expr),
    /// An integer plus a constant.
    IntAddConst(Expr, i64),
}

impl Node {
    /// The nodes that this one reads.
    pub fn operands(&self) -> Operands {
        match *self {
            Node::Arg(_) | Node::IntArg(_) | Node::Result(_) | Node::Const(_) => Operands::new(&[]),
            Node::Neg(a) | Node::IntToFloat(a) | Node::IntAddConst(a, _) => Operands::new(&[a]),
            Node::Add(a, b) | Node::Sub(a, b) | Node::Mul(a, b) | Node::Div(a, b) => {
                Operands::new(&[a, b])
            }
            Node::Call(_, operands) => operands,
            Node::Select {
                lhs,
                rhs,
                then,
                otherwise,
                ..
            } => Operands::new(&[lhs, rhs, then, otherwise]),
        }
    }
}

/// Equal nodes compute equal values; constants compare by their bits, so that -0.0 stays apart
/// from 0.0 and NaN is equal to itself.
impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Node::Const(a), Node::Const(b)) => a.to_bits() == b.to_bits(),
            (Node::Arg(a), Node::Arg(b))
            | (Node::IntArg(a), Node::IntArg(b))
            | (Node::Result(a), Node::Result(b)) => a == b,
            (Node::Call(a, _), Node::Call(b, _)) if a != b => false,
            (Node::IntAddConst(_, a), Node::IntAddConst(_, b)) if a != b => false,
            (Node::Select { cmp: a, .. }, Node::Select { cmp: b, .. }) if a != b => false,
            _ => same_kind(self, other) && self.operands() == other.operands(),
        }
    }
}

/// Same variant, and one that has operands (leaves are compared by the caller).
fn same_kind(a: &Node, b: &Node) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b) && !a.operands().as_slice().is_empty()
}

/// An arena while a row is being written: grows through shared references, because the terms
/// that stand in a formula all borrow it at once.
#[derive(Debug, Default)]
pub struct Sketch {
    nodes: RefCell<Vec<Node>>,
}

impl Sketch {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// The handle of `node`, storing it unless an equal one is there. The search is linear: a row
    /// has a dozen nodes, the longest helper about a hundred.
    pub fn intern(&self, node: Node) -> Expr {
        let mut nodes = self.nodes.borrow_mut();
        let found = nodes.iter().position(|known| *known == node);
        let index = found.unwrap_or_else(|| {
            nodes.push(node);
            nodes.len() - 1
        });
        Expr(index as u32)
    }

    /// The node at a position, for tests that look at an unfinished row.
    #[cfg(test)]
    pub(crate) fn node(&self, index: usize) -> Node {
        self.nodes.borrow()[index]
    }

    /// The finished arena.
    pub fn finish(self) -> ExprArena {
        ExprArena {
            nodes: self.nodes.into_inner(),
        }
    }
}

/// A finished arena: read-only, shareable between threads.
#[derive(Clone, Debug)]
pub struct ExprArena {
    nodes: Vec<Node>,
}

impl ExprArena {
    /// The node behind a handle.
    pub fn node(&self, expr: Expr) -> Node {
        self.nodes[expr.index()]
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Nodes that `roots` depend on, operands before their users.
    pub fn reachable(&self, roots: &[Expr]) -> Vec<Expr> {
        let mut wanted = vec![false; self.nodes.len()];
        for root in roots {
            wanted[root.index()] = true;
        }
        for index in (0..self.nodes.len()).rev() {
            if wanted[index] {
                for operand in self.nodes[index].operands().as_slice() {
                    wanted[operand.index()] = true;
                }
            }
        }
        (0..self.nodes.len())
            .filter(|&i| wanted[i])
            .map(|i| Expr(i as u32))
            .collect()
    }

    /// The nodes up to and including `last`, operands before their users.
    pub(crate) fn prefix(&self, last: Expr) -> &[Node] {
        &self.nodes[..=last.index()]
    }

    /// The value of a node that is a constant.
    pub fn constant(&self, expr: Expr) -> Option<f64> {
        match self.node(expr) {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_nodes_are_stored_once() {
        let sketch = Sketch::new();
        let x = sketch.intern(Node::Arg(0));
        let first = sketch.intern(Node::Mul(x, x));
        let again = sketch.intern(Node::Mul(x, x));
        assert_eq!(first, again);
        assert_ne!(first, sketch.intern(Node::Add(x, x)));
        assert_eq!(sketch.finish().len(), 3);
    }

    #[test]
    fn nodes_that_differ_only_in_a_payload_stay_apart() {
        let sketch = Sketch::new();
        let n = sketch.intern(Node::IntArg(0));
        let x = sketch.intern(Node::Arg(0));
        let list = Operands::new(&[x]);
        let select = |cmp| {
            sketch.intern(Node::Select {
                cmp,
                lhs: x,
                rhs: x,
                then: x,
                otherwise: x,
            })
        };
        assert_ne!(n, x);
        assert_ne!(
            sketch.intern(Node::Const(0.0)),
            sketch.intern(Node::Const(-0.0))
        );
        assert_ne!(sketch.intern(Node::Arg(1)), sketch.intern(Node::Result(1)));
        assert_ne!(
            sketch.intern(Node::IntAddConst(n, 1)),
            sketch.intern(Node::IntAddConst(n, -1))
        );
        assert_ne!(
            sketch.intern(Node::Call("sin", list)),
            sketch.intern(Node::Call("cos", list))
        );
        assert_ne!(select(Cmp::Lt), select(Cmp::Le));
    }

    #[test]
    fn reachable_leaves_out_what_no_root_reads() {
        let sketch = Sketch::new();
        let x = sketch.intern(Node::Arg(0));
        let unused = sketch.intern(Node::Arg(1));
        let root = sketch.intern(Node::Neg(x));
        let arena = sketch.finish();
        assert_eq!(arena.reachable(&[root]), [x, root]);
        assert_eq!(arena.reachable(&[unused]), [unused]);
    }
}
