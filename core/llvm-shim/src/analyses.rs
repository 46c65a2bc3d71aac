//! What LLVM's analyses know, as arrays.
//!
//! Owns: loop forest, dominators, trip counts, alias matrices, call effects, address arithmetic, names behind symbols.
//! Must not: interpret the answers.

use crate::clock::timed;
use crate::ffi;
use crate::ir::{Block, Value, c_string, llvm};
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};
use std::ffi::c_void;

/// One loop of a function's forest.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    /// Header block.
    pub header: Block,
    /// The only entering block, if there is one.
    pub preheader: Option<Block>,
    /// The only latch, if there is one.
    pub latch: Option<Block>,
    /// Index of the enclosing loop.
    pub parent: Option<usize>,
}

/// Loop forest (parents first) and dominator tree of a function, by block number.
#[derive(Clone, Debug)]
pub struct LoopForest {
    /// The loops.
    pub loops: Vec<Loop>,
    /// Innermost loop of each block.
    pub loop_of: Vec<Option<usize>>,
    /// Immediate dominator of each block.
    pub idom: Vec<Option<usize>>,
}

impl LoopForest {
    /// Whether every way to `b` leads through `a`; `blocks` are the function's, in order.
    pub fn dominates(&self, blocks: &[Block], a: Block, b: Block) -> bool {
        let number = |block: Block| blocks.iter().position(|x| *x == block);
        let up = |x: &usize| self.idom[*x];
        let (from, to) = (number(b), number(a));
        from.is_some() && std::iter::successors(from, up).any(|x| Some(x) == to)
    }
}

fn index(raw: i32) -> Option<usize> {
    usize::try_from(raw).ok()
}

/// Has LLVM look at so many uses of an address before it takes the address for one that others may know, unless it looks at more by itself. It stays so for the
/// whole process: its own inference of attributes and the engine's questions are answered by it.
pub fn look_further(uses: u32) {
    // SAFETY: sets a number that LLVM reads anew for each question.
    unsafe { ffi::ez_look_further(uses) };
}

/// Loop forest and dominators of a function.
pub fn loop_forest(function: Value) -> LoopForest {
    let blocks = function.blocks().len();
    let null = std::ptr::null_mut();
    let empty = ffi::EzLoop {
        header: null,
        preheader: null,
        latch: null,
        parent: -1,
    };
    let mut loops = vec![empty; blocks];
    let (mut loop_of, mut idom) = (vec![-1; blocks], vec![-1; blocks]);
    let n = llvm!(ffi::ez_loops(
        function.raw(),
        loops.as_mut_ptr(),
        blocks as u32,
        loop_of.as_mut_ptr(),
        idom.as_mut_ptr()
    ));
    let loops = loops[..n as usize].iter().filter_map(|raw| {
        Some(Loop {
            header: Block::new(raw.header)?,
            preheader: Block::new(raw.preheader),
            latch: Block::new(raw.latch),
            parent: index(raw.parent),
        })
    });
    LoopForest {
        loops: loops.collect(),
        loop_of: loop_of.into_iter().map(index).collect(),
        idom: idom.into_iter().map(index).collect(),
    }
}

/// Counter and backedge-taken count of one loop, in the order of [`loop_forest`].
#[derive(Clone, Copy, Debug)]
pub struct TripCount {
    /// Header block.
    pub header: Block,
    /// The canonical counter phi.
    pub counter: Value,
    /// The i64 number of times the backedge is taken, defined outside the loop.
    pub last: Option<Value>,
}

/// Expands computable trip counts; needs canonical counters.
pub fn trip_counts(function: Value) -> Vec<TripCount> {
    let blocks = function.blocks().len();
    let null = std::ptr::null_mut();
    let empty = ffi::EzTripCount {
        header: null,
        counter: null.cast(),
        last: null.cast(),
    };
    let mut counts = vec![empty; blocks];
    let out = counts.as_mut_ptr();
    let n = timed(|| llvm!(ffi::ez_trip_counts(function.raw(), out, blocks as u32)));
    let read = |raw: &ffi::EzTripCount| {
        Some(TripCount {
            header: Block::new(raw.header)?,
            counter: Value::new(raw.counter)?,
            last: Value::new(raw.last),
        })
    };
    counts[..n as usize].iter().filter_map(read).collect()
}

/// The iteration of a loop that differs from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Iteration {
    /// The first.
    First,
    /// The last.
    Last,
}

/// A comparison in an innermost loop by which a select takes another index in one iteration only.
#[derive(Clone, Copy, Debug)]
pub struct IndexChoice {
    /// Header of the loop.
    pub header: Block,
    /// The comparison for equality.
    pub comparison: Value,
    /// When its sides are equal.
    pub iteration: Iteration,
    /// Instructions of the loop.
    pub instructions: u32,
}

/// Comparisons by which innermost loops take other indices in their first or last iteration; needs
/// loops in simplified and loop-closed form.
pub fn index_choices(function: Value) -> Vec<IndexChoice> {
    let null = std::ptr::null_mut();
    let empty = ffi::EzIndexChoice {
        header: null,
        comparison: null.cast(),
        iteration: 0,
        instructions: 0,
    };
    let ask = |out, n| timed(|| llvm!(ffi::ez_index_choices(function.raw(), out, n)));
    let n = ask(std::ptr::null_mut(), 0);
    let mut found = vec![empty; n as usize];
    ask(found.as_mut_ptr(), n);
    let read = |raw: &ffi::EzIndexChoice| {
        Some(IndexChoice {
            header: Block::new(raw.header)?,
            comparison: Value::new(raw.comparison)?,
            iteration: match raw.iteration {
                ffi::EZ_ITERATION_FIRST => Iteration::First,
                ffi::EZ_ITERATION_LAST => Iteration::Last,
                _ => return None,
            },
            instructions: raw.instructions,
        })
    };
    found.iter().filter_map(read).collect()
}

/// How a load's address moves in its innermost loop, where it moves by a constant step.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// Index of the first load whose address lies at a constant distance; its own, if there is none.
    pub leader: usize,
    /// Bytes from the leader's address, in the same iteration.
    pub distance: i64,
    /// Bytes from one iteration to the next.
    pub step: i64,
}

/// The walks of loads, in their order; `None` for addresses that do not move evenly.
pub fn walks(function: Value, loads: &[Value]) -> Vec<Option<Walk>> {
    let raw: Vec<_> = loads.iter().map(|v| v.raw()).collect();
    let empty = ffi::EzWalk {
        leader: -1,
        distance: 0,
        step: 0,
    };
    let mut found = vec![empty; raw.len()];
    let (n, out) = (raw.len() as u32, found.as_mut_ptr());
    timed(|| llvm!(ffi::ez_walks(function.raw(), raw.as_ptr(), n, out)));
    let read = |walk: &ffi::EzWalk| {
        index(walk.leader).map(|leader| Walk {
            leader,
            distance: walk.distance,
            step: walk.step,
        })
    };
    found.iter().map(read).collect()
}

/// What a library writes for loops whose iterations are shared out among workers.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// Loads of lower bounds.
    pub bounds: Vec<Value>,
    /// Loads of how far these move from one chunk of a worker to its next.
    pub advances: Vec<Value>,
}

/// What an access has to do with the number of the iteration: its address is that number times a stride, behind an origin, behind a base.
#[derive(Clone, Debug)]
pub struct Slice {
    /// What its address is made from.
    pub base: Value,
    /// Header of the loop whose iterations are numbered.
    pub header: Block,
    /// The first access with the same stride whose origin is at a constant distance, each behind its base; the access itself, if there is none
    /// before it.
    pub leader: usize,
    /// Bytes from that one's origin to what is accessed, and to its end, if they are constant.
    pub window: Option<(i64, i64)>,
    /// Bytes from one iteration to the next, if they are constant.
    pub stride: Option<i64>,
    /// Whether the access begins at that origin and ends before the next iteration's begins.
    pub within: bool,
    /// Which numbers of iterations the above holds for, if not for all.
    pub fits: Option<Fits>,
    /// What must lie between the same numbers, if anything.
    pub offset: Option<Value>,
    /// What base, origin, stride and spans are made of.
    pub leaves: Vec<Value>,
    /// The latter three, if they are sums of products.
    pub terms: Option<Terms>,
}

/// Parts of an address in bytes, each a sum. Sums wrap as addresses do.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// From one iteration to the next.
    pub stride: Vec<Term>,
    /// From the base to what iteration 0 accesses first.
    pub origin: Vec<Term>,
    /// What loops inside of the iteration add to that.
    pub spans: Vec<Term>,
}

/// A product.
#[derive(Clone, Debug)]
pub struct Term {
    /// How often it is taken.
    pub coefficient: i64,
    /// Numbers of 64 bits.
    pub factors: Vec<Factor>,
}

/// A number of 64 bits.
#[derive(Clone, Copy, Debug)]
pub enum Factor {
    /// A value, extended with its sign or with zeros.
    Value(Value, bool),
    /// How often the backedge of the loop with this header is taken.
    Last(Block),
}

/// Numbers of iterations: from -2^bits, or 0, to below 2^bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fits {
    /// The power of two.
    pub bits: u32,
    /// Whether they begin at 0.
    pub not_negative: bool,
}

/// What the shim says of a term.
///
/// # Safety
/// There are `n` factors.
unsafe fn read_term(coefficient: i64, factors: *const ffi::EzFactor, n: u32) -> Term {
    let factors = match n {
        0 => &[],
        // SAFETY: as the caller says.
        _ => unsafe { std::slice::from_raw_parts(factors, n as usize) },
    };
    let factor = |factor: &ffi::EzFactor| match Block::new(factor.header) {
        Some(header) => Some(Factor::Last(header)),
        None => Value::new(factor.value).map(|v| Factor::Value(v, factor.is_signed != 0)),
    };
    Term {
        coefficient,
        factors: factors.iter().filter_map(factor).collect(),
    }
}

/// What is said of each access: leaves, terms.
type Told = Vec<(Vec<Value>, Option<Terms>)>;

/// What LLVM finds out about the loops of a function, once for all questions.
#[derive(Debug)]
pub struct Loops(*mut ffi::EzLoops);

impl Loops {
    /// The function must stay as it is until this is dropped.
    pub fn of(function: Value) -> Self {
        Self(timed(|| llvm!(ffi::ez_loops_of(function.raw()))))
    }
}

impl Drop for Loops {
    fn drop(&mut self) {
        llvm!(ffi::ez_loops_forget(self.0));
    }
}

/// The slices of accesses, each an address and a number of bytes; `None` for others.
pub fn slices(loops: &Loops, shared: &Shared, accesses: &[(Value, u64)]) -> Vec<Option<Slice>> {
    extern "C" fn leaf(context: *mut c_void, index: u32, value: LLVMValueRef) {
        // SAFETY: the call below gives the context, which lives as long as the call.
        let found = unsafe { &mut *context.cast::<Told>() };
        found[index as usize].0.extend(Value::new(value));
    }
    unsafe extern "C" fn term(
        context: *mut c_void,
        index: u32,
        part: ffi::EzPart,
        coefficient: i64,
        factors: *const ffi::EzFactor,
        n: u32,
    ) {
        // SAFETY: the call below gives the context, which lives as long as the call.
        let found = unsafe { &mut *context.cast::<Told>() };
        // SAFETY: `ez_slices` says how many lie there.
        let term = unsafe { read_term(coefficient, factors, n) };
        let terms = found[index as usize].1.get_or_insert_default();
        match part {
            ffi::EZ_STRIDE => terms.stride.push(term),
            ffi::EZ_ORIGIN => terms.origin.push(term),
            _ => terms.spans.push(term),
        }
    }
    let raw = |values: &[Value]| -> Vec<LLVMValueRef> { values.iter().map(|v| v.raw()).collect() };
    let (bounds, advances) = (raw(&shared.bounds), raw(&shared.advances));
    let given = ffi::EzShared {
        bounds: bounds.as_ptr(),
        n_bounds: bounds.len() as u32,
        advances: advances.as_ptr(),
        n_advances: advances.len() as u32,
    };
    let (addresses, bytes): (Vec<_>, Vec<u64>) = accesses
        .iter()
        .map(|(value, bytes)| (value.raw(), *bytes))
        .unzip();
    let empty = ffi::EzSlice {
        leader: -1,
        low: 0,
        high: 0,
        stride: 0,
        within: 0,
        bits: 64,
        not_negative: 0,
        offset: std::ptr::null_mut(),
        base: std::ptr::null_mut(),
        header: std::ptr::null_mut(),
    };
    let mut found = vec![empty; accesses.len()];
    let mut told: Told = vec![Default::default(); accesses.len()];
    let context: *mut Told = &raw mut told;
    timed(|| {
        llvm!(ffi::ez_slices(
            loops.0,
            &raw const given,
            addresses.as_ptr(),
            bytes.as_ptr(),
            accesses.len() as u32,
            found.as_mut_ptr(),
            leaf,
            term,
            context.cast(),
        ));
    });
    let read = |(slice, (leaves, terms)): (&ffi::EzSlice, (Vec<Value>, Option<Terms>))| {
        let base = Value::new(slice.base)?;
        let header = Block::new(slice.header)?;
        index(slice.leader).map(|leader| Slice {
            base,
            header,
            leader,
            window: (slice.high > slice.low).then_some((slice.low, slice.high)),
            stride: (slice.stride != 0).then_some(slice.stride),
            within: slice.within != 0,
            fits: (slice.bits < 64 || slice.not_negative != 0).then_some(Fits {
                bits: slice.bits as u32,
                not_negative: slice.not_negative != 0,
            }),
            offset: Value::new(slice.offset),
            leaves,
            terms,
        })
    };
    found.iter().zip(told).map(read).collect()
}

/// A sum, by what loops have to do with it; sums wrap.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// What it is in the first iteration of all loops around.
    pub origin: Vec<Term>,
    /// What each iteration of the loop with a header adds.
    pub steps: Vec<(Block, Vec<Term>)>,
}

impl Path {
    fn add(&mut self, header: Option<Block>, term: Term) {
        let Some(header) = header else {
            return self.origin.push(term);
        };
        match self.steps.iter_mut().find(|(own, _)| *own == header) {
            Some((_, terms)) => terms.push(term),
            None => self.steps.push((header, vec![term])),
        }
    }
}

/// An address where something is accessed.
#[derive(Clone, Debug)]
pub struct Moved {
    /// What it is made from.
    pub base: Value,
    /// The bytes from there.
    pub path: Path,
    /// Numbers in it that must fit into 32 bits, with their sign, for that.
    pub narrow: Vec<Path>,
}

/// How loops move addresses; `None` for those that are no sums of products.
pub fn paths(function: Value, addresses: &[Value]) -> Vec<Option<Moved>> {
    /// What is said of each address: the paths, by number.
    type Told = Vec<Vec<Path>>;
    unsafe extern "C" fn term(
        context: *mut c_void,
        index: u32,
        which: u32,
        header: LLVMBasicBlockRef,
        coefficient: i64,
        factors: *const ffi::EzFactor,
        n: u32,
    ) {
        // SAFETY: the call below gives the context, which lives as long as the call.
        let told = unsafe { &mut *context.cast::<Told>() };
        // SAFETY: `ez_paths` says how many lie there.
        let term = unsafe { read_term(coefficient, factors, n) };
        let (own, which) = (&mut told[index as usize], which as usize);
        own.resize_with(own.len().max(which + 1), Path::default);
        own[which].add(Block::new(header), term);
    }
    let raw: Vec<LLVMValueRef> = addresses.iter().map(|v| v.raw()).collect();
    let mut bases = vec![std::ptr::null_mut(); raw.len()];
    let mut told: Told = vec![Vec::new(); raw.len()];
    let context: *mut Told = &raw mut told;
    timed(|| {
        llvm!(ffi::ez_paths(
            function.raw(),
            raw.as_ptr(),
            raw.len() as u32,
            bases.as_mut_ptr(),
            term,
            context.cast(),
        ));
    });
    let read = |(base, mut paths): (LLVMValueRef, Vec<Path>)| {
        let base = Value::new(base)?;
        let narrow = paths.split_off(paths.len().min(1));
        let path = paths.pop().unwrap_or_default();
        Some(Moved { base, path, narrow })
    };
    bases.into_iter().zip(told).map(read).collect()
}

/// Alias analyses of functions, which must not change once they were asked about.
pub struct Alias(*mut ffi::EzAlias);

/// What a load, store, atomic operation or memory transfer (its source) accesses.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The object that its address is made from, if it has one address.
    pub object: Option<Value>,
    /// Whether no other such object overlaps this one.
    pub identified: bool,
    /// Where it is at a constant distance from something that is the same in all iterations: that, bytes from
    /// there, and bytes accessed.
    pub stretch: Option<(Value, i64, u64)>,
    /// Its TBAA type, if stated.
    pub stated: Option<StatedType>,
}

/// The TBAA type of an access, to be told from others only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StatedType(u64);

/// Whether a write may change what a load read before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clobber {
    /// It never does.
    Apart,
    /// It does not, if memory keeps its type.
    ApartByType,
    /// It may.
    MayWrite,
}

impl Drop for Alias {
    fn drop(&mut self) {
        llvm!(ffi::ez_alias_dispose(self.0));
    }
}

impl Default for Alias {
    fn default() -> Self {
        Self(llvm!(ffi::ez_alias_create()))
    }
}

fn access(raw: ffi::EzAccess) -> Access {
    let base = Value::new(raw.base).filter(|_| raw.size != 0);
    Access {
        object: Value::new(raw.object),
        identified: raw.identified != 0,
        stretch: base.map(|base| (base, raw.offset, raw.size)),
        stated: (raw.type_ != 0).then_some(StatedType(raw.type_)),
    }
}

impl Alias {
    /// Which loads of a loop read only what was written before in the same iteration.
    pub fn settled_reads(&self, function: Value, header: Block, loads: &[Value]) -> Vec<bool> {
        let raw: Vec<_> = loads.iter().map(|load| load.raw()).collect();
        let mut settled = vec![0; loads.len()];
        let out = settled.as_mut_ptr();
        timed(|| {
            llvm!(ffi::ez_settled_reads(
                self.0,
                function.raw(),
                header.raw(),
                raw.as_ptr(),
                raw.len() as u32,
                out
            ))
        });
        settled.into_iter().map(|one| one == 1).collect()
    }

    /// What an instruction accesses, where it does so through one pointer; of a copy, what it reads.
    pub fn access(&self, instruction: Value) -> Access {
        access(llvm!(ffi::ez_alias_access(self.0, instruction.raw())))
    }

    /// What a store, or an intrinsic that copies or sets bytes, writes.
    pub fn write(&self, instruction: Value) -> Access {
        access(llvm!(ffi::ez_alias_write(self.0, instruction.raw())))
    }

    /// May a write, executed after a load, change what that read?
    pub fn clobber(&self, load: Value, write: Value) -> Clobber {
        match llvm!(ffi::ez_alias_clobber(self.0, load.raw(), write.raw())) {
            1 => Clobber::Apart,
            2 => Clobber::ApartByType,
            _ => Clobber::MayWrite,
        }
    }

    /// Whether a write that runs after a call may change memory from where an operand of the call points on.
    pub fn overwrites(&self, (call, operand): (Value, u32), write: Value) -> bool {
        let (call, write) = (call.raw(), write.raw());
        llvm!(ffi::ez_alias_overwrites(self.0, call, operand, write)) != 0
    }

    /// Whether no memory lies both behind an operand of one call and behind one of another.
    pub fn operands_apart(&self, one: (Value, u32), other: (Value, u32)) -> bool {
        let (call, with) = (one.0.raw(), other.0.raw());
        llvm!(ffi::ez_alias_operands_apart(
            self.0, call, one.1, with, other.1
        )) != 0
    }

    /// Whether the types of a load and a store say that they access different memory.
    pub fn types_apart(&self, load: Value, store: Value) -> bool {
        llvm!(ffi::ez_alias_types_apart(self.0, load.raw(), store.raw())) != 0
    }

    /// Whether two objects of a function never overlap, whatever the iterations.
    pub fn objects_apart(&self, function: Value, one: Value, other: Value) -> bool {
        let (function, one, other) = (function.raw(), one.raw(), other.raw());
        llvm!(ffi::ez_alias_objects_apart(self.0, function, one, other)) != 0
    }
}

/// Whether two pointers lead to different memory, also if it is only read: what a function makes, and globals. Promises of parameters do not count.
pub fn are_distinct(one: Value, other: Value) -> bool {
    llvm!(ffi::ez_objects_distinct(one.raw(), other.raw())) != 0
}

/// Memory effects of a call.
#[derive(Clone, Copy, Debug)]
pub struct CallEffects {
    /// May read memory.
    pub reads: bool,
    /// May write memory.
    pub writes: bool,
    /// Touches memory only through its pointer arguments.
    pub only_arguments: bool,
    /// Cannot unwind.
    pub nounwind: bool,
    /// Does not return.
    pub noreturn: bool,
}

/// What LLVM's attributes say of a call.
pub fn call_effects(call: Value) -> CallEffects {
    let bits = llvm!(ffi::ez_call_effects(call.raw()));
    CallEffects {
        reads: bits & 1 != 0,
        writes: bits & 2 != 0,
        only_arguments: bits & 4 != 0,
        nounwind: bits & 8 != 0,
        noreturn: bits & 16 != 0,
    }
}

/// Byte offset of a getelementptr: a constant plus strides times indices.
#[derive(Clone, Debug)]
pub struct GepOffset {
    /// Constant part in bytes.
    pub constant: i64,
    /// Variable indices.
    pub variable: Vec<GepIndex>,
}

/// A variable index of a getelementptr.
#[derive(Clone, Copy, Debug)]
pub struct GepIndex {
    /// Bytes per step.
    pub stride: i64,
    /// A positive number that divides the index, whatever it is.
    pub factor: i64,
    /// The index.
    pub value: Value,
}

/// Decomposes a getelementptr instruction; `None` for scalable types.
pub fn gep_offset(gep: Value) -> Option<GepOffset> {
    const MOST: usize = 16;
    let mut constant = 0;
    let mut strides = [0i64; MOST];
    let mut factors = [0i64; MOST];
    let mut indices = [std::ptr::null_mut(); MOST];
    let mut n = 0;
    let known = llvm!(ffi::ez_gep_decompose(
        gep.raw(),
        &mut constant,
        strides.as_mut_ptr(),
        factors.as_mut_ptr(),
        indices.as_mut_ptr(),
        MOST as u32,
        &mut n
    ));
    if known == 0 {
        return None;
    }
    let index = |k: usize| {
        Some(GepIndex {
            stride: strides[k],
            factor: factors[k],
            value: Value::new(indices[k])?,
        })
    };
    let variable = (0..n as usize).filter_map(index).collect();
    Some(GepOffset { constant, variable })
}

/// One member of a `!tbaa.struct` annotation.
#[derive(Clone, Debug)]
pub struct TbaaField {
    /// Byte offset in the copied block.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// Scalar type name.
    pub name: String,
}

/// Members named by the instruction's `!tbaa.struct`.
pub fn tbaa_struct(instruction: Value) -> Vec<TbaaField> {
    const MOST: usize = 64;
    let empty = ffi::EzTbaaField {
        offset: 0,
        size: 0,
        name: [0; 40],
    };
    let mut fields = [empty; MOST];
    let n = llvm!(ffi::ez_tbaa_struct(
        instruction.raw(),
        fields.as_mut_ptr(),
        MOST as u32
    ));
    let text = |raw: &[u8; 40]| {
        let end = raw.iter().position(|b| *b == 0).unwrap_or(40);
        String::from_utf8_lossy(&raw[..end]).into_owned()
    };
    let read = |f: &ffi::EzTbaaField| TbaaField {
        offset: f.offset,
        size: f.size,
        name: text(&f.name),
    };
    // A copy with more members than fit is treated as unannotated: half the facts would mislead.
    if n as usize > MOST {
        Vec::new()
    } else {
        fields[..n as usize].iter().map(read).collect()
    }
}

/// The name, without parameters, of what has a symbol of C++ or Rust; nothing if it is none, or very long.
pub fn demangled(symbol: &str) -> Option<String> {
    demangle(symbol, false)
}

/// The same with the types of parameters, as far as the symbol has them.
pub fn demangled_with_parameters(symbol: &str) -> Option<String> {
    demangle(symbol, true)
}

fn demangle(symbol: &str, parameters: bool) -> Option<String> {
    let symbol = c_string(symbol);
    let mut buffer = [0_u8; 4096];
    let n = llvm!(ffi::ez_demangled(
        symbol.as_ptr(),
        u8::from(parameters),
        buffer.as_mut_ptr().cast(),
        buffer.len() as u32
    ));
    let name = buffer.get(..n as usize).filter(|name| !name.is_empty())?;
    Some(String::from_utf8_lossy(name).into_owned())
}
