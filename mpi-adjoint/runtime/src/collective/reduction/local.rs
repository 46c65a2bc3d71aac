//! M and F of one rank, for scans, and for reductions by the program's operators. Owns how p_(i-1) comes here.

use super::super::number::{Matrices, Number, numbers, staging};
use super::super::operation::Operation;
use super::super::operator::{OpAdjoint, Operator};
use super::call::{Pass, Reduction, Route, Way};
use super::values::Values;
use crate::error;
use crate::memory::Staging;
use crate::raw::{self, MPI_Request};
use crate::statistics::{self, Traffic};
use crate::transport::InFlight;
use std::ffi::{c_int, c_void};

/// The two derivatives of p_i = p_(i-1) ∘ x_i, for each item.
pub(super) struct Local<T> {
    /// M, with respect to p_(i-1).
    pub(super) chain: Matrices<T>,
    /// F, with respect to x_i.
    pub(super) own: Matrices<T>,
}

/// Of messages with results; those along edges are counted from zero.
const TAG: c_int = 32_767;

impl<T: Number> Reduction<T> {
    /// Starts to fetch p_(i-1). `immediate`: the primal may not have completed.
    pub(super) fn start_pass(&self, immediate: bool, traffic: Traffic) -> Option<Pass> {
        match (self.way(), &self.route) {
            (Way::Sum | Way::Joint, _) => None,
            (Way::Chain, Route::Exscan) if !immediate => Some(Pass::Known(self.primal_results())),
            (Way::Chain, Route::Scan) if !immediate => Some(Pass::Coming(self.pass_on(traffic))),
            (Way::Chain, _) => self.start_prefix(traffic).map(Pass::Coming),
        }
    }

    fn primal_results(&self) -> Values {
        let (datatype, map, items) = (self.datatype.datatype, &self.map, self.items);
        if self.received.is_none() {
            return Values::room(datatype, map, items);
        }
        // SAFETY: the program's buffer, to which the primal has written.
        unsafe { Values::copy(self.place.0, datatype, map, items) }
    }

    /// The result of a scan to the next rank.
    fn pass_on(&self, traffic: Traffic) -> Operation {
        let (group, items, datatype) = (&self.group, self.items as c_int, self.datatype.datatype);
        let mut result = self.primal_results();
        let mut before = Values::room(datatype, &self.map, self.items);
        let (comm, back) = (group.reversed().comm(), group.size - 1 - group.rank);
        let mut flights = Vec::new();
        let mut start = |begin: &dyn Fn(*mut MPI_Request) -> c_int| {
            let mut request = raw::request_null();
            error::check(begin(&raw mut request), &group.site);
            flights.push(InFlight::new(request));
        };
        if group.rank > 0 {
            let (to, peer) = (before.address(), back as c_int + 1);
            // SAFETY: the buffer has the items, and stays with the operation.
            start(&|request| unsafe {
                raw::PMPI_Irecv(to, items, datatype, peer, TAG, comm, request)
            });
        }
        if !group.is_last() {
            let (from, peer) = (result.address(), back as c_int - 1);
            statistics::sent(traffic, self.sent.bytes());
            // SAFETY: as above.
            start(&|request| unsafe {
                raw::PMPI_Isend(from, items, datatype, peer, TAG, comm, request)
            });
        }
        Operation::messages((result.memory, before.memory), flights)
    }

    /// By an exclusive scan with the primal's operator.
    fn start_prefix(&self, traffic: Traffic) -> Option<Operation> {
        let values = self.values.as_ref()?;
        let (map, items) = (&self.map, self.items);
        let datatype = self.datatype.datatype;
        let mut input = Staging::new(values.memory.len());
        let room = Staging::new(values.memory.len());
        // SAFETY: two buffers of one length.
        unsafe {
            std::ptr::copy_nonoverlapping(values.memory.as_ptr(), input.as_mut_ptr(), input.len());
        }
        let (comm, op, origin) = (self.group.comm(), self.op.0, values.origin);
        let start = |from: *mut c_void, to: *mut c_void, _: &[_], request| {
            debug_assert!(map.size > 0);
            // SAFETY: both buffers have the items, and stay with the operation.
            unsafe {
                raw::PMPI_Iexscan(
                    from.byte_add(origin),
                    to.byte_add(origin),
                    items as c_int,
                    datatype,
                    op,
                    comm,
                    request,
                )
            }
        };
        let buffers = (input, room);
        Some(Operation::movement(
            &self.group,
            traffic,
            buffers,
            Vec::new(),
            start,
        ))
    }

    /// The two matrices, once p_(i-1) is here, which it is by the calls that the ranks have made.
    pub(super) fn local(&mut self) -> Local<T> {
        let origin = self.values.as_ref().map_or(0, |values| values.origin);
        let prefix = self.pass.take().map(|pass| match pass {
            Pass::Known(values) => values,
            Pass::Coming(operation) => Values {
                memory: operation.wait(&self.group.site),
                origin,
            },
        });
        let (width, items) = (self.width, self.items);
        match (self.operator, prefix) {
            (_, Some(_)) if self.group.rank == 0 => Local {
                chain: Matrices::zero(width, items),
                own: Matrices::identity(width, items),
            },
            (Operator::Extreme { greatest, .. }, Some(prefix)) => self.winner(greatest, &prefix),
            (Operator::Product, Some(prefix)) => self.product(prefix),
            (Operator::Registered(adjoint), Some(prefix)) => self.registered(adjoint, prefix),
            (_, _) => Local {
                chain: Matrices::identity(width, items),
                own: Matrices::identity(width, items),
            },
        }
    }

    /// x_i against p_(i-1).
    fn winner(&self, greatest: bool, prefix: &Values) -> Local<T> {
        let (mut chain, mut own) = (Matrices::zero(1, self.items), Matrices::zero(1, self.items));
        let Some(values) = &self.values else {
            return Local { chain, own };
        };
        for i in 0..self.items {
            // Of equal values that of the lower rank wins.
            let mine = self.candidate(values, i, T::ZERO, 1);
            let before = self.candidate(prefix, i, T::ZERO, 0);
            let one = if mine.beats(&before, greatest) {
                &mut own
            } else {
                &mut chain
            };
            one.entries[i] = T::one();
        }
        Local { chain, own }
    }

    /// Of numbers, or of complex ones, which are 2 × 2 matrices.
    fn product(&mut self, mut prefix: Values) -> Local<T> {
        let (map, items, width) = (self.map.clone(), self.items, self.width);
        let matrices = |values: &mut Values| {
            let staging = values.shadow(&map, items).gather();
            let numbers: &[T] = numbers(&staging);
            let entries = numbers
                .chunks_exact(width)
                .flat_map(|number| match *number {
                    [re, im] => vec![re, im.minus(), im, re],
                    _ => number.to_vec(),
                });
            Matrices {
                width,
                entries: entries.collect(),
            }
        };
        Local {
            own: matrices(&mut prefix),
            chain: self
                .values
                .as_mut()
                .map_or_else(|| Matrices::identity(width, items), matrices),
        }
    }

    /// By rows: the adjoint of one number of the result at a time.
    fn registered(&mut self, adjoint: OpAdjoint, mut prefix: Values) -> Local<T> {
        let (map, items, width) = (self.map.clone(), self.items, self.width);
        let mut local = Local {
            chain: Matrices::zero(width, items),
            own: Matrices::zero(width, items),
        };
        let Some(values) = &mut self.values else {
            return local;
        };
        let datatype = self.datatype.datatype;
        let room = || Values::room(datatype, &map, items);
        for row in 0..width {
            let (mut result, mut chain, mut own) = (room(), room(), room());
            let unit =
                (0..items * width).map(|at| if at % width == row { T::one() } else { T::ZERO });
            let unit = staging(&unit.collect::<Vec<T>>());
            result.shadow(&map, items).scatter(&unit);
            // SAFETY: all buffers have the items; the program has promised what the function does.
            unsafe {
                adjoint(
                    prefix.address(),
                    values.address(),
                    result.address(),
                    chain.address(),
                    own.address(),
                    items as c_int,
                    datatype,
                );
            }
            fill(&mut local.chain, row, &chain.shadow(&map, items).gather());
            fill(&mut local.own, row, &own.shadow(&map, items).gather());
        }
        local
    }
}

/// Sets a row of each matrix.
fn fill<T: Number>(matrices: &mut Matrices<T>, row: usize, gradients: &Staging) {
    let width = matrices.width;
    let items = matrices.entries.chunks_exact_mut(width * width);
    for (matrix, gradient) in items.zip(numbers(gradients).chunks_exact(width)) {
        matrix[row * width..][..width].copy_from_slice(gradient);
    }
}
