//! Compiles the kernels to PTX, their derivatives with them.
//!
//! Whatever GPU the program meets, its driver compiles the PTX for it, from the architecture on that is named here.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest GPUs that the program runs on.
const ARCHITECTURE: &str = "sm_70";

/// Where CUDA is, as cust looks for it.
fn cuda() -> PathBuf {
    let named = ["CUDA_LIBRARY_PATH", "CUDA_PATH"].map(env::var_os);
    let named = named.into_iter().flatten().next();
    named.map_or_else(|| "/usr/local/cuda".into(), PathBuf::from)
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/ring.cu");
    for name in ["ENZYME_CXX", "CUDA_LIBRARY_PATH", "CUDA_PATH"] {
        println!("cargo::rerun-if-env-changed={name}");
    }

    let compiler = env::var("ENZYME_CXX").unwrap_or_else(|_| "enzyme-c++".into());
    let ptx = Path::new(&env::var("OUT_DIR")?).join("ring.ptx");
    let status = Command::new(&compiler)
        .args(["-x", "cuda", "-O2", "-Wno-unknown-cuda-version"])
        .args(["--cuda-device-only", "-S"])
        .arg(format!("--cuda-path={}", cuda().display()))
        .arg(format!("--offload-arch={ARCHITECTURE}"))
        .arg("src/ring.cu")
        .arg("-o")
        .arg(&ptx)
        .status()
        .map_err(|error| format!("{compiler}: {error}; ENZYME_CXX names another enzyme-c++"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{compiler} does not compile src/ring.cu").into()),
    }
}
