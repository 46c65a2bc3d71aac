//! What a callee does besides computing: a lattice of memory effects.
//!
//! Owns: [`Effects`] and [`ArgMask`]. Must not: know callees. Order: less is better known.
//!
//! ```text
//!              ANY (reads and writes everything, state, errno)
//!            /     |        \
//!     reads args  writes args  state      (bit sets: join is union)
//!            \     |        /
//!                 errno
//!                   |
//!                 PURE
//! ```
//!
//! Tests: the laws, at the end.

/// A set of arguments by position; positions from 31 on share the last bit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ArgMask(pub u32);

impl ArgMask {
    /// No argument.
    pub const NONE: ArgMask = ArgMask(0);
    /// Every argument.
    pub const ALL: ArgMask = ArgMask(u32::MAX);

    /// The set with one argument more.
    pub const fn with(self, arg: u8) -> ArgMask {
        ArgMask(self.0 | 1 << if arg < 31 { arg } else { 31 })
    }

    /// Whether the argument is in the set.
    pub const fn has(self, arg: u8) -> bool {
        self.0 & ArgMask::NONE.with(arg).0 != 0
    }
}

/// When a call that uses state may be run again from the same state of memory, and does the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Again {
    /// Never, as far as is known.
    #[default]
    Never,
    /// With the whole team that the caller belongs to: the state ends with the team.
    Team,
    /// Always.
    Always,
}

/// What a call may do. For an inactive callee, bytes written through `writes` are inactive: where
/// active memory is overwritten so, its shadow becomes zero (or the call is refused when the
/// extent is not known).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effects {
    /// Arguments whose pointees may be read.
    pub reads: ArgMask,
    /// Arguments whose pointees may be written.
    pub writes: ArgMask,
    /// May set an `int` of the C library: errno, or the signgam of `lgamma`.
    pub errno: bool,
    /// May use or change state that the program cannot reach through the arguments: files, the
    /// clock, a generator's seed. Such a call must neither be repeated nor moved past its like.
    pub state: bool,
    /// That state may lie in memory that the program accesses: more may change there than what `writes` says.
    pub shared: bool,
    /// What it reads may go where a later call reads it back: into a file or a pipe.
    pub emits: bool,
    /// What it writes or returns may have been emitted before.
    pub takes: bool,
    /// What it reads may go, as the bytes that it is, where a later read finds it: into a string.
    pub moves: bool,
    /// May let threads wait for each other, in an order of which nobody knows afterwards.
    pub orders: bool,
    /// When it may be run again, if it uses state.
    pub again: Again,
}

impl Effects {
    /// A function of its operands only.
    pub const PURE: Effects = Effects {
        reads: ArgMask::NONE,
        writes: ArgMask::NONE,
        errno: false,
        state: false,
        shared: false,
        emits: false,
        takes: false,
        moves: false,
        orders: false,
        again: Again::Never,
    };
    /// Nothing but errno: the C math functions.
    pub const ERRNO: Effects = Effects {
        errno: true,
        ..Effects::PURE
    };
    /// Threads hand each other something: the call cannot be made once more by one of them.
    pub const MEETS: Effects = Effects {
        state: true,
        ..Effects::PURE
    };
    /// Only hidden state: `rand`, `clock`.
    pub const STATE: Effects = Effects {
        errno: true,
        state: true,
        shared: true,
        ..Effects::PURE
    };
    /// Reads what any argument points to.
    pub const READS: Effects = Effects {
        reads: ArgMask::ALL,
        ..Effects::PURE
    };
    /// Reads through arguments and uses state: `printf`.
    pub const OUTPUT: Effects = Effects {
        reads: ArgMask::ALL,
        ..Effects::STATE
    };
    /// Anything that arguments and hidden state allow.
    pub const ANY: Effects = Effects {
        writes: ArgMask::ALL,
        ..Effects::OUTPUT
    };

    /// These effects, and writing where the argument points.
    pub const fn writing(self, arg: u8) -> Effects {
        Effects {
            writes: self.writes.with(arg),
            ..self
        }
    }

    /// These effects, and reading where the argument points.
    pub const fn reading(self, arg: u8) -> Effects {
        Effects {
            reads: self.reads.with(arg),
            ..self
        }
    }

    /// These effects, and giving what it reads to a file.
    pub const fn emitting(self) -> Effects {
        Effects {
            emits: true,
            ..self
        }
    }

    /// These effects, and taking what it gives from a file.
    pub const fn taking(self) -> Effects {
        Effects {
            takes: true,
            ..self
        }
    }

    /// These effects, and moving bytes to memory of the library's.
    pub const fn moving(self) -> Effects {
        Effects {
            moves: true,
            ..self
        }
    }

    /// These effects, and letting threads wait for each other.
    pub const fn ordering(self) -> Effects {
        Effects {
            orders: true,
            ..self
        }
    }

    /// These effects of a call that may be run again.
    pub const fn repeated(self, again: Again) -> Effects {
        Effects { again, ..self }
    }

    /// What either does.
    pub const fn join(self, other: Effects) -> Effects {
        Effects {
            reads: ArgMask(self.reads.0 | other.reads.0),
            writes: ArgMask(self.writes.0 | other.writes.0),
            errno: self.errno || other.errno,
            state: self.state || other.state,
            shared: self.shared || other.shared,
            emits: self.emits || other.emits,
            takes: self.takes || other.takes,
            moves: self.moves || other.moves,
            orders: self.orders || other.orders,
            again: match (self.again, other.again) {
                (Again::Never, _) | (_, Again::Never) => Again::Never,
                (Again::Team, _) | (_, Again::Team) => Again::Team,
                (Again::Always, Again::Always) => Again::Always,
            },
        }
    }

    /// Whether nothing here is absent from `other`.
    pub fn at_most(self, other: Effects) -> bool {
        self.join(other) == other
    }

    /// Whether the call touches no memory but errno, so that it may be repeated or dropped.
    pub fn is_repeatable(self) -> bool {
        !self.state && self.writes == ArgMask::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Effects> {
        let masks = [
            ArgMask::NONE,
            ArgMask::NONE.with(0),
            ArgMask::NONE.with(3),
            ArgMask::ALL,
        ];
        let mut all = Vec::new();
        for reads in masks {
            for writes in masks {
                for bits in 0..4 {
                    let (errno, state) = (bits & 1 != 0, bits & 2 != 0);
                    all.push(Effects {
                        reads,
                        writes,
                        errno,
                        state,
                        ..Effects::PURE
                    });
                }
            }
        }
        all
    }

    #[test]
    fn join_is_a_semilattice() {
        for a in samples() {
            assert_eq!(a.join(a), a);
            assert_eq!(a.join(Effects::PURE), a);
            assert_eq!(a.join(Effects::ANY), Effects::ANY);
            assert!(
                a.at_most(a.emitting())
                    && a.at_most(a.taking())
                    && a.at_most(a.ordering())
                    && a.at_most(a.moving())
            );
            for b in samples() {
                assert_eq!(a.join(b), b.join(a));
                assert!(a.at_most(a.join(b)));
                let above = Effects::OUTPUT;
                assert_eq!(a.join(b).join(above), a.join(b.join(above)));
            }
        }
    }

    #[test]
    fn the_named_effects_are_ordered_as_drawn() {
        let chain = [
            Effects::PURE,
            Effects::ERRNO,
            Effects::STATE,
            Effects::OUTPUT,
            Effects::ANY,
        ];
        for pair in chain.windows(2) {
            assert!(pair[0].at_most(pair[1]) && !pair[1].at_most(pair[0]));
        }
        assert!(!Effects::READS.at_most(Effects::STATE));
        assert!(Effects::READS.is_repeatable() && !Effects::READS.writing(0).is_repeatable());
    }

    #[test]
    fn late_arguments_share_a_bit() {
        assert!(ArgMask::NONE.with(200).has(31));
        assert!(!ArgMask::NONE.with(2).has(3));
    }
}
