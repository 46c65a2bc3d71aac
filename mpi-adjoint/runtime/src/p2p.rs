//! Point-to-point communication. Owns the list of its parts. Must not: know the C symbols.

mod exchange;
mod inbox;
mod message;
mod pack;
mod probe;
mod probed;
mod receive;
mod send;
mod transfer;

pub(crate) use exchange::Exchange;
pub(crate) use message::Envelope;
pub(crate) use pack::{Pack, Packed, Unpack};
pub(crate) use probe::{ImmediateMatched, Probe, ReceiveMatched};
pub(crate) use receive::{ImmediateReceive, PersistentReceive, Receive};
pub(crate) use send::{ImmediateSend, PersistentSend, Send};
