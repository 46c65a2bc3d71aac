//! Primitive transforms of functions.
//!
//! Owns: running LLVM passes and the shim's cloning, inlining and loop transforms.
//! Must not: choose when to use them.

use crate::analyses::{Iteration, TripCount};
use crate::clock::timed;
use crate::ffi;
use crate::ir::{Block, DebugLocation, Module, Value, c_string, llvm};
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::transforms::pass_builder::*;
use std::ffi::CStr;
use std::path::Path;

/// Text of the shim's last failure on this thread.
fn last_error() -> String {
    let text = llvm!(ffi::ez_last_error());
    // SAFETY: never null, NUL-terminated, valid until the next failure.
    unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned()
}

fn check(status: ffi::EzStatus) -> Result<(), String> {
    if status == ffi::EZ_STATUS_OK {
        Ok(())
    } else {
        Err(last_error())
    }
}

pub(crate) fn pass_result(error: llvm_sys::error::LLVMErrorRef) -> Result<(), String> {
    if error.is_null() {
        return Ok(());
    }
    let text = llvm!(LLVMGetErrorMessage(error));
    // SAFETY: a NUL-terminated message that LLVM hands over to be disposed of.
    let message = unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned();
    llvm!(LLVMDisposeErrorMessage(text));
    Err(message)
}

/// Runs a textual pass pipeline over one function.
pub fn run_function_passes(function: Value, pipeline: &str) -> Result<(), String> {
    timed(|| run_passes_on(function, pipeline))
}

fn run_passes_on(function: Value, pipeline: &str) -> Result<(), String> {
    let options = llvm!(LLVMCreatePassBuilderOptions());
    let passes = c_string(pipeline);
    let machine = std::ptr::null_mut();
    let error = llvm!(LLVMRunPassesOnFunction(
        function.raw(),
        passes.as_ptr(),
        machine,
        options
    ));
    llvm!(LLVMDisposePassBuilderOptions(options));
    pass_result(error)
}

/// Links what a module calls, and has no definition of, from a file of bitcode, for the module alone.
///
/// # Errors
/// LLVM's reason why the file cannot be read, or does not fit.
pub fn link_needed(module: Module, file: &Path) -> Result<(), String> {
    let file = c_string(&file.to_string_lossy());
    timed(|| check(llvm!(ffi::ez_link_needed(module.raw(), file.as_ptr()))))
}

/// Runs a textual pass pipeline over a module.
pub fn run_module_passes(module: Module, pipeline: &str) -> Result<(), String> {
    let options = llvm!(LLVMCreatePassBuilderOptions());
    let passes = c_string(pipeline);
    let machine = std::ptr::null_mut();
    let error = llvm!(LLVMRunPasses(
        module.raw(),
        passes.as_ptr(),
        machine,
        options
    ));
    llvm!(LLVMDisposePassBuilderOptions(options));
    pass_result(error)
}

/// Lets the code and the initializers of a module use what an alias stands for in its place, unless another module may
/// replace the alias; whether anything changed.
pub fn resolve_aliases(module: Module) -> bool {
    llvm!(ffi::ez_resolve_aliases(module.raw())) != 0
}

/// An internal copy of a function, free of `optnone` and `noinline`.
pub fn clone_function(function: Value, name: &str) -> Option<Value> {
    let name = c_string(name);
    Value::new(llvm!(ffi::ez_clone_function(function.raw(), name.as_ptr())))
}

/// Copies the body of `source` into the empty `target`, in order.
pub fn clone_body(source: Value, target: Value, arguments: &[Value]) -> Result<(), String> {
    let raw: Vec<_> = arguments.iter().map(|a| a.raw()).collect();
    let (data, n) = (raw.as_ptr(), raw.len() as u32);
    check(llvm!(ffi::ez_clone_body(
        source.raw(),
        target.raw(),
        data,
        n
    )))
}

/// Gives a function what another one says of the machine, of floating-point formats, of functions that are not the library's, of
/// frames and of sanitizers, so that code derived from one means the same in the other, and is checked as it is.
pub fn copy_environment(to: Value, from: Value) {
    llvm!(ffi::ez_copy_environment(to.raw(), from.raw()));
}

/// Inlines a call of a function that makes `most` calls; gives those that came in with its body, or nothing if
/// LLVM cannot, or if the callee is for another machine.
pub fn inline_call(call: Value, most: usize) -> Option<Vec<Value>> {
    let mut calls = vec![std::ptr::null_mut(); most];
    let mut n = 0;
    let (data, capacity) = (calls.as_mut_ptr(), most as u32);
    let status = llvm!(ffi::ez_inline_call(call.raw(), data, capacity, &mut n));
    (status == ffi::EZ_STATUS_OK).then(|| {
        let new = calls[..n as usize].iter();
        new.filter_map(|raw| Value::new(*raw)).collect()
    })
}

/// Turns an invoke into a call and a branch; its old handle is dead afterwards. Other calls stay.
pub fn invoke_to_call(call: Value) -> Value {
    Value::new(llvm!(ffi::ez_invoke_to_call(call.raw()))).unwrap_or(call)
}

/// Whether a call or an invoke goes through a pointer.
pub fn is_indirect_call(call: Value) -> bool {
    llvm!(ffi::ez_is_indirect_call(call.raw())) != 0
}

/// Puts a comparison with a function ahead of a call through a pointer, and a direct call of it on one branch; the call stays on
/// the other. Says whether what the call passes fits the function.
pub fn promote_call(call: Value, callee: Value) -> bool {
    llvm!(ffi::ez_promote_call(call.raw(), callee.raw())) == ffi::EZ_STATUS_OK
}

/// Gives a call the calling convention and the attributes of the function that it calls by name.
pub fn call_as_declared(call: Value) {
    llvm!(ffi::ez_call_as_declared(call.raw()));
}

/// States that a call returns, and neither reads nor writes memory that the program can access; it stays where it is all the same.
pub fn call_leaves_memory_alone(call: Value) {
    llvm!(ffi::ez_call_leaves_memory_alone(call.raw()));
}

/// Gives calls without a place in the source one in the function's, if it has any.
pub fn place_calls(function: Value) {
    llvm!(ffi::ez_place_calls(function.raw()));
}

/// Gives `made`, whose instructions have the locations of code of `of`, a subprogram of its own under its name; without debug
/// information the locations go.
pub fn locate_within(made: Value, of: Value) {
    llvm!(ffi::ez_locate_within(made.raw(), of.raw()));
}

/// Gives a function that was made by copying another one's body its own name in debug information.
pub fn name_subprogram(function: Value) {
    llvm!(ffi::ez_name_subprogram(function.raw()));
}

/// Keeps a function as it is written: no call of it is inlined.
pub fn keep_out_of_line(function: Value) {
    llvm!(ffi::ez_keep_out_of_line(function.raw()));
}

/// Undoes that: whether calls are inlined is as the program says.
pub fn let_in_line(function: Value) {
    llvm!(ffi::ez_let_in_line(function.raw()));
}

/// Has what uses a function, or an alias of it, use a declaration in its place, so that nobody who optimises calls of it knows what it does with its
/// arguments, or what it returns.
pub fn call_stand_in(function: Value) {
    llvm!(ffi::ez_call_stand_in(function.raw()));
}

/// Keeps a function in its module to which no call leads, as where only metadata names it.
pub fn hold(function: Value) {
    llvm!(ffi::ez_hold(function.raw()));
}

/// Undoes both for all functions of a module; says whether there were any.
pub fn call_themselves(module: Module) -> bool {
    llvm!(ffi::ez_call_themselves(module.raw())) != 0
}

/// Has a function of numbers of the C library, if it is declared, be a function like any other, of which the compiler knows nothing by its name. What it
/// has made of calls of it, the intrinsic or the instruction of that name (`llvm.floor`, `frem`), becomes calls again. Says whether that changed anything.
pub fn forget_library(function: Value, made: Option<&str>) -> bool {
    let made = c_string(made.unwrap_or_default());
    llvm!(ffi::ez_forget_library(function.raw(), made.as_ptr())) != 0
}

/// Keeps the compiler from running the code that fills a list in its place: a list that is not there when the program begins looks so at all levels.
pub fn leave_list_to_code(list: Value) {
    llvm!(ffi::ez_leave_list_to_code(list.raw()));
}

/// Erases a global that nothing uses but the lists of what must stay; its handle is dead afterwards.
pub fn erase_listed(global: Value) {
    llvm!(ffi::ez_erase_listed(global.raw()));
}

/// Makes a global local to its module, where it stays until code is generated.
pub fn keep_local(global: Value) {
    llvm!(ffi::ez_keep_local(global.raw()));
}

/// Erases functions, which may call each other; their handles are dead afterwards. Nothing else may use them.
pub fn erase_functions(functions: &[Value]) {
    for function in functions {
        llvm!(ffi::ez_drop_body(function.raw()));
    }
    for function in functions {
        function.erase_function();
    }
}

/// Makes an instruction and what follows it unreachable; its handle is dead afterwards.
pub fn end_at(instruction: Value) {
    llvm!(ffi::ez_end_at(instruction.raw()));
}

/// Turns a call into an invoke with the landing pad of another invoke of the function. Its handle
/// is dead afterwards. Nothing happens if `other` is no invoke.
pub fn unwind_like(call: Value, other: Value) {
    llvm!(ffi::ez_unwind_like(call.raw(), other.raw()));
}

/// Where an exception goes that leaves the invoke which ends a block: the instruction behind its landing pad, to which nothing else leads then. None if no invoke ends it.
pub fn own_landing(block: Block) -> Option<Value> {
    Value::new(llvm!(ffi::ez_own_landing(block.raw())))
}

/// Turns constant expressions used by instructions into instructions.
pub fn expand_constant_expressions(function: Value) {
    llvm!(ffi::ez_expand_constant_expressions(function.raw()));
}

/// Makes one exit of those of the innermost loop around an instruction, if all leave in the same iteration; whether there were such. The
/// loop must be in simplified and loop-closed form, and is not afterwards.
pub fn join_exits(instruction: Value) -> bool {
    llvm!(ffi::ez_join_exits(instruction.raw())) != 0
}

/// Canonical i64 counters for all loops.
pub fn canonicalize_counters(function: Value) -> Result<(), String> {
    timed(|| check(llvm!(ffi::ez_canonicalize_counters(function.raw()))))
}

/// Peels an iteration off a loop and makes these comparisons for equality, which hold in it only, the
/// constants that they are; false if LLVM cannot.
pub fn peel(function: Value, header: Block, iteration: Iteration, equalities: &[Value]) -> bool {
    let raw: Vec<_> = equalities.iter().map(|v| v.raw()).collect();
    let (data, n) = (raw.as_ptr(), raw.len() as u32);
    let which = match iteration {
        Iteration::First => ffi::EZ_ITERATION_FIRST,
        Iteration::Last => ffi::EZ_ITERATION_LAST,
    };
    let (function, header) = (function.raw(), header.raw());
    llvm!(ffi::ez_peel(function, header, which, data, n)) == ffi::EZ_STATUS_OK
}

/// Unrolls loops of constant length that choose members of local arrays of at most `most_bytes`, where all accesses of an array are at constant places by
/// that, and no nest gets larger than `most_instructions`. Whether there were such loops, which must be in simplified and loop-closed form.
pub fn unroll_over_arrays(function: Value, most_bytes: u32, most_instructions: u32) -> bool {
    timed(|| {
        llvm!(ffi::ez_unroll_over_arrays(
            function.raw(),
            most_bytes,
            most_instructions
        ))
    }) > 0
}

/// Moves what an iteration of a counted loop does into a function of its number and a context; gives that function, the context, and the
/// instruction in front of which that is complete. Nothing else is left of the loop.
pub fn outline_iterations(function: Value, counts: TripCount) -> Option<(Value, Value, Value)> {
    let null = std::ptr::null_mut();
    let (mut body, mut context, mut end) = (null, null, null);
    let status = timed(|| {
        llvm!(ffi::ez_outline_iterations(
            function.raw(),
            counts.header.raw(),
            counts.counter.raw(),
            &mut body,
            &mut context,
            &mut end
        ))
    });
    if status != ffi::EZ_STATUS_OK {
        return None;
    }
    Some((Value::new(body)?, Value::new(context)?, Value::new(end)?))
}

/// A counted loop whose iterations become a function.
pub struct Tile {
    /// The loop.
    pub count: TripCount,
    /// Memory of which each iteration gets its own: what made it, and what ends it if it is heap memory.
    pub scratch: Vec<(Value, Option<Value>)>,
}

/// Moves what an iteration of each loop computes into a function that is given what it reads and returns what it adds to the
/// sums of the loop, which are all that goes from iteration to iteration. Gives the functions; loops that hand on something else stay.
/// None of the loops lies in another one.
pub fn outline_tiles(function: Value, tiles: &[Tile]) -> Vec<Value> {
    let null = std::ptr::null_mut();
    let makers = tiles.iter().map(|tile| {
        let made = tile.scratch.iter().map(|(made, _)| made.raw());
        let freed = tile.scratch.iter();
        let freed = freed.map(|(_, freed)| freed.map_or(null, Value::raw));
        (made.collect(), freed.collect())
    });
    let makers: Vec<(Vec<_>, Vec<_>)> = makers.collect();
    let raw = tiles
        .iter()
        .zip(&makers)
        .filter_map(|(tile, (made, freed))| {
            Some(ffi::EzTile {
                header: tile.count.header.raw(),
                counter: tile.count.counter.raw(),
                last: tile.count.last?.raw(),
                made: made.as_ptr(),
                freed: freed.as_ptr(),
                n: made.len() as u32,
                function: null,
            })
        });
    let mut raw: Vec<ffi::EzTile> = raw.collect();
    let (tiles, n) = (raw.as_mut_ptr(), raw.len() as u32);
    llvm!(ffi::ez_outline_tiles(function.raw(), tiles, n));
    let functions = raw.iter().filter_map(|tile| Value::new(tile.function));
    functions.collect()
}

/// Writes addresses of neighbouring elements in terms of each other, where indices are computed with
/// 32 bits and only the size of the array shows that they do not wrap.
pub fn relate_neighbours(function: Value) {
    timed(|| llvm!(ffi::ez_relate_neighbours(function.raw())));
}

/// Functions of a stack: one gives its top, one pushes bytes, one gives back what was pushed since.
#[derive(Clone, Copy)]
pub struct Stack {
    /// Gives its top.
    pub mark: Value,
    /// Pushes so many bytes.
    pub push: Value,
    /// Gives back what was pushed since a top.
    pub release: Value,
}

/// Lets loops obtain memory once that each of their iterations obtains and gives back, where its size does not change: heap
/// memory, and what is pushed onto a stack. Loops must be in simplified form.
pub fn obtain_once(function: Value, stack: Option<Stack>) {
    let raw = |of: fn(Stack) -> Value| stack.map_or(std::ptr::null_mut(), |s| of(s).raw());
    let (mark, push, release) = (raw(|s| s.mark), raw(|s| s.push), raw(|s| s.release));
    llvm!(ffi::ez_obtain_once(function.raw(), mark, push, release));
}

/// Makes pointers of a function that lead to the address spaces up to `last` generic ones. Constant expressions must have been expanded.
pub fn make_generic(function: Value, last: u32) {
    llvm!(ffi::ez_make_generic(function.raw(), last));
}

/// Drops casts to the address space that a pointer leads to already: what has been put into the place of stack memory is generic.
pub fn drop_idle_casts(function: Value) {
    llvm!(ffi::ez_drop_idle_casts(function.raw()));
}

/// Puts variables of a function, of `most` bytes at most, in the places of what it pushes onto a stack and releases itself.
pub fn keep_in_frame(function: Value, stack: Stack, most: u64) {
    let Stack {
        mark,
        push,
        release,
    } = stack;
    llvm!(ffi::ez_keep_in_frame(
        function.raw(),
        mark.raw(),
        push.raw(),
        release.raw(),
        most
    ));
}

/// Gives loops of no more instructions than `most` a second version without the atomic additions that branches avoid which are the same in all
/// iterations.
pub fn version_loops(function: Value, most: u32) {
    llvm!(ffi::ez_version_loops(function.raw(), most));
}

/// LLVM makes no vectors of the straight code of a function one of whose innermost loops has more instructions than `most`.
pub fn leave_scalar(function: Value, most: u32) {
    llvm!(ffi::ez_leave_scalar(function.raw(), most));
}

/// A load in a nest of loops, what its address starts from, and the group of loads to which it belongs.
pub type Inspected = (Value, Value, usize);

/// Finds out what nests of loops in a function read before they run. Nothing else changes the function's blocks as long as it lives.
pub struct Inspector(*mut ffi::EzInspector);

impl Inspector {
    /// Finds the loops of a function.
    pub fn new(function: Value) -> Self {
        Self(llvm!(ffi::ez_inspector_new(function.raw())))
    }

    /// Finds out in front of the nest that begins at `header` what part of memory groups of its loads read: by group, the least number of bytes from what an
    /// address starts from, the end of the greatest, and how often that is read. Of the nest's branches, these lead to loads or not. If some values `decide`
    /// all of it, a thread that has found it out does not look again until one of them has changed; zeros are what it has not seen.
    pub fn look(
        &self,
        (header, branches): (Block, &[Value]),
        loads: &[Inspected],
        groups: usize,
        decide: &[Value],
    ) -> Vec<[Value; 3]> {
        let decide: Vec<_> = decide.iter().map(|value| value.raw()).collect();
        let branches: Vec<_> = branches.iter().map(|branch| branch.raw()).collect();
        let accesses: Vec<_> = loads.iter().map(|(load, ..)| load.raw()).collect();
        let bases: Vec<_> = loads.iter().map(|(_, base, _)| base.raw()).collect();
        let group: Vec<u32> = loads.iter().map(|(.., group)| *group as u32).collect();
        let mut found = vec![std::ptr::null_mut(); 3 * groups];
        llvm!(ffi::ez_inspect_nest(
            self.0,
            header.raw(),
            branches.as_ptr(),
            branches.len(),
            accesses.as_ptr(),
            bases.as_ptr(),
            group.as_ptr(),
            loads.len(),
            found.as_mut_ptr(),
            groups,
            decide.as_ptr(),
            decide.len(),
        ));
        let known = |raw| Value::new(raw).expect("all is found out");
        let numbers = found.chunks_exact(3);
        numbers
            .map(|of| [known(of[0]), known(of[1]), known(of[2])])
            .collect()
    }
}

impl Drop for Inspector {
    fn drop(&mut self) {
        llvm!(ffi::ez_inspector_free(self.0));
    }
}

/// Makes loops of the atomic additions in a function that ThreadSanitizer watches, which would not see them.
pub fn let_atomics_be_watched(function: Value) {
    llvm!(ffi::ez_let_atomics_be_watched(function.raw()));
}

/// Makes one function of loop nests that do the same with what they are given, if they have this many instructions at
/// least; says how many nests became calls. Loops must be in simplified form.
pub fn share_nests(function: Value, least: u32) -> u32 {
    llvm!(ffi::ez_share_nests(function.raw(), least))
}

/// Moves the stores of constants with which variables begin from the entry block to where the variables are used, so that making
/// values of many variables costs no more than they are used.
pub fn begin_variables_late(function: Value) {
    llvm!(ffi::ez_begin_variables_late(function.raw()));
}

/// Splits a block before an instruction; returns the second half.
pub fn split_block(block: Block, instruction: Value, name: &str) -> Option<Block> {
    let name = c_string(name);
    Block::new(llvm!(ffi::ez_split_block(
        block.raw(),
        instruction.raw(),
        name.as_ptr()
    )))
}

/// Drops facts that may not hold on code derived from this body.
pub fn drop_fragile_facts(function: Value) {
    llvm!(ffi::ez_drop_fragile_facts(function.raw()));
}

/// Reports an error through LLVM's diagnostic handler, at a place in the source.
pub fn emit_error(function: Value, at: Option<DebugLocation>, message: &str) {
    emit(function, at, false, message);
}

/// Reports a warning in the same way.
pub fn emit_warning(function: Value, at: Option<DebugLocation>, message: &str) {
    emit(function, at, true, message);
}

/// Whether the compiler shows remarks of ours (`-Rpass-analysis=enzyme`).
pub fn wants_remarks(module: Module) -> bool {
    llvm!(ffi::ez_wants_remarks(module.raw())) != 0
}

/// Has the compiler show a remark.
pub fn emit_remark(function: Value, at: Option<DebugLocation>, message: &str) {
    let message = c_string(message);
    let at = at.map_or(std::ptr::null_mut(), DebugLocation::raw);
    llvm!(ffi::ez_emit_remark(function.raw(), at, message.as_ptr()));
}

/// Reports an error, or a warning, without a place: what is printed is the message.
pub fn emit_plain(module: Module, is_error: bool, message: &str) {
    let message = c_string(message);
    llvm!(ffi::ez_emit_plain(
        module.raw(),
        i32::from(!is_error),
        message.as_ptr()
    ));
}

fn emit(function: Value, at: Option<DebugLocation>, warning: bool, message: &str) {
    let message = c_string(message);
    let at = at.map_or(std::ptr::null_mut(), DebugLocation::raw);
    llvm!(ffi::ez_emit_diagnostic(
        function.raw(),
        at,
        i32::from(warning),
        message.as_ptr()
    ));
}
