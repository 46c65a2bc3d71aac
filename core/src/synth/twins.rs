//! Names of globals that are the shadows of other globals.
//!
//! Owns: [`Twins`], and that derivatives of globals start at zero. Must not: make the globals.

use super::grid::{self, is_of_block};
use super::sized;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Value};
use enzyme_rules::{GridRule, Registry};
use indexmap::IndexSet;

/// Names of the globals that are shadows of others, in one wave of derivatives. A derivative of a derivative uses others than the inner
/// one, whose shadows are data to it.
#[derive(Clone, Debug)]
pub(crate) struct Twins {
    suffix: String,
}

impl Twins {
    /// Names that no earlier wave took, in this module or in one that was linked into it.
    pub(crate) fn fresh(module: Module) -> Self {
        let names: Vec<String> = module.globals().into_iter().map(Value::name).collect();
        let free = |suffix: &String| !names.iter().any(|name| name.contains(suffix.as_str()));
        let first = std::iter::once(".shadow".to_owned());
        let mut suffixes = first.chain((2..).map(|wave| format!(".shadow{wave}")));
        Self {
            suffix: suffixes.find(free).expect("numbers do not end"),
        }
    }

    /// Name of the global that is another's shadow in a direction.
    pub(crate) fn name(&self, global: &str, direction: u32) -> String {
        match direction {
            0 => format!("{global}{}", self.suffix),
            _ => format!("{global}{}.{direction}", self.suffix),
        }
    }

    /// The shadows of a global in so many directions, if derivatives use any.
    pub(crate) fn made(&self, module: Module, global: &str, width: u32) -> Vec<Value> {
        let names = (0..width).map(|direction| self.name(global, direction));
        names.filter_map(|twin| module.global(&twin)).collect()
    }

    /// Whether threads have copies of a global, whose shadows derivatives find by that of the global.
    pub(crate) fn is_copied(
        &self,
        (module, registry): (Module, &Registry),
        global: &str,
        width: u32,
    ) -> bool {
        let entries = registry.entries().iter();
        let finders = entries.filter_map(|entry| entry.what.copied());
        let finders: IndexSet<&str> = finders.map(|(_, shadow)| shadow).collect();
        let finds = |user: Value| {
            let callee = user.callee().filter(|_| user.opcode() == Opcode::LLVMCall);
            callee.is_some_and(|callee| finders.contains(callee.name().as_str()))
        };
        let mut twins = self.made(module, global, width).into_iter();
        twins.any(|twin| twin.users().into_iter().any(finds))
    }

    /// Clears the shadows of some globals in front of the call of a derivative: what an earlier call left there is none of its business.
    pub(crate) fn clear<'a>(
        &self,
        module: Module,
        call: Value,
        globals: impl Iterator<Item = &'a String>,
        width: u32,
        grid: Option<&GridRule>,
    ) {
        let build = Builder::ahead_of(module.context(), call);
        for name in globals {
            let of = module.global(name);
            let of = of.filter(|of| sized::is_sized_by_launch(*of, grid));
            for twin in self.made(module, name, width) {
                let bytes = match of {
                    Some(_) => sized::bytes(module, &build),
                    None => {
                        let bytes = module.alloc_size(twin.global_value_type());
                        module.context().i64(bytes as i64)
                    }
                };
                if is_of_block(twin, grid) {
                    grid::clear(module, &build, twin, bytes);
                } else {
                    build.zero_memory(twin, bytes);
                }
            }
        }
    }
}
