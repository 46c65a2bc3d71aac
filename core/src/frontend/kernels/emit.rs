//! The derivatives of a kernel as kernels: each calls a hook, and what comes back is put where the host finds it.
//!
//! Owns: their code; the words that the host reads are in `facts`. Must not: know which kernels there are.

mod facts;

use super::beside::{
    BY_VALUE, Beside, Param, SETTLED, body, is_number, settles, shadow_bytes, shadows, shares,
};
use super::variables::Variables;
use crate::block_sums::{Sum, add_together, add_up, fit};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::host;
use enzyme_llvm_shim::ir::{
    Attribute, Context, IntPredicate, Module, Opcode, Type, TypeKind, Value,
};
use enzyme_llvm_shim::transform;
use enzyme_rules::GridRule;

/// Functions of the machine's library: `GridRule::launches` says what they do.
const ENTER: &str = "enzyme_rs_grid_enter";
const ENTER_AGAIN: &str = "enzyme_rs_grid_enter_again";
const ENTER_GIVEN: &str = "enzyme_rs_grid_enter_given";
const ENTER_SHARED: &str = "enzyme_rs_grid_enter_shared";
pub(super) const ENTER_SHADOWS: &str = "enzyme_rs_grid_enter_shadows";
const SETTLE: &str = "enzyme_rs_grid_settle";

/// What hooks are told of the tape.
const OF_LAUNCH: &str = "enzyme_rs_of_launch";

/// A kernel that asks for derivatives itself begins with what the host has given its threads.
pub(super) fn enters_given(module: Module, kernel: Value) {
    let ty = module.context().void().function(&[], false);
    let first = kernel.blocks()[0].first_non_phi();
    let build = Builder::ahead_of(module.context(), first.expect("a block has an end"));
    build.call(ty, module.declare(ENTER_GIVEN, ty), &[], "");
}

/// What derivatives are told of shadows of memory that a block shares.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shares {
    /// How far those are whose size the launch says.
    pub(crate) distance: bool,
    /// Where memory of the device is for them, and how much for each block.
    pub(crate) shadows: bool,
}

/// Adds all of them, for what the kernel is handed.
pub(super) fn beside(
    (module, grid): (Module, &GridRule),
    kernel: Value,
    (params, variables): (&[Param], &Variables),
    shares: Shares,
) {
    let function = differentiated(module, kernel, variables);
    let writer = Writer {
        shares,
        function,
        variables: variables.clone(),
        ..Writer::new(module, kernel, params)
    };
    writer.facts(|build| {
        let [handed, bytes] = writer.shadows(build);
        [
            writer.bytes(build),
            writer.keeps_more(build),
            writer.times_shared(build),
            writer.settles(build),
            handed,
            bytes,
        ]
    });
    writer.tangent();
    writer.augmented();
    writer.reverse(grid);
    writer.settled();
}

/// Adds facts that say why there are no derivatives, and kernels in their places that do nothing.
pub(super) fn without(module: Module, kernel: Value, why: &str) {
    let writer = Writer {
        module,
        context: module.context(),
        kernel,
        function: kernel,
        params: &[],
        variables: Variables::default(),
        shares: Shares::default(),
    };
    writer.left_out(why);
    let derivatives = Beside::ALL.into_iter();
    for which in derivatives.filter(|which| *which != Beside::Facts) {
        let build = Builder::new(module.context());
        build.at_end(writer.named(which, &[]).append_block("entry"));
        build.ret(None);
    }
}

/// Adds the facts of a kernel without a derivative, whose threads keep nothing.
pub(super) fn facts_alone(
    module: Module,
    kernel: Value,
    (params, variables): (&[Param], Variables),
) {
    let writer = Writer {
        function: differentiated(module, kernel, &variables),
        variables,
        ..Writer::new(module, kernel, params)
    };
    writer.facts(|_| [writer.i64(0); 6]);
}

struct Writer<'a> {
    module: Module,
    context: Context,
    kernel: Value,
    /// What is differentiated: it does what the kernel does.
    function: Value,
    params: &'a [Param],
    /// Variables of the device: the differentiated function is handed pointers to them behind its parameters.
    variables: Variables,
    shares: Shares,
}

/// The kernel, if it takes generic pointers only and names no variable of the device that is handed over, and else a function of which that holds: arguments of kernels may
/// lie in memory that no thread writes to, and so have no shadows there.
fn differentiated(module: Module, kernel: Value, variables: &Variables) -> Value {
    let context = module.context();
    let params = kernel.params();
    let generic = |ty: Type| match ty.kind() {
        TypeKind::LLVMPointerTypeKind => context.pointer(),
        _ => ty,
    };
    let of_variables = variables.handed.iter().map(|_| context.pointer());
    let types = params.iter().map(|param| generic(param.ty()));
    let types: Vec<Type> = types.chain(of_variables).collect();
    if types == kernel.function_type().params() {
        variables.done();
        return kernel;
    }
    let source = variables.inlined.unwrap_or(kernel);
    let ty = context.void().function(&types, false);
    let function = module.add_function(&body(kernel), ty);
    transform::copy_environment(function, kernel);
    let entry = function.append_block("arguments");
    let build = Builder::new(context);
    build.at_end(entry);
    let given = params.iter().zip(function.params());
    let given: Vec<Value> = given
        .map(|(was, is)| build.address_cast(is, was.ty()))
        .collect();
    transform::clone_body(source, function, &given).expect("the arguments are those of the kernel");
    // Behind the body, with which it gets the kernel's visibility: that of a template is another one.
    function.set_internal();
    build.br(function.blocks()[1]);
    let own = params.len() as u32;
    for index in 0..own {
        function.copy_param_attribute(index, kernel, index, "noalias");
        function.copy_param_attribute(index, kernel, index, "byref");
    }
    let places = &function.params()[params.len()..];
    variables.hand_over(module, function, places);
    for (index, variable) in (own..).zip(&variables.handed) {
        // Memory that no kernel writes to is not what is written through other pointers.
        if host::is_given_value(*variable) && variable.is_marked_constant() {
            function.add_param_attribute(index, context.enum_attribute("noalias"));
        }
    }
    variables.done();
    function
}

/// A kernel under construction: its code, and what it is given for each parameter of the primal one.
struct Kernel {
    build: Builder,
    given: Vec<(Value, Option<Value>)>,
    /// What stands behind all of these.
    rest: Vec<Value>,
}

impl<'a> Writer<'a> {
    fn new(module: Module, kernel: Value, params: &'a [Param]) -> Self {
        Self {
            module,
            context: module.context(),
            kernel,
            function: kernel,
            params,
            variables: Variables::default(),
            shares: Shares::default(),
        }
    }

    /// A kernel that is given, behind each parameter, what `behind` says, and the rest.
    fn kernel(
        &self,
        which: Beside,
        behind: impl Fn(&Param, Type) -> Option<Type>,
        rest: &[Type],
    ) -> Kernel {
        let primal = self.kernel.function_type().params();
        let shadows: Vec<Option<Type>> = self
            .params
            .iter()
            .zip(&primal)
            .map(|(p, ty)| behind(p, *ty))
            .collect();
        let pairs = primal.iter().zip(&shadows);
        let mut types: Vec<Type> = pairs
            .flat_map(|(ty, shadow)| [Some(*ty), *shadow])
            .flatten()
            .collect();
        types.extend(self.variables.handed.iter().map(|_| self.pointer()));
        types.extend(rest);
        types.extend(self.shares.distance.then(|| self.context.int(64)));
        if self.shares.shadows {
            types.extend([self.pointer(), self.context.int(64)]);
        }
        let function = self.named(which, &types);
        let mut all = function.params().into_iter();
        let mut given = Vec::new();
        let mut index = 0;
        for (of, shadow) in (0u32..).zip(&shadows) {
            for name in BY_VALUE.into_iter().chain(["align", "noundef"]) {
                function.copy_param_attribute(index, self.kernel, of, name);
            }
            index += 1 + u32::from(shadow.is_some());
            let mut next = || all.next().expect("there is one for each type");
            let primal = next();
            given.push((primal, shadow.map(|_| next())));
        }
        let build = Builder::new(self.context);
        build.at_end(function.append_block("entry"));
        for variable in &self.variables.handed {
            let shadow = all.next().expect("there is one for each variable");
            given.push((build.address_cast(*variable, self.pointer()), Some(shadow)));
        }
        let mut rest: Vec<Value> = all.collect();
        if self.shares.shadows {
            self.enter_shared(&build, ENTER_SHADOWS, &rest.split_off(rest.len() - 2));
        }
        if self.shares.distance {
            self.enter_shared(&build, ENTER_SHARED, &rest.split_off(rest.len() - 1));
        }
        Kernel { build, given, rest }
    }

    /// Tells the threads of a block of shadows of memory that they share.
    fn enter_shared(&self, build: &Builder, name: &str, told: &[Value]) {
        let types: Vec<Type> = told.iter().map(|value| value.ty()).collect();
        let ty = self.context.void().function(&types, false);
        build.call(ty, self.module.declare(name, ty), told, "");
    }

    fn named(&self, which: Beside, types: &[Type]) -> Value {
        let ty = self.context.void().function(types, false);
        let function = self
            .module
            .add_function(&which.name(&self.kernel.name()), ty);
        function.be_called_like(self.kernel);
        // So that lines of the kernel are known in what is inlined here.
        transform::locate_within(function, self.kernel);
        function.add_function_attribute(self.convergent());
        function
    }

    fn pointer(&self) -> Type {
        self.context.pointer()
    }

    /// Calls a hook of the kernel: with its options, then each parameter with its activity.
    fn hook(&self, kernel: &Kernel, (family, returned): (&str, Type), options: &[Value]) -> Value {
        let mut args = options.to_vec();
        for (param, (primal, shadow)) in self.all().zip(&kernel.given) {
            args.push(self.activity(param, shadow.is_some()));
            let values = [Some(*primal), *shadow].into_iter().flatten();
            args.extend(values.map(|value| self.generic(&kernel.build, value)));
        }
        self.call_hook(&kernel.build, (family, returned), &args)
    }

    /// What the differentiated function is handed: its parameters, and pointers to variables.
    fn all(&self) -> impl Iterator<Item = &Param> {
        let variables = self.variables.handed.iter();
        self.params.iter().chain(variables.map(|_| &Param::Pointer))
    }

    fn call_hook(
        &self,
        build: &Builder,
        (family, returned): (&str, Type),
        args: &[Value],
    ) -> Value {
        let ty = returned.function(&[self.pointer()], true);
        let name = format!("__enzyme_{family}.{}", self.kernel.name());
        let first = [self.function, self.marker("enzyme_runtime_activity")];
        let args = [&first, args].concat();
        let hook = self.module.declare(&name, ty);
        hook.add_function_attribute(self.convergent());
        build.call(ty, hook, &args, "")
    }

    /// All threads of a block come to what is called together.
    fn convergent(&self) -> Attribute {
        self.context.enum_attribute("convergent")
    }

    fn generic(&self, build: &Builder, value: Value) -> Value {
        match value.ty().kind() {
            TypeKind::LLVMPointerTypeKind => build.address_cast(value, self.pointer()),
            _ => value,
        }
    }

    fn activity(&self, param: &Param, has_shadow: bool) -> Value {
        self.marker(match (param, has_shadow) {
            (param, _) if param.is_plain() => "enzyme_const",
            (Param::Number, false) => "enzyme_out",
            _ => "enzyme_dup",
        })
    }

    fn marker(&self, name: &str) -> Value {
        let made = self.module.global(name);
        made.unwrap_or_else(|| self.module.add_global(name, self.context.int(32)))
    }

    fn i64(&self, value: u64) -> Value {
        self.context.i64(value as i64)
    }

    fn tangent(&self) {
        let behind = |param: &Param, ty: Type| match param {
            param if param.is_plain() => None,
            Param::Integer => None,
            Param::Pointer | Param::Number => Some(ty),
            Param::Record(..) => Some(self.pointer()),
        };
        let kernel = self.kernel(Beside::Tangent, behind, &[]);
        let options = [self.marker(OF_LAUNCH)];
        self.hook(&kernel, ("fwddiff", self.context.void()), &options);
        kernel.build.ret(None);
    }

    /// What stands behind a parameter of the halves; numbers have an adjoint that the hook returns.
    fn of_half(&self, param: &Param, ty: Type) -> Option<Type> {
        match param {
            param if param.is_plain() => None,
            Param::Integer | Param::Number => None,
            Param::Pointer => Some(ty),
            Param::Record(..) => Some(self.pointer()),
        }
    }

    /// How many times the bytes of a launch the derivatives need of memory whose size the launch says: known when they are there.
    fn times_shared(&self, build: &Builder) -> Value {
        match self.shares.distance {
            true => self.asks(build, &shares(&self.kernel.name())),
            false => self.i64(0),
        }
    }

    /// Whether derivatives are handed memory of the device for shadows of shared memory, and which, and how many bytes of that they use for each block: known when
    /// they are there.
    fn shadows(&self, build: &Builder) -> [Value; 2] {
        let name = self.kernel.name();
        match self.shares.shadows {
            true => [shadows(&name), shadow_bytes(&name)].map(|asked| self.asks(build, &asked)),
            false => [self.i64(0); 2],
        }
    }

    /// What stands for an answer.
    fn asks(&self, build: &Builder, asked: &str) -> Value {
        let ty = self.context.int(64).function(&[], false);
        build.call(ty, self.module.declare(asked, ty), &[], "")
    }

    /// What is settled behind a launch, and what cannot be had: known when the derivatives are there.
    fn settles(&self, build: &Builder) -> Value {
        self.asks(build, &settles(&self.kernel.name()))
    }

    /// Room, bytes, and where the need of a thread is noted that has too little.
    fn room(&self) -> [Type; 3] {
        [self.pointer(), self.context.int(64), self.pointer()]
    }

    /// The bytes of what the halves keep by themselves, which the hook says.
    fn bytes(&self, build: &Builder) -> Value {
        let activity = |param: &Param| self.activity(param, *param != Param::Number);
        let mut all = vec![self.marker(OF_LAUNCH)];
        all.extend(self.all().map(activity));
        self.call_hook(build, ("augmentsize", self.context.int(64)), &all)
    }

    fn augmented(&self) {
        let kernel = self.kernel(Beside::Augmented, |p, ty| self.of_half(p, ty), &self.room());
        let bytes = self.bytes(&kernel.build);
        let tape = self.enter(&kernel, ENTER, bytes);
        let options = [
            self.marker(OF_LAUNCH),
            self.marker("enzyme_tape"),
            tape,
            self.marker("enzyme_allocated"),
            bytes,
        ];
        self.hook(&kernel, ("augmentfwd", self.context.void()), &options);
        kernel.build.ret(None);
    }

    /// Where the tape of a thread is: in what the launch was handed, behind all arguments.
    fn enter(&self, kernel: &Kernel, name: &str, bytes: Value) -> Value {
        let int = self.context.int(64);
        let ty = self
            .pointer()
            .function(&[self.pointer(), int, int, int, self.pointer()], false);
        let enter = self.module.declare(name, ty);
        let more = self.keeps_more(&kernel.build);
        let args = [kernel.rest[0], kernel.rest[1], bytes, more, kernel.rest[2]];
        kernel.build.call(ty, enter, &args, "tape")
    }

    fn reverse(&self, grid: &GridRule) {
        let numbers = self.kernel_numbers();
        let behind = |param: &Param, ty: Type| match param {
            Param::Number => Some(self.pointer()),
            _ => self.of_half(param, ty),
        };
        let mut kernel = self.kernel(Beside::Reverse, behind, &self.room());
        // The hook returns the adjoints of numbers, and takes nothing for them.
        let places: Vec<Value> = self
            .params
            .iter()
            .zip(&mut kernel.given)
            .filter(|(param, _)| **param == Param::Number)
            .filter_map(|(_, (_, place))| place.take())
            .collect();
        let bytes = self.bytes(&kernel.build);
        let tape = self.enter(&kernel, ENTER_AGAIN, bytes);
        let returned = match numbers[..] {
            [] => self.context.void(),
            [one] => one,
            _ => self.context.structure(&numbers),
        };
        let options = [self.marker(OF_LAUNCH), self.marker("enzyme_tape"), tape];
        let adjoints = self.hook(&kernel, ("reverse", returned), &options);
        let adjoint = |index| match numbers.len() {
            1 => adjoints,
            _ => kernel.build.extract_value(adjoints, index),
        };
        let sums = places.into_iter().zip(0u32..);
        let sums = sums.map(|(to, index)| self.sum(&kernel, adjoint(index), to));
        let sums: Vec<Sum> = sums.collect();
        match fit(self.module, grid) {
            true => add_up((self.module, grid), &kernel.build, &sums),
            false => add_together(self.module, &kernel.build, &sums),
        }
        kernel.build.ret(None);
    }

    /// It is given what lies behind the arguments of the augmented launch: room and bytes. Where nothing is settled, it does nothing.
    fn settled(&self) {
        let types = [self.pointer(), self.context.int(64)];
        let function = self.named(Beside::Settled, &types);
        let build = Builder::new(self.context);
        build.at_end(function.append_block("entry"));
        let [settle, done] = ["settle", "done"].map(|name| function.append_block(name));
        let asked = build.and(self.settles(&build), self.i64(SETTLED));
        let asked = build.icmp(IntPredicate::LLVMIntNE, asked, self.i64(0));
        build.cond_br(asked, settle, done);
        build.at_end(settle);
        let mut rest = function.params();
        rest.push(self.pointer().zero());
        let kernel = Kernel {
            build,
            given: Vec::new(),
            rest,
        };
        let bytes = self.bytes(&kernel.build);
        let tape = self.enter(&kernel, ENTER_AGAIN, bytes);
        let ty = self.context.void().function(&[self.pointer()], false);
        let callee = self.module.declare(SETTLE, ty);
        kernel.build.call(ty, callee, &[tape], "");
        kernel.build.br(done);
        kernel.build.at_end(done);
        kernel.build.ret(None);
    }

    fn kernel_numbers(&self) -> Vec<Type> {
        let types = self.kernel.function_type().params().into_iter();
        let of_numbers = types.zip(self.params).filter(|(_, p)| **p == Param::Number);
        of_numbers
            .map(|(ty, _)| ty)
            .filter(|ty| is_number(*ty))
            .collect()
    }

    /// All threads add to one place, if there is one: as doubles, for there may be many of them.
    fn sum(&self, kernel: &Kernel, adjoint: Value, to: Value) -> Sum {
        let double = self.context.double();
        let of = match adjoint.ty() == double {
            true => adjoint,
            false => kernel.build.cast(Opcode::LLVMFPExt, adjoint, double),
        };
        Sum { of, to }
    }
}
