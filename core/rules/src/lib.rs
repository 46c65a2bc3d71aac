//! Derivative rules as data, and what a callee *is*.
//!
//! Owns: the expression language that rules are written in, the row macros, the families of
//! function names, the registry of callees, and the built-in tables. Must not: know LLVM, emit
//! code, or name a parallel runtime. Those who emit implement [`Sink`]; those who add knowledge
//! implement [`RulePack`].
//!
//! Reading order: [`expr`] and [`term`] (what a formula is), [`table`] and [`outs`] (what a row
//! is), [`sink`], [`needs`], [`mod@lower`] and [`eval`] (what follows from a row), [`family`] (names),
//! [`callee`], [`effects`], [`lanes`], [`mirror`], [`mod@array`], [`region`], [`custom`] and [`registry`] (what a callee is), [`mod@builtin`] (the tables),
//! [`policy`] (numbers at the edges) and [`mod@contribution`] (a seed times a partial). The author's manual is `docs/rule-author.md`.

#![deny(unsafe_code)]

pub mod expr;
pub mod sink;
pub mod term;
mod values;

pub mod calls;
pub mod outs;
pub mod table;

pub mod contribution;
pub mod eval;
pub mod helper;
mod host;
pub mod lower;
pub mod needs;
pub mod policy;
pub mod render;
pub mod rounding;

pub mod families;
pub mod family;

pub mod array;
pub mod assembly;
pub mod callee;
pub mod custom;
pub mod effects;
pub mod exchange;
pub mod grid;
pub mod lanes;
pub mod mirror;
pub mod region;
pub mod registry;
pub mod thread;

pub mod builtin;
pub mod manual;

pub use array::{ArrayLibrary, ArrayRole, ArrayRule};
pub use assembly::{
    AssemblyMeaning, AssemblyNumber, AssemblyUpdate, AssemblyValues, AtomicOperation,
};
pub use builtin::{DESCRIPTOR, advice, assignment, builtin, guard, speaks_alone};
pub use callee::{
    Align, AllocResult, AllocSpec, CalleeKind, Dealloc, DeallocArg, DeallocSpec, DeallocSymbol,
    Elsewhere, MemoryOp, MemoryReturn, MemorySource, PointsInto, ReallocSpec, Refused, ShadowOf,
    SizeExpr,
};
pub use contribution::{chooses, contribution};
pub use custom::{Custom, CustomRule, ForwardRule, Given, Launch, Path, ReverseRule, RuleFunction};
pub use effects::{Again, ArgMask, Effects};
pub use exchange::{CarrierRule, LinearRule};
pub use expr::{Cmp, Expr, ExprArena, Node, Operands, Sketch};
pub use family::{
    Callee, FloatKind, Member, Spelling, classify, device_function, made_of, setting_errno,
    spelling, spelling_on,
};
pub use grid::{Asked, Bytes, Counts, Direction, FenceCall, GridRule, Sign, Unsupported};
pub use helper::{Helper, helper};
pub use host::{DeviceVariable, HostRule, Numbers, VariableRule};
pub use lanes::{Guard, LaneMemory, LaneOp, MaskedAccess, Order, Step};
pub use lower::{lower, lower_out};
pub use mirror::{
    Convention, Data, Element, ElementName, Elements, Meeting, MirrorRule, Role, TeamOfOne,
};
pub use needs::Needs;
pub use outs::{OutResult, OutRule, Place};
pub use policy::{Away, Products, ZeroProduct, has_infinite_partial, product};
pub use region::{
    AllIterations, CopyRule, Destroyer, Discarded, FromOne, Instead, LoopMark, OfRows, Passed,
    Peers, Plain, Records, ReductionEntry, RegionRule, Resumed, RowOperand, RowsRule, Runs, Shares,
    Side, SpanRule, TaskLoop, TaskReduction, TaskRule, TeamRule, Turns,
};
pub use registry::{
    Entry, Registry, RegistryBuilder, RegistryError, RulePack, Said, Symbols, Where,
};
pub use sink::{Sink, lower_exprs};
pub use table::{Param, ParamKind, Point, ScalarRule};
pub use term::{IntTerm, Term};
pub use thread::{Handle, ThreadBody, ThreadCall, ThreadJoin, ThreadRule, ThreadStart};
