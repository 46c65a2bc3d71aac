//! Sums of what the threads of a block have, each added once to a number in memory of the device.
//!
//! The threads first add up in memory that they share, a cell for each sum, between barriers: all of them have to come. The machine's library
//! (`GridRule::launches`) does it.
//!
//! Owns: the cells and the calls. Must not: know whose sums these are.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value};
use enzyme_rules::GridRule;

/// Sets cells to zero, for all threads of the block.
const CLEAR: &str = "enzyme_rs_grid_clear";
/// Adds what a thread has to a cell.
const GIVE: &str = "enzyme_rs_grid_give";
/// Adds cells to where they belong, when all threads have given.
const TAKE: &str = "enzyme_rs_grid_take";
/// Adds what threads have that run together to where it belongs.
const ADD_ALL: &str = "enzyme_rs_grid_add_all";

/// What a thread has for a sum.
pub(crate) struct Sum {
    /// A number in single or double precision: zero if it has nothing.
    pub(crate) of: Value,
    /// Where the sum is added, the same for all threads that have something; null if the thread has nothing, or nobody asks for the sum.
    pub(crate) to: Value,
}

/// Whether what a module has in the memory that a block shares leaves room for cells there.
pub(crate) fn fit(module: Module, grid: &GridRule) -> bool {
    /// What the cells of a kernel take, and what comes in with the library.
    const MORE: u64 = 1024;
    let all = module.globals().into_iter();
    let shared = all.filter(|global| global.ty().address_space() == grid.shared);
    let bytes: u64 = shared
        .map(|global| module.alloc_size(global.global_value_type()))
        .sum();
    bytes + MORE <= grid.shared_bytes
}

/// Those threads add up their sums that run together, in double precision: it takes no memory.
pub(crate) fn add_together(module: Module, build: &Builder, sums: &[Sum]) {
    for sum in sums {
        call(module, build, ADD_ALL, &[sum.to, sum.of]);
    }
}

/// All threads of a block add up their sums, and one of them adds each to where it belongs.
pub(crate) fn add_up((module, grid): (Module, &GridRule), build: &Builder, sums: &[Sum]) {
    if sums.is_empty() {
        return;
    }
    let context = module.context();
    let (pointer, int, double) = (context.pointer(), context.int(64), context.double());
    let call = |name: &str, args: &[Value]| call(module, build, name, args);
    let cell = context.structure(&[pointer, double]);
    let all = cell.array(sums.len() as u64);
    let cells = module.add_global_in("enzyme_rs_grid_sums", all, grid.shared);
    cells.set_initializer(all.undef());
    cells.set_internal();
    cells.set_memory_alignment(8);
    let at = build.address_cast(cells, pointer);
    let bytes = |count: usize| int.constant_int(module.alloc_size(cell) * count as u64);
    call(CLEAR, &[at, bytes(sums.len())]);
    let mut singles = 0u64;
    for (index, sum) in sums.iter().enumerate() {
        let is_single = sum.of.ty().kind() == TypeKind::LLVMFloatTypeKind;
        let of = match is_single {
            true => build.cast(Opcode::LLVMFPExt, sum.of, double),
            false => sum.of,
        };
        if is_single {
            singles |= 1 << index;
        }
        call(GIVE, &[build.ptradd(at, bytes(index), ""), sum.to, of]);
    }
    let count = int.constant_int(sums.len() as u64);
    call(TAKE, &[at, count, int.constant_int(singles)]);
}

/// Calls a function of the library, to which all threads come together.
fn call(module: Module, build: &Builder, name: &str, args: &[Value]) {
    let context = module.context();
    let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let ty = context.void().function(&types, false);
    let callee = module.declare(name, ty);
    callee.add_function_attribute(context.enum_attribute("convergent"));
    build.call(ty, callee, args, "");
}
