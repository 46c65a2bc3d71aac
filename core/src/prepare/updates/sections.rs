//! Sections.
//!
//! Owns: the calls that begin and end a section, and casts of what is in one. Must not: decide what is put into one.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value};
use enzyme_rules::{Peers, Registry};

/// How sections are begun and ended.
pub(super) struct Sections<'a> {
    pub(super) module: Module,
    pub(super) registry: &'a Registry,
    pub(super) rule: Peers,
}

impl Sections<'_> {
    pub(super) fn begin(&self, build: &Builder, address: Value) {
        self.call(build, self.rule.update, address);
    }

    pub(super) fn end(&self, build: &Builder, address: Value) {
        self.call(build, self.rule.end_update, address);
    }

    fn call(&self, build: &Builder, symbol: &str, address: Value) {
        let context = self.module.context();
        let ty = context.void().function(&[context.pointer()], false);
        build.call(ty, self.module.declare(symbol, ty), &[address], "");
    }
}

pub(super) fn instructions(function: Value) -> Vec<Value> {
    let blocks = function.blocks().into_iter();
    blocks.flat_map(|block| block.instructions()).collect()
}

/// The same bits as another type of the same size.
pub(super) fn as_type(build: &Builder, value: Value, ty: Type) -> Value {
    match value.ty() == ty {
        true => value,
        false => build.cast(Opcode::LLVMBitCast, value, ty),
    }
}

pub(super) fn is_number(ty: Type) -> bool {
    matches!(
        ty.kind(),
        TypeKind::LLVMFloatTypeKind | TypeKind::LLVMDoubleTypeKind
    )
}
