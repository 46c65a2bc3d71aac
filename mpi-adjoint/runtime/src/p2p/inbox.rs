//! Tangents that are received. Owns the list of receives that are under way in tangent mode.
//!
//! A tangent is received when its primal has been: then source and tag are known, and whether numbers came at
//! all. Tangents of one stream (communicator, source, tag) arrive in the order of the messages, that is, in
//! the order in which the receives were posted (MPI 4.0, 3.5). A receive with wildcards that was posted
//! earlier and is not complete may have got an earlier message of the same stream. It has got some message:
//! otherwise it would have got this one. So it will complete without any further call of the program, and
//! MPI_Request_get_status tells which message it was.
//!
//! A thread only looks at receives of its own: streams have one receiver. The list is not locked while a tangent is
//! waited for, since other threads of this process may have to receive before it is sent.

use super::message::{Active, Matched};
use super::probed;
use crate::communicator::Expecting;
use crate::error::{self, Site};
use crate::memory::Staging;
use crate::raw::{self, MPI_Request, MPI_Status, Shared};
use crate::request::this_thread;
use crate::transport::{self, Peer};
use std::sync::{Mutex, MutexGuard};

/// A receive in tangent mode.
#[derive(Debug)]
pub(crate) struct Posted {
    number: u64,
    thread: usize,
    active: Active,
    request: Option<Shared<MPI_Request>>,
    /// Held so long as it is under way: then its shadow is not given to another communicator.
    _expecting: Option<Expecting>,
    matched: Option<Matched>,
    /// The tangent, if it had to be received before the primal was complete for the program.
    data: Option<Staging>,
}

impl Posted {
    pub(crate) fn new(number: u64, active: Active) -> Posted {
        Posted {
            number,
            thread: this_thread(),
            active,
            request: None,
            _expecting: None,
            matched: None,
            data: None,
        }
    }

    /// It would have received this message.
    fn fits(&self, active: &Active, matched: Matched) -> bool {
        self.active.comm.id() == active.comm.id()
            && (self.active.rank == raw::MPI_ANY_SOURCE || self.active.rank == matched.rank)
            && (self.active.tag == raw::MPI_ANY_TAG || self.active.tag == matched.tag)
    }
}

/// Notes a nonblocking receive.
pub(crate) fn post(posted: Posted, request: MPI_Request) {
    let expecting = posted.active.comm.expect();
    list().push(Posted {
        request: Some(Shared(request)),
        _expecting: Some(expecting),
        ..posted
    });
}

/// A nonblocking receive has completed: receives its tangent.
pub(crate) fn complete(number: u64, matched: Matched, site: &Site) {
    let posted = {
        let mut list = list();
        let position = list.iter().position(|posted| posted.number == number);
        position.map(|position| list.remove(position))
    };
    if let Some(posted) = posted {
        finish(posted, matched, site);
    }
}

/// A blocking receive has completed: receives its tangent.
pub(crate) fn take(posted: Posted, status: &MPI_Status, site: &Site) {
    finish(posted, Matched::new(status), site);
}

fn finish(posted: Posted, matched: Matched, site: &Site) {
    if matched.cancelled {
        return;
    }
    let shadow = posted.active.shadow.shortened(matched.bytes);
    let data = match posted.data {
        Some(data) => data,
        None => {
            overtaken(&posted, matched, site);
            if shadow.active() == 0 {
                return;
            }
            receive(&posted.active, matched, shadow.active(), site)
        }
    };
    shadow.scatter(&data);
}

/// Receives the tangents of earlier messages of the same stream whose receives are under way.
fn overtaken(posted: &Posted, matched: Matched, site: &Site) {
    probed::refuse_overtaking(posted.number, posted.active.comm.id(), matched, site);
    for mut earlier in take_earlier(posted, matched) {
        let got = *earlier
            .matched
            .get_or_insert_with(|| resolve(earlier.request, site));
        let bytes = earlier.active.shadow.shortened(got.bytes).active();
        if got.rank == matched.rank && got.tag == matched.tag && !got.cancelled && bytes > 0 {
            earlier.data = Some(receive(&earlier.active, got, bytes, site));
        }
        list().push(earlier);
    }
}

/// Takes this thread's earlier receives that could have got the message from the list, in their order.
fn take_earlier(posted: &Posted, matched: Matched) -> Vec<Posted> {
    let thread = this_thread();
    let mut earlier: Vec<Posted> = list()
        .extract_if(.., |other| {
            other.number < posted.number
                && other.thread == thread
                && other.data.is_none()
                && other.fits(&posted.active, matched)
        })
        .collect();
    earlier.sort_by_key(|other| other.number);
    earlier
}

/// The message of a receive that has one.
fn resolve(request: Option<Shared<MPI_Request>>, site: &Site) -> Matched {
    let (mut flag, mut status) = (0, raw::empty_status());
    while flag == 0 {
        let request = request.map_or(raw::request_null(), |request| request.0);
        // SAFETY: a request of the program that it has not completed; places for the answers.
        let result =
            unsafe { raw::PMPI_Request_get_status(request, &raw mut flag, &raw mut status) };
        error::check(result, site);
    }
    Matched::new(&status)
}

fn receive(active: &Active, from: Matched, bytes: usize, site: &Site) -> Staging {
    let peer = Peer {
        comm: &active.comm,
        rank: from.rank,
        tag: from.tag,
    };
    transport::receive_now(bytes, peer, site)
}

fn list() -> MutexGuard<'static, Vec<Posted>> {
    static LIST: Mutex<Vec<Posted>> = Mutex::new(Vec::new());
    LIST.lock().unwrap_or_else(|poison| poison.into_inner())
}
