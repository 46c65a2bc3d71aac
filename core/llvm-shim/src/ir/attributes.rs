//! Attributes of functions and calls.
//!
//! Owns: [`Attribute`], and how one is made. Must not: know who carries it (`functions.rs`).

use super::{Context, llvm};
use llvm_sys::core::*;
use llvm_sys::prelude::*;

/// A function attribute.
#[derive(Clone, Copy, Debug)]
pub struct Attribute(pub(super) LLVMAttributeRef);

impl Context {
    /// A string attribute.
    pub fn string_attribute(self, key: &str, value: &str) -> Attribute {
        let raw = llvm!(LLVMCreateStringAttribute(
            self.raw(),
            key.as_ptr().cast(),
            key.len() as u32,
            value.as_ptr().cast(),
            value.len() as u32
        ));
        Attribute(raw)
    }

    /// An enum attribute such as `alwaysinline`, `nounwind`, `sret` needs a type instead.
    pub fn enum_attribute(self, name: &str) -> Attribute {
        self.enum_value(name, 0)
    }

    /// Says of a function, or of a call, that it writes memory which the program cannot access, and no other.
    pub fn writes_elsewhere(self) -> Attribute {
        // Two bits a location, of which the second one says that it is written; the second location is memory that is inaccessible
        // (`llvm/Support/ModRef.h`).
        self.enum_value("memory", 0b10 << 2)
    }

    fn enum_value(self, name: &str, value: u64) -> Attribute {
        let kind = llvm!(LLVMGetEnumAttributeKindForName(
            name.as_ptr().cast(),
            name.len()
        ));
        Attribute(llvm!(LLVMCreateEnumAttribute(self.raw(), kind, value)))
    }
}
