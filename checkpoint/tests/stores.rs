//! Stores by themselves: what comes back, what is durable, and how damage shows.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use enzyme_checkpoint::store::{Buffer, Kept, Owner, Pool, Traffic};
use enzyme_checkpoint::{
    Background, Data, Entry, Fault, Field, FileOptions, Files, Filter, Format, Kind, Layout,
    Memory, Slot, Store, StoreError, Tiered,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

fn layout() -> Arc<Layout> {
    let field = |name: &str, kind, shape: &[usize]| Field {
        name: name.into(),
        kind,
        shape: shape.into(),
    };
    Arc::new(Layout::new([
        field("flags", Kind::U8, &[5]),
        // Not aligned, behind five bytes.
        field("velocity", Kind::F64, &[300, 200]),
        field("count", Kind::I64, &[1]),
        field("mask", Kind::F32, &[7, 3, 2]),
        field("nothing", Kind::F64, &[0]),
        field("time", Kind::F64, &[]),
    ]))
}

fn entry(index: u32, generation: u64) -> Entry {
    Entry {
        slot: Slot::disk(index),
        data: Data::State,
        step: 17 + u64::from(index),
        generation,
        layout: layout(),
        split: 0,
        run: 0,
    }
}

fn bytes(seed: u64) -> Vec<u8> {
    let mut x = seed;
    let count = layout().bytes();
    let numbers = std::iter::repeat_with(|| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (x >> 60) as u8
    });
    numbers.take(count).collect()
}

fn write(store: &mut dyn Store, entry: &Entry, seed: u64) {
    let mut buffer = Pool::new().take(entry.bytes());
    buffer.copy_from_slice(&bytes(seed));
    store.write(entry, buffer).unwrap();
}

fn read(store: &mut dyn Store, entry: &Entry) -> Vec<u8> {
    let mut found = Vec::new();
    store
        .read(entry, &mut |bytes| found.extend_from_slice(bytes))
        .unwrap();
    found
}

fn options() -> Vec<FileOptions> {
    let hdf5 = |filter, chunk| FileOptions {
        format: Format::Hdf5,
        filter,
        chunk,
        rank: 3,
    };
    let mut all = vec![FileOptions {
        format: Format::Plain,
        ..FileOptions::default()
    }];
    if cfg!(feature = "hdf5") {
        all.push(hdf5(Filter::None, None));
        all.push(hdf5(Filter::None, Some(10_000)));
        all.push(hdf5(Filter::Deflate(4), None));
        all.push(hdf5(Filter::Deflate(1), Some(1000)));
    }
    if cfg!(feature = "blosc") {
        all.push(hdf5(Filter::Zstd(5), None));
    }
    all
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let mut all: Vec<_> = all
        .filter(|path| {
            path.extension()
                .is_some_and(|e| e != "lock" && e != "owner")
        })
        .collect();
    all.sort();
    all
}

#[test]
fn what_is_written_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut stores: Vec<Box<dyn Store>> = vec![Box::new(Memory::new())];
    for (k, options) in options().iter().enumerate() {
        let files =
            |name: &str| Files::new(folder.path().join(format!("{name}{k}")), options).unwrap();
        let memory = (
            Box::new(Memory::new()) as Box<dyn Store>,
            3 * entry(0, 0).bytes() as u64,
        );
        stores.push(Box::new(files("direct")));
        stores.push(Box::new(
            Background::new(files("background"), 1 << 20).unwrap(),
        ));
        stores.push(Box::new(Tiered::new(vec![
            memory,
            (Box::new(files("tiered")), u64::MAX),
        ])));
    }
    for store in &mut stores {
        let store = store.as_mut();
        for k in 0..6 {
            write(store, &entry(k, 1 + u64::from(k)), u64::from(k));
        }
        store.prefetch(&entry(5, 6));
        for k in (0..6).rev() {
            assert!(read(store, &entry(k, 1 + u64::from(k))) == bytes(u64::from(k)));
        }
        // Another one in the same slot, after the first was discarded.
        store.discard(&entry(2, 3)).unwrap();
        write(store, &entry(2, 10), 77);
        store.flush().unwrap();
        assert!(read(store, &entry(2, 10)) == bytes(77));
        assert!(store.read(&entry(2, 3), &mut |_| ()).is_err());
        let traffic = store.traffic();
        assert_eq!(traffic.writes, 7);
        assert_eq!(traffic.bytes_written, 7 * entry(0, 0).bytes() as u64);
    }
}

#[test]
fn what_survives_is_found_again_and_the_rest_is_removed() {
    for options in options() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Files::new(folder.path(), &options).unwrap();
        for k in 0..4 {
            write(&mut store, &entry(k, u64::from(k)), u64::from(k));
        }
        store.flush().unwrap();
        drop(store);
        let files = files_in(folder.path());
        fs::write(folder.path().join("notes.txt"), "not ours").unwrap();
        let half =
            files[2].with_extension(format!("{}.part", files[2].extension().unwrap().display()));
        fs::copy(&files[2], half).unwrap();
        let mut bad = fs::read(&files[1]).unwrap();
        let middle = bad.len() * 2 / 3;
        bad[middle..middle + 40].fill(0xff);
        fs::write(&files[1], bad).unwrap();

        let mut store = Files::new(folder.path(), &options).unwrap();
        let keep: Vec<_> = [0, 1, 3, 9].map(|k| entry(k, u64::from(k))).into();
        let all: Vec<Kept> = keep.iter().cloned().map(Kept::from).collect();
        assert_eq!(
            store.recover(&Owner::default(), &all).unwrap(),
            [true, false, true, false],
            "{options:?}"
        );
        // The note among them.
        assert_eq!(files_in(folder.path()).len(), 3);
        assert!(read(&mut store, &keep[2]) == bytes(3));
    }
}

/// Writes one checkpoint, lets `damage` do something to its file, reads.
fn damaged(options: &FileOptions, damage: impl Fn(&Path)) -> StoreError {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Files::new(folder.path(), options).unwrap();
    let one = entry(4, 2);
    write(&mut store, &one, 5);
    let path = files_in(folder.path()).remove(0);
    damage(&path);
    let error = store.read(&one, &mut |_| ()).unwrap_err();
    let text = error.to_string();
    assert_eq!(error.file(), Some(path.as_path()), "{text}");
    assert_eq!(error.step(), Some(21), "{text}");
    assert!(
        text.contains("help:") && text.contains("state 21 in L1[4]"),
        "{text}"
    );
    error
}

#[test]
fn damage_is_named() {
    for options in options() {
        let missing = damaged(&options, |path| fs::remove_file(path).unwrap());
        assert_eq!(missing.fault(), Fault::Missing, "{missing}");
        let short = damaged(&options, |path| {
            let length = fs::metadata(path).unwrap().len();
            fs::File::options()
                .write(true)
                .open(path)
                .unwrap()
                .set_len(length / 2)
                .unwrap();
        });
        assert!(
            matches!(short.fault(), Fault::Short | Fault::Corrupt),
            "{short}"
        );
        let corrupt = damaged(&options, |path| {
            let mut bytes = fs::read(path).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 16;
            fs::write(path, bytes).unwrap();
        });
        assert_eq!(corrupt.fault(), Fault::Corrupt, "{options:?}: {corrupt}");
        assert!(corrupt.dataset().is_some(), "{corrupt}");
        let empty = damaged(&options, |path| fs::write(path, []).unwrap());
        assert!(
            matches!(empty.fault(), Fault::Short | Fault::Corrupt),
            "{empty}"
        );
    }
}

#[test]
fn errors_of_the_background_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("place");
    let plain = FileOptions {
        format: Format::Plain,
        ..FileOptions::default()
    };
    let mut store = Background::new(Files::new(&place, &plain).unwrap(), 1 << 20).unwrap();
    fs::remove_dir_all(&place).unwrap();
    write(&mut store, &entry(0, 1), 1);
    let error = store.flush().unwrap_err();
    assert_eq!(error.fault(), Fault::Missing, "{error}");
    assert_eq!(error.step(), Some(17));
}

#[test]
fn waiting_writes_are_served_and_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let files = Files::new(folder.path(), &FileOptions::default()).unwrap();
    let mut store = Background::new(files, 64 << 20).unwrap();
    for k in 0..40 {
        write(&mut store, &entry(k, u64::from(k)), u64::from(k));
        assert!(read(&mut store, &entry(k, u64::from(k))) == bytes(u64::from(k)));
        store.discard(&entry(k, u64::from(k))).unwrap();
    }
    store.flush().unwrap();
    let traffic = store.traffic();
    assert_eq!(traffic.writes + traffic.cancelled, 40, "{traffic:?}");
    assert!(files_in(folder.path()).is_empty());
}

/// A store that panics at writes, and reads when it is told to.
struct Odd {
    panics: bool,
    go: Mutex<Receiver<()>>,
}

impl Store for Odd {
    fn write(&mut self, _: &Entry, _: Buffer) -> Result<(), StoreError> {
        assert!(!self.panics, "out of order");
        Ok(())
    }

    fn read(&mut self, entry: &Entry, take: &mut dyn FnMut(&[u8])) -> Result<(), StoreError> {
        self.go.lock().unwrap().recv().unwrap();
        take(&vec![0; entry.bytes()]);
        Ok(())
    }

    fn discard(&mut self, _: &Entry) -> Result<(), StoreError> {
        Ok(())
    }

    fn recover(&mut self, _: &Owner, keep: &[Kept]) -> Result<Vec<bool>, StoreError> {
        Ok(vec![true; keep.len()])
    }

    fn traffic(&self) -> Traffic {
        Traffic::default()
    }
}

fn odd(panics: bool) -> (Odd, Sender<()>) {
    let (sender, receiver) = channel();
    let go = Mutex::new(receiver);
    (Odd { panics, go }, sender)
}

#[test]
fn a_store_that_panics_in_the_background_is_an_error() {
    let (done, ended) = channel();
    thread::spawn(move || {
        let mut store = Background::new(odd(true).0, 1 << 20).unwrap();
        write(&mut store, &entry(0, 1), 1);
        let mut errors = vec![store.flush().unwrap_err()];
        errors.push(store.read(&entry(0, 1), &mut |_| ()).unwrap_err());
        errors.push(store.discard(&entry(0, 1)).unwrap_err());
        errors.push(store.recover(&Owner::default(), &[]).unwrap_err());
        drop(store);
        done.send(errors).unwrap();
    });
    let errors = ended.recv_timeout(Duration::from_secs(20));
    for error in errors.expect("it waits for ever") {
        let text = error.to_string();
        assert!(text.contains("panicked: out of order"), "{text}");
    }
}

#[test]
fn what_is_to_be_read_counts_for_the_bound_as_well() {
    let size = entry(0, 0).bytes();
    let (odd, go) = odd(false);
    let mut store = Background::new(odd, 2 * size + size / 2).unwrap();
    let asked = [0, 1, 2, 3].map(|k| store.prefetch(&entry(k, u64::from(k) + 1)));
    assert_eq!(asked, [true, true, false, false]);
    for _ in 0..2 {
        go.send(()).unwrap();
    }
    read(&mut store, &entry(0, 1));
    assert!(store.prefetch(&entry(2, 3)));
    go.send(()).unwrap();
    store.flush().unwrap();
}

#[test]
fn filters_that_are_not_there_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |format, filter| {
        let options = FileOptions {
            format,
            filter,
            ..FileOptions::default()
        };
        let error = Files::new(folder.path(), &options).err().unwrap();
        assert_eq!(error.fault(), Fault::Unsupported);
        error.to_string()
    };
    assert!(refused(Format::Plain, Filter::Deflate(1)).contains("no filters"));
    if cfg!(feature = "hdf5") {
        assert!(refused(Format::Hdf5, Filter::Deflate(10)).contains("0 to 9"));
    } else {
        assert!(refused(Format::Hdf5, Filter::None).contains("feature `hdf5`"));
    }
    if cfg!(all(feature = "hdf5", not(feature = "blosc"))) {
        assert!(refused(Format::Hdf5, Filter::Zstd(3)).contains("feature `blosc`"));
    }
}

/// Other programs find their way in the files.
#[cfg(feature = "hdf5")]
#[test]
fn hdf5_files_are_readable() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Files::new(folder.path(), &FileOptions::default()).unwrap();
    write(&mut store, &entry(4, 2), 5);
    let file = hdf5::File::open(files_in(folder.path()).remove(0)).unwrap();
    let group = file.group("checkpoint").unwrap();
    let number = |name: &str| group.attr(name).unwrap().read_scalar::<u64>().unwrap();
    assert_eq!(
        [number("step"), number("level"), number("slot")],
        [21, 1, 4]
    );
    let text: hdf5::types::VarLenUnicode = group.attr("data").unwrap().read_scalar().unwrap();
    assert_eq!(text.as_str(), "state");
    let velocity = group.dataset("velocity").unwrap();
    assert_eq!(velocity.shape(), [300, 200]);
    let numbers = velocity.read_raw::<f64>().unwrap();
    assert_eq!(numbers[3].to_ne_bytes(), bytes(5)[29..37]);
}
