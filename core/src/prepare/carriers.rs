//! Numbers whose bits threads of a grid hand each other in integers.
//!
//! Most hardware moves 32 bits at a time, so that headers take a number of 64 bits apart and put it together behind two calls. One call of a function
//! that does so takes their place, and of that function the rules say more (`enzyme_rules::CarrierRule`).
//!
//! Owns: finding the halves that belong together, and which bits are those of numbers. Must not: touch what nobody takes for a number.

use super::inline::named;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Context, IntPredicate, Module, Opcode, Type, TypeKind, Value};
use enzyme_rules::{CalleeKind, CarrierRule, Registry};

/// How far bits are followed to where they are taken for a number.
const FAR: u32 = 8;

/// Puts functions of numbers in the place of calls that carry their bits; says whether there were any.
pub(super) fn as_numbers(module: Module, copy: Value, registry: &Registry) -> bool {
    let mut any = false;
    for block in copy.blocks() {
        let insts = block.instructions().into_iter();
        let carriers = insts.filter_map(|inst| Some((inst, rule(inst, registry)?)));
        let mut carriers: Vec<(Value, CarrierRule)> = carriers.collect();
        while !carriers.is_empty() {
            let (call, rule) = carriers.remove(0);
            if let Some(number) = whole(module, call, rule) {
                exchange(module, (call, rule), number);
                any = true;
                continue;
            }
            let other = carriers
                .iter()
                .position(|(other, _)| are_halves(call, *other, rule).is_some());
            let Some(other) = other else {
                continue;
            };
            let (other, _) = carriers.remove(other);
            let (bits, low_first) = are_halves(call, other, rule).expect("that was asked before");
            let halves = match low_first {
                true => [call, other],
                false => [other, call],
            };
            if halves.iter().any(|half| is_taken_for_number(*half, FAR)) || is_number(bits) {
                exchange_halves(module, rule, bits, halves);
                any = true;
            }
        }
    }
    any
}

fn rule(inst: Value, registry: &Registry) -> Option<CarrierRule> {
    let is_call = inst.opcode() == Opcode::LLVMCall;
    let callee = is_call.then(|| named(inst)).flatten()?;
    let CalleeKind::Carrier(rule) = registry.lookup(&callee.name())?.what else {
        return None;
    };
    let is_known = rule.below.is_none_or(|(operand, below)| {
        let constant = inst.call_args()[usize::from(operand)].as_u64();
        constant.is_some_and(|constant| constant < below)
    });
    is_known.then_some(rule)
}

fn carried(call: Value, rule: CarrierRule) -> Value {
    call.call_args()[usize::from(rule.operand)]
}

/// The number that a call carries as a whole, if it is one.
fn whole(module: Module, call: Value, rule: CarrierRule) -> Option<Value> {
    let bits = carried(call, rule);
    if [module.context().float(), module.context().double()].contains(&bits.ty()) {
        return Some(bits);
    }
    let is_integer = bits.ty().kind() == TypeKind::LLVMIntegerTypeKind;
    let float = match is_integer.then(|| bits.ty().int_bits())? {
        32 => module.context().float(),
        64 => module.context().double(),
        _ => return None,
    };
    if is_cast(bits) && bits.operands()[0].ty() == float {
        return Some(bits.operands()[0]);
    }
    let becomes = |user: &Value| is_cast(*user) && user.ty() == float;
    if !call.users().iter().any(becomes) {
        return None;
    }
    let build = Builder::ahead_of(module.context(), call);
    Some(build.bitcast(bits, float))
}

/// One call of the function of such numbers.
fn exchange(module: Module, (call, rule): (Value, CarrierRule), number: Value) {
    let symbol = match number.ty() == module.context().float() {
        true => rule.short,
        false => rule.long,
    };
    let build = Builder::ahead_of(module.context(), call);
    build.set_location(Some(call));
    let kept = rule
        .kept
        .map(|_| build.bitcast(before(call, rule), number.ty()));
    let made = in_place(module, call, rule, (number, kept), symbol);
    let bits = build.bitcast(made, call.ty());
    call.replace_all_uses_with(bits);
    call.erase_instruction();
}

/// One call of the function of long numbers, in the place of both.
fn exchange_halves(module: Module, rule: CarrierRule, bits: Value, [low, high]: [Value; 2]) {
    let context = module.context();
    // The earlier of the two is given a part of the bits, and all else that both are given; what it gives may be used before the later one.
    let earlier = match comes_first(low, high) {
        true => low,
        false => high,
    };
    let build = Builder::ahead_of(context, earlier);
    build.set_location(Some(earlier));
    let number = build.bitcast(bits, context.double());
    let kept = rule.kept.and_then(|_| {
        let bits = joined(context, [low, high].map(|half| before(half, rule)))?;
        Some(build.bitcast(bits, context.double()))
    });
    let made = in_place(module, earlier, rule, (number, kept), rule.long);
    let all = build.bitcast(made, context.int(64));
    let upper = build.lshr(all, context.i64(32));
    for (half, bits) in [(low, all), (high, upper)] {
        half.replace_all_uses_with(build.trunc(bits, half.ty()));
    }
    low.erase_instruction();
    high.erase_instruction();
}

/// A call of a function of numbers, and what lanes have that keep another one.
fn in_place(
    module: Module,
    call: Value,
    rule: CarrierRule,
    (number, kept): (Value, Option<Value>),
    symbol: &str,
) -> Value {
    let build = Builder::ahead_of(module.context(), call);
    build.set_location(Some(call));
    let called = |symbol: &str, result: Type, args: &[Value]| {
        let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
        let ty = result.function(&types, false);
        build.call(ty, module.declare(symbol, ty), args, "")
    };
    let mut args = call.call_args();
    args[usize::from(rule.operand)] = number;
    let (Some(asks), Some(kept)) = (rule.kept, kept) else {
        return called(symbol, number.ty(), &args);
    };
    args.remove(usize::from(rule.operand) - 1);
    let made = called(symbol, number.ty(), &args);
    args.remove(usize::from(rule.operand) - 1);
    let word = module.context().int(32);
    let keeps = called(asks, word, &args);
    let keeps = build.icmp(IntPredicate::LLVMIntNE, keeps, word.zero());
    build.select(keeps, kept, made)
}

/// What lanes get that read from none.
fn before(call: Value, rule: CarrierRule) -> Value {
    call.call_args()[usize::from(rule.operand) - 1]
}

/// The 64 bits of which these are the halves, the lower one first; both are constants, or halves of one number.
fn joined(context: Context, [low, high]: [Value; 2]) -> Option<Value> {
    let is_nothing = |half: Value| half == half.ty().poison() || half == half.ty().undef();
    let long = context.int(64);
    if is_nothing(low) && is_nothing(high) {
        return Some(long.poison());
    }
    if let (Some(low), Some(high)) = (low.as_u64(), high.as_u64()) {
        return Some(long.constant_int(low | high << 32));
    }
    let ((bits, first), (same, second)) = (half(low)?, half(high)?);
    (bits == same && first && !second).then_some(bits)
}

/// The 64 bits of which two calls carry the halves in the same way, and whether the first one has the lower half.
fn are_halves(one: Value, other: Value, rule: CarrierRule) -> Option<(Value, bool)> {
    if one.callee() != other.callee() {
        return None;
    }
    let (of_one, of_other) = (one.call_args(), other.call_args());
    let position = usize::from(rule.operand);
    let mut others = (0..of_one.len()).filter(|at| !rule.operands().contains(at));
    if !others.all(|at| of_one[at] == of_other[at]) {
        return None;
    }
    let (bits, first) = half(of_one[position])?;
    let (same, second) = half(of_other[position])?;
    if rule.kept.is_some() {
        let halves = match first {
            true => [one, other],
            false => [other, one],
        };
        joined(one.context(), halves.map(|half| before(half, rule)))?;
    }
    (bits == same && first != second).then_some((bits, first))
}

/// The 64 bits of which a value is one half, and whether it is the lower one.
fn half(value: Value) -> Option<(Value, bool)> {
    if !value.is_instruction() {
        return None;
    }
    match value.opcode() {
        Opcode::LLVMTrunc => {
            let whole = value.operands()[0];
            let shifted = whole.is_instruction() && whole.opcode() == Opcode::LLVMLShr;
            match shifted {
                true if whole.operands()[1].as_u64() == Some(32) => {
                    Some((whole.operands()[0], false))
                }
                true => None,
                false => Some((whole, true)),
            }
            .filter(|(bits, _)| bits.ty().kind() == TypeKind::LLVMIntegerTypeKind)
            .filter(|(bits, _)| bits.ty().int_bits() == 64)
        }
        Opcode::LLVMExtractElement => {
            let [vector, index] = [value.operands()[0], value.operands()[1]];
            let two =
                vector.ty().kind() == TypeKind::LLVMVectorTypeKind && vector.ty().length() == 2;
            let index = index.as_u64().filter(|index| two && *index < 2)?;
            Some((vector, index == 0))
        }
        // Any other: it is no half.
        _ => None,
    }
}

fn comes_first(one: Value, other: Value) -> bool {
    let block = one.block().expect("a call stands in a block");
    let mut insts = block.instructions().into_iter();
    insts.find(|inst| *inst == one || *inst == other) == Some(one)
}

fn is_cast(value: Value) -> bool {
    value.is_instruction() && value.opcode() == Opcode::LLVMBitCast
}

/// Whether 64 bits are those of a number.
fn is_number(bits: Value) -> bool {
    is_cast(bits) && bits.operands()[0].ty().kind() == TypeKind::LLVMDoubleTypeKind
}

/// Whether a half of bits is put together with another one to a number.
fn is_taken_for_number(half: Value, far: u32) -> bool {
    let Some(far) = far.checked_sub(1) else {
        return false;
    };
    half.users().into_iter().any(|user| {
        let is_double = user.ty().kind() == TypeKind::LLVMDoubleTypeKind;
        match user.opcode() {
            Opcode::LLVMBitCast if is_double => true,
            Opcode::LLVMBitCast
            | Opcode::LLVMZExt
            | Opcode::LLVMShl
            | Opcode::LLVMOr
            | Opcode::LLVMInsertElement => is_taken_for_number(user, far),
            // Any other: it is computed with.
            _ => false,
        }
    })
}
