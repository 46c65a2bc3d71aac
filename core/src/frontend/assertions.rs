//! What a program says in the bodies of its functions: types of memory (`__enzyme_double(p)`), loop bounds (`__enzyme_iter(n, extra)`).
//!
//! Owns: these names, and their removal from the program's own functions. Must not: know how types are found (`prepare/assertions.rs`
//! reads them in copies of functions).
//! Tests: `core/tests/c/inactive_calls.c`.

use super::calls::calls;
use crate::names::own;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::plugin::LinkFollows;
use enzyme_llvm_shim::transform;

/// What can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assertion {
    /// A `float` lies there.
    Float,
    /// A `double` lies there.
    Double,
    /// An integer lies there.
    Integer,
    /// A pointer lies there.
    Pointer,
    /// A number of iterations, and how many more the derivative makes.
    Iterations,
}

const NAMES: &[(&str, Assertion)] = &[
    ("float", Assertion::Float),
    ("double", Assertion::Double),
    ("integer", Assertion::Integer),
    ("pointer", Assertion::Pointer),
    ("iter", Assertion::Iterations),
];

/// What a call says, if it is such a one.
pub(crate) fn asserts(call: Value) -> Option<Assertion> {
    let callee = call
        .callee()
        .filter(|f| f.kind() == ValueKind::LLVMFunctionValueKind && f.is_declaration())?;
    let name = callee.name();
    let tail = own(&name)?;
    let mut names = NAMES.iter();
    let known = names.find(|(name, _)| tail.starts_with(name));
    known
        .filter(|_| !call.call_args().is_empty())
        .map(|(_, what)| *what)
}

/// Removes them where no linker differentiates later; says whether there were any.
pub(crate) fn drop_assertions(module: Module, link_follows: LinkFollows) -> bool {
    if link_follows == LinkFollows::Yes {
        return false;
    }
    let all = calls(module).into_iter();
    let said: Vec<(Value, Assertion)> = all
        .filter_map(|(call, _)| Some((call, asserts(call)?)))
        .collect();
    for (call, what) in &said {
        if !call.users().is_empty() {
            let value = match what {
                Assertion::Iterations => first_as(module, *call),
                Assertion::Float | Assertion::Double | Assertion::Integer | Assertion::Pointer => {
                    call.ty().zero()
                }
            };
            call.replace_all_uses_with(value);
        }
        transform::invoke_to_call(*call).erase_instruction();
    }
    let unused = module.functions().into_iter().filter(|f| {
        let name = f.name();
        let is_named = |tail: &str| NAMES.iter().any(|(name, _)| tail.starts_with(name));
        let named = own(&name).is_some_and(is_named);
        f.is_declaration() && named && f.users().is_empty()
    });
    let unused: Vec<Value> = unused.collect();
    unused.into_iter().for_each(Value::erase_function);
    !said.is_empty()
}

/// The first argument, in the type of the result.
fn first_as(module: Module, call: Value) -> Value {
    let first = call.call_args()[0];
    let integer = TypeKind::LLVMIntegerTypeKind;
    match first.ty() == call.ty() || first.ty().kind() != integer || call.ty().kind() != integer {
        true => first,
        false => Builder::ahead_of(module.context(), call).int_cast(first, call.ty(), true),
    }
}
