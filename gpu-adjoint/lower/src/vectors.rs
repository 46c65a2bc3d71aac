//! Inline assembly that loads or stores several numbers, as CUDA's headers have it: loads and stores, which are atomic together where they say `relaxed`.
//!
//! Owns: how its text is read, and the accesses. Must not: take one for less than it is.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Type, TypeKind, Value};

/// Words of names that say more than which memory and which cache, and are not known.
const ORDERED: [&str; 4] = ["acquire", "release", "volatile", "mmio"];

/// An access of several numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    stores: bool,
    /// Whether it is atomic, and orders nothing.
    relaxed: bool,
    /// How many.
    lanes: u32,
    /// Bits of each.
    bits: u32,
}

/// What a text stands for; nothing if it is none of these.
pub(crate) fn access(text: &str) -> Option<Access> {
    let (name, operands) = text.trim().split_once(char::is_whitespace)?;
    let mut parts = name.split('.');
    let stores = match parts.next()? {
        "ld" => false,
        "st" => true,
        _ => return None,
    };
    let rest: Vec<&str> = parts.collect();
    let [.., lanes, ty] = rest.as_slice() else {
        return None;
    };
    let lanes = match *lanes {
        "v2" => 2,
        "v4" => 4,
        _ => return None,
    };
    if rest.iter().any(|part| ORDERED.contains(part)) {
        return None;
    }
    let relaxed = rest.contains(&"relaxed");
    let bits = ty.get(1..)?.parse().ok()?;
    let operands: String = operands.split_whitespace().collect();
    let access = Access {
        stores,
        relaxed,
        lanes,
        bits,
    };
    (operands == written(stores, lanes)).then_some(access)
}

/// The operands, without blanks.
fn written(stores: bool, lanes: u32) -> String {
    let first = u32::from(stores);
    let numbers: Vec<String> = (first..first + lanes).map(|n| format!("${n}")).collect();
    let numbers = numbers.join(",");
    match stores {
        true => format!("[$0],{{{numbers}}};"),
        false => format!("{{{numbers}}},[${lanes}];"),
    }
}

fn bits(ty: Type) -> u32 {
    match ty.kind() {
        TypeKind::LLVMIntegerTypeKind => ty.int_bits(),
        TypeKind::LLVMFloatTypeKind => 32,
        TypeKind::LLVMDoubleTypeKind => 64,
        _ => 0,
    }
}

/// Puts loads or stores in the place of a call; whether its numbers have the sizes that the text says.
pub(crate) fn replace(module: Module, call: Value, access: Access) -> bool {
    let arguments = call.call_args();
    let types = match access.stores {
        true => arguments[1..].iter().map(|value| value.ty()).collect(),
        false => call.ty().fields(),
    };
    if types.len() != access.lanes as usize || types.iter().any(|ty| bits(*ty) != access.bits) {
        return false;
    }
    let context = module.context();
    let build = Builder::ahead_of(context, call);
    let Some(address) = (if access.stores {
        arguments.first()
    } else {
        arguments.last()
    }) else {
        return false;
    };
    let base = match address.ty().kind() {
        TypeKind::LLVMPointerTypeKind => *address,
        _ => build.inttoptr(*address, context.pointer()),
    };
    // What is atomic goes through memory of the thread's own.
    let memory = access
        .relaxed
        .then(|| own(module, call, types[0], access.lanes));
    let from = memory.unwrap_or(base);
    let place = |lane: usize| build.element_ptr(types[lane], from, context.i64(lane as i64), "");
    if access.stores {
        for (lane, value) in arguments[1..].iter().enumerate() {
            build.store(*value, place(lane));
        }
    }
    if let Some(memory) = memory {
        wide(module, &build, access, base, memory);
    }
    if !access.stores {
        let mut all = call.ty().poison();
        for (lane, ty) in types.iter().enumerate() {
            all = build.insert_value(all, build.load(*ty, place(lane), ""), lane as u32);
        }
        call.replace_all_uses_with(all);
    }
    call.erase_instruction();
    true
}

/// Memory for the numbers at the begin of the function.
fn own(module: Module, call: Value, ty: Type, lanes: u32) -> Value {
    let function = call.block().map(|block| block.function());
    let entry = function.and_then(|f| f.blocks().first().copied());
    let first = entry.and_then(|block| block.first_non_phi());
    let build = Builder::ahead_of(module.context(), first.unwrap_or(call));
    build.alloca(ty.array(u64::from(lanes)), "numbers")
}

/// An atomic access of all numbers, by the emulator.
fn wide(module: Module, build: &Builder, access: Access, address: Value, memory: Value) {
    let context = module.context();
    let pointer = context.pointer();
    let ty = context
        .void()
        .function(&[pointer, pointer, context.int(64)], false);
    let name = match access.stores {
        true => "enzyme_rs_emulator_wide_store",
        false => "enzyme_rs_emulator_wide_load",
    };
    let bytes = context.i64(i64::from(access.lanes * access.bits / 8));
    build.call(ty, module.declare(name, ty), &[address, memory, bytes], "");
}

#[cfg(test)]
mod tests {
    use super::{Access, access};

    #[test]
    fn several_numbers_are_loaded_or_stored() {
        let found = |stores, lanes, bits| {
            Some(Access {
                stores,
                relaxed: false,
                lanes,
                bits,
            })
        };
        let relaxed = access("ld.relaxed.gpu.v2.u64 {$0, $1}, [$2];");
        assert!(relaxed.is_some_and(|found| found.relaxed));
        let cases = [
            ("ld.global.nc.v2.u64 {$0, $1}, [$2];", found(false, 2, 64)),
            ("ld.cg.v4.u32 {$0, $1, $2, $3}, [$4];", found(false, 4, 32)),
            ("st.global.cs.v2.f32 [$0], {$1, $2};", found(true, 2, 32)),
            ("ld.acquire.gpu.v2.u64 {$0, $1}, [$2];", None),
            ("ld.global.nc.v2.u64 {$1, $0}, [$2];", None),
            ("ld.global.nc.u64 $0, [$1];", None),
        ];
        for (text, expected) in cases {
            assert_eq!(access(text), expected, "{text}");
        }
    }
}
