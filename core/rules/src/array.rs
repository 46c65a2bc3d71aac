//! Routines over arrays of numbers whose derivative a run-time library computes: linear algebra, for one.
//!
//! Owns: [`ArrayRule`], what the operands of such a routine are. Must not: know any routine; packs bring the rows.
//!
//! Unlike a mirrored call (`mirror`), which others count on, such a call depends on its operands and on nothing else,
//! and is left alone where nothing in it is active. Where something is, it stays in its place, between two calls of
//! the library, which gets all operands by their addresses, as the structure says:
//!
//! ```text
//! void *begin(const struct call *)     before the routine: reads what that will overwrite
//! void  tangent(void *record, const void *result, void *const *result_tangents)        forward mode, behind it
//! void  augmented(void *record, const void *result)                                    reverse mode, behind it
//! void  reverse(void *record, void *const *result_adjoints, void *const *number_adjoints)
//!
//! struct call {
//!     const char *routine;              the rule's name of it
//!     const void *const *operands;      where each is: a pointer itself, the address of what is passed by value
//!     void *const *shadows;             for each operand one for each direction, or null; of a number that is
//!                                       passed by value its tangents, in forward mode
//!     void (*const *library)(void);     the routines that the derivative may call
//!     const char *place;                `file:line`, or null
//!     uint64_t active;                  numbers passed by value that have an adjoint: a bit for each operand
//!     uint64_t changed;                 memory that may be overwritten before the reverse pass: a bit each
//!     uint32_t form;                    the rule's
//!     uint32_t width;                   directions
//!     uint32_t forward;                 1 in forward mode
//! };
//! ```

use crate::effects::Effects;
use crate::family::FloatKind;
use crate::mirror::Convention;

/// What an operand is to a routine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrayRole {
    /// An option of so few values that its type says nothing: a letter, or an enumerator.
    Choice,
    /// A size, a stride or a leading dimension.
    Integer,
    /// A number passed by value.
    Number(FloatKind),
    /// Memory with numbers.
    Numbers {
        /// Their kind; a complex number is two.
        kind: FloatKind,
        /// Bytes, if it is one number.
        bytes: Option<u64>,
        /// The routine reads them.
        reads: bool,
        /// The routine writes them.
        writes: bool,
    },
    /// Memory with integers: pivots, a status.
    Integers {
        /// The routine reads them.
        reads: bool,
        /// The routine writes them.
        writes: bool,
    },
}

/// The functions of a library of derivatives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayLibrary {
    /// Called before the routine.
    pub begin: &'static str,
    /// Called behind it in forward mode.
    pub tangent: &'static str,
    /// Called behind it in reverse mode.
    pub augmented: &'static str,
    /// Called in the reverse pass.
    pub reverse: &'static str,
}

/// A routine whose derivative a library computes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayRule {
    /// What each operand is.
    pub params: Vec<ArrayRole>,
    /// How operands are passed.
    pub convention: Convention,
    /// How many hidden lengths of texts may follow them.
    pub texts: usize,
    /// The numbers that are returned: their kind, and how many of them are one value.
    pub result: Option<(FloatKind, u32)>,
    /// The routine's name to the library.
    pub routine: &'static str,
    /// How this member of the routine's family is called, in the library's code.
    pub form: u32,
    /// What [`ArrayRule::form`] is with [`ArrayRole::Integer`]s of 64 bits that are passed by value.
    pub wide: u32,
    /// The symbols that the derivative may call; which place is which routine's is between the pack and its library.
    pub calls: Vec<Option<String>>,
    /// The library.
    pub library: ArrayLibrary,
}

impl ArrayRule {
    /// The operands with their positions.
    pub fn roles(&self) -> impl Iterator<Item = (u8, ArrayRole)> + '_ {
        (0u8..).zip(self.params.iter().copied())
    }

    /// Positions of the memory with numbers that the routine writes.
    pub fn written(&self) -> impl Iterator<Item = u8> + '_ {
        let written = |(position, role)| match role {
            ArrayRole::Numbers { writes: true, .. } => Some(position),
            ArrayRole::Numbers { writes: false, .. }
            | ArrayRole::Choice
            | ArrayRole::Integer
            | ArrayRole::Number(_)
            | ArrayRole::Integers { .. } => None,
        };
        self.roles().filter_map(written)
    }

    /// Positions of the numbers that are passed by value.
    pub fn numbers(&self) -> impl Iterator<Item = u8> + '_ {
        let numbers = |(position, role)| matches!(role, ArrayRole::Number(_)).then_some(position);
        self.roles().filter_map(numbers)
    }

    /// Whether an operand is a pointer.
    pub fn is_pointer(&self, position: u8) -> bool {
        match self.params[usize::from(position)] {
            ArrayRole::Choice | ArrayRole::Integer => self.convention == Convention::Fortran,
            ArrayRole::Number(_) => false,
            ArrayRole::Numbers { .. } | ArrayRole::Integers { .. } => true,
        }
    }

    pub(crate) fn effects(&self) -> Effects {
        let by_reference = self.convention == Convention::Fortran;
        let add = |effects: Effects, (position, role)| {
            let (reads, writes) = match role {
                ArrayRole::Choice | ArrayRole::Integer => (by_reference, false),
                ArrayRole::Number(_) => (false, false),
                ArrayRole::Numbers { reads, writes, .. }
                | ArrayRole::Integers { reads, writes } => (reads, writes),
            };
            let effects = if reads {
                effects.reading(position)
            } else {
                effects
            };
            if writes {
                effects.writing(position)
            } else {
                effects
            }
        };
        self.roles().fold(Effects::PURE, add)
    }
}
