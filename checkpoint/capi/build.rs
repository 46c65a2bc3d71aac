//! Gives the shared library its soname, so that programs ask for the ABI they were linked against.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if os == "linux" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libenzyme_rs_checkpoint.so.0");
    }
}
