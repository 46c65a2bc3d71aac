//! One access to a window, and its derivatives. Owns the datatypes that pick the numbers of a kind out of
//! the target's memory.

use crate::collective::number_datatype;
use crate::data::Data;
use crate::datatype::{self, Kind, Node};
use crate::error::{self, Code, Site};
use crate::memory::{Shadow, Staging};
use crate::raw::{self, MPI_Aint, MPI_Datatype, MPI_Op, MPI_Win, Shared};
use crate::statistics::{self, Traffic};
use std::ffi::c_int;
use std::sync::{Mutex, MutexGuard};

/// An access as the program says it.
pub(crate) struct What {
    pub(crate) sort: Sort,
    pub(crate) origin: Data,
    pub(crate) rank: c_int,
    pub(crate) displacement: MPI_Aint,
    pub(crate) count: c_int,
    pub(crate) datatype: MPI_Datatype,
}

/// What is done.
#[derive(Clone, Copy)]
pub(crate) enum Sort {
    Put,
    Get,
    Accumulate(MPI_Op),
}

/// What is done to numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Put,
    Replace,
    Get,
    Sum,
}

/// An access to numbers.
pub(crate) struct Access {
    site: Site,
    effect: Effect,
    origin: Shadow,
    rank: c_int,
    displacement: MPI_Aint,
    /// At the target.
    items: Node,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// What goes or comes, for each kind, and the zeros that are left instead.
    data: Vec<(Kind, Staging)>,
    zeros: Vec<Staging>,
    types: Vec<Shared<MPI_Datatype>>,
    complete: bool,
}

impl Access {
    /// `None` if no numbers are accessed.
    pub(super) fn new(what: What, site: &Site) -> Option<Access> {
        if what.rank == raw::MPI_PROC_NULL {
            return None;
        }
        let origin = what.origin.shadow(site);
        statistics::sent(Traffic::Primal, origin.bytes());
        let effect = match what.sort {
            _ if origin.active() == 0 => return None,
            Sort::Put => Effect::Put,
            Sort::Get => Effect::Get,
            Sort::Accumulate(op) if op == raw::sum() => Effect::Sum,
            Sort::Accumulate(op) if op == raw::replace() => Effect::Replace,
            Sort::Accumulate(_) => error::fail(
                Code::Operator,
                site,
                "an operator without a derivative",
                "accumulate active numbers by MPI_SUM or MPI_REPLACE",
            ),
        };
        let map = datatype::map_of(what.datatype, site);
        Some(Access {
            site: *site,
            effect,
            origin,
            rank: what.rank,
            displacement: what.displacement,
            items: map.items(usize::try_from(what.count).unwrap_or(0)),
            state: Mutex::new(State::default()),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(|poison| poison.into_inner())
    }

    /// How many directions there are.
    pub(super) fn width(&self) -> usize {
        self.origin.width()
    }

    /// Starts the access to tangents. There is a window for each direction.
    pub(super) fn start_tangent(&self, windows: &[Shared<MPI_Win>]) {
        let mut state = self.state();
        for kind in self.origin.kinds() {
            let target = self.target(kind, windows, &mut state);
            let mut data = match self.effect {
                Effect::Get => Staging::new(self.origin.of(kind).active()),
                _ => self.origin.of(kind).gather(),
            };
            statistics::sent(Traffic::Tangent, data.len());
            match self.effect {
                Effect::Put => target.accumulate(&data, None),
                Effect::Replace => target.accumulate(&data, Some(raw::replace())),
                Effect::Sum => target.accumulate(&data, Some(raw::sum())),
                Effect::Get => target.get(&mut data),
            }
            state.data.push((kind, data));
        }
    }

    /// The fence is past.
    pub(super) fn tangent_end(&self) {
        let mut state = self.state();
        for (kind, data) in state.data.drain(..) {
            if self.effect == Effect::Get {
                self.origin.of(kind).scatter(&data);
            }
        }
        state.release();
    }

    /// Starts the adjoint communication.
    pub(super) fn start_adjoint(&self, windows: &[Shared<MPI_Win>]) {
        let mut state = self.state();
        for kind in self.origin.kinds() {
            let target = self.target(kind, windows, &mut state);
            let origin = self.origin.of(kind);
            statistics::sent(Traffic::Adjoint, origin.active());
            let mut data = match self.effect {
                Effect::Get => origin.gather(),
                _ => Staging::new(origin.active()),
            };
            match self.effect {
                Effect::Get => target.accumulate(&data, Some(raw::sum())),
                Effect::Sum => target.get(&mut data),
                Effect::Put | Effect::Replace => {
                    let zeros = Staging::new(data.len());
                    target.exchange(&zeros, &mut data);
                    state.zeros.push(zeros);
                }
            }
            state.data.push((kind, data));
        }
    }

    /// The fence is past: what has been fetched waits for the reverse of the call.
    pub(super) fn end_adjoint(&self) {
        let mut state = self.state();
        state.complete = true;
        state.release();
        if self.effect == Effect::Get {
            state.data.clear();
            self.origin.zero();
        }
    }

    /// The reverse of the call.
    pub(super) fn take_adjoint(&self) {
        let mut state = self.state();
        if !state.complete {
            error::fail(
                Code::Window,
                &self.site,
                "the reverse of an access to a window whose fence was not seen",
                "end epochs by MPI_Win_fence in differentiated code; other kinds of synchronization are not \
                 covered",
            );
        }
        for (kind, data) in state.data.drain(..) {
            self.origin.of(kind).accumulate(&data);
        }
    }

    fn target<'a>(
        &'a self,
        kind: Kind,
        windows: &'a [Shared<MPI_Win>],
        state: &mut State,
    ) -> Target<'a> {
        let (datatype, numbers) = pick(&self.items, kind);
        state.types.push(Shared(datatype));
        Target {
            access: self,
            windows,
            datatype,
            count: numbers,
            number: number_datatype(kind),
            size: kind.size(),
        }
    }
}

impl State {
    /// The communication is complete.
    fn release(&mut self) {
        self.zeros.clear();
        for mut datatype in self.types.drain(..) {
            // SAFETY: a datatype of ours.
            unsafe { raw::PMPI_Type_free(&raw mut datatype.0) };
        }
    }
}

/// The numbers of one kind at the target. Buffers, in which the directions lie one behind the other, must stay until
/// the fence.
struct Target<'a> {
    access: &'a Access,
    /// One for each direction.
    windows: &'a [Shared<MPI_Win>],
    /// All of them.
    datatype: MPI_Datatype,
    count: c_int,
    /// One of them.
    number: MPI_Datatype,
    /// In bytes.
    size: usize,
}

impl Target<'_> {
    /// Calls `access` for each direction: with its window, and with what lies before its numbers in a buffer, in bytes.
    fn each(&self, mut access: impl FnMut(MPI_Win, usize) -> c_int) {
        let bytes = usize::try_from(self.count).unwrap_or(0) * self.size;
        for (direction, window) in self.windows.iter().enumerate() {
            error::check(access(window.0, direction * bytes), &self.access.site);
        }
    }

    /// Without an operator: a put.
    fn accumulate(&self, data: &Staging, op: Option<MPI_Op>) {
        let (rank, at) = (self.access.rank, self.access.displacement);
        let (count, number, there) = (self.count, self.number, self.datatype);
        self.each(|window, before| {
            let from = data.as_ptr().wrapping_add(before).cast();
            // SAFETY: the buffer has as many numbers; the program's access is to the same place.
            unsafe {
                match op {
                    None => raw::PMPI_Put(from, count, number, rank, at, 1, there, window),
                    Some(op) => {
                        raw::PMPI_Accumulate(from, count, number, rank, at, 1, there, op, window)
                    }
                }
            }
        });
    }

    fn get(&self, data: &mut Staging) {
        let (rank, at) = (self.access.rank, self.access.displacement);
        let to = data.as_mut_ptr();
        self.each(|window, before| {
            let to = to.wrapping_add(before).cast();
            // SAFETY: as above.
            unsafe {
                raw::PMPI_Get(
                    to,
                    self.count,
                    self.number,
                    rank,
                    at,
                    1,
                    self.datatype,
                    window,
                )
            }
        });
    }

    /// Gets the numbers, and leaves others.
    fn exchange(&self, others: &Staging, data: &mut Staging) {
        let (rank, at) = (self.access.rank, self.access.displacement);
        let to = data.as_mut_ptr();
        self.each(|window, before| {
            // SAFETY: as above.
            unsafe {
                raw::PMPI_Get_accumulate(
                    others.as_ptr().wrapping_add(before).cast(),
                    self.count,
                    self.number,
                    to.wrapping_add(before).cast(),
                    self.count,
                    self.number,
                    rank,
                    at,
                    1,
                    self.datatype,
                    raw::replace(),
                    window,
                )
            }
        });
    }
}

/// A datatype of the numbers of a kind among the items, and how many they are.
fn pick(items: &Node, kind: Kind) -> (MPI_Datatype, c_int) {
    let (mut lengths, mut offsets) = (Vec::new(), Vec::new());
    items.runs(items.size(), &mut |run| {
        if run.kind == kind {
            lengths.push(run.count as c_int);
            offsets.push(run.offset as MPI_Aint);
        }
    });
    let mut datatype = raw::datatype_null();
    // SAFETY: two lists of one length, a place for the handle.
    unsafe {
        raw::PMPI_Type_create_hindexed(
            lengths.len() as c_int,
            lengths.as_ptr(),
            offsets.as_ptr(),
            number_datatype(kind),
            &raw mut datatype,
        );
        raw::PMPI_Type_commit(&raw mut datatype);
    }
    (datatype, lengths.iter().sum())
}
