//! What a program says of its own functions: a derivative that it brings for one, or that one has none.
//!
//! Owns: [`Custom`], how the functions of such a rule are called and what they return. Must not: know how a program says it (names of
//! globals, attributes), or types. Parameters count those of the function that the rule is about, from 0.

use std::collections::BTreeSet;

/// What is said of a function, whether its body is visible or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Custom {
    /// Its derivative is made by these functions.
    Rule(Box<CustomRule>),
    /// Nothing that it returns or writes has a derivative.
    Inactive,
}

/// A derivative that the program brings, in one mode or in both.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CustomRule {
    /// Forward mode.
    pub forward: Option<ForwardRule>,
    /// Reverse mode.
    pub reverse: Option<ReverseRule>,
    /// Pointers that lead to no memory of the program: handles of a library.
    pub handles: BTreeSet<u32>,
    /// If it runs another function elsewhere.
    pub launch: Option<Launch>,
}

/// A call that runs a function on a device. Symbols are those of the source, where compilers put types into names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Launch {
    /// The function and its arguments are among those of the call.
    Listed {
        /// The parameter that stands for the function.
        function: u32,
        /// The parameter that points to an array of the addresses of the function's arguments.
        arguments: u32,
    },
    /// What is called stands for the function, and is given its arguments.
    Direct,
}

/// The tangent of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForwardRule {
    /// The function that makes it.
    pub tangent: RuleFunction,
    /// Which part of its result is the primal result; none if there is none, or if the function itself is called for it.
    pub primal: Option<Path>,
    /// Which part is the result's tangent or shadow.
    pub shadow: Option<Path>,
    /// Parameters whose shadows it looks at.
    pub shadows: BTreeSet<u32>,
}

/// The adjoint of a function, in two halves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReverseRule {
    /// Does what the function does, and says what the other half needs of it.
    pub augmented: RuleFunction,
    /// Which part of its result is the tape, which is kept for the other half; none if there is none.
    pub tape: Option<Path>,
    /// Which part is the primal result.
    pub primal: Option<Path>,
    /// Which part is the shadow of a pointer result.
    pub shadow: Option<Path>,
    /// Adds to the adjoints.
    pub gradient: RuleFunction,
    /// The parts of its result that are adjoints, by parameter: of those that are numbers.
    pub adjoints: Vec<(u32, Path)>,
    /// Parameters whose shadows one of the two looks at.
    pub shadows: BTreeSet<u32>,
    /// Pointers behind which the second one looks.
    pub read_later: BTreeSet<u32>,
    /// Pointers behind whose shadows the second one looks.
    pub shadows_later: BTreeSet<u32>,
}

/// A function of a rule and how it is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleFunction {
    /// Its name.
    pub symbol: String,
    /// What its parameters are given, in order, behind the place of a result in memory.
    pub given: Vec<Given>,
    /// Whether its first parameter is the place that it writes its result to.
    pub in_memory: bool,
}

/// What a parameter of a rule's function is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// The parameter.
    Primal(u32),
    /// The tangent or shadow of the parameter.
    Shadow(u32),
    /// The same; where a pointer has no shadow, itself.
    OwnShadow(u32),
    /// A part of the adjoint of the function's result.
    Seed(Path),
    /// A part of the tape.
    Tape(Path),
    /// Where the tape is.
    TapeAddress,
}

/// A part of a value: which member, element or lane at each level; all of it if there is no level.
pub type Path = Vec<u32>;
