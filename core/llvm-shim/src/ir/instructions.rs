//! Properties of instructions, source locations among them.
//!
//! Owns: what only instructions have. Must not: emit (see `builder`).

use super::*;

impl Value {
    /// Predicate of an integer comparison.
    pub fn int_predicate(self) -> IntPredicate {
        llvm!(LLVMGetICmpPredicate(self.0))
    }

    /// Whether a fence or an atomic access orders among the threads that a scope of the machine names, and no others.
    pub fn orders_among(self, scope: &str) -> bool {
        let context = self.context().raw();
        let id = llvm!(LLVMGetSyncScopeID(
            context,
            scope.as_ptr().cast(),
            scope.len()
        ));
        llvm!(LLVMGetAtomicSyncScopeID(self.raw())) == id
    }

    /// Whether a sum, product or shift gives poison where it overflows as a signed integer.
    pub fn never_wraps(self) -> bool {
        let wraps = [
            Opcode::LLVMAdd,
            Opcode::LLVMSub,
            Opcode::LLVMMul,
            Opcode::LLVMShl,
        ];
        wraps.contains(&self.opcode()) && llvm!(LLVMGetNSW(self.0)) != 0
    }

    /// Whether it is an `or` of two numbers that have no bit in common: their sum.
    pub fn is_disjoint(self) -> bool {
        self.opcode() == Opcode::LLVMOr && llvm!(LLVMGetIsDisjoint(self.0)) != 0
    }

    /// Whether an integer that is filled up with zeros gives poison if it is negative.
    pub fn is_not_negative(self) -> bool {
        self.opcode() == Opcode::LLVMZExt && llvm!(LLVMGetNNeg(self.0)) != 0
    }

    /// Predicate of a floating comparison.
    pub fn float_predicate(self) -> FloatPredicate {
        llvm!(LLVMGetFCmpPredicate(self.0))
    }

    /// Incoming pairs of a phi.
    pub fn incoming(self) -> Vec<(Value, Block)> {
        let count = llvm!(LLVMCountIncoming(self.0));
        (0..count)
            .map(|i| {
                let value = llvm!(LLVMGetIncomingValue(self.0, i));
                (Value(value), Block(llvm!(LLVMGetIncomingBlock(self.0, i))))
            })
            .collect()
    }

    /// Adds an incoming pair to a phi.
    pub fn add_incoming(self, value: Value, block: Block) {
        let (mut v, mut b) = (value.0, block.0);
        llvm!(LLVMAddIncoming(self.0, &mut v, &mut b, 1));
    }

    /// The type that an address is computed in.
    pub fn indexed_type(self) -> Type {
        Type(llvm!(LLVMGetGEPSourceElementType(self.0)))
    }

    /// Allocated type of an alloca.
    pub fn allocated_type(self) -> Type {
        Type(llvm!(LLVMGetAllocatedType(self.0)))
    }

    /// Indices of an extractvalue or insertvalue.
    pub fn aggregate_indices(self) -> Vec<u32> {
        let count = llvm!(LLVMGetNumIndices(self.0)) as usize;
        let data = llvm!(LLVMGetIndices(self.0));
        // SAFETY: LLVM keeps `count` indices at `data` for the life of the instruction.
        unsafe { std::slice::from_raw_parts(data, count) }.to_vec()
    }

    /// Mask of a shufflevector; -1 is undefined.
    pub fn shuffle_mask(self) -> Vec<i32> {
        let count = llvm!(LLVMGetNumMaskElements(self.0));
        (0..count)
            .map(|i| llvm!(LLVMGetMaskValue(self.0, i)))
            .collect()
    }

    /// Whether a load or store is volatile.
    pub fn is_volatile(self) -> bool {
        llvm!(LLVMGetVolatile(self.0)) != 0
    }

    /// Makes a load or store a plain one.
    pub fn clear_volatile(self) {
        llvm!(LLVMSetVolatile(self.0, 0));
    }

    /// Makes a load or store as volatile, and as atomic, as another one.
    pub fn be_accessed_like(self, other: Value) {
        llvm!(LLVMSetVolatile(self.0, LLVMGetVolatile(other.0)));
        llvm!(LLVMSetOrdering(self.0, LLVMGetOrdering(other.0)));
        if other.is_atomic() {
            llvm!(LLVMSetAtomicSyncScopeID(
                self.0,
                LLVMGetAtomicSyncScopeID(other.0)
            ));
        }
    }

    /// Whether it orders what threads do before and behind it: a fence, or an atomic access that acquires or releases.
    pub fn orders_threads(self) -> bool {
        use llvm_sys::LLVMAtomicOrdering as Order;
        let order = match self.opcode() {
            Opcode::LLVMFence => return true,
            Opcode::LLVMAtomicCmpXchg => llvm!(LLVMGetCmpXchgSuccessOrdering(self.0)),
            Opcode::LLVMLoad | Opcode::LLVMStore | Opcode::LLVMAtomicRMW => {
                llvm!(LLVMGetOrdering(self.0))
            }
            _ => return false,
        };
        matches!(
            order,
            Order::LLVMAtomicOrderingAcquire
                | Order::LLVMAtomicOrderingRelease
                | Order::LLVMAtomicOrderingAcquireRelease
                | Order::LLVMAtomicOrderingSequentiallyConsistent
        )
    }

    /// Whether a load or store is atomic.
    pub fn is_atomic(self) -> bool {
        llvm!(LLVMIsAtomic(self.0)) != 0
    }

    /// Alignment of a load, store or alloca.
    pub fn memory_alignment(self) -> u32 {
        llvm!(LLVMGetAlignment(self.0))
    }

    /// Sets the alignment of a load, store, alloca or global.
    pub fn set_memory_alignment(self, bytes: u32) {
        llvm!(LLVMSetAlignment(self.0, bytes));
    }

    /// Address arithmetic promises no more that it stays in one object, or does not wrap.
    pub fn forget_address_promises(self) {
        llvm!(LLVMGEPSetNoWrapFlags(self.0, 0));
    }

    /// It also runs where its source does not: what it gives then is no undefined behaviour, as long as nobody uses it.
    pub fn forget_value_promises(self) {
        llvm!(crate::ffi::ez_forget_value_promises(self.0));
    }

    /// Operation of an atomicrmw.
    pub fn atomic_op(self) -> AtomicOp {
        llvm!(LLVMGetAtomicRMWBinOp(self.0))
    }

    /// Successors of a terminator, in order, repeated ones repeated.
    pub fn successors(self) -> Vec<Block> {
        let count = llvm!(LLVMGetNumSuccessors(self.0));
        (0..count)
            .map(|i| Block(llvm!(LLVMGetSuccessor(self.0, i))))
            .collect()
    }

    /// The numbers for which a switch has a successor, and which one; the first successor is for all others.
    pub fn cases(self) -> Vec<(Value, Block)> {
        let to = self.successors().into_iter().skip(1);
        let numbers = (1..).map(|at| Value(llvm!(LLVMGetSwitchCaseValue(self.0, at))));
        to.zip(numbers).map(|(to, of)| (of, to)).collect()
    }

    /// Text and constraints of inline assembly.
    pub fn inline_asm(self) -> (String, String) {
        let (mut text, mut constraints) = (0, 0);
        let parts = [
            llvm!(LLVMGetInlineAsmAsmString(self.0, &mut text)),
            llvm!(LLVMGetInlineAsmConstraintString(self.0, &mut constraints)),
        ];
        (
            from_raw_text(parts[0], text),
            from_raw_text(parts[1], constraints),
        )
    }

    /// Whether a call is to inline assembly.
    pub fn is_inline_asm(self) -> bool {
        self.kind() == LLVMValueKind::LLVMInlineAsmValueKind
    }

    /// Fast-math flags, 0 where none are possible.
    pub fn fast_math(self) -> u32 {
        if llvm!(LLVMCanValueUseFastMathFlags(self.0)) != 0 {
            llvm!(LLVMGetFastMathFlags(self.0))
        } else {
            0
        }
    }

    /// Sets fast-math flags where the instruction can carry them.
    pub fn set_fast_math(self, flags: u32) {
        if flags != 0 && llvm!(LLVMCanValueUseFastMathFlags(self.0)) != 0 {
            llvm!(LLVMSetFastMathFlags(self.0, flags));
        }
    }

    /// Copies the debug location of `source`.
    pub fn copy_debug_location(self, source: Value) {
        let location = llvm!(llvm_sys::debuginfo::LLVMInstructionGetDebugLoc(source.0));
        llvm!(llvm_sys::debuginfo::LLVMInstructionSetDebugLoc(
            self.0, location
        ));
    }

    /// Removes the debug location.
    pub fn clear_debug_location(self) {
        let none = std::ptr::null_mut();
        llvm!(llvm_sys::debuginfo::LLVMInstructionSetDebugLoc(
            self.0, none
        ));
    }

    /// Copies the TBAA tag of `source`, which accesses the same type.
    pub fn copy_tbaa(self, source: Value) {
        let kind = llvm!(LLVMGetMDKindIDInContext(
            LLVMGetTypeContext(LLVMTypeOf(source.0)),
            c"tbaa".as_ptr(),
            4
        ));
        let tag = llvm!(LLVMGetMetadata(source.0, kind));
        if !tag.is_null() {
            llvm!(LLVMSetMetadata(self.0, kind, tag));
        }
    }

    /// Gives an access the scalar type that `source` accesses by its TBAA tag, and not the object in which that lies.
    pub fn tag_as_scalar(self, source: Value) {
        llvm!(crate::ffi::ez_tag_as_scalar(self.0, source.0));
    }

    /// Whether an instruction has metadata of a kind.
    pub fn has_metadata(self, kind: &str) -> bool {
        if llvm!(LLVMHasMetadata(self.0)) == 0 {
            return false;
        }
        let kind = llvm!(LLVMGetMDKindIDInContext(
            LLVMGetTypeContext(LLVMTypeOf(self.0)),
            kind.as_ptr().cast(),
            kind.len() as u32
        ));
        !llvm!(LLVMGetMetadata(self.0, kind)).is_null()
    }

    /// Gives an instruction empty metadata of a kind.
    pub fn add_metadata(self, kind: &str) {
        let context = self.context().raw();
        let kind = llvm!(LLVMGetMDKindIDInContext(
            context,
            kind.as_ptr().cast(),
            kind.len() as u32
        ));
        let empty = llvm!(LLVMMDNodeInContext2(context, std::ptr::null_mut(), 0));
        let empty = llvm!(LLVMMetadataAsValue(context, empty));
        llvm!(LLVMSetMetadata(self.0, kind, empty));
    }

    /// Scalar type name of the TBAA tag, empty without one.
    pub fn tbaa_scalar(self) -> String {
        let mut buffer = [0u8; 128];
        let n = llvm!(crate::ffi::ez_tbaa_scalar(
            self.0,
            buffer.as_mut_ptr().cast(),
            128
        ));
        String::from_utf8_lossy(&buffer[..(n as usize).min(128)]).into_owned()
    }

    /// 64-bit word of an integer or floating constant's bits.
    pub fn constant_word(self, word: u32) -> u64 {
        llvm!(crate::ffi::ez_constant_word(self.0, word))
    }

    /// The place in the source that debug information gives this instruction, for LLVM's own diagnostics.
    pub fn debug_location(self) -> Option<DebugLocation> {
        self.debug_location_of(false)
    }

    /// The same of [`Self::inlined_at`].
    pub fn outer_debug_location(self) -> Option<DebugLocation> {
        self.debug_location_of(true)
    }

    fn debug_location_of(self, outside: bool) -> Option<DebugLocation> {
        let raw = llvm!(crate::ffi::ez_debug_location(self.0, i32::from(outside)));
        (!raw.is_null()).then_some(DebugLocation(raw))
    }

    /// The symbol of the function of the source in whose body this instruction stands, whatever it was inlined into; empty if that is not known.
    pub fn scope_name(self) -> String {
        let mut buffer = [0u8; 2048];
        let n = llvm!(crate::ffi::ez_scope_name(
            self.0,
            buffer.as_mut_ptr().cast(),
            buffer.len() as u32
        )) as usize;
        let name = buffer.get(..n).unwrap_or_default();
        String::from_utf8_lossy(name).into_owned()
    }

    /// The name of the variable, or parameter, of the source whose value this is: its own, or what debug information says;
    /// empty without one.
    pub fn source_name(self) -> String {
        let name = self.name();
        if !name.is_empty() {
            return name;
        }
        let mut buffer = [0u8; 256];
        let n = llvm!(crate::ffi::ez_source_name(
            self.0,
            buffer.as_mut_ptr().cast(),
            256
        ));
        String::from_utf8_lossy(&buffer[..(n as usize).min(256)]).into_owned()
    }

    /// Where the source says this instruction is.
    pub fn source_location(self) -> Option<SourceLocation> {
        self.location(false)
    }

    /// Where the file of its function calls what this instruction was inlined from; nothing if it was not inlined.
    pub fn inlined_at(self) -> Option<SourceLocation> {
        self.location(true)
    }

    fn location(self, outside: bool) -> Option<SourceLocation> {
        if !self.is_instruction() {
            return None;
        }
        let mut buffer = [0u8; 1024];
        let (mut line, mut column) = (0, 0);
        let n = llvm!(crate::ffi::ez_source_location(
            self.0,
            i32::from(outside),
            buffer.as_mut_ptr().cast(),
            1024,
            &mut line,
            &mut column
        ));
        let file = String::from_utf8_lossy(&buffer[..(n as usize).min(1024)]).into_owned();
        (line != 0).then_some(SourceLocation { file, line, column })
    }
}
