//! Arithmetic of lower precision: `__enzyme_truncate_op_func(f, from, to)` is a copy of `f` whose floating-point operations are done in
//! a smaller format. Operands are rounded to it, and results are widened again, so that memory stays as it is.
//!
//! No derivative is made; the copies may be differentiated like any other function. They are put in place before that.
//!
//! Owns: reading such calls ([`rewrite`] has the copies of functions and their instructions, [`format`] the formats). Must not: know
//! requests or derivatives.
//! Tests: `core/tests/c/truncation.c`.

mod format;
mod rewrite;

use crate::diag::{Diagnostic, codes};
use crate::frontend;
use enzyme_llvm_shim::ir::{Module, TypeKind, Value};
use enzyme_llvm_shim::plugin::LinkFollows;
use enzyme_llvm_shim::transform;
use enzyme_rules::Registry;
use format::Formats;
use indexmap::IndexMap;
use rewrite::Copies;

/// The part of the hook's name behind `__enzyme_`.
const HOOK: &str = "truncate_op_func";

/// Replaces all such calls by the copies; whether there were any, and what is wrong with others.
pub(crate) fn expand(
    module: Module,
    registry: &Registry,
    link_follows: LinkFollows,
) -> (bool, Vec<Diagnostic>) {
    let mut copies = Copies {
        module,
        registry,
        made: IndexMap::new(),
    };
    let (mut changed, mut diagnostics) = (false, Vec::new());
    for (call, caller) in frontend::calls(module) {
        let name = call.callee().map(|callee| callee.name());
        let asks = name.is_some_and(|name| frontend::is_hook_of(&name, HOOK));
        if !asks {
            continue;
        }
        match copies.replace(call, caller) {
            Ok(()) => changed = true,
            Err(diagnostic)
                if diagnostic.code == codes::NO_DEFINITION && link_follows == LinkFollows::Yes => {}
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    (changed, diagnostics)
}

impl Copies<'_> {
    fn replace(&mut self, call: Value, caller: Value) -> Result<(), Diagnostic> {
        let args = call.call_args();
        let wrong = |message: &str| {
            Diagnostic::new(codes::HOOK_ARGUMENTS, message.to_owned())
                .at(caller, Some(call))
                .help("declare `void *__enzyme_truncate_op_func(void *f, int from, int to)`, with the bits of the formats: 64, 32 or 16")
        };
        let function = args.first().and_then(|f| frontend::function_of(*f));
        let function = function.ok_or_else(|| wrong("the hook names no function to be copied"))?;
        let numbers: Option<Vec<u64>> = args[1..].iter().map(|arg| arg.as_u64()).collect();
        let numbers = numbers.ok_or_else(|| wrong("the hook is given no constants as formats"))?;
        let formats = Formats::of(&numbers).ok_or_else(|| {
            wrong("the hook asks for a format that there is no arithmetic for")
                .note("formats are 64 (11 bits of exponent, 52 of significand), 32 (8, 23) and 16 (5, 10)")
                .help("round by a function of your own where other formats are studied")
        })?;
        if call.ty().kind() != TypeKind::LLVMPointerTypeKind {
            return Err(wrong("the hook does not return a pointer to the copy"));
        }
        let copy = self
            .copy(function, formats)
            .map_err(|diagnostic| match diagnostic.handles {
                None => diagnostic.at(caller, Some(call)),
                Some(_) => diagnostic,
            })?;
        call.replace_all_uses_with(copy);
        transform::invoke_to_call(call).erase_instruction();
        Ok(())
    }
}
