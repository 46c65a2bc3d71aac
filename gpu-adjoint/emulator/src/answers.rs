//! What each lane gets where lanes meet.
//!
//! Owns: the meaning of shuffles, votes and matches: that of PTX, for 64 lanes with one bit more in each field. Must not: know who waits.

use crate::shared::MARK;
use crate::state::{Answer, Call, Shuffle};

/// What a lane gives.
#[derive(Clone, Copy)]
pub(crate) struct Member {
    pub(crate) value: u64,
    pub(crate) lane: u32,
    pub(crate) clamp: u32,
}

/// Those that take part, by lane.
pub(crate) type Members = [Option<Member>; 64];

/// What `lane`, which takes part, gets.
pub(crate) fn answer(call: Call, lanes: u32, lane: u32, members: &Members) -> Answer {
    let Some(own) = members[lane as usize] else {
        return Answer::default();
    };
    let yes = |value: u64| Answer { value, flag: true };
    let wanted = own.lane & (lanes - 1);
    match call {
        Call::Barrier(_) | Call::WarpBarrier => Answer::default(),
        Call::Shuffle(mode) => {
            let (from, inside) = source(mode, lanes, lane, own);
            Answer {
                value: members[from as usize].map_or(MARK, |m| m.value),
                flag: inside,
            }
        }
        Call::Ballot => yes(those(members, |m| m.value != 0)),
        Call::ActiveMask => yes(those(members, |_| true)),
        Call::Any => yes(u64::from(those(members, |m| m.value != 0) != 0)),
        Call::All => yes(u64::from(those(members, |m| m.value == 0) == 0)),
        Call::MatchAny => yes(those(members, |m| m.value == own.value)),
        Call::MatchAll => match those(members, |m| m.value != own.value) {
            0 => yes(those(members, |_| true)),
            _ => Answer::default(),
        },
        // The hardware gives 0 for lanes that are not active.
        Call::Permute => yes(members[wanted as usize].map_or(0, |m| m.value)),
        Call::ReadLane => yes(members[wanted as usize].map_or(MARK, |m| m.value)),
        Call::FirstLane => yes(members.iter().flatten().next().map_or(0, |m| m.value)),
    }
}

/// The lanes of which something is true.
fn those(members: &Members, is: impl Fn(&Member) -> bool) -> u64 {
    let bit = |(lane, member): (usize, &Option<Member>)| {
        u64::from(member.as_ref().is_some_and(&is)) << lane
    };
    members.iter().enumerate().map(bit).sum()
}

/// The lane from which a shuffle takes, and whether it is in range: if not, it is the own one.
fn source(mode: Shuffle, lanes: u32, lane: u32, own: Member) -> (u32, bool) {
    let field = lanes - 1;
    let segment = own.clamp >> 8 & field;
    let distance = (own.lane & field) as i32;
    let first = (lane & segment) as i32;
    let bound = (lane & segment | own.clamp & field & !segment) as i32;
    let here = lane as i32;
    let (from, inside) = match mode {
        Shuffle::Up => (here - distance, here - distance >= bound),
        Shuffle::Down => (here + distance, here + distance <= bound),
        Shuffle::Xor => (here ^ distance, here ^ distance <= bound),
        Shuffle::Index => {
            let from = first | distance & !(segment as i32);
            (from, from <= bound)
        }
    };
    match inside {
        true => (from as u32, true),
        false => (lane, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lanes of which each third takes part; they give ten times their number and want the lane given.
    fn third(wanted: u32) -> Members {
        std::array::from_fn(|lane| {
            lane.is_multiple_of(3).then_some(Member {
                value: lane as u64 * 10,
                lane: wanted,
                clamp: 31,
            })
        })
    }

    fn value(call: Call, wanted: u32) -> u64 {
        answer(call, 64, 6, &third(wanted)).value
    }

    #[test]
    fn lanes_that_take_no_part_give_nothing() {
        assert_eq!(value(Call::Permute, 9), 90);
        assert_eq!(value(Call::Permute, 64 + 9), 90);
        assert_eq!(value(Call::Permute, 10), 0);
        assert_eq!(value(Call::ReadLane, 9), 90);
        assert_eq!(value(Call::ReadLane, 10), MARK);
        assert_eq!(value(Call::FirstLane, 0), 0);
        let without_first = third(0).map(|m| m.filter(|m| m.value > 50));
        assert_eq!(answer(Call::FirstLane, 64, 6, &without_first).value, 60);
        assert_eq!(value(Call::ActiveMask, 0), 0x9249_2492_4924_9249);
        assert_eq!(value(Call::All, 0), 0);
    }
}
