//! Tests of the frontend on small IR: what requests are read, what is put in a hook call's place,
//! and what is refused.

use super::{Hook, collect, replace, tidy};
use crate::diag::Diagnostic;
use crate::options::Options;
use crate::request::{Mode, Request};
use enzyme_llvm_shim::inkwell::context::Context;
use enzyme_llvm_shim::io::OwnedModule;
use enzyme_llvm_shim::ir::{Module, Type};
use enzyme_llvm_shim::plugin::LinkFollows;

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

/// What one run over a module gave.
struct Run {
    /// The module afterwards.
    text: String,
    requests: Vec<String>,
    diagnostics: Vec<Diagnostic>,
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
        let (hooks, diagnostics) = collect(module, &options);
        let requests = hooks.iter().map(|hook| hook.request.to_string()).collect();
        for hook in hooks {
            put_dummy(module, hook);
        }
        tidy(module);
        module.verify().unwrap();
        Self {
            text: module.print(),
            requests,
            diagnostics,
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
        params.extend(request.has_shadow(index).then(|| param.ty()));
    }
    let returned = request.function.function_type().returned();
    if request.mode == Mode::Gradient && request.returned.active {
        params.push(returned);
    }
    let ty = result_type(module, request).function(&params, false);
    let name = format!("{}.{}", request.function.name(), request.mode.suffix());
    let derivative = module.add_function(&name, ty);
    replace(module, hook, derivative).unwrap();
}

fn result_type(module: Module, request: &Request) -> Type {
    let returned = request.function.function_type().returned();
    let mut types = Vec::new();
    types.extend(request.returned.primal.then_some(returned));
    if request.mode == Mode::Forward {
        types.extend(request.returned.active.then_some(returned));
        if types.len() == 1 {
            return returned;
        }
    } else {
        let params = request.function.params();
        let out = |i: &usize| request.params[*i] == crate::request::Activity::Out;
        types.extend((0..params.len()).filter(out).map(|i| params[i].ty()));
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

mod reading {
    use super::*;

    #[test]
    fn variadic_promotions_are_undone() {
        Run::good(
            "declare float @__enzyme_autodiff_f(ptr, ...)
            define float @d(double %x, i32 %n) {
              %r = call float (ptr, ...) @__enzyme_autodiff_f(ptr @sqf, double %x, i32 %n)
              ret float %r
            }",
        )
        .asks("sqf.grad(out, const) -> active")
        .has("fptrunc double %x to float")
        .has("trunc i32 %n to i8")
        .has("@sqf.grad(float %1, i8 %2, float 1.000000e+00)");
    }

    #[test]
    fn markers_as_loads() {
        let run = Run::good(
            "define double @d(ptr %x, ptr %dx, i32 %n) {
              %dup = load i32, ptr @enzyme_dup
              %const = load i32, ptr @enzyme_const
              %out = load i32, ptr @enzyme_out
              %r = call double (ptr, ...) @__enzyme_autodiff(ptr @arr, i32 %dup, ptr %x, ptr %dx,
                i32 %const, i32 %n, i32 %out, double 1.0)
              ret double %r
            }",
        );
        run.asks("arr.grad(dup, const, out) -> active")
            .has("@arr.grad(ptr %x, ptr %dx, i32 %n, double 1.000000e+00, double 1.000000e+00)")
            .has_not("enzyme_dup")
            .has_not("load i32");
    }

    #[test]
    fn markers_as_pointers_metadata_and_mangled_names() {
        Run::good(&calling(
            "call void (ptr, ...) @__enzyme_autodiff_v(ptr @arr, ptr @enzyme_const, ptr %p,
               i32 %n, metadata !\"enzyme_const\", double %x)",
        ))
        .asks("arr.grad(const, const, const) -> active");
        Run::good(&format!(
            "@_ZN3foo10enzyme_dupE = external global i32\n{}",
            calling(
                "%m = load i32, ptr @_ZN3foo10enzyme_dupE
                 call void (ptr, ...) @__enzyme_autodiff_v(ptr @store, i32 %m, ptr %p, ptr %q)"
            )
        ))
        .asks("store.grad(dup) -> const")
        .has_not("enzyme_dup");
    }

    #[test]
    fn dupnoneed_is_not_dup_by_accident() {
        Run::good(&calling(
            "%m = load i32, ptr @enzyme_dupnoneed
             call void (ptr, ...) @__enzyme_autodiff_v(ptr @store, i32 %m, ptr %p, ptr %q)",
        ))
        .asks("store.grad(dup) -> const");
    }

    #[test]
    fn data_whose_name_resembles_a_marker() {
        Run::good(&calling(
            "call void (ptr, ...) @__enzyme_autodiff_v(ptr @store, ptr @enzyme_output, ptr %q)",
        ))
        .has("@store.grad(ptr @enzyme_output, ptr %q)");
    }

    #[test]
    fn unoptimised_copies_are_looked_through() {
        let run = Run::good(
            "define double @d(double %x) {
              %f.addr = alloca ptr
              %m.addr = alloca i32
              store ptr @sq, ptr %f.addr
              %m = load i32, ptr @enzyme_const
              store i32 %m, ptr %m.addr
              %f = load ptr, ptr %f.addr
              %copy = load i32, ptr %m.addr
              %noret = load i32, ptr @enzyme_noret
              %r = call i32 (ptr, ...) @__enzyme_autodiff_i(ptr %f, i32 %copy, double %x, i32 %noret)
              ret double %x
            }",
        );
        run.asks("sq.grad(const) -> const")
            .has("call void @sq.grad(double %x)");
        run.has_not("enzyme_const")
            .has_not("enzyme_noret")
            .has_not("__enzyme_autodiff_i");
    }

    #[test]
    fn markers_merged_by_the_optimizer() {
        Run::good(
            "define void @d(ptr %p, ptr %q, i1 %c) {
              br i1 %c, label %a, label %b
            a:
              %m1 = load i32, ptr @enzyme_dup
              br label %join
            b:
              %m2 = load i32, ptr @enzyme_dup
              br label %join
            join:
              %m = phi i32 [ %m1, %a ], [ %m2, %b ]
              call void (ptr, ...) @__enzyme_autodiff_v(ptr @store, i32 %m, ptr %p, ptr %q)
              ret void
            }",
        )
        .asks("store.grad(dup) -> const")
        .has_not("enzyme_dup");
    }

    #[test]
    fn functions_behind_aliases_and_constants() {
        Run::good(&format!(
            "@other = alias double (double), ptr @sq
             @table = internal constant ptr @other\n{}",
            calling(
                "%f = load ptr, ptr @table
                 %r = call double (ptr, ...) @__enzyme_autodiff(ptr %f, double %x)"
            )
        ))
        .asks("sq.grad(out) -> active");
    }

    #[test]
    fn mangled_templates() {
        Run::good(
            "declare double @_Z17__enzyme_autodiffIdJdiPdS0_EET_PvDpT0_(ptr, double, i32, ptr, ptr)
            define double @f(double %x, ptr %y) { ret double %x }
            define double @d(double %x, ptr %y, ptr %dy) {
              %m = load i32, ptr @enzyme_dup
              %r = call double @_Z17__enzyme_autodiffIdJdiPdS0_EET_PvDpT0_(ptr @f, double %x,
                i32 %m, ptr %y, ptr %dy)
              ret double %r
            }",
        )
        .asks("f.grad(out, dup) -> active")
        .has_not("_Z17__enzyme_autodiff");
    }

    #[test]
    fn forward_mode() {
        Run::good(&calling(
            "%r = call double (ptr, ...) @__enzyme_fwddiff(ptr @arr, ptr %p, ptr %q, i32 %n,
               double %x, double 1.0)
             store double %r, ptr %p",
        ))
        .asks("arr.fwd(dup, const, dup) -> active")
        .has("store double %1, ptr %p");
    }

    #[test]
    fn forward_mode_with_primal() {
        let run = Run::good(&calling(
            "%m = load i32, ptr @enzyme_primal_return
             %r = call { double, double } (ptr, ...) @__enzyme_fwddiff2(ptr @sq, i32 %m, double %x,
               double 1.0)
             store { double, double } %r, ptr %p",
        ));
        run.has("call { double, double } @sq.fwd(double %x, double 1.000000e+00)");
    }

    #[test]
    fn markers_about_the_return_value() {
        let call = |mode: &str, marker: &str| {
            let call = format!("@__enzyme_{mode}(ptr @sq, i32 %m, double %x, double 1.0)");
            let text = format!("%m = load i32, ptr @{marker}\ncall double (ptr, ...) {call}");
            Run::good(&calling(&text)).requests
        };
        assert_eq!(
            call("fwddiff", "enzyme_const_return"),
            ["sq.fwd(dup) -> const"]
        );
        assert_eq!(
            call("fwddiff", "enzyme_dup_return"),
            ["sq.fwd(dup) -> active"]
        );
        assert_eq!(
            call("fwddiff", "enzyme_active_return"),
            ["sq.fwd(dup) -> active"]
        );
        assert_eq!(call("fwddiff", "enzyme_noret"), ["sq.fwd(dup) -> const"]);
    }

    #[test]
    fn inner_derivatives_come_first() {
        let run = Run::good(
            "define double @outer(double %x) {
              %r = call double (ptr, ...) @__enzyme_fwddiff(ptr @inner, double %x, double 1.0)
              ret double %r
            }
            define double @inner(double %x) {
              %r = call double (ptr, ...) @__enzyme_autodiff(ptr @sq, double %x)
              ret double %r
            }",
        );
        assert_eq!(
            run.requests,
            ["sq.grad(out) -> active", "inner.fwd(dup) -> active"]
        );
    }

    #[test]
    fn the_result_of_one_hook_as_argument_of_the_next() {
        let run = Run::good(
            "define double @d(double %x) {
              %r = call double (ptr, ...) @__enzyme_autodiff(ptr @sq, double %x)
              %s = call double (ptr, ...) @__enzyme_fwddiff(ptr @sq, double %x, double %r)
              ret double %s
            }",
        );
        run.has("@sq.fwd(double %x, double %2)");
    }

    #[test]
    fn structures_by_value() {
        let run = Run::good(&calling(
            "%c = load i32, ptr @enzyme_const
             %r = call double (ptr, ...) @__enzyme_autodiff(ptr @by_value, i32 %c,
               ptr byval(%G) align 8 %p, double %x)",
        ));
        run.asks("by_value.grad(const, out) -> active")
            .has("alloca %G, align 16");
        Run::good(&calling(
            "%c = load i32, ptr @enzyme_dup
             call void (ptr, ...) @__enzyme_autodiff_v(ptr @view, i32 %c,
               ptr byval(%W) align 8 %p, ptr byval(%W) align 8 %q)",
        ))
        .asks("view.grad(dup) -> const");
    }
}

mod returning {
    use super::*;

    #[test]
    fn structures_of_doubles() {
        let run = Run::good(&calling(
            "%r = call { double, double } (ptr, ...) @__enzyme_autodiff2(ptr @two, double %x,
               double %x)
             store { double, double } %r, ptr %p",
        ));
        run.asks("two.grad(out, out) -> active")
            .has("store { double, double } %1, ptr %p");
    }

    #[test]
    fn coerced_to_a_vector_and_the_rest() {
        let run = Run::good(
            "declare { <2 x float>, float } @__enzyme_autodiff_q(ptr, ...)
            define { <2 x float>, float } @d(double %x) {
              %r = call { <2 x float>, float } (ptr, ...) @__enzyme_autodiff_q(ptr @three,
                double %x, double %x, double %x)
              ret { <2 x float>, float } %r
            }",
        );
        run.has("insertelement <2 x float>")
            .has("ret { <2 x float>, float } %");
    }

    #[test]
    fn vectors_travel_as_vectors() {
        let run = Run::good(
            "declare <2 x float> @__enzyme_autodiff_l(ptr, ...)
            define <2 x float> @d(<2 x float> %x) {
              %r = call <2 x float> (ptr, ...) @__enzyme_autodiff_l(ptr @lanes, <2 x float> %x)
              ret <2 x float> %r
            }",
        );
        run.asks("lanes.grad(out) -> active");
        run.has("@lanes.grad(<2 x float> %x, <2 x float> splat (float 1.000000e+00))");
    }

    #[test]
    fn small_fields_packed_into_an_integer() {
        let run = Run::good(
            "declare i64 @__enzyme_autodiff_p(ptr, ...)
            define float @mul(float %x, float %y) { ret float %x }
            define i64 @d(double %x) {
              %r = call i64 (ptr, ...) @__enzyme_autodiff_p(ptr @mul, double %x, double %x)
              ret i64 %r
            }",
        );
        run.has("alloca i64")
            .has("getelementptr inbounds i8, ptr %1, i64 4");
    }

    #[test]
    fn through_memory() {
        let run = Run::good(
            "declare void @__enzyme_autodiff_g(ptr sret(%G) align 8, ptr, ...)
            define double @f(double %a, double %b, double %c) { ret double %a }
            define void @d(ptr noalias sret(%G) align 8 %out, double %x) {
              call void (ptr, ptr, ...) @__enzyme_autodiff_g(ptr sret(%G) align 8 %out, ptr @f,
                double %x, double %x, double 3.0)
              ret void
            }",
        );
        run.asks("f.grad(out, out, out) -> active");
        run.has("getelementptr inbounds i8, ptr %out, i64 16")
            .has_not("__enzyme");
    }

    #[test]
    fn truth_values_and_padding_in_memory() {
        let run = Run::good(
            "%B = type { i8, [7 x i8], double }
            declare void @__enzyme_autodiff_b(ptr sret(%B) align 8, ptr, ...)
            define i1 @f(double %a) { ret i1 true }
            define void @d(ptr noalias sret(%B) align 8 %out, double %x) {
              %m = load i32, ptr @enzyme_primal_return
              call void (ptr, ptr, ...) @__enzyme_autodiff_b(ptr sret(%B) align 8 %out, ptr @f,
                i32 %m, double %x)
              ret void
            }",
        );
        run.has("zext i1").has("ptr %out, i64 8");
    }

    #[test]
    fn one_declaration_for_float_and_double() {
        Run::good(
            "define float @f(float %x) { ret float %x }
            define double @d(double %x) {
              %r = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %x)
              ret double %r
            }",
        )
        .has("fpext float");
    }

    #[test]
    fn nobody_looks() {
        Run::good(&calling(
            "call double (ptr, ...) @__enzyme_autodiff(ptr @two, double %x, double %x)",
        ));
        let run = Run::good(&calling(
            "%r = call i32 (ptr, ...) @__enzyme_autodiff_i(ptr @store, ptr %p, ptr %q)
             store i32 %r, ptr %p",
        ));
        run.has("store i32 0, ptr %p");
    }

    #[test]
    fn seeds_of_structures() {
        let run = Run::good(&calling(
            "%r = call double (ptr, ...) @__enzyme_autodiff(ptr @pair, double %x)",
        ));
        run.has("{ double, i32 } { double 1.000000e+00, i32 0 }");
    }

    #[test]
    fn invoke_stays_invoke() {
        let run = Run::good(
            "declare i32 @__gxx_personality_v0(...)
            define double @d(double %x) personality ptr @__gxx_personality_v0 {
              %r = invoke double (ptr, ...) @__enzyme_autodiff(ptr @sq, double %x)
                to label %go unwind label %stop
            go:
              ret double %r
            stop:
              %l = landingpad { ptr, i32 } cleanup
              resume { ptr, i32 } %l
            }",
        );
        run.asks("sq.grad(out) -> active")
            .has_not("invoke double (ptr, ...)")
            .has("invoke { double } @sq.grad(")
            .has("unwind label %stop");
    }

    #[test]
    fn keeps_the_place_in_the_source() {
        let run = Run::good(
            "define double @d(double %x) !dbg !4 {
              %r = call double (ptr, ...) @__enzyme_autodiff(ptr @sq, double %x), !dbg !6
              ret double %r, !dbg !6
            }
            !llvm.dbg.cu = !{!0}
            !llvm.module.flags = !{!2}
            !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
            !1 = !DIFile(filename: \"d.c\", directory: \"/\")
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}
            !4 = distinct !DISubprogram(name: \"d\", file: !1, line: 3, type: !5, unit: !0,
              spFlags: DISPFlagDefinition)
            !5 = !DISubroutineType(types: !{null})
            !6 = !DILocation(line: 4, column: 10, scope: !4)",
        );
        run.has("double 1.000000e+00), !dbg");
    }
}

mod refusing {
    use super::*;

    #[test]
    fn no_function() {
        let hook = |argument: &str| {
            calling(&format!(
                "call void (ptr, ...) @__enzyme_autodiff_v({argument})"
            ))
        };
        refuses(
            &hook("ptr null, double %x"),
            "EZ0401",
            &["first argument is null"],
        );
        refuses(
            &hook("ptr %p, double %x"),
            "EZ0401",
            &["parameter of the caller", "always_inline"],
        );
        refuses(&hook("ptr @enzyme_output"), "EZ0401", &["is no function"]);
        refuses(
            &calling(
                "%c = icmp eq i32 %n, 0
                 %f = select i1 %c, ptr @sq, ptr @two
                 call void (ptr, ...) @__enzyme_autodiff_v(ptr %f, double %x)",
            ),
            "EZ0401",
            &["chosen at run time", "each function"],
        );
        refuses(
            "declare void @__enzyme_autodiff_none()
             define void @d() { call void @__enzyme_autodiff_none() ret void }",
            "EZ0401",
            &["names no function"],
        );
    }

    #[test]
    fn no_definition() {
        let body = calling("call void (ptr, ...) @__enzyme_autodiff_v(ptr @unknown, double %x)");
        refuses(&body, "EZ0403", &["`unknown` is declared here", "-flto"]);
        let run = Run::with(&body, LinkFollows::Yes);
        assert!(run.diagnostics.is_empty() && run.requests.is_empty());
        run.has("@__enzyme_autodiff_v(ptr @unknown");
    }

    #[test]
    fn markers_stay_for_hooks_that_wait_for_the_linker() {
        let run = Run::with(
            &calling(
                "%m.addr = alloca i32
                 %m = load i32, ptr @enzyme_const
                 store i32 %m, ptr %m.addr
                 %copy = load i32, ptr %m.addr
                 call void (ptr, ...) @__enzyme_autodiff_v(ptr @unknown, i32 %copy, double %x)",
            ),
            LinkFollows::Yes,
        );
        run.has("load i32, ptr @enzyme_const")
            .has_not("enzyme_dup =");
    }

    #[test]
    fn number_of_arguments() {
        let hook = |arguments: &str| {
            calling(&format!(
                "call void (ptr, ...) @__enzyme_autodiff_v(ptr @arr, {arguments})"
            ))
        };
        refuses(
            &hook("ptr %p, ptr %q, i32 %n"),
            "EZ0402",
            &[
                "the value of parameter 3 `y` of `arr` (double) is missing",
                "takes 3 parameters",
            ],
        );
        refuses(
            &hook("ptr %p, ptr %q, i32 %n, double %x, double 1.0, i32 4"),
            "EZ0402",
            &["2 arguments of the hook call are left over, from argument 6 on"],
        );
        refuses(
            &hook("ptr %p, i32 %n, double %x"),
            "EZ0402",
            &[
                "argument 3",
                "32-bit integer",
                "shadow of parameter 1 `x`",
                "without marker",
            ],
        );
    }

    #[test]
    fn placement_of_markers() {
        let hook = |arguments: &str| {
            calling(&format!(
                "%c = load i32, ptr @enzyme_const
                 %d = load i32, ptr @enzyme_dup
                 %w = load i32, ptr @enzyme_width
                 %z = load i32, ptr @enzyme_cosnt
                 call void (ptr, ...) @__enzyme_autodiff_v(ptr @store, {arguments})"
            ))
        };
        refuses(
            &hook("i32 %d, ptr %p, i32 %c"),
            "EZ0402",
            &["argument 4", "is the marker", "due"],
        );
        refuses(
            &hook("i32 %d, i32 %c, ptr %p"),
            "EZ0402",
            &["`enzyme_const` follows `enzyme_dup`"],
        );
        refuses(
            &hook("i32 %c, ptr %p, i32 %d"),
            "EZ0402",
            &["`enzyme_dup` has no argument"],
        );
        refuses(
            &hook("i32 %w, i32 4, ptr %p"),
            "EZ0402",
            &["`enzyme_width` is not", "direction"],
        );
        refuses(
            &hook("i32 %z, ptr %p"),
            "EZ0402",
            &["`enzyme_cosnt` is no marker"],
        );
        refuses(
            &hook("metadata !\"dup\", ptr %p"),
            "EZ0402",
            &["`dup` is no marker"],
        );
    }

    #[test]
    fn activity_against_type() {
        let hook = |name: &str, arguments: &str| {
            calling(&format!(
                "call void (ptr, ...) @__enzyme_{name}({arguments})"
            ))
        };
        let reverse = |arguments: &str| hook("autodiff_v", arguments);
        let dup = "metadata !\"enzyme_dup\"";
        let out = "metadata !\"enzyme_out\"";
        refuses(
            &reverse(&format!(
                "ptr @arr, ptr %p, ptr %q, {dup}, i32 %n, i32 %n, double %x"
            )),
            "EZ0402",
            &["parameter 2 `n`", "integers have no derivative"],
        );
        refuses(
            &reverse(&format!("ptr @store, {out}, ptr %p")),
            "EZ0402",
            &["parameter 1 `x`"],
        );
        refuses(
            &reverse(&format!("ptr @sq, {dup}, double %x, double %x")),
            "EZ0402",
            &["enzyme_out"],
        );
        let forward =
            format!("call double (ptr, ...) @__enzyme_fwddiff(ptr @sq, {out}, double %x)");
        refuses(
            &calling(&forward),
            "EZ0402",
            &["forward mode", "enzyme_dup"],
        );
        refuses(&reverse("ptr @sq, i32 1"), "EZ0402", &["decimal point"]);
        refuses(
            &reverse("ptr @sq, ptr %p"),
            "EZ0402",
            &["has the type pointer"],
        );
    }

    #[test]
    fn structures() {
        let hook = |arguments: &str| {
            calling(&format!(
                "call void (ptr, ...) @__enzyme_autodiff_v({arguments})"
            ))
        };
        refuses(
            &hook("ptr @by_value, ptr byval(%G) align 8 %p, double %x"),
            "EZ0402",
            &["passed by value", "enzyme_const"],
        );
        refuses(
            &hook(
                "ptr @by_value, metadata !\"enzyme_dup\", ptr byval(%G) align 8 %p,
                 ptr byval(%G) align 8 %q, double %x",
            ),
            "EZ0402",
            &["adjoints would be lost"],
        );
        refuses(
            &hook("ptr @store, ptr byval(%G) %p, ptr %q"),
            "EZ0402",
            &["pass its address"],
        );
        refuses(
            &hook("ptr noundef @two, metadata !\"enzyme_const\", double %x, double %x"),
            "EZ0402",
            &["parameter 1 `x`", "one part of a structure"],
        );
    }

    #[test]
    fn kinds_of_functions() {
        let hook = |function: &str| {
            let call = "call void (ptr, ...) @__enzyme_autodiff_v(ptr @f, ptr %p)";
            format!("{function}\n{}", calling(call))
        };
        refuses(
            &hook("define void @f(ptr sret(%G) %r, double %x) { ret void }"),
            "EZ0402",
            &["structure through memory"],
        );
        refuses(
            &hook("define void @f(ptr %p, ...) { ret void }"),
            "EZ0402",
            &["variable number"],
        );
    }

    #[test]
    fn markers_about_the_return_value() {
        let hook = |function: &str, marker: &str| {
            calling(&format!(
                "call void (ptr, ...) @__enzyme_autodiff_v(ptr @{function}, metadata !\"{marker}\",
                   metadata !\"enzyme_const\", ptr %p)"
            ))
        };
        refuses(
            &hook("store", "enzyme_primal_return"),
            "EZ0402",
            &["returns nothing"],
        );
        refuses(
            &hook("store", "enzyme_active_return"),
            "EZ0402",
            &["`store` returns void"],
        );
        refuses(
            &hook("store", "enzyme_dup_return"),
            "EZ0402",
            &["reverse mode"],
        );
    }

    #[test]
    fn what_is_returned() {
        let used = "store double %r, ptr %p";
        refuses(
            &calling(&format!(
                "%r = call double (ptr, ...) @__enzyme_autodiff(ptr @two, double %x, double %x)\n{used}"
            )),
            "EZ0404",
            &[
                "declared to return double, but the derivative of `two` returns { double, double }",
                "adjoint of parameter 2 `y`",
            ],
        );
        refuses(
            &calling(&format!(
                "%r = call double (ptr, ...) @__enzyme_autodiff(ptr @store, ptr %p, ptr %q)\n{used}"
            )),
            "EZ0404",
            &["returns nothing"],
        );
        refuses(
            &calling(
                "%r = call i32 (ptr, ...) @__enzyme_autodiff_i(ptr @sq, double %x)
                 store i32 %r, ptr %p",
            ),
            "EZ0404",
            &["32-bit integer"],
        );
        refuses(
            &calling(
                "%r = call { double, double } (ptr, ...) @__enzyme_autodiff2(ptr @sqf, double %x,
                   i32 1)
                 store { double, double } %r, ptr %p",
            ),
            "EZ0404",
            &["returns float"],
        );
        refuses(
            "declare void @__enzyme_autodiff_g(ptr sret(%G) align 8, ptr, ...)
            define void @d(ptr sret(%G) align 8 %out, double %x) {
              call void (ptr, ptr, ...) @__enzyme_autodiff_g(ptr sret(%G) align 8 %out, ptr @sq,
                double %x)
              ret void
            }",
            "EZ0404",
            &["to return G { double, double, double }"],
        );
    }

    #[test]
    fn other_hooks() {
        let hook = |name: &str| {
            let text = calling(&format!("call void (ptr, ...) @{name}(ptr @sq, double %x)"));
            format!("declare void @{name}(ptr, ...)\n{text}")
        };
        refuses(
            &hook("__enzyme_augmentfwd"),
            "EZ0405",
            &["augmented primal on its own"],
        );
        refuses(
            &hook("_Z16__enzyme_reversePvz"),
            "EZ0405",
            &["reverse pass on its own"],
        );
        refuses(
            &hook("__enzyme_virtualreverse"),
            "EZ0405",
            &["function pointer"],
        );
        refuses(
            &hook("__enzyme_autodif"),
            "EZ0405",
            &["no hook", "__enzyme_autodiff"],
        );
        Run::good(&hook("__enzyme_integer"));
    }

    #[test]
    fn an_unexpected_signature() {
        let context = Context::create();
        let body = calling("call double (ptr, ...) @__enzyme_autodiff(ptr @sq, double %x)");
        let mut owned = OwnedModule::parse_text(&context, &format!("{PRELUDE}{body}")).unwrap();
        let module = owned.handle();
        let (hooks, _) = collect(module, &Options::default());
        let wrong = module.function("by_value").unwrap();
        let hook = hooks.into_iter().next().unwrap();
        let error = replace(module, hook, wrong).unwrap_err().to_string();
        assert!(
            error.contains("EZ0901") && error.contains("by_value"),
            "{error}"
        );
    }
}
