//! The points around a rank's block, which its neighbours have.
//!
//! Owns: the messages. Must not: know an equation.

use crate::block::Block;
use mpi::Tag;
use mpi::request::WaitGuard;
use mpi::traits::*;

/// Zero where there is no neighbour.
pub(crate) struct Halo {
    pub(crate) up: Vec<f64>,
    pub(crate) down: Vec<f64>,
    pub(crate) left: Vec<f64>,
    pub(crate) right: Vec<f64>,
}

impl Halo {
    /// Around these numbers on a block.
    pub(crate) fn exchange(block: &Block, numbers: &[f64]) -> Self {
        let [rows, columns] = block.count;
        let row = |i: usize| &numbers[i * columns..(i + 1) * columns];
        let column =
            |j: usize| -> Vec<f64> { (0..rows).map(|i| numbers[i * columns + j]).collect() };
        let (first, last) = (column(0), column(columns - 1));
        let (up, down) = block.grid.shift(0, 1);
        let (left, right) = block.grid.shift(1, 1);
        let mut halo = Self {
            up: vec![0.0; columns],
            down: vec![0.0; columns],
            left: vec![0.0; rows],
            right: vec![0.0; rows],
        };
        // Each message has the tag of the direction in which it goes.
        mpi::request::scope(|scope| {
            let receive = |from: Option<i32>, tag: Tag, into| {
                let from = block.grid.process_at_rank(from?);
                let request = from.immediate_receive_into_with_tag(scope, into, tag);
                Some(WaitGuard::from(request))
            };
            let send = |to: Option<i32>, tag: Tag, what| {
                let to = block.grid.process_at_rank(to?);
                let request = to.immediate_send_with_tag(scope, what, tag);
                Some(WaitGuard::from(request))
            };
            let _received = [
                receive(up, 0, &mut halo.up[..]),
                receive(down, 1, &mut halo.down[..]),
                receive(left, 2, &mut halo.left[..]),
                receive(right, 3, &mut halo.right[..]),
            ];
            let _sent = [
                send(down, 0, row(rows - 1)),
                send(up, 1, row(0)),
                send(right, 2, &last),
                send(left, 3, &first),
            ];
        });
        halo
    }
}
