//! How results come back to the hook's caller.

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
