//! MPI_Reduce_local, y ← x ∘ y on one rank: no communication. Tangent of a sum: `ẏ += ẋ`. Adjoint: `x̄ += ȳ`.

use crate::adjoint::{Adjoint, Call, Queue, Reverse};
use crate::data::Data;
use crate::error::{self, Code, Site};
use crate::memory::Shadow;
use crate::order::Place;
use crate::raw::{self, MPI_Op, MPI_Status};
use std::ffi::c_int;
use std::sync::Arc;

/// MPI_Reduce_local.
pub(crate) struct ReduceLocal<F> {
    pub(crate) from: Data,
    pub(crate) to: Data,
    pub(crate) op: MPI_Op,
    pub(crate) primal: F,
}

/// The shadows of x and y.
struct Sum {
    from: Shadow,
    to: Shadow,
}

impl<F: FnOnce() -> c_int> ReduceLocal<F> {
    /// `None` if no numbers are combined.
    fn run(self, site: &Site) -> (c_int, Option<Sum>) {
        let status = (self.primal)();
        if status != raw::SUCCESS {
            return (status, None);
        }
        let (from, to) = (self.from.shadow(site), self.to.shadow(site));
        if to.active() == 0 || from.is_null() && to.is_null() {
            return (status, None);
        }
        if self.op != raw::sum() {
            error::fail(
                Code::Operator,
                site,
                "an operator without a derivative in this call",
                "combine active numbers by MPI_SUM, or in a loop",
            );
        }
        (status, Some(Sum { from, to }))
    }
}

impl<F: FnOnce() -> c_int> Call for ReduceLocal<F> {
    fn tangent(self, site: Site) -> c_int {
        let (status, sum) = self.run(&site);
        if let Some(Sum { from, to }) = sum {
            to.accumulate(&from.gather());
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let (status, sum) = self.run(&site);
        let adjoint = sum.map(|sum| -> Arc<dyn Adjoint> { Arc::new(sum) });
        (status, Reverse::of(adjoint.into_iter().collect()))
    }
}

impl Adjoint for Sum {
    fn completed(&self, _: &MPI_Status) {}

    fn place(&self) -> Option<Place<Queue>> {
        None
    }

    fn start(&self) {}

    fn finish(&self) {
        self.from.accumulate(&self.to.gather());
    }
}
