//! `Copy` handles over LLVM values, types and blocks.
//!
//! Owns: reading and local editing of IR; `functions`, `globals` and `instructions` have what only those
//! have, `scopes` has alias scopes, `attributes` attributes, `source_types` types of the source. Must not: emit instructions (see [`crate::builder`]).

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use llvm_sys::{LLVMLinkage, LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use std::ffi::CString;

mod attributes;
mod functions;
mod globals;
mod instructions;
mod scopes;
mod source_types;

/// Calls LLVM's C API.
macro_rules! llvm {
    ($call:expr) => {{
        // SAFETY: every handle comes from the live module of this run (see the crate's invariant),
        // and pointers passed along point into buffers that outlive the call.
        #[allow(unused_unsafe, reason = "one macro for nested calls")]
        unsafe {
            $call
        }
    }};
}
pub use attributes::Attribute;
pub(crate) use llvm;
pub use scopes::{Scope, ScopeList};
pub use source_types::{Kind as SourceKind, Member as SourceMember, SourceType};

/// A C string without interior NULs; anything after a NUL is dropped.
pub(crate) fn c_string(text: &str) -> CString {
    let clean: String = text.chars().take_while(|c| *c != '\0').collect();
    CString::new(clean).unwrap_or_default()
}

fn from_raw_text(data: *const std::ffi::c_char, length: usize) -> String {
    if data.is_null() {
        return String::new();
    }
    // SAFETY: LLVM returned pointer and length of one live string.
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Takes over a message that LLVM allocated.
pub(crate) fn owned_message(text: *mut std::ffi::c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: LLVM returned a NUL-terminated message, which we copy before handing it back.
    let copy = unsafe { std::ffi::CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned();
    llvm!(LLVMDisposeMessage(text));
    copy
}

/// A module lent for the duration of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Module(LLVMModuleRef);

/// The context that owns types and constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context(LLVMContextRef);

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Type(LLVMTypeRef);

/// A value: argument, instruction, constant, global or function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value(LLVMValueRef);

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block(LLVMBasicBlockRef);

/// A place in the source, as LLVM's diagnostics take it; it outlives the instruction that had it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugLocation(LLVMMetadataRef);

impl DebugLocation {
    pub(crate) fn raw(self) -> LLVMMetadataRef {
        self.0
    }
}

pub use llvm_sys::{
    LLVMAtomicRMWBinOp as AtomicOp, LLVMIntPredicate as IntPredicate, LLVMOpcode as Opcode,
    LLVMRealPredicate as FloatPredicate, LLVMTypeKind as TypeKind, LLVMValueKind as ValueKind,
};

impl Module {
    /// The file of the source that it was compiled from, as the compiler was given it.
    pub fn source_file(self) -> String {
        let mut length = 0;
        let data = llvm!(LLVMGetSourceFileName(self.0, &mut length));
        from_raw_text(data, length)
    }

    /// Wraps a raw module.
    ///
    /// # Safety
    /// `raw` must be a live module that nobody else touches while handles made from it are used.
    pub unsafe fn from_raw(raw: LLVMModuleRef) -> Self {
        Self(raw)
    }

    pub(crate) fn raw(self) -> LLVMModuleRef {
        self.0
    }

    /// The module's context.
    pub fn context(self) -> Context {
        Context(llvm!(LLVMGetModuleContext(self.0)))
    }

    /// All functions, declarations included, in module order.
    pub fn functions(self) -> Vec<Value> {
        let mut all = Vec::new();
        let mut next = llvm!(LLVMGetFirstFunction(self.0));
        while !next.is_null() {
            all.push(Value(next));
            next = llvm!(LLVMGetNextFunction(next));
        }
        all
    }

    /// All global variables in module order.
    pub fn globals(self) -> Vec<Value> {
        let mut all = Vec::new();
        let mut next = llvm!(LLVMGetFirstGlobal(self.0));
        while !next.is_null() {
            all.push(Value(next));
            next = llvm!(LLVMGetNextGlobal(next));
        }
        all
    }

    /// The function of that name.
    pub fn function(self, name: &str) -> Option<Value> {
        let name = c_string(name);
        Value::new(llvm!(LLVMGetNamedFunction(self.0, name.as_ptr())))
    }

    /// The global variable of that name.
    pub fn global(self, name: &str) -> Option<Value> {
        let name = c_string(name);
        Value::new(llvm!(LLVMGetNamedGlobal(self.0, name.as_ptr())))
    }

    /// Declares a function, or returns the one of that name.
    pub fn declare(self, name: &str, ty: Type) -> Value {
        self.function(name)
            .unwrap_or_else(|| self.add_function(name, ty))
    }

    /// Adds a new function; LLVM renames it if the name is taken.
    pub fn add_function(self, name: &str, ty: Type) -> Value {
        let name = c_string(name);
        Value(llvm!(LLVMAddFunction(self.0, name.as_ptr(), ty.0)))
    }

    /// Declaration of an overloaded intrinsic.
    pub fn intrinsic(self, name: &str, overloads: &[Type]) -> Value {
        let id = llvm!(LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len()));
        let mut types: Vec<LLVMTypeRef> = overloads.iter().map(|t| t.0).collect();
        Value(llvm!(LLVMGetIntrinsicDeclaration(
            self.0,
            id,
            types.as_mut_ptr(),
            types.len()
        )))
    }

    /// Runs LLVM's verifier; the text says what is wrong.
    pub fn verify(self) -> Result<(), String> {
        let mut text = std::ptr::null_mut();
        let action = llvm_sys::analysis::LLVMVerifierFailureAction::LLVMReturnStatusAction;
        let bad = llvm!(llvm_sys::analysis::LLVMVerifyModule(
            self.0, action, &mut text
        ));
        let message = owned_message(text);
        if bad == 0 { Ok(()) } else { Err(message) }
    }

    /// Whether the first lane of a vector is in the lowest bits of an integer of its size.
    pub fn is_little_endian(self) -> bool {
        let order = llvm!(LLVMByteOrder(LLVMGetModuleDataLayout(self.0)));
        order == LLVMByteOrdering::LLVMLittleEndian
    }

    /// Size of a type in bytes as an array element (with padding).
    pub fn alloc_size(self, ty: Type) -> u64 {
        llvm!(LLVMABISizeOfType(LLVMGetModuleDataLayout(self.0), ty.0))
    }

    /// Bytes that a load or store of the type touches.
    pub fn store_size(self, ty: Type) -> u64 {
        llvm!(LLVMStoreSizeOfType(LLVMGetModuleDataLayout(self.0), ty.0))
    }

    /// ABI alignment in bytes.
    pub fn alignment(self, ty: Type) -> u32 {
        llvm!(LLVMABIAlignmentOfType(
            LLVMGetModuleDataLayout(self.0),
            ty.0
        ))
    }

    /// Byte offset of a field in a structure type.
    pub fn field_offset(self, ty: Type, field: u32) -> u64 {
        llvm!(LLVMOffsetOfElement(
            LLVMGetModuleDataLayout(self.0),
            ty.0,
            field
        ))
    }

    /// Textual IR.
    pub fn print(self) -> String {
        owned_message(llvm!(LLVMPrintModuleToString(self.0)))
    }

    /// Whether it is compiled for a GPU.
    pub fn is_for_gpu(self) -> bool {
        llvm!(crate::ffi::ez_is_for_gpu(self.0)) != 0
    }

    /// The number that a flag of the module is, if it has one of this name.
    pub fn flag(self, name: &str) -> Option<u64> {
        let (name, mut value) = (c_string(name), 0);
        let found = llvm!(crate::ffi::ez_module_flag(
            self.0,
            name.as_ptr(),
            &mut value
        ));
        (found != 0).then_some(value)
    }

    /// Target triple.
    pub fn triple(self) -> String {
        let text = llvm!(LLVMGetTarget(self.0));
        // SAFETY: LLVM returns a NUL-terminated string owned by the module.
        unsafe { std::ffi::CStr::from_ptr(text) }
            .to_string_lossy()
            .into_owned()
    }
}

impl Context {
    pub(crate) fn raw(self) -> LLVMContextRef {
        self.0
    }

    /// Integer type of a width in bits.
    pub fn int(self, bits: u32) -> Type {
        Type(llvm!(LLVMIntTypeInContext(self.0, bits)))
    }

    /// `double`.
    pub fn double(self) -> Type {
        Type(llvm!(LLVMDoubleTypeInContext(self.0)))
    }

    /// `float`.
    pub fn float(self) -> Type {
        Type(llvm!(LLVMFloatTypeInContext(self.0)))
    }

    /// `half`.
    pub fn half(self) -> Type {
        Type(llvm!(LLVMHalfTypeInContext(self.0)))
    }

    /// `bfloat`.
    pub fn bfloat(self) -> Type {
        Type(llvm!(LLVMBFloatTypeInContext(self.0)))
    }

    /// `x86_fp80`.
    pub fn x86_fp80(self) -> Type {
        Type(llvm!(LLVMX86FP80TypeInContext(self.0)))
    }

    /// `fp128`.
    pub fn fp128(self) -> Type {
        Type(llvm!(LLVMFP128TypeInContext(self.0)))
    }

    /// A pointer in address space 0.
    pub fn pointer(self) -> Type {
        Type(llvm!(LLVMPointerTypeInContext(self.0, 0)))
    }

    /// `void`.
    pub fn void(self) -> Type {
        Type(llvm!(LLVMVoidTypeInContext(self.0)))
    }

    /// A literal structure type.
    pub fn structure(self, fields: &[Type]) -> Type {
        let mut raw: Vec<LLVMTypeRef> = fields.iter().map(|t| t.0).collect();
        let count = raw.len() as u32;
        Type(llvm!(LLVMStructTypeInContext(
            self.0,
            raw.as_mut_ptr(),
            count,
            0
        )))
    }

    /// An `i64` constant.
    pub fn i64(self, value: i64) -> Value {
        self.int(64).constant_int(value as u64)
    }

    /// An `i1` constant.
    pub fn boolean(self, value: bool) -> Value {
        self.int(1).constant_int(u64::from(value))
    }
}

impl Type {
    /// Whether values of it have a size: an incomplete structure has none.
    pub fn is_sized(self) -> bool {
        llvm!(LLVMTypeIsSized(self.0)) != 0
    }

    pub(crate) fn raw(self) -> LLVMTypeRef {
        self.0
    }

    /// Which sort of type.
    pub fn kind(self) -> LLVMTypeKind {
        llvm!(LLVMGetTypeKind(self.0))
    }

    /// Width of an integer type.
    pub fn int_bits(self) -> u32 {
        llvm!(LLVMGetIntTypeWidth(self.0))
    }

    /// Element type of a vector or array.
    pub fn element(self) -> Type {
        Type(llvm!(LLVMGetElementType(self.0)))
    }

    /// Number of elements of a fixed vector or array.
    pub fn length(self) -> u64 {
        match self.kind() {
            LLVMTypeKind::LLVMVectorTypeKind => u64::from(llvm!(LLVMGetVectorSize(self.0))),
            LLVMTypeKind::LLVMArrayTypeKind => llvm!(LLVMGetArrayLength2(self.0)),
            _ => 1,
        }
    }

    /// Field types of a structure.
    pub fn fields(self) -> Vec<Type> {
        if self.kind() != LLVMTypeKind::LLVMStructTypeKind {
            return Vec::new();
        }
        let count = llvm!(LLVMCountStructElementTypes(self.0));
        (0..count)
            .map(|i| Type(llvm!(LLVMStructGetTypeAtIndex(self.0, i))))
            .collect()
    }

    /// Address space of a pointer type.
    pub fn address_space(self) -> u32 {
        llvm!(LLVMGetPointerAddressSpace(self.0))
    }

    /// Parameter types of a function type.
    pub fn params(self) -> Vec<Type> {
        let count = llvm!(LLVMCountParamTypes(self.0)) as usize;
        let mut raw = vec![std::ptr::null_mut(); count];
        llvm!(LLVMGetParamTypes(self.0, raw.as_mut_ptr()));
        raw.into_iter().map(Type).collect()
    }

    /// Return type of a function type.
    pub fn returned(self) -> Type {
        Type(llvm!(LLVMGetReturnType(self.0)))
    }

    /// Whether a function type takes variable arguments.
    pub fn is_variadic(self) -> bool {
        llvm!(LLVMIsFunctionVarArg(self.0)) != 0
    }

    /// A function type with this return type.
    pub fn function(self, params: &[Type], variadic: bool) -> Type {
        let mut raw: Vec<LLVMTypeRef> = params.iter().map(|t| t.0).collect();
        let count = raw.len() as u32;
        Type(llvm!(LLVMFunctionType(
            self.0,
            raw.as_mut_ptr(),
            count,
            i32::from(variadic)
        )))
    }

    /// An array type of this element.
    pub fn array(self, length: u64) -> Type {
        Type(llvm!(LLVMArrayType2(self.0, length)))
    }

    /// A fixed vector type of this element.
    pub fn vector(self, length: u32) -> Type {
        Type(llvm!(LLVMVectorType(self.0, length)))
    }

    /// The all-zero constant.
    pub fn zero(self) -> Value {
        Value(llvm!(LLVMConstNull(self.0)))
    }

    /// `undef`.
    pub fn undef(self) -> Value {
        Value(llvm!(LLVMGetUndef(self.0)))
    }

    /// The poison value.
    pub fn poison(self) -> Value {
        Value(llvm!(LLVMGetPoison(self.0)))
    }

    /// An integer constant.
    pub fn constant_int(self, value: u64) -> Value {
        Value(llvm!(LLVMConstInt(self.0, value, 0)))
    }

    /// A floating constant, splat over vectors.
    pub fn constant_float(self, value: f64) -> Value {
        if self.kind() == LLVMTypeKind::LLVMVectorTypeKind {
            let lane = self.element().constant_float(value).0;
            let mut lanes = vec![lane; self.length() as usize];
            return Value(llvm!(LLVMConstVector(
                lanes.as_mut_ptr(),
                lanes.len() as u32
            )));
        }
        Value(llvm!(LLVMConstReal(self.0, value)))
    }

    /// Textual form.
    pub fn print(self) -> String {
        owned_message(llvm!(LLVMPrintTypeToString(self.0)))
    }
}

impl Value {
    pub(crate) fn new(raw: LLVMValueRef) -> Option<Self> {
        (!raw.is_null()).then_some(Self(raw))
    }

    pub(crate) fn raw(self) -> LLVMValueRef {
        self.0
    }

    /// Type of the value.
    pub fn ty(self) -> Type {
        Type(llvm!(LLVMTypeOf(self.0)))
    }

    /// Which sort of value.
    pub fn kind(self) -> LLVMValueKind {
        llvm!(LLVMGetValueKind(self.0))
    }

    /// Name, empty if none.
    pub fn name(self) -> String {
        let mut length = 0;
        let data = llvm!(LLVMGetValueName2(self.0, &mut length));
        from_raw_text(data, length)
    }

    /// Names the value.
    pub fn set_name(self, name: &str) {
        llvm!(LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()));
    }

    /// Textual form, as in IR.
    pub fn print(self) -> String {
        owned_message(llvm!(LLVMPrintValueToString(self.0)))
    }

    /// Whether it is an instruction.
    pub fn is_instruction(self) -> bool {
        self.kind() == LLVMValueKind::LLVMInstructionValueKind
    }

    /// Whether the code of a function is valid.
    pub fn is_valid_function(self) -> bool {
        let action = llvm_sys::analysis::LLVMVerifierFailureAction::LLVMReturnStatusAction;
        llvm!(llvm_sys::analysis::LLVMVerifyFunction(self.0, action)) == 0
    }

    /// Whether it is a constant of any sort (globals and functions included).
    pub fn is_constant(self) -> bool {
        llvm!(LLVMIsConstant(self.0)) != 0
    }

    /// Whether it is the null/zero constant.
    pub fn is_null(self) -> bool {
        llvm!(LLVMIsNull(self.0)) != 0
    }

    /// Whether it is address arithmetic: an instruction, or a constant.
    pub fn is_address_arithmetic(self) -> bool {
        let opcode = match self.kind() {
            LLVMValueKind::LLVMInstructionValueKind => self.opcode(),
            LLVMValueKind::LLVMConstantExprValueKind => llvm!(LLVMGetConstOpcode(self.0)),
            _ => return false,
        };
        opcode == LLVMOpcode::LLVMGetElementPtr
    }

    /// Opcode of an instruction.
    pub fn opcode(self) -> LLVMOpcode {
        llvm!(LLVMGetInstructionOpcode(self.0))
    }

    /// Operands, called function included for calls.
    pub fn operands(self) -> Vec<Value> {
        let count = llvm!(LLVMGetNumOperands(self.0)).max(0) as u32;
        (0..count)
            .filter_map(|i| Value::new(llvm!(LLVMGetOperand(self.0, i))))
            .collect()
    }

    /// One operand.
    pub fn operand(self, index: u32) -> Option<Value> {
        Value::new(llvm!(LLVMGetOperand(self.0, index)))
    }

    /// Replaces one operand.
    pub fn set_operand(self, index: u32, value: Value) {
        llvm!(LLVMSetOperand(self.0, index, value.0));
    }

    /// Instructions that use the value, once per use.
    pub fn users(self) -> Vec<Value> {
        let mut all = Vec::new();
        let mut next = llvm!(LLVMGetFirstUse(self.0));
        while !next.is_null() {
            all.push(Value(llvm!(LLVMGetUser(next))));
            next = llvm!(LLVMGetNextUse(next));
        }
        all
    }

    /// Replaces all uses.
    pub fn replace_all_uses_with(self, other: Value) {
        if self != other {
            llvm!(LLVMReplaceAllUsesWith(self.0, other.0));
        }
    }

    /// Erases an instruction; the handle is dead afterwards.
    pub fn erase_instruction(self) {
        llvm!(LLVMInstructionEraseFromParent(self.0));
    }

    /// Erases a function; the handle is dead afterwards.
    pub fn erase_function(self) {
        llvm!(LLVMDeleteFunction(self.0));
    }

    /// Erases a global variable; the handle is dead afterwards.
    pub fn erase_global(self) {
        llvm!(LLVMDeleteGlobal(self.0));
    }

    /// Block of an instruction.
    pub fn block(self) -> Option<Block> {
        let raw = llvm!(LLVMGetInstructionParent(self.0));
        (!raw.is_null()).then_some(Block(raw))
    }

    /// The instruction after this one in its block.
    pub fn next_instruction(self) -> Option<Value> {
        Value::new(llvm!(LLVMGetNextInstruction(self.0)))
    }

    /// A copy of an instruction, not yet in any block. It assigns no variable of the source: two
    /// allocations of one variable confuse LLVM's passes.
    pub fn clone_instruction(self) -> Value {
        let copy = llvm!(LLVMInstructionClone(self.0));
        let kind = llvm!(LLVMGetMDKindIDInContext(
            LLVMGetTypeContext(LLVMTypeOf(copy)),
            c"DIAssignID".as_ptr(),
            10
        ));
        llvm!(LLVMSetMetadata(copy, kind, std::ptr::null_mut()));
        Value(copy)
    }

    /// Value of an integer constant of at most 64 bits, zero-extended.
    pub fn as_u64(self) -> Option<u64> {
        let is_int = self.kind() == LLVMValueKind::LLVMConstantIntValueKind;
        (is_int && self.ty().int_bits() <= 64).then(|| llvm!(LLVMConstIntGetZExtValue(self.0)))
    }

    /// Value of an integer constant of at most 64 bits, sign-extended.
    pub fn as_i64(self) -> Option<i64> {
        let is_int = self.kind() == LLVMValueKind::LLVMConstantIntValueKind;
        (is_int && self.ty().int_bits() <= 64).then(|| llvm!(LLVMConstIntGetSExtValue(self.0)))
    }

    /// Value of a floating constant, rounded to double.
    pub fn as_f64(self) -> Option<f64> {
        let mut lost = 0;
        (self.kind() == LLVMValueKind::LLVMConstantFPValueKind)
            .then(|| llvm!(LLVMConstRealGetDouble(self.0, &mut lost)))
    }

    /// The text of a constant array of characters, up to the first zero.
    pub fn constant_text(self) -> String {
        let characters = (0..).map_while(|index| self.aggregate_element(index)?.as_u64());
        let bytes: Vec<u8> = characters
            .take_while(|c| *c != 0)
            .map(|c| c as u8)
            .collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The value of a function's string attribute of this name.
    pub fn string_attribute(self, key: &str) -> Option<String> {
        let attribute = llvm!(LLVMGetStringAttributeAtIndex(
            self.0,
            llvm_sys::LLVMAttributeFunctionIndex,
            key.as_ptr().cast(),
            key.len() as u32
        ));
        (!attribute.is_null()).then(|| {
            let mut length = 0;
            let data = llvm!(LLVMGetStringAttributeValue(attribute, &mut length));
            from_raw_text(data, length as usize)
        })
    }

    /// Whether a function has a string attribute of this name.
    pub fn has_string_attribute(self, key: &str) -> bool {
        !llvm!(LLVMGetStringAttributeAtIndex(
            self.0,
            llvm_sys::LLVMAttributeFunctionIndex,
            key.as_ptr().cast(),
            key.len() as u32
        ))
        .is_null()
    }

    /// A constant vector of these lanes, which are constants.
    pub fn constant_vector(lanes: &[Self]) -> Self {
        let mut raw: Vec<LLVMValueRef> = lanes.iter().map(|lane| lane.0).collect();
        Self(llvm!(LLVMConstVector(raw.as_mut_ptr(), raw.len() as u32)))
    }

    /// The context that the value's type belongs to.
    pub fn context(self) -> Context {
        Context(llvm!(LLVMGetTypeContext(LLVMTypeOf(self.0))))
    }

    /// Element of a constant aggregate or vector.
    pub fn aggregate_element(self, index: u32) -> Option<Value> {
        Value::new(llvm!(LLVMGetAggregateElement(self.0, index)))
    }
}

/// A place in source code; lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLocation {
    /// Path of the file.
    pub file: String,
    /// Line.
    pub line: u32,
    /// Column, 0 if unknown.
    pub column: u32,
}

impl Block {
    pub(crate) fn raw(self) -> LLVMBasicBlockRef {
        self.0
    }

    pub(crate) fn new(raw: LLVMBasicBlockRef) -> Option<Self> {
        (!raw.is_null()).then_some(Self(raw))
    }

    /// Instructions in order.
    pub fn instructions(self) -> Vec<Value> {
        let mut all = Vec::new();
        let mut next = llvm!(LLVMGetFirstInstruction(self.0));
        while !next.is_null() {
            all.push(Value(next));
            next = llvm!(LLVMGetNextInstruction(next));
        }
        all
    }

    /// The terminator.
    pub fn terminator(self) -> Option<Value> {
        Value::new(llvm!(LLVMGetBasicBlockTerminator(self.0)))
    }

    /// First instruction that is not a phi.
    pub fn first_non_phi(self) -> Option<Value> {
        let mut next = Value::new(llvm!(LLVMGetFirstInstruction(self.0)));
        while let Some(phi) = next.filter(|i| i.opcode() == LLVMOpcode::LLVMPHI) {
            next = phi.next_instruction();
        }
        next
    }

    /// Name of the block.
    pub fn name(self) -> String {
        Value(llvm!(LLVMBasicBlockAsValue(self.0))).name()
    }

    /// Function that holds the block.
    pub fn function(self) -> Value {
        Value(llvm!(LLVMGetBasicBlockParent(self.0)))
    }

    /// Deletes the block and what it holds; the handle is dead afterwards.
    pub fn erase(self) {
        llvm!(LLVMDeleteBasicBlock(self.0));
    }
}
