//===- shim.h - What LLVM's C API lacks ------------------------------------===//
//
// The whole C interface of the shim. A function stands here only if it
//  (a) cannot be had through LLVM-C or inkwell,
//  (b) knows nothing of differentiation: it answers a question about IR or
//      performs one primitive transform,
//  (c) uses only LLVM*Ref handles, our opaque Ez*Ref handles, fixed-width
//      integers, pointer and length, and enums whose value 0 means "unknown",
//  (d) neither throws nor aborts: failure is an EzStatus, its text is in
//      ez_last_error (thread local, valid until the next failing call),
//  (e) states who owns what.
// Bulk beats chatter: whole forests and matrices cross the border in one call.
//
//===----------------------------------------------------------------------===//

#ifndef ENZYME_RS_LLVM_SHIM_H
#define ENZYME_RS_LLVM_SHIM_H

#include "llvm-c/Types.h"
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { EzStatusUnknown = 0, EzStatusOk = 1, EzStatusFailed = 2 } EzStatus;

/// Text of the last failure on this thread; never null.
const char *ez_last_error(void);

/// A phase in the profile that the compiler was asked for (-ftime-trace), if it was, from here to its end.
void ez_begin_phase(const char *name, const char *of);
void ez_end_phase(void);

/// Nanoseconds that this thread has computed (clock.cpp).
uint64_t ez_thread_nanoseconds(void);

// --- alias.cpp: alias questions over unchanging functions -------------------

/// From now on, LLVM looks at so many uses of an address before it takes the address for one that others may know; at more, if it does by itself.
void ez_look_further(uint32_t uses);

typedef struct EzAlias *EzAliasRef;

/// Alias analyses of functions, made for each when it is first asked about. It must not change from then on while
/// the handle lives. Dispose with ez_alias_dispose.
EzAliasRef ez_alias_create(void);
void ez_alias_dispose(EzAliasRef alias);

/// What is accessed through one address.
typedef struct {
  LLVMValueRef object; // the object that its address is made from; null if it has no single address
  LLVMValueRef base;   // the same in all iterations: the access is at a constant offset from it; else null
  int64_t offset;      // bytes from `base`
  uint64_t size;       // bytes accessed; 0 if that is not known
  uint64_t type;       // equal for accesses of one TBAA type, 0 if that is not stated
  uint8_t identified;  // whether no other identified object overlaps `object`
} EzAccess;

/// What a load, store, atomic operation or memory transfer (its source is meant) accesses.
EzAccess ez_alias_access(EzAliasRef alias, LLVMValueRef instruction);
/// The same of what a store, a copy of bytes or a fill writes; nothing of other instructions.
EzAccess ez_alias_write(EzAliasRef alias, LLVMValueRef instruction);

typedef enum { EzClobberUnknown = 0, EzApart = 1, EzApartByType = 2, EzMayWrite = 3 } EzClobber;

/// Whether a write, executed after a load (in the same or any later iteration of the loops that hold the load), may
/// change the memory that it read. EzApartByType: only the types of the two accesses say that it does not. The load
/// may be a memory transfer (its source is meant). Cheapest for many writes in a row to one load.
EzClobber ez_alias_clobber(EzAliasRef alias, LLVMValueRef load, LLVMValueRef write);

/// 1 if a write, executed after a call (in the same or any later iteration of the loops that hold the call), may change
/// memory from where an operand of the call points on.
int32_t ez_alias_overwrites(EzAliasRef alias, LLVMValueRef call, uint32_t operand, LLVMValueRef write);

/// 1 if no memory lies both from where an operand of one call points on and from where an operand of another does,
/// whatever the iterations.
int32_t ez_alias_operands_apart(EzAliasRef alias, LLVMValueRef call, uint32_t operand, LLVMValueRef other,
                                uint32_t its);

/// 1 if the TBAA types of a load and a store say that they access different memory.
int32_t ez_alias_types_apart(EzAliasRef alias, LLVMValueRef load, LLVMValueRef store);

/// 1 if two objects of a function never overlap, whatever the iterations.
int32_t ez_alias_objects_apart(EzAliasRef alias, LLVMValueRef function, LLVMValueRef one,
                               LLVMValueRef other);

/// 1 if two pointers lead to different memory that is known by itself: what a function makes, globals, and a parameter beside what it makes.
int32_t ez_objects_distinct(LLVMValueRef one, LLVMValueRef other);

// --- loops.cpp ---------------------------------------------------------------

typedef struct {
  LLVMBasicBlockRef header;
  LLVMBasicBlockRef preheader; // null when the loop has none
  LLVMBasicBlockRef latch;     // null when the loop has several
  int32_t parent;              // index of the enclosing loop, -1 at the top
} EzLoop;

/// Loop forest, parents before children. Writes at most `capacity` loops and
/// returns how many there are. `loop_of` gets, for each block in function
/// order, the index of its innermost loop or -1; `idom` the index of its
/// immediate dominator or -1 (entry, unreachable).
uint32_t ez_loops(LLVMValueRef function, EzLoop *loops, uint32_t capacity, int32_t *loop_of,
                  int32_t *idom);

/// Gives every loop of `function` an i64 counter phi that starts at 0 and
/// steps by 1, and rewrites other affine header phis in its terms. Every loop
/// must have a preheader and a single latch; otherwise the call fails.
EzStatus ez_canonicalize_counters(LLVMValueRef function);

/// Makes one exit of those of the innermost loop around an instruction, if each iteration comes by one of them and all compare the
/// same: so LLVM counts its iterations. The loop must be in simplified and loop-closed form, and is not afterwards. Says whether
/// there was such a loop.
int32_t ez_join_exits(LLVMValueRef instruction);

typedef struct {
  LLVMBasicBlockRef header;
  LLVMValueRef counter; // the canonical phi
  LLVMValueRef last;    // i64 backedge-taken count, or null if not computable
} EzTripCount;

/// After ez_canonicalize_counters: expands each computable backedge-taken
/// count as far out of the nest as it is invariant. Returns the number of
/// loops, in the order of ez_loops.
uint32_t ez_trip_counts(LLVMValueRef function, EzTripCount *counts, uint32_t capacity);

/// An iteration of a loop.
typedef enum { EzIterationNone = 0, EzIterationFirst = 1, EzIterationLast = 2 } EzIteration;

/// A comparison for (in)equality in an innermost loop that decides by a select
/// which integer or pointer is taken, and whose sides are equal in one
/// iteration only, which can be peeled off.
typedef struct {
  LLVMBasicBlockRef header;
  LLVMValueRef comparison;
  EzIteration iteration;
  uint32_t instructions; // in the loop
} EzIndexChoice;

/// Writes at most `capacity` of them and returns how many there are. Loops must
/// be in simplified and loop-closed form.
uint32_t ez_index_choices(LLVMValueRef function, EzIndexChoice *choices, uint32_t capacity);

/// Peels the iteration off the loop, and makes the comparisons the constants
/// that they are in it and in the rest.
EzStatus ez_peel(LLVMValueRef function, LLVMBasicBlockRef header, EzIteration iteration,
                 const LLVMValueRef *equalities, uint32_t n_equalities);

/// Unrolls the loops of constant length that choose members of local arrays of at most so many bytes, which all become values by that; no nest of
/// loops then has more instructions. Returns how many loops it was. Loops must be in simplified and loop-closed form. (unroll.cpp)
uint32_t ez_unroll_over_arrays(LLVMValueRef function, uint32_t most_bytes, uint32_t most_instructions);

/// Moves what an iteration of a loop does into a function (i64 number, ptr context) of its own; where the loop was, only the context is
/// made, in front of the `end` of the block before it. Variables of the loop are memory from then on, and so is the way by which it is left. For loops
/// with canonical counters whose number of iterations is known before. (outline.cpp)
EzStatus ez_outline_iterations(LLVMValueRef function, LLVMBasicBlockRef header, LLVMValueRef counter,
                               LLVMValueRef *body, LLVMValueRef *context, LLVMValueRef *end);

/// A counted loop whose iterations become a function.
typedef struct {
  LLVMBasicBlockRef header;
  LLVMValueRef counter;
  LLVMValueRef last;
  /// Variables and heap memory of which each iteration gets its own, and the calls that end it, null for variables.
  const LLVMValueRef *made;
  const LLVMValueRef *freed;
  uint32_t n;
  /// Is set: null where the loop hands on something else than numbers, or is left elsewhere than at its end.
  LLVMValueRef function;
} EzTile;

/// Moves what an iteration of each loop computes into a function that is given what it reads, and returns what it adds to the sums of the
/// loop, which are all that goes from iteration to iteration but the counter: one number, or a structure of them. None of the loops lies in another one. (tiles.cpp)
void ez_outline_tiles(LLVMValueRef function, EzTile *tiles, uint32_t n);

/// For loads in the loop with this header: 1 where all that it reads was written before in the same iteration. (settled.cpp)
void ez_settled_reads(EzAliasRef alias, LLVMValueRef function, LLVMBasicBlockRef header,
                      const LLVMValueRef *loads, uint32_t n_loads, uint8_t *settled);

/// Writes addresses in innermost loops as that of another access of the same
/// array in the same iteration, which moves evenly, plus a constant, where only
/// the array's size proves it: where indices are computed with 32 bits.
void ez_relate_neighbours(LLVMValueRef function);

/// How a load's address moves in its innermost loop.
typedef struct {
  int32_t leader;   // the first load given at a constant distance; -1: no constant step
  int64_t distance; // bytes from the leader's address, in the same iteration
  int64_t step;     // bytes from one iteration to the next
} EzWalk;

void ez_walks(LLVMValueRef function, const LLVMValueRef *loads, uint32_t n_loads, EzWalk *walks);

/// What a library writes for loops whose iterations are shared out: loads of lower bounds, and of how far these move to the next chunk.
typedef struct {
  const LLVMValueRef *bounds;
  uint32_t n_bounds;
  const LLVMValueRef *advances;
  uint32_t n_advances;
} EzShared;

/// What an access has to do with the number of the iteration (slices.cpp): the first access whose origin is at a constant distance, each behind
/// its base, -1 if it is in no slice; bytes from that one's origin to its own, and to the end of what it accesses (0: not constant); bytes from one
/// iteration to the next (0: not constant); whether it begins at that origin and all that it accesses is its iteration's own; between which numbers
/// iterations must lie for that, -2^bits (or 0) and 2^bits (bits 64: any), and what else must lie there (or null); the base; the header of the loop whose iterations are numbered.
typedef struct {
  int32_t leader;
  int64_t low;
  int64_t high;
  int64_t stride;
  int32_t within;
  int32_t bits;
  int32_t not_negative;
  LLVMValueRef offset;
  LLVMValueRef base;
  LLVMBasicBlockRef header;
} EzSlice;

/// A factor of a term: a value, extended to 64 bits, or how often the backedge of a loop is taken.
typedef struct {
  LLVMValueRef value;
  LLVMBasicBlockRef header;
  int32_t is_signed;
} EzFactor;

/// Of what something is a term: bytes from one iteration to the next, bytes from the base to the first access, bytes that loops inside of the iteration
/// add to that.
typedef enum { EzStride, EzOrigin, EzSpan } EzPart;

/// What LLVM finds out about the loops of a function, which stays as it is in the meantime.
typedef struct EzLoops EzLoops;
EzLoops *ez_loops_of(LLVMValueRef function);
void ez_loops_forget(EzLoops *loops);

/// Slices of accesses; `leaf` is told all values of which base, origin, stride and spans of an access are made, `term` all terms of these, if they
/// are sums of products.
void ez_slices(EzLoops *loops, const EzShared *shared, const LLVMValueRef *addresses, const uint64_t *bytes,
               uint32_t n, EzSlice *slices, void (*leaf)(void *, uint32_t, LLVMValueRef),
               void (*term)(void *, uint32_t, EzPart, int64_t, const EzFactor *, uint32_t), void *context);

// --- paths.cpp ---------------------------------------------------------------

/// Addresses as a base (null: not in this form), an origin behind it and what each iteration of the loops around adds; `term` is told all terms of
/// these: which address, which sum (0: the address; others: numbers in it that must fit into 32 bits, with their sign, for the address to be so), the header of the loop, or null for the origin.
void ez_paths(LLVMValueRef function, const LLVMValueRef *addresses, uint32_t n, LLVMValueRef *bases,
              void (*term)(void *, uint32_t, uint32_t, LLVMBasicBlockRef, int64_t, const EzFactor *, uint32_t), void *context);

// --- clone.cpp ---------------------------------------------------------------

/// A copy of `function` in the same module, internal, with `name`, without
/// optnone/noinline and without comdat. The module owns it.
LLVMValueRef ez_clone_function(LLVMValueRef function, const char *name);

/// Lets the code and the initializers of a module use what an alias stands for in its place, unless another module may
/// replace the alias. 1 if anything changed.
uint8_t ez_resolve_aliases(LLVMModuleRef module);

/// Copies the blocks of `source` into the empty `target`; parameter i of
/// `source` becomes `arguments[i]`, a value usable in `target`. Blocks and
/// instructions keep their order. Attributes are not copied.
EzStatus ez_clone_body(LLVMValueRef source, LLVMValueRef target, const LLVMValueRef *arguments,
                       uint32_t n_arguments);

/// Gives `to` what `from` says of the machine, of floating-point formats, of functions that are not the library's, of frames
/// and of sanitizers: code derived from one means the same in the other, and is checked as it is.
void ez_copy_environment(LLVMValueRef to, LLVMValueRef from);

/// Inlines one call. Fails if LLVM cannot, or if the callee is for a machine that
/// can do more than the caller's. Writes up to `capacity` calls that came in with the body to
/// `calls`, in the order of the body, and their number to `n_calls`.
EzStatus ez_inline_call(LLVMValueRef call, LLVMValueRef *calls, uint32_t capacity,
                        uint32_t *n_calls);

/// Turns an invoke into a call followed by a branch to its normal destination,
/// and returns the call. Another value is returned as it is.
LLVMValueRef ez_invoke_to_call(LLVMValueRef invoke);

/// Turns `call` into an invoke that unwinds to where the invoke `other` of the
/// same function does; the old call is gone. Nothing if `other` is no invoke.
void ez_unwind_like(LLVMValueRef call, LLVMValueRef other);

/// The instruction behind the landing pad of the invoke that ends a block, which no other one has then; null if it ends with none.
LLVMValueRef ez_own_landing(LLVMBasicBlockRef block);

/// Whether a call or an invoke goes through a pointer: neither to a function or another constant, nor to inline assembly.
int32_t ez_is_indirect_call(LLVMValueRef call);

/// Gives a call the calling convention and the attributes of the function that it calls, which must be known.
void ez_call_as_declared(LLVMValueRef call);

/// States that a call returns, and neither reads nor writes memory that the program can access; it stays where it is all the same.
void ez_call_leaves_memory_alone(LLVMValueRef call);

/// Gives calls without a place in the source one in the function's, if it has any: line 0, which stands for code that no line
/// of the source is about. LLVM demands a place where a call could be inlined.
void ez_place_calls(LLVMValueRef function);

/// Gives `made`, whose instructions have the locations of code of `of`, a subprogram of its own under its name; without debug
/// information the locations go.
void ez_locate_within(LLVMValueRef made, LLVMValueRef of);

/// What a type of the source is.
typedef enum EzSourceKind {
  /// Nobody says, or more than one thing (a union).
  EzSourceUnknown = 0,
  EzSourceFloat = 1,
  EzSourceComplex = 2,
  /// Integers and their like.
  EzSourceOther = 3,
  EzSourcePointer = 4,
  EzSourceRecord = 5,
  EzSourceArray = 6,
} EzSourceKind;

/// A type of the source, as debug information has it.
typedef struct EzSourceType {
  EzSourceKind kind;
  /// Members of a record, its bases among them.
  uint32_t members;
  uint64_t bytes;
  /// Elements of an array; 0 if that is not known.
  uint64_t count;
  /// What a pointer leads to, or an array consists of; null if that is not known.
  LLVMMetadataRef base;
} EzSourceType;

/// A member of a record.
typedef struct EzSourceMember {
  uint64_t offset;
  /// Null for what is no whole value at a fixed place.
  LLVMMetadataRef type;
  /// Ends with a zero byte; empty for a base.
  const char *name;
} EzSourceMember;

/// The type that the source gives to a parameter; null without debug information, and where parameters are not those of the source.
LLVMMetadataRef ez_parameter_type(LLVMValueRef function, uint32_t index);

EzSourceType ez_source_type(LLVMMetadataRef type);

int32_t ez_is_source_reference(LLVMMetadataRef type);

EzSourceMember ez_source_member(LLVMMetadataRef type, uint32_t index);

/// Gives a function that was made by copying another one's body its own name in debug information.
void ez_name_subprogram(LLVMValueRef function);

/// Keeps a function as it is written: no call of it is inlined.
void ez_keep_out_of_line(LLVMValueRef function);
/// Undoes that.
void ez_let_in_line(LLVMValueRef function);

/// Has what uses a function, or an alias of it, use a declaration in its place, so that nobody who optimises calls of it knows what it does with its
/// arguments, or what it returns, wherever a pointer turns out to be the function.
void ez_call_stand_in(LLVMValueRef function);
/// Keeps a function in its module that nobody calls, or nobody any more.
void ez_hold(LLVMValueRef function);
/// Undoes both for all functions of a module; says whether there were any.
int32_t ez_call_themselves(LLVMModuleRef module);

/// Has a function of numbers of the C library, if it is declared, be a function like any other, of which the compiler knows nothing by its name, also where it has put
/// an operation of its own in the place of a call: the intrinsic or the instruction of the name `made` ("llvm.floor", "frem"), none if that is empty. Says whether
/// that changed anything.
int32_t ez_forget_library(LLVMValueRef function, const char *made);

/// Keeps the compiler from running the code that fills a list in its place.
void ez_leave_list_to_code(LLVMValueRef list);

/// Erases a global that nothing uses but the lists of what must stay.
void ez_erase_listed(LLVMValueRef global);

/// Makes a global local to its module and puts it on the list of what must stay until code is generated.
void ez_keep_local(LLVMValueRef global);

/// Puts a comparison with `callee` ahead of a call through a pointer, and a direct call of it on one branch; the call itself stays
/// on the other. Fails if what the call passes does not fit.
EzStatus ez_promote_call(LLVMValueRef call, LLVMValueRef callee);

/// Makes a function a declaration.
void ez_drop_body(LLVMValueRef function);

/// Makes an instruction and what follows it unreachable.
void ez_end_at(LLVMValueRef instruction);

/// Turns constant expressions used by instructions into instructions.
void ez_expand_constant_expressions(LLVMValueRef function);

/// Splits `block` before `instruction`; the new block holds it and what follows.
LLVMBasicBlockRef ez_split_block(LLVMBasicBlockRef block, LLVMValueRef instruction,
                                 const char *name);

// --- generic.cpp -------------------------------------------------------------

/// Makes pointers of a function that lead to the address spaces up to `last` generic ones. Constant expressions must have been expanded.
void ez_make_generic(LLVMValueRef function, uint32_t last);

/// Drops casts of pointers to the address space that they lead to already.
void ez_drop_idle_casts(LLVMValueRef function);

// --- pushed.cpp --------------------------------------------------------------

/// Puts variables of the function in the places of what it pushes on the stack of these functions and releases itself, up to `most` bytes.
void ez_keep_in_frame(LLVMValueRef function, LLVMValueRef mark, LLVMValueRef push, LLVMValueRef release, uint64_t most);

// --- share.cpp ---------------------------------------------------------------

/// Puts calls of a new internal function in the place of loop nests that do the same with what they are given, where
/// they have at least `least` instructions. Loops must be in simplified form; others stay. Returns how many nests
/// became calls. The module owns the new functions, which are named after `function`.
uint32_t ez_share_nests(LLVMValueRef function, uint32_t least);

// --- versions.cpp ------------------------------------------------------------

/// Some branches in loops avoid an atomic addition, and go the same way in all iterations. Loops of no more than
/// `most` instructions that have such branches get a second version, without these branches and additions.
void ez_version_loops(LLVMValueRef function, uint32_t most);

// --- scalar.cpp --------------------------------------------------------------

/// Marks a function if one of its innermost loops has more instructions than `most`.
void ez_leave_scalar(LLVMValueRef function, uint32_t most);

/// LLVM does not pack the operations of marked functions in vectors, where it has no loop to make them of.
void ez_heed_scalar(void *pass_builder);

// --- target.cpp --------------------------------------------------------------

/// Whether a module is compiled for a GPU.
uint8_t ez_is_for_gpu(LLVMModuleRef module);

/// Whether a module has a flag of this name that is a number, and which.
uint8_t ez_module_flag(LLVMModuleRef module, const char *name, uint64_t *value);

// --- inspect.cpp -------------------------------------------------------------

/// Knows the loops of a function, which changes by ez_inspect_nest alone as long as it lives.
typedef struct EzInspector EzInspector;
EzInspector *ez_inspector_new(LLVMValueRef function);
void ez_inspector_free(EzInspector *inspector);

/// Puts a copy of the nest of loops that begins at `header` in front of it, which computes the addresses of `n` of its loads alone; of its branches, those that
/// are `asked` matter for that. `found` gets three integers for each of `count` groups: the least and the end of the greatest number of bytes from its loads'
/// `bases` to what they read, and how often they do. They are known in a block of their own in front of the nest, which keeps the terminator of the
/// block that was there. If values are named that decide all of it, each thread remembers what it has found last, and does without the copy as long as they are the same.
void ez_inspect_nest(EzInspector *inspector, LLVMBasicBlockRef header, const LLVMValueRef *branches, size_t asked, const LLVMValueRef *accesses,
                     const LLVMValueRef *bases, const uint32_t *groups, size_t n, LLVMValueRef *found, size_t count, const LLVMValueRef *decide,
                     size_t deciding);

// --- watched.cpp -------------------------------------------------------------

/// Makes loops of the atomic additions in a function that ThreadSanitizer watches, which would not see them.
void ez_let_atomics_be_watched(LLVMValueRef function);

// --- obtained.cpp ------------------------------------------------------------

/// Lets loops obtain memory once that each of their iterations obtains and gives back, where its size does not change: heap memory, and what is
/// pushed onto a stack by these functions, which are null if there is none. Loops must be in simplified form.
void ez_obtain_once(LLVMValueRef function, LLVMValueRef mark, LLVMValueRef push, LLVMValueRef release);

// --- variables.cpp -----------------------------------------------------------

/// Moves the store of a constant with which a variable begins from the entry block to the last place that runs once and
/// before all other accesses: LLVM looks at all that such a store dominates when it makes values of the variable.
void ez_begin_variables_late(LLVMValueRef function);

// --- metadata.cpp ------------------------------------------------------------

/// An instruction that also runs where its source does not: what would make undefined behaviour of what it gives then is forgotten.
void ez_forget_value_promises(LLVMValueRef instruction);

/// The function that a function's metadata of a kind names first; null if there is none.
LLVMValueRef ez_function_metadata(LLVMValueRef function, const char *kind);

/// Name of the scalar type of the instruction's TBAA access tag ("double",
/// "any pointer", "omnipotent char", ...); empty without a tag. Written to
/// `buffer` (at most `capacity` bytes, no terminator); returns the length.
uint32_t ez_tbaa_scalar(LLVMValueRef instruction, char *buffer, uint32_t capacity);

/// Gives `access` the scalar type of the TBAA access tag of `source`, if it has
/// one, and not the object in which that lies.
void ez_tag_as_scalar(LLVMValueRef access, LLVMValueRef source);

/// One member of a !tbaa.struct annotation.
typedef struct {
  uint64_t offset;
  uint64_t size;
  char name[40]; // NUL-terminated scalar type name, cut if longer
} EzTbaaField;

/// Members of the instruction's !tbaa.struct; returns their number.
uint32_t ez_tbaa_struct(LLVMValueRef instruction, EzTbaaField *fields, uint32_t capacity);

/// Memory effects of a callee seen at `call`: bit 0 may read, bit 1 may write,
/// bit 2 only through its pointer arguments, bit 3 will not unwind, bit 4 does
/// not return.
uint32_t ez_call_effects(LLVMValueRef call);

/// Constant byte offset and variable strides of a getelementptr: returns 1 and
/// fills `offset`, `strides[k]`, `factors[k]`, `indices[k]` (at most `capacity`,
/// their number in `n`); 0 for scalable types or too many indices. `factors[k]`
/// is positive and divides whatever `indices[k]` can be.
int32_t ez_gep_decompose(LLVMValueRef gep, int64_t *offset, int64_t *strides,
                         int64_t *factors, LLVMValueRef *indices, uint32_t capacity,
                         uint32_t *n);

/// Drops what stops being true on code derived from `function`'s body:
/// attributes of calls, `invariant.load`, range-like metadata, alias scopes.
void ez_drop_fragile_facts(LLVMValueRef function);

/// New alias scopes of a domain of their own, named after `names` in `scopes`.
void ez_alias_scopes(LLVMContextRef context, const char *domain, const char *const *names,
                     uint32_t n, LLVMMetadataRef *scopes);

/// The bit pattern of one 64-bit word of an integer or floating constant.
uint64_t ez_constant_word(LLVMValueRef constant, uint32_t word);

// --- diagnostics.cpp ---------------------------------------------------------

/// Reports an error, or a warning, through the context's diagnostic handler, at a
/// debug location (null: the function's).
void ez_emit_diagnostic(LLVMValueRef function, LLVMMetadataRef location, int32_t warning,
                        const char *message);

/// Whether the compiler shows remarks of ours that analyse, and one of them, at a place or at the function.
int32_t ez_wants_remarks(LLVMModuleRef module);
void ez_emit_remark(LLVMValueRef function, LLVMMetadataRef location, const char *message);

/// The same without a place, which the message may have in it.
void ez_emit_plain(LLVMModuleRef module, int32_t warning, const char *message);

/// The symbol of the function that has an instruction in its body in the source, before any inlining, as debug information says; its length.
uint32_t ez_scope_name(LLVMValueRef instruction, char *buffer, uint32_t capacity);

/// The debug location of an instruction, or null; it outlives the instruction. `outside`: where its function's file calls what it was inlined from.
LLVMMetadataRef ez_debug_location(LLVMValueRef instruction, int32_t outside);

/// Whether debug information says where the function is.
int32_t ez_has_debug_information(LLVMValueRef function);

/// Whether a function was written in Fortran, by its debug information or else by the
/// compilers that have marked the module.
int32_t ez_is_fortran(LLVMValueRef function);

/// The name of the variable, or parameter, of the source whose value this is, as debug
/// information says ("" if it does not); returns the length, as ez_tbaa_scalar.
uint32_t ez_source_name(LLVMValueRef value, char *buffer, uint32_t capacity);

/// Source file of the instruction's debug location ("" without one); returns
/// the length, as ez_tbaa_scalar. If asked for `outside`, it is that of the innermost call
/// that was inlined and lies in the file of the instruction's function, or else the
/// outermost one ("" if the instruction was not inlined).
uint32_t ez_source_location(LLVMValueRef instruction, int32_t outside, char *buffer,
                            uint32_t capacity, uint32_t *line, uint32_t *column);

/// The name, without parameters, of what has a symbol of C++ or Rust ("" if it is none); returns the length, as ez_tbaa_scalar.
uint32_t ez_demangled(const char *symbol, uint8_t parameters, char *buffer, uint32_t capacity);

// --- flatten.cpp, hosted.cpp: device code on the host -----------------------

/// All pointers of a module lie in the first address space from now on; casts between spaces are gone. No intrinsic of the module may be bound to
/// another space by its definition.
void ez_flatten_address_spaces(LLVMModuleRef module);

/// Forgets what a module says of its target: calling conventions, attributes that are texts, sections, comdats, scopes of atomic operations, what is
/// said of loops, named metadata and flags but for those of debug information.
void ez_forget_target(LLVMModuleRef module);

/// The number of a function's calling convention.
uint32_t ez_calling_convention(LLVMValueRef function);

/// Whether it is a fence for the threads of a workgroup alone.
int32_t ez_is_fence_of_group(LLVMValueRef instruction);

/// A function without parameters runs when the program starts, or the library is loaded.
void ez_run_at_start(LLVMValueRef function);

/// Erases a variable that nothing uses; whether that was so.
int32_t ez_erase_unused(LLVMValueRef variable);

/// Sanitizers leave an access out.
void ez_leave_unwatched(LLVMValueRef instruction);

/// Lets LLVM make code for the machine it runs on; fails if it was built without.
EzStatus ez_initialize_host(void);

// --- libraries.cpp -----------------------------------------------------------

/// Links what a module calls, and has no definition of, from a file of bitcode: for the module alone, and compiled for the machine of its
/// functions. Nothing of that is simplified.
EzStatus ez_link_needed(LLVMModuleRef module, const char *file);

// --- plugin.cpp --------------------------------------------------------------

/// Layout of llvm::PassPluginLibraryInfo; returned by value from Rust.
typedef struct {
  uint32_t api_version;
  const char *name;
  const char *version;
  void (*register_callbacks)(void *pass_builder);
  void *pre_codegen;
} EzPluginInfo;

/// When a module is handed over.
typedef enum {
  /// For the last time.
  EzStageLast = 0,
  /// At the compile step of a link-time optimised build, so that definitions may come.
  EzStageBeforeLink = 1,
  /// As the front end made it, before anything is optimised.
  EzStageStart = 2,
  /// The same as the last, in the linker: all that was compiled for it is here.
  EzStageLinking = 3,
} EzStage;

/// What became of a module.
typedef enum EzState {
  EzStateUnchanged = 0,
  EzStateChanged = 1,
  /// It is no valid module any more: the compilation must not go on.
  EzStateBroken = 2,
  /// Functions have come that no pass has seen: those that simplify and inline are due.
  EzStateExtended = 3,
} EzState;

typedef EzState (*EzRunOnModule)(LLVMModuleRef module, EzStage stage);

/// Hooks `run` in as the pass `pass_name` of textual pipelines and, when
/// `automatic` is not 0, before all passes and at the end of module simplification (and at the
/// start of full link-time optimisation).
void ez_register_pass(void *pass_builder, const char *pass_name, EzRunOnModule run,
                      int32_t automatic);

/// LLVM_PLUGIN_API_VERSION of the headers this was built with.
uint32_t ez_plugin_api_version(void);

#ifdef __cplusplus
}
#endif

#endif
