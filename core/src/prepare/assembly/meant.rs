//! Inline assembly of devices of which a pack knows the meaning, as instructions and calls.
//!
//! Owns: what takes its place, if its operands have the types that the text says. Must not: read a text (`enzyme_rules::GridRule::assembly` does).

use crate::frontend::type_of;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Type, TypeKind, Value};
use enzyme_rules::{AssemblyMeaning, AssemblyNumber, AssemblyValues};

/// Puts instructions in the place of a call of known assembly; says whether it could.
pub(super) fn replace(module: Module, call: Value, meaning: AssemblyMeaning) -> bool {
    let build = Builder::ahead_of(module.context(), call);
    build.set_location(Some(call));
    let meant = Meant {
        module,
        build: &build,
        call,
    };
    let done = match meaning {
        AssemblyMeaning::Loads(values) => meant.load(values),
        AssemblyMeaning::Stores(values) => meant.store(values),
        AssemblyMeaning::Function {
            symbol,
            number,
            operands,
        } => meant.call(symbol, number, operands),
        AssemblyMeaning::Refused(name) => meant.refused(name),
        AssemblyMeaning::Nothing => call.users().is_empty().then_some(()),
        // The module has an instruction for it since it was opened.
        AssemblyMeaning::Update(_) => None,
    };
    if done.is_some() {
        call.erase_instruction();
    }
    done.is_some()
}

struct Meant<'a> {
    module: Module,
    build: &'a Builder,
    call: Value,
}

impl Meant<'_> {
    fn load(&self, AssemblyValues { count, number }: AssemblyValues) -> Option<()> {
        let [pointer] = self.call.call_args()[..] else {
            return None;
        };
        let ty = self.call.ty();
        let parts = match count {
            1 => vec![ty],
            _ if ty.kind() == TypeKind::LLVMStructTypeKind => ty.fields(),
            _ => return None,
        };
        let number = type_of(self.module, number);
        let fits = parts.len() == count as usize && parts.iter().all(|part| *part == number);
        if !fits || !is_pointer(pointer) {
            return None;
        }
        let mut result = ty.poison();
        for at in 0..count {
            let value = self.build.load(number, self.place(pointer, number, at), "");
            result = match count {
                1 => value,
                _ => self.build.insert_value(result, value, at),
            };
        }
        self.call.replace_all_uses_with(result);
        Some(())
    }

    fn store(&self, AssemblyValues { count, number }: AssemblyValues) -> Option<()> {
        let args = self.call.call_args();
        let (pointer, values) = args.split_first()?;
        let number = type_of(self.module, number);
        let fits = values.len() == count as usize && values.iter().all(|v| v.ty() == number);
        if !fits || !is_pointer(*pointer) {
            return None;
        }
        for (at, value) in (0..).zip(values) {
            self.build.store(*value, self.place(*pointer, number, at));
        }
        Some(())
    }

    fn call(&self, symbol: &str, number: AssemblyNumber, operands: &[u8]) -> Option<()> {
        let given = self.call.call_args();
        let args = operands
            .iter()
            .map(|at| given.get(usize::from(*at)).copied());
        let args = args.collect::<Option<Vec<Value>>>()?;
        let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
        let number = type_of(self.module, number);
        if self.call.ty() != number || !types.contains(&number) {
            return None;
        }
        let ty = number.function(&types, false);
        let callee = self.module.declare(symbol, ty);
        callee.add_function_attribute(self.module.context().enum_attribute("convergent"));
        let result = self.build.call(ty, callee, &args, "");
        self.call.replace_all_uses_with(result);
        Some(())
    }

    /// A call of nothing that could be run: what calls it is refused by its name.
    fn refused(&self, name: &str) -> Option<()> {
        let args = self.call.call_args();
        let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
        let ty = self.call.ty().function(&types, false);
        let result = self
            .build
            .call(ty, self.module.declare(name, ty), &args, "");
        if !self.call.users().is_empty() {
            self.call.replace_all_uses_with(result);
        }
        Some(())
    }

    fn place(&self, pointer: Value, ty: Type, at: u32) -> Value {
        let index = self.module.context().i64(i64::from(at));
        match at {
            0 => pointer,
            _ => self.build.element_ptr(ty, pointer, index, ""),
        }
    }
}

fn is_pointer(value: Value) -> bool {
    value.ty().kind() == TypeKind::LLVMPointerTypeKind
}
