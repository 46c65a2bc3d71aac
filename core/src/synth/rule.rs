//! Rows of the rule tables as instructions.
//!
//! Owns: [`RuleSink`], and how a function of a family is called at a type. Must not: know adjoints.

use super::errno;
use super::frame::Frame;
use crate::view::ints::Errno;
use crate::view::{InstId, ValueId};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{FloatPredicate, Module, Type, TypeKind, Value};
use enzyme_rules::{
    Callee, Cmp, FloatKind, Helper, Place, Sink, Spelling, helper, setting_errno, spelling,
    spelling_on,
};

/// Fast-math flags that a derivative may inherit: never the promise that no NaN or infinity occurs.
const INHERITED: u32 = 1 | 8 | 16 | 32 | 64;

/// Emits a formula at one (scalar or vector) type.
pub(crate) struct RuleSink<'a> {
    pub(crate) module: Module,
    pub(crate) build: &'a Builder,
    pub(crate) ty: Type,
    pub(crate) kind: FloatKind,
    pub(crate) fast_math: u32,
    /// Where `errno` is, if what is called must leave it alone.
    pub(crate) errno: Option<Errno>,
    /// The library of the machine's mathematical functions, if it is not that of C.
    pub(crate) math: Option<Spelling>,
    /// Operands that the formula reads.
    pub(crate) args: Vec<Option<Value>>,
    /// Results that the formula reads.
    pub(crate) results: Vec<Option<Value>>,
}

impl<'a> RuleSink<'a> {
    /// For what a rule says of an instruction.
    pub(crate) fn of(
        frame: &'a Frame<'_>,
        id: InstId,
        args: Vec<Option<Value>>,
        results: Vec<Option<Value>>,
    ) -> Self {
        let body = frame.source.facts.body;
        let inst = &body.insts[id];
        let kind = |v: ValueId| Some((v, body.types.float_lanes(body.values[v].ty)?));
        let mut values = inst.operands.iter().copied().chain(inst.result);
        let number = values.find_map(kind);
        let (number, kind) = number.expect("rules are over floating numbers");
        Self {
            module: frame.source.module,
            build: &frame.build,
            ty: frame.ty(number),
            kind,
            fast_math: frame.source.handles.inst(id).fast_math(),
            errno: frame.errno,
            math: frame.source.facts.registry.grid().map(|grid| grid.math),
            args,
            results,
        }
    }
}

impl RuleSink<'_> {
    fn flagged(&self, value: Value) -> Value {
        if value.is_instruction() {
            value.set_fast_math(self.fast_math & INHERITED);
        }
        value
    }

    fn predicate(cmp: Cmp) -> FloatPredicate {
        match cmp {
            Cmp::Eq => FloatPredicate::LLVMRealOEQ,
            Cmp::Ne => FloatPredicate::LLVMRealUNE,
            Cmp::Lt => FloatPredicate::LLVMRealOLT,
            Cmp::Le => FloatPredicate::LLVMRealOLE,
            Cmp::Gt => FloatPredicate::LLVMRealOGT,
            Cmp::Ge => FloatPredicate::LLVMRealOGE,
        }
    }

    fn lanes(&self) -> Option<u64> {
        (self.ty.kind() == TypeKind::LLVMVectorTypeKind).then(|| self.ty.length())
    }

    fn scalar(&self) -> Type {
        if self.lanes().is_some() {
            self.ty.element()
        } else {
            self.ty
        }
    }

    /// Calls a scalar function on each lane.
    fn by_lane(&self, args: &[Value], call: &dyn Fn(&[Value]) -> Value) -> Value {
        let Some(lanes) = self.lanes() else {
            return call(args);
        };
        let i32 = self.module.context().int(32);
        let mut all = self.ty.undef();
        for lane in 0..lanes {
            let index = i32.constant_int(lane);
            let pick = |v: &Value| match v.ty().kind() {
                TypeKind::LLVMVectorTypeKind => self.build.extract_element(*v, index),
                _ => *v,
            };
            let picked: Vec<Value> = args.iter().map(pick).collect();
            all = self.build.insert_element(all, call(&picked), index);
        }
        all
    }

    fn libm(&self, symbol: &str, args: &[Value], at: Type) -> Value {
        self.by_lane(args, &|picked| {
            let types: Vec<Type> = picked.iter().map(|v| v.ty()).collect();
            let ty = at.function(&types, false);
            self.library(symbol, ty, picked)
        })
    }

    /// A call of a function of the C library.
    fn library(&self, symbol: &str, ty: Type, args: &[Value]) -> Value {
        let callee = match self.errno {
            None => self.module.declare(symbol, ty),
            Some(errno) => errno::keeping(self.module, symbol, ty, errno),
        };
        self.build.call_pure(ty, callee, args)
    }

    fn intrinsic(&self, name: &str, args: &[Value]) -> Value {
        let mut overloads = vec![self.ty];
        // powi and ldexp are overloaded on their integer, too.
        let is_integer = |v: &&Value| match v.ty().kind() {
            TypeKind::LLVMVectorTypeKind => {
                v.ty().element().kind() == TypeKind::LLVMIntegerTypeKind
            }
            kind => kind == TypeKind::LLVMIntegerTypeKind,
        };
        overloads.extend(args.iter().find(is_integer).map(|v| v.ty()));
        let callee = self.module.intrinsic(name, &overloads);
        self.build.call(callee.function_type(), callee, args, "")
    }

    fn promoted(&self, at: FloatKind, symbol: &str, args: &[Value]) -> Value {
        let wide = float_type(self.module, at);
        self.by_lane(args, &|picked| {
            let widen = |v: &Value| match v.ty().kind() {
                TypeKind::LLVMIntegerTypeKind => *v,
                _ => self.build.fpcast(*v, wide),
            };
            let wide_args: Vec<Value> = picked.iter().map(widen).collect();
            let types: Vec<Type> = wide_args.iter().map(|v| v.ty()).collect();
            let ty = wide.function(&types, false);
            let result = self.library(symbol, ty, &wide_args);
            self.build.fpcast(result, self.scalar())
        })
    }

    fn helper(&self, family: &str, args: &[Value]) -> Value {
        let known = helper(family).expect("families spelled as helpers have one");
        let function = self.helper_function(known);
        self.by_lane(args, &|picked| {
            self.build
                .call_pure(function.function_type(), function, picked)
        })
    }

    /// The internal function behind a helper family, made on first use.
    fn helper_function(&self, known: &'static Helper) -> Value {
        let (module, ty) = (self.module, self.scalar());
        let kept = if self.errno.is_some() {
            ".errno_kept"
        } else {
            ""
        };
        let name = format!("{}.{}{kept}", known.symbol, ty.print());
        if let Some(function) = module.function(&name) {
            return function;
        }
        let params = vec![ty; usize::from(known.arity)];
        let function = module.add_function(&name, ty.function(&params, false));
        function.set_internal();
        let build = Builder::new(module.context());
        build.at_end(function.append_block("entry"));
        let mut sink = RuleSink {
            build: &build,
            ty,
            fast_math: 0,
            args: function.params().into_iter().map(Some).collect(),
            results: vec![],
            ..*self
        };
        let result = known.lower(&mut sink);
        build.ret(result);
        function
    }
}

/// One result out of the value of a call with several; none for what goes through a pointer.
pub(crate) fn part(module: Module, build: &Builder, whole: Value, place: Place) -> Option<Value> {
    match place {
        Place::Returned => Some(whole),
        Place::Field(lane) if whole.ty().kind() == TypeKind::LLVMVectorTypeKind => {
            let index = module.context().int(32).constant_int(u64::from(lane));
            Some(build.extract_element(whole, index))
        }
        Place::Field(field) => Some(build.extract_value(whole, u32::from(field))),
        Place::Through(_) => None,
    }
}

/// The value of a call with several results with one of them replaced.
pub(crate) fn with_part(
    module: Module,
    build: &Builder,
    whole: Value,
    place: Place,
    new: Value,
) -> Value {
    match place {
        Place::Returned => new,
        Place::Field(lane) if whole.ty().kind() == TypeKind::LLVMVectorTypeKind => {
            let index = module.context().int(32).constant_int(u64::from(lane));
            build.insert_element(whole, new, index)
        }
        Place::Field(field) => build.insert_value(whole, new, u32::from(field)),
        Place::Through(_) => whole,
    }
}

/// LLVM type of a floating kind.
pub(crate) fn float_type(module: Module, kind: FloatKind) -> Type {
    let context = module.context();
    match kind {
        FloatKind::Half => context.half(),
        FloatKind::BFloat => context.bfloat(),
        FloatKind::Float => context.float(),
        FloatKind::Double => context.double(),
        FloatKind::X86Fp80 => context.x86_fp80(),
        FloatKind::Fp128 => context.fp128(),
    }
}

impl Sink for RuleSink<'_> {
    type V = Value;

    fn arg(&mut self, i: u8) -> Value {
        self.args[usize::from(i)].expect("the plan provides every operand a formula reads")
    }

    fn int_arg(&mut self, i: u8) -> Value {
        self.arg(i)
    }

    fn result(&mut self, i: u8) -> Value {
        self.results[usize::from(i)].expect("the plan provides every result a formula reads")
    }

    fn constant(&mut self, value: f64) -> Value {
        self.ty.constant_float(value)
    }

    fn neg(&mut self, a: Value) -> Value {
        self.flagged(self.build.fneg(a))
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        self.flagged(self.build.fadd(a, b))
    }

    fn sub(&mut self, a: Value, b: Value) -> Value {
        self.flagged(self.build.fsub(a, b))
    }

    fn mul(&mut self, a: Value, b: Value) -> Value {
        self.flagged(self.build.fmul(a, b))
    }

    fn div(&mut self, a: Value, b: Value) -> Value {
        self.flagged(self.build.fdiv(a, b))
    }

    fn call(&mut self, family: &'static str, args: &[Value]) -> Value {
        let setting = self.errno.and(setting_errno(family, self.kind));
        let callee = setting.or_else(|| match self.math {
            None => spelling(family, self.kind),
            Some(library) => spelling_on(library, family, self.kind),
        });
        let callee = callee.expect("formulas call families with a spelling");
        let result = match callee {
            Callee::Intrinsic(name) => self.intrinsic(name, args),
            Callee::Libm(symbol) => self.libm(&symbol, args, self.scalar()),
            Callee::Promoted { at, symbol } => self.promoted(at, &symbol, args),
            Callee::Helper(_) => self.helper(family, args),
        };
        self.flagged(result)
    }

    fn select(&mut self, cmp: Cmp, sides: (Value, Value), then: Value, otherwise: Value) -> Value {
        let condition = self.build.fcmp(Self::predicate(cmp), sides.0, sides.1);
        self.build.select(condition, then, otherwise)
    }

    fn int_to_float(&mut self, a: Value) -> Value {
        let wanted = match (self.lanes(), a.ty().kind()) {
            (Some(_), TypeKind::LLVMVectorTypeKind) | (None, _) => self.ty,
            (Some(_), _) => self.scalar(),
        };
        let converted = self.build.sitofp(a, wanted);
        self.splat(converted)
    }

    fn int_add(&mut self, a: Value, constant: i64) -> Value {
        let one = if a.ty().kind() == TypeKind::LLVMVectorTypeKind {
            None
        } else {
            Some(a.ty())
        };
        let ty = one.unwrap_or_else(|| a.ty());
        self.build.add(a, ty.constant_int(constant as u64))
    }
}

impl RuleSink<'_> {
    /// A scalar beside vectors, as `powi`'s exponent, counts for every lane.
    fn splat(&self, value: Value) -> Value {
        let Some(lanes) = self.lanes() else {
            return value;
        };
        if value.ty().kind() == TypeKind::LLVMVectorTypeKind {
            return value;
        }
        let i32 = self.module.context().int(32);
        (0..lanes).fold(self.ty.undef(), |all, lane| {
            self.build
                .insert_element(all, value, i32.constant_int(lane))
        })
    }
}
