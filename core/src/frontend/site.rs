//! The place of one hook call.
//!
//! Owns: the call's fixed parts (caller, function, where structures are returned) and diagnostics
//! that point there. Must not: read the arguments behind the function (see `parse`).
//! Tests: `frontend/tests.rs`.

use super::resolve;
use crate::diag::{Code, Diagnostic, codes};
use enzyme_llvm_shim::ir::{Module, Opcode, Type, Value, ValueKind};

/// Where a hook is called, and for what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) module: Module,
    /// The call or invoke.
    pub(super) call: Value,
    /// The function that holds it.
    pub(super) caller: Value,
    /// The function to be differentiated.
    pub(super) function: Value,
    /// Index of the argument that names the function.
    pub(super) first: u32,
}

impl Site {
    /// Finds out which function a hook call is about, which has to have a body.
    pub(super) fn new(module: Module, call: Value, caller: Value) -> Result<Self, Diagnostic> {
        let site = Self::of_any(module, call, caller)?;
        site.check_function()?;
        Ok(site)
    }

    /// The same, of any function.
    pub(super) fn of_any(module: Module, call: Value, caller: Value) -> Result<Self, Diagnostic> {
        let first = first_argument(call);
        // Stands in until the function is known: diagnostics need the rest.
        let site = Self {
            module,
            call,
            caller,
            function: caller,
            first,
        };
        let Some(argument) = call.call_args().get(first as usize).copied() else {
            return Err(site
                .refuse(codes::NOT_A_FUNCTION, "the hook call names no function")
                .help("pass the function to be differentiated as first argument"));
        };
        let function = resolve::function_of(argument).map_err(|end| site.no_function(end))?;
        Ok(Self { function, ..site })
    }

    /// A diagnostic at the hook call.
    pub(super) fn refuse(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, message).at(self.caller, Some(self.call))
    }

    /// The type in whose memory the hook call returns its results, if it does.
    pub(super) fn memory_type(&self) -> Option<Type> {
        returned_in_memory(self.call)
    }

    fn no_function(&self, end: Value) -> Diagnostic {
        let (what, help) = why_no_function(end);
        self.refuse(
            codes::NOT_A_FUNCTION,
            format!("the hook's first argument is {what}"),
        )
        .help(help)
    }

    fn check_function(&self) -> Result<(), Diagnostic> {
        let function = self.function;
        let name = function.name();
        let refuse =
            |message: &str| self.refuse(codes::HOOK_ARGUMENTS, format!("`{name}` {message}"));
        if function.is_declaration() {
            return Err(self.no_definition());
        }
        if function.is_interposable() {
            return Err(self.replaceable());
        }
        if function.function_type().is_variadic() {
            return Err(refuse("takes a variable number of arguments")
                .help("differentiate a function that takes a fixed number of them"));
        }
        let count = function.params().len() as u32;
        if (0..count).any(|i| function.param_type_attribute(i, "sret").is_some()) {
            return Err(refuse("returns a structure through memory").help(
                "let it return nothing and store its results through a pointer parameter, \
                 marked enzyme_dup",
            ));
        }
        Ok(())
    }

    fn replaceable(&self) -> Diagnostic {
        let name = self.function.name();
        self.refuse(
            codes::NO_DEFINITION,
            format!("another definition may take the place of `{name}` when the program is linked"),
        )
        .note("it is a weak function: the body that is seen here need not be the one that runs")
        .help("remove the attribute `weak`, or build with -flto, not -flto=thin, and let the linker load the plugin")
    }

    fn no_definition(&self) -> Diagnostic {
        let name = self.function.name();
        self.refuse(
            codes::NO_DEFINITION,
            format!("`{name}` is declared here, but not defined"),
        )
        .note("the derivative is made from the function's body")
        .help(
            "define the function in this source file, or build with -flto, not -flto=thin, and let the linker \
                 load the plugin, so that the whole program is seen",
        )
        .help("for a library function, pass a function of your own that calls it")
    }
}

/// Index of the argument that names the function.
pub(super) fn first_argument(call: Value) -> u32 {
    u32::from(returned_in_memory(call).is_some())
}

fn returned_in_memory(call: Value) -> Option<Type> {
    call.call_arg_type_attribute(0, "sret").or_else(|| {
        call.callee()
            .and_then(|callee| callee.param_type_attribute(0, "sret"))
    })
}

/// What stands where a function should, and what to do about it.
fn why_no_function(end: Value) -> (&'static str, &'static str) {
    let by_name = "pass the function itself by name";
    if end.is_constant() {
        let what = if end.is_null() { "null" } else { "no function" };
        return (what, by_name);
    }
    if end.kind() == ValueKind::LLVMArgumentValueKind {
        return (
            "a parameter of the caller, known only at run time",
            "make the function that holds the hook `static` or `inline` and pass it functions by name, or let the \
             caller be inlined (always_inline, or -O1 and above)",
        );
    }
    let opcode = end.is_instruction().then(|| end.opcode());
    match opcode {
        Some(Opcode::LLVMPHI | Opcode::LLVMSelect) => (
            "chosen at run time between several",
            "call the hook once for each function, in branches of your own",
        ),
        Some(Opcode::LLVMLoad) => ("loaded from memory, known only at run time", by_name),
        _ => ("known only at run time", by_name),
    }
}
