//! What a plan cannot do, before it is worded with places and handles.
//!
//! Owns: [`Refusal`], and the refusal that loads, stores and atomic operations share. Must not: know LLVM handles (the pipeline adds them).

use crate::analysis::memory::Maker;
use crate::diag::{Code, codes};
use crate::view::InstId;

/// One thing that cannot be differentiated.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) code: Code,
    pub(crate) at: Option<InstId>,
    /// Where the reason lies, if that is another instruction, perhaps of another function: that place is said.
    pub(crate) maker: Option<Maker>,
    pub(crate) message: String,
    pub(crate) notes: Vec<String>,
    pub(crate) help: Vec<String>,
}

impl Refusal {
    pub(crate) fn new(code: Code, at: InstId, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            code,
            at: Some(at),
            maker: None,
            message,
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// The same, of which another instruction is the reason.
    #[must_use]
    pub(crate) fn because_of(self, maker: Maker) -> Self {
        Self {
            maker: Some(maker),
            ..self
        }
    }

    #[must_use]
    pub(crate) fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    #[must_use]
    pub(crate) fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }
}

pub(super) fn atomic_refusal(id: InstId) -> Refusal {
    Refusal::new(
        codes::ATOMIC_ACCESS,
        id,
        "volatile or atomic access to active memory",
    )
    .help("use plain accesses in the differentiated code")
}

/// What stands in the source of which the compiler made a call of a library's function.
pub(super) fn in_source(what: &str) -> String {
    format!("it is what the compiler made of this in the source: {what}")
}
