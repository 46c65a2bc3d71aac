//! The library's functions of lanes against their source.
//!
//! Owns: that `lanes.{nvidia,amd}.ll` are what `lanes.sh` makes of `lanes.cu`, where there is a clang that can.

#![allow(clippy::unwrap_used, reason = "tests may")]

use std::path::Path;
use std::process::Command;

#[test]
fn functions_of_lanes_are_made_of_their_source() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    if Command::new("clang-22").arg("--version").output().is_err() {
        eprintln!("SKIPPED: no clang-22");
        return;
    }
    let folder = std::env::temp_dir().join(format!("enzyme-rs-lanes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let script = package.join("lanes.sh");
    let made = Command::new("sh")
        .arg(script)
        .arg(&folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{said}");
    for name in ["lanes.nvidia.ll", "lanes.amd.ll"] {
        let of_source = std::fs::read_to_string(folder.join(name)).unwrap();
        let kept = std::fs::read_to_string(package.join("src").join(name)).unwrap();
        assert_eq!(of_source, kept, "{name}: run gpu-adjoint/rules/lanes.sh");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
