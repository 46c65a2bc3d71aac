//! Code that one worker at a time runs: critical sections, locks, `ordered`, updates of single numbers, and what workers do in turn.
//!
//! The forward sweep remembers in which order workers passed, and the reverse pass lets them pass in the opposite order (`order`). Reductions are
//! passed in the order of workers, so that their results do not depend on the time.
//!
//! Owns: these functions, and the passages that are not over. Must not: know what is computed inside.

use crate::cancel;
use crate::context::{self, Shared};
use crate::ending::guarded;
use crate::fatal::{broken, not_held};
use crate::openmp::{
    __kmpc_critical, __kmpc_end_critical, __kmpc_end_ordered, __kmpc_ordered, HERE, Ident,
    omp_get_num_threads, omp_set_lock, omp_set_nest_lock, omp_unset_lock, omp_unset_nest_lock,
    worker,
};
use crate::order::{Order, Orders};
use crate::updates;
use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_void};
use std::sync::Arc;

/// In the place of an address: no lock lies there.
const IN_TURN: usize = 0;
const ORDERED: usize = 1;

/// What keeps others out in the forward sweep.
#[derive(Clone, Copy)]
enum Guard {
    /// A critical section's lock.
    Critical(*mut c_void),
    /// A lock of the program's.
    Lock(*mut c_void),
    /// One that a worker may hold several times.
    NestLock(*mut c_void),
    /// Nobody else updates the number at this address.
    Update(usize),
    /// The order of iterations; the place in the source, if it is known.
    Ordered(*const Ident),
    /// Nothing but the order of workers.
    Turn,
    /// Workers as they come: some may have left (`cancel`) and never come.
    Whoever(usize),
}

impl Guard {
    fn enter(self) {
        // SAFETY: the program gives its locks, and calls this where it would call these.
        unsafe {
            match self {
                Guard::Critical(lock) => __kmpc_critical(&HERE, worker(), lock),
                Guard::Lock(lock) => omp_set_lock(lock),
                Guard::NestLock(lock) => omp_set_nest_lock(lock),
                Guard::Ordered(place) => __kmpc_ordered(place, worker()),
                Guard::Update(number) => updates::begin(number),
                Guard::Turn | Guard::Whoever(_) => {}
            }
        }
    }

    fn leave(self) {
        // SAFETY: this thread has entered.
        unsafe {
            match self {
                Guard::Critical(lock) => __kmpc_end_critical(&HERE, worker(), lock),
                Guard::Lock(lock) => omp_unset_lock(lock),
                Guard::NestLock(lock) => omp_unset_nest_lock(lock),
                Guard::Ordered(place) => __kmpc_end_ordered(place, worker()),
                Guard::Update(number) => updates::end(number),
                Guard::Turn | Guard::Whoever(_) => {}
            }
        }
    }

    /// What tells its passages from those of others.
    fn address(self) -> usize {
        match self {
            Guard::Critical(lock) | Guard::Lock(lock) | Guard::NestLock(lock) => lock as usize,
            Guard::Ordered(place) => place as usize,
            Guard::Update(number) => updates::lock(number),
            Guard::Turn => IN_TURN,
            Guard::Whoever(section) => section,
        }
    }

    /// Where the order of its passages is: each team has its own iterations in order, while all share what has a name or an address.
    fn orders(self, shared: &Shared) -> &Orders {
        match self {
            Guard::Ordered(_) | Guard::Turn | Guard::Whoever(_) => &shared.turns,
            Guard::Critical(_) | Guard::Lock(_) | Guard::NestLock(_) | Guard::Update(_) => {
                &shared.critical
            }
        }
    }

    /// Whether several workers may be inside: compilers say the same place of all loops of a file, and behind `nowait` workers may be in two of them.
    fn may_let_in_several(self) -> bool {
        matches!(self, Guard::Ordered(_) | Guard::Whoever(_))
    }

    /// Whether the end of a section with this address ends it: a worker is in one at a time in order, whichever place its end says.
    fn ends(self, address: usize) -> bool {
        match self {
            Guard::Ordered(_) => address == ORDERED,
            Guard::Whoever(_) => address == IN_TURN,
            Guard::Critical(_)
            | Guard::Lock(_)
            | Guard::NestLock(_)
            | Guard::Update(_)
            | Guard::Turn => self.address() == address,
        }
    }
}

/// One worker's way through a section.
struct Passage {
    order: Arc<Order>,
    ticket: u64,
    guard: Guard,
}

thread_local! {
    /// Passages that the calling thread has begun in a forward sweep or a tangent, and not ended.
    static OPEN: RefCell<Vec<*mut Passage>> = const { RefCell::new(Vec::new()) };
}

/// Waits until others are out; the passage gets the next ticket.
fn enter(guard: Guard) -> *mut Passage {
    guard.enter();
    // A team that is started inside has an order of its own.
    let again = !guard.may_let_in_several() && holds(guard.address());
    let order = match again {
        // Nobody else can come in between.
        true => Arc::default(),
        false => context::now(|now| guard.orders(&now.shared).of(guard.address())),
    };
    if guard.may_let_in_several() {
        order.enter_alone();
    }
    let ticket = order.passed();
    open(Passage {
        order,
        ticket,
        guard,
    })
}

/// Whether the calling thread is inside of a guard already: it may hold a lock several times.
fn holds(address: usize) -> bool {
    OPEN.with_borrow(|all| {
        // SAFETY: `open` made all, and they end in `forget`.
        let mut addresses = all
            .iter()
            .map(|passage| unsafe { (**passage).guard.address() });
        addresses.any(|open| open == address)
    })
}

/// Waits for the workers before this one; or for whoever is inside, if others may have left.
fn enter_in_turn(section: *mut c_void) -> *mut Passage {
    if cancel::is_allowed() {
        return enter(Guard::Whoever(section as usize));
    }
    let (order, ticket) = context::now(|now| now.next_turn(section as usize));
    order.wait_for(ticket);
    open(Passage {
        order,
        ticket,
        guard: Guard::Turn,
    })
}

fn open(passage: Passage) -> *mut Passage {
    let passage = Box::into_raw(Box::new(passage));
    OPEN.with_borrow_mut(|all| all.push(passage));
    passage
}

/// Lets the next one in; gives the passage that is over: the last one of the guard at this address, for locks need not be left in the opposite order.
fn close(address: usize) -> *mut Passage {
    let found = OPEN.with_borrow_mut(|all| {
        // SAFETY: `open` made all, and they end in `forget`.
        let is_its = |passage: &*mut Passage| unsafe { (**passage).guard.ends(address) };
        all.iter().rposition(is_its).map(|at| all.remove(at))
    });
    let passage = found.unwrap_or_else(|| not_held());
    // SAFETY: as above.
    let Passage {
        order,
        ticket,
        guard,
    } = unsafe { &*passage };
    order.set(ticket + 1);
    if guard.may_let_in_several() {
        order.leave_alone();
    }
    guard.leave();
    passage
}

fn forget(passage: *mut Passage) {
    // SAFETY: `open` made it, and this is its end.
    drop(unsafe { Box::from_raw(passage) });
}

/// Waits in the reverse pass until all later passages are reversed.
fn enter_again(passage: *mut c_void) {
    // SAFETY: it is a passage of the forward sweep.
    let passage = unsafe { &*passage.cast::<Passage>() };
    passage.order.wait_for(passage.ticket + 1);
}

/// Lets the passage before it in, and ends it.
fn leave_again(passage: *mut c_void) {
    let passage = passage.cast::<Passage>();
    // SAFETY: it is a passage of the forward sweep.
    unsafe { (*passage).order.set((*passage).ticket) };
    forget(passage);
}

/// The functions of a section's begin and end, which a tangent, a forward sweep and a reverse pass call: their names, their operands, and what is done.
macro_rules! begin {
    ($tangent:ident, $augmented:ident, $reverse:ident, ($($operand:ident: $ty:ty),*), $enter:expr) => {
        /// The begin of the section in a tangent.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $tangent($($operand: $ty,)* _width: c_int, _: *const c_char) {
            guarded(|| {
                $enter;
            });
        }

        /// The begin of the section in a forward sweep.
        ///
        /// # Safety
        /// `record` leads to a pointer.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $augmented(
            $($operand: $ty,)*
            _width: c_int,
            _: *const c_char,
            record: *mut *mut c_void,
        ) {
            let passage = guarded(|| $enter);
            // SAFETY: the caller's promise.
            unsafe { *record = passage.cast() }
        }

        /// The begin of the section in a reverse pass, which is the end there.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $reverse(record: *mut c_void) {
            guarded(|| leave_again(record));
        }
    };
}

/// The same of the end.
macro_rules! end {
    (
        $tangent:ident,
        $augmented:ident,
        $reverse:ident,
        ($($operand:ident: $ty:ty),*),
        $address:expr
    ) => {
        /// The end of the section in a tangent.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $tangent($($operand: $ty,)* _width: c_int, _: *const c_char) {
            guarded(|| forget(close($address)));
        }

        /// The end of the section in a forward sweep.
        ///
        /// # Safety
        /// `record` leads to a pointer.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $augmented(
            $($operand: $ty,)*
            _width: c_int,
            _: *const c_char,
            record: *mut *mut c_void,
        ) {
            let passage = guarded(|| close($address));
            // SAFETY: the caller's promise.
            unsafe { *record = passage.cast() }
        }

        /// The end of the section in a reverse pass, which is the begin there.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $reverse(record: *mut c_void) {
            guarded(|| enter_again(record));
        }
    };
}

begin!(
    enzyme_rs_omp_critical_tangent,
    enzyme_rs_omp_critical_augmented,
    enzyme_rs_omp_critical_reverse,
    (_place: *const Ident, _worker: c_int, section: *mut c_void),
    enter(Guard::Critical(section))
);
end!(
    enzyme_rs_omp_end_critical_tangent,
    enzyme_rs_omp_end_critical_augmented,
    enzyme_rs_omp_end_critical_reverse,
    (_place: *const Ident, _worker: c_int, section: *mut c_void),
    section as usize
);
begin!(
    enzyme_rs_omp_lock_tangent,
    enzyme_rs_omp_lock_augmented,
    enzyme_rs_omp_lock_reverse,
    (lock: *mut c_void),
    enter(Guard::Lock(lock))
);
end!(
    enzyme_rs_omp_end_lock_tangent,
    enzyme_rs_omp_end_lock_augmented,
    enzyme_rs_omp_end_lock_reverse,
    (lock: *mut c_void),
    lock as usize
);
begin!(
    enzyme_rs_omp_nest_lock_tangent,
    enzyme_rs_omp_nest_lock_augmented,
    enzyme_rs_omp_nest_lock_reverse,
    (lock: *mut c_void),
    enter(Guard::NestLock(lock))
);
end!(
    enzyme_rs_omp_end_nest_lock_tangent,
    enzyme_rs_omp_end_nest_lock_augmented,
    enzyme_rs_omp_end_nest_lock_reverse,
    (lock: *mut c_void),
    lock as usize
);
begin!(
    enzyme_rs_omp_ordered_tangent,
    enzyme_rs_omp_ordered_augmented,
    enzyme_rs_omp_ordered_reverse,
    (place: *const Ident, _worker: c_int),
    enter(Guard::Ordered(place))
);
end!(
    enzyme_rs_omp_end_ordered_tangent,
    enzyme_rs_omp_end_ordered_augmented,
    enzyme_rs_omp_end_ordered_reverse,
    (_place: *const Ident, _worker: c_int),
    ORDERED
);
begin!(
    enzyme_rs_omp_update_tangent,
    enzyme_rs_omp_update_augmented,
    enzyme_rs_omp_update_reverse,
    (number: *mut c_void),
    enter(Guard::Update(number as usize))
);
end!(
    enzyme_rs_omp_end_update_tangent,
    enzyme_rs_omp_end_update_augmented,
    enzyme_rs_omp_end_update_reverse,
    (number: *mut c_void),
    updates::lock(number as usize)
);
begin!(
    enzyme_rs_omp_in_turn_tangent,
    enzyme_rs_omp_in_turn_augmented,
    enzyme_rs_omp_in_turn_reverse,
    (_place: *const Ident, _worker: c_int, section: *mut c_void),
    enter_in_turn(section)
);
end!(
    enzyme_rs_omp_end_in_turn_tangent,
    enzyme_rs_omp_end_in_turn_augmented,
    enzyme_rs_omp_end_in_turn_reverse,
    (_place: *const Ident, _worker: c_int, _section: *mut c_void),
    IN_TURN
);

/// The same where nothing is recorded, in steps that are run again from checkpoints. The compiler leaves it to workers that are alone, who wait for nobody.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_in_turn(
    _place: *const Ident,
    _worker: c_int,
    _section: *mut c_void,
) {
    // SAFETY: it only asks.
    if unsafe { omp_get_num_threads() } > 1 {
        guarded(|| broken("several workers of a step add up in turn"));
    }
}

/// The end of that.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_end_in_turn(
    _place: *const Ident,
    _worker: c_int,
    _section: *mut c_void,
) {
}
