//! Places in the source where threads meet, as the emulator wants them: `file:line#N`, where N grows from block to block.
//!
//! Owns: these texts, and their numbers. Must not: know what meets there.

use enzyme_llvm_shim::ir::{Module, Value};

/// Gives sites to calls.
pub(crate) struct Sites {
    module: Module,
    number: u32,
}

impl Sites {
    pub(crate) fn new(module: Module) -> Self {
        Sites { module, number: 0 }
    }

    /// The constant text of the next site, which is where this instruction stands.
    pub(crate) fn next(&mut self, instruction: Value) -> Value {
        self.number += 1;
        // Of what was inlined, the call in the program says more than a header.
        let place = instruction
            .inlined_at()
            .or_else(|| instruction.source_location());
        let place = match place {
            Some(at) => format!("{}:{}", at.file, at.line),
            None => instruction
                .block()
                .map(|b| b.function().name())
                .unwrap_or_default(),
        };
        self.module
            .text("site", &format!("{place}#{}", self.number))
    }
}
