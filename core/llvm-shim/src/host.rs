//! Device code as code of the machine that we run on.
//!
//! Owns: one address space, what a module says of its target, the machine for which LLVM makes code. Must not: decide what calls become.

use crate::ffi;
use crate::ir::{Module, Value, c_string, llvm, owned_message};
use crate::transform::pass_result;
use llvm_sys::core::*;
use llvm_sys::target_machine::*;
use llvm_sys::transforms::pass_builder::*;
use std::path::Path;

/// Who calls a function, by its calling convention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// The host: it is a kernel.
    Host,
    /// Other functions.
    Functions,
}

/// `ptx_kernel`, `amdgpu_kernel` and `spir_kernel` (`llvm/IR/CallingConv.h`).
const KERNELS: [u32; 3] = [71, 91, 76];

/// Who calls a function.
pub fn caller(function: Value) -> Caller {
    let convention = llvm!(ffi::ez_calling_convention(function.raw()));
    match KERNELS.contains(&convention) {
        true => Caller::Host,
        false => Caller::Functions,
    }
}

/// Whether an instruction is a fence for the threads of a block alone.
pub fn is_fence_of_group(instruction: Value) -> bool {
    llvm!(ffi::ez_is_fence_of_group(instruction.raw())) != 0
}

/// All pointers lie in the first address space from now on. Handles of variables and functions that were made before are dead.
pub fn flatten_address_spaces(module: Module) {
    llvm!(ffi::ez_flatten_address_spaces(module.raw()));
}

/// Forgets what a module says of its target.
pub fn forget_target(module: Module) {
    llvm!(ffi::ez_forget_target(module.raw()));
}

/// Lets the program change a variable, if it was constant.
pub fn let_change(variable: Value) {
    llvm!(LLVMSetGlobalConstant(variable.raw(), 0));
}

/// Whether somebody else gives a variable its value before the program runs.
pub fn is_given_value(variable: Value) -> bool {
    llvm!(LLVMIsExternallyInitialized(variable.raw())) != 0
}

/// Whether a variable may have no definition, and is null then.
pub fn may_be_missing(variable: Value) -> bool {
    llvm!(LLVMGetLinkage(variable.raw())) == llvm_sys::LLVMLinkage::LLVMExternalWeakLinkage
}

/// Lets a function that is only declared have no definition, so that its address is null then.
pub fn let_be_missing(function: Value) {
    llvm!(LLVMSetLinkage(
        function.raw(),
        llvm_sys::LLVMLinkage::LLVMExternalWeakLinkage
    ));
}

/// The alignment that a variable asks for; 0: that of its type.
pub fn variable_alignment(variable: Value) -> u32 {
    llvm!(LLVMGetAlignment(variable.raw()))
}

/// A function without parameters runs when the program starts, or the library is loaded.
pub fn run_at_start(function: Value) {
    llvm!(ffi::ez_run_at_start(function.raw()));
}

/// Erases a variable that nothing uses; whether that was so. Its handle is dead then.
pub fn erase_unused(variable: Value) -> bool {
    llvm!(ffi::ez_erase_unused(variable.raw())) != 0
}

/// Makes a load or store an atomic one that orders nothing; an atomic operation orders nothing any more.
pub fn make_atomic(access: Value) {
    let relaxed = llvm_sys::LLVMAtomicOrdering::LLVMAtomicOrderingMonotonic;
    llvm!(LLVMSetOrdering(access.raw(), relaxed));
}

/// Sanitizers leave an access out.
pub fn leave_unwatched(instruction: Value) {
    llvm!(ffi::ez_leave_unwatched(instruction.raw()));
}

/// What `-O0` to `-O3` mean for the making of code.
fn code_level(level: u8) -> LLVMCodeGenOptLevel {
    match level {
        0 => LLVMCodeGenOptLevel::LLVMCodeGenLevelNone,
        1 => LLVMCodeGenOptLevel::LLVMCodeGenLevelLess,
        2 => LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
        _ => LLVMCodeGenOptLevel::LLVMCodeGenLevelAggressive,
    }
}

/// The machine that we run on.
pub struct Machine(LLVMTargetMachineRef);

impl Drop for Machine {
    fn drop(&mut self) {
        llvm!(LLVMDisposeTargetMachine(self.0));
    }
}

impl Machine {
    /// One that makes code that any processor of the family runs, at any address, with the care of `-O0` to `-O3`.
    ///
    /// # Errors
    /// LLVM was built without the family.
    pub fn new(level: u8) -> Result<Self, String> {
        let unknown = || "this LLVM makes no code for the machine that it runs on".to_owned();
        if llvm!(ffi::ez_initialize_host()) != ffi::EZ_STATUS_OK {
            return Err(unknown());
        }
        let triple = llvm!(LLVMGetDefaultTargetTriple());
        let (mut target, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
        let failed = llvm!(LLVMGetTargetFromTriple(triple, &mut target, &mut message));
        if failed != 0 {
            llvm!(LLVMDisposeMessage(triple));
            return Err(owned_message(message));
        }
        let machine = llvm!(LLVMCreateTargetMachine(
            target,
            triple,
            c"".as_ptr(),
            c"".as_ptr(),
            code_level(level),
            LLVMRelocMode::LLVMRelocPIC,
            LLVMCodeModel::LLVMCodeModelDefault
        ));
        llvm!(LLVMDisposeMessage(triple));
        match machine.is_null() {
            true => Err(unknown()),
            false => Ok(Self(machine)),
        }
    }

    /// Says in a module that it is for this machine.
    pub fn claim(&self, module: Module) {
        llvm!({
            let triple = LLVMGetTargetMachineTriple(self.0);
            LLVMSetTarget(module.raw(), triple);
            LLVMDisposeMessage(triple);
            let layout = LLVMCreateTargetDataLayout(self.0);
            llvm_sys::target::LLVMSetModuleDataLayout(module.raw(), layout);
            llvm_sys::target::LLVMDisposeTargetData(layout);
        });
    }

    /// Runs a textual pipeline of passes, which may ask what the machine can do.
    ///
    /// # Errors
    /// A pass that LLVM does not know.
    pub fn run_passes(&self, module: Module, pipeline: &str) -> Result<(), String> {
        let options = llvm!(LLVMCreatePassBuilderOptions());
        let passes = c_string(pipeline);
        let error = llvm!(LLVMRunPasses(
            module.raw(),
            passes.as_ptr(),
            self.0,
            options
        ));
        llvm!(LLVMDisposePassBuilderOptions(options));
        pass_result(error)
    }

    /// Writes the object file of a module.
    ///
    /// # Errors
    /// The operating system's reason, or what LLVM cannot make code of.
    pub fn write_object(&self, module: Module, path: &Path) -> Result<(), String> {
        let name = c_string(&path.to_string_lossy());
        let mut message = std::ptr::null_mut();
        let failed = llvm!(LLVMTargetMachineEmitToFile(
            self.0,
            module.raw(),
            name.as_ptr(),
            LLVMCodeGenFileType::LLVMObjectFile,
            &mut message
        ));
        match failed {
            0 => Ok(()),
            _ => Err(owned_message(message)),
        }
    }
}
