//! Sections, and the numbers in them.
//!
//! Owns: the calls that begin and end a section, and what is a number where code has its bits. Must not: decide what is put into one.

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

/// The type of a number, which may come as its bits.
pub(super) fn number(value: Value) -> Option<Type> {
    if is_number(value.ty()) {
        return Some(value.ty());
    }
    let cast = value.is_instruction() && value.opcode() == Opcode::LLVMBitCast;
    let from = value.operand(0).filter(|_| cast)?.ty();
    is_number(from).then_some(from)
}

/// The type of the number that bits are used as.
pub(super) fn number_of_uses(bits: Value) -> Option<Type> {
    let casts = bits.users().into_iter();
    let casts = casts.filter(|user| user.opcode() == Opcode::LLVMBitCast);
    let mut types = casts.map(|cast| cast.ty());
    types.find(|ty| is_number(*ty))
}
