//! The instructions around the call of a derivative.
//!
//! Owns: converting arguments and handing results over, as `parse` and `results` have decided.
//! Must not: decide or refuse anything.
//! Tests: `frontend/tests.rs`.

use super::convert::Conversion;
use super::layout::{self, Leaf};
use super::parse::Passed;
use super::results::{Fit, Piece, Target};
use crate::request::of_each;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Context, Module, Opcode, Type, TypeKind, Value};

/// Copies of structures are at least as aligned as any convention asks for.
const COPY_ALIGNMENT: u32 = 16;

/// Tells a run-time library in front of an instruction that a derivative ends.
pub(super) fn ends(module: Module, before: Value, symbol: &str, begun: Value) {
    let builder = Builder::ahead_of(module.context(), before);
    tell_end(module, &builder, symbol, begun);
}

fn tell_end(module: Module, builder: &Builder, symbol: &str, begun: Value) {
    let context = module.context();
    let ty = context.void().function(&[context.int(64)], false);
    builder.call(ty, module.declare(symbol, ty), &[begun], "");
}

/// Writes in front of one hook call, at its place in the source.
pub(super) struct Emitter {
    module: Module,
    context: Context,
    builder: Builder,
    call: Value,
    args: Vec<Value>,
}

impl Emitter {
    /// In front of `call`.
    pub(super) fn new(module: Module, call: Value) -> Self {
        let context = module.context();
        let builder = Builder::ahead_of(context, call);
        Self {
            module,
            context,
            builder,
            call,
            args: call.call_args(),
        }
    }

    /// Calls the derivative.
    pub(super) fn call(&self, derivative: Value, passed: &[Passed]) -> Value {
        let args: Vec<Value> = passed.iter().map(|passed| self.pass(*passed)).collect();
        self.builder
            .call(derivative.function_type(), derivative, &args, "")
    }

    /// Calls the check of a derivative: with the same, and the bytes behind each pointer as far as the hook's function knows them.
    pub(super) fn check(&self, check: Value, passed: &[Passed]) {
        let mut args: Vec<Value> = passed.iter().map(|passed| self.pass(*passed)).collect();
        let pointers = args.clone().into_iter();
        let pointers = pointers.filter(|arg| arg.ty().kind() == TypeKind::LLVMPointerTypeKind);
        args.extend(pointers.map(|pointer| self.bytes_behind(pointer)));
        self.builder.call(check.function_type(), check, &args, "");
    }

    /// -1 if they are not known.
    fn bytes_behind(&self, pointer: Value) -> Value {
        let types = [self.context.int(64), pointer.ty()];
        let intrinsic = self.module.intrinsic("llvm.objectsize", &types);
        let [no, yes] = [false, true].map(|given| self.context.boolean(given));
        // The least size that it may have; none is known of null; it may be computed when the program runs.
        let args = [pointer, no, yes, yes];
        self.builder
            .call(intrinsic.function_type(), intrinsic, &args, "")
    }

    /// Tells a run-time library that a derivative begins; gives what it says.
    pub(super) fn begins(&self, symbol: &str) -> Value {
        let ty = self
            .context
            .int(64)
            .function(&[self.context.pointer()], false);
        let told = self.module.declare(symbol, ty);
        // No constant, which might be one with another hook's.
        let byte = self.context.int(8);
        let hook = self.module.add_global("ez.hook", byte);
        hook.set_initializer(byte.zero());
        hook.set_internal();
        self.builder.call(ty, told, &[hook], "")
    }

    /// Tells it that this one ends.
    pub(super) fn ends(&self, symbol: &str, begun: Value) {
        tell_end(self.module, &self.builder, symbol, begun);
    }

    fn pass(&self, passed: Passed) -> Value {
        match passed {
            Passed::Argument { index, to, how } => self.convert(self.args[index as usize], to, how),
            Passed::Copy { index, of, to } => self.copy(self.args[index as usize], of, to),
            Passed::Apart {
                index,
                stride,
                direction,
                to,
            } => self.apart(index, stride, direction, to),
            Passed::Seed(ty, width) => self.ones(of_each(ty, width)),
            Passed::None(ty) => ty.zero(),
        }
    }

    fn convert(&self, value: Value, to: Type, how: Conversion) -> Value {
        match how {
            Conversion::Same => value,
            Conversion::Float => self.builder.fpcast(value, to),
            Conversion::Integer { signed } => self.builder.int_cast(value, to, signed),
            Conversion::Pointer => self.builder.cast(Opcode::LLVMAddrSpaceCast, value, to),
            Conversion::Memory => self.reinterpret(value, to),
        }
    }

    /// The shadow of a direction in a buffer of all.
    fn apart(&self, index: u32, stride: u32, direction: u32, to: Type) -> Value {
        let first = self.convert_space(self.args[index as usize], to);
        let i64 = self.context.int(64);
        let stride = self.builder.int_cast(self.args[stride as usize], i64, true);
        let distance = self
            .builder
            .mul(stride, self.context.i64(i64::from(direction)));
        self.builder.ptradd(first, distance, "")
    }

    /// Results of several calls as one.
    pub(super) fn together(&self, results: &[Value]) -> Value {
        let [first, ..] = results else {
            panic!("there is at least one call");
        };
        match results {
            [only] => *only,
            _ => {
                let all = of_each(first.ty(), results.len() as u32).undef();
                (0..).zip(results).fold(all, |all, (index, result)| {
                    self.builder.insert_value(all, *result, index)
                })
            }
        }
    }

    /// The same bytes as another type.
    fn reinterpret(&self, value: Value, to: Type) -> Value {
        let slot = self.slot(value.ty());
        let alignment = self
            .module
            .alignment(value.ty())
            .max(self.module.alignment(to));
        slot.set_memory_alignment(alignment);
        self.builder.store(value, slot);
        self.builder.load(to, slot, "")
    }

    /// What the callee may write to without the caller noticing.
    fn copy(&self, pointer: Value, of: Type, to: Type) -> Value {
        let slot = self.slot(of);
        slot.set_memory_alignment(self.module.alignment(of).max(COPY_ALIGNMENT));
        let bytes = self.context.i64(self.module.alloc_size(of) as i64);
        self.builder.copy_memory(slot, pointer, bytes);
        self.convert_space(slot, to)
    }

    /// Stack memory need not be in the address space of other pointers.
    fn convert_space(&self, pointer: Value, to: Type) -> Value {
        self.builder.address_cast(pointer, to)
    }

    /// Stack memory of the caller's frame: not here, where a loop would pile it up.
    fn slot(&self, ty: Type) -> Value {
        let builder = Builder::new(self.context);
        let entry = self
            .call
            .block()
            .and_then(|block| block.function().blocks().first().copied());
        builder.before(
            entry
                .and_then(|block| block.first_non_phi())
                .unwrap_or(self.call),
        );
        builder.alloca(ty, "")
    }

    /// One in every floating part, zero elsewhere.
    fn ones(&self, ty: Type) -> Value {
        let scalar_or_vector =
            ty.kind() != TypeKind::LLVMStructTypeKind && ty.kind() != TypeKind::LLVMArrayTypeKind;
        if scalar_or_vector {
            return ty.constant_float(1.0);
        }
        let leaves = layout::leaves(self.module, ty);
        leaves
            .iter()
            .filter(|leaf| layout::is_float(leaf.ty))
            .fold(ty.zero(), |value, leaf| {
                self.insert(value, &leaf.path, leaf.ty.constant_float(1.0))
            })
    }

    /// Hands the results over to whoever used the hook call's.
    pub(super) fn deliver(&self, result: Value, fit: &Fit, target: Target) {
        let value = match fit {
            Fit::Nothing if self.call.users().is_empty() => return,
            Fit::Nothing => self.call.ty().zero(),
            Fit::Cast(leaf) => self
                .builder
                .fpcast(self.scalar(result, leaf), self.call.ty()),
            Fit::Pieces(pieces) if target.in_memory => {
                return self.store(result, pieces, target.ty, self.args[0]);
            }
            Fit::Pieces(pieces) if pieces.iter().any(|piece| piece.packed) => {
                let slot = self.slot(target.ty);
                self.builder.store(target.ty.zero(), slot);
                self.store(result, pieces, target.ty, slot);
                self.builder.load(target.ty, slot, "")
            }
            Fit::Pieces(pieces) => self.assemble(result, pieces, target.ty),
        };
        self.call.replace_all_uses_with(value);
    }

    /// Puts a number in the place of the hook call's result.
    pub(super) fn deliver_number(&self, number: u64) {
        let ty = self.call.ty();
        if !self.call.users().is_empty() {
            self.call.replace_all_uses_with(ty.constant_int(number));
        }
    }

    fn assemble(&self, result: Value, pieces: &[Piece], ty: Type) -> Value {
        if result.ty() == ty {
            return result;
        }
        pieces.iter().fold(ty.zero(), |value, piece| {
            self.insert(value, &piece.target.path, self.widened(result, piece))
        })
    }

    fn store(&self, result: Value, pieces: &[Piece], ty: Type, memory: Value) {
        let whole = self.module.alignment(ty);
        for piece in pieces {
            let scalar = self.widened(result, piece);
            let place = self
                .builder
                .ptradd(memory, self.context.i64(piece.offset as i64), "");
            // Fields of packed structures lie where they lie.
            let aligned = piece.offset.is_multiple_of(u64::from(whole));
            let here = if aligned {
                whole
            } else {
                1 << piece.offset.trailing_zeros().min(6)
            };
            let alignment = self.module.alignment(scalar.ty()).min(whole).min(here);
            self.builder
                .store(scalar, place)
                .set_memory_alignment(alignment);
        }
    }

    /// A scalar of the results, truth values as the bytes they are in memory.
    fn widened(&self, result: Value, piece: &Piece) -> Value {
        let scalar = self.scalar(result, &piece.source);
        if piece.packed || scalar.ty() == piece.target.ty {
            return scalar;
        }
        self.builder.zext(scalar, piece.target.ty)
    }

    fn scalar(&self, whole: Value, leaf: &Leaf) -> Value {
        layout::extract(&self.builder, self.context, whole, &leaf.path)
    }

    fn insert(&self, whole: Value, path: &[u32], scalar: Value) -> Value {
        layout::insert(&self.builder, self.context, whole, path, scalar)
    }
}
