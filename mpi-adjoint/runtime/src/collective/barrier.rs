//! MPI_Barrier. Tangent: none. Adjoint: a barrier.

use super::group::{Group, Ranks};
use super::operation::Operation;
use super::scheme::Scheme;
use crate::error::Site;
use crate::raw::MPI_Comm;
use crate::statistics::{self, Traffic};

struct Barrier {
    group: Group,
    underway: Option<Operation>,
}

/// A barrier.
pub(crate) fn barrier(site: &Site, comm: MPI_Comm) -> Option<Box<dyn Scheme>> {
    statistics::sent(Traffic::Primal, 0);
    let group = Ranks::new(comm, false, site)?.group(site);
    Some(Box::new(Barrier {
        group,
        underway: None,
    }))
}

impl Scheme for Barrier {
    fn comm(&self) -> u64 {
        self.group.shadow.id()
    }

    fn tangent(&mut self, _: bool) {}

    fn tangent_end(&mut self) {}

    fn start(&mut self) {
        self.underway = Some(Operation::barrier(&self.group));
    }

    fn finish(&mut self) {
        if let Some(barrier) = self.underway.take() {
            barrier.wait(&self.group.site);
        }
    }
}
