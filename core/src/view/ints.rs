//! Code that reads the `int`s which functions of the C library set beside their results: `errno`, and the `signgam` of `lgamma`.
//!
//! Owns: [`read`], [`may_be_read`], [`Errno`], [`is_place`]. Must not: know who sets them.

use enzyme_llvm_shim::ir::{Module, Value, ValueKind};
use indexmap::{IndexMap, IndexSet};

/// Functions that say where `errno` is: of glibc and musl, BSD and macOS, Solaris, Windows.
const PLACES: [&str; 4] = ["__errno_location", "__error", "___errno", "_errno"];

/// Globals that are such an `int`.
const INTS: [&str; 3] = ["signgam", "__signgam", "errno"];

/// Which of these code reads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Read {
    names: IndexSet<&'static str>,
}

/// How a program comes by `errno`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Errno {
    /// A function of this name gives its address.
    Function(&'static str),
    /// It is the global of this name.
    Global(&'static str),
}

/// Whether a function of this name says where `errno` is.
pub(crate) fn is_place(name: &str) -> bool {
    PLACES.contains(&name)
}

impl Read {
    /// Whether any is read.
    pub(crate) fn any(&self) -> bool {
        !self.names.is_empty()
    }

    /// How the code comes by `errno`, if it does.
    pub(crate) fn errno(&self) -> Option<Errno> {
        let by_function = PLACES.into_iter().find(|name| self.names.contains(name));
        let global = self.names.get("errno").copied().map(Errno::Global);
        by_function.map(Errno::Function).or(global)
    }
}

/// Whether some code of a module reads any of them.
pub(crate) fn may_be_read(module: Module) -> bool {
    !used(module).is_empty()
}

/// Those that are used in a module, and their names.
fn used(module: Module) -> IndexMap<Value, &'static str> {
    let places = PLACES.into_iter().map(|name| (name, module.function(name)));
    let ints = INTS.into_iter().map(|name| (name, module.global(name)));
    let known = places.chain(ints).filter_map(|(name, v)| Some((v?, name)));
    known.filter(|(v, _)| !v.users().is_empty()).collect()
}

/// What some functions, or what they mention, use of these.
pub(crate) fn read(module: Module, functions: &IndexSet<Value>) -> Read {
    let used = used(module);
    let mut names = IndexSet::new();
    let mut seen: IndexSet<Value> = functions.clone();
    let mut next = 0;
    while names.len() < used.len()
        && let Some(value) = seen.get_index(next).copied()
    {
        next += 1;
        let blocks = value.blocks().into_iter();
        let insts = blocks.flat_map(|block| block.instructions());
        for operand in insts.flat_map(|inst| inst.operands()) {
            names.extend(used.get(&operand));
            if operand.kind() == ValueKind::LLVMFunctionValueKind {
                seen.insert(operand);
            }
        }
    }
    Read { names }
}
