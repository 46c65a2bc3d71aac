//! Arrays with room around them, by which a function that leaves its arrays is found out: what it writes there is seen, and what it reads there is no number.
//!
//! Owns: the room, and what is told by what lies in it. Must not: call a function, or say anything.

use bytemuck::cast_slice;
use enzyme_checkpoint::store::checksum;
use std::ops::{Deref, DerefMut, Range};

/// So many numbers around an array of a run are looked at. There is room for more behind these, so that what writes there does not end the process before that can be said.
const NARROW: usize = 64;
const ROOM: usize = 1 << 14;

/// So many in front of an array that is tried are looked at, and at least so many behind it, or as many as the array has: a field that was not named may be as long as all
/// others.
const WIDE: usize = 512;
const WIDE_ROOM: usize = 1 << 20;

/// What an array belongs to: its derivatives do as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Controls,
    State,
}

/// What of a simulation has written around an array, in words, and what the array belongs to.
pub(crate) type Overrun = (&'static str, Role);

/// What lies where no number was written: no numbers, and none that arithmetic gives by itself. Arithmetic with one of them gives it again, also in single
/// precision, which keeps the first 23 bits behind the exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// In an array, where nobody has written.
    Unset,
    /// Around an array of this role.
    Around(Role),
}

impl Mark {
    const ALL: [Self; 3] = [
        Self::Unset,
        Self::Around(Role::Controls),
        Self::Around(Role::State),
    ];

    fn bits(self) -> u64 {
        match self {
            Self::Unset => 0x7ff8_5afe_5afe_5afe,
            Self::Around(Role::Controls) => 0x7ff8_c0de_c0de_c0de,
            Self::Around(Role::State) => 0x7ff8_57a7_57a7_57a7,
        }
    }

    /// What a number was made from, if that was one of these.
    pub(crate) fn of(number: f64) -> Option<Self> {
        // Without its sign, and as far as single precision keeps it.
        let begin = |bits: u64| bits << 1 >> 30;
        let found = begin(number.to_bits());
        let mut all = Self::ALL.into_iter();
        all.find(|mark| begin(mark.bits()) == found)
    }
}

/// What lies around an array to whose numbers is added: adding to what is no number changes nothing, and would not be seen.
const ADDED_TO: f64 = 1.2345678901234567e-3;

/// An array with room around it.
pub(crate) struct Guarded {
    numbers: Vec<f64>,
    /// What lies around it.
    around: u64,
    /// Where its own numbers are.
    own: Range<usize>,
    /// Where what is looked at ends.
    watched: usize,
    role: Role,
}

impl Guarded {
    /// An array of a run, of zeros.
    pub(crate) fn zeros(length: usize, role: Role) -> Self {
        let own = NARROW..NARROW + length;
        let watched = own.end + NARROW;
        // Zeros that nobody touches take no memory, and lie near the thread that does.
        let numbers = vec![0.0; watched + ROOM];
        Self::marked(numbers, (own, watched), role)
    }

    /// The same, of numbers to which is added: adjoints. What is read around it is not told.
    pub(crate) fn added_to(length: usize, role: Role) -> Self {
        let mut array = Self::zeros(length, role);
        array.surround(ADDED_TO);
        array
    }

    /// An array of a run, of these numbers.
    pub(crate) fn of(numbers: &[f64], role: Role) -> Self {
        let mut array = Self::zeros(numbers.len(), role);
        array.copy_from_slice(numbers);
        array
    }

    /// An array to be tried, in which nobody has written.
    pub(super) fn unset(length: usize, role: Role) -> Self {
        let own = WIDE..WIDE + length;
        let watched = own.end + length.max(WIDE);
        // Room that nobody touches takes no memory.
        let mut numbers = Vec::with_capacity(watched + WIDE_ROOM);
        numbers.resize(watched, f64::from_bits(Mark::Unset.bits()));
        Self::marked(numbers, (own, watched), role)
    }

    fn marked(numbers: Vec<f64>, (own, watched): (Range<usize>, usize), role: Role) -> Self {
        let mut array = Self {
            numbers,
            around: 0,
            own,
            watched,
            role,
        };
        array.surround(f64::from_bits(Mark::Around(role).bits()));
        array
    }

    fn surround(&mut self, mark: f64) {
        self.numbers[..self.own.start].fill(mark);
        self.numbers[self.own.end..self.watched].fill(mark);
        self.around = mark.to_bits();
    }

    /// What it belongs to.
    pub(crate) fn role(&self) -> Role {
        self.role
    }

    /// Whether nobody has written around it.
    pub(crate) fn is_intact(&self) -> bool {
        let (front, behind) = (
            &self.numbers[..self.own.start],
            &self.numbers[self.own.end..self.watched],
        );
        let around = front.iter().chain(behind);
        around
            .copied()
            .all(|number| number.to_bits() == self.around)
    }

    /// What tells whether somebody has written into it.
    pub(super) fn sum(&self) -> u64 {
        checksum(cast_slice(self))
    }
}

impl Deref for Guarded {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.numbers[self.own.clone()]
    }
}

impl DerefMut for Guarded {
    fn deref_mut(&mut self) -> &mut [f64] {
        &mut self.numbers[self.own.clone()]
    }
}

#[cfg(test)]
mod tests {
    use super::{Guarded, Mark, Role};

    #[test]
    fn what_is_written_around_an_array_is_seen() {
        let mut array = Guarded::zeros(5, Role::State);
        array.fill(3.0);
        assert!(array.is_intact());
        for at in [-1, 5] {
            let mut array = Guarded::of(&[1.0; 5], Role::State);
            let number = array.as_mut_ptr().wrapping_offset(at);
            // SAFETY: there is room around the array.
            unsafe { *number = 0.0 };
            assert!(!array.is_intact(), "{at}");
            let mut array = Guarded::added_to(5, Role::State);
            assert!(array.is_intact());
            let number = array.as_mut_ptr().wrapping_offset(at);
            // SAFETY: as above.
            unsafe { *number += 1e-9 };
            assert!(!array.is_intact(), "{at}");
        }
    }

    #[test]
    fn arithmetic_keeps_what_a_number_was_made_from() {
        for mark in Mark::ALL {
            let number = f64::from_bits(mark.bits());
            assert_eq!(Mark::of(-2.5 * number + 1.0), Some(mark));
            assert_eq!(Mark::of(f64::from(number as f32)), Some(mark));
        }
        for number in [f64::NAN, -f64::NAN, 0.0, 1.0, f64::INFINITY] {
            assert_eq!(Mark::of(number), None);
        }
    }
}
