//! Names of globals that are the shadows of other globals.
//!
//! Owns: [`Twins`]. Must not: make the globals.

use enzyme_llvm_shim::ir::{Module, Value};

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
}
