//! The structures of Rust are those of `include/enzyme_rs/application.h`: a C compiler compares their sizes and where each member lies.
//!
//! Owns: this comparison. Must not: know what members mean.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use enzyme_rs_application_abi::{Application, DIMENSIONS, Field, Ranks, Setup};
use std::mem::offset_of;
use std::path::Path;
use std::process::Command;

/// A line of C for the size of a structure, and one for each of its members.
macro_rules! asserted {
    ($type:ident is $name:literal: $($member:ident)*) => {
        [
            format!("_Static_assert(sizeof({}) == {}, \"size\");\n", $name, size_of::<$type>()),
            $(format!(
                "_Static_assert(offsetof({}, {}) == {}, \"{}\");\n",
                $name, stringify!($member), offset_of!($type, $member), stringify!($member)
            ),)*
        ]
        .concat()
    };
}

#[test]
fn structures_are_those_of_the_header() {
    let lines = [
        asserted!(Field is "enzyme_rs_app_field":
            name unit role dimensions extent first count origin spacing least greatest),
        asserted!(Setup is "enzyme_rs_app_setup": size driver number integer text file steps field refuse),
        asserted!(Ranks is "enzyme_rs_app_ranks": size begin end abort any least sum give take),
        asserted!(Application is "enzyme_rs_app":
            size name about ranks create destroy guess initial step objective done
            initial_adjoint step_adjoint objective_adjoint initial_tangent step_tangent objective_tangent
            whole whole_adjoint initial_second step_second objective_second),
        format!(
            "_Static_assert(ENZYME_RS_APP_DIMENSIONS == {}, \"dimensions\");\n",
            DIMENSIONS
        ),
    ];
    let source = format!(
        "#include <stddef.h>\n#include <enzyme_rs/application.h>\n{}",
        lines.concat()
    );
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("layout.c");
    std::fs::write(&file, source).unwrap();
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../include");
    let compiled = Command::new("cc")
        .args(["-std=c11", "-fsyntax-only", "-I"])
        .arg(include)
        .arg(&file)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{said}");
}
