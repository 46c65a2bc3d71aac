//! Globals that are added to a module: variables, texts, tables.
//!
//! Owns: making them. Must not: know what they are for.

use super::{Module, Type, Value, c_string, llvm};
use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

impl Module {
    /// Adds a global variable without initializer.
    pub fn add_global(self, name: &str, ty: Type) -> Value {
        let name = c_string(name);
        Value(llvm!(LLVMAddGlobal(self.0, ty.0, name.as_ptr())))
    }

    /// The same in an address space.
    pub fn add_global_in(self, name: &str, ty: Type, space: u32) -> Value {
        let name = c_string(name);
        Value(llvm!(LLVMAddGlobalInAddressSpace(
            self.0,
            ty.0,
            name.as_ptr(),
            space
        )))
    }

    /// Address of a constant text that ends with a zero byte, as a generic pointer.
    pub fn text(self, name: &str, text: &str) -> Value {
        let text = c_string(text);
        let bytes = text.as_bytes().len();
        let data = Value(llvm!(LLVMConstStringInContext2(
            self.context().0,
            text.as_ptr(),
            bytes,
            0
        )));
        let global = self.add_global(name, data.ty());
        global.set_initializer(data);
        llvm!(LLVMSetLinkage(global.0, LLVMLinkage::LLVMPrivateLinkage));
        llvm!(LLVMSetGlobalConstant(global.0, 1));
        llvm!(LLVMSetUnnamedAddress(
            global.0,
            llvm_sys::LLVMUnnamedAddr::LLVMGlobalUnnamedAddr
        ));
        let generic = self.context().pointer();
        match global.ty() == generic {
            true => global,
            false => Value(llvm!(LLVMConstAddrSpaceCast(global.0, generic.0))),
        }
    }

    /// Address of a constant structure of these constants, local to the module.
    pub fn constant_record(self, name: &str, fields: &[Value]) -> Value {
        let mut raw: Vec<LLVMValueRef> = fields.iter().map(|field| field.0).collect();
        let (data, n) = (raw.as_mut_ptr(), raw.len() as u32);
        let record = Value(llvm!(LLVMConstStructInContext(
            self.context().0,
            data,
            n,
            0
        )));
        let global = self.add_global(name, record.ty());
        global.set_initializer(record);
        llvm!(LLVMSetLinkage(global.0, LLVMLinkage::LLVMInternalLinkage));
        llvm!(LLVMSetGlobalConstant(global.0, 1));
        global
    }

    /// Another constant global of a global's type and place: in its section, and kept where that is kept.
    pub fn add_global_beside(self, other: Value, name: &str, initializer: Value) -> Value {
        let global = self.add_global(name, initializer.ty());
        global.set_initializer(initializer);
        llvm!({
            LLVMSetSection(global.0, LLVMGetSection(other.0));
            LLVMSetLinkage(global.0, LLVMGetLinkage(other.0));
            LLVMSetAlignment(global.0, LLVMGetAlignment(other.0));
            LLVMSetGlobalConstant(global.0, 1);
        });
        global
    }

    /// Address of a constant array of addresses, by its name: the same for the same name.
    pub fn table(self, name: &str, entries: &[Value]) -> Value {
        if let Some(made) = self.global(name) {
            return made;
        }
        let mut raw: Vec<_> = entries.iter().map(|entry| entry.0).collect();
        let data = Value(llvm!(LLVMConstArray2(
            self.context().pointer().0,
            raw.as_mut_ptr(),
            raw.len() as u64
        )));
        let global = self.add_global(name, data.ty());
        global.set_initializer(data);
        llvm!(LLVMSetLinkage(global.0, LLVMLinkage::LLVMPrivateLinkage));
        llvm!(LLVMSetGlobalConstant(global.0, 1));
        global
    }
}
