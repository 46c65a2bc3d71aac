//! Calls whose derivative a run-time library makes: communication, for one.
//!
//! Owns: [`MirrorRule`], what the operands of such a call are and which functions of the library stand
//! for it. Must not: know any library; packs bring the rows.
//!
//! The library's functions take the operands of the call, then for each operand that is [`Role::Data`] a list of its
//! shadows in all directions (null where there is none, for a list as for a shadow), then how many directions there are,
//! then the place in the source (`file:line`, or null):
//!
//! ```text
//! result tangent  (operands…, void *const *shadows…, int width, const char *where)
//! result augmented(operands…, void *const *shadows…, int width, const char *where, void **record)
//! void   reverse  (void *record)
//! ```
//!
//! The lists are the library's for the length of the call; the shadows stay until the reverse.
//!
//! Such a call is mirrored in every derivative of the function that it stands in, whether the memory is
//! active here or not: who is at the other end may depend on it.

use crate::effects::{Again, Effects};
use crate::family::FloatKind;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How operands are passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Convention {
    /// Values as they are.
    C,
    /// All operands are pointers. What is behind a [`Role::Value`] is only read. Behind the operands of the rule there
    /// may be the lengths of data that the program declares as text, which the library does not get.
    Fortran,
}

/// What an operand is to the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Passed on as it is; no number of the program is behind it.
    Value,
    /// Memory of the call's own kinds (handles, statuses, lengths) that it reads or writes.
    State,
    /// Memory with numbers.
    Data(Data),
}

/// How a call uses memory with numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Data {
    /// It reads them; who gets them may depend on them.
    pub reads: bool,
    /// It writes them; what comes may depend on anything.
    pub writes: bool,
    /// The operand that says how many elements there are.
    pub count: Option<u8>,
    /// The operand that says what the elements are.
    pub element: Option<u8>,
}

/// What is known of an element of data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// One or more numbers of a kind, of so many bytes together.
    Numbers(FloatKind, u64),
    /// Nothing that has a derivative.
    Passive,
}

/// How a constant operand names an element.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ElementName {
    /// The address of this symbol.
    Symbol(Cow<'static, str>),
    /// This number.
    Number(i128),
}

/// The elements that constants name.
pub type Elements = BTreeMap<ElementName, Element>;

/// What a call does to the order in which the workers of a team run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Meeting {
    /// Nothing: workers know nothing of each other by it.
    #[default]
    None,
    /// Nobody goes on before all have come: what a worker does behind it comes after all that others did before it.
    Barrier,
    /// What follows comes after what another worker did before a call of this sort, if that came first.
    OneByOne,
    /// The same, if messages that workers send each other say so.
    Messages,
}

/// The begin or the end of a team of which the calling worker is the only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TeamOfOne {
    /// What follows is done by that team.
    Begin,
    /// What follows is done by the team from before.
    End,
}

/// A call whose derivative is made by a library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MirrorRule {
    /// What each operand is.
    pub params: Vec<Role>,
    /// How the operands are passed.
    pub convention: Convention,
    /// Names of elements.
    pub elements: Arc<Elements>,
    /// What it does to the order of workers.
    pub meeting: Meeting,
    /// When it may be run again.
    pub again: Again,
    /// Whether the caller is a team of its own from here on, or not any more.
    pub team_of_one: Option<TeamOfOne>,
    /// It is its own adjoint: tangents leave it as it is, reverse passes make it once more with the same operands, and nothing of it is kept. It has no
    /// data then, and no functions of a library.
    pub own_adjoint: bool,
    /// `void ()`, which is called where several threads add to the same shadows: the library adds atomically from then on. Nothing, if it cannot.
    pub shares: Option<String>,
    /// Does the same to values and tangents.
    pub tangent: String,
    /// Does the same, and leaves a record for the reverse pass.
    pub augmented: String,
    /// Does the opposite to the adjoints, by the record, which it ends. It reads no memory of the primal, which may have been freed.
    pub reverse: String,
}

impl MirrorRule {
    /// A meeting that is its own adjoint, with so many operands, which are numbers of no derivative.
    pub fn of_itself(meeting: Meeting, operands: usize) -> Self {
        MirrorRule {
            params: vec![Role::Value; operands],
            convention: Convention::C,
            elements: Arc::default(),
            meeting,
            again: Again::Always,
            team_of_one: None,
            own_adjoint: true,
            shares: None,
            tangent: String::new(),
            augmented: String::new(),
            reverse: String::new(),
        }
    }

    /// The operands that are data, in order.
    pub fn data(&self) -> impl Iterator<Item = (u8, Data)> + '_ {
        let positions = 0u8..;
        positions
            .zip(&self.params)
            .filter_map(|(position, role)| match role {
                Role::Data(data) => Some((position, *data)),
                Role::Value | Role::State => None,
            })
    }

    /// Whether the call may have this number of operands.
    pub fn takes(&self, operands: usize) -> bool {
        let texts = match self.convention {
            Convention::C => 0,
            Convention::Fortran => self.data().count(),
        };
        (self.params.len()..=self.params.len() + texts).contains(&operands)
    }

    pub(crate) fn effects(&self) -> Effects {
        let mut effects = Effects::STATE.repeated(self.again);
        for (position, role) in (0u8..).zip(&self.params) {
            let (reads, writes) = match role {
                Role::Value => (self.convention == Convention::Fortran, false),
                Role::State => (true, true),
                Role::Data(data) => (data.reads, data.writes),
            };
            effects = if reads {
                effects.reading(position)
            } else {
                effects
            };
            effects = if writes {
                effects.writing(position)
            } else {
                effects
            };
        }
        effects
    }
}
