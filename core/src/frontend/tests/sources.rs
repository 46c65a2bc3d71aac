//! What sources bring along besides hooks of derivatives: functions through parameters, calls without derivative, shadows behind
//! all arguments, tangents from tapes, marks of values.

use super::*;
use crate::frontend::{expand_inactive, hear, specialise};

/// The module after a step, which is run as the pipeline runs it, and what the step says is wrong.
fn after(
    body: &str,
    step: impl Fn(Module) -> (bool, Vec<Diagnostic>),
) -> (bool, String, Vec<String>) {
    let context = Context::create();
    let mut owned = OwnedModule::parse_text(&context, &format!("{PRELUDE}{body}")).unwrap();
    let module = owned.handle();
    let (changed, diagnostics) = step(module);
    module.verify().unwrap();
    let said = diagnostics.iter().map(ToString::to_string).collect();
    (changed, module.print(), said)
}

fn specialised(body: &str) -> (bool, String) {
    let (changed, text, _) = after(body, |module| (specialise(module), Vec::new()));
    (changed, text)
}

#[test]
fn callers_of_a_hook_of_a_parameter_get_copies() {
    let (changed, text) = specialised(
        "define internal double @slope(ptr %f, double %x) {
           %d = call double (ptr, ...) @__enzyme_autodiff(ptr %f, double %x)
           ret double %d
         }
         define internal double @more(ptr %f) {
           %d = call double @slope(ptr %f, double 2.0)
           ret double %d
         }
         define double @both() {
           %a = call double @more(ptr @sq)
           %b = call double @slope(ptr @square, double 3.0)
           %s = fadd double %a, %b
           ret double %s
         }
         define double @square(double %x) { ret double %x }",
    );
    assert!(changed);
    for wanted in [
        "call double @more.0.sq(ptr @sq)",
        "call double @slope.0.sq(ptr @sq, double",
        "call double @slope.0.square(ptr @square, double",
        "@__enzyme_autodiff(ptr @square, double %x)",
    ] {
        assert!(text.contains(wanted), "no `{wanted}` in\n{text}");
    }
    assert!(!text.contains("@slope(ptr %f"), "{text}");
}

#[test]
fn a_function_that_others_may_call_stays() {
    let (_, text) = specialised(
        "define double @slope(ptr %f, double %x) {
           %d = call double (ptr, ...) @__enzyme_autodiff(ptr %f, double %x)
           ret double %d
         }",
    );
    assert!(text.contains("define double @slope"), "{text}");
}

#[test]
fn constant_functions_are_known_to_what_is_differentiated() {
    Run::good(
        "define double @apply(ptr %f, double %x) {
           %r = call double %f(double %x)
           ret double %r
         }
         define double @d(double %x) {
           %t = call double (ptr, ...) @__enzyme_autodiff(ptr @apply, ptr @enzyme_const, ptr @sq, double %x)
           ret double %t
         }",
    )
    .asks("apply.0.sq.grad(const, out) -> active")
    .has("call double @sq(double %x)");
}

fn quietened(body: &str) -> (bool, String, Vec<String>) {
    after(body, |module| expand_inactive(module, LinkFollows::No))
}

#[test]
fn a_call_without_derivative_is_one_of_an_inactive_function() {
    let (changed, text, said) = quietened(
        "declare double @__enzyme_call_inactive(ptr, ...)
         define double @f(double %x) {
           %a = call double (ptr, ...) @__enzyme_call_inactive(ptr @unknown, double %x)
           %b = call double @sq(double %x), !enzyme_inactive !0
           %s = fadd double %a, %b
           ret double %s
         }
         !0 = !{}",
    );
    assert!(changed && said.is_empty(), "{said:?}");
    for wanted in [
        "call double @unknown.inactive(double %x)",
        "call double @sq.inactive(double %x)",
        "call double @unknown(double %0)",
        "\"enzyme_inactive\"",
    ] {
        assert!(text.contains(wanted), "no `{wanted}` in\n{text}");
    }
}

#[test]
fn such_a_call_passes_what_the_function_takes() {
    let call = |args: &str| {
        format!(
            "declare double @__enzyme_call_inactive(ptr, ...)
             define double @f(double %x) {{
               %a = call double (ptr, ...) @__enzyme_call_inactive(ptr @sq{args})
               ret double %a
             }}"
        )
    };
    assert!(quietened(&call(", double %x")).2.is_empty());
    for args in ["", ", ptr null", ", double %x, double %x"] {
        let (_, _, said) = quietened(&call(args));
        assert!(said.len() == 1 && said[0].contains("EZ0402"), "{said:?}");
    }
}

#[test]
fn shadows_may_stand_behind_all_arguments() {
    let markers = "@enzyme_interleave = external global i32\n";
    let call = calling(
        "%t = call double (ptr, ...) @__enzyme_fwddiff(ptr @arr, ptr @enzyme_interleave, ptr %p, i32 %n, double %x, ptr %q, double 1.0)",
    );
    Run::good(&format!("{markers}{call}"))
        .asks("arr.fwd(dup, const, dup) -> active")
        .has("@arr.fwd(ptr %p, ptr %q, i32 %n, double %x, double 1.000000e+00)");
    let late = calling(
        "%t = call double (ptr, ...) @__enzyme_fwddiff(ptr @arr, ptr %p, ptr %q, ptr @enzyme_interleave, i32 %n, double %x, double 1.0)",
    );
    let words = ["in front of all arguments"];
    refuses(&format!("{markers}{late}"), "EZ0402", &words);
}

#[test]
fn a_tangent_from_a_tape_needs_unchanged_inputs() {
    let markers = "@enzyme_not_overwritten = external global i32
                   declare double @__enzyme_fwdsplit(ptr, ...)\n";
    let call = |marker: &str, tape: &str| {
        let call = format!(
            "%t = call double (ptr, ...) @__enzyme_fwdsplit(ptr @arr, {marker}ptr %p, ptr %q, i32 %n, double %x, double 1.0{tape})"
        );
        format!("{markers}{}", calling(&call))
    };
    Run::good(&call("ptr @enzyme_not_overwritten, ", ", ptr %p"))
        .asks("arr.fwd(dup, const, dup) -> active");
    refuses(
        &call("", ", ptr %p"),
        "EZ0402",
        &["may have changed", "enzyme_not_overwritten"],
    );
    refuses(
        &call("ptr @enzyme_not_overwritten, ", ""),
        "EZ0402",
        &["the tape is missing"],
    );
}

fn heard(body: &str) -> Vec<String> {
    after(body, |module| {
        (false, hear(module, &registry()).diagnostics)
    })
    .2
}

#[test]
fn marks_of_values_are_refused() {
    for mark in ["enzyme_inactive", "enzyme_active", "enzyme_shadow"] {
        let said = heard(&format!(
            "define double @f(double %x) {{
               %y = fadd double %x, %x, !{mark} !0
               ret double %y
             }}
             !0 = !{{}}"
        ));
        assert!(said.len() == 1 && said[0].contains(mark), "{said:?}");
    }
    let attribute = |text: &str| heard(&format!("define void @f() \"{text}\" {{ ret void }}"));
    assert!(attribute("enzyme_nocache").is_empty());
    assert!(attribute("enzyme_inactive").is_empty());
    assert_eq!(attribute("enzyme_inactive_inst").len(), 1);
    assert_eq!(attribute("enzyme_allocator").len(), 1);
}

#[test]
fn globals_may_be_marked_by_metadata() {
    let global = |mark: &str| format!("@counted = global double 0.0, !{mark} !0\n!0 = !{{}}\n");
    assert!(heard(&global("enzyme_inactive")).is_empty());
    assert_eq!(heard(&global("enzyme_shadow")).len(), 1);
    let context = Context::create();
    let text = global("enzyme_inactive");
    let mut owned = OwnedModule::parse_text(&context, &text).unwrap();
    let heard = hear(owned.handle(), &registry());
    assert!(heard.inactive_globals.contains("counted"));
}
