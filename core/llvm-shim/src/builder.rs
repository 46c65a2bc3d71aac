//! Instruction emission on [`crate::ir`] handles.
//!
//! Owns: one method an instruction. Must not: decide what to emit.

use crate::ir::{
    AtomicOp, Block, Context, FloatPredicate, IntPredicate, Opcode, Type, Value, c_string, llvm,
};
use llvm_sys::core::*;
use llvm_sys::prelude::*;

/// An instruction builder with an insertion point.
pub struct Builder(LLVMBuilderRef);

impl Drop for Builder {
    fn drop(&mut self) {
        llvm!(LLVMDisposeBuilder(self.0));
    }
}

/// A builder method with two operands.
macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident => $raw:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(&self, lhs: Value, rhs: Value) -> Value {
            value(llvm!($raw(self.0, lhs.raw(), rhs.raw(), c"".as_ptr())))
        })*
    };
}

/// A builder method that converts to a type.
macro_rules! cast {
    ($($(#[$doc:meta])* $name:ident => $raw:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(&self, operand: Value, to: Type) -> Value {
            value(llvm!($raw(self.0, operand.raw(), to.raw(), c"".as_ptr())))
        })*
    };
}

/// Builder results are never null: LLVM aborts before returning one.
fn value(raw: LLVMValueRef) -> Value {
    Value::new(raw).expect("LLVM builders return a value")
}

impl Builder {
    /// A builder without insertion point.
    pub fn new(context: Context) -> Self {
        Self(llvm!(LLVMCreateBuilderInContext(context.raw())))
    }

    /// A builder that inserts before an instruction, at its place in the source.
    pub fn ahead_of(context: Context, instruction: Value) -> Self {
        let build = Self::new(context);
        build.before(instruction);
        build.set_location(Some(instruction));
        build
    }

    /// Inserts at the end of a block from now on.
    pub fn at_end(&self, block: Block) {
        llvm!(LLVMPositionBuilderAtEnd(self.0, block.raw()));
    }

    /// Inserts before an instruction from now on, behind its debug records.
    pub fn before(&self, instruction: Value) {
        llvm!(LLVMPositionBuilderBefore(self.0, instruction.raw()));
    }

    /// Inserts before an instruction and its debug records from now on: the place for phis.
    pub fn before_records(&self, instruction: Value) {
        llvm!(LLVMPositionBuilderBeforeInstrAndDbgRecords(
            self.0,
            instruction.raw()
        ));
    }

    /// The block inserted into.
    pub fn block(&self) -> Option<Block> {
        Block::new(llvm!(LLVMGetInsertBlock(self.0)))
    }

    /// Gives what is built from now on the debug location of `source`; none clears it.
    pub fn set_location(&self, source: Option<Value>) {
        let location = source.map_or(std::ptr::null_mut(), |instruction| {
            llvm!(llvm_sys::debuginfo::LLVMInstructionGetDebugLoc(
                instruction.raw()
            ))
        });
        llvm!(LLVMSetCurrentDebugLocation2(self.0, location));
    }

    binary! {
        /// Floating sum.
        fadd => LLVMBuildFAdd;
        /// Floating difference.
        fsub => LLVMBuildFSub;
        /// Floating product.
        fmul => LLVMBuildFMul;
        /// Floating quotient.
        fdiv => LLVMBuildFDiv;
        /// Floating remainder.
        frem => LLVMBuildFRem;
        /// Integer sum.
        add => LLVMBuildAdd;
        /// Integer sum without any wrap.
        add_nowrap => LLVMBuildNSWAdd;
        /// Integer difference.
        sub => LLVMBuildSub;
        /// Integer product.
        mul => LLVMBuildMul;
        /// Integer product without signed wrap.
        mul_nowrap => LLVMBuildNSWMul;
        /// Unsigned quotient.
        udiv => LLVMBuildUDiv;
        /// Bitwise and.
        and => LLVMBuildAnd;
        /// Bitwise or.
        or => LLVMBuildOr;
        /// Bitwise exclusive or.
        xor => LLVMBuildXor;
        /// Shift left.
        shl => LLVMBuildShl;
        /// Logical shift right.
        lshr => LLVMBuildLShr;
    }

    cast! {
        /// Reinterpretation.
        bitcast => LLVMBuildBitCast;
        /// Narrower floating type.
        fptrunc => LLVMBuildFPTrunc;
        /// Wider floating type.
        fpext => LLVMBuildFPExt;
        /// Signed integer to floating.
        sitofp => LLVMBuildSIToFP;
        /// Unsigned integer to floating.
        uitofp => LLVMBuildUIToFP;
        /// Floating to signed integer.
        fptosi => LLVMBuildFPToSI;
        /// Narrower integer.
        trunc => LLVMBuildTrunc;
        /// Zero extension.
        zext => LLVMBuildZExt;
        /// Sign extension.
        sext => LLVMBuildSExt;
        /// Pointer to integer.
        ptrtoint => LLVMBuildPtrToInt;
        /// Integer to pointer.
        inttoptr => LLVMBuildIntToPtr;
        /// Narrower or wider floating type, as needed.
        fpcast => LLVMBuildFPCast;
    }

    /// Floating negation.
    pub fn fneg(&self, operand: Value) -> Value {
        value(llvm!(LLVMBuildFNeg(self.0, operand.raw(), c"".as_ptr())))
    }

    /// Narrower or wider integer, sign-extended if `signed`.
    pub fn int_cast(&self, operand: Value, to: Type, signed: bool) -> Value {
        let signed = i32::from(signed);
        value(llvm!(LLVMBuildIntCast2(
            self.0,
            operand.raw(),
            to.raw(),
            signed,
            c"".as_ptr()
        )))
    }

    /// Freeze: an arbitrary but fixed value in place of poison.
    pub fn freeze(&self, operand: Value) -> Value {
        value(llvm!(LLVMBuildFreeze(self.0, operand.raw(), c"".as_ptr())))
    }

    /// An instruction with two operands by opcode.
    pub fn binary(&self, op: Opcode, lhs: Value, rhs: Value) -> Value {
        value(llvm!(LLVMBuildBinOp(
            self.0,
            op,
            lhs.raw(),
            rhs.raw(),
            c"".as_ptr()
        )))
    }

    /// A conversion by opcode.
    pub fn cast(&self, op: Opcode, operand: Value, to: Type) -> Value {
        value(llvm!(LLVMBuildCast(
            self.0,
            op,
            operand.raw(),
            to.raw(),
            c"".as_ptr()
        )))
    }

    /// Integer comparison.
    pub fn icmp(&self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Value {
        value(llvm!(LLVMBuildICmp(
            self.0,
            predicate,
            lhs.raw(),
            rhs.raw(),
            c"".as_ptr()
        )))
    }

    /// Floating comparison.
    pub fn fcmp(&self, predicate: FloatPredicate, lhs: Value, rhs: Value) -> Value {
        value(llvm!(LLVMBuildFCmp(
            self.0,
            predicate,
            lhs.raw(),
            rhs.raw(),
            c"".as_ptr()
        )))
    }

    /// Selection.
    pub fn select(&self, condition: Value, then: Value, otherwise: Value) -> Value {
        let (c, t, e) = (condition.raw(), then.raw(), otherwise.raw());
        value(llvm!(LLVMBuildSelect(self.0, c, t, e, c"".as_ptr())))
    }

    /// An empty phi.
    pub fn phi(&self, ty: Type, name: &str) -> Value {
        let name = c_string(name);
        value(llvm!(LLVMBuildPhi(self.0, ty.raw(), name.as_ptr())))
    }

    /// Stack memory for one value.
    pub fn alloca(&self, ty: Type, name: &str) -> Value {
        let name = c_string(name);
        value(llvm!(LLVMBuildAlloca(self.0, ty.raw(), name.as_ptr())))
    }

    /// Stack memory for `count` values.
    pub fn array_alloca(&self, ty: Type, count: Value, name: &str) -> Value {
        let name = c_string(name);
        value(llvm!(LLVMBuildArrayAlloca(
            self.0,
            ty.raw(),
            count.raw(),
            name.as_ptr()
        )))
    }

    /// Load with the type's natural alignment.
    pub fn load(&self, ty: Type, pointer: Value, name: &str) -> Value {
        let name = c_string(name);
        value(llvm!(LLVMBuildLoad2(
            self.0,
            ty.raw(),
            pointer.raw(),
            name.as_ptr()
        )))
    }

    /// Store with the type's natural alignment.
    pub fn store(&self, what: Value, pointer: Value) -> Value {
        value(llvm!(LLVMBuildStore(self.0, what.raw(), pointer.raw())))
    }

    /// Pointer plus bytes, in the same object.
    pub fn ptradd(&self, pointer: Value, bytes: Value, name: &str) -> Value {
        self.add_bytes(pointer, bytes, name, llvm_sys::LLVMGEPFlagInBounds)
    }

    /// Pointer plus bytes, which may lead out of the object.
    pub fn ptradd_anywhere(&self, pointer: Value, bytes: Value, name: &str) -> Value {
        self.add_bytes(pointer, bytes, name, 0)
    }

    fn add_bytes(&self, pointer: Value, bytes: Value, name: &str, flags: u32) -> Value {
        let i8 = llvm!(LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(
            pointer.raw()
        ))));
        let mut index = bytes.raw();
        let name = c_string(name);
        value(llvm!(LLVMBuildGEPWithNoWrapFlags(
            self.0,
            i8,
            pointer.raw(),
            &mut index,
            1,
            name.as_ptr(),
            flags
        )))
    }

    /// Pointer plus `index` elements of `ty`.
    pub fn element_ptr(&self, ty: Type, pointer: Value, index: Value, name: &str) -> Value {
        let mut raw = index.raw();
        let name = c_string(name);
        let (ty, pointer) = (ty.raw(), pointer.raw());
        value(llvm!(LLVMBuildInBoundsGEP2(
            self.0,
            ty,
            pointer,
            &mut raw,
            1,
            name.as_ptr()
        )))
    }

    /// An address by the indices of a type, without promises of where it lies.
    pub fn gep(&self, ty: Type, pointer: Value, indices: &[Value]) -> Value {
        let mut raw: Vec<LLVMValueRef> = indices.iter().map(|index| index.raw()).collect();
        value(llvm!(LLVMBuildGEP2(
            self.0,
            ty.raw(),
            pointer.raw(),
            raw.as_mut_ptr(),
            raw.len() as u32,
            c"".as_ptr()
        )))
    }

    /// Address of a structure's field.
    pub fn field_ptr(&self, ty: Type, pointer: Value, field: u32, name: &str) -> Value {
        let name = c_string(name);
        value(llvm!(LLVMBuildStructGEP2(
            self.0,
            ty.raw(),
            pointer.raw(),
            field,
            name.as_ptr()
        )))
    }

    /// Field of an aggregate value.
    pub fn extract_value(&self, aggregate: Value, index: u32) -> Value {
        value(llvm!(LLVMBuildExtractValue(
            self.0,
            aggregate.raw(),
            index,
            c"".as_ptr()
        )))
    }

    /// Aggregate with one field replaced.
    pub fn insert_value(&self, aggregate: Value, element: Value, index: u32) -> Value {
        let (a, e) = (aggregate.raw(), element.raw());
        value(llvm!(LLVMBuildInsertValue(
            self.0,
            a,
            e,
            index,
            c"".as_ptr()
        )))
    }

    /// Lane of a vector.
    pub fn extract_element(&self, vector: Value, index: Value) -> Value {
        value(llvm!(LLVMBuildExtractElement(
            self.0,
            vector.raw(),
            index.raw(),
            c"".as_ptr()
        )))
    }

    /// Vector with one lane replaced.
    pub fn insert_element(&self, vector: Value, element: Value, index: Value) -> Value {
        let (v, e, i) = (vector.raw(), element.raw(), index.raw());
        value(llvm!(LLVMBuildInsertElement(self.0, v, e, i, c"".as_ptr())))
    }

    /// Lanes of two vectors of one type; -1 is any value.
    pub fn shuffle(&self, a: Value, b: Value, mask: &[i32]) -> Value {
        let i32 = a.context().int(32);
        let lane = |lane: &i32| match *lane {
            -1 => i32.poison(),
            lane => i32.constant_int(lane as u64),
        };
        let lanes: Vec<Value> = mask.iter().map(lane).collect();
        let mask = Value::constant_vector(&lanes);
        value(llvm!(LLVMBuildShuffleVector(
            self.0,
            a.raw(),
            b.raw(),
            mask.raw(),
            c"".as_ptr()
        )))
    }

    /// Call of a function value with a given type.
    pub fn call(&self, ty: Type, callee: Value, args: &[Value], name: &str) -> Value {
        let mut raw: Vec<LLVMValueRef> = args.iter().map(|a| a.raw()).collect();
        let name = c_string(name);
        let (data, count) = (raw.as_mut_ptr(), raw.len() as u32);
        value(llvm!(LLVMBuildCall2(
            self.0,
            ty.raw(),
            callee.raw(),
            data,
            count,
            name.as_ptr()
        )))
    }

    /// Call of a function that reads and writes no memory, returns and does not unwind.
    pub fn call_pure(&self, ty: Type, callee: Value, args: &[Value]) -> Value {
        let call = self.call(ty, callee, args, "");
        let context = llvm!(LLVMGetTypeContext(ty.raw()));
        // `memory(none)` is the attribute `memory` with no effect bits set.
        for name in ["nounwind", "willreturn", "memory"] {
            let kind = llvm!(LLVMGetEnumAttributeKindForName(
                name.as_ptr().cast(),
                name.len()
            ));
            let attribute = llvm!(LLVMCreateEnumAttribute(context, kind, 0));
            let index = llvm_sys::LLVMAttributeFunctionIndex;
            llvm!(LLVMAddCallSiteAttribute(call.raw(), index, attribute));
        }
        call
    }

    /// `memset` to zero.
    pub fn zero_memory(&self, pointer: Value, bytes: Value) -> Value {
        let zero = llvm!(LLVMConstInt(
            LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(pointer.raw()))),
            0,
            0
        ));
        self.set_memory(pointer, value(zero), bytes)
    }

    /// `memset`.
    pub fn set_memory(&self, pointer: Value, byte: Value, bytes: Value) -> Value {
        value(llvm!(LLVMBuildMemSet(
            self.0,
            pointer.raw(),
            byte.raw(),
            bytes.raw(),
            1
        )))
    }

    /// `memcpy` without alignment facts.
    pub fn copy_memory(&self, target: Value, source: Value, bytes: Value) -> Value {
        self.copy_aligned((target, source), 1, bytes)
    }

    /// The same where both addresses are multiples of so many bytes.
    pub fn copy_aligned(
        &self,
        (target, source): (Value, Value),
        alignment: u32,
        bytes: Value,
    ) -> Value {
        value(llvm!(LLVMBuildMemMove(
            self.0,
            target.raw(),
            alignment,
            source.raw(),
            alignment,
            bytes.raw()
        )))
    }

    /// Atomic read-modify-write, monotonic.
    pub fn atomic_rmw(&self, op: AtomicOp, pointer: Value, operand: Value) -> Value {
        let ordering = llvm_sys::LLVMAtomicOrdering::LLVMAtomicOrderingMonotonic;
        value(llvm!(LLVMBuildAtomicRMW(
            self.0,
            op,
            pointer.raw(),
            operand.raw(),
            ordering,
            0
        )))
    }

    /// The same among the threads that a scope of the machine names.
    pub fn atomic_rmw_among(
        &self,
        op: AtomicOp,
        pointer: Value,
        operand: Value,
        scope: &str,
    ) -> Value {
        let context = operand.context().raw();
        let id = llvm!(LLVMGetSyncScopeID(
            context,
            scope.as_ptr().cast(),
            scope.len()
        ));
        let ordering = llvm_sys::LLVMAtomicOrdering::LLVMAtomicOrderingMonotonic;
        value(llvm!(LLVMBuildAtomicRMWSyncScope(
            self.0,
            op,
            pointer.raw(),
            operand.raw(),
            ordering,
            id
        )))
    }

    /// A pointer in another address space.
    pub fn address_cast(&self, pointer: Value, to: Type) -> Value {
        match pointer.ty() == to {
            true => pointer,
            false => self.cast(Opcode::LLVMAddrSpaceCast, pointer, to),
        }
    }

    /// A fence, sequentially consistent.
    pub fn fence(&self) -> Value {
        let ordering = llvm_sys::LLVMAtomicOrdering::LLVMAtomicOrderingSequentiallyConsistent;
        value(llvm!(LLVMBuildFence(self.0, ordering, 0, c"".as_ptr())))
    }

    /// Unconditional branch.
    pub fn br(&self, target: Block) -> Value {
        value(llvm!(LLVMBuildBr(self.0, target.raw())))
    }

    /// Conditional branch.
    pub fn cond_br(&self, condition: Value, then: Block, otherwise: Block) -> Value {
        value(llvm!(LLVMBuildCondBr(
            self.0,
            condition.raw(),
            then.raw(),
            otherwise.raw()
        )))
    }

    /// Switch over integer constants.
    pub fn switch(&self, on: Value, default: Block, cases: &[(Value, Block)]) -> Value {
        let raw = llvm!(LLVMBuildSwitch(
            self.0,
            on.raw(),
            default.raw(),
            cases.len() as u32
        ));
        for (case, target) in cases {
            llvm!(LLVMAddCase(raw, case.raw(), target.raw()));
        }
        value(raw)
    }

    /// Return of a value, or of nothing.
    pub fn ret(&self, what: Option<Value>) -> Value {
        match what {
            Some(what) => value(llvm!(LLVMBuildRet(self.0, what.raw()))),
            None => value(llvm!(LLVMBuildRetVoid(self.0))),
        }
    }

    /// Unreachable.
    pub fn unreachable(&self) -> Value {
        value(llvm!(LLVMBuildUnreachable(self.0)))
    }

    /// Inserts an instruction that is in no block yet.
    pub fn insert(&self, instruction: Value) {
        llvm!(LLVMInsertIntoBuilder(self.0, instruction.raw()));
    }
}
