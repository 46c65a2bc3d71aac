//! Assignments of whole arrays that a compiler of Fortran leaves to its library: both arrays are told by descriptors.
//!
//! Where the function itself has filled in both descriptors, and says there that the arrays are of one sort of numbers, of one shape and in one piece, the
//! assignment is a copy of so many bytes. (Intrinsic assignment of conformable arrays: Fortran 2018, 10.2.1.3. Overlapping arrays are right: the copy is that
//! of `memmove`.)
//!
//! Owns: these copies. Must not: allocate, or convert.

use super::inline::{all_calls, named};
use super::offsets::{addresses, last_ahead, marks_life};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value};
use enzyme_rules::{DESCRIPTOR, assignment};

/// Puts copies in the place of such calls; says whether there were any.
pub(super) fn as_copies(module: Module, copy: Value) -> bool {
    let mut any = false;
    for call in all_calls(copy) {
        let operands = named(call).and_then(|callee| assignment(&callee.name()));
        let Some([to, from]) = operands else {
            continue;
        };
        let args = call.call_args();
        let described = |at: u8| Described::of(args.get(usize::from(at)).copied()?, (module, call));
        if let Some((to, from)) = described(to).zip(described(from))
            && to.is_alike(&from)
        {
            let build = Builder::ahead_of(module.context(), call);
            build.set_location(Some(call));
            let bytes = to.bytes(&build);
            build.copy_memory(to.base, from.base, bytes);
            call.erase_instruction();
            any = true;
        }
    }
    any
}

/// An array in one piece that a descriptor of the function's tells.
struct Described {
    base: Value,
    /// Bytes of an element.
    element: u64,
    sort: u64,
    extents: Vec<Value>,
}

impl Described {
    fn of(descriptor: Value, (module, call): (Module, Value)) -> Option<Self> {
        let fields = Fields::of(descriptor, (module, call))?;
        let layout = DESCRIPTOR;
        let element = fields.whole(layout.element)?.as_u64()?;
        let sort = fields.byte(layout.sort)?;
        let plain = layout.plain_sorts.contains(&sort)
            && fields.byte(layout.attribute)? == 0
            && fields.byte(layout.extra)? & 1 == 0;
        let dimensions = 0..fields.byte(layout.rank).filter(|rank| *rank > 0 && plain)?;
        let mut extents = Vec::new();
        // Bytes from one element to the next, as far as these are known.
        let mut step = Some(element);
        for dimension in dimensions {
            let at = layout.dimensions + dimension * layout.dimension;
            let extent = fields.whole(at + layout.extent)?;
            let stride = fields.whole(at + layout.stride)?.as_u64();
            step = step.filter(|step| Some(*step) == stride);
            step?;
            step = step.zip(extent.as_u64()).map(|(step, n)| step * n);
            extents.push(extent);
        }
        Some(Self {
            base: fields.whole(layout.base)?,
            element,
            sort,
            extents,
        })
    }

    fn is_alike(&self, other: &Self) -> bool {
        (self.element, self.sort) == (other.element, other.sort)
            && self.extents.len() == other.extents.len()
    }

    fn bytes(&self, build: &Builder) -> Value {
        let i64 = self.base.context().int(64);
        let element = i64.constant_int(self.element);
        let extents = self.extents.iter();
        extents.fold(element, |bytes, extent| build.mul(bytes, *extent))
    }
}

/// What lies in the fields of a descriptor that a call is given.
struct Fields {
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
                    // Any other: it may write there.
                    _ => return None,
                }
            }
        }
        Some(Self { call, written })
    }

    /// The value that was written last over a byte, and which of its bytes that is.
    fn over(&self, offset: u64) -> Option<(Value, u64)> {
        let covers = |(at, bytes, _): &&(u64, u64, Value)| (*at..at + bytes).contains(&offset);
        let all = self.written.iter().filter(covers);
        let stores: Vec<Value> = all.map(|(.., store)| *store).collect();
        let last = last_ahead(self.call, &stores)?;
        let mut all = self.written.iter();
        let (at, ..) = all.find(|(.., store)| *store == last)?;
        Some((last.operand(0)?, offset - at))
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

    /// A field of one byte that is constant.
    fn byte(&self, offset: u64) -> Option<u64> {
        let (value, at) = self.over(offset)?;
        let (value, at) = match value.ty().kind() {
            TypeKind::LLVMVectorTypeKind => {
                let lane = value.ty().element().int_bits() / 8;
                let lane = u64::from(lane.max(1));
                (value.aggregate_element((at / lane) as u32)?, at % lane)
            }
            _ => (value, at),
        };
        Some(value.as_u64()? >> (8 * at) & 0xff)
    }
}

/// Whether a call that is given a descriptor does not write there.
fn leaves_alone(call: Value) -> bool {
    let assigns = named(call).is_some_and(|callee| assignment(&callee.name()).is_some());
    assigns || marks_life(call)
}
