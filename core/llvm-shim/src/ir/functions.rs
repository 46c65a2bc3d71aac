//! Functions and globals as values; calls and their attributes.
//!
//! Owns: what only these values have. Must not: know other instructions.

use super::*;

impl Value {
    /// Function type of a function.
    pub fn function_type(self) -> Type {
        Type(llvm!(LLVMGlobalGetValueType(self.0)))
    }

    /// Value type of a global.
    pub fn global_value_type(self) -> Type {
        Type(llvm!(LLVMGlobalGetValueType(self.0)))
    }

    /// Whether debug information says where this function is.
    pub fn has_debug_information(self) -> bool {
        llvm!(crate::ffi::ez_has_debug_information(self.0)) != 0
    }

    /// Whether debug information, or else the compiler's mark in the module, says that this function was written in Fortran.
    pub fn is_fortran(self) -> bool {
        llvm!(crate::ffi::ez_is_fortran(self.0)) != 0
    }

    /// The module of a function or global.
    pub fn module(self) -> Module {
        Module(llvm!(LLVMGetGlobalParent(self.0)))
    }

    /// Whether a function or global is only declared.
    pub fn is_declaration(self) -> bool {
        llvm!(LLVMIsDeclaration(self.0)) != 0
    }

    /// Whether a global variable is constant: always what it was compiled as. Memory that kernels only read, and the host writes, is not.
    pub fn is_global_constant(self) -> bool {
        llvm!(LLVMIsGlobalConstant(self.0)) != 0 && llvm!(LLVMIsExternallyInitialized(self.0)) == 0
    }

    /// Whether a global variable is marked constant: code does not write to it, though a host may.
    pub fn is_marked_constant(self) -> bool {
        llvm!(LLVMIsGlobalConstant(self.0)) != 0
    }

    /// Whether no other module can name a function or global.
    pub fn is_local_to_module(self) -> bool {
        matches!(
            llvm!(LLVMGetLinkage(self.0)),
            LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage
        )
    }

    /// Whether another module may replace the definition by a different one.
    pub fn is_interposable(self) -> bool {
        matches!(
            llvm!(LLVMGetLinkage(self.0)),
            LLVMLinkage::LLVMWeakAnyLinkage | LLVMLinkage::LLVMLinkOnceAnyLinkage
        )
    }

    /// Whether nobody misses a definition that this module does not use.
    pub fn is_discardable(self) -> bool {
        let linkage = llvm!(LLVMGetLinkage(self.0));
        let once = [
            LLVMLinkage::LLVMLinkOnceODRLinkage,
            LLVMLinkage::LLVMLinkOnceAnyLinkage,
        ];
        self.is_local_to_module() || once.contains(&linkage)
    }

    /// The section that the program puts a function or global into.
    pub fn section(self) -> Option<String> {
        let name = llvm!(LLVMGetSection(self.0));
        // SAFETY: null or a NUL-terminated string of the module's.
        let name = (!name.is_null()).then(|| unsafe { std::ffi::CStr::from_ptr(name) });
        name.filter(|n| !n.is_empty())
            .map(|n| n.to_string_lossy().into_owned())
    }

    /// What an alias stands for.
    pub fn aliasee(self) -> Option<Value> {
        let is_alias = self.kind() == LLVMValueKind::LLVMGlobalAliasValueKind;
        is_alias.then(|| Value(llvm!(LLVMAliasGetAliasee(self.0))))
    }

    /// Whether it is a constant that may be anything.
    pub fn is_undefined(self) -> bool {
        llvm!(LLVMIsUndef(self.0)) != 0 || llvm!(LLVMIsPoison(self.0)) != 0
    }

    /// Initializer of a global.
    pub fn initializer(self) -> Option<Value> {
        Value::new(llvm!(LLVMGetInitializer(self.0)))
    }

    /// Sets a global's initializer.
    pub fn set_initializer(self, value: Value) {
        llvm!(LLVMSetInitializer(self.0, value.0));
    }

    /// Makes a function or global private to the module.
    pub fn set_internal(self) {
        llvm!(LLVMSetLinkage(self.0, LLVMLinkage::LLVMInternalLinkage));
    }

    /// Is called and seen by other modules as another function is, on the machine and under the limits that its attributes name.
    pub fn be_called_like(self, other: Self) {
        llvm!({
            LLVMSetFunctionCallConv(self.0, LLVMGetFunctionCallConv(other.0));
            LLVMSetLinkage(self.0, LLVMGetLinkage(other.0));
            LLVMSetVisibility(self.0, LLVMGetVisibility(other.0));
        });
        let index = llvm_sys::LLVMAttributeFunctionIndex;
        let count = llvm!(LLVMGetAttributeCountAtIndex(other.0, index)) as usize;
        let mut all = vec![std::ptr::null_mut(); count];
        llvm!(LLVMGetAttributesAtIndex(other.0, index, all.as_mut_ptr()));
        // What is said in words is about the machine; the rest may have been found in its code.
        let words = all.into_iter();
        let words = words.filter(|attribute| llvm!(LLVMIsStringAttribute(*attribute)) != 0);
        for attribute in words {
            llvm!(LLVMAddAttributeAtIndex(self.0, index, attribute));
        }
    }

    /// Makes a global thread-local, in the same way, if another is.
    pub fn set_thread_local_like(self, other: Self) {
        let mode = llvm!(LLVMGetThreadLocalMode(other.0));
        llvm!(LLVMSetThreadLocalMode(self.0, mode));
    }

    /// Whether each thread has a global of its own.
    pub fn is_thread_local(self) -> bool {
        llvm!(LLVMIsThreadLocal(self.0)) != 0
    }

    /// Makes copies in several modules collapse into one.
    pub fn set_link_once(self) {
        llvm!(LLVMSetLinkage(self.0, LLVMLinkage::LLVMLinkOnceODRLinkage));
    }

    /// Makes a global thread-local (initial-exec model is left to the linker).
    pub fn set_thread_local(self) {
        llvm!(LLVMSetThreadLocal(self.0, 1));
    }

    /// Parameters of a function.
    pub fn params(self) -> Vec<Value> {
        let count = llvm!(LLVMCountParams(self.0)) as usize;
        let mut raw = vec![std::ptr::null_mut(); count];
        llvm!(LLVMGetParams(self.0, raw.as_mut_ptr()));
        raw.into_iter().map(Value).collect()
    }

    /// Blocks of a function in order.
    pub fn blocks(self) -> Vec<Block> {
        let count = llvm!(LLVMCountBasicBlocks(self.0)) as usize;
        let mut raw = vec![std::ptr::null_mut(); count];
        llvm!(LLVMGetBasicBlocks(self.0, raw.as_mut_ptr()));
        raw.into_iter().map(Block).collect()
    }

    /// Appends an empty block to a function.
    pub fn append_block(self, name: &str) -> Block {
        let context = llvm!(LLVMGetTypeContext(self.ty().0));
        let name = c_string(name);
        Block(llvm!(LLVMAppendBasicBlockInContext(
            context,
            self.0,
            name.as_ptr()
        )))
    }

    /// Adds an attribute to a function.
    pub fn add_function_attribute(self, attribute: Attribute) {
        let index = llvm_sys::LLVMAttributeFunctionIndex;
        llvm!(LLVMAddAttributeAtIndex(self.0, index, attribute.0));
    }

    /// Adds an attribute to what a function returns.
    pub fn add_return_attribute(self, attribute: Attribute) {
        let index = llvm_sys::LLVMAttributeReturnIndex;
        llvm!(LLVMAddAttributeAtIndex(self.0, index, attribute.0));
    }

    /// Adds an attribute to parameter `index` of a function.
    pub fn add_param_attribute(self, index: u32, attribute: Attribute) {
        llvm!(LLVMAddAttributeAtIndex(self.0, index + 1, attribute.0));
    }

    /// Whether a function carries an enum attribute.
    pub fn has_attribute(self, name: &str) -> bool {
        let kind = llvm!(LLVMGetEnumAttributeKindForName(
            name.as_ptr().cast(),
            name.len()
        ));
        let index = llvm_sys::LLVMAttributeFunctionIndex;
        !llvm!(LLVMGetEnumAttributeAtIndex(self.0, index, kind)).is_null()
    }

    /// The value of an attribute of a function that is a text.
    pub fn text_attribute(self, name: &str) -> Option<String> {
        let index = llvm_sys::LLVMAttributeFunctionIndex;
        let length = u32::try_from(name.len()).unwrap_or(u32::MAX);
        let found = llvm!(LLVMGetStringAttributeAtIndex(
            self.0,
            index,
            name.as_ptr().cast(),
            length
        ));
        if found.is_null() {
            return None;
        }
        let mut length = 0;
        let text = llvm!(LLVMGetStringAttributeValue(found, &mut length));
        // SAFETY: LLVM keeps as many bytes there as it says, as long as the context lives.
        let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length as usize) };
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    /// Gives a function the attributes and the calling convention of another one of its type.
    pub fn copy_attributes(self, source: Self) {
        llvm!(LLVMSetFunctionCallConv(
            self.0,
            LLVMGetFunctionCallConv(source.0)
        ));
        let params = llvm!(LLVMCountParams(source.0));
        let function = llvm_sys::LLVMAttributeFunctionIndex;
        for index in (0..=params).chain([function]) {
            let count = llvm!(LLVMGetAttributeCountAtIndex(source.0, index)) as usize;
            let mut all = vec![std::ptr::null_mut(); count];
            llvm!(LLVMGetAttributesAtIndex(source.0, index, all.as_mut_ptr()));
            for attribute in all {
                llvm!(LLVMAddAttributeAtIndex(self.0, index, attribute));
            }
        }
    }

    /// Removes an enum attribute of a function.
    pub fn remove_attribute(self, name: &str) {
        let kind = llvm!(LLVMGetEnumAttributeKindForName(
            name.as_ptr().cast(),
            name.len()
        ));
        let index = llvm_sys::LLVMAttributeFunctionIndex;
        llvm!(LLVMRemoveEnumAttributeAtIndex(self.0, index, kind));
    }

    /// Removes all that is promised of what a function returns.
    pub fn forget_result_promises(self) {
        let index = llvm_sys::LLVMAttributeReturnIndex;
        let count = llvm!(LLVMGetAttributeCountAtIndex(self.0, index));
        let mut all = vec![std::ptr::null_mut(); count as usize];
        llvm!(LLVMGetAttributesAtIndex(self.0, index, all.as_mut_ptr()));
        for attribute in all {
            let kind = llvm!(LLVMGetEnumAttributeKind(attribute));
            llvm!(LLVMRemoveEnumAttributeAtIndex(self.0, index, kind));
        }
    }

    /// Whether parameter `index` of a function carries an enum attribute.
    pub fn param_has_attribute(self, index: u32, name: &str) -> bool {
        let kind = llvm!(LLVMGetEnumAttributeKindForName(
            name.as_ptr().cast(),
            name.len()
        ));
        !llvm!(LLVMGetEnumAttributeAtIndex(self.0, index + 1, kind)).is_null()
    }

    /// Gives parameter `index` an enum attribute of parameter `from` of another function, if that has it.
    pub fn copy_param_attribute(self, index: u32, source: Value, from: u32, name: &str) {
        let kind = llvm!(LLVMGetEnumAttributeKindForName(
            name.as_ptr().cast(),
            name.len()
        ));
        let found = llvm!(LLVMGetEnumAttributeAtIndex(source.0, from + 1, kind));
        if !found.is_null() {
            llvm!(LLVMAddAttributeAtIndex(self.0, index + 1, found));
        }
    }

    /// Copies the debug-info subprogram of `source`, so that inlined locations stay legal.
    pub fn copy_subprogram(self, source: Value) {
        let sub = llvm!(llvm_sys::debuginfo::LLVMGetSubprogram(source.0));
        if !sub.is_null() {
            llvm!(llvm_sys::debuginfo::LLVMSetSubprogram(self.0, sub));
        }
    }

    /// Callee operand of a call or an invoke; none of other values.
    pub fn callee(self) -> Option<Value> {
        let is_call = [LLVMIsACallInst, LLVMIsAInvokeInst]
            .iter()
            .any(|is| !llvm!(is(self.0)).is_null());
        is_call
            .then(|| Value::new(llvm!(LLVMGetCalledValue(self.0))))
            .flatten()
    }

    /// Lets a call or an invoke call another function of the same type.
    pub fn set_callee(self, function: Value) {
        // The callee is the last operand.
        let last = llvm!(LLVMGetNumOperands(self.0)) as u32 - 1;
        self.set_operand(last, function);
    }

    /// Arguments of a call, without callee and bundles.
    pub fn call_args(self) -> Vec<Value> {
        let count = llvm!(LLVMGetNumArgOperands(self.0));
        (0..count)
            .filter_map(|i| Value::new(llvm!(LLVMGetOperand(self.0, i))))
            .collect()
    }

    /// Function type a call uses.
    pub fn called_type(self) -> Type {
        Type(llvm!(LLVMGetCalledFunctionType(self.0)))
    }

    /// Type of a type attribute (`sret`, `byval`) on argument `index` of a call.
    pub fn call_arg_type_attribute(self, index: u32, name: &str) -> Option<Type> {
        let kind = llvm!(LLVMGetEnumAttributeKindForName(
            name.as_ptr().cast(),
            name.len()
        ));
        let raw = llvm!(LLVMGetCallSiteEnumAttribute(self.0, index + 1, kind));
        (!raw.is_null()).then(|| Type(llvm!(LLVMGetTypeAttributeValue(raw))))
    }

    /// Alignment in bytes that a call states of its pointer arguments; 1 if it states none.
    pub fn call_alignment(self) -> u32 {
        let mut all = (0..self.call_args().len() as u32).filter_map(|index| self.stated(index));
        all.next().unwrap_or(1)
    }

    /// That of one argument.
    pub fn argument_alignment(self, index: u32) -> u32 {
        self.stated(index).unwrap_or(1)
    }

    fn stated(self, index: u32) -> Option<u32> {
        let kind = llvm!(LLVMGetEnumAttributeKindForName(c"align".as_ptr(), 5));
        let raw = llvm!(LLVMGetCallSiteEnumAttribute(self.0, index + 1, kind));
        (!raw.is_null()).then(|| llvm!(LLVMGetEnumAttributeValue(raw)) as u32)
    }

    /// Says that the address which a call returns is a multiple of so many bytes.
    pub fn align_result(self, bytes: u32) {
        let context = llvm!(LLVMGetTypeContext(self.ty().raw()));
        let kind = llvm!(LLVMGetEnumAttributeKindForName(c"align".as_ptr(), 5));
        let stated = llvm!(LLVMCreateEnumAttribute(context, kind, u64::from(bytes)));
        llvm!(LLVMAddCallSiteAttribute(self.0, 0, stated));
    }

    /// Whether a call itself carries an enum attribute.
    pub fn call_has_attribute(self, name: &str) -> bool {
        let kind = llvm!(LLVMGetEnumAttributeKindForName(
            name.as_ptr().cast(),
            name.len()
        ));
        let of = llvm_sys::LLVMAttributeFunctionIndex;
        !llvm!(LLVMGetCallSiteEnumAttribute(self.0, of, kind)).is_null()
    }

    /// Whether a call itself carries a string attribute.
    pub fn call_has_string_attribute(self, key: &str) -> bool {
        let of = llvm_sys::LLVMAttributeFunctionIndex;
        let (data, length) = (key.as_ptr().cast(), key.len() as u32);
        !llvm!(LLVMGetCallSiteStringAttribute(self.0, of, data, length)).is_null()
    }

    /// Adds an attribute to a call itself.
    pub fn add_call_attribute(self, attribute: Attribute) {
        let of = llvm_sys::LLVMAttributeFunctionIndex;
        llvm!(LLVMAddCallSiteAttribute(self.0, of, attribute.0));
    }

    /// Takes from a call that it writes elsewhere, if that is what it says of the memory that it accesses.
    pub fn forget_writes_elsewhere(self, says: Attribute) {
        let of = llvm_sys::LLVMAttributeFunctionIndex;
        let kind = llvm!(LLVMGetEnumAttributeKind(says.0));
        let own = llvm!(LLVMGetCallSiteEnumAttribute(self.0, of, kind));
        if own == says.0 {
            llvm!(LLVMRemoveCallSiteEnumAttribute(self.0, of, kind));
        }
    }

    /// The value of a call's own string attribute of this name.
    pub fn call_string_attribute(self, key: &str) -> Option<String> {
        let of = llvm_sys::LLVMAttributeFunctionIndex;
        let (data, length) = (key.as_ptr().cast(), key.len() as u32);
        let attribute = llvm!(LLVMGetCallSiteStringAttribute(self.0, of, data, length));
        (!attribute.is_null()).then(|| {
            let mut length = 0;
            let data = llvm!(LLVMGetStringAttributeValue(attribute, &mut length));
            from_raw_text(data, length as usize)
        })
    }

    /// Whether a call argument carries an enum attribute.
    pub fn call_arg_has_attribute(self, index: u32, name: &str) -> bool {
        let kind = llvm!(LLVMGetEnumAttributeKindForName(
            name.as_ptr().cast(),
            name.len()
        ));
        !llvm!(LLVMGetCallSiteEnumAttribute(self.0, index + 1, kind)).is_null()
    }

    /// Type of a type attribute (`sret`, `byval`) on parameter `index` of a function.
    pub fn param_type_attribute(self, index: u32, name: &str) -> Option<Type> {
        let kind = llvm!(LLVMGetEnumAttributeKindForName(
            name.as_ptr().cast(),
            name.len()
        ));
        let raw = llvm!(LLVMGetEnumAttributeAtIndex(self.0, index + 1, kind));
        (!raw.is_null()).then(|| Type(llvm!(LLVMGetTypeAttributeValue(raw))))
    }

    /// Removes an enum or type attribute of parameter `index` of a function.
    pub fn remove_param_attribute(self, index: u32, name: &str) {
        let kind = llvm!(LLVMGetEnumAttributeKindForName(
            name.as_ptr().cast(),
            name.len()
        ));
        llvm!(LLVMRemoveEnumAttributeAtIndex(self.0, index + 1, kind));
    }

    /// Removes an enum attribute of what a call returns, from the call and from the function that it names.
    pub fn remove_result_attribute(self, name: &str) {
        let kind = llvm!(LLVMGetEnumAttributeKindForName(
            name.as_ptr().cast(),
            name.len()
        ));
        let index = llvm_sys::LLVMAttributeReturnIndex;
        llvm!(LLVMRemoveCallSiteEnumAttribute(self.0, index, kind));
        let named = self
            .callee()
            .filter(|v| v.kind() == LLVMValueKind::LLVMFunctionValueKind);
        if let Some(function) = named {
            llvm!(LLVMRemoveEnumAttributeAtIndex(function.0, index, kind));
        }
    }

    /// The function that a function's metadata of a kind names.
    pub fn function_metadata(self, kind: &str) -> Option<Value> {
        let kind = c_string(kind);
        Value::new(llvm!(crate::ffi::ez_function_metadata(
            self.0,
            kind.as_ptr()
        )))
    }

    /// Whether a global variable has metadata of a kind.
    pub fn global_has_metadata(self, kind: &str) -> bool {
        let context = self.context().raw();
        let kind = llvm!(LLVMGetMDKindIDInContext(
            context,
            kind.as_ptr().cast(),
            kind.len() as u32
        ));
        let mut count = 0;
        let entries = llvm!(LLVMGlobalCopyAllMetadata(self.0, &mut count));
        let found = (0..count as u32)
            .any(|index| llvm!(LLVMValueMetadataEntriesGetKind(entries, index)) == kind);
        llvm!(LLVMDisposeValueMetadataEntries(entries));
        found
    }

    /// Text of a metadata string passed as an operand, if it is one.
    pub fn metadata_string(self) -> Option<String> {
        if self.kind() != LLVMValueKind::LLVMMetadataAsValueValueKind {
            return None;
        }
        let mut length = 0;
        let data = llvm!(LLVMGetMDString(self.0, &mut length));
        (!data.is_null()).then(|| from_raw_text(data, length as usize))
    }
}
