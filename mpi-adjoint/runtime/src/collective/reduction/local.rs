//! M and F of one rank, for operators other than the sum. Owns the communication that they take: one call
//! that is started with the primal.

use super::super::number::{Matrices, Number, numbers, staging};
use super::super::operation::{Combined, Element, Operation};
use super::super::operator::{self, Candidate, Operator, Own};
use super::Reduction;
use super::values::Values;
use crate::memory::Staging;
use crate::public::OpAdjoint;
use crate::raw;
use crate::statistics::Traffic;
use std::ffi::c_int;

/// The two derivatives of p_i = p_(i-1) ∘ x_i, for each item.
pub(super) struct Local<T> {
    /// M, with respect to p_(i-1).
    pub(super) chain: Matrices<T>,
    /// F, with respect to x_i.
    pub(super) own: Matrices<T>,
}

impl<T: Number> Reduction<T> {
    /// Starts to fetch what other ranks know.
    pub(super) fn start_pass(&self) -> Option<Operation> {
        let traffic = Traffic::Adjoint;
        match self.operator {
            Operator::Sum | Operator::Unknown => None,
            Operator::Extreme { greatest, .. } => {
                let none = vec![T::ZERO; self.items];
                let (candidates, how) = (self.candidates(&none), extreme::<T>(greatest));
                let group = &self.group;
                Some(if self.is_scan() {
                    Operation::scan(group, &group.shadow, traffic, candidates, how)
                } else {
                    Operation::allreduce(group, traffic, candidates, how)
                })
            }
            Operator::Product | Operator::Registered(_) => self.start_prefix(),
        }
    }

    /// p_(i-1), by the primal's operator.
    fn start_prefix(&self) -> Option<Operation> {
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
        let start = |from: *mut std::ffi::c_void, to: *mut std::ffi::c_void, _: &[_], request| {
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
            Traffic::Adjoint,
            buffers,
            Vec::new(),
            start,
        ))
    }

    /// This rank's numbers in the search for the extreme ones.
    pub(super) fn candidates(&self, tangents: &[T]) -> Staging {
        let mut staging = Staging::new(self.items * size_of::<Candidate<T>>());
        let Some(values) = &self.values else {
            return staging;
        };
        let pairs = matches!(self.operator, Operator::Extreme { pairs: true, .. });
        for (i, tangent) in tangents.iter().enumerate() {
            let at = values.item(i, &self.map);
            // SAFETY: an item is a number, and the index of a pair lies behind it.
            unsafe {
                let index = if pairs {
                    at.add(T::KIND.size()).cast::<c_int>().read_unaligned()
                } else {
                    0
                };
                let candidate = Candidate {
                    value: at.cast::<T>().read_unaligned(),
                    tangent: *tangent,
                    index,
                    rank: self.group.rank as c_int,
                };
                let place = staging.as_mut_ptr().cast::<Candidate<T>>();
                place.add(i).write_unaligned(candidate);
            }
        }
        staging
    }

    /// The two matrices, once the pass is complete, which it is by the calls that the ranks have made.
    pub(super) fn local(&mut self) -> Local<T> {
        let pass = self.pass.take();
        let pass = pass.map(|pass| pass.wait(&self.group.site));
        match (self.operator, pass) {
            (Operator::Extreme { .. }, Some(winners)) => self.winner(&winners),
            (_, Some(_)) if self.group.rank == 0 => Local {
                chain: Matrices::zero(self.width, self.items),
                own: Matrices::identity(self.width, self.items),
            },
            (Operator::Product, Some(prefix)) => self.product(prefix),
            (Operator::Registered(adjoint), Some(prefix)) => self.registered(adjoint, prefix),
            (_, _) => Local {
                chain: Matrices::identity(self.width, self.items),
                own: Matrices::identity(self.width, self.items),
            },
        }
    }

    fn winner(&self, winners: &Staging) -> Local<T> {
        let (mut chain, mut own) = (Matrices::zero(1, self.items), Matrices::zero(1, self.items));
        for (i, winner) in candidates::<T>(winners).enumerate() {
            let wins = winner.rank as usize == self.group.rank;
            let one = if wins { &mut own } else { &mut chain };
            one.entries[i] = T::one();
        }
        Local { chain, own }
    }

    /// Of numbers, or of complex ones, which are 2 × 2 matrices.
    fn product(&mut self, prefix: Staging) -> Local<T> {
        let (map, items, width) = (self.map.clone(), self.items, self.width);
        let origin = self.values.as_ref().map_or(0, |values| values.origin);
        let mut prefix = Values {
            memory: prefix,
            origin,
        };
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
    fn registered(&mut self, adjoint: OpAdjoint, prefix: Staging) -> Local<T> {
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
        let mut prefix = Values {
            memory: prefix,
            origin: values.origin,
        };
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

/// How candidates are combined.
pub(super) fn extreme<T: Number>(greatest: bool) -> Combined {
    let size = size_of::<Candidate<T>>();
    Combined {
        element: Element {
            datatype: operator::item(size),
            size,
        },
        op: operator::own(if greatest { Own::Greatest } else { Own::Least }, T::KIND),
    }
}

/// Those in a buffer.
pub(super) fn candidates<T: Number>(staging: &Staging) -> impl Iterator<Item = Candidate<T>> {
    let size = size_of::<Candidate<T>>();
    // SAFETY: the buffer has as many; every pattern of bits is valid.
    (0..staging.len() / size).map(move |i| unsafe {
        staging
            .as_ptr()
            .cast::<Candidate<T>>()
            .add(i)
            .read_unaligned()
    })
}
