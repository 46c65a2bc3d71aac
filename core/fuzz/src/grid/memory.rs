//! Memory that threads share, as the interpreter sees it: numbers, and who has accessed them since when. Owns bounds, initialisation and races, so that
//! a program with undefined behaviour is refused; must not evaluate anything.

use crate::dual::Dual;
use crate::memory::{Checked, Reject};

/// A thread between two barriers of its block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Who {
    pub(crate) block: usize,
    pub(crate) thread: usize,
    /// Barriers that the block has passed.
    pub(crate) phase: usize,
    pub(crate) warp: usize,
    /// Barriers that its warps have passed, each by itself.
    pub(crate) turn: usize,
}

impl Who {
    /// Whether nothing orders an earlier access and this one.
    fn beside(self, earlier: Who) -> bool {
        let by_warp = self.warp == earlier.warp && self.turn != earlier.turn;
        let ordered = self.phase != earlier.phase || self.thread == earlier.thread || by_warp;
        self.block != earlier.block || !ordered
    }
}

/// Accesses of one kind: the last one, and another one that nothing orders with it. Whoever comes later is beside one of the two, if he is beside any
/// of those that were forgotten.
#[derive(Clone, Copy, Default, Debug)]
struct Accesses([Option<Who>; 2]);

impl Accesses {
    fn add(&mut self, who: Who) {
        let [first, second] = &mut self.0;
        match first {
            Some(earlier) if who.beside(*earlier) => *second = Some(who),
            _ => (*first, *second) = (Some(who), second.filter(|s| who.beside(*s))),
        }
    }

    fn check(self, who: Who) -> Checked<()> {
        match self.0.iter().flatten().any(|earlier| who.beside(*earlier)) {
            true => Err(Reject::Invalid("race")),
            false => Ok(()),
        }
    }
}

/// A number with its past.
#[derive(Clone, Copy, Default, Debug)]
struct Cell {
    value: Option<Dual>,
    reads: Accesses,
    writes: Accesses,
    sums: Accesses,
}

/// The cells of one array, or of all arrays of a block.
#[derive(Clone, Default, Debug)]
pub(crate) struct Memory(Vec<Cell>);

impl Memory {
    pub(crate) fn of(values: impl Iterator<Item = Dual>) -> Memory {
        let cell = |v| Cell {
            value: Some(v),
            ..Cell::default()
        };
        Memory(values.map(cell).collect())
    }

    pub(crate) fn unset(cells: usize) -> Memory {
        Memory(vec![Cell::default(); cells])
    }

    pub(crate) fn values(&self) -> Vec<Dual> {
        self.0.iter().filter_map(|c| c.value).collect()
    }

    fn cell(&mut self, at: usize) -> Checked<&mut Cell> {
        self.0.get_mut(at).ok_or(Reject::Invalid("out of bounds"))
    }

    pub(crate) fn read(&mut self, at: usize, who: Who) -> Checked<Option<Dual>> {
        let cell = self.cell(at)?;
        cell.writes.check(who)?;
        cell.sums.check(who)?;
        cell.reads.add(who);
        Ok(cell.value)
    }

    pub(crate) fn write(&mut self, at: usize, who: Who, value: Dual) -> Checked<()> {
        let cell = self.cell(at)?;
        cell.reads.check(who)?;
        cell.writes.check(who)?;
        cell.sums.check(who)?;
        cell.writes.add(who);
        cell.value = Some(value);
        Ok(())
    }

    /// An atomic sum: what is there becomes what `join` makes of it.
    pub(crate) fn sum(
        &mut self,
        at: usize,
        who: Who,
        join: impl FnOnce(&Dual) -> Dual,
    ) -> Checked<()> {
        let cell = self.cell(at)?;
        cell.reads.check(who)?;
        cell.writes.check(who)?;
        cell.sums.add(who);
        let old = cell.value.ok_or(Reject::Invalid("sum in unset memory"))?;
        cell.value = Some(join(&old));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(block: usize, thread: usize, phase: usize) -> Who {
        Who {
            block,
            thread,
            phase,
            warp: thread / 32,
            turn: 0,
        }
    }

    #[test]
    fn accesses_of_two_threads_race_without_a_barrier() {
        let mut memory = Memory::unset(1);
        let one = Dual::constant(1.0);
        memory.write(0, who(0, 3, 0), one).unwrap();
        assert!(memory.read(0, who(0, 4, 0)).is_err());
        assert!(memory.read(0, who(1, 3, 1)).is_err());
        memory.read(0, who(0, 4, 1)).unwrap();
        memory.read(0, who(0, 5, 1)).unwrap();
        memory.read(0, who(0, 5, 1)).unwrap();
        assert!(memory.write(0, who(0, 5, 1), one).is_err());
        memory.write(0, who(0, 5, 2), one).unwrap();
    }

    #[test]
    fn sums_race_with_all_but_sums() {
        let mut memory = Memory::of([Dual::constant(1.0)].into_iter());
        let twice = |d: &Dual| d.chain(2.0 * d.v, 2.0);
        memory.sum(0, who(0, 1, 0), twice).unwrap();
        memory.sum(0, who(1, 2, 0), twice).unwrap();
        assert!(memory.read(0, who(0, 1, 1)).is_err());
        assert!(memory.write(0, who(1, 2, 1), Dual::constant(0.0)).is_err());
        assert_eq!(memory.values()[0].v, 4.0);
    }
}
