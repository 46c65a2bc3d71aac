//! A reduction or a scan on this rank: what the program has passed, and what is under way. Owns which way its adjoint
//! takes. Must not: communicate.

use super::super::group::Group;
use super::super::number::{Matrices, Number};
use super::super::operation::Operation;
use super::super::operator::Operator;
use super::values::Values;
use crate::datatype::{self, TypeMap};
use crate::memory::{Shadow, Staging};
use crate::raw::{MPI_Op, Shared};
use std::ffi::{c_int, c_void};
use std::sync::Arc;

/// The call's shape, with lists that are the library's own.
pub(super) enum Route {
    Reduce {
        root: c_int,
    },
    Allreduce,
    /// Items for each rank.
    Scattered(Vec<usize>),
    Scan,
    Exscan,
}

/// How the adjoint is computed.
pub(super) enum Way {
    Sum,
    Joint,
    Chain,
}

/// The program's receive buffer.
pub(super) struct Place(pub(super) *const c_void);

// SAFETY: only read while the program makes the call.
unsafe impl Send for Place {}

/// p_(i-1), as far as it is here. On the first rank it has no meaning.
pub(super) enum Pass {
    Known(Values),
    Coming(Operation),
}

/// A call on this rank.
pub(super) struct Reduction<T> {
    pub(super) group: Group,
    pub(super) route: Route,
    pub(super) operator: Operator,
    pub(super) op: Shared<MPI_Op>,
    pub(super) datatype: datatype::Kept,
    pub(super) map: Arc<TypeMap>,
    pub(super) items: usize,
    /// Numbers in an item.
    pub(super) width: usize,
    pub(super) sent: Shadow,
    /// None where nothing is received.
    pub(super) received: Option<Shadow>,
    /// The primal's numbers, unless sums do without.
    pub(super) values: Option<Values>,
    /// Where the results are.
    pub(super) place: Place,
    pub(super) pass: Option<Pass>,
    /// The results' adjoints on their way, and what is combined of M.
    pub(super) spread: Option<Operation>,
    pub(super) combined: Option<Operation>,
    pub(super) own: Option<Matrices<T>>,
}

impl<T: Number> Reduction<T> {
    pub(super) fn way(&self) -> Way {
        let is_scan = matches!(self.route, Route::Scan | Route::Exscan);
        match self.operator {
            Operator::Sum | Operator::Unknown => Way::Sum,
            Operator::Product | Operator::Extreme { .. } if !is_scan => Way::Joint,
            _ => Way::Chain,
        }
    }

    /// Numbers of all items, in all directions.
    pub(super) fn numbers(&self) -> usize {
        self.sent.width() * self.items * self.width
    }

    /// The adjoint of what was received; zeros of nothing.
    pub(super) fn results(&self) -> Staging {
        match &self.received {
            Some(received) => received.gather(),
            None => Staging::new(self.sent.active()),
        }
    }
}
