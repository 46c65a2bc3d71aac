//! From layouts as C describes them to those of the library. Owns what is refused, as sizes that no memory
//! holds and names that no file takes; calls no callback.

use crate::boundary::{Fail, bad, elements, text};
use crate::callbacks::{Field, Layout, Number};
use enzyme_checkpoint as lib;
use std::collections::BTreeSet;

impl Layout {
    /// The layout that C describes for the model's `part`.
    ///
    /// # Safety
    /// Lists are NULL or as long as their counts say, names end in a zero byte.
    pub(crate) unsafe fn read(&self, part: &str) -> Result<lib::Layout, Fail> {
        let within = |fail: Fail| bad(format!("layout of `{part}`: {}", fail.text));
        // SAFETY: promised by the caller.
        unsafe { self.fields() }.map_err(within)
    }

    /// # Safety
    /// As for [`Layout::read`].
    unsafe fn fields(&self) -> Result<lib::Layout, Fail> {
        // SAFETY: promised by the caller.
        let fields = unsafe { elements("fields", self.fields, self.field_count) }?;
        if fields.is_empty() {
            let bytes = usize::try_from(self.bytes).unwrap_or(0);
            check_size(bytes)?;
            return Ok(lib::Layout::opaque(bytes));
        }
        if self.bytes != 0 {
            return Err(bad(format!(
                "`bytes` is {}: with fields it is 0, as they have the size",
                self.bytes
            )));
        }
        let mut names = BTreeSet::new();
        let mut read = Vec::with_capacity(fields.len());
        let mut sum = 0usize;
        for field in fields {
            // SAFETY: promised by the caller.
            let (field, bytes) = unsafe { field.read() }?;
            if !names.insert(field.name.clone()) {
                return Err(bad(format!("two fields have the name `{}`", field.name)));
            }
            sum = sum.saturating_add(bytes);
            check_size(sum)?;
            read.push(field);
        }
        Ok(lib::Layout::new(read))
    }
}

fn check_size(bytes: usize) -> Result<(), Fail> {
    if bytes == 0 {
        return Err(bad("it has no bytes: give `fields`, or `bytes` above 0"));
    }
    let too_large = |_| {
        bad(format!(
            "this system has no memory for a copy of {bytes} bytes"
        ))
    };
    // Only asked for, and given back untouched: to be out of memory later would end the program.
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(too_large)
}

impl Field {
    /// The field that C describes, and its size in bytes.
    ///
    /// # Safety
    /// As for [`Layout::read`].
    unsafe fn read(&self) -> Result<(lib::Field, usize), Fail> {
        // SAFETY: promised by the caller.
        let name = unsafe { text("name", self.name) }?;
        if name.is_empty() || name.contains('/') || name == "." || name == ".." {
            return Err(bad(format!(
                "`{name}` is no name for a field: it becomes that of a dataset, not empty, without `/`, not `.`"
            )));
        }
        // SAFETY: promised by the caller.
        let extents = unsafe { elements("extents", self.extents, self.extent_count.into()) }?;
        let extent = |extent: &i64| usize::try_from(*extent).ok().filter(|extent| *extent > 0);
        let kind = number(self.kind).ok_or_else(|| {
            bad(format!(
                "field `{name}`: `kind` is {}: no such kind",
                self.kind
            ))
        })?;
        let shape: Option<Vec<usize>> = extents.iter().map(extent).collect();
        let shape = shape.ok_or_else(|| {
            bad(format!(
                "field `{name}`: extents are 1 or more, these are {extents:?}"
            ))
        })?;
        let size = shape
            .iter()
            .try_fold(kind.bytes(), |size, extent| size.checked_mul(*extent))
            .ok_or_else(|| {
                bad(format!(
                    "field `{name}`: extents {extents:?} are more bytes than there are numbers for"
                ))
            })?;
        let field = lib::Field {
            name: name.into(),
            kind,
            shape,
        };
        Ok((field, size))
    }
}

fn number(kind: i32) -> Option<lib::Kind> {
    let all = [
        (Number::U8, lib::Kind::U8),
        (Number::I64, lib::Kind::I64),
        (Number::F32, lib::Kind::F32),
        (Number::F64, lib::Kind::F64),
    ];
    let found = all.into_iter().find(|(number, _)| *number as i32 == kind);
    found.map(|(_, kind)| kind)
}
