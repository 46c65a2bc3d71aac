//! Fortran's arguments as C takes them. Owns one type for each kind of argument: how it is read, passed on and given
//! back. Must not: know functions.

use super::special;
use crate::communicator;
use crate::error::{self, Code, Site};
use crate::raw::{
    self, MPI_Aint, MPI_Comm, MPI_Datatype, MPI_Fint, MPI_Message, MPI_Request, MPI_Status, MPI_Win,
};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::Mutex;

/// An argument, from the call of Fortran to its end.
pub(super) trait Argument {
    /// What C takes.
    type C;
    /// Reads it.
    ///
    /// # Safety
    /// `place` is what Fortran passes for an argument of this kind; a list has `length` elements.
    unsafe fn take(place: *mut c_void, length: usize, site: &Site) -> Self;
    /// What the function of C gets, until the end of the call.
    fn pass(&mut self) -> Self::C;
    /// Writes what the call has changed to where Fortran looks for it.
    ///
    /// # Safety
    /// The place is still the program's.
    unsafe fn give_back(self)
    where
        Self: Sized,
    {
    }
}

/// A number at a place of the program.
///
/// # Safety
/// There is one.
unsafe fn read<T: Copy>(place: *const c_void) -> T {
    // SAFETY: what the caller owes. Nothing is promised of the alignment of what Fortran passes.
    unsafe { place.cast::<T>().read_unaligned() }
}

/// Arguments that are passed by value in C.
macro_rules! values {
    ($($(#[$doc:meta])* $name:ident: $c:ty = $fortran:ty => $convert:expr;)*) => {$(
        $(#[$doc])*
        pub(super) struct $name($c);

        impl Argument for $name {
            type C = $c;

            unsafe fn take(place: *mut c_void, _: usize, _: &Site) -> Self {
                // SAFETY: what the caller owes; a handle is that of an object, or MPI says so.
                Self(unsafe { $convert(read::<$fortran>(place)) })
            }

            fn pass(&mut self) -> $c {
                self.0
            }
        }
    )*};
}

values! {
    /// An integer.
    Int: c_int = MPI_Fint => std::convert::identity;
    /// An address, or a number of bytes.
    Address: MPI_Aint = MPI_Aint => std::convert::identity;
    /// A communicator.
    Comm: MPI_Comm = MPI_Fint => raw::RSMPI_Comm_f2c;
    /// A datatype.
    Type: MPI_Datatype = MPI_Fint => raw::RSMPI_Type_f2c;
    /// An operator.
    Op: raw::MPI_Op = MPI_Fint => raw::RSMPI_Op_f2c;
    /// What is said of something.
    Info: raw::MPI_Info = MPI_Fint => raw::RSMPI_Info_f2c;
    /// A window.
    Win: MPI_Win = MPI_Fint => raw::RSMPI_Win_f2c;
    /// A request that only is looked at.
    Handle: MPI_Request = MPI_Fint => raw::RSMPI_Request_f2c;
}

/// Memory that C reads or writes as Fortran does.
macro_rules! as_they_are {
    ($($(#[$doc:meta])* $name:ident: $c:ty;)*) => {$(
        $(#[$doc])*
        pub(super) struct $name($c);

        impl Argument for $name {
            type C = $c;

            unsafe fn take(place: *mut c_void, _: usize, _: &Site) -> Self {
                Self(place.cast())
            }

            fn pass(&mut self) -> $c {
                self.0
            }
        }
    )*};
}

as_they_are! {
    /// A list of integers; Fortran's are C's.
    Ints: *mut c_int;
    /// An integer that the call writes.
    IntOut: *mut c_int;
    /// A list of addresses.
    Addresses: *mut MPI_Aint;
}

/// A buffer of the program.
pub(super) struct Buffer(*mut c_void);

impl Argument for Buffer {
    type C = *mut c_void;

    unsafe fn take(place: *mut c_void, _: usize, site: &Site) -> Self {
        if special::is_in_place(place) {
            return Self(raw::in_place().cast_mut());
        }
        // What has a shadow is known by where a buffer begins; addresses in datatypes tell nothing of it.
        if special::is_bottom(place) {
            error::fail(
                Code::Datatype,
                site,
                "the buffer is MPI_BOTTOM, so that it is not known where the derivatives of its numbers are",
                "pass the variable itself, and a datatype with displacements from it",
            );
        }
        Self(place)
    }

    fn pass(&mut self) -> *mut c_void {
        self.0
    }
}

/// Handles at a place that the call changes.
macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident: $c:ty = $f2c:path, $c2f:path;)*) => {$(
        $(#[$doc])*
        pub(super) struct $name {
            place: *mut MPI_Fint,
            list: Vec<$c>,
        }

        impl Argument for $name {
            type C = *mut $c;

            unsafe fn take(place: *mut c_void, length: usize, _: &Site) -> Self {
                let place: *mut MPI_Fint = place.cast();
                // SAFETY: what the caller owes.
                let list = (0..length).map(|i| unsafe { $f2c(*place.add(i)) });
                Self { place, list: list.collect() }
            }

            fn pass(&mut self) -> *mut $c {
                self.list.as_mut_ptr()
            }

            unsafe fn give_back(self) {
                for (i, handle) in self.list.into_iter().enumerate() {
                    // SAFETY: what the caller owes.
                    unsafe { *self.place.add(i) = $c2f(handle) };
                }
            }
        }
    )*};
}

handles! {
    /// Requests.
    Requests: MPI_Request = raw::RSMPI_Request_f2c, raw::RSMPI_Request_c2f;
    /// A matched message.
    Message: MPI_Message = raw::RSMPI_Message_f2c, raw::RSMPI_Message_c2f;
    /// A window that is made or freed.
    Window: MPI_Win = raw::RSMPI_Win_f2c, raw::RSMPI_Win_c2f;
}

/// A list of one.
pub(super) type Request = Requests;

/// Datatypes, one for each block.
pub(super) struct Types(*const MPI_Datatype);

impl Argument for Types {
    type C = *const MPI_Datatype;

    unsafe fn take(place: *mut c_void, length: usize, _: &Site) -> Self {
        let place: *const MPI_Fint = place.cast();
        // SAFETY: what the caller owes.
        let list = (0..length).map(|i| unsafe { raw::RSMPI_Type_f2c(*place.add(i)) });
        Self(keep(list.collect()).as_ptr())
    }

    fn pass(&mut self) -> *const MPI_Datatype {
        self.0
    }
}

/// Keeps a list to the end of the program: a nonblocking call may read it until it completes. Lists that are alike
/// are kept once.
fn keep(list: Vec<MPI_Datatype>) -> &'static [MPI_Datatype] {
    static LISTS: Mutex<BTreeMap<Vec<usize>, &'static [raw::Shared<MPI_Datatype>]>> =
        Mutex::new(BTreeMap::new());
    let key: Vec<usize> = list
        .iter()
        .map(|datatype| raw::Handle::bits(*datatype))
        .collect();
    let mut lists = LISTS.lock().unwrap_or_else(|poison| poison.into_inner());
    let kept = lists.entry(key).or_insert_with(|| {
        let shared: Vec<raw::Shared<MPI_Datatype>> = list.into_iter().map(raw::Shared).collect();
        Vec::leak(shared)
    });
    // SAFETY: `Shared` is the handle alone, in memory as well.
    unsafe { std::slice::from_raw_parts(kept.as_ptr().cast(), kept.len()) }
}

/// Statuses, of which the call may write some; those that it leaves stay as they are.
pub(super) struct Statuses {
    place: *mut MPI_Fint,
    list: Vec<MPI_Status>,
    ignored: Option<*mut MPI_Status>,
}

impl Statuses {
    unsafe fn new(place: *mut c_void, length: usize, ignored: Option<*mut MPI_Status>) -> Self {
        let place: *mut MPI_Fint = place.cast();
        let mut list = vec![raw::empty_status(); if ignored.is_none() { length } else { 0 }];
        for (i, status) in list.iter_mut().enumerate() {
            // SAFETY: what the caller of `take` owes; a status of any content is only copied.
            unsafe { raw::PMPI_Status_f2c(place.add(i * special::status_size()), status) };
        }
        Self {
            place,
            list,
            ignored,
        }
    }
}

impl Argument for Statuses {
    type C = *mut MPI_Status;

    unsafe fn take(place: *mut c_void, length: usize, _: &Site) -> Self {
        let ignored = special::is_statuses_ignore(place).then(raw::statuses_ignore);
        // SAFETY: what the caller owes.
        unsafe { Self::new(place, length, ignored) }
    }

    fn pass(&mut self) -> *mut MPI_Status {
        self.ignored.unwrap_or(self.list.as_mut_ptr())
    }

    unsafe fn give_back(self) {
        for (i, status) in self.list.iter().enumerate() {
            // SAFETY: what the caller owes.
            unsafe { raw::PMPI_Status_c2f(status, self.place.add(i * special::status_size())) };
        }
    }
}

/// One status.
pub(super) struct Status(Statuses);

impl Argument for Status {
    type C = *mut MPI_Status;

    unsafe fn take(place: *mut c_void, _: usize, _: &Site) -> Self {
        let ignored = special::is_status_ignore(place).then(raw::status_ignore);
        // SAFETY: what the caller owes.
        Self(unsafe { Statuses::new(place, 1, ignored) })
    }

    fn pass(&mut self) -> *mut MPI_Status {
        self.0.pass()
    }

    unsafe fn give_back(self) {
        // SAFETY: what the caller owes.
        unsafe { self.0.give_back() }
    }
}

/// A LOGICAL that the call writes.
pub(super) struct Flag {
    place: *mut MPI_Fint,
    flag: c_int,
}

impl Argument for Flag {
    type C = *mut c_int;

    unsafe fn take(place: *mut c_void, _: usize, _: &Site) -> Self {
        Self {
            place: place.cast(),
            flag: 0,
        }
    }

    fn pass(&mut self) -> *mut c_int {
        &raw mut self.flag
    }

    unsafe fn give_back(self) {
        // SAFETY: what the caller owes.
        unsafe { *self.place = special::logical(self.flag != 0) };
    }
}

/// Indices that the call writes, some of them: from 1 in Fortran, from 0 in C, which marks none by negative numbers.
pub(super) struct Indices {
    place: *mut MPI_Fint,
    list: Vec<c_int>,
}

impl Argument for Indices {
    type C = *mut c_int;

    unsafe fn take(place: *mut c_void, length: usize, _: &Site) -> Self {
        Self {
            place: place.cast(),
            list: vec![UNWRITTEN; length],
        }
    }

    fn pass(&mut self) -> *mut c_int {
        self.list.as_mut_ptr()
    }

    unsafe fn give_back(self) {
        for (i, index) in self.list.into_iter().enumerate() {
            if index != UNWRITTEN {
                // SAFETY: what the caller owes.
                unsafe { *self.place.add(i) = if index < 0 { index } else { index + 1 } };
            }
        }
    }
}

/// No index, and no other constant of MPI.
const UNWRITTEN: c_int = c_int::MIN;

/// A list of one.
pub(super) type Index = Indices;

/// A length that the program passes.
///
/// # Safety
/// There is an integer.
pub(super) unsafe fn number(place: *const c_void) -> usize {
    // SAFETY: what the caller owes.
    usize::try_from(unsafe { read::<MPI_Fint>(place) }).unwrap_or(0)
}

/// The communicator that the program passes.
unsafe fn comm(place: *const c_void) -> MPI_Comm {
    // SAFETY: what the caller owes.
    unsafe { raw::RSMPI_Comm_f2c(read(place)) }
}

/// The number of blocks of an exchange among all: the processes, in an intercommunicator those of the other group.
///
/// # Safety
/// `place` is that of a communicator.
pub(super) unsafe fn processes(place: *const c_void) -> usize {
    let (mut inter, mut size) = (0, 0);
    // SAFETY: what the caller owes; places for the answers.
    unsafe {
        let comm = comm(place);
        raw::PMPI_Comm_test_inter(comm, &raw mut inter);
        match inter {
            0 => raw::PMPI_Comm_size(comm, &raw mut size),
            _ => raw::PMPI_Comm_remote_size(comm, &raw mut size),
        };
    }
    usize::try_from(size).unwrap_or(0)
}

/// The number of blocks that are sent in it: none of them matters in place.
///
/// # Safety
/// As above.
pub(super) unsafe fn exchanged(buffer: *mut c_void, place: *const c_void) -> usize {
    if special::is_in_place(buffer) {
        return 0;
    }
    // SAFETY: what the caller owes.
    unsafe { processes(place) }
}

/// The number of neighbours that blocks come from.
///
/// # Safety
/// As above.
pub(super) unsafe fn sources(place: *const c_void) -> usize {
    // SAFETY: what the caller owes.
    communicator::neighbours(unsafe { comm(place) }).map_or(0, |(sources, _)| sources.len())
}

/// The number of neighbours that blocks go to.
///
/// # Safety
/// As above.
pub(super) unsafe fn destinations(place: *const c_void) -> usize {
    // SAFETY: what the caller owes.
    communicator::neighbours(unsafe { comm(place) })
        .map_or(0, |(_, destinations)| destinations.len())
}
