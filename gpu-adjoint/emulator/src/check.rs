//! The checker: what is told of each access of device code.
//!
//! Owns: where an access is, and what is said of it. Must not: know which accesses race (`happened`, `shadow`).

use crate::allocations::{self, Place};
use crate::current;
use crate::happened;
use crate::reports::{Key, place};
use crate::shadow::{Kind, PAGE, Page, Record, Rule};
use crate::shared::Byte;
use crate::state::{Block, Thread};

/// What is told of an access.
#[derive(Clone, Copy)]
pub(crate) struct Access {
    pub(crate) address: usize,
    pub(crate) bytes: usize,
    pub(crate) kind: Kind,
    /// Whether the value matters that is there: not for what is only written.
    pub(crate) reads: bool,
    /// Part of a copy, which may have gaps that nobody has written.
    pub(crate) copies: bool,
    /// The return address of who tells it.
    pub(crate) place: usize,
}

impl Access {
    /// Of a plain load or store.
    pub(crate) fn plain(kind: Kind, address: usize, bytes: usize, place: usize) -> Self {
        Access {
            address,
            bytes,
            kind,
            reads: kind == Kind::Read,
            copies: false,
            place,
        }
    }

    /// For messages.
    fn text(&self) -> String {
        let bytes = match self.bytes {
            1 => "1 byte".to_owned(),
            n => format!("{n} bytes"),
        };
        format!("{} of {bytes}", self.kind.name())
    }
}

/// Checks an access of the thread that runs; nothing where no kernel runs.
pub(crate) fn access(access: Access) {
    current::with(|block, thread| {
        if block.launch.settings.check && access.bytes != 0 {
            check(block, thread, &access);
        }
    });
}

fn check(block: &Block<'_>, thread: &Thread, access: &Access) {
    let (from, to) = thread.stack.get();
    if (from..to).contains(&access.address) {
        return;
    }
    let offset = block.shared.borrow().offset(access.address);
    match offset {
        Some(offset) => check_shared(block, thread, access, offset),
        None => check_other(block, thread, access),
    }
}

/// In shared memory of the block.
fn check_shared(block: &Block<'_>, thread: &Thread, access: &Access, offset: usize) {
    let mut shared = block.shared.borrow_mut();
    let bytes = shared.states(offset, access.bytes);
    let is = |state: Byte| move |byte: &Byte| *byte == state;
    let outside = bytes.len() < access.bytes || bytes.iter().any(is(Byte::Outside));
    let fresh = match access.copies {
        true => bytes.iter().all(is(Byte::Fresh)),
        false => bytes.iter().any(is(Byte::Fresh)),
    };
    if !outside && matches!(access.kind, Kind::Write | Kind::AtomicWrite) {
        bytes.fill(Byte::Written);
    }
    let object = shared.nearest(offset).copied();
    drop(shared);
    let (start, length) = object.map_or((0, 0), |o| (o.start, o.bytes));
    let name = || object.map_or_else(|| "shared memory".to_owned(), |o| o.text());
    let whereabouts = || format!("{} {}", relative(offset, start, length), name());
    if outside {
        tell(block, thread, access, "out of bounds", start, &|| {
            whereabouts()
        });
        return;
    }
    if fresh && access.reads {
        let text = || format!("{}, where nobody in this block has written", whereabouts());
        tell(block, thread, access, "uninitialised", start, &text);
    }
    let race = across_pages(offset, access.bytes, |number, bytes| {
        let mut pages = block.shadow.pages.borrow_mut();
        let page = pages.entry(number).or_insert_with(Page::new);
        let before = |earlier: &Record| {
            // Other blocks have had it before, and are over.
            earlier.block != block.number || happened::before(block, thread, earlier)
        };
        let rule = Rule {
            before,
            strict: true,
            lanes: block.launch.lanes as u16,
        };
        let now = record(block, thread, access);
        page.access(block.launch.number, bytes, now, &rule)
    });
    if let Some(other) = race {
        tell_race(block, thread, access, &other, start, &whereabouts);
    }
}

/// In memory that all blocks share.
fn check_other(block: &Block<'_>, thread: &Thread, access: &Access) {
    if !is_allowed(block, thread, access) {
        return;
    }
    let race = across_pages(access.address, access.bytes, |number, bytes| {
        let mut cache = block.shadow.cache.borrow_mut();
        let before = |earlier: &Record| happened::before(block, thread, earlier);
        let rule = Rule {
            before,
            strict: block.launch.settings.strict,
            lanes: block.launch.lanes as u16,
        };
        let now = record(block, thread, access);
        let mut page = cache.page(number).locked();
        page.access(block.launch.number, bytes, now, &rule)
    });
    if let Some(other) = race {
        let (object, text) = match allocations::place(access.address, access.bytes) {
            Place::Inside(from, to) => (from, of_allocation(access.address, from, to - from)),
            _ => (0, format!("at {}", place(access.address))),
        };
        tell_race(block, thread, access, &other, object, &|| text.clone());
    }
}

/// False: it was told, and that is enough.
fn is_allowed(block: &Block<'_>, thread: &Thread, access: &Access) -> bool {
    let version = allocations::version();
    let end = access.address.saturating_add(access.bytes);
    let mut cache = block.shadow.cache.borrow_mut();
    let inside = &mut cache.page(access.address / PAGE).inside;
    let (from, to, of_version) = *inside;
    if of_version == version && from <= access.address && end <= to {
        return true;
    }
    let (what, start, bytes) = match allocations::place(access.address, access.bytes) {
        Place::Inside(from, to) => {
            *inside = (from, to, version);
            return true;
        }
        Place::Freed(start, bytes) => ("use after free", start, bytes),
        Place::Outside(start, bytes) => ("out of bounds", start, bytes),
        Place::Unknown if access.address < PAGE => {
            let text = || format!("at address {:#x}, which is none", access.address);
            tell(block, thread, access, "out of bounds", 0, &text);
            return false;
        }
        Place::Unknown if block.launch.settings.told_only => {
            let text = || {
                format!(
                    "at {}, which is no memory of the device",
                    place(access.address)
                )
            };
            tell(block, thread, access, "out of bounds", 0, &text);
            return false;
        }
        Place::Unknown => return true,
    };
    let text = || of_allocation(access.address, start, bytes);
    tell(block, thread, access, what, start, &text);
    false
}

/// Cuts an access into pages: their numbers, and bytes from and to within. Gives the first race.
fn across_pages(
    from: usize,
    bytes: usize,
    mut run: impl FnMut(usize, (usize, usize)) -> Option<Record>,
) -> Option<Record> {
    let (mut from, end) = (from, from.saturating_add(bytes));
    let mut race = None;
    while from < end {
        let number = from / PAGE;
        let to = end.min((number + 1) * PAGE);
        race = race.or(run(number, (from - number * PAGE, to - number * PAGE)));
        from = to;
    }
    race
}

fn record(block: &Block<'_>, thread: &Thread, access: &Access) -> Record {
    Record {
        place: access.place,
        block: block.number,
        barriers: block.barrier.get(),
        clock: thread.clock.get(),
        thread: thread.number as u16,
        kind: access.kind,
    }
}

/// Where a place is, seen from a variable.
fn relative(place: usize, start: usize, bytes: usize) -> String {
    match place {
        before if before < start => format!("{} bytes before", start - before),
        behind if behind >= start + bytes => {
            format!("{} bytes behind the end of", behind - start - bytes)
        }
        inside => format!("at byte {} of", inside - start),
    }
}

fn of_allocation(address: usize, start: usize, bytes: usize) -> String {
    let place = relative(address, start, bytes);
    format!("{place} the allocation of {bytes} bytes at {start:#x}")
}

fn tell(
    block: &Block<'_>,
    thread: &Thread,
    access: &Access,
    what: &'static str,
    object: usize,
    whereabouts: &dyn Fn() -> String,
) {
    let key = Key {
        what,
        places: [access.place, 0],
        object,
    };
    let launch = block.launch;
    if launch.reports.is_new(key) {
        launch.ear.hears(&format!(
            "kernel `{}`: {what}: {} by thread {:?} of block {:?}, {}\n  from {}",
            launch.name,
            access.text(),
            thread.index,
            block.index,
            whereabouts(),
            place(access.place)
        ));
    }
}

fn tell_race(
    block: &Block<'_>,
    thread: &Thread,
    access: &Access,
    other: &Record,
    object: usize,
    whereabouts: &dyn Fn() -> String,
) {
    let launch = block.launch;
    let key = Key {
        what: match other.block == block.number {
            true => "race in a block",
            false => "race of blocks",
        },
        places: [access.place, other.place],
        object,
    };
    if launch.reports.is_new(key) {
        launch.ear.hears(&format!(
            "kernel `{}`: {}: {} by thread {:?} of block {:?}, {}\n  from {}\n  and {} by thread {:?} of block {:?} before it, which nothing orders\n  from {}",
            launch.name,
            key.what,
            access.text(),
            thread.index,
            block.index,
            whereabouts(),
            place(access.place),
            other.kind.name(),
            launch.thread_index(u32::from(other.thread)),
            launch.block_index(other.block),
            place(other.place)
        ));
    }
}
