//! Assignments of whole arrays that a compiler of Fortran leaves to its library: both arrays are told by descriptors.
//!
//! Where the function itself has filled in both descriptors, and says there that the arrays are of one sort and have as many dimensions, the assignment is what
//! Fortran says that it is (2018, 10.2.1.3). Arrays in one piece are copied as by `memmove`, for they may overlap, and others element by element through memory
//! of the assignment's own. An allocatable array that has no memory, or not that shape, is given new memory. Where the function has filled in one
//! descriptor, as for a worker's own copy of an array, the program compares what the other one says with it, and ends with a message if they are not alike.
//!
//! Owns: these copies; `elements` has the loops, `fields` what is known of a descriptor. Must not: convert.

mod elements;
mod fields;

use super::inline::{all_calls, named};
use super::stops;
use elements::{Elements, Steps, both, branch, each, located};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Type, Value};
use enzyme_rules::{DESCRIPTOR, assignment};
use fields::Fields;
pub(super) use fields::describes;

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
    /// One array that is alike is assigned to another.
    Copy(Described, Described),
    /// What the descriptor of the second says only the program knows, and compares.
    From(Described, Value),
    /// The same of the first.
    To(Value, Described),
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
            (Some(to), Some(from)) => Some(Self::Copy(to, from)),
            (Some(to), None) => Some(Self::From(to, from)),
            // One number is given to an array of which nobody knows how many dimensions it has.
            (None, Some(one)) if one.dimensions.is_empty() => None,
            (None, Some(from)) => Some(Self::To(to, from)),
            (None, None) => None,
        }
    }

    fn exchange(&self, module: Module, call: Value) {
        match self {
            Self::Fill(to, one) => fill(module, (to, one), call),
            Self::Copy(to, from) => {
                let build = located(module, call);
                let has = to.elements(&build);
                let given = (from.elements(&build), from.descriptor);
                assign(module, (to, &has), given, call);
            }
            Self::From(to, from) => {
                let [has, given] = alike(module, (to, *from), call, !to.is_allocatable);
                assign(module, (to, &has), (given, *from), call);
            }
            Self::To(to, from) => {
                let [given, has] = alike(module, (from, *to), call, true);
                // What is not allocated would be.
                let is_there = is_there(&located(module, call), &has);
                end_unless(module, (is_there, call));
                copy(module, call, (&has, &given));
            }
        }
    }
}

/// Assigns to an array of which the function says all that matters; what is assigned comes with its descriptor.
fn assign(
    module: Module,
    (to, has): (&Described, &Elements),
    (given, descriptor): (Elements, Value),
    call: Value,
) {
    if !to.is_allocatable {
        return copy(module, call, (has, &given));
    }
    let build = located(module, call);
    let is_there = is_there(&build, has);
    let fits = build.and(is_there, has.is_shaped_like(&given, &build));
    let [stays, changes] = branch(module, call, fits);
    copy(module, stays, (has, &given));
    let new = given.anew(module, &located(module, changes));
    copy(module, changes, (&new, &given));
    // Not earlier: what is assigned may be a part of what was there.
    let build = located(module, changes);
    release(module, &build, has.base);
    to.describe(&build, &new, descriptor);
}

/// Copies between arrays of one shape that may overlap, ahead of an instruction.
fn copy(module: Module, ahead: Value, (to, from): (&Elements, &Elements)) {
    let build = located(module, ahead);
    let whole = |build: &Builder| {
        build.copy_memory(to.base, from.base, from.size(build));
    };
    let [one, other] = [to, from].map(|array| array.lie_close(&build));
    let Some(close) = both(&build, one, other) else {
        return whole(&build);
    };
    let [close, apart] = branch(module, ahead, close);
    whole(&located(module, close));
    let between = from.anew(module, &located(module, apart));
    for (to, from) in [(&between, from), (to, &between)] {
        each(module, apart, &from.dimensions, |build, indices| {
            to.set(build, indices, from);
        });
    }
    release(module, &located(module, apart), between.base);
}

fn release(module: Module, build: &Builder, pointer: Value) {
    let ty = module.context().void().function(&[pointer.ty()], false);
    build.call(ty, module.declare("free", ty), &[pointer], "");
}

/// Whether an array has memory.
fn is_there(build: &Builder, array: &Elements) -> Value {
    build.icmp(IntPredicate::LLVMIntNE, array.base, array.base.ty().zero())
}

/// A known array and one that a descriptor tells, behind the question whether the two are alike.
fn alike(
    module: Module,
    (known, descriptor): (&Described, Value),
    call: Value,
    in_shape: bool,
) -> [Elements; 2] {
    let build = located(module, call);
    let layout = DESCRIPTOR;
    let equal = |offset, bits, wanted| {
        let field = field(&build, descriptor, offset, Some(bits));
        let wanted = field.ty().constant_int(wanted);
        build.icmp(IntPredicate::LLVMIntEQ, field, wanted)
    };
    let own = known.elements(&build);
    let rank = own.dimensions.len();
    let told = Elements {
        base: field(&build, descriptor, layout.base, None),
        dimensions: (0..rank)
            .map(|at| told_steps(&build, descriptor, at))
            .collect(),
        ..own
    };
    let mut alike = equal(layout.element, 64, known.element);
    alike = build.and(alike, equal(layout.sort, 8, known.sort));
    alike = build.and(alike, equal(layout.rank, 8, rank as u64));
    if in_shape {
        alike = build.and(alike, told.is_shaped_like(&own, &build));
    }
    end_unless(module, (alike, call));
    [own, told]
}

/// Ends the program ahead of a call unless arrays are alike.
fn end_unless(module: Module, (alike, call): (Value, Value)) {
    let [_, ends] = branch(module, call, alike);
    let build = located(module, ends);
    stops::UNLIKE.call(module, &build, call);
    build.unreachable();
    ends.erase_instruction();
}

/// Gives all elements of an array one number, ahead of a call.
fn fill(module: Module, (to, one): (&Described, &Described), call: Value) {
    let build = located(module, call);
    let [to, one] = [to, one].map(|array| array.elements(&build));
    each(module, call, &to.dimensions, |build, indices| {
        to.set(build, indices, &one);
    });
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

/// A dimension as a descriptor tells it.
fn told_steps(build: &Builder, descriptor: Value, at: usize) -> Steps {
    let at = dimension(at);
    let [extent, stride] = [DESCRIPTOR.extent, DESCRIPTOR.stride]
        .map(|offset| field(build, descriptor, at + offset, Some(64)));
    let is_close = false;
    Steps {
        extent,
        stride,
        is_close,
    }
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
        let is_allocatable = fields.constant(layout.attribute, 1)? == layout.allocatable;
        if !layout.plain_sorts.contains(&sort) || fields.constant(layout.extra, 1)? & 1 != 0 {
            return None;
        }
        // An assignment may give an allocatable array memory and a shape, but always in one piece.
        let whole = |offset| fields.whole(offset).filter(|_| !is_allocatable);
        // Bytes from one element to the next, as far as these are known.
        let mut step = Some(element);
        let dimensions = (0..fields.constant(layout.rank, 1)?).map(|at| {
            let at = dimension(at as usize);
            let extent = whole(at + layout.extent);
            let stride = fields.constant(at + layout.stride, 8);
            let is_close = is_allocatable || step.is_some() && step == stride;
            let count = extent.and_then(Value::as_u64);
            step = step.zip(count).map(|(step, count)| step * count);
            Dimension { extent, is_close }
        });
        let dimensions = dimensions.collect();
        Some(Self {
            descriptor,
            base: whole(layout.base),
            element,
            sort,
            is_allocatable,
            dimensions,
        })
    }

    fn elements(&self, build: &Builder) -> Elements {
        let base = |build| field(build, self.descriptor, DESCRIPTOR.base, None);
        let steps = |(at, known): (usize, &Dimension)| {
            let told = told_steps(build, self.descriptor, at);
            let extent = known.extent.unwrap_or(told.extent);
            let is_close = known.is_close;
            Steps {
                extent,
                is_close,
                ..told
            }
        };
        Elements {
            base: self.base.unwrap_or_else(|| base(build)),
            bytes: self.element,
            number: self.number(),
            dimensions: self.dimensions.iter().enumerate().map(steps).collect(),
        }
    }

    /// Has the descriptor say that the array is made of these elements, and begins as another one says.
    fn describe(&self, build: &Builder, elements: &Elements, like: Value) {
        let context = self.descriptor.context();
        let set = |offset, what| {
            let at = build.ptradd(self.descriptor, context.i64(offset as i64), "");
            build.store(what, at);
        };
        set(DESCRIPTOR.base, elements.base);
        for (at, steps) in elements.dimensions.iter().enumerate() {
            let at = dimension(at);
            // An empty dimension begins at 1.
            let is_empty = build.icmp(IntPredicate::LLVMIntEQ, steps.extent, context.i64(0));
            let lower = field(build, like, at + DESCRIPTOR.lower, Some(64));
            set(
                at + DESCRIPTOR.lower,
                build.select(is_empty, context.i64(1), lower),
            );
            set(at + DESCRIPTOR.extent, steps.extent);
            set(at + DESCRIPTOR.stride, steps.stride);
        }
    }

    fn is_alike(&self, other: &Self) -> bool {
        (self.element, self.sort) == (other.element, other.sort)
            && self.dimensions.len() == other.dimensions.len()
    }

    /// Whether all of it becomes what another one says, which is a single number.
    fn is_of_one(&self, one: &Self) -> bool {
        (self.element, self.sort) == (one.element, one.sort)
            && (one.dimensions.is_empty() && !self.dimensions.is_empty())
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
}
