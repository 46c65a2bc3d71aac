//! The header is the one that the sources make; `BLESS=1 cargo test -p enzyme-checkpoint-capi --test
//! header` writes it anew.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::path::Path;

#[test]
fn it_is_that_of_the_sources() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(package.join("cbindgen.toml")).unwrap();
    let mut made = Vec::new();
    // From the source alone, which leads to its modules: `cargo metadata` is not needed.
    cbindgen::Builder::new()
        .with_config(config)
        .with_src(package.join("src/lib.rs"))
        .generate()
        .unwrap()
        .write(&mut made);
    let made = plain(&String::from_utf8(made).unwrap());
    let path = package.join("../../include/enzyme_rs/checkpoint.h");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == made,
        "{} is not what the sources say; run this test with BLESS=1 and look at the difference",
        path.display()
    );
}

/// Without the headings for Rust's readers, and with comments of one line on one line.
fn plain(header: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in header.replace(" *\n * # Safety\n", "").lines() {
        if line.trim() == "*/"
            && let [.., open, text] = &mut lines[..]
            && open.trim() == "/**"
            && let Some(words) = text.trim_start().strip_prefix("* ")
        {
            *open = open.replace("/**", &format!("/** {words} */"));
            lines.pop();
        } else {
            lines.push(line.into());
        }
    }
    lines.join("\n") + "\n"
}
