//! Calls of functions that device code does not define.
//!
//! Owns: that each becomes a call of the device library, or of the C library, and that what is not known is refused. Must not: know what one computes.

use crate::EMULATED;
use crate::meaning::{Meaning, meaning};
use crate::module::device_assembly;
use crate::refusal::Refusal;
use crate::sites::Sites;
use crate::vectors;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Opcode, Type, TypeKind, Value};

const UNKNOWN: &str =
    "leave it out where __ENZYME_RS_EMULATED__ is defined, or run the program on a device";

/// Gives all functions that are called their meaning.
pub(crate) fn replace(module: Module, functions: &[String]) -> Vec<Refusal> {
    let mut replacer = Replacer {
        module,
        sites: Sites::new(module),
        refusals: Vec::new(),
    };
    for name in functions {
        let Some(function) = module.function(&format!("{name}{EMULATED}")) else {
            continue;
        };
        for block in function.blocks() {
            for instruction in block.instructions() {
                replacer.instruction(instruction);
            }
        }
    }
    replacer.refusals
}

struct Replacer {
    module: Module,
    sites: Sites,
    refusals: Vec<Refusal>,
}

/// Whether somebody has to say what a function is: all but those with a body, and LLVM's own.
fn is_open(function: Value) -> bool {
    let is_function = function.kind() == enzyme_llvm_shim::ir::ValueKind::LLVMFunctionValueKind;
    is_function && function.is_declaration() && !function.name().starts_with("llvm.")
}

impl Replacer {
    fn instruction(&mut self, instruction: Value) {
        let is_call = instruction.opcode() == Opcode::LLVMCall;
        let callee = is_call.then(|| instruction.callee()).flatten();
        if let Some(assembly) = callee.filter(|c| c.is_inline_asm()) {
            return self.assembly(instruction, assembly);
        }
        let open = callee.filter(|c| is_open(*c));
        if let Some(callee) = open {
            match meaning(&callee.name()) {
                Meaning::Library(name) => self.library(instruction, callee, &name),
                Meaning::Device(name) => self.device(instruction, callee, &name),
            }
            return;
        }
        let mut named = instruction.operands().into_iter().filter(|o| is_open(*o));
        if let Some(function) = named.next() {
            let what = format!(
                "the address of `{}`, which is no function of the program",
                function.name()
            );
            self.refusals.push(Refusal::at(
                instruction,
                what,
                "call it in a function of the program, whose address is taken",
            ));
        }
    }

    fn unknown(&mut self, call: Value, callee: Value) {
        let name = match callee.is_inline_asm() {
            true => callee.inline_asm().0,
            false => callee.name(),
        };
        let what = format!("a call of `{name}`, which is not known here");
        self.refusals.push(Refusal::at(call, what, UNKNOWN));
    }

    fn assembly(&mut self, call: Value, assembly: Value) {
        let (text, _) = assembly.inline_asm();
        let Some(access) = vectors::access(&text) else {
            let name = device_assembly(&text);
            return self.device(call, assembly, &name.unwrap_or_default());
        };
        if !vectors::replace(self.module, call, access) {
            self.unknown(call, assembly);
        }
    }

    /// A function of libm has the parameters of the one in whose place it is called.
    fn library(&mut self, call: Value, callee: Value, name: &str) {
        let ty = callee.function_type();
        let function = self.module.declare(name, ty);
        if function.function_type() != ty {
            return self.unknown(call, callee);
        }
        if function != callee {
            call.set_callee(function);
        }
    }

    fn device(&mut self, call: Value, callee: Value, name: &str) {
        let found = self.module.function(name).filter(|f| !f.is_declaration());
        let Some(function) = found else {
            return self.unknown(call, callee);
        };
        let build = Builder::ahead_of(self.module.context(), call);
        let Some(result) = self.called(&build, call, function) else {
            return self.unknown(call, callee);
        };
        if let Some(result) = result {
            call.replace_all_uses_with(result);
        }
        call.erase_instruction();
    }

    /// Calls a function of the device library with the arguments of a call; gives the result, if there is any. None: it has other parameters.
    fn called(&mut self, build: &Builder, call: Value, function: Value) -> Option<Option<Value>> {
        let wanted = function.function_type().params();
        let mut arguments = Vec::new();
        for (argument, ty) in call.call_args().into_iter().zip(&wanted) {
            arguments.push(fitted(build, argument, *ty)?);
        }
        let is_pair = call.ty().kind() == TypeKind::LLVMStructTypeKind;
        let second = is_pair.then(|| self.second(call));
        arguments.extend(second);
        let has_site = wanted.len() == arguments.len() + 1;
        if has_site {
            arguments.push(self.sites.next(call));
        }
        if wanted.len() != arguments.len() {
            return None;
        }
        let result = build.call(function.function_type(), function, &arguments, "");
        if has_site {
            // Each call stays where it is: its place says which threads meet.
            let context = self.module.context();
            result.add_call_attribute(context.enum_attribute("nomerge"));
            result.add_call_attribute(context.enum_attribute("convergent"));
        }
        self.result(build, call, result, second)
            .map(Some)
            .or_else(|| (call.ty().kind() == TypeKind::LLVMVoidTypeKind).then_some(None))
    }

    /// Memory for the second part of a result.
    fn second(&self, call: Value) -> Value {
        let function = call.block().map(|block| block.function());
        let entry = function.and_then(|f| f.blocks().first().copied());
        let first = entry.and_then(|block| block.first_non_phi());
        let context = self.module.context();
        let build = Builder::ahead_of(context, first.unwrap_or(call));
        build.alloca(context.int(32), "second")
    }

    fn result(
        &self,
        build: &Builder,
        call: Value,
        result: Value,
        second: Option<Value>,
    ) -> Option<Value> {
        let ty = call.ty();
        let Some(second) = second else {
            return fitted(build, result, ty);
        };
        let context = self.module.context();
        let parts = ty.fields();
        let first = fitted(build, result, *parts.first()?)?;
        let given = build.load(context.int(32), second, "");
        let is_set = build.icmp(IntPredicate::LLVMIntNE, given, context.int(32).zero());
        let pair = build.insert_value(ty.poison(), first, 0);
        Some(build.insert_value(pair, is_set, 1))
    }
}

/// A value as one of a type that has the same numbers: integers are taken for unsigned ones, and assembly takes addresses for integers.
fn fitted(build: &Builder, value: Value, ty: Type) -> Option<Value> {
    use TypeKind::{LLVMIntegerTypeKind as Integer, LLVMPointerTypeKind as Pointer};
    if value.ty() == ty {
        return Some(value);
    }
    match (value.ty().kind(), ty.kind()) {
        (Integer, Integer) if value.ty().int_bits() < ty.int_bits() => Some(build.zext(value, ty)),
        (Integer, Integer) => Some(build.trunc(value, ty)),
        (Pointer, Integer) => Some(build.ptrtoint(value, ty)),
        (Integer, Pointer) => Some(build.inttoptr(value, ty)),
        // Any other: it is another number.
        _ => None,
    }
}
