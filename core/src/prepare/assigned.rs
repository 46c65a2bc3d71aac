//! Assignments of whole arrays that a compiler of Fortran leaves to its library: both arrays are told by descriptors.
//!
//! Where the function itself has filled in both descriptors, and says there that the arrays are of one sort of numbers, of one shape and in one piece, the
//! assignment is a copy of so many bytes. (Intrinsic assignment of conformable arrays: Fortran 2018, 10.2.1.3. Overlapping arrays are right: the copy is that
//! of `memmove`.) Where it has filled in one, as for a worker's own copy of an array, the program compares what the other one says with it, and ends with a
//! message if they are not alike.
//!
//! Owns: these copies. Must not: allocate, or convert.

use super::inline::{all_calls, named};
use super::offsets::{addresses, last_ahead, marks_life};
use super::stops;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Opcode, Type, TypeKind, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::{DESCRIPTOR, assignment};

/// Puts copies in the place of such calls, and a loop where one number is given to a whole array; says whether there were any.
pub(super) fn as_copies(module: Module, copy: Value) -> bool {
    let mut any = false;
    for call in all_calls(copy) {
        if let Some(assignment) = Assignment::of(module, call) {
            assignment.exchange(module, call);
            call.erase_instruction();
            any = true;
        }
    }
    any
}

/// What becomes of an assignment.
enum Assignment {
    /// All elements of an array become one number.
    Fill(Described, Described),
    /// What is assigned to, and what is assigned: two arrays that are alike, or whose descriptors the program compares.
    Copy(Side, Side),
}

/// An array of an assignment.
enum Side {
    Known(Described),
    /// Only the program knows what the descriptor says.
    Told(Value),
}

impl Assignment {
    fn of(module: Module, call: Value) -> Option<Self> {
        let operands = named(call).and_then(|callee| assignment(&callee.name()))?;
        let args = call.call_args();
        let [to, from] = operands.map(|at| args.get(usize::from(at)).copied());
        let (to, from) = to.zip(from)?;
        let known = |descriptor| Described::of(descriptor, (module, call));
        match (known(to), known(from)) {
            (Some(to), Some(one)) if to.is_of_one(&one) => Some(Self::Fill(to, one)),
            // Numbers are converted, or an array gets the shape of another one.
            (Some(to), Some(from)) if !to.is_alike(&from) => None,
            (Some(to), Some(from)) => Some(Self::Copy(Side::Known(to), Side::Known(from))),
            (Some(to), None) => Some(Self::Copy(Side::Known(to), Side::Told(from))),
            // One number is given to an array of which nobody knows how many dimensions it has.
            (None, Some(one)) if one.dimensions.is_empty() => None,
            (None, Some(from)) => Some(Self::Copy(Side::Told(to), Side::Known(from))),
            (None, None) => None,
        }
    }

    fn exchange(&self, module: Module, call: Value) {
        let build = Builder::ahead_of(module.context(), call);
        build.set_location(Some(call));
        let (to, from) = match self {
            Self::Fill(to, one) => return fill(module, (to, one.base(&build)), call),
            Self::Copy(to, from) => (to, from),
        };
        let ((Side::Known(known), _) | (_, Side::Known(known))) = (to, from) else {
            return;
        };
        let mut alike = Conditions {
            build: &build,
            all: None,
        };
        let keeps_shape =
            matches!((to, from), (Side::Known(to), Side::Known(_)) if !to.is_allocatable);
        for side in [to, from] {
            side.is_like(known, &mut alike, !keeps_shape);
        }
        let [to_base, from_base] = [to, from].map(|side| side.base(&build));
        // What is not allocated would be.
        if !matches!(to, Side::Known(to) if !to.is_allocatable) {
            alike.add(build.icmp(IntPredicate::LLVMIntNE, to_base, to_base.ty().zero()));
        }
        let bytes = known.bytes(&build);
        if let Some(alike) = alike.all {
            end_unless(module, &build, (alike, call));
        }
        build.copy_memory(to_base, from_base, bytes);
    }
}

impl Side {
    fn base(&self, build: &Builder) -> Value {
        match self {
            Self::Known(known) => known.base(build),
            Self::Told(descriptor) => field(build, *descriptor, DESCRIPTOR.base, None),
        }
    }

    /// Adds what the program has to ask to know that the side tells an array in one piece that is like a known one.
    fn is_like(&self, known: &Described, alike: &mut Conditions<'_>, shape: bool) {
        let build = alike.build;
        let (descriptor, own) = match self {
            Self::Known(own) => (own.descriptor, Some(own)),
            Self::Told(descriptor) => (*descriptor, None),
        };
        if own.is_none() {
            let layout = DESCRIPTOR;
            alike.equal((descriptor, layout.element, 64), known.element);
            alike.equal((descriptor, layout.sort, 8), known.sort);
            alike.equal((descriptor, layout.rank, 8), known.dimensions.len() as u64);
        }
        let mut step = descriptor.context().i64(known.element as i64);
        for at in 0..known.dimensions.len() {
            let wanted = known.extent(build, at);
            let (has, is_close) = match own {
                Some(own) => (own.extent(build, at), own.dimensions[at].is_close),
                None => (told_extent(build, descriptor, at), false),
            };
            if shape && has != wanted {
                alike.add(build.icmp(IntPredicate::LLVMIntEQ, has, wanted));
            }
            if !is_close {
                let stride = field(
                    build,
                    descriptor,
                    dimension(at) + DESCRIPTOR.stride,
                    Some(64),
                );
                // From the only element there is no next one.
                let one = build.icmp(IntPredicate::LLVMIntULT, has, step.context().i64(2));
                let close = build.icmp(IntPredicate::LLVMIntEQ, stride, step);
                alike.add(build.or(one, close));
            }
            step = build.mul(step, has);
        }
    }
}

/// What all must hold.
struct Conditions<'a> {
    build: &'a Builder,
    all: Option<Value>,
}

impl Conditions<'_> {
    fn add(&mut self, one: Value) {
        self.all = Some(match self.all {
            Some(all) => self.build.and(all, one),
            None => one,
        });
    }

    /// A field of so many bits is a constant.
    fn equal(&mut self, (descriptor, offset, bits): (Value, u64, u32), wanted: u64) {
        let field = field(self.build, descriptor, offset, Some(bits));
        let wanted = field.ty().constant_int(wanted);
        self.add(self.build.icmp(IntPredicate::LLVMIntEQ, field, wanted));
    }
}

/// What a field of a descriptor holds: an integer of so many bits, or an address.
fn field(build: &Builder, descriptor: Value, offset: u64, bits: Option<u32>) -> Value {
    let context = descriptor.context();
    let ty = bits.map_or(context.pointer(), |bits| context.int(bits));
    let at = build.ptradd(descriptor, context.i64(offset as i64), "");
    build.load(ty, at, "")
}

/// Where a dimension begins.
fn dimension(at: usize) -> u64 {
    DESCRIPTOR.dimensions + at as u64 * DESCRIPTOR.dimension
}

fn told_extent(build: &Builder, descriptor: Value, at: usize) -> Value {
    field(
        build,
        descriptor,
        dimension(at) + DESCRIPTOR.extent,
        Some(64),
    )
}

/// Ends the program ahead of a call unless arrays are alike; the builder goes on behind that.
fn end_unless(module: Module, build: &Builder, (alike, call): (Value, Value)) {
    let block = call.block().expect("a call is in a block");
    let function = block.function();
    let goes_on = transform::split_block(block, call, "alike").expect("a call can be split off");
    let ends = function.append_block("unlike");
    block
        .terminator()
        .expect("it was split")
        .erase_instruction();
    build.at_end(block);
    build.cond_br(alike, goes_on, ends);
    build.at_end(ends);
    stops::UNLIKE.call(module, build, call);
    build.unreachable();
    build.before(call);
}

/// Gives all elements of an array one number, ahead of a call.
fn fill(module: Module, (to, one): (&Described, Value), call: Value) {
    let context = module.context();
    let number = to.number().expect("it is an array of numbers");
    let build = Builder::ahead_of(context, call);
    build.set_location(Some(call));
    let value = build.load(number, one, "");
    let i64 = context.int(64);
    let (base, count) = (to.base(&build), to.count(&build));
    let block = call.block().expect("a call is in a block");
    let rest = transform::split_block(block, call, "filled").expect("a call can be split off");
    let [asks, sets] = ["fill", "element"].map(|name| block.function().append_block(name));
    block
        .terminator()
        .expect("it was split")
        .erase_instruction();
    build.at_end(block);
    build.br(asks);
    build.at_end(asks);
    let at = build.phi(i64, "");
    let more = build.icmp(IntPredicate::LLVMIntSLT, at, count);
    build.cond_br(more, sets, rest);
    build.at_end(sets);
    build.store(value, build.element_ptr(number, base, at, ""));
    let next = build.add(at, i64.constant_int(1));
    build.br(asks);
    at.add_incoming(i64.zero(), block);
    at.add_incoming(next, sets);
}

/// An array of which the function itself says what its elements are and how many dimensions it has.
struct Described {
    descriptor: Value,
    /// Where it lies, if that is known.
    base: Option<Value>,
    /// Bytes of an element.
    element: u64,
    sort: u64,
    /// An assignment may give it another shape, and memory.
    is_allocatable: bool,
    dimensions: Vec<Dimension>,
}

struct Dimension {
    /// How many elements, if that is known.
    extent: Option<Value>,
    /// Whether these are known to follow each other without gaps.
    is_close: bool,
}

impl Described {
    fn of(descriptor: Value, (module, call): (Module, Value)) -> Option<Self> {
        let fields = Fields::of(descriptor, (module, call))?;
        let layout = DESCRIPTOR;
        let element = fields.constant(layout.element, 8)?;
        let sort = fields.constant(layout.sort, 1)?;
        let attribute = fields.constant(layout.attribute, 1)?;
        if !layout.plain_sorts.contains(&sort) || fields.constant(layout.extra, 1)? & 1 != 0 {
            return None;
        }
        // Bytes from one element to the next, as far as these are known.
        let mut step = Some(element);
        let dimensions = (0..fields.constant(layout.rank, 1)?).map(|at| {
            let at = dimension(at as usize);
            let extent = fields.whole(at + layout.extent);
            let stride = fields.constant(at + layout.stride, 8);
            let is_close = step.is_some() && step == stride;
            let count = extent.and_then(Value::as_u64);
            step = step.zip(count).map(|(step, count)| step * count);
            Dimension { extent, is_close }
        });
        let dimensions = dimensions.collect();
        Some(Self {
            descriptor,
            base: fields.whole(layout.base),
            element,
            sort,
            is_allocatable: attribute != 0,
            dimensions,
        })
    }

    fn base(&self, build: &Builder) -> Value {
        self.base
            .unwrap_or_else(|| field(build, self.descriptor, DESCRIPTOR.base, None))
    }

    fn extent(&self, build: &Builder, at: usize) -> Value {
        let known = self.dimensions[at].extent;
        known.unwrap_or_else(|| told_extent(build, self.descriptor, at))
    }

    fn is_alike(&self, other: &Self) -> bool {
        (self.element, self.sort) == (other.element, other.sort)
            && self.dimensions.len() == other.dimensions.len()
    }

    /// Whether all of it becomes what another one says, which is a single number.
    fn is_of_one(&self, one: &Self) -> bool {
        let is_whole = |dimension: &Dimension| dimension.is_close;
        (self.element, self.sort) == (one.element, one.sort)
            && (one.dimensions.is_empty() && !self.dimensions.is_empty())
            && self.dimensions.iter().all(is_whole)
            && !self.is_allocatable
            && self.number().is_some()
    }

    /// The type of an element that is a real number.
    fn number(&self) -> Option<Type> {
        let context = self.descriptor.context();
        match (self.sort, self.element) {
            of if of == DESCRIPTOR.float => Some(context.float()),
            of if of == DESCRIPTOR.double => Some(context.double()),
            _ => None,
        }
    }

    /// How many elements it has.
    fn count(&self, build: &Builder) -> Value {
        let one = self.descriptor.context().i64(1);
        (0..self.dimensions.len()).fold(one, |count, at| build.mul(count, self.extent(build, at)))
    }

    fn bytes(&self, build: &Builder) -> Value {
        let element = self.descriptor.context().i64(self.element as i64);
        build.mul(element, self.count(build))
    }
}

/// What lies in the fields of a descriptor that a call is given.
struct Fields {
    module: Module,
    call: Value,
    /// Where, how many bytes, and what writes them.
    written: Vec<(u64, u64, Value)>,
}

impl Fields {
    /// Nothing if the descriptor is none of the function's variables, or others may write there.
    fn of(descriptor: Value, (module, call): (Module, Value)) -> Option<Self> {
        let is_variable = descriptor.is_instruction() && descriptor.opcode() == Opcode::LLVMAlloca;
        let all = addresses(descriptor).filter(|_| is_variable)?;
        let mut written = Vec::new();
        for (address, offset) in all {
            for user in address.users() {
                match user.opcode() {
                    Opcode::LLVMGetElementPtr | Opcode::LLVMLoad => {}
                    Opcode::LLVMStore if user.operand(0) != Some(address) => {
                        let bytes = module.alloc_size(user.operand(0)?.ty());
                        written.push((offset, bytes, user));
                    }
                    Opcode::LLVMCall if leaves_alone(user) => {}
                    Opcode::LLVMCall => {
                        let copied = Copied::of(user)?;
                        if copied.to == address {
                            written.push((offset, copied.bytes, user));
                        }
                    }
                    // Any other: it may write there.
                    _ => return None,
                }
            }
        }
        Some(Self {
            module,
            call,
            written,
        })
    }

    /// The value that was written last over a byte, and which of its bytes that is.
    fn over(&self, offset: u64) -> Option<(Value, u64)> {
        let covers = |(at, bytes, _): &&(u64, u64, Value)| (*at..at + bytes).contains(&offset);
        let all = self.written.iter().filter(covers);
        let stores: Vec<Value> = all.map(|(.., store)| *store).collect();
        let last = last_ahead(self.call, &stores)?;
        let mut all = self.written.iter();
        let (at, ..) = all.find(|(.., store)| *store == last)?;
        match Copied::of(last) {
            None => Some((last.operand(0)?, offset - at)),
            Some(copied) => Self::of(copied.from, (self.module, last))?.over(offset - at),
        }
    }

    /// A field of eight bytes.
    fn whole(&self, offset: u64) -> Option<Value> {
        let (value, at) = self.over(offset)?;
        match value.ty().kind() {
            TypeKind::LLVMVectorTypeKind => value.aggregate_element((at / 8) as u32),
            _ => Some(value).filter(|_| at == 0),
        }
        .filter(|field| {
            let ty = field.ty();
            ty.kind() == TypeKind::LLVMPointerTypeKind
                || ty.kind() == TypeKind::LLVMIntegerTypeKind && ty.int_bits() == 64
        })
    }

    /// A field of one or eight bytes that is constant: each store there writes the same.
    fn constant(&self, offset: u64, bytes: u64) -> Option<u64> {
        let covers = |(at, size, _): &&(u64, u64, Value)| (*at..at + size).contains(&offset);
        let all = self.written.iter().filter(covers);
        let mut all = all.map(|(at, _, by)| self.constant_of(*by, offset - at, bytes));
        let first = all.next()??;
        all.all(|other| other == Some(first)).then_some(first)
    }

    /// What a store or a copy writes so far behind its beginning.
    fn constant_of(&self, by: Value, at: u64, bytes: u64) -> Option<u64> {
        if let Some(copied) = Copied::of(by) {
            return Self::of(copied.from, (self.module, by))?.constant(at, bytes);
        }
        let value = by.operand(0)?;
        let (value, at) = match value.ty().kind() {
            TypeKind::LLVMVectorTypeKind => {
                let lane = u64::from(value.ty().element().int_bits() / 8).max(1);
                (value.aggregate_element((at / lane) as u32)?, at % lane)
            }
            _ => (value, at),
        };
        let has = self.module.alloc_size(value.ty());
        let bits = value.as_u64().filter(|_| at + bytes <= has)? >> (8 * at);
        Some(if bytes == 1 { bits & 0xff } else { bits })
    }
}

/// A copy of so many bytes, as of a descriptor from one variable to another.
struct Copied {
    to: Value,
    from: Value,
    bytes: u64,
}

impl Copied {
    fn of(inst: Value) -> Option<Self> {
        let is_call = inst.opcode() == Opcode::LLVMCall;
        let callee = is_call.then(|| named(inst)).flatten()?;
        let copies = callee.name().starts_with("llvm.memcpy.");
        let args = inst.call_args();
        let [to, from, bytes, ..] = args[..] else {
            return None;
        };
        let bytes = bytes.as_u64().filter(|_| copies)?;
        Some(Self { to, from, bytes })
    }
}

/// Whether a call that is given a descriptor does not write there.
fn leaves_alone(call: Value) -> bool {
    describes(call) || marks_life(call)
}

/// Whether a call is given descriptors, and keeps none.
pub(super) fn describes(call: Value) -> bool {
    named(call).is_some_and(|callee| assignment(&callee.name()).is_some())
}
