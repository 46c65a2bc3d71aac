//! Shadows that cannot be right, and calls that only look so.

use super::*;

/// A caller with variables `%x`, `%y`, `%dx`, `%dy` of three numbers, `%small` of two, and one hook call.
fn with_variables(call: &str) -> String {
    format!(
        "@fixed = internal constant [3 x double] [double 1.0, double 2.0, double 3.0]
         define void @two_arrays(ptr %x, ptr %y) {{ ret void }}
         define void @d(ptr %p, ptr %q, ptr %s, i32 %n) {{
         %x = alloca [3 x double]
         %y = alloca [3 x double]
         %dx = alloca [3 x double]
         %dy = alloca [3 x double]
         %small = alloca [2 x double]
         %single = alloca [6 x float]
         %none = alloca {{}}
         %x0 = getelementptr [3 x double], ptr %x, i64 0, i64 0
         %m = load i32, ptr @enzyme_runtime_activity
         {call}
         ret void
         }}
         @enzyme_runtime_activity = external global i32
         declare void @__enzyme_fwddiff_v(ptr, ...)
         declare ptr @__enzyme_augmentfwd(ptr, ...)"
    )
}

fn reverse(arguments: &str) -> String {
    with_variables(&format!(
        "call void (ptr, ...) @__enzyme_autodiff_v(ptr @two_arrays, {arguments})"
    ))
}

fn forward(arguments: &str) -> String {
    with_variables(&format!(
        "call void (ptr, ...) @__enzyme_fwddiff_v(ptr @two_arrays, {arguments})"
    ))
}

#[test]
fn the_memory_itself() {
    let body = reverse("ptr %x, ptr %x0, ptr %y, ptr %dy");
    let words = [
        "argument 3 of the hook call cannot be the shadow of parameter 1 `x`",
        "the argument's own memory",
        "enzyme_runtime_activity",
    ];
    refuses(&body, "EZ0407", &words);
    refuses(
        &reverse("ptr %p, ptr %p, ptr %y, ptr %dy"),
        "EZ0407",
        &["own memory"],
    );
}

#[test]
fn numbers_of_another_precision() {
    let words = [
        "argument 3 of the hook call cannot be the shadow of parameter 1 `x`",
        "it is made of numbers of the type float, and what it belongs to of double",
    ];
    refuses(
        &reverse("ptr %x, ptr %single, ptr %y, ptr %dy"),
        "EZ0407",
        &words,
    );
    refuses(
        &forward("ptr %x, ptr %single, ptr %y, ptr %dy"),
        "EZ0407",
        &words,
    );
    // The function says it where the call does not.
    let reads = "define double @reads(ptr %x) {
         %second = getelementptr double, ptr %x, i64 1
         %v = load double, ptr %second
         ret double %v
         }
         define void @d(ptr %p) {
         %single = alloca [6 x float]
         %r = call double (ptr, ...) @__enzyme_autodiff(ptr @reads, ptr %p, ptr %single)
         ret void
         }";
    refuses(reads, "EZ0407", &words[1..]);
}

#[test]
fn one_shadow_for_two_arrays() {
    let body = reverse("ptr %x, ptr %dx, ptr %y, ptr %dx");
    let words = [
        "argument 5 of the hook call cannot be the shadow of parameter 2 `y`",
        "that of parameter 1 `x`",
    ];
    refuses(&body, "EZ0407", &words);
}

#[test]
fn null_and_too_small() {
    refuses(
        &reverse("ptr %x, ptr null, ptr %y, ptr %dy"),
        "EZ0407",
        &["argument 3", "it is null"],
    );
    refuses(
        &forward("ptr %x, ptr %dx, ptr %y, ptr null"),
        "EZ0407",
        &["argument 5", "it is null"],
    );
    // The function may look at the first two numbers only.
    let small = Run::good(&reverse("ptr %x, ptr %small, ptr %y, ptr %dy"));
    assert_eq!(small.warnings.len(), 1);
    let warning = small.warnings[0].to_string();
    for words in ["warning: argument 3", "16 bytes", "belongs to 24", "EZ0407"] {
        assert!(warning.contains(words), "{warning}");
    }
}

#[test]
fn what_may_be_right() {
    let good = [
        // The same array twice, with the same shadow.
        "ptr %x, ptr %dx, ptr %x, ptr %dx",
        // Two pointers may lead to the same array.
        "ptr %p, ptr %s, ptr %q, ptr %s",
        // Nothing has no derivative.
        "ptr null, ptr null, ptr %y, ptr %dy",
        // An object without members.
        "ptr %none, ptr %none, ptr %y, ptr %dy",
        // Constants that are equal are one.
        "ptr @fixed, ptr @fixed, ptr %y, ptr %dy",
        // A part of an array needs no larger shadow than that.
        "ptr %small, ptr %dx, ptr %y, ptr %dy",
        // Said to be inactive.
        "i32 %m, ptr %x, ptr %x, ptr %y, ptr %y",
    ];
    for arguments in good {
        let run = Run::good(&reverse(arguments));
        assert!(run.warnings.is_empty(), "{:?}", run.warnings);
    }
    // A first half does not look at shadows of numbers.
    let none = "ptr %x, ptr null, ptr %y, ptr %dy";
    Run::good(&with_variables(&format!(
        "%t = call ptr (ptr, ...) @__enzyme_augmentfwd(ptr @two_arrays, {none})
         store ptr %t, ptr %p"
    )));
    let same_direction = "ptr %x, ptr %dx, ptr %y, ptr %dx";
    Run::good(&forward(same_direction));
    let along_itself = "ptr %x, ptr %x, ptr %y, ptr %dy";
    Run::good(&forward(along_itself));
}
