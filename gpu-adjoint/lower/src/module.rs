//! What a module of device code has, and the module as one of the host.
//!
//! Owns: whether it is device code at all, which of its parts have a meaning on a device alone, and their names from then on. Must not: give them one.

use crate::assembly::instruction;
use crate::meaning::{Meaning, meaning};
use crate::refusal::Refusal;
use crate::{EMULATED, LIBRARY, vectors};
use enzyme_llvm_shim::host::{self, Caller};
use enzyme_llvm_shim::ir::{Module, Opcode, Value};
use enzyme_llvm_shim::transform;

/// The address space of shared memory, on both sorts of devices.
const SHARED: u32 = 3;
/// Those of the device's other variables: global and constant memory.
const DEVICE: [u32; 2] = [1, 4];

/// Prefixes of intrinsics that only devices have, or that mean something else there.
const INTRINSICS: [&str; 4] = ["llvm.nvvm.", "llvm.amdgcn.", "llvm.trap", "llvm.debugtrap"];

/// The flag by which a module of AMD's says the version of its code object, and the first that has implicit arguments as the emulator has them.
const CODE_OBJECT: &str = "amdhsa_code_object_version";
const NEWER: u64 = 500;

/// What a module has, by names: its handles die when address spaces become one.
#[derive(Default)]
pub(crate) struct Found {
    /// Functions with a body.
    pub(crate) functions: Vec<String>,
    /// Those that the host calls.
    pub(crate) kernels: Vec<String>,
    /// Variables in shared memory.
    pub(crate) shared: Vec<String>,
    /// Variables that the host may read and write.
    pub(crate) variables: Vec<String>,
}

/// What makes it useless to go on.
pub(crate) fn refused(module: Module) -> Vec<Refusal> {
    if !module.is_for_gpu() {
        let what = format!("the module is for `{}`, which is no GPU", module.triple());
        let help = "compile for the device: clang --cuda-device-only -emit-llvm, or --offload-device-only with -x hip";
        return vec![Refusal::of_module(what, help)];
    }
    let assembly = instructions(module).filter_map(refused_assembly);
    let is_old = module.flag(CODE_OBJECT).is_some_and(|has| has < NEWER);
    let old = instructions(module).filter(|inst| is_old && reads_implicit_arguments(*inst));
    assembly.chain(old.map(refused_layout)).collect()
}

fn refused_assembly(instruction: Value) -> Option<Refusal> {
    let callee = (instruction.opcode() == Opcode::LLVMCall).then(|| instruction.callee());
    let assembly = callee.flatten().filter(|c| c.is_inline_asm())?;
    let (text, _) = assembly.inline_asm();
    if device_assembly(&text).is_some() || vectors::access(&text).is_some() {
        return None;
    }
    let what = format!("inline assembly of the device: `{}`", text.trim());
    let help = "call a function of CUDA or HIP that does the same, or leave the line out where __ENZYME_RS_EMULATED__ is defined";
    Some(Refusal::at(instruction, what, help))
}

fn reads_implicit_arguments(instruction: Value) -> bool {
    callee(instruction).is_some_and(|name| name == "llvm.amdgcn.implicitarg.ptr")
}

/// The emulator hands kernels what newer code objects have there.
fn refused_layout(instruction: Value) -> Refusal {
    let what = "the implicit arguments of AMD's code objects before version 5".to_owned();
    Refusal::at(
        instruction,
        what,
        "compile with -mcode-object-version=5, or without this flag",
    )
}

/// The function of the device library that stands for inline assembly.
pub(crate) fn device_assembly(text: &str) -> Option<String> {
    let Meaning::Device(name) = meaning(&instruction(text)?) else {
        return None;
    };
    LIBRARY.contains(&format!(" @{name}(")).then_some(name)
}

fn instructions(module: Module) -> impl Iterator<Item = Value> {
    let blocks = module.functions().into_iter().flat_map(Value::blocks);
    blocks.flat_map(|block| block.instructions())
}

/// Names what the module has, and gives names to what has none.
pub(crate) fn read(module: Module) -> Found {
    let mut found = Found::default();
    for function in module.functions() {
        if function.is_declaration() {
            continue;
        }
        if function.name().is_empty() {
            function.set_name("unnamed");
        }
        found.functions.push(function.name());
        if host::caller(function) == Caller::Host {
            found.kernels.push(function.name());
        }
    }
    for global in module.globals() {
        if global.name().is_empty() {
            global.set_name("unnamed");
        }
        match global.ty().address_space() {
            SHARED => found.shared.push(global.name()),
            space if DEVICE.contains(&space) && is_of_host(global) => {
                found.variables.push(global.name());
            }
            _ => {}
        }
    }
    found
}

/// Whether the host may read or write a variable.
fn is_of_host(variable: Value) -> bool {
    host::is_given_value(variable) || !variable.is_local_to_module()
}

/// Makes the module one of the host, in which intrinsics of devices are functions that nobody defines yet.
pub(crate) fn prepare(module: Module, found: &Found) {
    transform::resolve_aliases(module);
    for list in ["llvm.used", "llvm.compiler.used", "llvm.global.annotations"] {
        if let Some(list) = module.global(list) {
            list.erase_global();
        }
    }
    for function in module.functions() {
        leave_fences_to_barriers(function);
        let name = function.name();
        if INTRINSICS.iter().any(|prefix| name.starts_with(prefix)) {
            function.set_name(name.trim_start_matches("llvm."));
            // What must be a constant in an intrinsic may be anything in a function, which cannot ask for it.
            for at in 0..function.params().len() as u32 {
                function.remove_param_attribute(at, "immarg");
            }
        }
    }
    for name in &found.variables {
        if let Some(variable) = module.global(name) {
            host::let_change(variable);
        }
    }
    host::flatten_address_spaces(module);
    host::forget_target(module);
    for name in &found.functions {
        let Some(function) = module.function(name) else {
            continue;
        };
        function.set_name(&format!("{name}{EMULATED}"));
        if function.has_attribute("optnone") {
            function.remove_attribute("optnone");
            function.remove_attribute("noinline");
        }
    }
}

/// Fences beside a barrier, as HIP's `__syncthreads` has them, order no more than the barrier does.
fn leave_fences_to_barriers(function: Value) {
    for block in function.blocks() {
        let all = block.instructions();
        let is_beside = |at: usize| {
            let before = at.checked_sub(1).and_then(|before| all.get(before));
            let neighbours = [before, all.get(at + 1)].into_iter().flatten();
            neighbours.copied().any(is_barrier)
        };
        let left = (0..all.len()).filter(|at| is_fence(all[*at]) && is_beside(*at));
        let left: Vec<usize> = left.collect();
        left.into_iter().for_each(|at| all[at].erase_instruction());
    }
}

fn is_barrier(instruction: Value) -> bool {
    callee(instruction).is_some_and(|name| name.starts_with("llvm.amdgcn.s.barrier"))
}

/// For the threads of the block: an instruction, or the function of HIP before version 6.
fn is_fence(instruction: Value) -> bool {
    let is_call = || callee(instruction).is_some_and(|name| name == "__atomic_work_item_fence");
    host::is_fence_of_group(instruction) || is_call()
}

/// The name of the function that an instruction calls.
fn callee(instruction: Value) -> Option<String> {
    let is_call = instruction.opcode() == Opcode::LLVMCall;
    let callee = is_call.then(|| instruction.callee()).flatten()?;
    (!callee.is_inline_asm()).then(|| callee.name())
}
