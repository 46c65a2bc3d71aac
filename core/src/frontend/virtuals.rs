//! Hooks that ask for the address of a function's derivatives, for the shadow of a pointer to the function.
//!
//! Owns: what such a call may name, and what is put in its place. Must not: know how derivatives are called through shadows.

use super::activity::Contents;
use super::asked::{Hook, Wants};
use super::hooks;
use super::site::Site;
use crate::diag::{Diagnostic, codes};
use crate::plan::through::{Sort, convention};
use crate::request::Mode;
use crate::synth::through;
use enzyme_llvm_shim::ir::{Module, Type, TypeKind, Value};
use enzyme_llvm_shim::transform;

/// Whether a module asks for such addresses.
pub fn asks(module: Module) -> bool {
    let mut functions = module.functions().into_iter();
    functions.any(|f| matches!(hooks::classify(&f.name()), Some(hooks::Hook::Virtual(_))))
}

/// Reads one such call.
pub(super) fn read(
    module: Module,
    call: Value,
    caller: Value,
    mode: Mode,
) -> Result<Hook, Diagnostic> {
    let site = Site::new(module, call, caller)?;
    let function = site.function;
    let ty = function.function_type();
    if call.ty().kind() != TypeKind::LLVMPointerTypeKind {
        let message = "the hook is declared to return something else than a pointer";
        return Err(site
            .refuse(codes::HOOK_RETURN, message)
            .help("declare `void *__enzyme_virtualreverse(void *)`"));
    }
    let params: Option<Vec<Sort>> = ty.params().iter().map(|ty| sort(module, *ty)).collect();
    let Some(params) = params else {
        return Err(misfit(&site, "takes a structure that holds pointers")
            .help("let it take a pointer to the structure"));
    };
    let is_void = ty.returned().kind() == TypeKind::LLVMVoidTypeKind;
    let result = (!is_void).then(|| sort(module, ty.returned()));
    if matches!(result, Some(None | Some(Sort::Pointer))) {
        return Err(misfit(&site, "returns a pointer")
            .help("let it store the pointer where an argument points"));
    }
    let activities = params.iter().map(|sort| sort.activity(mode)).collect();
    let returned = Sort::returned(result.flatten());
    Ok(Hook {
        call,
        caller,
        request: convention(function, mode, (activities, returned)),
        repeats: false,
        site,
        wants: Wants::Virtual,
        warnings: Vec::new(),
        is_of_check: false,
    })
}

/// Puts the address of the derivatives in the place of a call.
pub(super) fn replace(module: Module, hook: &Hook, derivatives: &[Value]) {
    let request = &hook.request;
    let all = through::constant(module, request.function, request.mode, derivatives);
    hook.call.replace_all_uses_with(all);
    transform::invoke_to_call(hook.call).erase_instruction();
}

/// What a type holds; nothing if it is pointers together with something else.
fn sort(module: Module, ty: Type) -> Option<Sort> {
    let contents = Contents::of(module, ty);
    match ty.kind() {
        TypeKind::LLVMPointerTypeKind => Some(Sort::Pointer),
        _ if contents.pointer => None,
        _ if contents.float => Some(Sort::Number),
        _ => Some(Sort::Other),
    }
}

fn misfit(site: &Site, what: &str) -> Diagnostic {
    let message = format!(
        "`{}` {what}, and its derivative cannot be called through a shadow",
        site.function.name()
    );
    site.refuse(codes::THROUGH_SHADOW, message)
}
