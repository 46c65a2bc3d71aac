//! What a plan cannot do, before it is worded with places and handles.
//!
//! Owns: [`Refusal`], and the refusal that loads, stores and atomic operations share. Must not: know LLVM handles (the pipeline adds them).

use crate::analysis::memory::Maker;
use crate::diag::{Code, codes};
use crate::view::{InstId, Update};

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

/// Why an atomic operation on active numbers among the threads of a grid has no derivative, and what has one; none is said of a comparison and exchange.
pub(super) fn refused_among_threads(id: InstId, update: Option<Update>) -> Refusal {
    let refused = |what: &str| Refusal::new(codes::ATOMIC_ACCESS, id, what);
    match update {
        Some(Update::Sum) => refused("what an atomic sum of active numbers gives back is used")
            .note("it is the number before: which threads had added by then is not known to the reverse pass, whose threads come in another order")
            .help("add without looking at the result, and read the sum behind a barrier of the block, or in another kernel")
            .help("what only numbers places is counted by an integer: `atomicAdd(&count, 1)` may be used"),
        Some(Update::Extreme(_)) => refused("an atomic maximum or minimum of active numbers")
            .note("whose number it is in the end is not known to the reverse pass")
            .help("in memory of the device, differentiate the function of the host that launches the kernel (docs/gpu.md)")
            .help("take it of a block in shared memory, between barriers, or by shuffles, and write one number for each block; take that of all blocks in another kernel, or on the host"),
        Some(Update::Exchange) => refused("an atomic exchange of active numbers")
            .note("which thread came last is not known to the reverse pass")
            .help("where only one thread writes the number, store it plainly"),
        Some(Update::Other | Update::Settled) | None => refused("an atomic operation on active numbers that is no sum")
            .note("loops of `atomicCAS` are sums where each attempt adds to what it has found what does not follow from that, and nothing else")
            .help("use `atomicAdd`, or such a loop"),
    }
}

/// Why an atomic maximum of the bits of active numbers has no derivative, as integers.
pub(super) fn refused_extreme_of_bits(id: InstId) -> Refusal {
    Refusal::new(
        codes::ATOMIC_ACCESS,
        id,
        "an atomic maximum or minimum of the bits of active numbers, as integers",
    )
    .note("only a maximum of the numbers themselves has a derivative: bits are ordered as integers are, which is the order of the numbers only where none is negative")
    .help("write a loop of `atomicCAS` in which each attempt takes `fmax` (or `fmin`) of the value and of what it has found (docs/gpu-kernels.md#atomic-maxima)")
}

/// What stands in the source of which the compiler made a call of a library's function.
pub(super) fn in_source(what: &str) -> String {
    format!("it is what the compiler made of this in the source: {what}")
}
