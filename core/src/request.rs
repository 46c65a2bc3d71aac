//! What is asked of the engine: a function, a mode, and which of its data is active.
//!
//! Owns: [`Request`], the key by which generated functions are shared, and the signature that a
//! generated function has for it. Must not: look into function bodies.
//!
//! # Signatures of generated functions
//!
//! * **Forward**: for each parameter its primal, followed by its tangent or shadow if it is
//!   [`Activity::Dup`]. Returns nothing, the tangent, or `{primal, tangent}`.
//! * **Gradient** (combined): for each parameter its primal, followed by its shadow if it is `Dup`;
//!   then the seed of the return value if that is active. Returns `{primal?, adjoints…}`, the
//!   adjoints of the [`Activity::Out`] parameters in order; void if that is empty.
//! * **Augmented** (split): as Gradient without the seed. Returns `{tape, primal?, shadow?}`. If the program owns the tape, two
//!   more parameters say where it goes and how many bytes there are; null asks for memory. The last parameter is the number of the forward sweep, if it is given.
//! * **Reverse** (split): as Gradient, with the tape as last parameter. Returns `{adjoints…}`.
//!
//! A request of width n > 1 has n directions: n shadows or tangents behind each primal; seeds, and tangents, shadows and adjoints
//! among the results, are arrays of n.

use enzyme_llvm_shim::ir::{Type, TypeKind, Value};
use std::fmt;

/// Which derivative of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// Tangent.
    Forward,
    /// Primal and adjoint in one function.
    Gradient,
    /// Primal of a split pair: fills the tape.
    Augmented,
    /// Adjoint of a split pair: consumes the tape.
    Reverse,
}

impl Mode {
    /// Whether adjoints are asked for: of the whole function, or of one half of it.
    pub fn is_reverse(self) -> bool {
        self != Self::Forward
    }

    /// Suffix of generated functions.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Forward => "fwd",
            Self::Gradient => "grad",
            Self::Augmented => "aug",
            Self::Reverse => "rev",
        }
    }
}

/// Activity of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Activity {
    /// No derivative.
    Const,
    /// A pointer that is always null: it is its own shadow.
    Null,
    /// Comes with a shadow (pointers) or a tangent (numbers, forward mode).
    Dup,
    /// An active number whose adjoint is returned (reverse mode).
    Out,
}

/// What is asked about the return value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Returned {
    /// It is active: seeded in reverse mode, its tangent returned in forward mode; for a pointer,
    /// its shadow is returned.
    pub active: bool,
    /// The primal value is returned, too.
    pub primal: bool,
}

/// Who owns the tape of a split derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TapeOwner {
    /// The thread: generated code calls the halves in opposite orders, so that all tapes are one stack.
    Thread,
    /// The program: it may call the reverse halves of several tapes in any order and on any thread.
    Program {
        /// The reverse half leaves the tape as it found it, for the next one.
        again: bool,
    },
    /// A launch of a kernel, whose reverse is another launch with as many threads. What each thread begins with lies between that of others, so that neighbouring
    /// threads access neighbouring memory.
    Launch,
}

/// Which workers run a derivative at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Team {
    /// One alone.
    None,
    /// Those of one team.
    One,
    /// Those of several teams, or of tasks: they do not all begin together.
    Nested,
    /// All threads of a grid, which run the function from its beginning: nobody is ever alone.
    Grid,
}

impl Team {
    /// Whether there are several.
    pub fn is_some(self) -> bool {
        self != Team::None
    }

    /// Which run what a team runs that a worker of these starts.
    pub fn below(self) -> Self {
        match self {
            Team::None => Team::One,
            Team::One | Team::Nested => Team::Nested,
            Team::Grid => Team::Grid,
        }
    }
}

/// Parameters, by position, to whose memory nothing happens between an augmented primal and its reverse half.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Same {
    /// To what they point to themselves.
    pub memory: Vec<u32>,
    /// Nor to anything that pointers in there lead to.
    pub behind: Vec<u32>,
}

/// One derivative asked of the engine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// Source function.
    pub function: Value,
    /// Mode.
    pub mode: Mode,
    /// Activity of each parameter.
    pub params: Vec<Activity>,
    /// The return value.
    pub returned: Returned,
    /// The caller may change memory that the function read between its augmented and its reverse
    /// run; loads from memory that outlives the call cannot be repeated then.
    pub overwritten: bool,
    /// To which memory that does not apply: the caller leaves it as it is until then.
    pub same: Same,
    /// Parameters, by position, whose memory the reverse half gives back as it was before the augmented primal: numbers that it overwrote.
    pub restores: Vec<u32>,
    /// Globals may hold active data when the function is called: it is called from differentiated
    /// code, not from a hook.
    pub globals: bool,
    /// Parameters, by position, that lead to memory whose content is not needed after the call: derivatives
    /// leave out stores to it. A caller says so of memory that is accessed through nothing else until the caller is over.
    pub unneeded: Vec<u32>,
    /// Mutable globals whose pointers lead to memory that has a shadow in the caller.
    pub behind: Vec<String>,
    /// The caller may replace the result on a branch: where its adjoint is zero, nothing in the function contributes, whatever
    /// the partials are there.
    pub replaced: bool,
    /// Who owns the tape, if there is one.
    pub tape: TapeOwner,
    /// How many tangents or adjoints are asked for at once.
    pub width: u32,
    /// Memory that is its own shadow is inactive, which is found out at run time.
    pub runtime_activity: bool,
    /// Other threads may add to the same shadows at the same time.
    pub atomic_add: bool,
    /// The augmented primal is given the number of the forward sweep that calls it, perhaps often: between two calls with the same number nothing
    /// happens to memory that is the `same` until the reverse half.
    pub sweep: bool,
    /// Whether the workers of a team run the derivative at the same time, as the program has them run the function.
    pub team: Team,
    /// Tangents are bounds of the errors of numbers: each operation adds what it rounds.
    pub errors: bool,
}

impl Request {
    /// Suffix of the generated function.
    pub fn suffix(&self) -> String {
        let suffix = match self.errors {
            true => "err",
            false => self.mode.suffix(),
        };
        match self.width {
            1 => suffix.to_owned(),
            width => format!("{suffix}{width}"),
        }
    }

    /// Whether a parameter has a shadow or tangent parameter behind it.
    pub fn has_shadow(&self, param: usize) -> bool {
        self.params[param] == Activity::Dup
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<&str> = self
            .params
            .iter()
            .map(|activity| match activity {
                Activity::Const => "const",
                Activity::Null => "null",
                Activity::Dup => "dup",
                Activity::Out => "out",
            })
            .collect();
        let returned = if self.returned.active {
            "active"
        } else {
            "const"
        };
        let suffix = self.suffix();
        write!(
            f,
            "{}.{suffix}({}) -> {returned}",
            self.function.name(),
            letters.join(", ")
        )
    }
}

/// Type of what there is for each direction: an array, if there are several.
pub fn of_each(ty: Type, width: u32) -> Type {
    match width {
        1 => ty,
        _ => ty.array(u64::from(width)),
    }
}

/// The activity of an unmarked argument, by the type of the parameter.
pub fn default_activity(param: Value, mode: Mode) -> Activity {
    match param.ty().kind() {
        TypeKind::LLVMPointerTypeKind => Activity::Dup,
        TypeKind::LLVMIntegerTypeKind => Activity::Const,
        _ if mode == Mode::Forward => Activity::Dup,
        _ => Activity::Out,
    }
}
