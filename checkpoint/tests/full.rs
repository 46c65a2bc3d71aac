//! A disk that is full at any one write of a checkpoint: the store says so, or the file is whole.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use enzyme_checkpoint::store::Pool;
use enzyme_checkpoint::{
    Data, Entry, Fault, Field, FileOptions, Files, Filter, Format, Layout, Slot, Store,
};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::{env, fs};

const CASE: &str = "ENZYME_CHECKPOINT_TEST_CASE";
const FOLDER: &str = "ENZYME_CHECKPOINT_TEST_FOLDER";
/// Number of the write that fails, read by the library that lets it fail.
const FAIL_AT: &str = "ENZYME_TEST_FAIL_AT";

fn cases() -> Vec<FileOptions> {
    let options = |format, filter, chunk| FileOptions {
        format,
        filter,
        chunk,
        ..FileOptions::default()
    };
    let mut all = vec![options(Format::Plain, Filter::None, None)];
    if cfg!(feature = "hdf5") {
        all.push(options(Format::Hdf5, Filter::None, None));
        all.push(options(Format::Hdf5, Filter::None, Some(4096)));
        all.push(options(Format::Hdf5, Filter::Deflate(1), Some(4096)));
    }
    if cfg!(feature = "zfp") {
        all.push(options(Format::Hdf5, Filter::Zfp(1e-3), Some(4096)));
    }
    all
}

/// What the processes with the failing disk do; nothing in the test itself.
#[test]
fn write_one() {
    let (Ok(case), Ok(folder)) = (env::var(CASE), env::var(FOLDER)) else {
        return;
    };
    let options = cases().swap_remove(case.parse().unwrap());
    let fields = [
        Field::f64("time", []),
        Field::f64("u", [300]),
        Field::f64("v", [20_000]),
    ];
    let entry = Entry {
        slot: Slot::disk(1),
        data: Data::State,
        step: 5,
        generation: 9,
        layout: Arc::new(Layout::new(fields)),
        split: 0,
        run: 1,
    };
    let mut store = Files::new(folder, &options).unwrap();
    let mut bytes = Pool::new().take(entry.bytes());
    for (k, number) in bytes.chunks_exact_mut(8).enumerate() {
        number.copy_from_slice(&(k as f64 * 0.001).sin().to_le_bytes());
    }
    match store.write(&entry, bytes) {
        Ok(()) => store.read(&entry, &mut |_| ()).unwrap(),
        Err(error) => assert_eq!(error.fault(), Fault::Full, "{error}"),
    }
}

fn failing_disk(folder: &Path) -> PathBuf {
    let library = folder.join("full.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/full.c");
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".into());
    let built = Command::new(compiler)
        .args(["-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .status();
    assert!(built.unwrap().success());
    library
}

#[test]
fn no_write_that_fails_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let library = failing_disk(folder.path());
    for case in 0..cases().len() {
        for at in 1.. {
            let place = folder.path().join("files");
            let output = Command::new(env::current_exe().unwrap())
                .args(["--exact", "write_one", "--nocapture"])
                .env("LD_PRELOAD", &library)
                .env(CASE, case.to_string())
                .env(FOLDER, &place)
                .env(FAIL_AT, at.to_string())
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&output.stderr);
            let text = format!("{}{text}", String::from_utf8_lossy(&output.stdout));
            let options = &cases()[case];
            assert!(output.status.success(), "{options:?}, write {at}: {text}");
            fs::remove_dir_all(&place).unwrap();
            if !text.contains("no room at write") {
                assert!(at > 2, "{options:?}: no write was seen: {text}");
                break;
            }
        }
    }
}
