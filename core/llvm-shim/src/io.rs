//! Reading, writing and compiling modules, through inkwell.
//!
//! Owns: files of IR and bitcode. Must not: change a module.

use crate::ir::Module;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module as InkwellModule;
use std::path::Path;

/// A module together with what owns it.
pub struct OwnedModule<'context> {
    inner: InkwellModule<'context>,
}

impl<'context> OwnedModule<'context> {
    /// Reads textual IR or bitcode.
    ///
    /// # Errors
    /// The text LLVM gives: a missing file, a syntax error with its line, newer bitcode.
    pub fn read(context: &'context Context, path: &Path) -> Result<Self, String> {
        let buffer = MemoryBuffer::create_from_file(path).map_err(|e| e.to_string())?;
        Self::parse(context, buffer)
    }

    /// Parses textual IR.
    ///
    /// # Errors
    /// LLVM's syntax error.
    pub fn parse_text(context: &'context Context, text: &str) -> Result<Self, String> {
        let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "input");
        Self::parse(context, buffer)
    }

    fn parse(context: &'context Context, buffer: MemoryBuffer<'_>) -> Result<Self, String> {
        let inner = context
            .create_module_from_ir(buffer)
            .map_err(|e| e.to_string())?;
        Ok(Self { inner })
    }

    /// Handle for the engine.
    pub fn handle(&mut self) -> Module {
        // SAFETY: the exclusive borrow keeps everybody else away while handles are made.
        unsafe { Module::from_raw(self.inner.as_mut_ptr()) }
    }

    /// Writes bitcode if the path ends in `.bc`, else text.
    ///
    /// # Errors
    /// The operating system's reason.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        if path.extension().is_some_and(|e| e == "bc") {
            return if self.inner.write_bitcode_to_path(path) {
                Ok(())
            } else {
                Err(format!("cannot write {}", path.display()))
            };
        }
        self.inner.print_to_file(path).map_err(|e| e.to_string())
    }
}

/// Links textual IR into a module: library code that generated code calls.
///
/// # Errors
/// LLVM's syntax or linking error.
pub fn link_text(module: Module, text: &str) -> Result<(), String> {
    use llvm_sys::ir_reader::LLVMParseIRInContext2;
    let buffer = crate::ir::llvm!(llvm_sys::core::LLVMCreateMemoryBufferWithMemoryRangeCopy(
        text.as_ptr().cast(),
        text.len(),
        c"runtime".as_ptr()
    ));
    let mut parsed = std::ptr::null_mut();
    let mut message = std::ptr::null_mut();
    let context = module.context().raw();
    // LLVM reads text only into contexts that keep names.
    let discards = crate::ir::llvm!(llvm_sys::core::LLVMContextShouldDiscardValueNames(context));
    let failed = crate::ir::llvm!({
        llvm_sys::core::LLVMContextSetDiscardValueNames(context, 0);
        let failed = LLVMParseIRInContext2(context, buffer, &mut parsed, &mut message);
        llvm_sys::core::LLVMDisposeMemoryBuffer(buffer);
        llvm_sys::core::LLVMContextSetDiscardValueNames(context, discards);
        failed
    });
    if failed != 0 {
        return Err(crate::ir::owned_message(message));
    }
    crate::ir::llvm!({
        let layout = llvm_sys::core::LLVMGetDataLayoutStr(module.raw());
        llvm_sys::core::LLVMSetDataLayout(parsed, layout);
        llvm_sys::core::LLVMSetTarget(parsed, llvm_sys::core::LLVMGetTarget(module.raw()));
    });
    match crate::ir::llvm!(llvm_sys::linker::LLVMLinkModules2(module.raw(), parsed)) {
        0 => Ok(()),
        _ => Err("cannot link the run-time library code".to_owned()),
    }
}

/// Version of the LLVM that is loaded.
pub fn llvm_version() -> (u32, u32, u32) {
    inkwell::support::get_llvm_version()
}
