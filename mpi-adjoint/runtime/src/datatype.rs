//! What lies where in a message: type maps. Owns their form and the cache, an attribute of the datatype, so
//! that a map goes when its datatype does. Must not: touch the data.

mod ask;
mod basic;
mod kind;
mod map;
mod node;
mod walk;

pub(crate) use ask::{bytes, size_of};
pub(crate) use kind::Kind;
pub(crate) use map::TypeMap;
pub(crate) use node::{Node, Run};

use crate::error::{self, Code, Site};
use crate::raw::{self, Handle, MPI_Datatype};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

/// The map of a datatype of the program. An error ends it: what is not known has no derivative.
pub(crate) fn map_of(datatype: MPI_Datatype, site: &Site) -> Arc<TypeMap> {
    if let Some(map) = basic_maps().get(&datatype.bits()) {
        return Arc::clone(map);
    }
    if let Some(map) = cached(datatype) {
        return map;
    }
    let map = match walk::walk(datatype, &mut |inner| map_of(inner, site)) {
        Ok(map) => Arc::new(map),
        Err(what) => error::fail(
            Code::Datatype,
            site,
            format_args!("no derivative for data of {what}"),
            "communicate this data with a datatype whose parts are C or Fortran numbers, or outside the \
             differentiated function",
        ),
    };
    keep(datatype, &map);
    map
}

/// It is one of MPI's own.
pub(crate) fn is_basic(datatype: MPI_Datatype) -> bool {
    basic_maps().contains_key(&datatype.bits())
}

/// Maps of the basic datatypes.
fn basic_maps() -> &'static BTreeMap<usize, Arc<TypeMap>> {
    static MAPS: OnceLock<BTreeMap<usize, Arc<TypeMap>>> = OnceLock::new();
    MAPS.get_or_init(|| {
        let rows = raw::basics()
            .iter()
            .filter(|row| row.datatype != raw::datatype_null());
        rows.filter_map(|row| {
            let map = basic::map(
                row.basic,
                size_of(row.datatype),
                ask::extent(row.datatype).1,
            )?;
            Some((row.datatype.bits(), Arc::new(map)))
        })
        .collect()
    })
}

/// The attribute that holds a map: a pointer out of `Arc::into_raw`.
fn keyval() -> c_int {
    static KEYVAL: OnceLock<c_int> = OnceLock::new();
    *KEYVAL.get_or_init(|| {
        let mut keyval = 0;
        // SAFETY: the callbacks have the types that MPI asks for.
        unsafe {
            raw::PMPI_Type_create_keyval(Some(copy), Some(delete), &raw mut keyval, ptr::null_mut())
        };
        keyval
    })
}

fn cached(datatype: MPI_Datatype) -> Option<Arc<TypeMap>> {
    let _turn = turn();
    look_up(datatype)
}

/// Unless another thread has been faster.
fn keep(datatype: MPI_Datatype, map: &Arc<TypeMap>) {
    let _turn = turn();
    if look_up(datatype).is_none() {
        let value = Arc::into_raw(Arc::clone(map));
        // SAFETY: the reference belongs to the attribute until `delete`.
        unsafe { raw::PMPI_Type_set_attr(datatype, keyval(), value.cast_mut().cast()) };
    }
}

/// To be held by whoever looks up or sets the attribute, which may not go in between.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(|poison| poison.into_inner())
}

fn look_up(datatype: MPI_Datatype) -> Option<Arc<TypeMap>> {
    let mut found = 0;
    let mut value: *const TypeMap = ptr::null();
    // SAFETY: the attribute, if set, is a pointer of `keep`, which holds one reference.
    unsafe {
        raw::PMPI_Type_get_attr(datatype, keyval(), (&raw mut value).cast(), &raw mut found);
        (found != 0).then(|| {
            Arc::increment_strong_count(value);
            Arc::from_raw(value)
        })
    }
}

unsafe extern "C" fn copy(
    _: MPI_Datatype,
    _: c_int,
    _: *mut c_void,
    value: *mut c_void,
    copied: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: MPI passes the attribute of `keep` and the places of the copy and the flag.
    unsafe {
        Arc::increment_strong_count(value.cast::<TypeMap>());
        *copied.cast::<*mut c_void>() = value;
        *flag = 1;
    }
    raw::SUCCESS
}

unsafe extern "C" fn delete(
    _: MPI_Datatype,
    _: c_int,
    value: *mut c_void,
    _: *mut c_void,
) -> c_int {
    // SAFETY: the reference that `keep` or `copy` made over to the attribute.
    unsafe { Arc::decrement_strong_count(value.cast::<TypeMap>()) };
    raw::SUCCESS
}

/// A datatype that stays when the program frees it.
pub(crate) struct Kept {
    pub(crate) datatype: MPI_Datatype,
    own: bool,
}

// SAFETY: a handle names an object of the MPI, which any thread may name.
unsafe impl Send for Kept {}

impl Kept {
    pub(crate) fn new(datatype: MPI_Datatype) -> Kept {
        if is_basic(datatype) {
            return Kept {
                datatype,
                own: false,
            };
        }
        let mut copy = raw::datatype_null();
        // SAFETY: a place for the handle.
        unsafe { raw::PMPI_Type_dup(datatype, &raw mut copy) };
        Kept {
            datatype: copy,
            own: true,
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if self.own {
            // SAFETY: a handle of ours.
            unsafe { raw::PMPI_Type_free(&raw mut self.datatype) };
        }
    }
}
