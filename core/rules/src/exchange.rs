//! Calls by which threads of a grid hand each other numbers in registers.
//!
//! Owns: [`LinearRule`] and [`CarrierRule`]. Must not: know such a call; packs bring the rows.

/// A call that is linear in one of its operands, and has no derivative in the others. All threads that make it make its derivative, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinearRule {
    /// The operand. With a tangent there, the call gives the tangent of its result.
    pub operand: u8,
    /// A function of the machine's library that takes the same operands, with the adjoint of the result in the place of this one, and returns what that
    /// contributes to the operand's adjoint.
    pub adjoint: &'static str,
}

/// A call that hands on bits as they are, 32 or 64. Where two of them carry the halves of a number, or one of them a whole one, a function of the library
/// takes their place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CarrierRule {
    /// The operand that has the bits.
    pub operand: u8,
    /// The same for a number of 32 bits.
    pub short: &'static str,
    /// The same for a number of 64 bits.
    pub long: &'static str,
    /// Which lanes get, instead, what the operand before that one has: those for which this function of all other operands gives another integer than 0. The
    /// functions above are not given that operand, and give zero there.
    pub kept: Option<&'static str>,
    /// An operand, and what it is less than: of calls with others it is not known what they do.
    pub below: Option<(u8, u64)>,
}

impl CarrierRule {
    /// The operands whose bits are in the result.
    pub fn operands(&self) -> std::ops::RangeInclusive<usize> {
        let last = usize::from(self.operand);
        last - usize::from(self.kept.is_some())..=last
    }
}
