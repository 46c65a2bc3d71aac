//! Types of the source, as debug information has them.
//!
//! Owns: reading them. Must not: know LLVM's own types.

use super::{Value, llvm};
use crate::ffi;
use llvm_sys::prelude::LLVMMetadataRef;
use std::ffi::CStr;

/// A type of the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SourceType(LLVMMetadataRef);

/// What a type of the source is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Nobody says, or more than one thing (a union).
    Unknown,
    /// A number with derivatives.
    Float,
    /// Two of them.
    Complex,
    /// An integer, or its like.
    Other,
    /// A pointer or reference, and what it leads to, if that is known.
    Pointer(Option<SourceType>),
    /// A structure or class: its members, those of a base as one.
    Record(Vec<Member>),
    /// An array: its elements, and how many; 0 if debug information does not say.
    Array(Option<SourceType>, u64),
}

/// A member of a structure or class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// How many bytes of the structure lie before it.
    pub offset: u64,
    /// What lies there.
    pub ty: SourceType,
    /// How it is called; empty for a base.
    pub name: String,
}

impl SourceType {
    fn new(raw: LLVMMetadataRef) -> Option<Self> {
        (!raw.is_null()).then_some(Self(raw))
    }

    fn told(self) -> ffi::EzSourceType {
        llvm!(ffi::ez_source_type(self.0))
    }

    /// How many bytes it takes; 0 if that is not known.
    pub fn bytes(self) -> u64 {
        self.told().bytes
    }

    /// Whether it is a reference, which leads to one value.
    pub fn is_reference(self) -> bool {
        llvm!(ffi::ez_is_source_reference(self.0)) != 0
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        let told = self.told();
        match told.kind {
            1 => Kind::Float,
            2 => Kind::Complex,
            3 => Kind::Other,
            4 => Kind::Pointer(Self::new(told.base)),
            5 => Kind::Record(self.members(told.members)),
            6 => Kind::Array(Self::new(told.base), told.count),
            _ => Kind::Unknown,
        }
    }

    fn members(self, count: u32) -> Vec<Member> {
        let member = |index| {
            let told = llvm!(ffi::ez_source_member(self.0, index));
            let ty = Self::new(told.ty)?;
            // SAFETY: debug information, which the module holds, has the name, with a zero byte behind it.
            let name = unsafe { CStr::from_ptr(told.name) };
            Some(Member {
                offset: told.offset,
                ty,
                name: name.to_string_lossy().into_owned(),
            })
        };
        (0..count).filter_map(member).collect()
    }
}

impl Value {
    /// The type in the source of a parameter of this function; nothing without debug information, or where parameters are not those of
    /// the source. What is passed by reference without saying so (Fortran, large structures) has the type of what is behind the pointer.
    pub fn parameter_source_type(self, index: u32) -> Option<SourceType> {
        SourceType::new(llvm!(ffi::ez_parameter_type(self.raw(), index)))
    }
}
