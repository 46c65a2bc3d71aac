//! What a run is told. Owns no decision.

use super::check::Check;
use super::report::Event;
use super::stop::Stop;
use super::trial::AdjointTest;
use crate::journal::Journal;
use crate::peers::Peers;
use crate::schedule::Spec;
use crate::store::Store;
use std::rc::Rc;
use std::time::Duration;

/// All that [`super::Executor`] has been told.
pub(super) struct Settings<'a> {
    pub(super) spec: Spec,
    pub(super) stores: Vec<Box<dyn Store>>,
    pub(super) journal: Option<Journal>,
    pub(super) check: Check,
    pub(super) test: Option<AdjointTest<'a>>,
    pub(super) stop: Stop,
    pub(super) progress: Option<Duration>,
    pub(super) events: Box<dyn FnMut(&Event<'_>) + 'a>,
    pub(super) peers: Rc<dyn Peers + 'a>,
}
