//! MPI_Pack and MPI_Unpack, and messages of MPI_PACKED. Owns what is known of packed data: where in the
//! program's memory which numbers were packed. Must not: communicate.
//!
//! The shadow of packed data has derivatives where the data have numbers. Packing is a copy, so its adjoint
//! adds and zeroes, like that of a message. A message of packed data is sent back byte by byte; only its
//! sender has to add, and so to know what was packed.

use crate::adjoint::{Adjoint, Call, Queue, Reverse};
use crate::bases::Bases;
use crate::data::Data;
use crate::datatype::{Kind, Node};
use crate::error::{self, Code, Site};
use crate::memory::{Shadow, add};
use crate::order::Place;
use crate::raw::{self, MPI_Status};
use std::collections::BTreeMap;
use std::ffi::c_int;
use std::sync::{Arc, Mutex, MutexGuard};

/// MPI_Pack.
pub(crate) struct Pack<F> {
    pub(crate) data: Data,
    pub(crate) packed: Packed,
    /// Tells the position after it.
    pub(crate) primal: F,
}

/// MPI_Unpack.
pub(crate) struct Unpack<F> {
    pub(crate) data: Data,
    pub(crate) packed: Packed,
    /// Tells the position after it.
    pub(crate) primal: F,
}

/// A buffer of packed data.
#[derive(Clone)]
pub(crate) struct Packed {
    pub(crate) shadow: Bases,
    /// Before the call.
    pub(crate) position: c_int,
}

/// One call: numbers beside packed numbers.
struct Beside {
    numbers: Shadow,
    /// Where the packed ones begin.
    packed: Bases,
    packs: bool,
}

impl Beside {
    /// After the primal. An MPI that packs otherwise than number by number would be seen by the length.
    fn new(data: &Data, packed: &Packed, after: c_int, packs: bool, site: &Site) -> Beside {
        let numbers = data.shadow(site);
        if usize::try_from(after - packed.position) != Ok(numbers.bytes()) {
            error::fail(
                Code::Packed,
                site,
                "this MPI packs data in a form of its own",
                "communicate with a derived datatype instead of packing",
            );
        }
        Beside {
            numbers,
            packed: packed.shadow.moved(packed.position as isize),
            packs,
        }
    }

    /// From data to packed data or back, and zeros where nothing comes.
    fn copy(&self) {
        self.numbers
            .beside(&self.packed, |number, packed, kind, count| {
                let (from, to) = if self.packs {
                    (number, packed)
                } else {
                    (packed, number)
                };
                let bytes = kind.size() * count;
                // SAFETY: numbers of the program's buffers, which do not overlap.
                unsafe {
                    match (from.is_null(), to.is_null()) {
                        (_, true) => {}
                        (true, false) => to.write_bytes(0, bytes),
                        (false, false) => to.copy_from_nonoverlapping(from, bytes),
                    }
                }
            });
    }
}

impl Adjoint for Beside {
    fn completed(&self, _: &MPI_Status) {}

    fn place(&self) -> Option<Place<Queue>> {
        None
    }

    fn start(&self) {}

    fn finish(&self) {
        self.numbers
            .beside(&self.packed, |number, packed, kind, count| {
                let (from, to) = if self.packs {
                    (number, packed)
                } else {
                    (packed, number)
                };
                // SAFETY: numbers of the program's buffers, which do not overlap.
                unsafe {
                    if !from.is_null() && !to.is_null() {
                        add(kind, from, to, count);
                    }
                    if !to.is_null() {
                        to.write_bytes(0, kind.size() * count);
                    }
                }
            });
    }
}

impl<F: FnOnce() -> (c_int, c_int)> Pack<F> {
    fn run(self, site: &Site) -> (c_int, Option<Beside>) {
        let (status, after) = (self.primal)();
        if status != raw::SUCCESS {
            return (status, None);
        }
        let beside = Beside::new(&self.data, &self.packed, after, true, site);
        let mut layouts = layouts();
        for packed in beside.packed.known() {
            layouts.note(packed, &beside.numbers);
        }
        (status, Some(beside))
    }
}

impl<F: FnOnce() -> (c_int, c_int)> Call for Pack<F> {
    fn tangent(self, site: Site) -> c_int {
        let (status, beside) = self.run(&site);
        beside.iter().for_each(Beside::copy);
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let (status, beside) = self.run(&site);
        (
            status,
            Reverse::of(
                beside
                    .into_iter()
                    .map(|beside| -> Arc<dyn Adjoint> { Arc::new(beside) })
                    .collect(),
            ),
        )
    }
}

impl<F: FnOnce() -> (c_int, c_int)> Unpack<F> {
    fn run(self, site: &Site) -> (c_int, Option<Beside>) {
        let (status, after) = (self.primal)();
        let done = status == raw::SUCCESS;
        (
            status,
            done.then(|| Beside::new(&self.data, &self.packed, after, false, site)),
        )
    }
}

impl<F: FnOnce() -> (c_int, c_int)> Call for Unpack<F> {
    fn tangent(self, site: Site) -> c_int {
        let (status, beside) = self.run(&site);
        beside.iter().for_each(Beside::copy);
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let (status, beside) = self.run(&site);
        (
            status,
            Reverse::of(
                beside
                    .into_iter()
                    .map(|beside| -> Arc<dyn Adjoint> { Arc::new(beside) })
                    .collect(),
            ),
        )
    }
}

/// The shadow of a message of packed data that is received: what lies there is not known from here on.
pub(super) fn received(data: &Data, _: &Site) -> Shadow {
    let bytes = usize::try_from(data.count).unwrap_or(0);
    let mut layouts = layouts();
    for shadow in data.shadow.known() {
        layouts.forget(shadow as usize, bytes);
    }
    // SAFETY: the compiler passes the shadow of the call's buffer, which is as large as the buffer.
    unsafe { Shadow::of_packed(data.shadow.clone(), bytes, Node::Parts(Vec::new())) }
}

/// The shadow of a message of packed data that is sent.
pub(super) fn sent(data: &Data, site: &Site) -> Shadow {
    let bytes = usize::try_from(data.count).unwrap_or(0);
    // The same was packed in every direction.
    let numbers = match data.shadow.known().next() {
        None => Some(Node::Parts(Vec::new())),
        Some(shadow) => layouts().within(shadow as usize, bytes),
    };
    let Some(numbers) = numbers else {
        error::fail(
            Code::Packed,
            site,
            "it is not known which numbers the packed data hold",
            "pack the data by MPI_Pack in differentiated code before they are sent",
        )
    };
    // SAFETY: as above.
    unsafe { Shadow::of_packed(data.shadow.clone(), bytes, numbers) }
}

/// What was packed where: pieces of shadows, by address. Pieces do not overlap.
#[derive(Default)]
struct Layouts(BTreeMap<usize, Piece>);

#[derive(Clone, Copy)]
struct Piece {
    bytes: usize,
    /// `None`: no numbers.
    kind: Option<Kind>,
}

impl Layouts {
    fn note(&mut self, packed: *mut u8, numbers: &Shadow) {
        let start = packed as usize;
        self.forget(start, numbers.bytes());
        let mut end = 0;
        let mut put = |at: usize, bytes: usize, kind| {
            if bytes > 0 {
                self.0.insert(start + at, Piece { bytes, kind });
            }
        };
        numbers.runs(|run| {
            let bytes = run.count * run.kind.size();
            put(end, run.behind - end, None);
            put(run.behind, bytes, Some(run.kind));
            end = run.behind + bytes;
        });
        put(end, numbers.bytes() - end, None);
    }

    fn forget(&mut self, start: usize, bytes: usize) {
        let before = self.0.range(..start).next_back();
        let first = before
            .filter(|(at, piece)| *at + piece.bytes > start)
            .map_or(start, |(at, _)| *at);
        let old: Vec<usize> = self
            .0
            .range(first..start + bytes)
            .map(|(at, _)| *at)
            .collect();
        for at in old {
            self.0.remove(&at);
        }
    }

    /// The numbers in these bytes; `None` if some bytes are not known.
    fn within(&self, start: usize, bytes: usize) -> Option<Node> {
        let (mut parts, mut end) = (Vec::new(), start);
        for (at, piece) in self.0.range(start..start + bytes) {
            if *at != end {
                return None;
            }
            end += piece.bytes;
            if let Some(kind) = piece.kind {
                let count = piece.bytes / kind.size();
                parts.push(((at - start) as isize, Node::Block { kind, count }));
            }
        }
        (end == start + bytes).then_some(Node::Parts(parts))
    }
}

fn layouts() -> MutexGuard<'static, Layouts> {
    static LAYOUTS: Mutex<Layouts> = Mutex::new(Layouts(BTreeMap::new()));
    LAYOUTS.lock().unwrap_or_else(|poison| poison.into_inner())
}
