//! Alias scopes: which accesses of a function never meet.
//!
//! Owns: making scopes and lists of them, tagging accesses with them. Must not: know why two accesses
//! never meet.

use super::*;
use crate::ffi;

/// A set of accesses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scope(LLVMMetadataRef);

/// Several scopes, as accesses name them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScopeList(LLVMMetadataRef);

impl Context {
    /// New scopes in a domain of their own.
    pub fn alias_scopes(self, domain: &str, names: &[String]) -> Vec<Scope> {
        let domain = c_string(domain);
        let names: Vec<CString> = names.iter().map(|name| c_string(name)).collect();
        let raw: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
        let mut made = vec![std::ptr::null_mut(); raw.len()];
        let (data, n) = (raw.as_ptr(), raw.len() as u32);
        llvm!(ffi::ez_alias_scopes(
            self.0,
            domain.as_ptr(),
            data,
            n,
            made.as_mut_ptr()
        ));
        made.into_iter().map(Scope).collect()
    }

    /// A list of scopes.
    pub fn scope_list(self, scopes: &[Scope]) -> ScopeList {
        let mut raw: Vec<_> = scopes.iter().map(|scope| scope.0).collect();
        ScopeList(llvm!(LLVMMDNodeInContext2(
            self.0,
            raw.as_mut_ptr(),
            raw.len()
        )))
    }

    /// A list of scopes as the operand of a call.
    pub fn scope_operand(self, list: ScopeList) -> Value {
        Value(llvm!(LLVMMetadataAsValue(self.0, list.0)))
    }
}

impl Value {
    /// Says which scopes an access belongs to, all of them, and those whose accesses it never meets.
    pub fn set_scopes(self, of: ScopeList, apart_from: Option<ScopeList>) {
        self.set_scope_list("alias.scope", of);
        if let Some(list) = apart_from {
            self.set_scope_list("noalias", list);
        }
    }

    fn set_scope_list(self, kind: &str, list: ScopeList) {
        let context = Context(llvm!(LLVMGetTypeContext(LLVMTypeOf(self.0))));
        let id = llvm!(LLVMGetMDKindIDInContext(
            context.0,
            kind.as_ptr().cast(),
            kind.len() as u32
        ));
        llvm!(LLVMSetMetadata(self.0, id, context.scope_operand(list).0));
    }
}
