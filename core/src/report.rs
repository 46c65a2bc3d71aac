//! What derivatives keep for their reverse passes, and why, line by line: data for people and their tools.
//!
//! Owns: the data. Must not: decide anything, or be read by the engine.

use enzyme_llvm_shim::ir::DebugLocation;
use serde::{Deserialize, Serialize};

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Path of the file.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u32,
    /// The same for the compiler's own messages, in the process that made the report.
    #[serde(skip)]
    pub location: Option<DebugLocation>,
}

/// A generated function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Derivative {
    /// Its symbol, such as `f_.grad`.
    pub symbol: String,
    /// The same as the source calls the function: `f.grad`.
    pub name: String,
    /// The function of the source, as the source calls it.
    pub function: String,
    /// What it computes.
    pub mode: Mode,
    /// The function's arguments, in order.
    pub arguments: Vec<Argument>,
    /// Whether the number that the function returns is differentiated.
    pub returns_active: bool,
    /// The loops of the function and of what was inlined into it, outer ones first.
    pub loops: Vec<Loop>,
    /// Lines with instructions that are differentiated, each once.
    pub active: Vec<Line>,
    /// What is kept from the forward sweep to the reverse pass.
    pub kept: Vec<Kept>,
    /// Calls whose derivatives are functions of their own, with tapes of their own.
    pub calls: Vec<Call>,
    /// Where the shadows of memory lie that the block of a kernel shares.
    #[serde(default)]
    pub shadows: Vec<Shadow>,
    /// Bytes that a forward sweep with a reverse pass of its own keeps in each call, but for what loops keep whose lengths only the run knows.
    #[serde(default)]
    pub frame: Option<u64>,
}

/// What a generated function computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Tangents: nothing is kept.
    Forward,
    /// Forward sweep and reverse pass in one function.
    Gradient,
    /// The forward sweep of a split derivative. Its reverse pass reads the same.
    Augmented,
}

/// An argument of the function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Argument {
    /// As the source calls it; empty if that is not known.
    pub name: String,
    /// `const`, `dup`, `out` or `null`.
    pub activity: String,
}

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loop {
    /// Where it stands.
    pub line: Option<Line>,
    /// Its index in [`Derivative::loops`] of the loop around it.
    pub within: Option<usize>,
    /// How often it runs each time, if that is a constant.
    pub iterations: Option<u64>,
    /// Whether the number of iterations is known before it begins.
    pub counted: bool,
}

/// Something that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// What it is, in words.
    pub what: String,
    /// Where it comes to be.
    pub line: Option<Line>,
    /// Why it is kept and not had again, in words.
    pub why: String,
    /// Where that is decided, if it is another place.
    pub because: Option<Line>,
    /// What would spare it, in words.
    pub remedy: Option<String>,
    /// Bytes each time; none if only the program knows.
    pub bytes: Option<u64>,
    /// The loops around it, as indices of [`Derivative::loops`], outermost first: it is kept in each iteration.
    pub loops: Vec<usize>,
}

/// The shadow of a variable that the threads of a block share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shadow {
    /// The variable, as the source calls it.
    pub of: String,
    /// Bytes for each block; none if only the launch says how many.
    pub bytes: Option<u64>,
    /// Whether it lies in memory of the device, and not beside the variable.
    pub on_device: bool,
}

/// A call with a derivative of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// As the source calls the callee.
    pub callee: String,
    /// Where it stands.
    pub line: Option<Line>,
    /// When its derivative runs, in words.
    pub how: String,
}

impl Shadow {
    /// All that is known of it, as one line.
    pub fn sentence(&self) -> String {
        let bytes = match self.bytes {
            Some(bytes) => format!("{bytes} B for each block"),
            None => "as many bytes for each block as the launch says".to_owned(),
        };
        let place = match self.on_device {
            true => "in memory of the device",
            false => "in shared memory, beside it",
        };
        format!("the shadow of `{}` lies {place}: {bytes}", self.of)
    }
}

impl Derivative {
    /// Whether it keeps more than its frame: as much as only the run knows, or what functions keep that it calls.
    pub fn keeps_more(&self) -> bool {
        let is_open = |l: &usize| self.loops[*l].iterations.is_none();
        let mut kept = self.kept.iter();
        kept.any(|kept| kept.bytes.is_none() || kept.loops.iter().any(is_open))
            || !self.calls.is_empty()
    }

    /// All that is known of something kept, as one line.
    pub fn sentence(&self, kept: &Kept) -> String {
        let because = kept
            .because
            .as_ref()
            .map(|at| format!(" (line {})", at.line));
        let remedy = kept.remedy.as_ref().map(|remedy| format!("; {remedy}"));
        format!(
            "keeps {}, {}: {}{}{}",
            kept.what,
            self.amount(kept),
            kept.why,
            because.unwrap_or_default(),
            remedy.unwrap_or_default()
        )
    }

    /// How much it takes: `8 B in each iteration of 2 loops`.
    pub fn amount(&self, kept: &Kept) -> String {
        let bytes = match kept.bytes {
            Some(bytes) => format!("{bytes} B"),
            None => "as much as is read there".to_owned(),
        };
        match kept.loops.len() {
            0 => format!("{bytes} once"),
            1 => format!("{bytes} in each iteration of a loop"),
            n => format!("{bytes} in each iteration of {n} loops"),
        }
    }
}
