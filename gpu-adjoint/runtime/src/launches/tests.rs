//! Launches on the device of `vendor::mock`.

use super::Launch;
use crate::alone;
use crate::kernels::Said;
use crate::numbers;
use crate::rooms::Room;
use crate::vendor::mock::{
    FUNCTIONS, INVALID_CONFIGURATION, INVALID_VALUE, RESOURCES, fail, kernel, kernel_of, machine,
};
use crate::vendor::{Call, Size};
use crate::{enzyme_rs_gpu_begin, enzyme_rs_gpu_end};
use std::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::{sleep, spawn};
use std::time::Duration;

type Address = *mut c_void;

/// Layout, bytes for each thread, no more, nothing of the shared memory whose size launches say, nothing to settle; a pointer to doubles, and a double; no variables.
const FACTS: [u64; 19] = [7, 8, 0, 0, 0, 0, 0, 2, 1, 8, 8, 0, 0, 2, 8, 0, 0, 0, 0];

/// Memory of the device with a number.
fn number(value: f64) -> Address {
    let at = FUNCTIONS.malloc(8).unwrap();
    FUNCTIONS.copy(at, (&raw const value).cast(), 8);
    at
}

fn read(at: Address) -> f64 {
    let mut value = 0.0;
    FUNCTIONS.copy((&raw mut value).cast(), at, 8);
    value
}

/// `x *= a` with shadows.
struct Case {
    x: Address,
    dx: Address,
    a: f64,
    da: f64,
}

impl Case {
    /// x = 3, a = 5, and each shadow's own.
    fn new(dx: f64, da: f64) -> Self {
        Self {
            x: number(3.0),
            dx: number(dx),
            a: 5.0,
            da,
        }
    }

    fn launch(grid: Size, block: Size) -> Launch {
        let call = Call {
            kernel: kernel(&FACTS),
            grid,
            block,
            shared: 0,
            stream: std::ptr::null_mut(),
            together: 0,
        };
        Launch {
            functions: &FUNCTIONS,
            call,
        }
    }

    fn lists(&mut self) -> [[Address; 2]; 2] {
        let Self { x, dx, a, da } = self;
        let own = [(&raw mut *x).cast(), (&raw mut *a).cast()];
        [own, [(&raw mut *dx).cast(), (&raw mut *da).cast()]]
    }

    fn augmented(&mut self, launch: &Launch) -> (super::Record, c_int) {
        let [own, shadows] = self.lists();
        // SAFETY: the lists have what the kernel takes.
        unsafe { launch.augmented(own.as_ptr(), shadows.as_ptr()) }
    }

    fn tangent(&mut self, launch: &Launch) -> c_int {
        let [own, tangents] = self.lists();
        // SAFETY: the same.
        unsafe { launch.tangent(own.as_ptr(), tangents.as_ptr()) }
    }
}

fn reverse(record: super::Record) {
    // SAFETY: the shadows of a case are there until the end of the test.
    unsafe { record.reverse() };
}

#[test]
fn a_launch_is_reversed() {
    let mut case = Case::new(2.0, 0.25);
    let launch = Case::launch(Size::new(7, 2, 1), Size::new(32, 1, 2));
    let (record, error) = case.augmented(&launch);
    assert_eq!((error, read(case.x)), (0, 15.0));
    reverse(record);
    assert_eq!((read(case.dx), case.da), (10.0, 6.25));
    // Only what waits for the next launch is left, beside what the test has: what the threads keep, and the sum of the adjoints of the number.
    assert_eq!(machine(|machine| machine.in_use()), 4);
    let (record, _) = case.augmented(&launch);
    reverse(record);
    assert_eq!(machine(|machine| machine.in_use()), 4);
    assert_eq!((read(case.dx), case.da), (50.0, 6.25 + 150.0));
}

/// Without anything that varies, the kernel itself is launched, and nothing is kept.
#[test]
fn a_launch_of_constants_is_the_kernels_own() {
    let launch = Case::launch(Size::new(7, 2, 1), Size::new(32, 1, 2));
    for varies in [false, true] {
        let mut case = Case::new(2.0, 0.25);
        let [own, other] = case.lists();
        if !varies {
            case.dx = case.x;
        }
        // The number alone, or nothing.
        for shadows in [[other[0], other[1]], [other[0], own[1]]] {
            // SAFETY: the lists have what the kernel takes.
            let (record, _) = unsafe { launch.augmented(own.as_ptr(), shadows.as_ptr()) };
            let is_constant = !varies && shadows[1] == own[1];
            assert_eq!(record.kept.is_none(), is_constant);
        }
        assert_eq!(read(case.x), 75.0);
    }
    let mut case = Case::new(2.0, 0.25);
    let [own, _] = case.lists();
    for shadows in [own.as_ptr(), std::ptr::null()] {
        // SAFETY: as above; without shadows, nothing has one.
        let (record, error) = unsafe { launch.augmented(own.as_ptr(), shadows) };
        assert_eq!((record.kept.is_none(), error), (true, 0));
        reverse(record);
        // SAFETY: as above.
        assert_eq!(unsafe { launch.tangent(own.as_ptr(), shadows) }, 0);
    }
    // Four launches of the kernel, of which none had a derivative.
    assert_eq!(read(case.x), 3.0 * 625.0);
}

#[test]
fn a_cooperative_launch_is_one_in_both_directions() {
    let mut case = Case::new(2.0, 0.25);
    let mut launch = Case::launch(Size::new(7, 1, 1), Size::new(32, 1, 1));
    launch.call.together = 1;
    let (record, error) = case.augmented(&launch);
    assert_eq!((error, read(case.x)), (0, 15.0));
    reverse(record);
    assert_eq!((read(case.dx), case.da), (10.0, 6.25));
    let calls = machine(|machine| machine.calls.clone());
    let together = calls.iter().filter(|call| **call == "launch_together");
    assert_eq!(together.count(), 2);
}

#[test]
fn what_only_the_end_of_a_launch_tells_is_settled_behind_it() {
    let mut case = Case::new(2.0, 0.25);
    let mut launch = Case::launch(Size::new(7, 2, 1), Size::new(32, 1, 2));
    let mut facts = FACTS;
    facts[4] = 1;
    launch.call.kernel = kernel(&facts);
    let (record, error) = case.augmented(&launch);
    // The launches before it are over, and so are it, and what settles, when this returns.
    let calls = machine(|machine| machine.calls.clone());
    let last = ["synchronize", "launch", "launch", "synchronize", "device"];
    assert_eq!((error, &calls[calls.len() - 5..]), (0, &last[..]));
    reverse(record);
    assert_eq!((read(case.dx), case.da), (10.0, 2.0 * (3.0 + 1.0) + 0.25));
    assert_eq!(case.tangent(&launch), 0);
}

#[test]
#[should_panic(
    expected = "the kernel `k` is launched in forward mode, and has no tangent: it takes the maximum or minimum of numbers atomically, in memory of the device [EZ7511]"
)]
fn a_tangent_that_there_is_not_is_told() {
    let mut case = Case::new(2.0, 0.25);
    let mut launch = Case::launch(Size::ONE, Size::ONE);
    let mut facts = FACTS;
    facts[4] = 3;
    launch.call.kernel = kernel(&facts);
    case.tangent(&launch);
}

#[test]
fn a_kernel_without_a_derivative_is_launched_and_not_reversed() {
    let mut case = Case::new(2.0, 0.25);
    let mut launch = Case::launch(Size::ONE, Size::ONE);
    launch.call.kernel = kernel_of(&FACTS, Said::Inactive);
    let (record, error) = case.augmented(&launch);
    assert_eq!((error, read(case.x)), (0, 15.0));
    reverse(record);
    assert_eq!((read(case.dx), case.da), (2.0, 0.25));
    assert_eq!(case.tangent(&launch), 0);
    assert_eq!((read(case.x), read(case.dx)), (75.0, 2.0));
}

#[test]
#[should_panic(
    expected = "is said to have no derivative, and may write numbers to memory that has one [EZ7508]"
)]
fn numbers_that_have_a_derivative_and_are_written_without_one_are_told() {
    let mut facts = FACTS;
    facts[10] = 5;
    let mut launch = Case::launch(Size::ONE, Size::ONE);
    launch.call.kernel = kernel_of(&facts, Said::Inactive);
    let _ = Case::new(0.0, 0.0).augmented(&launch);
}

#[test]
fn a_launch_has_a_tangent() {
    let mut case = Case::new(2.0, 0.25);
    assert_eq!(case.tangent(&Case::launch(Size::ONE, Size::ONE)), 0);
    assert_eq!((read(case.x), read(case.dx)), (15.0, 10.75));
}

#[test]
fn a_reverse_runs_on_the_device_of_its_launch() {
    let mut case = Case::new(2.0, 0.0);
    let (record, _) = case.augmented(&Case::launch(Size::ONE, Size::ONE));
    let own = machine(|machine| std::mem::replace(&mut machine.device, -9));
    reverse(record);
    assert_eq!(FUNCTIONS.device(), -9);
    machine(|machine| machine.device = own);
    // What it gave back waits on that device.
    let calls = machine(|machine| std::mem::take(&mut machine.calls));
    assert!(calls.contains(&"set_device"));
    Room::obtain(&FUNCTIONS, 24);
    assert!(!machine(|machine| machine.calls.contains(&"malloc")));
}

/// The threads of a kernel may add plainly to what each of them reads alone, and two launches may have one shadow.
#[test]
fn launches_on_a_device_are_reversed_one_by_one() {
    let mut case = Case::new(2.0, 0.0);
    let (record, _) = case.augmented(&Case::launch(Size::ONE, Size::ONE));
    let device = FUNCTIONS.device();
    let is_over = Arc::new(AtomicBool::new(false));
    let (begins, begun) = channel();
    let other = spawn({
        let is_over = is_over.clone();
        move || {
            let alone = alone::on(device);
            let _alone = alone.lock().unwrap();
            begins.send(()).unwrap();
            sleep(Duration::from_millis(50));
            is_over.store(true, Ordering::SeqCst);
        }
    });
    begun.recv().unwrap();
    assert!(alone::on(device).try_lock().is_err());
    assert!(alone::on(-1 - device).try_lock().is_ok());
    reverse(record);
    assert!(is_over.load(Ordering::SeqCst));
    other.join().unwrap();
}

#[test]
fn what_the_primal_program_does_not_launch_is_not_reversed() {
    let mut case = Case::new(2.0, 0.25);
    let launch = Case::launch(Size::ONE, Size::new(2048, 1, 1));
    let (record, error) = case.augmented(&launch);
    assert_eq!(error, INVALID_CONFIGURATION);
    reverse(record);
    assert_eq!((read(case.x), read(case.dx), case.da), (3.0, 2.0, 0.25));
    assert_eq!(case.tangent(&launch), INVALID_CONFIGURATION);
    assert_eq!((read(case.x), read(case.dx), case.da), (3.0, 2.0, 0.25));
}

#[test]
fn a_launch_that_fails_gives_the_error_of_the_primal_program() {
    let mut case = Case::new(2.0, 0.25);
    // As many threads as no number holds, and as no device has memory for.
    let all = Size::new(u32::MAX, u32::MAX, u32::MAX);
    let many = Size::new(1 << 10, 1 << 16, 1 << 16);
    for grid in [all, many] {
        let (record, error) = case.augmented(&Case::launch(grid, Size::new(1024, 1, 1)));
        let last = machine(|machine| std::mem::take(&mut machine.last));
        assert_eq!(
            (error, last),
            (INVALID_CONFIGURATION, INVALID_CONFIGURATION)
        );
        reverse(record);
    }
    assert_eq!((read(case.x), read(case.dx), case.da), (3.0, 2.0, 0.25));
    // The derivative may fail for a reason of its own.
    let mut launch = Case::launch(Size::ONE, Size::ONE);
    reverse(case.augmented(&launch).0);
    launch.call.block = Size::new(2048, 1, 1);
    fail("launch", RESOURCES);
    assert_eq!(case.augmented(&launch).1, INVALID_CONFIGURATION);
    fail("launch", RESOURCES);
    assert_eq!(case.tangent(&launch), INVALID_CONFIGURATION);
}

#[test]
#[should_panic(expected = "the device has no 36028797018963968 bytes")]
fn room_that_there_is_not_is_told_where_the_primal_program_goes_on() {
    let launch = Case::launch(Size::new(1 << 30, 1 << 11, 1), Size::new(1024, 1, 1));
    let _ = Case::new(2.0, 0.25).augmented(&launch);
}

#[test]
fn derivatives_may_have_the_shared_memory_that_the_kernel_may_have() {
    let mut case = Case::new(2.0, 0.25);
    let mut launch = Case::launch(Size::ONE, Size::ONE);
    launch.call.shared = 64 << 10;
    let (record, error) = case.augmented(&launch);
    assert_eq!(error, INVALID_VALUE);
    reverse(record);
    FUNCTIONS.let_share(launch.call.kernel, 96 << 10);
    let (record, error) = case.augmented(&launch);
    assert_eq!((error, read(case.x)), (0, 15.0));
    reverse(record);
    assert_eq!((read(case.dx), case.da), (10.0, 6.25));
    assert_eq!(case.tangent(&launch), 0);
    // They are told once.
    machine(|machine| machine.calls.clear());
    reverse(case.augmented(&launch).0);
    assert!(!machine(|machine| machine.calls.contains(&"set_attribute")));
}

#[test]
fn a_shadow_of_shared_memory_lies_behind_it() {
    let mut case = Case::new(2.0, 0.25);
    let mut launch = Case::launch(Size::ONE, Size::ONE);
    for (times, asked, given) in [(1, 40, 40), (2, 40, 96), (2, 30000, 60000), (2, 0, 0)] {
        let mut facts = FACTS;
        facts[3] = times;
        launch.call.kernel = kernel(&facts);
        launch.call.shared = asked;
        let (record, error) = case.augmented(&launch);
        assert_eq!(error, 0);
        reverse(record);
        assert_eq!(case.tangent(&launch), 0);
        let told = machine(|machine| std::mem::take(&mut machine.distances));
        let distance = asked.next_multiple_of(16) as u64;
        assert_eq!(told, [(given, distance); 3]);
    }
}

/// Two blocks have as much for each, in the launches that use it.
#[test]
fn shadows_of_shared_memory_may_lie_in_memory_of_the_device() {
    let mut case = Case::new(2.0, 0.25);
    let mut launch = Case::launch(Size::new(2, 1, 1), Size::ONE);
    launch.call.shared = 40;
    for (handed, expected) in [(1, [false, true, true]), (3, [true; 3])] {
        let mut facts = FACTS;
        facts[3..7].copy_from_slice(&[3, 0, handed, 2000]);
        launch.call.kernel = kernel(&facts);
        let in_use = machine(|machine| machine.in_use());
        let (record, error) = case.augmented(&launch);
        assert_eq!(error, 0);
        reverse(record);
        assert_eq!(case.tangent(&launch), 0);
        let told = machine(|machine| std::mem::take(&mut machine.shadows));
        // 2000 and 48, in multiples of 256.
        assert_eq!(told, expected.map(|is_there| (is_there, 2048)));
        let told = machine(|machine| std::mem::take(&mut machine.distances));
        assert_eq!(told, [(40, 48); 3]);
        // What waits for the next launch is there once: the other kernel's derivatives find it.
        let more = machine(|machine| machine.in_use()) - in_use;
        assert!(more <= 3, "{more}");
    }
}

#[test]
#[should_panic(expected = "for the shadows of what the blocks of the kernel `k` share [EZ7504]")]
fn memory_for_shadows_that_there_is_not_is_told() {
    let mut facts = FACTS;
    facts[5..7].copy_from_slice(&[3, 1 << 50]);
    let mut launch = Case::launch(Size::ONE, Size::ONE);
    launch.call.kernel = kernel(&facts);
    let _ = Case::new(2.0, 0.25).augmented(&launch);
}

#[test]
#[should_panic(
    expected = "(131072 bytes of that whose size the launch says, half of them for shadows)"
)]
fn a_shadow_of_shared_memory_that_does_not_fit_is_told() {
    let mut facts = FACTS;
    facts[3] = 2;
    let mut launch = Case::launch(Size::ONE, Size::ONE);
    launch.call.kernel = kernel(&facts);
    launch.call.shared = 64 << 10;
    FUNCTIONS.let_share(launch.call.kernel, 64 << 10);
    fail("set_attribute", INVALID_VALUE);
    let _ = Case::new(2.0, 0.25).augmented(&launch);
}

#[test]
#[should_panic(expected = "the kernel `k` can be launched, and its derivative cannot")]
fn a_derivative_that_may_not_have_the_shared_memory_is_told() {
    let mut launch = Case::launch(Size::ONE, Size::ONE);
    launch.call.shared = 1024;
    fail("set_attribute", INVALID_VALUE);
    let _ = Case::new(2.0, 0.25).augmented(&launch);
}

#[test]
#[should_panic(expected = "the kernel `k` can be launched, and its derivative cannot")]
fn a_derivative_that_asks_for_more_than_the_device_has_is_told() {
    let mut case = Case::new(2.0, 0.25);
    let launch = Case::launch(Size::ONE, Size::ONE);
    let (record, _) = case.augmented(&launch);
    reverse(record);
    fail("launch", RESOURCES);
    let _ = case.augmented(&launch);
}

#[test]
#[should_panic(
    expected = "a kernel is launched in differentiated code, and has no derivatives [EZ7502]"
)]
fn a_kernel_without_derivatives_is_told() {
    let mut launch = Case::launch(Size::ONE, Size::ONE);
    launch.call.kernel = 64 as Address;
    let _ = Case::new(0.0, 0.0).augmented(&launch);
}

#[test]
#[should_panic(
    expected = "was compiled by another version of enzyme-rs than this library [EZ7503]"
)]
fn a_kernel_of_another_version_is_told() {
    let mut launch = Case::launch(Size::ONE, Size::ONE);
    launch.call.kernel = kernel(&[1, 8, 0, 0, 0]);
    let _ = Case::new(0.0, 0.0).augmented(&launch);
}

#[test]
fn what_kernels_tell_of_memory_lasts_as_long_as_the_derivative() {
    let mut case = Case::new(2.0, 0.0);
    let launch = Case::launch(Size::ONE, Size::ONE);
    let outer = enzyme_rs_gpu_begin(std::ptr::null());
    let (record, _) = case.augmented(&launch);
    reverse(record);
    let other = || {
        let depth = enzyme_rs_gpu_begin(std::ptr::null());
        let mut case = Case::new(2.0, 0.0);
        let (record, _) = case.augmented(&Case::launch(Size::ONE, Size::ONE));
        reverse(record);
        enzyme_rs_gpu_end(depth);
    };
    spawn(other).join().unwrap();
    assert_eq!(numbers::kinds(case.dx as u64, 8), [8].into());
    enzyme_rs_gpu_end(outer);
    assert_eq!(numbers::kinds(case.dx as u64, 8), [].into());
}
