//! What the types of the source say of memory, as tables that a run-time library walks along.
//!
//! A node is a record of words: what it is, its bytes, how many elements, the node behind it, and its members: a table of records of an
//! offset, a node and a name. Nodes are numbers, so that types may contain themselves.
//!
//! Owns: these tables. Must not: walk along them.

use enzyme_llvm_shim::ir::{Module, SourceKind, SourceType, Type, TypeKind, Value};
use indexmap::IndexMap;

/// What a node is; the library (`hook.h`) has the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Unknown,
    Float,
    Other,
    Pointer,
    Record,
    Array,
}

/// One type.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    kind: Kind,
    bytes: u64,
    count: u64,
    base: Option<usize>,
    members: Vec<Member>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Member {
    offset: u64,
    node: usize,
    name: String,
}

impl Node {
    fn of(kind: Kind, bytes: u64) -> Self {
        let (count, base, members) = (0, None, Vec::new());
        Self {
            kind,
            bytes,
            count,
            base,
            members,
        }
    }
}

/// The nodes of one function's parameters.
#[derive(Debug, Default)]
pub(super) struct Types {
    nodes: Vec<Node>,
    known: IndexMap<SourceType, usize>,
}

impl Types {
    /// The node of what a parameter that is a pointer leads to, or of a number.
    pub(super) fn parameter(&mut self, ty: Type, source: Option<SourceType>) -> usize {
        if ty.kind() != TypeKind::LLVMPointerTypeKind {
            return self.plain(ty);
        }
        match source.map(|source| (source, source.kind())) {
            Some((_, SourceKind::Pointer(Some(base)))) => self.of(base),
            // Fortran passes what it calls a number or an array by reference.
            Some((source, kind)) if !matches!(kind, SourceKind::Pointer(None)) => self.of(source),
            _ => self.add(Node::of(Kind::Unknown, 0)),
        }
    }

    fn plain(&mut self, ty: Type) -> usize {
        let float = |bytes| Node::of(Kind::Float, bytes);
        self.add(match ty.kind() {
            TypeKind::LLVMFloatTypeKind => float(4),
            TypeKind::LLVMDoubleTypeKind => float(8),
            TypeKind::LLVMX86_FP80TypeKind => float(16),
            _ => Node::of(Kind::Other, 0),
        })
    }

    fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn of(&mut self, source: SourceType) -> usize {
        if let Some(node) = self.known.get(&source) {
            return *node;
        }
        let own = self.add(Node::of(Kind::Unknown, source.bytes()));
        self.known.insert(source, own);
        self.nodes[own] = self.read(source);
        own
    }

    fn read(&mut self, source: SourceType) -> Node {
        let bytes = source.bytes();
        match source.kind() {
            SourceKind::Unknown | SourceKind::Pointer(None) => Node::of(Kind::Unknown, bytes),
            SourceKind::Other => Node::of(Kind::Other, bytes),
            SourceKind::Float => Node::of(Kind::Float, bytes),
            SourceKind::Complex => {
                let part = self.add(Node::of(Kind::Float, bytes / 2));
                self.array(part, 2, bytes)
            }
            SourceKind::Pointer(Some(base)) => {
                let base = Some(self.of(base));
                Node {
                    base,
                    ..Node::of(Kind::Pointer, bytes)
                }
            }
            SourceKind::Array(Some(base), count) => {
                let base = self.of(base);
                self.array(base, count, bytes)
            }
            SourceKind::Array(None, _) => Node::of(Kind::Unknown, bytes),
            SourceKind::Record(members) => {
                let members = members.into_iter().map(|member| Member {
                    offset: member.offset,
                    node: self.of(member.ty),
                    name: member.name,
                });
                let members = members.collect();
                Node {
                    members,
                    ..Node::of(Kind::Record, bytes)
                }
            }
        }
    }

    fn array(&self, base: usize, count: u64, bytes: u64) -> Node {
        Node {
            base: Some(base),
            count,
            ..Node::of(Kind::Array, bytes)
        }
    }

    /// The table of all nodes, of this name.
    pub(super) fn table(&self, module: Module, name: &str) -> Value {
        let context = module.context();
        let word = |value: u64| context.i64(value as i64);
        let index = |node: usize| context.i64(node as i64);
        let record = |(place, node): (usize, &Node)| {
            let member = |member: &Member| {
                let name = module.text("ez.member", &member.name);
                let fields = [word(member.offset), index(member.node), name];
                module.constant_record("ez.member", &fields)
            };
            let members: Vec<Value> = node.members.iter().map(member).collect();
            let table = match members.len() {
                0 => context.pointer().zero(),
                _ => module.table(&format!("{name}.{place}"), &members),
            };
            let words = [
                word(node.kind as u64),
                word(node.bytes),
                word(node.count),
                node.base.map_or(context.i64(-1), index),
                index(members.len()),
            ];
            module.constant_record("ez.type", &[&words[..], &[table]].concat())
        };
        let nodes: Vec<Value> = self.nodes.iter().enumerate().map(record).collect();
        module.table(name, &nodes)
    }
}
