//! The function that a region runs, as its rule describes it.
//!
//! Owns: whether the function and the call fit the rule, and calls of the function where stand-ins for it were. Must not: know what else a region
//! is made of.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Type, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::{Passed, RegionRule, Runs, Side};

/// The function that a region runs.
pub(super) struct Body<'a> {
    pub(super) function: Value,
    ty: Type,
    pub(super) rule: &'a RegionRule,
    pub(super) operands: &'a [Value],
}

impl<'a> Body<'a> {
    /// The body of a call; nothing if the call or the function is not of the type that the rule describes.
    pub(super) fn of(
        module: Module,
        rule: &'a RegionRule,
        operands: &'a [Value],
        call: Value,
    ) -> Option<Self> {
        let context = module.context();
        let operand = |at: u8| operands.get(usize::from(at)).copied();
        let function = operand(rule.body)?;
        let mut params = Vec::new();
        for passed in &rule.given {
            params.push(match passed {
                Passed::Operand(at) => operand(*at)?.ty(),
                Passed::Iteration => context.int(64),
                Passed::Record(_) | Passed::Worker | Passed::Zero => context.pointer(),
                Passed::From(first) => {
                    params.extend(operands.get(usize::from(*first)..)?.iter().map(|v| v.ty()));
                    continue;
                }
            });
        }
        let (returned, result) = match rule.runs {
            Runs::Iterations { .. } | Runs::Steps { .. } | Runs::Team(_) => {
                (context.void(), context.void())
            }
            Runs::Sorting(_) => (context.int(32), context.void()),
            Runs::Searching(_) => (context.int(32), context.pointer()),
        };
        let ty = returned.function(&params, false);
        let is_named = function.kind() == ValueKind::LLVMFunctionValueKind;
        let body_fits = !is_named || function.function_type() == ty;
        (body_fits && call.ty() == result && fits(module, &rule.runs, operands)).then_some(Self {
            function,
            ty,
            rule,
            operands,
        })
    }

    /// Calls it in the place of what stands for it.
    pub(super) fn run(&self, module: Module, stand_in: Value) {
        let given = stand_in.call_args();
        let args = self.rule.given.iter().map(|passed| match passed {
            Passed::Operand(at) => self.operands[usize::from(*at)],
            Passed::Iteration | Passed::Record(Side::First) => given[0],
            Passed::Record(Side::Second) => given[1],
            Passed::Worker | Passed::Zero | Passed::From(_) => panic!("teams run these"),
        });
        let args: Vec<Value> = args.collect();
        let build = Builder::ahead_of(module.context(), stand_in);
        build.set_location(Some(stand_in));
        let call = build.call(self.ty, self.function, &args, "");
        if self.function.kind() == ValueKind::LLVMFunctionValueKind {
            transform::call_as_declared(call);
        }
        if !stand_in.users().is_empty() {
            stand_in.replace_all_uses_with(call);
        }
        stand_in.erase_instruction();
    }
}

/// Whether a call has the operands that a rule speaks of: counts are of 64 bits.
fn fits(module: Module, runs: &Runs, operands: &[Value]) -> bool {
    let is = |at: u8, kind: TypeKind| {
        let operand = operands.get(usize::from(at)).map(|v| v.ty());
        let wide =
            |ty: Type| kind != TypeKind::LLVMIntegerTypeKind || ty == module.context().int(64);
        operand.is_some_and(|ty| ty.kind() == kind && wide(ty))
    };
    match runs {
        Runs::Team(_) => true,
        Runs::Iterations { count, .. } => is(*count, TypeKind::LLVMIntegerTypeKind),
        Runs::Steps {
            count,
            states,
            kept,
        } => {
            let pairs = (*kept..operands.len() as u8).step_by(2);
            // Nothing declares their types, so that sizes may be of others (`steps::widen_sizes`).
            let is_size = |at: u8| {
                let size = operands.get(usize::from(at)).map(|v| v.ty().kind());
                size == Some(TypeKind::LLVMIntegerTypeKind)
            };
            let pair = |at: u8| is(at, TypeKind::LLVMPointerTypeKind) && is_size(at + 1);
            is(*count, TypeKind::LLVMIntegerTypeKind)
                && is(*states, TypeKind::LLVMIntegerTypeKind)
                && pairs.into_iter().all(pair)
        }
        Runs::Sorting(records) | Runs::Searching(records) => {
            is(records.base, TypeKind::LLVMPointerTypeKind)
                && is(records.count, TypeKind::LLVMIntegerTypeKind)
                && is(records.size, TypeKind::LLVMIntegerTypeKind)
        }
    }
}
