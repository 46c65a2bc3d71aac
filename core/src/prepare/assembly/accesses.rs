//! Loads and stores of devices that are written as inline assembly, as those of LLVM.
//!
//! ```text
//! ld.global.cg.f64 $0, [$1];               v = *p
//! ld.global.cs.v2.f32 {$0,$1}, [$2];       v = p[0], p[1]
//! st.global.wt.f64 [$0], $1;               *p = v
//! ```
//!
//! What they say of caches changes no value. Only types whose register has their size are taken: others are extended or cut off.
//!
//! Owns: how such text is read. Must not: know which instructions there are (`enzyme_rules::Assembly` says that).

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Type, TypeKind, Value};
use enzyme_rules::{Assembly, AssemblyMeaning};

/// Puts instructions in the place of a call of known assembly; says whether it was one.
pub(super) fn replace(module: Module, call: Value, (text, known): (&str, &[Assembly])) -> bool {
    let Some(read) = Text::of(text, known) else {
        return false;
    };
    let build = Builder::ahead_of(module.context(), call);
    build.set_location(Some(call));
    let done = match read.what {
        AssemblyMeaning::Loads => read.load(module, &build, call),
        AssemblyMeaning::Stores => read.store(module, &build, call),
        AssemblyMeaning::Nothing => call.users().is_empty().then_some(()),
    };
    if done.is_some() {
        call.erase_instruction();
    }
    done.is_some()
}

/// One instruction.
struct Text<'t> {
    what: AssemblyMeaning,
    /// How many values it moves.
    count: u32,
    /// The type of each, as the machine calls it.
    of: &'t str,
    operands: String,
}

impl<'t> Text<'t> {
    fn of(text: &'t str, known: &[Assembly]) -> Option<Self> {
        let one = text.trim().strip_suffix(';').unwrap_or(text);
        if one.contains(';') {
            return None;
        }
        let (name, operands) = one.split_once(char::is_whitespace)?;
        let mut known = known.iter();
        let (what, types) = known.find_map(|known| {
            let types = name.strip_prefix(known.name)?.strip_prefix('.')?;
            Some((known.what, types))
        })?;
        let (count, of) = match types.split_once('.') {
            Some(("v2", of)) => (2, of),
            Some(("v4", of)) => (4, of),
            Some(_) => return None,
            None => (1, types),
        };
        let operands = operands.split_whitespace().collect();
        Some(Self {
            what,
            count,
            of,
            operands,
        })
    }

    /// The operands in their places, where the first one of values stands for so many.
    fn values(&self, first: u32) -> String {
        let all: Vec<String> = (first..first + self.count)
            .map(|at| format!("${at}"))
            .collect();
        match self.count {
            1 => all.concat(),
            _ => format!("{{{}}}", all.join(",")),
        }
    }

    fn load(&self, module: Module, build: &Builder, call: Value) -> Option<()> {
        let [pointer] = call.call_args()[..] else {
            return None;
        };
        let ty = call.ty();
        let parts = match self.count {
            1 => vec![ty],
            _ if ty.kind() == TypeKind::LLVMStructTypeKind => ty.fields(),
            _ => return None,
        };
        let fits =
            parts.len() == self.count as usize && parts.iter().all(|part| self.is_type(*part));
        let expected = format!("{},[${}]", self.values(0), self.count);
        if !fits || !is_pointer(pointer) || self.operands != expected {
            return None;
        }
        let mut result = ty.poison();
        for at in 0..self.count {
            let place = self.place(module, build, (pointer, parts[0]), at);
            let value = build.load(parts[0], place, "");
            result = match self.count {
                1 => value,
                _ => build.insert_value(result, value, at),
            };
        }
        call.replace_all_uses_with(result);
        Some(())
    }

    fn store(&self, module: Module, build: &Builder, call: Value) -> Option<()> {
        let args = call.call_args();
        let (pointer, values) = args.split_first()?;
        let fits = values.len() == self.count as usize
            && values
                .iter()
                .all(|value| self.is_type(value.ty()) && value.ty() == values[0].ty());
        let expected = format!("[$0],{}", self.values(1));
        if !fits || !is_pointer(*pointer) || self.operands != expected {
            return None;
        }
        for (at, value) in values.iter().enumerate() {
            let place = self.place(module, build, (*pointer, value.ty()), at as u32);
            build.store(*value, place);
        }
        Some(())
    }

    fn place(
        &self,
        module: Module,
        build: &Builder,
        (pointer, ty): (Value, Type),
        at: u32,
    ) -> Value {
        let index = module.context().i64(i64::from(at));
        match at {
            0 => pointer,
            _ => build.element_ptr(ty, pointer, index, ""),
        }
    }

    /// Whether a register of LLVM's type holds exactly what the machine's type is.
    fn is_type(&self, ty: Type) -> bool {
        match ty.kind() {
            TypeKind::LLVMFloatTypeKind => self.of == "f32",
            TypeKind::LLVMDoubleTypeKind => self.of == "f64",
            TypeKind::LLVMIntegerTypeKind => {
                let bits = ["s", "u", "b"]
                    .iter()
                    .find_map(|sort| self.of.strip_prefix(sort));
                bits.is_some_and(|bits| bits == ty.int_bits().to_string())
            }
            // Any other: no instruction gives it.
            _ => false,
        }
    }
}

fn is_pointer(value: Value) -> bool {
    value.ty().kind() == TypeKind::LLVMPointerTypeKind
}
