//! Inline assembly of machines' headers of which is known what it does.
//!
//! A pack reads the text (`GridRule::assembly`), and says by these types what it means; whoever puts code in its place looks whether the call's types are those.
//!
//! Owns: the meanings. Must not: read a text.

/// What inline assembly does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AssemblyMeaning {
    /// It gives what lies at an address, its only operand: one value, or several that lie one behind the other.
    Loads(AssemblyValues),
    /// It puts such values at its first operand.
    Stores(AssemblyValues),
    /// It is an atomic update which orders nothing else: its first operand is the address, the second one the value. What it returns is what was there.
    Update(AssemblyUpdate),
    /// It is what a function does that the machine's library has, or a rule: of a sort of number, with these of its operands.
    Function {
        /// The function.
        symbol: &'static str,
        /// What it returns.
        number: AssemblyNumber,
        /// The operands of the assembly that it is given, in this order.
        operands: &'static [u8],
    },
    /// Something without a derivative, of which the pack has an entry by this name, which no program gives to a function.
    Refused(&'static str),
    /// Nothing that a program could see.
    Nothing,
}

/// Values that an instruction moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AssemblyValues {
    /// How many.
    pub count: u32,
    /// The type of each.
    pub number: AssemblyNumber,
}

/// An atomic update: what is at an address becomes what the operation makes of it and a value, in any order of the threads of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssemblyUpdate {
    /// What it does.
    pub operation: AtomicOperation,
    /// The type of the value.
    pub number: AssemblyNumber,
    /// As LLVM names the threads.
    pub scope: &'static str,
}

/// What an atomic update does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "names say it")]
pub enum AtomicOperation {
    Add,
    And,
    Or,
    Xor,
    Min,
    Max,
    Exchange,
}

/// Of what type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssemblyNumber {
    /// A number of so many bits.
    Float(u32),
    /// An integer of so many bits, with a sign.
    Signed(u32),
    /// The same without.
    Unsigned(u32),
}
