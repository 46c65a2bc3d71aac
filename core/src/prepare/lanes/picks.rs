//! Lists of lanes, as shuffles take them.
//!
//! Owns: which lanes are halves, neighbours and the like. Must not: know vectors.

/// First and last half.
pub(super) fn halves(lanes: u32) -> [Vec<i32>; 2] {
    let (half, all) = (lanes as i32 / 2, lanes as i32);
    [(0..half).collect(), (half..all).collect()]
}

/// Even and odd lanes.
pub(super) fn neighbours(lanes: u32) -> [Vec<i32>; 2] {
    [0, 1].map(|first| (first..lanes as i32).step_by(2).collect())
}

/// Last lane first.
pub(super) fn reverse(lanes: u32) -> Vec<i32> {
    (0..lanes as i32).rev().collect()
}

/// Even lanes of one vector and odd lanes of another.
pub(super) fn alternate(lanes: u32) -> Vec<i32> {
    let lane = |i: i32| if i % 2 == 0 { i } else { lanes as i32 + i };
    (0..lanes as i32).map(lane).collect()
}

/// The lanes of a vector, and behind them those of another of the same length, from its first on.
pub(super) fn padded(lanes: u32, wanted: u32) -> Vec<i32> {
    let lane = |i: u32| if i < lanes { i } else { lanes + i % lanes };
    (0..wanted).map(|i| lane(i) as i32).collect()
}
