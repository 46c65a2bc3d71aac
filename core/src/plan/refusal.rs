//! What a plan cannot do, before it is worded with places and handles.
//!
//! Owns: [`Refusal`]. Must not: know LLVM handles (the pipeline adds them).

use crate::diag::Code;
use crate::view::InstId;

/// One thing that cannot be differentiated.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) code: Code,
    pub(crate) at: Option<InstId>,
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
            message,
            notes: Vec::new(),
            help: Vec::new(),
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
