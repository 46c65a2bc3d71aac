//! Cases of collective communication.

use super::Case;
use super::machine::Machine;
use super::shapes::{Shape, count};
use super::tools::world;
use crate::call;

pub(crate) const CASES: &[Case] = &[Case::new("Bcast", bcast)];

fn bcast(m: &mut Machine, shape: &Shape, items: usize) {
    let buffer = m.buffer(shape, items);
    for root in 0..m.size {
        call!(
            m,
            Bcast(m.data(buffer), count(items), shape.datatype, root, world())[m.shadow(buffer)]
        );
    }
}
