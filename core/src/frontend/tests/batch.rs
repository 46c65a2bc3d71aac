//! Several calls of one function.

use super::*;
use crate::frontend::expand_batches;

/// Hooks and markers of these tests.
const BATCH: &str = "
@enzyme_scalar = external global i32
@enzyme_vector = external global i32
@enzyme_buffer = external global i32
declare { double, double } @__enzyme_batch(ptr, ...)
";

fn expanded(call: &str) -> (String, Vec<Diagnostic>) {
    let text = format!(
        "{PRELUDE}{BATCH}define void @b(double %x, double %y, ptr %p, i32 %n) {{
           %r = call {{ double, double }} (ptr, ...) @__enzyme_batch({call})
           store {{ double, double }} %r, ptr %p
           ret void
         }}"
    );
    let context = Context::create();
    let mut owned = OwnedModule::parse_text(&context, &text).unwrap();
    let module = owned.handle();
    let (_, diagnostics) = expand_batches(module, LinkFollows::No);
    module.verify().unwrap();
    (module.print(), diagnostics)
}

#[track_caller]
fn refused(call: &str, words: &[&str]) {
    let (_, diagnostics) = expanded(call);
    assert_eq!(diagnostics.len(), 1, "{diagnostics:#?}");
    let message = diagnostics[0].to_string();
    for word in words {
        assert!(message.contains(word), "no `{word}` in\n{message}");
    }
}

#[test]
fn each_call_has_its_arguments() {
    let (text, diagnostics) = expanded(
        "ptr @arr, ptr @enzyme_width, i32 2, ptr @enzyme_buffer, i32 16, ptr %p, ptr @enzyme_scalar, i32 %n,
         ptr @enzyme_vector, double %x, double %y",
    );
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    for call in [
        "i32 %n, double %x)",
        "i32 %n, double %y)",
        "i8, ptr %p, i64 16",
    ] {
        assert!(text.contains(call), "no `{call}` in\n{text}");
    }
    assert!(!text.contains("call { double, double } (ptr, ...) @__enzyme_batch"));
}

#[test]
fn what_is_missing_is_named() {
    refused(
        "ptr @sq, ptr @enzyme_vector, double %x, double %y",
        &["how many calls", "enzyme_width"],
    );
    refused(
        "ptr @sq, ptr @enzyme_width, i32 2, double %x",
        &["is not said to be", "enzyme_scalar"],
    );
    refused(
        "ptr @sq, ptr @enzyme_width, i32 2, ptr @enzyme_vector, double %x",
        &["the value of parameter 1", "is missing"],
    );
    refused(
        "ptr @sq, ptr @enzyme_width, i32 2, ptr @enzyme_dup, double %x, double %y",
        &["`enzyme_dup` belongs to derivatives"],
    );
    refused(
        "ptr @sq, ptr @enzyme_width, i32 3, ptr @enzyme_scalar, double %x",
        &["does not return the 3 results"],
    );
    refuses(
        &format!(
            "{BATCH}{}",
            calling(
                "call double (ptr, ...) @__enzyme_autodiff(ptr @sq, ptr @enzyme_scalar, double %x)"
            )
        ),
        "EZ0402",
        &["`enzyme_scalar` belongs to `__enzyme_batch`"],
    );
}
