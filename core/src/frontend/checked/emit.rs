//! The function that hands a hook's derivative over to be checked.
//!
//! Everything goes through memory, so that one library fits all functions: `x` has a pointer to the value of each parameter, `dx` one to its
//! shadow (a pointer's) or to its tangent and adjoint (a number's). `apps/cli/src/wrapper/in_place` is the library, and says what the library does with it.
//!
//! Owns: the code. Must not: decide what is checked.

use super::super::asked::{Hook, Wants};
use super::super::convert::Conversion;
use super::super::emit::Emitter;
use super::super::parse::Passed;
use super::super::results::Tape;
use super::super::site::Site;
use super::requests::{gradient_of, is_seeded, tangent_of};
use super::types::Types;
use crate::diag::externals;
use crate::names::readable;
use crate::request::{Activity, Request};
use crate::synth::signature::{self, holds_float};
use crate::view::names::place_of;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Context, Module, Type, TypeKind, Value};
use enzyme_llvm_shim::transform;

/// The library's function.
const LIBRARY: &str = "enzyme_rs_check_hook";

/// The hooks that a check calls.
const TANGENT: &str = "__enzyme_fwddiff.check";
const GRADIENT: &str = "__enzyme_autodiff.check";

/// How a parameter takes part; the library has the same numbers (`hook.h`).
#[derive(Clone, Copy)]
enum Moves {
    FixedValue,
    WithShadow,
    ByValue,
    FixedPointer,
}

impl Moves {
    fn of(ty: Type, activity: Activity) -> Self {
        match activity {
            Activity::Const | Activity::Null if is_pointer(ty) => Self::FixedPointer,
            Activity::Const | Activity::Null => Self::FixedValue,
            Activity::Dup => Self::WithShadow,
            Activity::Out => Self::ByValue,
        }
    }
}

/// Puts a check in front of a hook call; gives the hooks that it holds.
pub(super) fn check(module: Module, hook: &Hook) -> Vec<Hook> {
    let Wants::Call(args, _) = &hook.wants else {
        return Vec::new();
    };
    let mut check = Check {
        module,
        context: module.context(),
        hook,
        name: format!("{}.check", hook.request.function.name()),
        hooks: Vec::new(),
    };
    let function = check.whole();
    Emitter::new(module, hook.call).check(function, args);
    check.hooks
}

struct Check<'a> {
    module: Module,
    context: Context,
    hook: &'a Hook,
    name: String,
    hooks: Vec<Hook>,
}

impl Check<'_> {
    fn request(&self) -> &Request {
        &self.hook.request
    }

    fn params(&self) -> Vec<(Type, Activity)> {
        let types = self.request().function.function_type().params();
        let activities = self.request().params.iter().copied();
        types.into_iter().zip(activities).collect()
    }

    /// A function of the module, and where its code goes.
    fn begin(&self, suffix: &str, ty: Type) -> (Value, Builder) {
        let name = format!("{}{suffix}", self.name);
        let function = self.module.add_function(&name, ty);
        function.set_internal();
        transform::keep_out_of_line(function);
        let build = Builder::new(self.context);
        build.at_end(function.append_block("entry"));
        (function, build)
    }

    fn element(&self, build: &Builder, array: Value, index: usize) -> Value {
        let pointer = self.context.pointer();
        let place = build.gep(pointer, array, &[self.context.i64(index as i64)]);
        build.load(pointer, place, "")
    }

    /// The values of all parameters, each with its shadow or tangent behind it if the request has one.
    fn loaded(&self, build: &Builder, (x, dx): (Value, Value), request: &Request) -> Vec<Value> {
        let mut values = Vec::new();
        for (index, (ty, _)) in self.params().into_iter().enumerate() {
            values.push(build.load(ty, self.element(build, x, index), ""));
            if request.has_shadow(index) {
                values.push(build.load(ty, self.element(build, dx, index), ""));
            }
        }
        values
    }

    /// The primal: what it returns, summed up as its seeds do.
    fn primal(&self) -> Value {
        let (pointer, double) = (self.context.pointer(), self.context.double());
        let (function, build) = self.begin(".primal", double.function(&[pointer; 2], false));
        let [x, _] = pair(function);
        let of = self.request().function;
        let args = (0..).zip(self.params());
        let args: Vec<Value> = args
            .map(|(index, (ty, _))| build.load(ty, self.element(&build, x, index), ""))
            .collect();
        let call = build.call(of.function_type(), of, &args, "");
        transform::call_as_declared(call);
        self.return_sum(&build, call);
        function
    }

    /// The tangent of what the function returns, summed up.
    fn tangent(&mut self) -> Value {
        let (pointer, double) = (self.context.pointer(), self.context.double());
        let (function, build) = self.begin(".tangent", double.function(&[pointer; 2], false));
        let [x, dx] = pair(function);
        let request = tangent_of(self.request());
        let args = self.loaded(&build, (x, dx), &request);
        let call = self.derivative(&build, (TANGENT, function), request, &args);
        self.return_sum(&build, call);
        function
    }

    fn return_sum(&self, build: &Builder, call: Value) {
        let sum = match is_seeded(self.request()) {
            true => self.sum(build, call),
            false => self.context.double().zero(),
        };
        build.ret(Some(sum));
    }

    /// The adjoint; what it returns is stored where `dx` says.
    fn gradient(&mut self) -> Value {
        let (pointer, void) = (self.context.pointer(), self.context.void());
        let (function, build) = self.begin(".gradient", void.function(&[pointer; 2], false));
        let [x, dx] = pair(function);
        let request = gradient_of(self.request());
        let args = self.loaded(&build, (x, dx), &request);
        let call = self.derivative(&build, (GRADIENT, function), request, &args);
        let params = self.params().into_iter().enumerate();
        let outs = params.filter(|(_, (_, activity))| *activity == Activity::Out);
        for (field, (index, _)) in outs.enumerate() {
            let adjoint = build.extract_value(call, field as u32);
            build.store(adjoint, self.element(&build, dx, index));
        }
        build.ret(None);
        function
    }

    /// Calls a hook that asks for this derivative of the function, with what is passed for each of the derivative's parameters.
    fn derivative(
        &mut self,
        build: &Builder,
        (name, caller): (&str, Value),
        request: Request,
        args: &[Value],
    ) -> Value {
        let of = request.function;
        let ty = signature::function_type(self.context, &request);
        let mut types = vec![self.context.pointer()];
        types.extend(args.iter().map(|arg| arg.ty()));
        let ty = ty.returned().function(&types, false);
        let declared = self.module.add_function(name, ty);
        let call = build.call(ty, declared, &[&[of], args].concat(), "");
        let same = |(index, arg): (u32, &Value)| Passed::Argument {
            index,
            to: arg.ty(),
            how: Conversion::Same,
        };
        let mut passed: Vec<Passed> = (1..).zip(args).map(same).collect();
        if signature::has_seed(&request) {
            passed.push(Passed::Seed(of.function_type().returned(), 1));
        }
        let site = Site {
            module: self.module,
            call,
            caller,
            function: of,
            first: 0,
        };
        self.hooks.push(Hook {
            call,
            caller,
            request,
            repeats: false,
            site,
            wants: Wants::Call(passed, Tape::None),
            warnings: Vec::new(),
            is_of_check: true,
        });
        call
    }

    /// All floating numbers in a value, summed up.
    fn sum(&self, build: &Builder, value: Value) -> Value {
        let (ty, zero) = (value.ty(), self.context.double().zero());
        let fields = |count: u64| (0..count as u32).map(|field| build.extract_value(value, field));
        let lane = |lane| build.extract_element(value, self.context.i64(lane));
        let parts: Vec<Value> = match ty.kind() {
            TypeKind::LLVMStructTypeKind => fields(ty.fields().len() as u64).collect(),
            TypeKind::LLVMArrayTypeKind => fields(ty.length()).collect(),
            TypeKind::LLVMVectorTypeKind => (0..ty.length() as i64).map(lane).collect(),
            _ if holds_float(ty) => return build.fpcast(value, self.context.double()),
            _ => return zero,
        };
        let sums = parts.into_iter().map(|part| self.sum(build, part));
        sums.fold(zero, |all, one| build.fadd(all, one))
    }

    /// What the library is told that is the same for all calls.
    fn description(&mut self) -> Value {
        let (module, function) = (self.module, self.request().function);
        let text = |suffix: &str, text: &str| module.text(&format!("ez.{suffix}"), text);
        let (mut types, mut params) = (Types::default(), Vec::new());
        let values = function.params();
        for (index, (ty, activity)) in (0u32..).zip(self.params()) {
            let node = types.parameter(ty, function.parameter_source_type(index));
            let moves = Moves::of(ty, activity) as i64;
            let name = text("name", &values[index as usize].source_name());
            let words = [moves, node as i64].map(|word| self.context.i64(word));
            params.push(module.constant_record("ez.param", &[name, words[0], words[1]]));
        }
        let name = readable(&function.name(), &externals(function));
        let fields = [
            text("function", &name),
            text("place", &self.place()),
            self.context.i64(i64::from(is_seeded(self.request()))),
            self.context.i64(params.len() as i64),
            module.table(&format!("{}.params", self.name), &params),
            types.table(module, &format!("{}.types", self.name)),
            self.primal(),
            self.tangent(),
            self.gradient(),
        ];
        module.constant_record("ez.hook", &fields)
    }

    /// Where the hook stands: in the function that it stands in, as far as inlining shows it, and not in a header of ours.
    fn place(&self) -> String {
        match self.hook.call.inlined_at() {
            Some(place) => format!("{}:{}", place.file, place.line),
            None => place_of(self.hook.call),
        }
    }

    /// Its parameters are those of the derivative, and for each that is a pointer the bytes behind it.
    fn whole(&mut self) -> Value {
        let (pointer, void) = (self.context.pointer(), self.context.void());
        let i64 = self.context.int(64);
        let mut types = signature::function_type(self.context, self.request()).params();
        let sizes = types.iter().filter(|ty| is_pointer(**ty)).count();
        types.extend(vec![i64; sizes]);
        let (function, build) = self.begin("", void.function(&types, false));
        let description = self.description();
        let params = self.params();
        let count = self.context.i64(params.len().max(1) as i64);
        let [x, dx] = ["x", "dx"].map(|name| build.array_alloca(pointer, count, name));
        let [bytes, shadow_bytes] =
            ["bytes", "dbytes"].map(|name| build.array_alloca(i64, count, name));
        let all = function.params();
        let (mut given, mut sizes) = (all.iter(), all[all.len() - sizes..].iter());
        let mut next = |array: Value, bytes: Value, index: usize, ty: Type, is_given: bool| {
            let at = [self.context.i64(index as i64)];
            let value = is_given.then(|| given.next()).flatten().copied();
            let slot = build.alloca(ty, "");
            build.store(value.unwrap_or(ty.zero()), slot);
            build.store(slot, build.gep(pointer, array, &at));
            let is_sized = is_given && is_pointer(ty);
            let size = is_sized.then(|| sizes.next()).flatten().copied();
            let size = size.unwrap_or(self.context.i64(-1));
            build.store(size, build.gep(i64, bytes, &at));
        };
        for (index, (ty, activity)) in params.into_iter().enumerate() {
            next(x, bytes, index, ty, true);
            next(dx, shadow_bytes, index, ty, activity == Activity::Dup);
        }
        let ty = void.function(&[pointer; 5], false);
        let library = self.module.declare(LIBRARY, ty);
        build.call(ty, library, &[description, x, dx, bytes, shadow_bytes], "");
        build.ret(None);
        function
    }
}

fn is_pointer(ty: Type) -> bool {
    ty.kind() == TypeKind::LLVMPointerTypeKind
}

fn pair(function: Value) -> [Value; 2] {
    function.params().try_into().expect("it has two parameters")
}
