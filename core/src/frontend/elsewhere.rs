//! Launches of kernels that another source file defines.
//!
//! To launch a kernel, a program calls a function of the host that stands for it, which is defined where the kernel is, and only declared elsewhere. The file that
//! defines it differentiates that function, and offers three others beside it; a file that calls it calls these in its derivatives. They are called as rules
//! are that a program registers:
//!
//! ```text
//! void  S                             (double x, double *p, int n)
//! void  S.enzyme_rs.tangent   (double x, double dx, double *p, double *dp, int n)
//! tape  S.enzyme_rs.augmented (double x, double *p, double *dp, int n)
//! {x,…} S.enzyme_rs.reverse   (double x, double *p, double *dp, int n, tape)
//! ```
//!
//! A pointer without a shadow is its own. Structures are handed over as compilers do it: in parts, or as the address of a copy. A file that offers nothing may lack them: who
//! calls them asks first.
//!
//! Owns: these functions, and the rules that name them. Must not: know a vendor, or a kernel's own derivatives (`kernels`).

use crate::names::readable;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::host;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Type, TypeKind, Value};
use enzyme_rules::{
    Custom, CustomRule, ForwardRule, Given, HostRule, Launch, Registry, ReverseRule, RuleFunction,
    Said,
};
use std::collections::{BTreeMap, BTreeSet};

/// One of the functions beside one that stands for a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Tangent,
    Augmented,
    Reverse,
}

const ALL: [Which; 3] = [Which::Tangent, Which::Augmented, Which::Reverse];

impl Which {
    fn word(self) -> &'static str {
        match self {
            Self::Tangent => "tangent",
            Self::Augmented => "augmented",
            Self::Reverse => "reverse",
        }
    }

    fn name(self, stub: &str) -> String {
        format!("{stub}.enzyme_rs.{}", self.word())
    }

    /// Whether a function has such a name.
    fn is_name(self, function: &str) -> bool {
        function.ends_with(&self.name(""))
    }

    /// The hook that makes it.
    fn family(self) -> &'static str {
        match self {
            Self::Tangent => "fwddiff",
            Self::Augmented => "augmentfwd",
            Self::Reverse => "reverse",
        }
    }
}

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    Pointer,
    Integer,
}

/// A function that stands for a kernel, and its parameters.
struct Stub {
    module: Module,
    function: Value,
    params: Vec<(Kind, Type)>,
}

impl Stub {
    /// Nothing if it takes what has no place in these conventions.
    fn of(module: Module, function: Value) -> Option<Self> {
        let is_float = |ty: Type| {
            matches!(
                ty.kind(),
                TypeKind::LLVMFloatTypeKind | TypeKind::LLVMDoubleTypeKind
            )
        };
        let kind = |ty: Type| match ty.kind() {
            TypeKind::LLVMPointerTypeKind => Some(Kind::Pointer),
            TypeKind::LLVMIntegerTypeKind => Some(Kind::Integer),
            TypeKind::LLVMVectorTypeKind => is_float(ty.element()).then_some(Kind::Number),
            _ => is_float(ty).then_some(Kind::Number),
        };
        let ty = function.function_type();
        let params = ty.params().into_iter();
        let params = params
            .map(|ty| Some((kind(ty)?, ty)))
            .collect::<Option<_>>()?;
        (ty.returned().kind() == TypeKind::LLVMVoidTypeKind && !ty.is_variadic()).then_some(Self {
            module,
            function,
            params,
        })
    }

    /// What a function is given for the parameters, with its types; then the tape.
    fn given(&self, which: Which) -> Vec<(Given, Type)> {
        let mut all = Vec::new();
        for (position, (kind, ty)) in (0..).zip(&self.params) {
            all.push((Given::Primal(position), *ty));
            let tangent = which == Which::Tangent && *kind == Kind::Number;
            if *kind == Kind::Pointer || tangent {
                all.push((Given::OwnShadow(position), *ty));
            }
        }
        if which == Which::Reverse {
            all.push((Given::Tape(Vec::new()), self.module.context().pointer()));
        }
        all
    }

    /// The numbers, by their positions.
    fn numbers(&self) -> Vec<(u32, Type)> {
        let numbers = (0..).zip(&self.params);
        let numbers = numbers.filter(|(_, (kind, _))| *kind == Kind::Number);
        numbers.map(|(position, (_, ty))| (position, *ty)).collect()
    }

    fn ty(&self, which: Which) -> Type {
        let context = self.module.context();
        let types: Vec<Type> = self.given(which).into_iter().map(|(_, ty)| ty).collect();
        let returned = match which {
            Which::Tangent => context.void(),
            Which::Augmented => context.pointer(),
            Which::Reverse => {
                let numbers: Vec<Type> = self.numbers().into_iter().map(|(_, ty)| ty).collect();
                match numbers[..] {
                    [] => context.void(),
                    [one] => one,
                    _ => context.structure(&numbers),
                }
            }
        };
        returned.function(&types, false)
    }
}

/// Functions beside one that stands for a kernel of this file, which call hooks.
#[derive(Clone, Debug)]
pub(crate) struct Offered {
    rule: HostRule,
    stub: Value,
    /// The functions that call hooks.
    pub(super) beside: Vec<Value>,
}

/// Whether a function is offered to other files: it is part of the derivatives that call it.
pub(super) fn is_offered(function: &str) -> bool {
    ALL.iter().any(|which| which.is_name(function))
}

/// Adds what other files call where they differentiate launches of kernels of this one.
pub(super) fn offer(module: Module, rule: &HostRule, stubs: Vec<Value>) -> Vec<Offered> {
    let offered = stubs.into_iter().filter_map(|function| {
        let stub = Stub::of(module, function)?;
        let beside = ALL.map(|which| hooked(&stub, which));
        Some(Offered {
            rule: *rule,
            stub: function,
            beside: beside.to_vec(),
        })
    });
    offered.collect()
}

/// A function that returns what a hook gives.
fn hooked(stub: &Stub, which: Which) -> Value {
    let Stub {
        module, function, ..
    } = stub;
    let context = module.context();
    let ty = stub.ty(which);
    let made = module.add_function(&which.name(&function.name()), ty);
    made.be_called_like(*function);
    let build = Builder::new(context);
    build.at_end(made.append_block("entry"));
    let marker = |name: &str| {
        let known = module.global(name);
        known.unwrap_or_else(|| module.add_global(name, context.int(32)))
    };
    let mut given = made.params().into_iter();
    let mut args = vec![*function, marker("enzyme_runtime_activity")];
    for (kind, _) in &stub.params {
        let shadow = match (kind, which) {
            (Kind::Integer, _) => "enzyme_const",
            (Kind::Number, Which::Augmented | Which::Reverse) => "enzyme_out",
            (Kind::Number, Which::Tangent) | (Kind::Pointer, _) => "enzyme_dup",
        };
        args.push(marker(shadow));
        args.extend(given.by_ref().take(1 + usize::from(shadow == "enzyme_dup")));
    }
    args.extend(given);
    let hook = ty.returned().function(&[context.pointer()], true);
    let name = format!("__enzyme_{}.{}", which.family(), function.name());
    let result = build.call(hook, module.declare(&name, hook), &args, "");
    let is_void = ty.returned().kind() == TypeKind::LLVMVoidTypeKind;
    build.ret((!is_void).then_some(result));
    made
}

/// Puts functions that end the program, and say why, in the place of those that were offered, which are gone.
pub(super) fn leave_out(module: Module, offered: &Offered, why: &str) {
    let Some(stub) = Stub::of(module, offered.stub) else {
        return;
    };
    for which in ALL {
        let made = module.add_function(&which.name(&offered.stub.name()), stub.ty(which));
        made.be_called_like(offered.stub);
        let build = Builder::new(module.context());
        build.at_end(made.append_block("entry"));
        lack(&stub, &build, &offered.rule, Some(why));
    }
}

/// Ends the program.
fn lack(stub: &Stub, build: &Builder, rule: &HostRule, why: Option<&str>) {
    let (module, context) = (stub.module, stub.module.context());
    let pointer = context.pointer();
    let ty = context.void().function(&[pointer, pointer], false);
    let name = readable(&stub.function.name(), &[]).replacen(rule.stubs, "", 1);
    let name = module.text("ez.kernel", &name);
    let why = why.map_or(pointer.zero(), |why| module.text("ez.kernel", why));
    build.call(ty, module.declare(rule.lacks, ty), &[name, why], "");
    build.unreachable();
}

/// Rules of the functions that stand for kernels of other files, which a module calls.
pub(crate) fn taken(module: Module, registry: &Registry) -> BTreeMap<String, Said> {
    let mut said = BTreeMap::new();
    for rule in registry.hosts() {
        for function in called(module, rule) {
            if let Some(stub) = Stub::of(module, function) {
                said.insert(function.name(), stub_rule(&stub, rule));
            }
        }
    }
    said
}

/// Functions that stand for kernels of other files.
pub(crate) fn called(module: Module, rule: &HostRule) -> Vec<Value> {
    if module.function(rule.configures).is_none() {
        return Vec::new();
    }
    let functions = module.functions().into_iter();
    let stands = |f: &Value| f.is_declaration() && f.name().contains(rule.stubs);
    functions.filter(stands).collect()
}

fn stub_rule(stub: &Stub, rule: &HostRule) -> Said {
    let function = |which| RuleFunction {
        symbol: asking(stub, rule, which).name(),
        given: stub
            .given(which)
            .into_iter()
            .map(|(given, _)| given)
            .collect(),
        in_memory: false,
    };
    let numbers = stub.numbers();
    let alone = numbers.len() == 1;
    let adjoints = (0..).zip(numbers);
    let adjoints = adjoints.map(|(index, (position, _))| match alone {
        true => (position, Vec::new()),
        false => (position, vec![index]),
    });
    let rule = CustomRule {
        forward: Some(ForwardRule {
            tangent: function(Which::Tangent),
            primal: None,
            shadow: None,
            shadows: BTreeSet::new(),
        }),
        reverse: Some(ReverseRule {
            augmented: function(Which::Augmented),
            tape: Some(Vec::new()),
            primal: None,
            shadow: None,
            gradient: function(Which::Reverse),
            adjoints: adjoints.collect(),
            shadows: BTreeSet::new(),
            read_later: BTreeSet::new(),
            shadows_later: BTreeSet::new(),
        }),
        handles: BTreeSet::new(),
        launch: Some(Launch::Direct),
    };
    Said::Custom(Custom::Rule(Box::new(rule)))
}

/// A function of this module that calls one of the other file, if that has it, or ends the program. It counts as one of the vendor's library.
fn asking(stub: &Stub, rule: &HostRule, which: Which) -> Value {
    let Stub {
        module, function, ..
    } = stub;
    let (context, ty) = (module.context(), stub.ty(which));
    let other = module.declare(&which.name(&function.name()), ty);
    host::let_be_missing(other);
    let name = format!("{}{}.{}", rule.prefix, which.word(), function.name());
    let made = module.add_function(&name, ty);
    made.set_internal();
    let [entry, there, missing] = ["entry", "there", "missing"].map(|name| made.append_block(name));
    let build = Builder::new(context);
    build.at_end(entry);
    let is_there = build.icmp(IntPredicate::LLVMIntNE, other, context.pointer().zero());
    build.cond_br(is_there, there, missing);
    build.at_end(there);
    let result = build.call(ty, other, &made.params(), "");
    let is_void = ty.returned().kind() == TypeKind::LLVMVoidTypeKind;
    build.ret((!is_void).then_some(result));
    build.at_end(missing);
    lack(stub, &build, rule, None);
    made
}
