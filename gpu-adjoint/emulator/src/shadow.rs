//! Who has accessed memory: for each four bytes, or for each byte once somebody has accessed less.
//!
//! A cell has the last plain write, and two accesses of each other kind. Two are enough: if any earlier one is not ordered before a later access, one
//! of these is not, either, for they are of different blocks, if there were several, or else of different warps, or else of different threads. Where
//! threads are ordered by barriers of a part of a warp, or by atomic operations, a third one may be missed.
//!
//! Owns: these cells. Must not: know what orders accesses.

/// Bytes of memory of which one page knows.
pub(crate) const PAGE: usize = 4096;

/// Bytes of a cell of a page that was accessed by words alone.
const WORD: usize = 4;

/// What an access is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// None was.
    Nothing,
    Read,
    Write,
    AtomicRead,
    AtomicWrite,
}

impl Kind {
    /// For messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Nothing => "no access",
            Kind::Read => "a read",
            Kind::Write => "a write",
            Kind::AtomicRead => "an atomic read",
            Kind::AtomicWrite => "an atomic update",
        }
    }
}

/// An access.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    /// The return address of who told it.
    pub(crate) place: usize,
    pub(crate) block: u32,
    pub(crate) barriers: u32,
    pub(crate) clock: u32,
    pub(crate) thread: u16,
    pub(crate) kind: Kind,
}

const NOTHING: Record = Record {
    place: 0,
    block: 0,
    barriers: 0,
    clock: 0,
    thread: 0,
    kind: Kind::Nothing,
};

#[derive(Clone, Copy)]
struct Cell {
    write: Record,
    reads: [Record; 2],
}

const EMPTY: Cell = Cell {
    write: NOTHING,
    reads: [NOTHING; 2],
};

/// Atomic accesses of a cell.
#[derive(Clone, Copy)]
struct Atomics {
    reads: [Record; 2],
    updates: [Record; 2],
}

const NO_ATOMICS: Atomics = Atomics {
    reads: [NOTHING; 2],
    updates: [NOTHING; 2],
};

/// Cells of a page.
pub(crate) struct Page {
    /// The launch of which it knows.
    launch: u32,
    /// Bytes of a cell.
    unit: usize,
    cells: Vec<Cell>,
    /// None until there is one.
    atomics: Vec<Atomics>,
}

/// How accesses are compared.
pub(crate) struct Rule<F> {
    /// Whether an earlier access is ordered before this one.
    pub(crate) before: F,
    /// Whether plain reads race with atomic updates.
    pub(crate) strict: bool,
    /// Lanes of a warp.
    pub(crate) lanes: u16,
}

impl Page {
    /// Of which nothing is known.
    pub(crate) fn new() -> Self {
        Page {
            launch: 0,
            unit: WORD,
            cells: Vec::new(),
            atomics: Vec::new(),
        }
    }

    /// Forgets what was in other launches.
    fn of_launch(&mut self, launch: u32) {
        if self.launch != launch {
            self.launch = launch;
            self.unit = WORD;
            self.atomics.clear();
            self.cells.clear();
            self.cells.resize(PAGE / WORD, EMPTY);
        }
    }

    /// Forgets what was from `from` to `to`.
    pub(crate) fn forget(&mut self, from: usize, to: usize) {
        if self.cells.is_empty() {
            return;
        }
        self.split_for(from, to);
        self.cells[from / self.unit..to / self.unit].fill(EMPTY);
        if !self.atomics.is_empty() {
            self.atomics[from / self.unit..to / self.unit].fill(NO_ATOMICS);
        }
    }

    /// One cell for each byte, if an access begins or ends within a word.
    fn split_for(&mut self, from: usize, to: usize) {
        if self.unit == 1 || (from.is_multiple_of(WORD) && to.is_multiple_of(WORD)) {
            return;
        }
        self.unit = 1;
        let each = |cell: &Cell| [*cell; WORD];
        self.cells = self.cells.iter().flat_map(each).collect();
        let each = |atomics: &Atomics| [*atomics; WORD];
        self.atomics = self.atomics.iter().flat_map(each).collect();
    }

    /// An access of the bytes from `from` to `to`. Gives an earlier one with which it races.
    pub(crate) fn access<F: Fn(&Record) -> bool>(
        &mut self,
        launch: u32,
        (from, to): (usize, usize),
        now: Record,
        rule: &Rule<F>,
    ) -> Option<Record> {
        self.of_launch(launch);
        self.split_for(from, to);
        let atomic = matches!(now.kind, Kind::AtomicRead | Kind::AtomicWrite);
        if atomic && self.atomics.is_empty() {
            self.atomics = vec![NO_ATOMICS; self.cells.len()];
        }
        let mut race = None;
        for number in from / self.unit..to / self.unit {
            let cell = &mut self.cells[number];
            let atomics = self.atomics.get_mut(number);
            race = race.or(cell.races(atomics.as_deref(), now.kind, rule));
            cell.keeps(atomics, now, rule);
        }
        race
    }
}

impl Atomics {
    fn of(&mut self, kind: Kind) -> &mut [Record; 2] {
        match kind {
            Kind::AtomicRead => &mut self.reads,
            _ => &mut self.updates,
        }
    }
}

impl Cell {
    fn races<F: Fn(&Record) -> bool>(
        &self,
        atomics: Option<&Atomics>,
        now: Kind,
        rule: &Rule<F>,
    ) -> Option<Record> {
        let updates = atomics.iter().flat_map(|a| &a.updates);
        let reads = atomics.iter().flat_map(|a| &a.reads);
        let unordered = |r: &&Record| r.kind != Kind::Nothing && !(rule.before)(r);
        let write = std::iter::once(&self.write);
        let found = match now {
            Kind::Nothing => None,
            Kind::Write => write
                .chain(&self.reads)
                .chain(updates)
                .chain(reads)
                .find(unordered),
            Kind::Read if rule.strict => write.chain(updates).find(unordered),
            Kind::AtomicWrite if rule.strict => write.chain(&self.reads).find(unordered),
            Kind::Read | Kind::AtomicRead | Kind::AtomicWrite => write.into_iter().find(unordered),
        };
        found.copied()
    }

    fn keeps<F: Fn(&Record) -> bool>(
        &mut self,
        atomics: Option<&mut Atomics>,
        now: Record,
        rule: &Rule<F>,
    ) {
        match now.kind {
            Kind::Nothing => {}
            Kind::Write => {
                // Whatever is not ordered behind those before is not ordered behind this one.
                *self = EMPTY;
                self.write = now;
                if let Some(atomics) = atomics {
                    *atomics = NO_ATOMICS;
                }
            }
            Kind::Read => keep(&mut self.reads, now, rule),
            Kind::AtomicRead | Kind::AtomicWrite => {
                if let Some(atomics) = atomics {
                    keep(atomics.of(now.kind), now, rule);
                }
            }
        }
    }
}

/// Keeps an access in the place of one that is ordered before it, or so that those that are kept are of different blocks.
fn keep<F: Fn(&Record) -> bool>(kept: &mut [Record; 2], now: Record, rule: &Rule<F>) {
    let same = |r: &Record| r.thread == now.thread && r.block == now.block;
    if let Some(own) = kept.iter_mut().find(|r| same(r)) {
        *own = now;
        return;
    }
    let older = |r: &Record| r.kind == Kind::Nothing || (rule.before)(r);
    if let Some(old) = kept.iter_mut().find(|r| older(r)) {
        *old = now;
        return;
    }
    let [first, second] = kept;
    let team = |r: &Record| (r.block, r.thread / rule.lanes);
    let of_one_block = first.block == second.block;
    let of_one_team = team(first) == team(second);
    if of_one_block && now.block != first.block || of_one_team && team(&now) != team(first) {
        *second = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block's barriers order, and nothing else.
    fn access(page: &mut Page, bytes: (usize, usize), now: Record) -> Option<Kind> {
        let before = |r: &Record| {
            r.block == now.block && (r.thread == now.thread || r.barriers < now.barriers)
        };
        let rule = Rule {
            before,
            strict: true,
            lanes: 32,
        };
        page.access(1, bytes, now, &rule).map(|r| r.kind)
    }

    fn of(kind: Kind, block: u32, thread: u16, barriers: u32) -> Record {
        Record {
            block,
            thread,
            barriers,
            kind,
            ..NOTHING
        }
    }

    #[test]
    fn accesses_of_other_bytes_are_others() {
        let mut page = Page::new();
        assert_eq!(access(&mut page, (0, 2), of(Kind::Write, 0, 0, 0)), None);
        assert_eq!(access(&mut page, (2, 4), of(Kind::Write, 0, 1, 0)), None);
        let race = access(&mut page, (0, 4), of(Kind::Read, 0, 1, 0));
        assert_eq!(race, Some(Kind::Write));
        assert_eq!(access(&mut page, (4, 8), of(Kind::Write, 0, 2, 0)), None);
    }

    #[test]
    fn reads_of_two_blocks_are_remembered() {
        for writer in 0..3 {
            let mut page = Page::new();
            for (block, thread) in [(0, 0), (0, 1), (0, 2), (1, 0)] {
                access(&mut page, (0, 4), of(Kind::Read, block, thread, 0));
            }
            let race = access(&mut page, (0, 4), of(Kind::Write, writer, 0, 1));
            assert_eq!(race, Some(Kind::Read), "{writer}");
        }
    }

    #[test]
    fn reads_of_two_warps_give_way_to_those_of_another_block() {
        let mut page = Page::new();
        for (block, thread) in [(0, 0), (0, 40), (1, 0)] {
            access(&mut page, (0, 4), of(Kind::Read, block, thread, 0));
        }
        let race = access(&mut page, (0, 4), of(Kind::Write, 0, 0, 1));
        assert_eq!(race, Some(Kind::Read));
    }

    #[test]
    fn reads_of_two_warps_are_remembered() {
        let mut page = Page::new();
        for thread in [0, 1, 40] {
            access(&mut page, (0, 4), of(Kind::Read, 0, thread, 0));
        }
        // A barrier of the first warp orders its lanes.
        let before = |r: &Record| r.thread < 32;
        let rule = Rule {
            before,
            strict: true,
            lanes: 32,
        };
        let race = page.access(1, (0, 4), of(Kind::Write, 0, 0, 0), &rule);
        assert_eq!(race.map(|r| r.thread), Some(40));
    }

    #[test]
    fn atomic_updates_race_with_plain_accesses_alone() {
        let mut page = Page::new();
        for thread in 0..3 {
            let update = of(Kind::AtomicWrite, 0, thread, 0);
            assert_eq!(access(&mut page, (0, 4), update), None);
        }
        let read = access(&mut page, (0, 4), of(Kind::AtomicRead, 1, 0, 0));
        assert_eq!(read, None);
        let read = access(&mut page, (0, 4), of(Kind::Read, 0, 2, 0));
        assert_eq!(read, Some(Kind::AtomicWrite));
        assert_eq!(access(&mut page, (0, 4), of(Kind::Read, 0, 2, 1)), None);
    }

    #[test]
    fn what_was_forgotten_does_not_race() {
        let mut page = Page::new();
        access(&mut page, (0, 16), of(Kind::Write, 0, 0, 0));
        page.forget(4, 7);
        assert_eq!(access(&mut page, (4, 7), of(Kind::Write, 1, 0, 0)), None);
        let race = access(&mut page, (7, 8), of(Kind::Write, 1, 0, 0));
        assert_eq!(race, Some(Kind::Write));
    }
}
