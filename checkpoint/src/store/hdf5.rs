//! Checkpoints as HDF5 files. Owns the names of group, attributes and datasets; files and their names are `files`'.
//!
//! `/checkpoint` carries the attributes `version`, `run`, `step`, `data`, `level`, `slot`, `generation`, `rank` and
//! `bytes`. Each field of the layout is a dataset in it, with its checksum in the attribute `xxh3`.

use super::codec::{Codec, verify};
use super::{Entry, Fault, FileOptions, Filter, StoreError, checksum, zfp};
use crate::model::{Field, Kind};
use crate::schedule::Data;
use bytemuck::Pod;
use hdf5::types::VarLenUnicode;
use hdf5::{Dataset, FileBuilder, Group, H5Type};
use std::path::Path;

/// Version of the form of the files.
const VERSION: u32 = 2;
pub(super) const GROUP: &str = "checkpoint";
/// Size of a chunk where a filter needs chunks and none was given.
const CHUNK: usize = 1 << 20;

pub(super) struct Hdf5 {
    filter: Filter,
    chunk: Option<usize>,
    rank: u32,
}

impl Hdf5 {
    /// Fails, with the reason, if this build or the system's library lacks the filter.
    pub(super) fn new(options: &FileOptions) -> Result<Self, String> {
        let too_high = |level| (level > 9).then(|| format!("level {level}: 0 to 9 are there"));
        let wrong = match options.filter {
            Filter::None => None,
            Filter::Deflate(_) if !hdf5::filters::deflate_available() => {
                Some("this HDF5 library is built without zlib".into())
            }
            Filter::Zstd(_) if !cfg!(feature = "blosc") => {
                Some("Zstandard needs the feature `blosc`, which this build is without".into())
            }
            Filter::Deflate(level) | Filter::Zstd(level) => too_high(level),
            Filter::Zfp(_) if !cfg!(feature = "zfp") => {
                Some("zfp needs the feature `zfp`, which this build is without".into())
            }
            Filter::Zfp(bound) => zfp::check(bound).err(),
        };
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        Ok(Self {
            filter: options.filter,
            chunk: options
                .chunk
                .or((options.filter != Filter::None).then_some(CHUNK)),
            rank: options.rank,
        })
    }

    fn write_all(&self, path: &Path, entry: &Entry, bytes: &[u8]) -> Result<f64, Failure> {
        let file = builder().create(path)?;
        let group = file.create_group(GROUP)?;
        set_attributes(&group, entry, self.own(entry))?;
        let (mut rest, mut max_error) = (bytes, 0.0f64);
        let mut open = Vec::new();
        for field in entry.layout.fields() {
            let (these, others) = rest.split_at(field.bytes());
            rest = others;
            let (dataset, error) = self
                .write_field(&group, field, these, entry.data)
                .map_err(|failure| failure.of(&field.name))?;
            open.push(dataset);
            max_error = max_error.max(error);
        }
        // The library may hold small data back until a dataset is closed, and nobody hears of what fails there.
        file.flush()?;
        drop((open, group));
        file.close()?;
        Ok(max_error)
    }

    /// Attributes that tell the file of this rank from others.
    fn own(&self, entry: &Entry) -> [(&'static str, u64); 2] {
        let bytes = entry.bytes() as u64;
        [("rank", u64::from(self.rank)), ("bytes", bytes)]
    }

    /// Writes a field of a checkpoint of `data`; what may not be in the file yet, and the largest error made.
    fn write_field(
        &self,
        group: &Group,
        field: &Field,
        bytes: &[u8],
        data: Data,
    ) -> Result<(Dataset, f64), Failure> {
        if let Filter::Zfp(bound) = self.filter
            && data == Data::State
            && let Some(written) = self.write_lossy(group, field, bytes, bound)?
        {
            return Ok(written);
        }
        let dataset = match field.kind {
            Kind::U8 => self.write_numbers::<u8>(group, field, bytes, None),
            Kind::I64 => self.write_numbers::<i64>(group, field, bytes, None),
            Kind::F32 => self.write_numbers::<f32>(group, field, bytes, None),
            Kind::F64 => self.write_numbers::<f64>(group, field, bytes, None),
        }?;
        set_checksum(&dataset, bytes)?;
        Ok((dataset, 0.0))
    }

    /// Writes a field packed within `bound` and reads it back; the largest error. `None`, and no field is there, if that
    /// cannot be done, or breaks the bound, or is of no use.
    fn write_lossy(
        &self,
        group: &Group,
        field: &Field,
        bytes: &[u8],
        bound: f64,
    ) -> Result<Option<(Dataset, f64)>, Failure> {
        let shape = self.chunk.map(|chunk| chunk_shape(field, chunk));
        let packs = shape.is_some_and(|shape| zfp::packs(field.kind, &shape));
        if bytes.is_empty() || !packs || !zfp::all_finite(field.kind, bytes) {
            return Ok(None);
        }
        let written = match field.kind {
            Kind::F32 => self.write_numbers::<f32>(group, field, bytes, Some(bound)),
            _ => self.write_numbers::<f64>(group, field, bytes, Some(bound)),
        }?;
        // Open, it would be read from the chunks in memory that are not packed yet.
        group.file()?.flush()?;
        drop(written);
        let dataset = group.dataset(&field.name)?;
        let mut back = vec![0; bytes.len()];
        read_kind(field.kind, &dataset, &mut back)?;
        let error = zfp::largest_error(field.kind, bytes, &back);
        if error <= bound && dataset.storage_size() < bytes.len() as u64 {
            set_checksum(&dataset, &back)?;
            return Ok(Some((dataset, error)));
        }
        drop(dataset);
        group.unlink(&field.name)?;
        Ok(None)
    }

    fn write_numbers<T: H5Type + Pod>(
        &self,
        group: &Group,
        field: &Field,
        bytes: &[u8],
        bound: Option<f64>,
    ) -> Result<Dataset, Failure> {
        let mut builder = group.new_dataset::<T>();
        let wanted = self
            .chunk
            .filter(|chunk| field.bytes() > 0 && !field.shape.is_empty() && *chunk > 0);
        builder = match wanted {
            Some(chunk) => builder.chunk(chunk_shape(field, chunk)),
            None => builder.no_chunk(),
        };
        builder = match self.filter {
            _ if wanted.is_none() => builder,
            Filter::None | Filter::Zfp(_) => {
                let shape = wanted.map_or_else(Vec::new, |chunk| chunk_shape(field, chunk));
                within(builder, bound, shape, field.kind).fletcher32()
            }
            Filter::Deflate(level) => builder.shuffle().deflate(level).fletcher32(),
            Filter::Zstd(level) => zstd(builder, level).fletcher32(),
        };
        let dataset = builder
            .shape(field.shape.clone())
            .create(field.name.as_str())?;
        // The buffer is aligned, but a field behind one of bytes need not be.
        match bytemuck::try_cast_slice::<u8, T>(bytes) {
            _ if bytes.is_empty() => {}
            Ok(numbers) => dataset.as_writer().write_raw(numbers)?,
            Err(_) => {
                let numbers: Vec<T> = bytemuck::allocation::pod_collect_to_vec(bytes);
                dataset.as_writer().write_raw(&numbers)?;
            }
        }
        Ok(dataset)
    }

    fn read_all(
        &self,
        path: &Path,
        entry: &Entry,
        out: &mut [u8],
    ) -> Result<(), Result<StoreError, Failure>> {
        let file = builder().open(path).map_err(Failure::from).map_err(Err)?;
        let group = file.group(GROUP).map_err(Failure::from).map_err(Err)?;
        compare(&group, path, entry, attributes(entry, self.own(entry)))?;
        let mut rest = out;
        for field in entry.layout.fields() {
            let (these, others) = rest.split_at_mut(field.bytes());
            rest = others;
            let sum = read_field(&group, field, these).map_err(|f| Err(f.of(&field.name)))?;
            verify(these, sum, path, entry, &format!("{GROUP}/{}", field.name)).map_err(Ok)?;
        }
        Ok(())
    }
}

impl Codec for Hdf5 {
    fn write(&self, path: &Path, entry: &Entry, bytes: &[u8]) -> Result<f64, StoreError> {
        self.write_all(path, entry, bytes)
            .map_err(|failure| failure.wrap("write", path, entry))
    }

    fn read(&self, path: &Path, entry: &Entry, out: &mut [u8]) -> Result<(), StoreError> {
        found(path, entry)?;
        self.read_all(path, entry, out)
            .map_err(|error| match error {
                Ok(error) => error,
                Err(failure) => failure.wrap("read", path, entry),
            })
    }
}

/// Fails where the file is not there: the library's own message for it is a page long.
pub(super) fn found(path: &Path, entry: &Entry) -> Result<(), StoreError> {
    if path.exists() {
        return Ok(());
    }
    let error = StoreError::new(Fault::Missing, "read", entry, "");
    Err(error.in_file(path).in_dataset(GROUP))
}

/// What says which checkpoint this is, with `own` of what kind of file.
pub(super) fn attributes(entry: &Entry, own: [(&'static str, u64); 2]) -> [(&'static str, u64); 8] {
    [
        ("version", u64::from(VERSION)),
        ("run", entry.run),
        ("step", entry.step),
        ("level", u64::from(entry.slot.level)),
        ("slot", u64::from(entry.slot.index)),
        ("generation", entry.generation),
        own[0],
        own[1],
    ]
}

pub(super) fn set_attributes(
    group: &Group,
    entry: &Entry,
    own: [(&'static str, u64); 2],
) -> Result<(), Failure> {
    for (name, value) in attributes(entry, own) {
        group.new_attr::<u64>().create(name)?.write_scalar(&value)?;
    }
    set_text(group, "data", &entry.data.to_string())
}

/// Whether the file is that of `entry`.
pub(super) fn compare(
    group: &Group,
    path: &Path,
    entry: &Entry,
    expected: [(&'static str, u64); 8],
) -> Result<(), Result<StoreError, Failure>> {
    for (name, value) in expected {
        let attribute = group.attr(name).and_then(|a| a.read_scalar::<u64>());
        let found = attribute.map_err(Failure::from).map_err(Err)?;
        if found != value {
            let of = match name {
                "version" => ": written by another version of this library",
                "run" => ": a checkpoint of another run",
                _ => "",
            };
            let cause = format!("attribute `{name}` is {found}, not {value}{of}");
            let error = StoreError::new(Fault::Corrupt, "read", entry, cause);
            return Err(Ok(error.in_file(path).in_dataset(GROUP)));
        }
    }
    Ok(())
}

/// Without the library's own locks: the folder has one, and theirs pass to any program that is started meanwhile.
pub(super) fn builder() -> FileBuilder {
    let mut builder = FileBuilder::new();
    builder.with_fapl(|access| access.file_locking(false));
    builder
}

/// A failure of the library, and in which field.
pub(super) struct Failure {
    error: hdf5::Error,
    field: Option<String>,
}

impl From<hdf5::Error> for Failure {
    fn from(error: hdf5::Error) -> Self {
        Self { error, field: None }
    }
}

impl Failure {
    pub(super) fn of(mut self, field: &str) -> Self {
        self.field = Some(field.into());
        self
    }

    pub(super) fn wrap(self, doing: &'static str, path: &Path, entry: &Entry) -> StoreError {
        let text = self.error.to_string();
        // The library words what the system said: "errno = 28, error message = ...".
        let system = |number: i32| text.contains(&format!("errno = {number},"));
        let fault = if [28, 27, 122].into_iter().any(system) {
            Fault::Full
        } else if [13, 1, 30].into_iter().any(system) {
            Fault::Denied
        } else if doing == "read" && !system(5) {
            // Whatever does not open or decode.
            Fault::Corrupt
        } else {
            Fault::Failed
        };
        let dataset = match self.field {
            Some(field) => format!("{GROUP}/{field}"),
            None => GROUP.into(),
        };
        StoreError::new(fault, doing, entry, text)
            .in_file(path)
            .in_dataset(&dataset)
    }
}

/// Reads a field and returns the checksum that it was written with.
fn read_field(group: &Group, field: &Field, out: &mut [u8]) -> Result<u64, Failure> {
    let dataset = group.dataset(&field.name)?;
    read_kind(field.kind, &dataset, out)?;
    Ok(dataset.attr("xxh3")?.read_scalar::<u64>()?)
}

/// Notes the checksum of what will be read.
fn set_checksum(dataset: &Dataset, bytes: &[u8]) -> Result<(), Failure> {
    let sum = checksum(bytes);
    dataset
        .new_attr::<u64>()
        .create("xxh3")?
        .write_scalar(&sum)?;
    Ok(())
}

fn read_kind(kind: Kind, dataset: &Dataset, out: &mut [u8]) -> Result<(), Failure> {
    match kind {
        Kind::U8 => read_numbers::<u8>(dataset, out),
        Kind::I64 => read_numbers::<i64>(dataset, out),
        Kind::F32 => read_numbers::<f32>(dataset, out),
        Kind::F64 => read_numbers::<f64>(dataset, out),
    }
}

fn read_numbers<T: H5Type + Pod>(dataset: &Dataset, out: &mut [u8]) -> Result<(), Failure> {
    if out.len() != dataset.size() * size_of::<T>() {
        return Err(hdf5::Error::from(format!("{} numbers in it", dataset.size())).into());
    }
    match bytemuck::try_cast_slice_mut::<u8, T>(out) {
        _ if dataset.size() == 0 => {}
        Ok(numbers) => {
            dataset.as_reader().read_into_raw(numbers)?;
        }
        Err(_) => out.copy_from_slice(bytemuck::cast_slice(&dataset.read_raw::<T>()?)),
    }
    Ok(())
}

fn set_text(group: &Group, name: &str, text: &str) -> Result<(), Failure> {
    let text: VarLenUnicode = text.parse().map_err(|_| hdf5::Error::from("no text"))?;
    group
        .new_attr::<VarLenUnicode>()
        .create(name)?
        .write_scalar(&text)?;
    Ok(())
}

/// Extents of a chunk of at most `bytes` bytes: whole along the fastest dimensions, cut along the slowest.
fn chunk_shape(field: &Field, bytes: usize) -> Vec<usize> {
    let mut room = (bytes / field.kind.bytes()).max(1);
    let mut shape = field.shape.clone();
    for extent in shape.iter_mut().rev() {
        *extent = (*extent).min(room).max(1);
        room = (room / *extent).max(1);
    }
    shape
}

#[cfg(feature = "blosc")]
fn zstd(builder: hdf5::DatasetBuilderEmpty, level: u8) -> hdf5::DatasetBuilderEmpty {
    builder.blosc_zstd(level, hdf5::filters::BloscShuffle::Byte)
}

#[cfg(not(feature = "blosc"))]
fn zstd(builder: hdf5::DatasetBuilderEmpty, _level: u8) -> hdf5::DatasetBuilderEmpty {
    builder
}

/// Packed by zfp, if there is a bound.
#[cfg(feature = "zfp")]
fn within(
    builder: hdf5::DatasetBuilderEmpty,
    bound: Option<f64>,
    chunk: Vec<usize>,
    kind: Kind,
) -> hdf5::DatasetBuilderEmpty {
    // Eight bytes at most.
    let width = kind.bytes() as u8;
    match bound {
        Some(bound) => builder.zfp_accuracy(bound, chunk, width),
        None => builder,
    }
}

#[cfg(not(feature = "zfp"))]
fn within(
    builder: hdf5::DatasetBuilderEmpty,
    _bound: Option<f64>,
    _chunk: Vec<usize>,
    _kind: Kind,
) -> hdf5::DatasetBuilderEmpty {
    builder
}
