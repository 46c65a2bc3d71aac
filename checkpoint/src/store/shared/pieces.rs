//! The ranks' pieces of a field. Owns the tables of `/ranks`, and a piece's way into its dataset and back.

use super::{Comm, Entry, Fault, StoreError, checksum};
use crate::model::{Field, Kind};
use crate::store::hdf5::Failure;
use bytemuck::Pod;
use hdf5::{Group, H5Type};
use std::fmt::Write;

/// Columns of a table before the extents: first element, checksum.
const BEFORE: usize = 2;

/// What all ranks put into one file.
pub(super) struct Pieces {
    tables: Vec<Table>,
    /// Size of all pieces of all fields.
    pub(super) bytes: u64,
}

/// Whose piece of one field lies where.
pub(super) struct Table {
    rank: usize,
    ranks: usize,
    columns: usize,
    rows: Vec<u64>,
    /// Elements of the field, of all ranks.
    elements: usize,
}

impl Pieces {
    /// Learns what all ranks have to write; all of them call this.
    pub(super) fn gather(comm: &Comm, entry: &Entry, bytes: &[u8]) -> Result<Self, StoreError> {
        let mut form = format!("{entry} {} {}", entry.generation, entry.run);
        let mut mine = Vec::new();
        let mut rest = bytes;
        for field in entry.layout.fields() {
            let (these, others) = rest.split_at(field.bytes());
            rest = others;
            // Writing to a string does not fail.
            let _ = write!(
                form,
                "; {} {:?} {}",
                field.name,
                field.kind,
                field.shape.len()
            );
            mine.push(checksum(these));
            mine.extend(field.shape.iter().map(|extent| *extent as u64));
        }
        let form = checksum(form.as_bytes());
        if comm.min(form)? != !comm.min(!form)? {
            let cause = "the ranks do not have the same checkpoint, or not the same fields in it";
            return Err(StoreError::new(Fault::Failed, "write", entry, cause));
        }
        let all = comm.gather(&mine)?;
        let mut pieces = Self {
            tables: Vec::new(),
            bytes: 0,
        };
        let mut column = 0;
        for field in entry.layout.fields() {
            let width = field.shape.len() + 1;
            let rows = (0..comm.size).map(|rank| {
                let start = rank * mine.len() + column;
                &all[start..start + width]
            });
            let table = Table::new(rows, [comm.rank, comm.size], width + 1);
            pieces.bytes += (table.elements * field.kind.bytes()) as u64;
            pieces.tables.push(table);
            column += width;
        }
        Ok(pieces)
    }

    pub(super) fn of(&self, field: usize) -> &Table {
        &self.tables[field]
    }
}

impl Table {
    /// From checksum and extents of each rank.
    fn new<'a>(
        given: impl Iterator<Item = &'a [u64]>,
        [rank, ranks]: [usize; 2],
        columns: usize,
    ) -> Self {
        let (mut rows, mut elements) = (Vec::new(), 0);
        for row in given {
            rows.push(elements as u64);
            rows.extend_from_slice(row);
            elements += row[1..].iter().product::<u64>() as usize;
        }
        Self {
            rank,
            ranks,
            columns,
            rows,
            elements,
        }
    }

    fn first(&self) -> usize {
        self.rows[self.rank * self.columns] as usize
    }
}

/// Makes the datasets of a field, which all ranks do together; then writes the own piece, whose failure comes
/// second.
pub(super) fn write_piece(
    group: &Group,
    ranks: &Group,
    field: &Field,
    bytes: &[u8],
    table: &Table,
) -> Result<Result<(), Failure>, Failure> {
    match field.kind {
        Kind::U8 => write_numbers::<u8>(group, ranks, field, bytes, table),
        Kind::I64 => write_numbers::<i64>(group, ranks, field, bytes, table),
        Kind::F32 => write_numbers::<f32>(group, ranks, field, bytes, table),
        Kind::F64 => write_numbers::<f64>(group, ranks, field, bytes, table),
    }
}

fn write_numbers<T: H5Type + Pod>(
    group: &Group,
    ranks: &Group,
    field: &Field,
    bytes: &[u8],
    table: &Table,
) -> Result<Result<(), Failure>, Failure> {
    let name = field.name.as_str();
    let data = group.new_dataset::<T>().no_chunk();
    let data = data.shape(table.elements).create(name)?;
    let rows = ranks.new_dataset::<u64>().no_chunk();
    let rows = rows.shape([table.ranks, table.columns]).create(name)?;
    let write = || -> Result<(), Failure> {
        if table.rank == 0 {
            rows.as_writer().write_raw(&table.rows)?;
        }
        if bytes.is_empty() {
            return Ok(());
        }
        // The buffer is aligned, but a field behind one of bytes need not be.
        let copy: Vec<T>;
        let numbers = match bytemuck::try_cast_slice::<u8, T>(bytes) {
            Ok(numbers) => numbers,
            Err(_) => {
                copy = bytemuck::allocation::pod_collect_to_vec(bytes);
                &copy
            }
        };
        let first = table.first();
        data.write_slice(numbers, first..first + numbers.len())?;
        Ok(())
    };
    Ok(write())
}

/// Reads the own piece of a field and returns the checksum that it was written with.
pub(super) fn read_piece(
    group: &Group,
    ranks: &Group,
    field: &Field,
    out: &mut [u8],
    [rank, size]: [usize; 2],
) -> Result<u64, Failure> {
    let rows = ranks.dataset(&field.name)?;
    let columns = field.shape.len() + BEFORE;
    if rows.shape() != [size, columns] {
        return Err(hdf5::Error::from(format!("a table of {:?}", rows.shape())).into());
    }
    let rows = rows.read_raw::<u64>()?;
    let row = &rows[rank * columns..(rank + 1) * columns];
    let extents = field.shape.iter().map(|extent| *extent as u64);
    if !extents.eq(row[BEFORE..].iter().copied()) {
        return Err(hdf5::Error::from(format!("a piece of {:?}", &row[BEFORE..])).into());
    }
    let first = row[0] as usize;
    match field.kind {
        Kind::U8 => read_numbers::<u8>(group, field, first, out),
        Kind::I64 => read_numbers::<i64>(group, field, first, out),
        Kind::F32 => read_numbers::<f32>(group, field, first, out),
        Kind::F64 => read_numbers::<f64>(group, field, first, out),
    }?;
    Ok(row[1])
}

fn read_numbers<T: H5Type + Pod>(
    group: &Group,
    field: &Field,
    first: usize,
    out: &mut [u8],
) -> Result<(), Failure> {
    let data = group.dataset(&field.name)?;
    let count = out.len() / size_of::<T>();
    if count == 0 {
        return Ok(());
    }
    let numbers = data.read_slice_1d::<T, _>(first..first + count)?;
    let bytes: Option<&[u8]> = numbers.as_slice().map(bytemuck::cast_slice);
    match bytes.filter(|bytes| bytes.len() == out.len()) {
        Some(bytes) => out.copy_from_slice(bytes),
        None => return Err(hdf5::Error::from("less than the table says").into()),
    }
    Ok(())
}
