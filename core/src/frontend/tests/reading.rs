//! What hook calls ask for: markers, activities, seeds, structures.

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

/// Compilers for GPUs give variables addresses of their own, and cast these.
#[test]
fn markers_in_another_address_space() {
    Run::good(&format!(
        "@_ZN3gpu10enzyme_dupE = external addrspace(1) global i32\n{}",
        calling(
            "%m = load i32, ptr addrspacecast (ptr addrspace(1) @_ZN3gpu10enzyme_dupE to ptr)
             call void (ptr, ...) @__enzyme_autodiff_v(ptr @store, i32 %m, ptr %p, ptr %q)"
        )
    ))
    .asks("store.grad(dup) -> const");
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
