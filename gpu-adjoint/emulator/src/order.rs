//! In which order the threads of a block run.
//!
//! Programs without races give the same results in each. A random order is another one each time that threads start or go on.
//!
//! Owns: the random numbers. Must not: know what a thread is.

use crate::settings::Sequence;

/// The order in one block.
pub(crate) struct Order {
    sequence: Sequence,
    random: u64,
}

impl Order {
    /// That of a block by its number: the same in each run, whatever thread of the system has the block.
    pub(crate) fn of(sequence: Sequence, block: u32) -> Self {
        let seed = match sequence {
            Sequence::Random(seed) => seed,
            Sequence::Forward | Sequence::Reversed => 0,
        };
        let random = seed ^ (u64::from(block) << 32).wrapping_add(0x9e37_79b9);
        Order { sequence, random }
    }

    /// Puts the next order of what is numbered from `first` into `into`.
    pub(crate) fn next(&mut self, first: u32, end: u32, into: &mut Vec<u32>) {
        into.clear();
        match self.sequence {
            Sequence::Forward => into.extend(first..end),
            Sequence::Reversed => into.extend((first..end).rev()),
            Sequence::Random(_) => {
                into.extend(first..end);
                for last in (1..into.len()).rev() {
                    let other = self.number() % (last as u64 + 1);
                    into.swap(last, other as usize);
                }
            }
        }
    }

    /// SplitMix64.
    fn number(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_in_each_order_once() {
        for sequence in [Sequence::Forward, Sequence::Reversed, Sequence::Random(5)] {
            let mut order = Order::of(sequence, 3);
            let mut numbers = Vec::new();
            for _ in 0..4 {
                order.next(10, 50, &mut numbers);
                let mut sorted = numbers.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, Vec::from_iter(10..50));
            }
        }
    }

    #[test]
    fn random_orders_differ_and_come_again() {
        let orders = |seed| {
            let mut order = Order::of(Sequence::Random(seed), 0);
            let mut all = [Vec::new(), Vec::new()];
            for numbers in &mut all {
                order.next(0, 64, numbers);
            }
            all
        };
        let [first, second] = orders(1);
        assert_ne!(first, second);
        assert_eq!(orders(1), [first.clone(), second]);
        assert_ne!(orders(2)[0], first);
    }
}
