//! One message as this rank saw it, and its adjoint. A message that was sent comes back and is added; one
//! that was received is sent back and zeroed. Owns the states in between.
//!
//! What is sent back is a copy, and nobody waits for its arrival: the primal may have been a buffered send,
//! whose sender did not wait for the receiver, and the receiver cannot know.

use super::message::{Active, Matched, refuse_cancelled};
use crate::adjoint::{Adjoint, Queue};
use crate::communicator::ShadowComm;
use crate::error::{self, Code, Site};
use crate::memory::{Shadow, Staging};
use crate::order::Place;
use crate::raw::MPI_Status;
use crate::statistics::Traffic;
use crate::transport::{self, InFlight, Peer};
use std::ffi::c_int;
use std::sync::{Arc, Mutex, MutexGuard};

/// Which way the primal message went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Sent,
    Received,
}

/// A message and its adjoint.
#[derive(Debug)]
pub(crate) struct Transfer {
    site: Site,
    direction: Direction,
    comm: Arc<ShadowComm>,
    number: u64,
    state: Mutex<State>,
}

#[derive(Debug)]
enum State {
    /// A receive that has not been completed.
    Posted(Shadow),
    /// Both sides are known.
    Matched {
        shadow: Shadow,
        rank: c_int,
        tag: c_int,
    },
    /// The adjoint of a message that was sent is on its way back.
    Started {
        shadow: Shadow,
        flight: InFlight,
        data: Staging,
    },
    /// Nothing is to be done, or everything is.
    Done,
}

impl Transfer {
    /// A message that is sent.
    pub(crate) fn sent(site: Site, number: u64, active: Active) -> Arc<dyn Adjoint> {
        let Active {
            shadow,
            comm,
            rank,
            tag,
        } = active;
        let state = Mutex::new(State::Matched { shadow, rank, tag });
        Arc::new(Transfer {
            site,
            direction: Direction::Sent,
            comm,
            number,
            state,
        })
    }

    /// A message that will be received.
    pub(crate) fn posted(site: Site, number: u64, active: Active) -> Arc<Transfer> {
        let Active { shadow, comm, .. } = active;
        let state = Mutex::new(State::Posted(shadow));
        Arc::new(Transfer {
            site,
            direction: Direction::Received,
            comm,
            number,
            state,
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(|poison| poison.into_inner())
    }
}

impl Adjoint for Transfer {
    fn completed(&self, status: &MPI_Status) {
        if self.direction == Direction::Sent {
            refuse_cancelled(status, &self.site);
        }
        let mut state = self.state();
        if let State::Posted(shadow) = &*state {
            let matched = Matched::new(status);
            let shadow = shadow.shortened(matched.bytes);
            *state = if matched.cancelled || shadow.active() == 0 {
                State::Done
            } else {
                State::Matched {
                    shadow,
                    rank: matched.rank,
                    tag: matched.tag,
                }
            };
        }
    }

    fn place(&self) -> Option<Place<Queue>> {
        let State::Matched { rank, tag, .. } = *self.state() else {
            return None;
        };
        let sent = self.direction == Direction::Sent;
        let queue = Queue::Messages {
            comm: self.comm.id(),
            sent,
            peer: rank,
            tag,
        };
        Some(Place {
            queue,
            number: self.number,
        })
    }

    fn start(&self) {
        let mut state = self.state();
        let State::Matched { shadow, rank, tag } = std::mem::replace(&mut *state, State::Done)
        else {
            return;
        };
        let peer = Peer {
            comm: &self.comm,
            rank,
            tag,
        };
        match self.direction {
            Direction::Sent => {
                let mut data = Staging::new(shadow.active());
                // SAFETY: the buffer's memory is kept with the flight, and read after it.
                let flight = unsafe { transport::receive(&mut data, peer, &self.site) };
                *state = State::Started {
                    shadow,
                    flight,
                    data,
                };
            }
            Direction::Received => {
                transport::post(shadow.gather(), peer, Traffic::Adjoint, &self.site);
                shadow.zero();
            }
        }
    }

    fn finish(&self) {
        match std::mem::replace(&mut *self.state(), State::Done) {
            State::Done | State::Matched { .. } => {}
            State::Posted(_) => error::fail(
                Code::NeverCompleted,
                &self.site,
                "the reverse of a receive whose completion was not seen",
                "complete the request by MPI_Wait or MPI_Test in differentiated code",
            ),
            State::Started {
                shadow,
                flight,
                data,
            } => {
                flight.arrive(&data, &self.site);
                shadow.accumulate(&data);
            }
        }
    }
}
