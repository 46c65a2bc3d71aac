//! The name by which the loader looks for the library. That of the emulator, which is in it, has no such file: cargo would hand its flag on to this one.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libenzyme_rs_emulated_gpu.so");
    }
}
