//! The instructions of a copy of lower precision.
//!
//! Owns: copies of functions, which operations are done in the smaller format, and which cannot be. Must not: read hook calls.

use super::format::Formats;
use crate::diag::{Diagnostic, codes};
use crate::frontend;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::{CalleeKind, Registry};
use indexmap::IndexMap;

/// LLVM's functions that are overloaded by the one type of their numbers.
const INTRINSICS: &[&str] = &[
    "acos",
    "asin",
    "atan",
    "atan2",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "exp",
    "exp10",
    "exp2",
    "fabs",
    "floor",
    "fma",
    "fmuladd",
    "ldexp",
    "log",
    "log10",
    "log2",
    "maximum",
    "maxnum",
    "minimum",
    "minnum",
    "nearbyint",
    "pow",
    "rint",
    "round",
    "roundeven",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
];

/// Copies of functions by function and formats.
pub(super) struct Copies<'a> {
    pub(super) module: Module,
    pub(super) registry: &'a Registry,
    pub(super) made: IndexMap<(Value, Formats), Value>,
}

impl Copies<'_> {
    /// The copy of a function, made when it is first asked for.
    pub(super) fn copy(&mut self, function: Value, formats: Formats) -> Result<Value, Diagnostic> {
        if let Some(made) = self.made.get(&(function, formats)) {
            return Ok(*made);
        }
        let name = function.name();
        if function.is_declaration() || function.is_interposable() {
            let message = format!("`{name}` has no body here that could be copied");
            return Err(Diagnostic::new(codes::NO_DEFINITION, message)
                .help("define it in this source file, or build with -flto"));
        }
        let name = format!("{name}.{formats}");
        let copy = transform::clone_function(function, &name)
            .ok_or_else(|| Diagnostic::new(codes::INTERNAL, "cannot copy the function"))?;
        // First, for functions may call themselves.
        self.made.insert((function, formats), copy);
        rounded(self, copy, formats)?;
        Ok(copy)
    }
}

/// Does the operations of a copy in the smaller format.
fn rounded(copies: &mut Copies<'_>, copy: Value, formats: Formats) -> Result<(), Diagnostic> {
    let blocks = copy.blocks().into_iter();
    let all: Vec<Value> = blocks.flat_map(|block| block.instructions()).collect();
    for inst in all {
        let mut rewrite = Rewrite {
            copies,
            copy,
            inst,
            formats,
        };
        rewrite.instruction()?;
    }
    Ok(())
}

struct Rewrite<'a, 'b> {
    copies: &'a mut Copies<'b>,
    copy: Value,
    inst: Value,
    formats: Formats,
}

impl Rewrite<'_, '_> {
    fn instruction(&mut self) -> Result<(), Diagnostic> {
        match self.inst.opcode() {
            Opcode::LLVMFAdd
            | Opcode::LLVMFSub
            | Opcode::LLVMFMul
            | Opcode::LLVMFDiv
            | Opcode::LLVMFRem
                if self.is_number(self.inst) =>
            {
                self.operation(|build, inst, args| build.binary(inst.opcode(), args[0], args[1]));
            }
            Opcode::LLVMFNeg if self.is_number(self.inst) => {
                self.operation(|build, _, args| build.fneg(args[0]));
            }
            Opcode::LLVMFCmp if self.inst.operand(0).is_some_and(|v| self.is_number(v)) => {
                self.operation(|build, inst, args| {
                    build.fcmp(inst.float_predicate(), args[0], args[1])
                });
            }
            Opcode::LLVMSIToFP | Opcode::LLVMUIToFP if self.is_number(self.inst) => {
                let ty = self
                    .formats
                    .smaller(self.copies.module.context(), self.inst.ty());
                self.operation(|build, inst, args| build.cast(inst.opcode(), args[0], ty));
            }
            Opcode::LLVMFPToSI | Opcode::LLVMFPToUI
                if self.inst.operand(0).is_some_and(|v| self.is_number(v)) =>
            {
                self.operation(|build, inst, args| build.cast(inst.opcode(), args[0], inst.ty()));
            }
            Opcode::LLVMCall | Opcode::LLVMInvoke => return self.call(),
            Opcode::LLVMAtomicRMW if self.is_number(self.inst) => {
                return Err(self.refuse("an atomic operation on numbers"));
            }
            // Any other: it moves numbers, or does not look at them.
            _ => {}
        }
        Ok(())
    }

    fn is_number(&self, value: Value) -> bool {
        self.formats.is_from(value.ty())
    }

    /// Puts an operation on rounded operands in the place of the instruction, and its result, if that is a number, widened.
    fn operation(&self, emit: impl Fn(&Builder, Value, &[Value]) -> Value) {
        let args = match self.inst.opcode() {
            Opcode::LLVMCall => self.inst.call_args(),
            // Any other: all operands are.
            _ => self.inst.operands(),
        };
        let build = Builder::ahead_of(self.copies.module.context(), self.inst);
        let args: Vec<Value> = args
            .into_iter()
            .map(|arg| self.rounded(&build, arg))
            .collect();
        let result = emit(&build, self.inst, &args);
        if result.is_instruction() {
            result.set_fast_math(self.inst.fast_math());
        }
        let wide = match result.ty() == self.inst.ty() {
            true => result,
            false => build.fpext(result, self.inst.ty()),
        };
        self.inst.replace_all_uses_with(wide);
        self.inst.erase_instruction();
    }

    fn rounded(&self, build: &Builder, value: Value) -> Value {
        let context = self.copies.module.context();
        match self.is_number(value) {
            true => build.fptrunc(value, self.formats.smaller(context, value.ty())),
            false => value,
        }
    }

    fn call(&mut self) -> Result<(), Diagnostic> {
        let callee = self.inst.callee();
        let named = callee.filter(|callee| callee.kind() == ValueKind::LLVMFunctionValueKind);
        let Some(callee) = named else {
            return Err(self.refuse("a call through a pointer, or assembly"));
        };
        let name = callee.name();
        if frontend::is_hook(&name) {
            return Err(self.refuse("a call that asks for a derivative"));
        }
        if !callee.is_declaration() {
            let copy = self.copies.copy(callee, self.formats)?;
            self.inst.set_callee(copy);
            return Ok(());
        }
        // Numbers behind a fixed number of arguments are printed, or are a hook's.
        let takes = callee.function_type().params();
        let mut types = takes.into_iter().chain([callee.function_type().returned()]);
        if !types.any(|ty| self.holds_numbers(ty)) {
            return Ok(());
        }
        if let Some(base) = name.strip_prefix("llvm.") {
            return self.intrinsic(&format!(
                "llvm.{}",
                base.split('.').next().unwrap_or_default()
            ));
        }
        self.library(callee, &name)
    }

    fn holds_numbers(&self, ty: Type) -> bool {
        let inner = match ty.kind() {
            TypeKind::LLVMStructTypeKind => ty.fields(),
            TypeKind::LLVMArrayTypeKind => vec![ty.element()],
            _ => return self.formats.is_from(ty),
        };
        inner.into_iter().any(|ty| self.holds_numbers(ty))
    }

    fn intrinsic(&self, name: &str) -> Result<(), Diagnostic> {
        let known = INTRINSICS
            .iter()
            .any(|known| name == format!("llvm.{known}"));
        if !known || !self.is_number(self.inst) {
            return Err(self.refuse(&format!("`{name}`")));
        }
        let module = self.copies.module;
        let ty = self.formats.smaller(module.context(), self.inst.ty());
        let args = self.inst.call_args();
        let mut overloads = vec![ty];
        if name == "llvm.ldexp" {
            overloads.push(args[1].ty());
        }
        let smaller = module.intrinsic(name, &overloads);
        self.operation(|build, _, args| build.call(smaller.function_type(), smaller, args, ""));
        Ok(())
    }

    /// A function of the C library: in the smaller format where it has one, else on rounded arguments and with a rounded result.
    fn library(&self, callee: Value, name: &str) -> Result<(), Diagnostic> {
        let entry = self.copies.registry.lookup(name);
        let scalar = entry.is_some_and(|entry| matches!(entry.what, CalleeKind::Scalar(_)));
        let ty = callee.function_type();
        if !scalar || !self.is_number(self.inst) || self.inst.opcode() != Opcode::LLVMCall {
            return Err(self.refuse(&format!("`{name}`, which is a function without a body")));
        }
        let module = self.copies.module;
        let narrow = |ty: Type| match self.formats.is_from(ty) {
            true => self.formats.smaller(module.context(), ty),
            false => ty,
        };
        if let Some(smaller) = self.formats.in_library(name) {
            let params: Vec<Type> = ty.params().into_iter().map(narrow).collect();
            let smaller = module.declare(&smaller, narrow(ty.returned()).function(&params, false));
            self.operation(|build, _, args| {
                let call = build.call(smaller.function_type(), smaller, args, "");
                transform::call_as_declared(call);
                call
            });
            return Ok(());
        }
        self.operation(|build, inst, args| {
            let wide = |(given, arg): (Value, &Value)| match given.ty() == arg.ty() {
                true => *arg,
                false => build.fpext(*arg, given.ty()),
            };
            let args: Vec<Value> = inst.call_args().into_iter().zip(args).map(wide).collect();
            build.fptrunc(build.call(ty, callee, &args, ""), narrow(inst.ty()))
        });
        Ok(())
    }

    fn refuse(&self, what: &str) -> Diagnostic {
        let message = format!("{what} cannot be done in a smaller format");
        Diagnostic::new(codes::UNSUPPORTED_HOOK, message)
            .at(self.copy, Some(self.inst))
            .help("leave it outside of the function that is truncated, or write it in C")
    }
}
