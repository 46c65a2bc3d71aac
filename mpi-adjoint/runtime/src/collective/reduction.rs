//! Calls that combine numbers: MPI_Reduce, MPI_Allreduce, MPI_Reduce_scatter(_block), MPI_Scan, MPI_Exscan.
//!
//! Sums are linear. Tangent: the same call on ẋ. Adjoint, with rank indices i and j:
//!
//! | y | x̄ |
//! |---|---|
//! | at the root: Σ x_i | `x̄_i += ȳ`: broadcast |
//! | on all ranks: Σ x_i | `x̄_i += Σ ȳ_j`: allreduce |
//! | block j on rank j | `x̄_i += (ȳ_0, ȳ_1, …)`: allgather |
//! | y_j = Σ over i ≤ j | `x̄_i += Σ over j ≥ i of ȳ_j`: scan with the ranks reversed |
//! | y_j = Σ over i < j | `x̄_i += Σ over j > i of ȳ_j`: exclusive scan with the ranks reversed |
//!
//! Reductions by MPI_PROD, MPI_MIN and their kin: ∂y/∂x_i depends on the other ranks' numbers by little, which
//! comes together with Σ ȳ_j: by one Allreduce in the reverse, also where the result is that of one rank.
//!
//! - Product: the product of all that are not zero, and how many are; out of it x_i is taken again (factor.rs).
//! - Least and greatest: 1 for the winner, the lowest rank of those that hold the value (of pairs: with the lowest
//!   index), and 0.
//!
//! Otherwise operators are applied in the order of the ranks, p_i = p_(i-1) ∘ x_i, with p_0 = x_0. Each rank
//! has two small matrices for each item: M_i = ∂p_i/∂p_(i-1) and F_i = ∂p_i/∂x_i. Then
//! ∂p_j/∂x_i = M_j … M_(i+1) F_i:
//!
//! - Scan: `x̄_i += F_iᵀ (ȳ_i + U_(i+1))`, U_j = M_jᵀ (ȳ_j + U_(j+1)): maps of U, which are
//!   combined by one exclusive scan with the ranks reversed.
//! - Exclusive scan: `x̄_i += F_iᵀ R_i`, R_i = ȳ_(i+1) + M_(i+1)ᵀ R_(i+1): likewise.
//! - Reductions by the program's operators: `x̄_i += F_iᵀ C_iᵀ ȳ`, where ȳ travels as for sums, and
//!   C_iᵀ = M_(i+1)ᵀ … M_(last)ᵀ comes from an exclusive scan of matrices with the ranks reversed.
//!
//! p_(i-1) is the result of an exclusive scan, and of a scan on the rank before, which sends it; otherwise an exclusive
//! scan fetches it. Product: M_i = x_i, F_i = p_(i-1): nothing is divided. Least and greatest: M and F are 0 or 1.
//! The program's operators: the registered derivative gives the rows of M and F.
//! Memory of all of these: a fixed number of buffers of the call's length.
//!
//! Of several directions the numbers of all items lie one direction behind the other, in one call. Where a number travels
//! with the primal's, these are there once for each direction, and so are maps; what depends on the primal alone
//! (p_i, M_i, F_i) is there once.

mod call;
mod joint;
mod local;
mod maps;
mod scattered;
mod tangent;
mod values;

use super::blocks::{Counts, WORD, in_place};
use super::group::{Group, Ranks};
use super::number::{self, Matrices, Number, numbers, staging, with_number};
use super::operation::{Combined, Operation};
use super::operator::Operator;
use super::scheme::Scheme;
use crate::bases::Bases;
use crate::data::Data;
use crate::datatype::{self, Kind};
use crate::error::{self, Code, Site};
use crate::memory::{Shadow, Staging};
use crate::raw::{self, MPI_Comm, MPI_Datatype, MPI_Op, Shared};
use crate::statistics::{self, Traffic};
use call::{Place, Reduction, Route, Way};
use maps::{affine, maps, split};
use scattered::by_direction;
use std::ffi::{c_int, c_void};
use values::Values;

/// Where results go.
pub(crate) enum Shape {
    Reduce {
        root: c_int,
    },
    Allreduce,
    /// Items for each rank, by a list of the program as long as there are ranks.
    ReduceScatter {
        counts: *const c_int,
    },
    ReduceScatterBlock,
    Scan,
    Exscan,
}

/// The other arguments; `count` is that of one block where the result is scattered.
pub(crate) struct Operands {
    pub(crate) send: *const c_void,
    pub(crate) receive: *mut c_void,
    pub(crate) count: c_int,
    pub(crate) datatype: MPI_Datatype,
    pub(crate) op: MPI_Op,
    pub(crate) comm: MPI_Comm,
    pub(crate) send_shadow: Bases,
    pub(crate) receive_shadow: Bases,
}

/// A reduction or a scan.
pub(crate) fn reduction(site: &Site, shape: Shape, call: Operands) -> Option<Box<dyn Scheme>> {
    if call.op == raw::op_null() {
        // The primal says what is wrong, by the program's error handler.
        return None;
    }
    let active = !call.send_shadow.is_null() || !call.receive_shadow.is_null();
    let ranks = Ranks::new(call.comm, active, site)?;
    let each = usize::try_from(call.count).unwrap_or(0);
    let (route, items) = match shape {
        Shape::Reduce { root } => (Route::Reduce { root }, each),
        Shape::Allreduce => (Route::Allreduce, each),
        Shape::Scan => (Route::Scan, each),
        Shape::Exscan => (Route::Exscan, each),
        Shape::ReduceScatterBlock => (Route::Scattered(vec![each; ranks.size]), each * ranks.size),
        Shape::ReduceScatter { counts } => {
            // SAFETY: MPI asks for a count for each rank.
            let counts = (0..ranks.size).map(|i| unsafe { *counts.add(i) }.max(0) as usize);
            let counts: Vec<usize> = counts.collect();
            let items = counts.iter().sum();
            (Route::Scattered(counts), items)
        }
    };
    let aliased = in_place(call.send);
    let data = |address, shadow: &Bases| Data {
        address,
        count: 1,
        datatype: call.datatype,
        shadow: shadow.clone(),
    };
    let (address, shadow) = if aliased {
        (call.receive.cast_const(), &call.receive_shadow)
    } else {
        (call.send, &call.send_shadow)
    };
    let sent = data(address, shadow).shadows(items, site);
    statistics::sent(Traffic::Primal, sent.bytes());
    let operator = Operator::of(call.op);
    let kind = combinable((&sent, items), operator, active, site)?;
    let received = match &route {
        Route::Reduce { root } => (*root == ranks.rank as c_int).then_some(items),
        Route::Allreduce | Route::Scan => Some(items),
        Route::Scattered(counts) => Some(counts[ranks.rank]),
        Route::Exscan => (ranks.rank > 0).then_some(items),
    };
    let received =
        received.map(|items| data(call.receive, &call.receive_shadow).shadows(items, site));
    let group = ranks.group(site);
    let (datatype, op) = (call.datatype, call.op);
    let parts = Parts {
        place: Place(call.receive),
        group,
        route,
        operator,
        op,
        datatype,
        items,
        sent,
        received,
    };
    Some(with_number!(kind, make(parts, address, site)))
}

/// The kind of the numbers; `None` if there are none, or if they are inactive and the operator is unknown:
/// where they are active, a rank says so.
fn combinable(
    (sent, items): (&Shadow, usize),
    operator: Operator,
    active: bool,
    site: &Site,
) -> Option<Kind> {
    if sent.active() == 0 {
        return None;
    }
    let kinds = sent.kinds();
    let width = sent.of_one() / items / kinds[0].size();
    let is_pair = width == 1 && sent.bytes() > sent.of_one();
    let wrong = match operator {
        Operator::Unknown => Some("an operator without a derivative"),
        _ if kinds.len() > 1 => Some("a reduction of items with several kinds of numbers"),
        Operator::Extreme { pairs, .. } if width > 1 || pairs != is_pair => {
            Some("an operator that has no derivative for this datatype")
        }
        _ => None,
    };
    match wrong {
        None => Some(kinds[0]),
        Some(what) if active => error::fail(
            Code::Operator,
            site,
            what,
            "register one by enzyme_rs_mpi_register_op(op, adjoint) before the call, with a datatype whose \
             numbers are of one kind",
        ),
        Some(_) => None,
    }
}

/// What does not depend on the kind.
struct Parts {
    place: Place,
    group: Group,
    route: Route,
    operator: Operator,
    op: MPI_Op,
    datatype: MPI_Datatype,
    items: usize,
    sent: Shadow,
    received: Option<Shadow>,
}

fn make<T: Number>(parts: Parts, address: *const c_void, site: &Site) -> Box<dyn Scheme> {
    let map = datatype::map_of(parts.datatype, site);
    let values = match parts.operator {
        Operator::Sum => None,
        // SAFETY: the program's buffer.
        _ => Some(unsafe { Values::copy(address, parts.datatype, &map, parts.items) }),
    };
    Box::new(Reduction::<T> {
        group: parts.group,
        route: parts.route,
        operator: parts.operator,
        op: Shared(parts.op),
        datatype: datatype::Kept::new(parts.datatype),
        width: map.active / T::KIND.size(),
        map,
        items: parts.items,
        sent: parts.sent,
        received: parts.received,
        values,
        place: parts.place,
        pass: None,
        spread: None,
        combined: None,
        own: None,
    })
}

impl<T: Number> Reduction<T> {
    /// Takes the adjoint of a reduction's result to all that have a part in it.
    fn spread(&self) -> Operation {
        let (group, traffic) = (&self.group, Traffic::Adjoint);
        match &self.route {
            Route::Reduce { root } => Operation::bcast(group, traffic, self.results(), *root),
            Route::Scattered(counts) => self.gather_blocks(counts),
            Route::Allreduce | Route::Scan | Route::Exscan => {
                Operation::allreduce(group, traffic, self.results(), Combined::sum(T::KIND))
            }
        }
    }

    fn gather_blocks(&self, items: &[usize]) -> Operation {
        let words = self.sent.width() * self.width * T::KIND.size() / WORD;
        let counts: Vec<usize> = items.iter().map(|items| items * words).collect();
        let counts = vec![Counts::new(&counts, &self.group.site)];
        let (group, own) = (&self.group, items[self.group.rank] * words);
        let buffers = (self.results(), Staging::new(self.sent.active()));
        Operation::movement(
            group,
            Traffic::Adjoint,
            buffers,
            counts,
            |from, to, counts, request| {
                let (counts, starts) = (counts[0].counts.as_ptr(), counts[0].starts.as_ptr());
                let (word, own, comm) = (raw::word(), own as c_int, group.comm());
                // SAFETY: the buffers are as long as the counts say, and stay with the operation.
                unsafe {
                    raw::PMPI_Iallgatherv(from, own, word, to, counts, starts, word, comm, request)
                }
            },
        )
    }

    /// What [`Reduction::spread`] brings, direction by direction.
    fn arrived(&self, spread: Operation) -> Staging {
        let come = spread.wait(&self.group.site);
        match &self.route {
            Route::Scattered(items) => {
                let bytes = self.width * T::KIND.size();
                by_direction(&come, items, self.sent.width(), bytes)
            }
            _ => come,
        }
    }

    /// Sums over the later ranks.
    fn start_sum(&self) -> Operation {
        let (group, how) = (&self.group, Combined::sum(T::KIND));
        let (comm, traffic) = (group.reversed(), Traffic::Adjoint);
        match self.route {
            Route::Scan => Operation::scan(group, comm, traffic, self.results(), how),
            Route::Exscan => Operation::exscan(group, comm, traffic, self.results(), how),
            _ => self.spread(),
        }
    }

    /// An exclusive scan of maps v ↦ M v + c, with the ranks reversed.
    fn combine(&self, chain: &Matrices<T>, constants: &[T]) -> Operation {
        let (group, how) = (&self.group, affine::<T>(self.width));
        let maps = maps(chain, constants);
        Operation::exscan(group, group.reversed(), Traffic::Adjoint, maps, how)
    }

    fn start_chain(&mut self) {
        let local = self.local();
        let chain = local.chain.transposed();
        let results = self.results();
        let results: &[T] = numbers(&results);
        match &self.route {
            Route::Scan => self.combined = Some(self.combine(&chain, &chain.apply(results))),
            Route::Exscan => self.combined = Some(self.combine(&chain, results)),
            _ => {
                let none = vec![T::ZERO; self.items * self.width];
                self.combined = Some(self.combine(&chain, &none));
                self.spread = Some(self.spread());
            }
        }
        self.own = Some(local.own);
    }

    fn finish_chain(&mut self, own: &Matrices<T>, spread: Option<Operation>) -> Vec<T> {
        let site = self.group.site;
        let combined = self.combined.take().map(|combined| combined.wait(&site));
        // The last rank has none behind it; what MPI leaves there has no meaning.
        let combined = combined.filter(|_| !self.group.is_last());
        let combined = combined.map(|maps| split::<T>(numbers(&maps), self.width));
        let spread = spread.map(|spread| self.arrived(spread));
        let adjoint: Vec<T> = match (spread, combined) {
            (Some(spread), None) => numbers(&spread).to_vec(),
            (Some(spread), Some((chain, _))) => chain.apply(numbers(&spread)),
            (None, combined) => {
                let later = combined.map(|(_, later)| later);
                let later = later.unwrap_or_else(|| vec![T::ZERO; self.numbers()]);
                match self.route {
                    Route::Scan => number::sum(numbers(&self.results()), &later),
                    _ => later,
                }
            }
        };
        own.transposed().apply(&adjoint)
    }
}

impl<T: Number> Scheme for Reduction<T> {
    fn comm(&self) -> u64 {
        self.group.shadow.id()
    }

    fn tangent(&mut self, immediate: bool) {
        self.combined = Some(self.start_tangent(immediate));
    }

    fn tangent_end(&mut self) {
        if let Some(operation) = self.combined.take() {
            let result = operation.wait(&self.group.site);
            if let Some(received) = &self.received {
                received.scatter(&staging(&self.tangents(&result)));
            }
        }
    }

    fn record(&mut self, immediate: bool) {
        self.pass = self.start_pass(immediate, Traffic::Adjoint);
    }

    fn start(&mut self) {
        match self.way() {
            Way::Sum => self.spread = Some(self.start_sum()),
            Way::Joint => self.spread = Some(self.start_joint()),
            Way::Chain => self.start_chain(),
        }
    }

    fn finish(&mut self) {
        let adjoint = match (self.own.take(), self.spread.take()) {
            (Some(own), spread) => staging(&self.finish_chain(&own, spread)),
            (None, Some(spread)) => match self.way() {
                Way::Joint => {
                    let result = spread.wait(&self.group.site);
                    staging(&self.finish_joint(&result))
                }
                _ => {
                    let result = self.arrived(spread);
                    let none = matches!(self.route, Route::Exscan) && self.group.is_last();
                    if none {
                        Staging::new(result.len())
                    } else {
                        result
                    }
                }
            },
            (None, None) => return,
        };
        if let Some(received) = &self.received {
            received.zero();
        }
        self.sent.accumulate(&adjoint);
    }
}
