//! The snapshot itself: blocks, instructions, values, loops.
//!
//! Must not: know LLVM handles or answer questions that need an analysis.

use super::addresses::Kept;
use super::entity::{BlockId, Entity, InstId, LoopId, Map, TyId, ValueId};
use super::types::{Shape, Types};
use indexmap::IndexMap;

/// A floating instruction; its derivative is a row of the rule tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// Remainder.
    Rem,
    /// Negation.
    Neg,
}

impl FloatOp {
    /// Name of its row in the rule tables.
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Self::Add => "fadd",
            Self::Sub => "fsub",
            Self::Mul => "fmul",
            Self::Div => "fdiv",
            Self::Rem => "frem",
            Self::Neg => "fneg",
        }
    }
}

/// An integer instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntOp {
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left.
    Shl,
    /// Logical shift right.
    LShr,
    /// Arithmetic shift right.
    AShr,
    /// Division or remainder, which can trap.
    Division,
    /// Product.
    Product,
    /// Sum, difference.
    Arithmetic,
}

/// A conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CastOp {
    /// Floating to narrower floating.
    FpTrunc,
    /// Floating to wider floating.
    FpExt,
    /// Floating to integer.
    FpToInt,
    /// Integer to floating.
    IntToFp,
    /// Narrower integer.
    Trunc,
    /// Wider integer, filled with zeros.
    Extend,
    /// Wider integer, filled with the sign: never the bits of a number.
    SignExtend,
    /// Same bits.
    Bitcast,
    /// Pointer to integer.
    PtrToInt,
    /// Integer to pointer.
    IntToPtr,
    /// Pointer to another address space.
    AddrSpace,
}

/// What a call calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Callee {
    /// A function by symbol.
    Direct {
        /// Symbol name.
        symbol: String,
        /// What the module holds of it.
        definition: Definition,
        /// Whether its name may be that of a function of the C library; `-fno-builtin` says the contrary.
        builtin: bool,
        /// Whether it takes numbers by value and returns one, as nothing does that is known to be inactive.
        maps: bool,
    },
    /// Through a pointer (the last operand).
    Indirect {
        /// Whether it passes what the function's type does not name.
        variadic: bool,
    },
    /// Inline assembly.
    Assembly {
        /// Whether integers that it is given are bits of numbers, as it says by the types of its instructions.
        takes_bits: bool,
        /// The same of what it gives.
        gives_bits: bool,
    },
}

/// What the module holds of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Definition {
    /// Its name alone.
    Missing,
    /// A body whose parameters are the call's arguments.
    Whole,
    /// The same, of steps that are run again from checkpoints in a reverse pass: made by the preparation.
    Steps {
        /// They are the iterations of a loop with a mark.
        marked: bool,
    },
    /// The same, of an iteration of a loop: made by the preparation.
    Tile,
    /// The same, of what each worker of a team does: made by the preparation.
    Team,
    /// The same, of a task that some worker of a team does: made by the preparation.
    Task,
    /// A body that takes more arguments than it has parameters: which is which cannot be told.
    Variadic,
    /// A body that another module may replace when it is linked (a weak function).
    Replaceable,
}

/// How far one step of an index leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IndexStep {
    /// Bytes.
    pub(crate) bytes: i64,
    /// A positive number that divides the index, whatever it is.
    pub(crate) factor: i64,
}

/// Which of two values an atomic operation leaves in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extreme {
    /// The larger number; where one is none, the other.
    Larger,
    /// The smaller number; where one is none, the other.
    Smaller,
    /// The larger number, or none where one is none.
    LargerOrNone,
    /// The smaller number, or none where one is none.
    SmallerOrNone,
    /// One of two integers.
    OfIntegers,
}

/// What an atomic operation makes of what lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Update {
    /// The sum of numbers.
    Sum,
    /// The larger or the smaller one, of numbers or of integers.
    Extreme(Extreme),
    /// The larger or the smaller one of numbers, where the thread whose number it is in the end stores it once more (`prepare::extremes`): only that store
    /// says whose it is.
    Settled,
    /// What is given takes the place of what was there.
    Exchange,
    /// Anything else.
    Other,
}

/// An instruction's operation; operands stand in [`Inst::operands`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Op {
    /// Floating arithmetic.
    Float(FloatOp),
    /// A sum or a difference that rounds (`view/rounded.rs`).
    Round,
    /// Integer arithmetic.
    Int(IntOp),
    /// Conversion.
    Cast(CastOp),
    /// Integer or pointer comparison.
    ICmp,
    /// Floating comparison.
    FCmp,
    /// `select condition, then, otherwise`.
    Select,
    /// Phi; operand k comes from block k.
    Phi(Vec<BlockId>),
    /// Stack memory of a type; operand: count.
    Alloca(TyId),
    /// Load; operand: pointer.
    Load {
        /// Volatile or atomic.
        ordered: bool,
    },
    /// Store; operands: value, pointer.
    Store {
        /// Volatile or atomic.
        ordered: bool,
    },
    /// Address arithmetic; operand 0 is the base, operand k+1 goes with step k.
    Gep {
        /// Constant byte offset; `None` if it could not be decomposed.
        constant: Option<i64>,
        /// Steps of the variable indices.
        steps: Vec<IndexStep>,
    },
    /// Call; operands: arguments (and the pointer, if indirect).
    Call(Callee),
    /// Field of an aggregate.
    ExtractValue(Vec<u32>),
    /// Aggregate with a field replaced; operands: aggregate, field.
    InsertValue(Vec<u32>),
    /// Lane of a vector; operands: vector, index.
    ExtractElement,
    /// Vector with a lane replaced; operands: vector, lane, index.
    InsertElement,
    /// Shuffle of two vectors; -1 is undefined.
    Shuffle(Vec<i32>),
    /// Freeze.
    Freeze,
    /// Atomic read-modify-write; operands: pointer, value.
    AtomicRmw(Update),
    /// Compare and exchange.
    CmpXchg,
    /// Fence.
    Fence,
    /// Branch; operand: the condition, if conditional.
    Br,
    /// Switch; operands: the value, then case constants.
    Switch,
    /// Return; operand: the value, if any.
    Ret,
    /// Unreachable.
    Unreachable,
    /// Anything else, by name.
    Unsupported(String),
}

/// An instruction.
#[derive(Clone, Debug)]
pub(crate) struct Inst {
    /// Operation.
    pub op: Op,
    /// Operands.
    pub operands: Vec<ValueId>,
    /// Result, for anything that is not void.
    pub result: Option<ValueId>,
    /// Block.
    pub block: BlockId,
    /// Alignment of a load or store in bytes; 0 of anything else.
    pub alignment: u32,
    /// Whether it may be computed in another way each time that it is (`-ffast-math`): with another last bit.
    pub loose: bool,
    /// TBAA scalar type name of a memory access, or of all that a copy or fill accesses; empty if none.
    pub tbaa: String,
    /// Members of a copied structure, as the front end annotated them: offset, size, TBAA name.
    pub members: Vec<(u64, u64, String)>,
    /// Whether it orders what threads do: a fence, or an atomic access that acquires or releases.
    pub orders: bool,
    /// Memory effects of a call.
    pub effects: Effects,
}

impl Inst {
    /// Whether it is a volatile or atomic load or store.
    pub(crate) fn is_ordered(&self) -> bool {
        matches!(
            self.op,
            Op::Load { ordered: true, .. } | Op::Store { ordered: true }
        )
    }
}

/// Memory effects of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    /// May read memory.
    pub reads: bool,
    /// May write memory.
    pub writes: bool,
    /// Does not return.
    pub noreturn: bool,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ValueKind {
    /// Parameter by position.
    Param(u32),
    /// Result of an instruction.
    Inst(InstId),
    /// Integer constant, if it fits.
    ConstInt(Option<i128>),
    /// Vector of the same integer in all lanes.
    Splat(i128),
    /// Floating constant.
    ConstFloat(f64),
    /// Null pointer, undef, poison, zero aggregates.
    Zeroish,
    /// Other constant data.
    Constant,
    /// A global variable, by name; `constant` if never written.
    Global {
        /// Symbol.
        name: String,
        /// Whether it is read-only data.
        constant: bool,
        /// Each thread has its own.
        thread_local: bool,
        /// Its size, where it is defined.
        bytes: Option<u64>,
        /// Its address space.
        space: u32,
        /// Who keeps its address, and what addresses it keeps.
        kept: Kept,
    },
    /// A function.
    Function(String),
    /// Metadata, blocks, inline assembly.
    Other,
}

/// A value.
#[derive(Clone, Debug)]
pub(crate) struct ValueData {
    /// What it is.
    pub kind: ValueKind,
    /// Its type.
    pub ty: TyId,
    /// Name in the IR, for messages and printed plans.
    pub name: String,
    /// Instructions that use it (once each use).
    pub uses: Vec<InstId>,
}

/// A basic block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// Instructions in order; the last is the terminator.
    pub insts: Vec<InstId>,
    /// Distinct predecessors, in the order of first appearance.
    pub preds: Vec<BlockId>,
    /// Distinct successors.
    pub succs: Vec<BlockId>,
    /// Innermost loop.
    pub inner: Option<LoopId>,
    /// Immediate dominator.
    pub idom: Option<BlockId>,
    /// First and last number of the blocks that it dominates, in an order in which these are neighbours.
    pub dominated: (u32, u32),
    /// Name in the IR.
    pub name: String,
}

/// A natural loop with one preheader, one latch and a canonical counter.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// Header.
    pub header: BlockId,
    /// The only entering block.
    pub preheader: BlockId,
    /// The only latch.
    pub latch: BlockId,
    /// Enclosing loop.
    pub parent: Option<LoopId>,
    /// Nesting depth; outermost is 1.
    pub depth: u32,
    /// The phi that counts from 0 by 1.
    pub counter: ValueId,
    /// How often the backedge is taken, if computable before the loop.
    pub last: Option<ValueId>,
    /// Edges that leave it, in block order: the block inside and the one outside.
    pub exits: Vec<(BlockId, BlockId)>,
}

/// What a parameter promises of the memory that it leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Promised {
    /// What is accessed through it and written is accessed through nothing else (`noalias`).
    pub unshared: bool,
    /// Some of it is there, so that passes may read it where the source does not (`dereferenceable`).
    pub present: bool,
}

/// A prepared function.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// Name of the source function.
    pub name: String,
    /// Types.
    pub types: Types,
    /// Blocks in function order; the first is the entry.
    pub blocks: Map<BlockId, Block>,
    /// Instructions in function order.
    pub insts: Map<InstId, Inst>,
    /// Values.
    pub values: Map<ValueId, ValueData>,
    /// Loops, parents before children.
    pub loops: Map<LoopId, Loop>,
    /// Parameters.
    pub params: Vec<ValueId>,
    /// What parameters promise, by position.
    pub promised: Vec<Promised>,
    /// Pairs of parameters that lead to memory which never overlaps, whatever is done with it.
    pub distinct: Vec<(u32, u32)>,
    /// Return type.
    pub returns: TyId,
    /// The only returning block; `None` if the function never returns.
    pub exit: Option<BlockId>,
    /// For a block with several predecessors that is no loop header: which one was taken.
    pub from: Map<BlockId, Option<ValueId>>,
    /// For each (exit block, exited loop): the counter's value when the loop was left.
    pub exit_counters: IndexMap<(BlockId, LoopId), ValueId>,
    /// Whether the module was compiled with TBAA, so that an access of a declared integer says so.
    pub typed: bool,
    /// Loads whose addresses move evenly in their innermost loop.
    pub walks: IndexMap<InstId, Walk>,
}

/// How a load's address moves in its innermost loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Walk {
    /// A load of the same loop at a constant distance: the same for all such loads.
    pub leader: InstId,
    /// Bytes from the leader's address, in the same iteration.
    pub distance: i64,
    /// Bytes from one iteration to the next.
    pub step: i64,
}

impl Body {
    /// Enters what is known of the addresses of the globals that the function names.
    pub(crate) fn state_kept(&mut self, mut of: impl FnMut(&str) -> Kept) {
        for value in self.values.values_mut() {
            if let ValueKind::Global { name, kept, .. } = &mut value.kind {
                *kept = of(name);
            }
        }
    }

    /// Whether two parameters lead to memory that never overlaps, whatever is done with it.
    pub(crate) fn are_distinct(&self, one: u32, other: u32) -> bool {
        let both = [(one, other), (other, one)];
        self.distinct.iter().any(|pair| both.contains(pair))
    }

    /// What address arithmetic starts from.
    pub(crate) fn start_of(&self, pointer: ValueId) -> ValueId {
        let made_from = |value: &ValueId| {
            let inst = &self.insts[self.def(*value)?];
            matches!(inst.op, Op::Gep { .. }).then(|| inst.operands[0])
        };
        let chain = std::iter::successors(Some(pointer), made_from);
        chain.last().unwrap_or(pointer)
    }

    /// Where a load or a store accesses memory, and how many bytes; nothing of other instructions.
    pub(crate) fn accessed(&self, id: InstId) -> Option<(ValueId, u64)> {
        let inst = &self.insts[id];
        let (pointer, value) = match inst.op {
            Op::Load { .. } => (inst.operands[0], inst.result?),
            Op::Store { .. } => (inst.operands[1], inst.operands[0]),
            // Any other: it accesses none, or in its own way.
            _ => return None,
        };
        Some((pointer, self.types.get(self.values[value].ty).store_size))
    }

    /// The instruction that defines a value.
    pub(crate) fn def(&self, value: ValueId) -> Option<InstId> {
        match self.values[value].kind {
            ValueKind::Inst(inst) => Some(inst),
            _ => None,
        }
    }

    /// Whether an instruction is stack memory of the entry block with a constant count.
    pub(crate) fn is_static_alloca(&self, id: InstId) -> bool {
        let inst = &self.insts[id];
        let is_constant =
            |count: &ValueId| matches!(self.values[*count].kind, ValueKind::ConstInt(Some(_)));
        matches!(inst.op, Op::Alloca(_))
            && inst.block == self.entry()
            && inst.operands.first().is_some_and(is_constant)
    }

    /// Whether an instruction puts pointers into a vector or structure, where they are not followed: whoever takes them
    /// out may be anyone.
    pub(crate) fn hides_pointers(&self, inst: &Inst) -> bool {
        let hidden = |v: ValueId| {
            let ty = self.values[v].ty;
            self.types.holds_pointer(ty) && !self.types.is_pointer(ty)
        };
        let from_elsewhere = matches!(
            inst.op,
            Op::Load { .. } | Op::AtomicRmw { .. } | Op::CmpXchg | Op::Call(_)
        );
        !from_elsewhere && inst.result.is_some_and(hidden)
    }

    /// Shape of a value's type.
    pub(crate) fn shape(&self, value: ValueId) -> &Shape {
        self.types.shape(self.values[value].ty)
    }

    /// Block that defines a value; `None` for what holds everywhere.
    pub(crate) fn block_of(&self, value: ValueId) -> Option<BlockId> {
        self.def(value).map(|inst| self.insts[inst].block)
    }

    /// Innermost loop that defines a value.
    pub(crate) fn loop_of(&self, value: ValueId) -> Option<LoopId> {
        self.block_of(value)
            .and_then(|block| self.blocks[block].inner)
    }

    /// Loops around a block, innermost first.
    pub(crate) fn nest(&self, block: BlockId) -> impl Iterator<Item = LoopId> + '_ {
        std::iter::successors(self.blocks[block].inner, |l| self.loops[*l].parent)
    }

    /// Whether a loop holds a block.
    pub(crate) fn holds(&self, l: LoopId, block: BlockId) -> bool {
        self.nest(block).any(|other| other == l)
    }

    /// The loop whose header a block is.
    pub(crate) fn headed(&self, block: BlockId) -> Option<LoopId> {
        self.blocks[block]
            .inner
            .filter(|l| self.loops[*l].header == block)
    }

    /// The loop whose counter a value is.
    pub(crate) fn counted(&self, value: ValueId) -> Option<LoopId> {
        let headed = self.block_of(value).and_then(|block| self.headed(block));
        headed.filter(|l| self.loops[*l].counter == value)
    }

    /// Whether block `a` dominates block `b`.
    pub(crate) fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let ((first, last), (own, _)) = (self.blocks[a].dominated, self.blocks[b].dominated);
        (first..=last).contains(&own)
    }

    /// Whether each iteration of a loop runs a block in it before it ends or leaves the loop.
    pub(crate) fn always_runs(&self, l: LoopId, block: BlockId) -> bool {
        let Loop { exits, latch, .. } = &self.loops[l];
        let mut ends = exits.iter().map(|(inside, _)| inside).chain([latch]);
        ends.all(|b| self.dominates(block, *b))
    }

    /// The terminator of a block.
    pub(crate) fn terminator(&self, block: BlockId) -> Option<InstId> {
        self.blocks[block].insts.last().copied()
    }

    /// A readable name of a value.
    pub(crate) fn label(&self, value: ValueId) -> String {
        let data = &self.values[value];
        match (&data.kind, data.name.as_str()) {
            (ValueKind::ConstInt(Some(n)), _) => n.to_string(),
            (ValueKind::ConstFloat(x), _) => x.to_string(),
            (_, "") => format!("%{value:?}"),
            (_, name) => format!("%{name}"),
        }
    }

    /// A value as messages call it, whose readers do not see the IR.
    pub(crate) fn in_words(&self, value: ValueId) -> String {
        let data = &self.values[value];
        let name = in_source(data.name.as_str());
        match &data.kind {
            ValueKind::Param(position) if name.is_empty() => format!("parameter {}", position + 1),
            ValueKind::Param(position) => format!("parameter {} `{name}`", position + 1),
            ValueKind::ConstInt(Some(_)) | ValueKind::ConstFloat(_) => self.label(value),
            ValueKind::Global { name, .. } => format!("the global `{name}`"),
            ValueKind::Function(name) => format!("`{name}`"),
            ValueKind::Inst(id) if name.is_empty() => self.made_by(*id),
            ValueKind::Inst(_) => format!("`{name}`"),
            ValueKind::ConstInt(None)
            | ValueKind::Splat(_)
            | ValueKind::Zeroish
            | ValueKind::Constant
            | ValueKind::Other => "a constant".to_owned(),
        }
    }

    /// A value without a name, by what makes it.
    fn made_by(&self, id: InstId) -> String {
        match &self.insts[id].op {
            Op::Call(Callee::Direct { symbol, .. }) => format!("what `{symbol}` returns"),
            Op::Call(_) => "what a call returns".to_owned(),
            Op::Load { .. } => "what is loaded".to_owned(),
            Op::Alloca(_) => "a variable".to_owned(),
            Op::Gep { .. } => {
                let base = self.in_words(self.insts[id].operands[0]);
                format!("a place behind {base}")
            }
            // Any other: the message names the instruction that has to do with it.
            _ => "a value".to_owned(),
        }
    }

    /// Blocks from which the exit can be reached (others end in no-return calls or spin).
    pub(crate) fn reach_exit(&self) -> Map<BlockId, bool> {
        let mut reach = Map::filled(self.blocks.len(), false);
        let mut work: Vec<BlockId> = self.exit.into_iter().collect();
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut reach[block], true) {
                work.extend(self.blocks[block].preds.iter().copied());
            }
        }
        reach
    }

    /// The entry block.
    pub(crate) fn entry(&self) -> BlockId {
        BlockId::at(0)
    }
}

/// What a value is called in the source, as far as its name says that: inlining adds an ending, unoptimised code calls the place of `x` `x.addr`, and compilers have
/// names of their own for what has none in the source, which nobody finds there.
fn in_source(name: &str) -> &str {
    const OF_COMPILERS: &[&str] = &["arraydecay", "arrayidx", "call", "cond", "retval"];
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let (first, endings) = name.split_once('.').unwrap_or((name, ""));
    let mut endings = endings.split('.');
    let is_added = |text: &str| text == "addr" || is_number(text.strip_prefix('i').unwrap_or(text));
    let plain = first.trim_end_matches(|c: char| c.is_ascii_digit());
    match endings.all(is_added) && !OF_COMPILERS.contains(&plain) {
        true => first,
        false => "",
    }
}

#[cfg(test)]
mod tests {
    use super::in_source;

    #[test]
    fn names_of_compilers_are_no_names() {
        assert_eq!(in_source("x"), "x");
        assert_eq!(in_source("x.addr"), "x");
        assert_eq!(in_source("view.i.i12"), "view");
        assert_eq!(in_source("x1"), "x1");
        for made in [
            "",
            "add.ptr",
            "incdec.ptr.i",
            "arrayidx7",
            "call",
            "call12.i",
        ] {
            assert_eq!(in_source(made), "", "{made}");
        }
    }
}
