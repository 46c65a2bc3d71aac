//! What a program says of its own functions and globals: registration globals, annotations, attributes.
//!
//! What is said is honoured or refused. To differentiate a body that its author meant to replace would give a derivative that
//! nobody asked for.
//!
//! It is heard before anything is analysed: the registry knows it as it knows built-in rows, ahead of bodies and names (`Registry::said`). Such
//! functions stay calls: before the compiler optimises, plugins mark them as not to be inlined, and hide what they do behind stand-ins. A function with a rule is analysed as what it is (its body says which
//! memory it uses; without one, all that its arguments lead to), and called as any split function is. Only the generated functions differ:
//! they pass their arguments on to the rule's (`synth::custom`).
//!
//! Owns: these names, and what each of them says. Must not: look at hook calls, or know how a rule is used. Which rule functions
//! fit a function is in [`convention`], what lists of entries mean in [`entries`].
//! Tests: `core/tests/c/custom.c`, `core/tests/filetests/diagnostics/{registration,rule}_*.ll`.

mod convention;
mod entries;

use super::printing;
use crate::diag::{Diagnostic, codes};
use crate::names::own;
use convention::Halves;
use entries::{Entries, misfit};
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::plugin::LinkFollows;
use enzyme_llvm_shim::transform;
use enzyme_rules::{Custom, CustomRule, FloatKind, Registry, Said, made_of};
use std::collections::{BTreeMap, BTreeSet};

/// What can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Statement {
    /// The reverse rule of a function.
    Gradient,
    /// The forward rule of a function.
    Derivative,
    /// A function has no derivative.
    Inactive,
    /// A global has no derivative.
    InactiveGlobal,
    /// A function is another's like.
    Like,
    /// A function obtains memory, and another one ends it.
    Allocates,
    /// What functions compute is better computed again than kept.
    Recompute,
    /// Advice that changes no number: which functions free nothing. The engine finds it out itself.
    Advice,
    /// What is refused by name.
    Refused(&'static str),
}

/// Registration globals, by the part of the name behind `__enzyme_`.
const GLOBALS: &[(&str, Statement)] = &[
    ("register_gradient", Statement::Gradient),
    ("register_derivative", Statement::Derivative),
    (
        "register_splitderivative",
        Statement::Refused("a split forward rule of the program's own"),
    ),
    ("inactivefn", Statement::Inactive),
    ("inactive_global", Statement::InactiveGlobal),
    ("nofree", Statement::Advice),
    ("shouldrecompute", Statement::Recompute),
    (
        "sparse_accumulate",
        Statement::Refused("sparse accumulation"),
    ),
    ("function_like", Statement::Like),
    ("allocation_like", Statement::Allocates),
];

/// Annotations (`__attribute__((annotate("…")))`) and string attributes of functions and globals. Longer names come first.
const NOTES: &[(&str, Statement)] = &[
    (
        "enzyme_inactive_val",
        Statement::Refused("the activity of a value by attribute"),
    ),
    (
        "enzyme_inactive_inst",
        Statement::Refused("the activity of a value by attribute"),
    ),
    ("enzyme_inactive", Statement::Inactive),
    ("enzyme_active", Statement::Refused("activity by attribute")),
    ("enzyme_function_like", Statement::Like),
    ("enzyme_math", Statement::Like),
    ("enzyme_nofree", Statement::Advice),
    ("enzyme_shouldrecompute", Statement::Recompute),
    ("enzyme_nocache", Statement::Advice),
    ("enzyme_preserve_primal", Statement::Advice),
    ("enzyme_notypeanalysis", Statement::Advice),
    ("enzyme_ta_norecur", Statement::Advice),
    ("enzyme_no_escaping_allocation", Statement::Advice),
    ("enzyme_ReadOnly", Statement::Advice),
    ("enzyme_ReadNone", Statement::Advice),
    ("enzyme_NoCapture", Statement::Advice),
    ("enzyme_LocalReadOnlyOrThrow", Statement::Advice),
    (
        "enzyme_sparse_accumulate",
        Statement::Refused("sparse accumulation"),
    ),
    (
        "enzyme_allocator",
        Statement::Refused("an allocator by attribute: use `__enzyme_allocation_like`"),
    ),
    (
        "enzyme_deallocator",
        Statement::Refused("an allocator by attribute: use `__enzyme_allocation_like`"),
    ),
    (
        "enzyme_pointermath",
        Statement::Refused("address arithmetic by attribute"),
    ),
    (
        "enzyme_parmremove",
        Statement::Refused("another calling convention"),
    ),
    (
        "enzyme_retremove",
        Statement::Refused("another calling convention"),
    ),
    (
        "enzyme_sret",
        Statement::Refused("another calling convention"),
    ),
    ("enzymejl_", Statement::Refused("a convention of Julia's")),
    (
        "enzyme_sample",
        Statement::Refused("probabilistic programming"),
    ),
    (
        "enzyme_trace",
        Statement::Refused("probabilistic programming"),
    ),
];

/// Metadata of instructions and globals that asks for what is not supported. (`enzyme_inactive` of calls is: `frontend/inactive.rs`.)
const METADATA: &[(&str, &str)] = &[
    ("enzyme_inactive", "the activity of a value by metadata"),
    ("enzyme_active", "the activity of a value by metadata"),
    ("enzyme_shadow", "a shadow of its own"),
    ("enzyme_mustcache", "that a value is kept"),
    ("enzyme_fmulnoprop", "a product without propagation"),
    ("enzyme_deallocator_fn", "an allocator by metadata"),
    (
        "enzyme_splitderivative",
        "a split forward rule of the program's own",
    ),
];

/// What a module says.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// Of functions, by name.
    pub(crate) said: BTreeMap<String, Said>,
    /// Globals without derivative.
    pub(crate) inactive_globals: BTreeSet<String>,
    /// Functions whose values are better computed again than kept.
    pub(crate) recomputed: BTreeSet<String>,
    /// What cannot be honoured.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Heard {
    /// A registry that knows what the module says, too, and what is said of the engine's `own` functions.
    pub(crate) fn registry(&self, known: &Registry, own: BTreeMap<String, Said>) -> Registry {
        let (mut said, globals) = (self.said.clone(), self.inactive_globals.clone());
        said.extend(own);
        let known = known.clone().hearing(said, globals);
        known.recomputing(self.recomputed.clone())
    }

    fn say(&mut self, function: Value, said: Said) {
        let name = function.name();
        let agrees = match (self.said.get_mut(&name), &said) {
            (None, _) => {
                self.said.insert(name, said);
                return;
            }
            (Some(Said::Custom(Custom::Rule(known))), Said::Custom(Custom::Rule(more))) => {
                joined(known, more)
            }
            (Some(Said::Custom(Custom::Inactive)), Said::Custom(Custom::Inactive)) => true,
            (Some(_), _) => false,
        };
        if !agrees {
            self.refuse(
                misfit(function, "is registered twice, with different derivatives")
                    .help("leave one of the two out"),
            );
        }
    }

    fn refuse(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn take(&mut self, heard: Result<(Value, Said), Diagnostic>) {
        match heard {
            Ok((function, said)) => self.say(function, said),
            Err(diagnostic) => self.refuse(diagnostic),
        }
    }
}

/// Adds one mode's rule to that of the other; says whether neither was known before, or was the same.
fn joined(known: &mut CustomRule, more: &CustomRule) -> bool {
    let forward =
        more.forward.is_none() || known.forward.is_none() || known.forward == more.forward;
    let reverse =
        more.reverse.is_none() || known.reverse.is_none() || known.reverse == more.reverse;
    if known.forward.is_none() {
        known.forward.clone_from(&more.forward);
    }
    if known.reverse.is_none() {
        known.reverse.clone_from(&more.reverse);
    }
    forward && reverse
}

/// Reads all that a module says of its functions and globals.
pub(crate) fn hear(module: Module, registry: &Registry) -> Heard {
    let mut heard = Heard::default();
    for global in module.globals() {
        let name = global.name();
        match registers(&name).filter(|_| !global.is_declaration()) {
            Some(statement) => registered(&mut heard, module, registry, global, statement),
            None if is_misspelt(global, &name) => heard.refuse(
                misfit(global, "is no registration that is known")
                    .note(
                        "to pass it over would give a derivative that is not the one that is meant",
                    )
                    .help(known("__enzyme_", GLOBALS)),
            ),
            None => {}
        }
        if name == "llvm.global.annotations" {
            for (subject, text) in entries::annotations(global) {
                noted(&mut heard, registry, subject, &text);
            }
        }
    }
    for global in module.globals() {
        of_global(&mut heard, global);
    }
    for function in module.functions() {
        attributes(&mut heard, registry, function);
        metadata(&mut heard, module, function);
        inside(&mut heard, function);
    }
    for (function, entry) in printing::only_print(module, registry) {
        // What the program says of it counts for more.
        let said = heard.said.entry(function.name());
        said.or_insert(Said::Known(entry));
    }
    heard
}

/// Keeps functions of which something is said as they are written: what is inlined can no longer be recognised. So are functions of
/// libraries of which packs say something. What the program itself says something of is called by a stand-in until [`recall`]: its rule may want an
/// argument that it does not use itself, and be another one than what it returns would have. Says whether there are any.
pub fn keep(module: Module, registry: &Registry) -> bool {
    let globals = module.globals().into_iter();
    let lists = globals.filter(|global| registers(&global.name()).is_some());
    let lists: Vec<Value> = lists.collect();
    let defined = lists.iter().filter(|list| !list.is_declaration());
    defined.for_each(|list| transform::leave_list_to_code(*list));
    let listed = lists.into_iter();
    let listed = listed.flat_map(|global| Entries::of(global).mentioned());
    let annotated = module.global("llvm.global.annotations");
    let annotated = annotated.into_iter().flat_map(entries::annotations);
    let annotated = annotated.filter(|(_, text)| note(text).is_some());
    let annotated = annotated.map(|(subject, _)| subject);
    let by_metadata = module.functions().into_iter();
    let by_metadata = by_metadata.map(|f| (f, RULES.map(|kind| f.function_metadata(kind))));
    let by_metadata = by_metadata.filter(|(_, rules)| rules.iter().any(Option::is_some));
    let by_metadata: Vec<_> = by_metadata.collect();
    for rule in by_metadata
        .iter()
        .flat_map(|(_, rules)| rules.iter().flatten())
    {
        transform::hold(*rule);
    }
    let marked = by_metadata.into_iter().map(|(function, _)| function);
    let by_program = listed.chain(annotated).chain(marked);
    let by_program = by_program.map(|function| (function, true));
    let of_libraries = module.functions().into_iter();
    let of_libraries = of_libraries.filter(|f| registry.said(&f.name()).is_some());
    let of_libraries = of_libraries.map(|function| (function, false));
    let mut found = false;
    for (function, is_by_program) in by_program
        .chain(of_libraries)
        .filter(|(value, _)| entries::is_function(*value))
    {
        found = true;
        if !function.is_declaration() {
            transform::keep_out_of_line(function);
            if is_by_program {
                transform::call_stand_in(function);
            }
        } else if is_by_program {
            forget_library(function);
        }
    }
    found
}

/// The annotation of kernels whose launches are differentiated, in the passes of the device and of the host.
pub(super) const KERNEL: &str = "enzyme_rs_kernel";

/// The annotation of kernels whose launches have no derivative.
pub(super) const KERNEL_INACTIVE: &str = "enzyme_rs_kernel_inactive";

/// Functions with an annotation.
pub(super) fn with_annotation(module: Module, mark: &str) -> Vec<Value> {
    let list = module.global("llvm.global.annotations");
    let all = list.into_iter().flat_map(entries::annotations);
    let marked = all.filter(|(subject, text)| entries::is_function(*subject) && text == mark);
    marked.map(|(function, _)| function).collect()
}

/// Has functions of the C library of which the program says something be functions like any other. Says whether that changed anything.
pub(crate) fn claim(module: Module, heard: &Heard) -> bool {
    let functions = module.functions().into_iter();
    let said = functions.filter(|function| heard.said.contains_key(&function.name()));
    let forgotten = said.map(forget_library);
    // Each of them is to be, whatever came of those before.
    forgotten.filter(|changed| *changed).count() > 0
}

/// The same of one function, if it is one.
fn forget_library(function: Value) -> bool {
    let given = function.function_type().params();
    let kind = given.first().and_then(|first| match first.kind() {
        TypeKind::LLVMFloatTypeKind => Some(FloatKind::Float),
        TypeKind::LLVMDoubleTypeKind => Some(FloatKind::Double),
        TypeKind::LLVMX86_FP80TypeKind => Some(FloatKind::X86Fp80),
        TypeKind::LLVMFP128TypeKind => Some(FloatKind::Fp128),
        _ => None,
    });
    let made = kind.and_then(|kind| made_of(&function.name(), kind));
    transform::forget_library(function, made)
}

/// Has calls go to the functions themselves again. Says whether there were any that did not.
pub fn recall(module: Module) -> bool {
    transform::call_themselves(module)
}

/// Removes registrations that have been read: a header may bring them into several objects of a program. Functions are as they were written
/// before. Where the linker goes on, it finds all of it again. Says whether there were any.
pub(crate) fn forget(module: Module, link_follows: LinkFollows) -> bool {
    let globals = module.globals().into_iter();
    let lists = globals.filter(|g| registers(&g.name()).is_some() && !g.is_declaration());
    let lists: Vec<Value> = lists.collect();
    for global in &lists {
        match link_follows {
            LinkFollows::Yes => transform::keep_local(*global),
            LinkFollows::No | LinkFollows::Linking => transform::erase_listed(*global),
        }
    }
    if link_follows != LinkFollows::Yes {
        module
            .functions()
            .into_iter()
            .for_each(transform::let_in_line);
    }
    !lists.is_empty()
}

fn registers(name: &str) -> Option<Statement> {
    let tail = own(name)?;
    let mut known = GLOBALS.iter();
    known
        .find(|(part, _)| tail.starts_with(part))
        .map(|(_, statement)| *statement)
}

/// Whether a global is called like a registration, and is none.
fn is_misspelt(global: Value, name: &str) -> bool {
    let plain = name.starts_with("__enzyme_") || name.starts_with("_ZL") && own(name).is_some();
    plain && !global.is_declaration() && registers(name).is_none()
}

/// What is honoured.
fn known(prefix: &str, table: &[(&str, Statement)]) -> String {
    let honoured =
        |row: &&(&str, Statement)| !matches!(row.1, Statement::Refused(_) | Statement::Advice);
    let names = table.iter().filter(honoured);
    let names: Vec<String> = names.map(|(name, _)| format!("`{prefix}{name}`")).collect();
    format!("there are {}", names.join(", "))
}

fn note(text: &str) -> Option<Statement> {
    let mut known = NOTES.iter();
    known
        .find(|(part, _)| text.starts_with(part))
        .map(|(_, statement)| *statement)
}

fn registered(
    heard: &mut Heard,
    module: Module,
    registry: &Registry,
    global: Value,
    statement: Statement,
) {
    let entries = Entries::of(global);
    match statement {
        Statement::Gradient => heard.take(entries.functions::<3>().and_then(|functions| {
            let [function, augmented, gradient] = functions;
            entries.nothing_behind(3)?;
            reverse(
                module,
                function,
                Halves {
                    augmented,
                    gradient,
                },
            )
        })),
        Statement::Derivative => {
            heard.take(entries.functions::<2>().and_then(|[function, tangent]| {
                entries.nothing_behind(2)?;
                forward(module, function, tangent)
            }))
        }
        Statement::Inactive => match entries.all_functions() {
            Ok(functions) => functions
                .into_iter()
                .for_each(|function| heard.say(function, Said::Custom(Custom::Inactive))),
            Err(diagnostic) => heard.refuse(diagnostic),
        },
        Statement::Recompute => match entries.all_functions() {
            Ok(functions) => heard
                .recomputed
                .extend(functions.into_iter().map(Value::name)),
            Err(diagnostic) => heard.refuse(diagnostic),
        },
        Statement::InactiveGlobal => match entries.all_globals() {
            Ok(globals) => {
                let names = globals.into_iter().map(Value::name);
                heard.inactive_globals.extend(names);
            }
            Err(diagnostic) => heard.refuse(diagnostic),
        },
        Statement::Like => heard.take(entries.functions::<1>().and_then(|[function]| {
            let name = entries.text(1)?;
            Ok((
                function,
                Said::Known(convention::like(registry, function, &name)?),
            ))
        })),
        Statement::Allocates => match entries.allocation() {
            Ok(both) => both
                .into_iter()
                .for_each(|(function, entry)| heard.say(function, Said::Known(entry))),
            Err(diagnostic) => heard.refuse(diagnostic),
        },
        Statement::Advice => {}
        Statement::Refused(what) => {
            heard.refuse(unsupported(&format!(
                "the global `{}` registers {what}",
                global.name()
            )));
        }
    }
}

/// Refuses a function that is called without an argument which the compiler has taken away: to the function it makes no difference, to its rule it
/// may. Where the plugin has seen the program before it was optimised, that does not happen ([`keep`]).
fn all_given(function: Value) -> Result<(), Diagnostic> {
    let is_gone = |argument: &Value| argument.kind() == ValueKind::LLVMPoisonValueKind;
    let users = function.users().into_iter();
    let is_call = |user: &Value| {
        user.kind() == ValueKind::LLVMInstructionValueKind
            && matches!(user.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke)
            && user.callee() == Some(function)
    };
    let mut calls = users.filter(is_call);
    if !calls.any(|call| call.call_args().iter().any(is_gone)) {
        return Ok(());
    }
    let diagnostic = misfit(
        function,
        "has a rule, and is called without one of its arguments: the function itself does not use that, so the compiler has left it out",
    );
    Err(diagnostic
        .help("let the plugin see the program before it is optimised: compile with enzyme-cc, or with -fpass-plugin")
        .help("or declare the function `__attribute__((weak, noinline))`, so that the compiler knows nothing of its body"))
}

fn reverse(module: Module, function: Value, halves: Halves) -> Result<(Value, Said), Diagnostic> {
    all_given(function)?;
    let rule = CustomRule {
        reverse: Some(convention::reverse(module, function, halves)?),
        ..CustomRule::default()
    };
    Ok((function, Said::Custom(Custom::Rule(Box::new(rule)))))
}

fn forward(module: Module, function: Value, tangent: Value) -> Result<(Value, Said), Diagnostic> {
    all_given(function)?;
    let rule = CustomRule {
        forward: Some(convention::forward(module, function, tangent)?),
        ..CustomRule::default()
    };
    Ok((function, Said::Custom(Custom::Rule(Box::new(rule)))))
}

/// Metadata of functions with rules: what augmented, gradient and tangent are.
const RULES: [&str; 3] = ["enzyme_augment", "enzyme_gradient", "enzyme_derivative"];

/// Metadata that names no function: it was removed, for metadata keeps nothing in a module.
fn gone(function: Value, kind: &str) -> Diagnostic {
    let what = format!("has metadata `{kind}`, and what that names is not in the module");
    misfit(function, &what)
        .help("let the plugin see the program before it is optimised, or put the rule's functions into `llvm.used`")
}

/// A rule of reverse mode with one of its functions only.
fn half(function: Value, there: &str, missing: &str) -> Diagnostic {
    let what =
        format!("has metadata `{there}` without `{missing}`: a rule of reverse mode is both");
    misfit(function, &what).help(format!("name the other half by `{missing}`"))
}

/// Rules as front ends of other languages attach them to functions.
fn metadata(heard: &mut Heard, module: Module, function: Value) {
    let rules = RULES.map(|kind| function.function_metadata(kind));
    let is_there = RULES.map(|kind| function.global_has_metadata(kind));
    for k in 0..RULES.len() {
        if is_there[k] && rules[k].is_none() {
            heard.refuse(gone(function, RULES[k]));
        }
    }
    match is_there {
        [true, false, _] => heard.refuse(half(function, RULES[0], RULES[1])),
        [false, true, _] => heard.refuse(half(function, RULES[1], RULES[0])),
        _ => {}
    }
    let [augmented, gradient, tangent] = rules;
    if let (Some(augmented), Some(gradient)) = (augmented, gradient) {
        heard.take(reverse(
            module,
            function,
            Halves {
                augmented,
                gradient,
            },
        ));
    }
    if let Some(tangent) = tangent {
        heard.take(forward(module, function, tangent));
    }
}

fn attributes(heard: &mut Heard, registry: &Registry, function: Value) {
    for (key, _) in NOTES {
        if let Some(value) = function.string_attribute(key) {
            noted(heard, registry, function, &format!("{key}={value}"));
        }
    }
}

/// What metadata says of a global.
fn of_global(heard: &mut Heard, global: Value) {
    for (kind, what) in METADATA
        .iter()
        .filter(|(kind, _)| global.global_has_metadata(kind))
    {
        match *kind {
            "enzyme_inactive" => {
                heard.inactive_globals.insert(global.name());
            }
            // Any other: it asks for what there is not.
            _ => heard.refuse(unsupported(&format!(
                "`{}` is marked `{kind}`, which asks for {what}",
                global.name()
            ))),
        }
    }
}

/// What is said of values inside of a function: by metadata, and by annotations of parameters and variables.
fn inside(heard: &mut Heard, function: Value) {
    let blocks = function.blocks().into_iter();
    for inst in blocks.flat_map(|block| block.instructions()) {
        let kinds = METADATA.iter().filter(|(kind, _)| inst.has_metadata(kind));
        for (kind, what) in kinds {
            heard.refuse(of_value(function, inst, kind, what));
        }
        if let Some(text) = annotated(inst).filter(|text| text.starts_with("enzyme_")) {
            heard.refuse(of_value(
                function,
                inst,
                &text,
                "the activity of one parameter or variable",
            ));
        }
    }
}

/// The text with which a parameter or a variable is annotated, if an instruction does that.
fn annotated(inst: Value) -> Option<String> {
    let call = [Opcode::LLVMCall]
        .contains(&inst.opcode())
        .then_some(inst)?;
    let name = call.callee()?.name();
    let annotates = ["llvm.var.annotation", "llvm.ptr.annotation"];
    annotates.iter().find(|known| name.starts_with(**known))?;
    entries::text(*call.call_args().get(1)?)
}

fn of_value(function: Value, inst: Value, mark: &str, what: &str) -> Diagnostic {
    let message = format!(
        "a value in `{}` is marked `{mark}`, which asks for {what}",
        function.name()
    );
    Diagnostic::new(codes::UNSUPPORTED_HOOK, message)
        .at(function, Some(inst))
        .note("this is not supported, and a derivative without it would not be the one that is meant")
        .help("mark the function or the global instead, or pass the parameter with enzyme_const where the hook is called")
}

/// What an annotation or an attribute says: `enzyme_inactive`, `enzyme_function_like=sin`.
fn noted(heard: &mut Heard, registry: &Registry, subject: Value, text: &str) {
    let Some(statement) = note(text) else {
        // What is said of kernels is heard where their derivatives are made.
        if text.starts_with("enzyme_") && ![KERNEL, KERNEL_INACTIVE].contains(&text) {
            let message = format!("is marked `{text}`, which is no mark that is known");
            heard.refuse(misfit(subject, &message).help(known("", NOTES)));
        }
        return;
    };
    let is_function = entries::is_function(subject);
    match statement {
        Statement::Inactive if is_function => {
            heard.say(subject, Said::Custom(Custom::Inactive));
        }
        Statement::Inactive => {
            heard.inactive_globals.insert(subject.name());
        }
        Statement::Recompute if is_function => {
            heard.recomputed.insert(subject.name());
        }
        Statement::Like if is_function => {
            let (_, name) = text.split_once(['=', '(']).unwrap_or((text, ""));
            let name = name.trim_matches(['"', ')', ' ']);
            let like = convention::like(registry, subject, name);
            heard.take(like.map(|entry| (subject, Said::Known(entry))));
        }
        Statement::Advice => {}
        Statement::Refused(what) => heard.refuse(unsupported(&format!(
            "`{}` is marked `{text}`, which asks for {what}",
            subject.name()
        ))),
        Statement::Like
        | Statement::Recompute
        | Statement::Gradient
        | Statement::Derivative
        | Statement::InactiveGlobal
        | Statement::Allocates => {
            heard.refuse(misfit(subject, &format!("cannot be marked `{text}`")));
        }
    }
}

fn unsupported(message: &str) -> Diagnostic {
    Diagnostic::new(codes::UNSUPPORTED_HOOK, message)
        .note("this is not supported, and a derivative without it would not be the one that is meant")
        .help("leave it out if the derivative of the function as it is written will do")
        .help("else call the function outside of the differentiated code, or mark what goes into it enzyme_const")
}
