//! What kernels beside a kernel are called and given.
//!
//! Owns: their names, what parameters are, and what stands for answers that are only known when derivatives are there. Must not: emit.

use crate::analysis::memory::Spot;
use crate::diag::{Diagnostic, codes};
use crate::frontend::layout::{is_integer, is_pointer, leaves};
use enzyme_llvm_shim::ir::{Module, Type, TypeKind, Value};
use indexmap::IndexSet;

/// A kernel that stands beside another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside {
    Facts,
    Tangent,
    Augmented,
    Reverse,
    /// What is settled behind an augmented launch.
    Settled,
}

impl Beside {
    /// In the order in which the host's run-time library has them.
    pub(crate) const ALL: [Self; 5] = [
        Self::Facts,
        Self::Tangent,
        Self::Augmented,
        Self::Reverse,
        Self::Settled,
    ];

    /// Its name, by that of the kernel. PTX has no full stops in names.
    pub(crate) fn name(self, kernel: &str) -> String {
        let what = match self {
            Self::Facts => "facts",
            Self::Tangent => "tangent",
            Self::Augmented => "augmented",
            Self::Reverse => "reverse",
            Self::Settled => "settled",
        };
        format!("{kernel}__enzyme_rs_{what}")
    }
}

/// Whether a function of this name stands beside a kernel.
pub(crate) fn is_beside(name: &str) -> bool {
    let mut all = Beside::ALL.into_iter();
    all.any(|which| name.ends_with(&which.name("")))
}

/// The name of the kernel that a kernel stands beside, or its own.
pub(super) fn primal_of(name: &str) -> &str {
    let mut all = Beside::ALL.into_iter();
    let of_one = all.find_map(|which| name.strip_suffix(&which.name("")));
    of_one.unwrap_or(name)
}

/// What a parameter of a kernel is. The numbers are those of the facts that the host reads.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Param {
    Integer,
    Pointer,
    Number,
    /// A structure that is handed over as a whole, its numbers with their offsets and bytes, and the offsets of its pointers.
    Record(Type, Vec<(u64, u64)>, Vec<u64>),
}

impl Param {
    /// Whether it has neither numbers nor pointers.
    pub(super) fn is_plain(&self) -> bool {
        match self {
            Self::Integer => true,
            Self::Record(_, numbers, pointers) => numbers.is_empty() && pointers.is_empty(),
            Self::Pointer | Self::Number => false,
        }
    }
}

/// What the analysis of a kernel finds, which knows positions of parameters.
pub(crate) trait Found {
    /// Where numbers lie in the structure that is handed over as a parameter.
    fn numbers(&self, param: usize) -> Vec<Spot>;
    /// Offsets of pointers there, as far as they are known.
    fn addresses(&self, param: usize) -> Vec<i64>;
    /// Whether a parameter is an integer that holds the bits of a number.
    fn is_number(&self, param: usize) -> bool;
}

/// Bytes of the smallest number that is brought back to the host.
const SMALLEST: u64 = 4;

/// Where bytes lie in a type.
fn bytes_of(module: Module, ty: Type) -> IndexSet<u64> {
    let all = leaves(module, ty).into_iter();
    let bytes = all.filter(|leaf| is_integer(leaf.ty) && leaf.ty.int_bits() == 8);
    bytes.map(|leaf| leaf.offset).collect()
}

/// A parameter, counted from 1, from which a kernel takes numbers where its type has integers or bytes: the host does not know of them.
pub(crate) fn hidden_number(module: Module, function: &str, found: &dyn Found) -> Option<usize> {
    let kernel = module.function(kernel_of(function))?;
    let params = params(module, kernel).ok()?;
    let hides = |(index, param): (usize, &Param)| match param {
        Param::Integer => found.is_number(index),
        Param::Record(ty, numbers, _) => {
            let bytes = bytes_of(module, *ty);
            let is_declared = |spot: &Spot| {
                let mut numbers = numbers.iter();
                let is_known = numbers.any(|(offset, _)| spot.may_be_at(*offset as i64));
                // An array that is indexed may be one of bytes; it is none of another type.
                let hides = |at: &u64| {
                    let may_begin = spot.every != 0 && spot.may_be_at(*at as i64);
                    may_begin && (*at..at + SMALLEST).all(|byte| bytes.contains(&byte))
                };
                is_known && !bytes.iter().any(hides)
            };
            !found.numbers(index).iter().all(is_declared)
        }
        Param::Pointer | Param::Number => false,
    };
    let mut all = params.iter().enumerate();
    all.find(|pair| hides(*pair)).map(|(index, _)| index + 1)
}

/// A parameter, counted from 1, from which a kernel takes addresses where the structure has integers or bytes: these have no shadow.
pub(crate) fn hidden_address(module: Module, function: &str, found: &dyn Found) -> Option<usize> {
    let kernel = module.function(kernel_of(function))?;
    let params = params(module, kernel).ok()?;
    let hides = |(index, param): (usize, &Param)| match param {
        Param::Record(_, _, pointers) => {
            let known = |at: &i64| pointers.iter().any(|offset| *offset as i64 == *at);
            !found.addresses(index).iter().all(known)
        }
        // An integer that becomes a pointer leads to no memory that is known.
        Param::Integer | Param::Pointer | Param::Number => false,
    };
    let mut all = params.iter().enumerate();
    all.find(|pair| hides(*pair)).map(|(index, _)| index + 1)
}

/// The name of the kernel that a function is, or whose body it is.
pub(crate) fn kernel_of(function: &str) -> &str {
    function.strip_suffix(BODY).unwrap_or(function)
}

/// What stands behind the name of a kernel in that of a function which takes generic pointers.
pub(super) const BODY: &str = ".body";

/// The name of the function that does what a kernel does, and takes generic pointers, if the kernel does not.
pub(super) fn body(kernel: Value) -> String {
    format!("{}{BODY}", kernel.name())
}

/// What stands for the answer what kind of scalars a parameter of a function points to, or a pointer at an offset of it.
pub(super) fn pointee(function: &str, param: usize, offset: Option<u64>) -> String {
    let offset = offset.map_or_else(|| "itself".to_owned(), |offset| offset.to_string());
    format!("{POINTEE}{param}.{offset}.{function}")
}

/// What stands for the answer whether a function writes more than integers behind a parameter.
pub(super) fn written(function: &str, param: usize) -> String {
    format!("{WRITTEN}{param}.{function}")
}

/// What stands for the answer whether threads of a kernel keep more than the hook says.
pub(super) fn keeps_more(kernel: &str) -> String {
    format!("{KEEPS_MORE}{kernel}")
}

/// What stands for the answer what is settled behind the launches of a kernel ([`SETTLED`], [`WITHOUT_TANGENT`]).
pub(super) fn settles(kernel: &str) -> String {
    format!("enzyme_rs_grid_settles.{kernel}")
}

/// A thread keeps more that lies together, or such that is spread: bits of the answer whether it keeps more.
pub(super) const TOGETHER: u64 = 1;
pub(super) const SPREAD: u64 = 2;

/// Which of a thread's numbers are the largest or the smallest behind an augmented launch is settled by another one.
pub(super) const SETTLED: u64 = 1;

/// The kernel has no tangent.
pub(super) const WITHOUT_TANGENT: u64 = 2;

/// What stands for the answer how many times the bytes of a launch its derivatives need of memory whose size the launch says.
pub(super) fn shares(kernel: &str) -> String {
    format!("enzyme_rs_grid_shares.{kernel}")
}

/// What stands for the answer whether derivatives of a kernel are handed memory of the device for shadows of shared memory ([`HANDED`], [`FORWARD_TOO`]).
pub(super) fn shadows(kernel: &str) -> String {
    format!("enzyme_rs_grid_shadows.{kernel}")
}

/// What stands for the answer how many bytes of that they use for each block, but for those whose number the launch says.
pub(super) fn shadow_bytes(kernel: &str) -> String {
    format!("enzyme_rs_grid_shadow_bytes.{kernel}")
}

/// Derivatives are handed such memory; and the augmented one uses it as well.
pub(super) const HANDED: u64 = 1;
pub(super) const FORWARD_TOO: u64 = 2;

/// How many times the bytes of a launch derivatives need of memory whose size the launch says: as many as the kernel, for nothing there has a shadow; twice as many; as many,
/// and as many of memory of the device.
pub(super) const AS_MUCH: u64 = 1;
pub(super) const TWICE: u64 = 2;
pub(super) const ON_DEVICE: u64 = 3;

/// How names begin that stand for whether threads keep more.
pub(super) const KEEPS_MORE: &str = "enzyme_rs_grid_keeps_more.";

/// How names begin that stand for what is pointed to.
pub(super) const POINTEE: &str = "enzyme_rs_grid_pointee.";

/// How names begin that stand for what is written.
pub(super) const WRITTEN: &str = "enzyme_rs_grid_written.";

/// How structures are passed to kernels, by the names of attributes.
pub(super) const BY_VALUE: [&str; 2] = ["byval", "byref"];

pub(super) fn params(module: Module, kernel: Value) -> Result<Vec<Param>, Diagnostic> {
    let all = kernel.params().into_iter().zip(0u32..);
    all.map(|(param, index)| {
        let by_value = BY_VALUE.iter();
        let record = by_value.filter_map(|name| kernel.param_type_attribute(index, name));
        match (record.into_iter().next(), param.ty().kind()) {
            (Some(ty), _) => {
                let all = leaves(module, ty);
                let numbers = all.iter().filter(|leaf| is_number(leaf.ty));
                let numbers = numbers.map(|leaf| (leaf.offset, module.alloc_size(leaf.ty)));
                let pointers = all.iter().filter(|leaf| is_pointer(leaf.ty));
                let pointers = pointers.map(|leaf| leaf.offset);
                Ok(Param::Record(ty, numbers.collect(), pointers.collect()))
            }
            (None, TypeKind::LLVMPointerTypeKind) => Ok(Param::Pointer),
            (None, TypeKind::LLVMIntegerTypeKind) => Ok(Param::Integer),
            (None, _) if is_number(param.ty()) => Ok(Param::Number),
            (None, _) => Err(unknown(kernel, param)),
        }
    })
    .collect()
}

pub(super) fn is_number(ty: Type) -> bool {
    matches!(
        ty.kind(),
        TypeKind::LLVMFloatTypeKind | TypeKind::LLVMDoubleTypeKind
    )
}

fn unknown(kernel: Value, param: Value) -> Diagnostic {
    let ty = param.ty().print();
    Diagnostic::new(
        codes::HOOK_ARGUMENTS,
        format!("a parameter of the kernel is of type {ty}, which its derivatives do not take"),
    )
    .at(kernel, None)
    .help("hand over numbers of float or double, integers, pointers, and structures of these")
}
