//! Declarations of the C++ side, one to one with `cpp/shim.h`. No wrappers here.

#![expect(missing_docs, reason = "documented once, in cpp/shim.h")]

use llvm_sys::prelude::{
    LLVMBasicBlockRef, LLVMContextRef, LLVMMetadataRef, LLVMModuleRef, LLVMValueRef,
};
use std::ffi::{c_char, c_void};

/// Mirror of `EzStatus`: 1 is success, everything else failure.
pub(crate) type EzStatus = i32;
pub(crate) const EZ_STATUS_OK: EzStatus = 1;

/// Must match the layout of `EzLoop` in `shim.h`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct EzLoop {
    pub(crate) header: LLVMBasicBlockRef,
    pub(crate) preheader: LLVMBasicBlockRef,
    pub(crate) latch: LLVMBasicBlockRef,
    pub(crate) parent: i32,
}

/// Must match the layout of `EzTripCount` in `shim.h`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct EzTripCount {
    pub(crate) header: LLVMBasicBlockRef,
    pub(crate) counter: LLVMValueRef,
    pub(crate) last: LLVMValueRef,
}

/// Must match the layout of `EzTile` in `shim.h`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct EzTile {
    pub(crate) header: LLVMBasicBlockRef,
    pub(crate) counter: LLVMValueRef,
    pub(crate) last: LLVMValueRef,
    pub(crate) made: *const LLVMValueRef,
    pub(crate) freed: *const LLVMValueRef,
    pub(crate) n: u32,
    pub(crate) function: LLVMValueRef,
}

/// Must match the layout of `EzIndexChoice` in `shim.h`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct EzIndexChoice {
    pub(crate) header: LLVMBasicBlockRef,
    pub(crate) comparison: LLVMValueRef,
    pub(crate) iteration: i32,
    pub(crate) instructions: u32,
}

/// Mirror of `EzIteration`.
pub(crate) const EZ_ITERATION_FIRST: i32 = 1;
pub(crate) const EZ_ITERATION_LAST: i32 = 2;

/// Must match the layout of `EzWalk` in `shim.h`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct EzWalk {
    pub(crate) leader: i32,
    pub(crate) distance: i64,
    pub(crate) step: i64,
}

/// Must match the layout of `EzShared` in `shim.h`.
#[repr(C)]
pub(crate) struct EzShared {
    pub(crate) bounds: *const LLVMValueRef,
    pub(crate) n_bounds: u32,
    pub(crate) advances: *const LLVMValueRef,
    pub(crate) n_advances: u32,
}

/// Must match the layout of `EzSlice` in `shim.h`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct EzSlice {
    pub(crate) leader: i32,
    pub(crate) low: i64,
    pub(crate) high: i64,
    pub(crate) stride: i64,
    pub(crate) within: i32,
    pub(crate) bits: i32,
    pub(crate) not_negative: i32,
    pub(crate) offset: LLVMValueRef,
    pub(crate) base: LLVMValueRef,
    pub(crate) header: LLVMBasicBlockRef,
}

/// Must match the layout of `EzFactor` in `shim.h`.
#[repr(C)]
pub(crate) struct EzFactor {
    pub(crate) value: LLVMValueRef,
    pub(crate) header: LLVMBasicBlockRef,
    pub(crate) is_signed: i32,
}

/// Must match `EzPart` in `shim.h`.
pub(crate) type EzPart = u32;
pub(crate) const EZ_STRIDE: EzPart = 0;
pub(crate) const EZ_ORIGIN: EzPart = 1;

/// Must match the layout of `EzSourceType` in `shim.h`.
#[repr(C)]
pub(crate) struct EzSourceType {
    /// `EzSourceKind`.
    pub(crate) kind: u32,
    pub(crate) members: u32,
    pub(crate) bytes: u64,
    pub(crate) count: u64,
    pub(crate) base: LLVMMetadataRef,
}

/// Must match the layout of `EzSourceMember` in `shim.h`.
#[repr(C)]
pub(crate) struct EzSourceMember {
    pub(crate) offset: u64,
    pub(crate) ty: LLVMMetadataRef,
    pub(crate) name: *const c_char,
}

/// Must match the layout of `EzTbaaField` in `shim.h`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct EzTbaaField {
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) name: [u8; 40],
}

/// Must match the layout of `llvm::PassPluginLibraryInfo` (LLVM 22, plugin API 2).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct EzPluginInfo {
    pub api_version: u32,
    pub name: *const c_char,
    pub version: *const c_char,
    pub register_callbacks: extern "C" fn(*mut c_void),
    pub pre_codegen: *const c_void,
}

#[repr(C)]
pub(crate) struct EzAccess {
    pub object: LLVMValueRef,
    pub base: LLVMValueRef,
    pub offset: i64,
    pub size: u64,
    pub type_: u64,
    pub identified: u8,
}

#[repr(C)]
pub(crate) struct EzAlias {
    _opaque: [u8; 0],
}

#[repr(C)]
#[derive(Debug)]
pub(crate) struct EzLoops {
    _opaque: [u8; 0],
}

#[repr(C)]
pub(crate) struct EzInspector {
    _opaque: [u8; 0],
}

/// `EzState` of the header.
pub(crate) type EzState = u32;
pub(crate) const EZ_STATE_UNCHANGED: EzState = 0;
pub(crate) const EZ_STATE_CHANGED: EzState = 1;
pub(crate) const EZ_STATE_BROKEN: EzState = 2;
pub(crate) const EZ_STATE_EXTENDED: EzState = 3;
pub(crate) type EzRunOnModule = extern "C" fn(LLVMModuleRef, EzStage) -> EzState;
/// `EzStage` of the header.
pub(crate) type EzStage = u32;
pub(crate) const EZ_STAGE_LAST: EzStage = 0;
pub(crate) const EZ_STAGE_BEFORE_LINK: EzStage = 1;
pub(crate) const EZ_STAGE_START: EzStage = 2;
pub(crate) const EZ_STAGE_LINKING: EzStage = 3;

unsafe extern "C" {
    pub(crate) fn ez_last_error() -> *const c_char;
    pub(crate) fn ez_begin_phase(name: *const c_char, of: *const c_char);
    pub(crate) fn ez_end_phase();
    pub(crate) fn ez_thread_nanoseconds() -> u64;
    pub(crate) fn ez_alias_create() -> *mut EzAlias;
    pub(crate) fn ez_alias_dispose(alias: *mut EzAlias);
    pub(crate) fn ez_alias_access(alias: *mut EzAlias, instruction: LLVMValueRef) -> EzAccess;
    pub(crate) fn ez_alias_write(alias: *mut EzAlias, instruction: LLVMValueRef) -> EzAccess;
    pub(crate) fn ez_alias_clobber(
        alias: *mut EzAlias,
        load: LLVMValueRef,
        write: LLVMValueRef,
    ) -> u32;
    pub(crate) fn ez_alias_overwrites(
        alias: *mut EzAlias,
        call: LLVMValueRef,
        operand: u32,
        write: LLVMValueRef,
    ) -> i32;
    pub(crate) fn ez_alias_operands_apart(
        alias: *mut EzAlias,
        call: LLVMValueRef,
        operand: u32,
        other: LLVMValueRef,
        its: u32,
    ) -> i32;
    pub(crate) fn ez_alias_types_apart(
        alias: *mut EzAlias,
        load: LLVMValueRef,
        store: LLVMValueRef,
    ) -> i32;
    pub(crate) fn ez_objects_distinct(one: LLVMValueRef, other: LLVMValueRef) -> i32;
    pub(crate) fn ez_alias_objects_apart(
        alias: *mut EzAlias,
        function: LLVMValueRef,
        one: LLVMValueRef,
        other: LLVMValueRef,
    ) -> i32;
    pub(crate) fn ez_loops(
        function: LLVMValueRef,
        loops: *mut EzLoop,
        capacity: u32,
        loop_of: *mut i32,
        idom: *mut i32,
    ) -> u32;
    pub(crate) fn ez_join_exits(instruction: LLVMValueRef) -> i32;
    pub(crate) fn ez_canonicalize_counters(function: LLVMValueRef) -> EzStatus;
    pub(crate) fn ez_trip_counts(
        function: LLVMValueRef,
        counts: *mut EzTripCount,
        capacity: u32,
    ) -> u32;
    pub(crate) fn ez_index_choices(
        function: LLVMValueRef,
        choices: *mut EzIndexChoice,
        capacity: u32,
    ) -> u32;
    pub(crate) fn ez_peel(
        function: LLVMValueRef,
        header: LLVMBasicBlockRef,
        iteration: i32,
        equalities: *const LLVMValueRef,
        n_equalities: u32,
    ) -> EzStatus;
    pub(crate) fn ez_unroll_over_arrays(
        function: LLVMValueRef,
        most_bytes: u32,
        most_instructions: u32,
    ) -> u32;
    pub(crate) fn ez_outline_tiles(function: LLVMValueRef, tiles: *mut EzTile, n: u32);
    pub(crate) fn ez_settled_reads(
        alias: *mut EzAlias,
        function: LLVMValueRef,
        header: LLVMBasicBlockRef,
        loads: *const LLVMValueRef,
        n_loads: u32,
        settled: *mut u8,
    );
    pub(crate) fn ez_outline_iterations(
        function: LLVMValueRef,
        header: LLVMBasicBlockRef,
        counter: LLVMValueRef,
        body: *mut LLVMValueRef,
        context: *mut LLVMValueRef,
        end: *mut LLVMValueRef,
    ) -> EzStatus;
    pub(crate) fn ez_relate_neighbours(function: LLVMValueRef);
    pub(crate) fn ez_walks(
        function: LLVMValueRef,
        loads: *const LLVMValueRef,
        n_loads: u32,
        walks: *mut EzWalk,
    );
    pub(crate) fn ez_loops_of(function: LLVMValueRef) -> *mut EzLoops;
    pub(crate) fn ez_loops_forget(loops: *mut EzLoops);
    pub(crate) fn ez_slices(
        loops: *mut EzLoops,
        shared: *const EzShared,
        addresses: *const LLVMValueRef,
        bytes: *const u64,
        n: u32,
        slices: *mut EzSlice,
        leaf: extern "C" fn(*mut c_void, u32, LLVMValueRef),
        term: unsafe extern "C" fn(*mut c_void, u32, EzPart, i64, *const EzFactor, u32),
        context: *mut c_void,
    );
    pub(crate) fn ez_paths(
        function: LLVMValueRef,
        addresses: *const LLVMValueRef,
        n: u32,
        bases: *mut LLVMValueRef,
        term: unsafe extern "C" fn(
            *mut c_void,
            u32,
            u32,
            LLVMBasicBlockRef,
            i64,
            *const EzFactor,
            u32,
        ),
        context: *mut c_void,
    );
    pub(crate) fn ez_resolve_aliases(module: LLVMModuleRef) -> u8;
    pub(crate) fn ez_copy_environment(to: LLVMValueRef, from: LLVMValueRef);
    pub(crate) fn ez_clone_function(function: LLVMValueRef, name: *const c_char) -> LLVMValueRef;
    pub(crate) fn ez_clone_body(
        source: LLVMValueRef,
        target: LLVMValueRef,
        arguments: *const LLVMValueRef,
        n_arguments: u32,
    ) -> EzStatus;
    pub(crate) fn ez_inline_call(
        call: LLVMValueRef,
        calls: *mut LLVMValueRef,
        capacity: u32,
        n_calls: *mut u32,
    ) -> EzStatus;
    pub(crate) fn ez_invoke_to_call(invoke: LLVMValueRef) -> LLVMValueRef;
    pub(crate) fn ez_unwind_like(call: LLVMValueRef, other: LLVMValueRef);
    pub(crate) fn ez_own_landing(block: LLVMBasicBlockRef) -> LLVMValueRef;
    pub(crate) fn ez_expand_constant_expressions(function: LLVMValueRef);
    pub(crate) fn ez_split_block(
        block: LLVMBasicBlockRef,
        instruction: LLVMValueRef,
        name: *const c_char,
    ) -> LLVMBasicBlockRef;
    pub(crate) fn ez_begin_variables_late(function: LLVMValueRef);
    pub(crate) fn ez_is_indirect_call(call: LLVMValueRef) -> i32;
    pub(crate) fn ez_call_as_declared(call: LLVMValueRef);
    pub(crate) fn ez_call_leaves_memory_alone(call: LLVMValueRef);
    pub(crate) fn ez_place_calls(function: LLVMValueRef);
    pub(crate) fn ez_locate_within(made: LLVMValueRef, of: LLVMValueRef);
    pub(crate) fn ez_parameter_type(function: LLVMValueRef, index: u32) -> LLVMMetadataRef;
    pub(crate) fn ez_source_type(ty: LLVMMetadataRef) -> EzSourceType;
    pub(crate) fn ez_is_source_reference(ty: LLVMMetadataRef) -> i32;
    pub(crate) fn ez_source_member(ty: LLVMMetadataRef, index: u32) -> EzSourceMember;
    pub(crate) fn ez_name_subprogram(function: LLVMValueRef);
    pub(crate) fn ez_keep_out_of_line(function: LLVMValueRef);
    pub(crate) fn ez_let_in_line(function: LLVMValueRef);
    pub(crate) fn ez_call_stand_in(function: LLVMValueRef);
    pub(crate) fn ez_hold(function: LLVMValueRef);
    pub(crate) fn ez_call_themselves(module: LLVMModuleRef) -> i32;
    pub(crate) fn ez_forget_library(function: LLVMValueRef, made: *const c_char) -> i32;
    pub(crate) fn ez_leave_list_to_code(list: LLVMValueRef);
    pub(crate) fn ez_erase_listed(global: LLVMValueRef);
    pub(crate) fn ez_keep_local(global: LLVMValueRef);
    pub(crate) fn ez_function_metadata(function: LLVMValueRef, kind: *const c_char)
    -> LLVMValueRef;
    pub(crate) fn ez_promote_call(call: LLVMValueRef, callee: LLVMValueRef) -> EzStatus;
    pub(crate) fn ez_drop_body(function: LLVMValueRef);
    pub(crate) fn ez_end_at(instruction: LLVMValueRef);
    pub(crate) fn ez_make_generic(function: LLVMValueRef, last: u32);
    pub(crate) fn ez_drop_idle_casts(function: LLVMValueRef);
    pub(crate) fn ez_keep_in_frame(
        function: LLVMValueRef,
        mark: LLVMValueRef,
        push: LLVMValueRef,
        release: LLVMValueRef,
        most: u64,
    );
    pub(crate) fn ez_obtain_once(
        function: LLVMValueRef,
        mark: LLVMValueRef,
        push: LLVMValueRef,
        release: LLVMValueRef,
    );
    pub(crate) fn ez_share_nests(function: LLVMValueRef, least: u32) -> u32;
    pub(crate) fn ez_version_loops(function: LLVMValueRef, most: u32);
    pub(crate) fn ez_leave_scalar(function: LLVMValueRef, most: u32);
    pub(crate) fn ez_forget_value_promises(instruction: LLVMValueRef);
    pub(crate) fn ez_inspector_new(function: LLVMValueRef) -> *mut EzInspector;
    pub(crate) fn ez_inspector_free(inspector: *mut EzInspector);
    pub(crate) fn ez_inspect_nest(
        inspector: *mut EzInspector,
        header: LLVMBasicBlockRef,
        branches: *const LLVMValueRef,
        asked: usize,
        accesses: *const LLVMValueRef,
        bases: *const LLVMValueRef,
        groups: *const u32,
        n: usize,
        found: *mut LLVMValueRef,
        count: usize,
        decide: *const LLVMValueRef,
        deciding: usize,
    );
    pub(crate) fn ez_let_atomics_be_watched(function: LLVMValueRef);
    pub(crate) fn ez_tbaa_scalar(
        instruction: LLVMValueRef,
        buffer: *mut c_char,
        capacity: u32,
    ) -> u32;
    pub(crate) fn ez_tag_as_scalar(access: LLVMValueRef, source: LLVMValueRef);
    pub(crate) fn ez_tbaa_struct(
        instruction: LLVMValueRef,
        fields: *mut EzTbaaField,
        capacity: u32,
    ) -> u32;
    pub(crate) fn ez_call_effects(call: LLVMValueRef) -> u32;
    pub(crate) fn ez_gep_decompose(
        gep: LLVMValueRef,
        offset: *mut i64,
        strides: *mut i64,
        factors: *mut i64,
        indices: *mut LLVMValueRef,
        capacity: u32,
        n: *mut u32,
    ) -> i32;
    pub(crate) fn ez_drop_fragile_facts(function: LLVMValueRef);
    pub(crate) fn ez_alias_scopes(
        context: LLVMContextRef,
        domain: *const c_char,
        names: *const *const c_char,
        n: u32,
        scopes: *mut LLVMMetadataRef,
    );
    pub(crate) fn ez_constant_word(constant: LLVMValueRef, word: u32) -> u64;
    pub(crate) fn ez_emit_diagnostic(
        function: LLVMValueRef,
        location: LLVMMetadataRef,
        warning: i32,
        message: *const c_char,
    );
    pub(crate) fn ez_is_for_gpu(module: LLVMModuleRef) -> u8;
    pub(crate) fn ez_module_flag(module: LLVMModuleRef, name: *const c_char, value: *mut u64)
    -> u8;
    pub(crate) fn ez_wants_remarks(module: LLVMModuleRef) -> i32;
    pub(crate) fn ez_emit_remark(
        function: LLVMValueRef,
        location: LLVMMetadataRef,
        message: *const c_char,
    );
    pub(crate) fn ez_emit_plain(module: LLVMModuleRef, warning: i32, message: *const c_char);
    pub(crate) fn ez_debug_location(instruction: LLVMValueRef, outside: i32) -> LLVMMetadataRef;
    pub(crate) fn ez_scope_name(
        instruction: LLVMValueRef,
        buffer: *mut c_char,
        capacity: u32,
    ) -> u32;
    pub(crate) fn ez_source_name(value: LLVMValueRef, buffer: *mut c_char, capacity: u32) -> u32;
    pub(crate) fn ez_has_debug_information(function: LLVMValueRef) -> i32;
    pub(crate) fn ez_look_further(uses: u32);
    pub(crate) fn ez_is_fortran(function: LLVMValueRef) -> i32;
    pub(crate) fn ez_source_location(
        instruction: LLVMValueRef,
        outside: i32,
        buffer: *mut c_char,
        capacity: u32,
        line: *mut u32,
        column: *mut u32,
    ) -> u32;
    pub(crate) fn ez_demangled(
        symbol: *const c_char,
        parameters: u8,
        buffer: *mut c_char,
        capacity: u32,
    ) -> u32;
    pub(crate) fn ez_flatten_address_spaces(module: LLVMModuleRef);
    pub(crate) fn ez_forget_target(module: LLVMModuleRef);
    pub(crate) fn ez_calling_convention(function: LLVMValueRef) -> u32;
    pub(crate) fn ez_is_fence_of_group(instruction: LLVMValueRef) -> i32;
    pub(crate) fn ez_run_at_start(function: LLVMValueRef);
    pub(crate) fn ez_erase_unused(variable: LLVMValueRef) -> i32;
    pub(crate) fn ez_leave_unwatched(instruction: LLVMValueRef);
    pub(crate) fn ez_initialize_host() -> EzStatus;
    pub(crate) fn ez_link_needed(module: LLVMModuleRef, file: *const c_char) -> EzStatus;
    pub(crate) fn ez_register_pass(
        pass_builder: *mut c_void,
        pass_name: *const c_char,
        run: EzRunOnModule,
        automatic: i32,
    );
    pub(crate) fn ez_plugin_api_version() -> u32;
}
