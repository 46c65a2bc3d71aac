//! Results as other programs read them: the XDMF by VTK, with which ParaView reads it, and the HDF5 by h5py.
//!
//! Owns: this. Must not: know how they are written.

use crate::bench::{Bench, CASE, numbers};
use std::path::{Path, PathBuf};
use std::process::Command;

const READ: &str = include_str!("read.py");

/// A Python with both libraries: that of `make python`, or the system's.
fn python() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../python/bin/python");
    let mut known = [beside, PathBuf::from("python3")].into_iter();
    let found = known.find(|python| {
        let tried = Command::new(python)
            .args(["-c", "import h5py, vtkmodules.vtkIOXdmf2"])
            .output();
        tried.is_ok_and(|tried| tried.status.success())
    });
    if found.is_none() {
        eprintln!("SKIPPED: no Python with h5py and vtk (make python)");
    }
    found
}

#[test]
fn fields_are_what_vtk_and_h5py_read() {
    let Some(python) = python() else { return };
    let bench = Bench::new(CASE);
    bench.run("case.toml").exits(0);
    let folder = bench.0.path().join("case.run");
    let read = Command::new(python)
        .args(["-c", READ])
        .current_dir(folder)
        .output()
        .unwrap();
    let (out, err) = (
        String::from_utf8(read.stdout).unwrap(),
        String::from_utf8(read.stderr).unwrap(),
    );
    assert!(read.status.success(), "{err}");
    let mut lines = out.lines();
    // Along the first axis, half a unit apart.
    assert_eq!(
        lines.next(),
        Some("(8, 1, 1) (0.0, 0.0, 0.0) (0.5, 1.0, 1.0)"),
        "{err}"
    );
    let expected = numbers(&bench, "gradient.h5", "start");
    for reader in ["vtk", "h5py"] {
        let line = lines.next().unwrap().strip_prefix(reader).unwrap();
        let read: Vec<f64> = line
            .split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect();
        assert_eq!(read, expected, "{reader}");
    }
}
