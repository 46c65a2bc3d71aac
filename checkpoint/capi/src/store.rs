//! Stores for C: where checkpoints lie. Owns the handles, and that what is in one is given away once.

use crate::boundary::{Fail, bad, count, count32, elements, given, guarded, quietly, text};
use crate::types::Status;
use enzyme_checkpoint as lib;
use std::ffi::c_char;
use std::mem::MaybeUninit;

/// What the files of a store are.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// HDF5, or plain where the library was built without.
    Default = 0,
    /// HDF5: a group `checkpoint` with attributes that say what it is, and a dataset for each field.
    Hdf5 = 1,
    /// A header in JSON, then the bytes, with a checksum for each mebibyte.
    Plain = 2,
}

/// How the numbers in HDF5 files are packed; all but zfp without loss.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// As they are.
    None = 0,
    /// Bytes shuffled, then deflate (zlib).
    Deflate = 1,
    /// Zstandard inside Blosc, with shuffled bytes; where the library was built with it.
    Zstd = 2,
    /// zfp, with a bound of the error; where the library was built with it.
    Zfp = 3,
}

/// How files are written. All zeros are good values.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct FileOptions {
    /// Of enum enzyme_rs_cp_format.
    pub format: i32,
    /// Of enum enzyme_rs_cp_filter.
    pub filter: i32,
    /// Of deflate and zstd: 0 (fastest) to 9 (smallest). Of zfp: the largest error is 2 to the power of this; -52 or more, not 0.
    pub filter_level: i32,
    /// Which of the processes that share the folder this is, from 0.
    pub rank: i32,
    /// Size of a chunk of HDF5 in bytes; 0 for one piece, or a mebibyte where a filter needs chunks.
    pub chunk: i64,
}

/// A place for checkpoints. Given to a run or to another store, it leaves an empty handle behind, which
/// takes no further part and is freed as any other.
pub struct Store(Option<Place>);

/// What is in a handle.
pub(crate) enum Place {
    Memory(lib::Memory),
    Files(lib::Files),
    Tiered(lib::Tiered),
    Background(lib::Background),
}

impl Place {
    /// As the store of the executor's next level.
    pub(crate) fn add_to<'a>(self, executor: lib::Executor<'a>) -> lib::Executor<'a> {
        match self {
            Self::Memory(store) => executor.store(store),
            Self::Files(store) => executor.store(store),
            Self::Tiered(store) => executor.store(store),
            Self::Background(store) => executor.store(store),
        }
    }

    fn boxed(self) -> Box<dyn lib::Store> {
        match self {
            Self::Memory(store) => Box::new(store),
            Self::Files(store) => Box::new(store),
            Self::Tiered(store) => Box::new(store),
            Self::Background(store) => Box::new(store),
        }
    }

    fn behind(self, memory: usize) -> Result<lib::Background, lib::StoreError> {
        match self {
            Self::Memory(store) => lib::Background::new(store, memory),
            Self::Files(store) => lib::Background::new(store, memory),
            Self::Tiered(store) => lib::Background::new(store, memory),
            Self::Background(store) => lib::Background::new(store, memory),
        }
    }
}

impl Store {
    /// Takes what is in the handle.
    pub(crate) fn take(&mut self) -> Result<Place, Fail> {
        self.0.take().ok_or_else(given_away)
    }
}

fn given_away() -> Fail {
    bad("`store` was given away before, to a run or another store: open one for each use")
}

/// Hands a new store over, or NULL with the error.
fn open(
    out: Option<&mut MaybeUninit<Option<Box<Store>>>>,
    make: impl FnOnce() -> Result<Place, Fail>,
) -> i32 {
    guarded(|| {
        let out = given("out", out)?.write(None);
        *out = Some(Box::new(Store(Some(make()?))));
        Ok(Status::Ok)
    })
}

/// Opens a store in memory. A resumed run computes again what was in it.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_store_memory(
    out: Option<&mut MaybeUninit<Option<Box<Store>>>>,
) -> i32 {
    open(out, || Ok(Place::Memory(lib::Memory::new())))
}

/// Opens a store of files in `folder`, which is made if it is not there: one file a checkpoint, whole or not
/// there. NULL for `options` is all zeros. On an error `*out` is NULL.
///
/// # Safety
/// `folder` ends in a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_store_files(
    folder: *const c_char,
    options: Option<&FileOptions>,
    out: Option<&mut MaybeUninit<Option<Box<Store>>>>,
) -> i32 {
    open(out, || {
        // SAFETY: promised by the caller.
        let folder = unsafe { text("folder", folder) }?;
        let options = options.map_or(Ok(lib::FileOptions::default()), FileOptions::read)?;
        Ok(Place::Files(lib::Files::new(folder, &options)?))
    })
}

impl FileOptions {
    fn read(&self) -> Result<lib::FileOptions, Fail> {
        let level = || match u8::try_from(self.filter_level) {
            Ok(level @ 0..=9) => Ok(level),
            _ => Err(bad(format!(
                "`filter_level` is {}: it is 0 to 9",
                self.filter_level
            ))),
        };
        let bound = || match self.filter_level {
            // Who has not thought of it would lose all digits of small numbers.
            0 => Err(bad(
                "`filter_level` is 0: of zfp it says the largest error, 2 to its power; -20 allows 1e-6",
            )),
            power @ -52..=1023 => Ok(f64::from(power).exp2()),
            power => Err(bad(format!(
                "`filter_level` is {power}: of zfp it is -52 to 1023, the largest error being 2 to its power"
            ))),
        };
        let otherwise = lib::FileOptions::default();
        Ok(lib::FileOptions {
            format: match self.format {
                0 => otherwise.format,
                1 => lib::Format::Hdf5,
                2 => lib::Format::Plain,
                format => return Err(bad(format!("`format` is {format}: no such format"))),
            },
            filter: match self.filter {
                0 => lib::Filter::None,
                1 => lib::Filter::Deflate(level()?),
                2 => lib::Filter::Zstd(level()?),
                3 => lib::Filter::Zfp(bound()?),
                filter => return Err(bad(format!("`filter` is {filter}: no such filter"))),
            },
            chunk: match bytes("chunk", self.chunk)? {
                0 => None,
                chunk => Some(chunk),
            },
            rank: count32("rank", self.rank)?,
        })
    }
}

/// The argument `name` as a number of bytes in memory.
fn bytes(name: &str, value: i64) -> Result<usize, Fail> {
    usize::try_from(count(name, value)?).map_err(|_| {
        bad(format!(
            "`{name}` is {value}: more than there is memory for"
        ))
    })
}

/// Opens a store made of `count` others, fastest first, `room` having the bytes for each: a checkpoint goes to
/// the first that has room for it. The others are given away. On an error `*out` is NULL and they are as they were.
///
/// # Safety
/// `stores` and `room` have `count` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_store_tiered(
    stores: *const *mut Store,
    room: *const i64,
    count: i32,
    out: Option<&mut MaybeUninit<Option<Box<Store>>>>,
) -> i32 {
    open(out, || {
        // SAFETY: promised by the caller, for both.
        let (stores, room) = unsafe {
            (
                elements("stores", stores, count.into())?,
                elements("room", room, count.into())?,
            )
        };
        if stores.is_empty() {
            return Err(bad("`count` is 0: give at least one store"));
        }
        let room: Vec<u64> = room
            .iter()
            .map(|room| crate::boundary::count("room", *room))
            .collect::<Result<_, Fail>>()?;
        for (k, store) in stores.iter().enumerate() {
            // SAFETY: NULL or a store, used by nobody else now.
            let store_k = given("stores", unsafe { store.as_ref() })?;
            if store_k.0.is_none() || stores[..k].contains(store) {
                return Err(given_away());
            }
        }
        let mut tiers = Vec::with_capacity(stores.len());
        for (store, room) in stores.iter().zip(room) {
            // SAFETY: as above; they are different stores.
            let store = given("stores", unsafe { store.as_mut() })?;
            tiers.push((store.take()?.boxed(), room));
        }
        Ok(Place::Tiered(lib::Tiered::new(tiers)))
    })
}

/// Opens a store that reads and writes another one while the model computes, with at most `memory` bytes
/// of checkpoints waiting (or one checkpoint, if it is larger). The other one is given away. On an error
/// `*out` is NULL.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_store_background(
    store: Option<&mut Store>,
    memory: i64,
    out: Option<&mut MaybeUninit<Option<Box<Store>>>>,
) -> i32 {
    open(out, || {
        let memory = bytes("memory", memory)?;
        let place = given("store", store)?.take()?;
        let started = place.behind(memory);
        Ok(Place::Background(started.map_err(|error| {
            let text = error.to_string();
            Fail::new(Status::SystemFailed, text)
        })?))
    })
}

/// Frees a store, given away or not. NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_store_free(store: Option<Box<Store>>) {
    quietly((), || drop(store));
}

/// Forgets the finished run whose journal is in `folder`, so that the same program starts another one.
/// Call it when the gradient is safe.
///
/// # Safety
/// `folder` ends in a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_journal_clear(folder: *const c_char, rank: i32) -> i32 {
    guarded(|| {
        // SAFETY: promised by the caller.
        let folder = unsafe { text("folder", folder) }?;
        let rank = count32("rank", rank)?;
        lib::Journal::new(folder).rank(rank).clear()?;
        Ok(Status::Ok)
    })
}
