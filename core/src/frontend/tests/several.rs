//! Several directions at once: shadows one by one and in buffers, seeds, results.

use super::*;

/// Hooks and markers of these tests.
const SEVERAL: &str = "
@enzyme_dupv = external global i32
declare { double, double } @__enzyme_fwddiff_two(ptr, ...)
declare [2 x double] @__enzyme_fwddiff_array(ptr, ...)
declare { double, double, double, double } @__enzyme_autodiff_four(ptr, ...)
";

fn body(call: &str) -> String {
    format!("{SEVERAL}{}", calling(call))
}

#[test]
fn each_direction_has_a_tangent() {
    Run::good(&body(
        "%t = call { double, double } (ptr, ...) @__enzyme_fwddiff_two(ptr @sq, ptr @enzyme_width, i32 2, double %x,
           double 1.0, double 2.0)
         store { double, double } %t, ptr %p",
    ))
    .asks("sq.fwd2(dup) -> active")
    .has("@sq.fwd2(double %x, double 1.000000e+00, double 2.000000e+00)")
    .has("extractvalue [2 x double] %1, 1");
}

#[test]
fn results_may_be_an_array() {
    Run::good(&body(
        "%t = call [2 x double] (ptr, ...) @__enzyme_fwddiff_array(ptr @arr, ptr @enzyme_width, i32 2, ptr %p, ptr %p, ptr %q,
           i32 %n, double %x, double 1.0, double 0.0)
         store [2 x double] %t, ptr %p",
    ))
    .asks("arr.fwd2(dup, const, dup) -> active")
    .has("store [2 x double] %1, ptr %p");
}

#[test]
fn adjoints_stand_parameter_by_parameter() {
    Run::good(&body(
        "%t = call { double, double, double, double } (ptr, ...) @__enzyme_autodiff_four(ptr @two, ptr @enzyme_width, i32 2,
           double %x, double %x)
         store { double, double, double, double } %t, ptr %p",
    ))
    .asks("two.grad2(out, out) -> active")
    .has("[2 x double] [double 1.000000e+00, double 1.000000e+00]");
}

#[test]
fn a_buffer_holds_the_shadows_of_all_directions() {
    Run::good(&body(
        "call void (ptr, ...) @__enzyme_autodiff_v(ptr @store, ptr @enzyme_width, i32 3, ptr @enzyme_dupv, i32 40, ptr %p, ptr %q)",
    ))
    .asks("store.grad3(dup) -> const")
    .has("i8, ptr %q, i64 40")
    .has("i8, ptr %q, i64 80");
}

#[test]
fn a_buffer_is_for_memory() {
    refuses(
        &body(
            "call void (ptr, ...) @__enzyme_autodiff_v(ptr @store, ptr @enzyme_width, i32 3, ptr @enzyme_dupv, ptr %p, ptr %q)",
        ),
        "EZ0402",
        &["behind the marker `enzyme_dupv` stands no integer"],
    );
    let number = "%t = call { double, double } (ptr, ...) @__enzyme_fwddiff_two(ptr @sq, ptr @enzyme_width, i32 2, ptr @enzyme_dupv,
                    i32 8, double %x, double 1.0)
                  store { double, double } %t, ptr %p";
    refuses(&body(number), "EZ0402", &["is no pointer", "enzyme_dup"]);
}
