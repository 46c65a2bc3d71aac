//! The halves of split derivatives: tapes, seeds, sizes.

use super::*;

/// Markers and hooks of these tests.
const HALVES: &str = "
@enzyme_allocated = external global i32
@enzyme_tape = external global i32
@enzyme_nofree = external global i32
@enzyme_not_overwritten = external global i32
declare ptr @__enzyme_augmentfwd(ptr, ...)
declare void @__enzyme_augmentfwd_v(ptr, ...)
declare double @__enzyme_augmentfwd_d(ptr, ...)
declare { ptr, double } @__enzyme_augmentfwd_both(ptr, ...)
declare double @__enzyme_reverse(ptr, ...)
declare void @__enzyme_reverse_v(ptr, ...)
declare i32 @__enzyme_augmentsize(ptr, ...)
define ptr @first(ptr %x) { ret ptr %x }
";

fn body(call: &str) -> String {
    format!("{HALVES}{}", calling(call))
}

#[test]
fn an_augmented_primal_finds_its_memory() {
    Run::good(&body(
        "%t = call { ptr, double } (ptr, ...) @__enzyme_augmentfwd_both(ptr @sq, double %x)
         store { ptr, double } %t, ptr %p",
    ))
    .asks("sq.aug(out) -> active")
    .has("@sq.aug(double %x, ptr null, i64 0)");
}

#[test]
fn an_augmented_primal_is_given_memory() {
    Run::good(&body(
        "%r = call double (ptr, ...) @__enzyme_augmentfwd_d(ptr @arr, ptr @enzyme_allocated, i32 %n, ptr @enzyme_tape, ptr %q,
           ptr @enzyme_dup, ptr %p, ptr %q, i32 %n, double %x)
         store double %r, ptr %p",
    ))
    .asks("arr.aug(dup, const, out) -> active")
    .has("sext i32 %n to i64")
    .has("@arr.aug(ptr %p, ptr %q, i32 %n, double %x, ptr %q, i64 %")
    .has("extractvalue { ptr, double } %2, 1");
}

#[test]
fn the_tape_alone_may_be_taken() {
    Run::good(&body(
        "%t = call ptr (ptr, ...) @__enzyme_augmentfwd(ptr @sq, double %x)
         store ptr %t, ptr %p",
    ))
    .has("extractvalue { ptr, double } %1, 0");
}

#[test]
fn reverse_halves_take_seed_and_tape() {
    let seeded = "call double (ptr, ...) @__enzyme_reverse(ptr @sq, double %x, double 2.0, ptr %p)";
    Run::good(&body(seeded).replace("call d", "%r = call d"))
        .asks("sq.rev(out) -> active")
        .has("@sq.rev(double %x, double 2.000000e+00, ptr %p)");
    let unseeded = "call double (ptr, ...) @__enzyme_reverse(ptr @sq, double %x, ptr %p)";
    Run::good(&body(unseeded).replace("call d", "%r = call d"))
        .has("@sq.rev(double %x, double 1.000000e+00, ptr %p)");
    let marked = "call void (ptr, ...) @__enzyme_reverse_v(ptr @store, ptr @enzyme_tape, ptr %p, ptr @enzyme_nofree,
                    ptr @enzyme_not_overwritten, ptr @enzyme_dup, ptr %q, ptr %p)";
    Run::good(&body(marked)).has("@store.rev(ptr %q, ptr %p, ptr %p)");
}

#[test]
fn sizes_are_numbers() {
    Run::good(&body(
        "%s = call i32 (ptr, ...) @__enzyme_augmentsize(ptr @arr, ptr @enzyme_dup, ptr @enzyme_const, ptr @enzyme_const)
         store i32 %s, ptr %p",
    ))
    .asks("arr.aug(dup, const, const) -> active")
    .has("store i32 48, ptr %p")
    .has_not("__enzyme_augmentsize");
}

#[test]
fn what_is_missing_is_named() {
    let no_room = "call void (ptr, ...) @__enzyme_augmentfwd_v(ptr @store, ptr @enzyme_tape, ptr %p, ptr %q, ptr %q)";
    refuses(
        &body(no_room),
        "EZ0402",
        &["how much memory", "enzyme_allocated"],
    );
    let no_place = "call void (ptr, ...) @__enzyme_augmentfwd_v(ptr @store, ptr @enzyme_allocated, i32 8, ptr %q, ptr %q)";
    refuses(
        &body(no_place),
        "EZ0402",
        &["where the memory is", "enzyme_tape"],
    );
    let no_tape = "call void (ptr, ...) @__enzyme_reverse_v(ptr @store, ptr %q, ptr %q)";
    refuses(
        &body(no_tape),
        "EZ0402",
        &["the tape is missing", "__enzyme_augmentfwd"],
    );
    let number = "call void (ptr, ...) @__enzyme_reverse_v(ptr @store, ptr %q, ptr %q, i32 3)";
    refuses(&body(number), "EZ0402", &["argument 4", "the tape is due"]);
    let lost = "call void (ptr, ...) @__enzyme_augmentfwd_v(ptr @store, ptr %q, ptr %q)";
    refuses(
        &body(lost),
        "EZ0404",
        &["nobody takes the tape", "result: tape"],
    );
    let elsewhere =
        "call double (ptr, ...) @__enzyme_autodiff(ptr @sq, ptr @enzyme_nofree, double %x)";
    refuses(
        &body(elsewhere),
        "EZ0402",
        &["keeps to itself", "__enzyme_reverse"],
    );
    let nothing = "call void (ptr, ...) @__enzyme_reverse_v(ptr @store, ptr %q, ptr %q, ptr %p, ptr @enzyme_tape)";
    refuses(
        &body(nothing),
        "EZ0402",
        &[
            "the marker `enzyme_tape`, and the tape",
            "is missing behind it",
        ],
    );
}
