//! Tests of the frontend on small IR: what requests are read, what is put in a hook call's place,
//! and what is refused.

mod batch;
mod halves;
mod reading;
mod refusing;
mod returning;
mod several;
mod shadowing;
mod sources;

use super::{Hook, collect, replace, tidy, wave};
use crate::diag::Diagnostic;
use crate::options::Options;
use crate::request::{Mode, Request, of_each};
use enzyme_llvm_shim::inkwell::context::Context;
use enzyme_llvm_shim::io::OwnedModule;
use enzyme_llvm_shim::ir::{Module, Type, TypeKind};
use enzyme_llvm_shim::plugin::LinkFollows;
use enzyme_rules::Registry;

/// Functions and markers that most tests use.
const PRELUDE: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@enzyme_const = external global i32
@enzyme_dup = external global i32
@enzyme_dupnoneed = external global i32
@enzyme_out = external global i32
@enzyme_primal_return = external global i32
@enzyme_const_return = external global i32
@enzyme_dup_return = external global i32
@enzyme_active_return = external global i32
@enzyme_noret = external global i32
@enzyme_width = external global i32
@enzyme_cosnt = external global i32
@enzyme_output = global [4 x double] zeroinitializer
define double @sq(double %x) { ret double %x }
define float @sqf(float %x, i8 signext %n) { ret float %x }
define double @two(double %x, double %y) { ret double %x }
define float @three(float %a, float %b, float %c) { ret float %a }
define double @arr(ptr %x, i32 %n, double %y) { ret double %y }
define void @store(ptr %x) { ret void }
define i32 @count(double %x) { ret i32 0 }
define <2 x float> @lanes(<2 x float> %x) { ret <2 x float> %x }
define { double, i32 } @pair(double %x) { ret { double, i32 } zeroinitializer }
%G = type { double, double, double }
%W = type { ptr, i64, double }
define double @by_value(ptr byval(%G) align 8 %g, double %k) { ret double %k }
define void @view(ptr byval(%W) align 8 %w) { ret void }
declare double @unknown(double)
declare double @__enzyme_autodiff(ptr, ...)
declare void @__enzyme_autodiff_v(ptr, ...)
declare i32 @__enzyme_autodiff_i(ptr, ...)
declare { double, double } @__enzyme_autodiff2(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare { double, double } @__enzyme_fwddiff2(ptr, ...)
"#;

fn registry() -> Registry {
    let builder = Registry::builder().with(&enzyme_rules::builtin());
    builder.build().unwrap()
}

/// What one run over a module gave.
struct Run {
    /// The module afterwards.
    text: String,
    requests: Vec<String>,
    diagnostics: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl Run {
    fn new(body: &str) -> Self {
        Self::with(body, LinkFollows::No)
    }

    fn with(body: &str, link_follows: LinkFollows) -> Self {
        let context = Context::create();
        let mut owned = OwnedModule::parse_text(&context, &format!("{PRELUDE}{body}")).unwrap();
        let module = owned.handle();
        let options = Options {
            link_follows,
            ..Options::default()
        };
        let (mut hooks, diagnostics) = collect(module, &registry(), &options);
        let said = hooks.iter().flat_map(|hook| hook.warnings().to_vec());
        let warnings = said.collect();
        let mut requests = Vec::new();
        while !hooks.is_empty() {
            let (now, later) = wave(hooks);
            requests.extend(now.iter().map(|hook| hook.request.to_string()));
            now.into_iter().for_each(|hook| put_dummy(module, hook));
            hooks = later;
        }
        tidy(module);
        module.verify().unwrap();
        Self {
            text: module.print(),
            requests,
            diagnostics,
            warnings,
        }
    }

    /// A module with one good hook call.
    fn good(body: &str) -> Self {
        let run = Self::new(body);
        let messages: Vec<String> = run.diagnostics.iter().map(ToString::to_string).collect();
        assert!(messages.is_empty(), "{messages:#?}");
        run
    }

    fn has(&self, what: &str) -> &Self {
        assert!(self.text.contains(what), "no `{what}` in\n{}", self.text);
        self
    }

    fn has_not(&self, what: &str) -> &Self {
        assert!(!self.text.contains(what), "`{what}` in\n{}", self.text);
        self
    }

    fn asks(&self, request: &str) -> &Self {
        assert_eq!(self.requests, [request]);
        self
    }
}

/// Replaces a hook by a declared derivative of the signature that `request.rs` states.
fn put_dummy(module: Module, hook: Hook) {
    let request = &hook.request;
    let mut params = Vec::new();
    for (index, param) in request.function.params().into_iter().enumerate() {
        params.push(param.ty());
        let shadows = if request.has_shadow(index) {
            request.width
        } else {
            0
        };
        params.extend((0..shadows).map(|_| param.ty()));
    }
    let returned = request.function.function_type().returned();
    let pointer = module.context().pointer();
    match request.mode {
        Mode::Gradient | Mode::Reverse if request.returned.active => {
            params.push(of_each(returned, request.width));
        }
        // Any other: no seed.
        _ => {}
    }
    match request.mode {
        Mode::Augmented => params.extend([pointer, module.context().int(64)]),
        Mode::Reverse => params.push(pointer),
        Mode::Forward | Mode::Gradient => {}
    }
    let ty = result_type(module, request).function(&params, false);
    let name = format!("{}.{}", request.function.name(), request.suffix());
    let derivative = module.add_function(&name, ty);
    replace(module, hook, &[derivative], Some(48), &[]).unwrap();
}

fn result_type(module: Module, request: &Request) -> Type {
    let returned = request.function.function_type().returned();
    let mut types = Vec::new();
    types.extend((request.mode == Mode::Augmented).then(|| module.context().pointer()));
    let is_void = returned.kind() == TypeKind::LLVMVoidTypeKind;
    let primal = request.returned.primal && request.mode != Mode::Reverse && !is_void;
    types.extend(primal.then_some(returned));
    if request.mode == Mode::Forward {
        let tangent = of_each(returned, request.width);
        types.extend(request.returned.active.then_some(tangent));
        if types.len() == 1 {
            return types[0];
        }
    } else if request.mode != Mode::Augmented {
        let params = request.function.params();
        let out = |i: &usize| request.params[*i] == crate::request::Activity::Out;
        let adjoint = |i: usize| of_each(params[i].ty(), request.width);
        types.extend((0..params.len()).filter(out).map(adjoint));
    }
    if types.is_empty() {
        module.context().void()
    } else {
        module.context().structure(&types)
    }
}

/// The one diagnostic of a module.
fn refused(body: &str) -> String {
    let run = Run::new(body);
    assert_eq!(run.diagnostics.len(), 1, "{:#?}", run.diagnostics);
    run.diagnostics[0].to_string()
}

#[track_caller]
fn refuses(body: &str, code: &str, words: &[&str]) {
    let message = refused(body);
    assert!(message.contains(code), "{message}");
    for word in words {
        assert!(message.contains(word), "no `{word}` in\n{message}");
    }
}

/// A caller with one hook call of the given text.
fn calling(call: &str) -> String {
    format!("define void @d(double %x, ptr %p, ptr %q, i32 %n) {{\n{call}\nret void\n}}\n")
}
