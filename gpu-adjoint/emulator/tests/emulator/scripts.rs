//! Random programs: the checker finds a race where there is one, and none where there is not.
//!
//! All threads follow a script: accesses, and barriers of blocks and of warps that all come to. What races, is known from the script alone.

use crate::support::*;
use enzyme_rs_emulator::tsan::*;
use enzyme_rs_emulator::*;

const RUNS: usize = 20_000;
const BLOCKS: usize = 3;
const THREADS: usize = 70;

#[derive(Clone, Copy, PartialEq, Debug)]
enum What {
    Read,
    Write,
    Load,
    Update,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    /// 0: none, 1: of the warp, 2: of the block; in front of the access.
    barrier: u8,
    block: usize,
    thread: usize,
    what: What,
    from: usize,
    bytes: usize,
}

struct Script {
    steps: Vec<Step>,
    shared: bool,
}

extern "C" fn follows(arguments: Arguments) {
    let (script, memory): (*const Script, *mut u8) =
        (argument(arguments, 0), argument(arguments, 1));
    // SAFETY: the script lives as long as the launch.
    let script = unsafe { &*script };
    let memory = match script.shared {
        true => shared!(MEMORY: [u64; 2]).cast(),
        false => memory,
    };
    if script.shared {
        if thread() == 0 {
            store(memory.cast::<u64>(), 0, 0);
            store(memory.cast::<u64>(), 1, 0);
        }
        barrier!();
    }
    for step in &script.steps {
        // SAFETY: the sites are constant, and the memory has room.
        unsafe {
            match step.barrier {
                2 => enzyme_rs_emulator_barrier(site!()),
                1 => {
                    let lanes = (THREADS - thread() / 32 * 32).min(32);
                    enzyme_rs_emulator_warp_barrier((1 << lanes) - 1, site!());
                }
                _ => {}
            }
            if (step.block, step.thread) == (block(), thread()) {
                let address = memory.add(step.from);
                match step.what {
                    What::Read => __tsan_read_range(address.cast(), step.bytes),
                    What::Write => __tsan_write_range(address.cast(), step.bytes),
                    What::Load => {
                        __tsan_atomic32_load(address.cast(), 0);
                    }
                    What::Update => {
                        __tsan_atomic32_fetch_add(address.cast(), 1, 0);
                    }
                }
            }
        }
    }
}

fn conflict(one: What, other: What, strict: bool) -> bool {
    use What::{Load, Read, Update, Write};
    match (one, other) {
        (Write, _) | (_, Write) => true,
        (Read, Update) | (Update, Read) => strict,
        (Read | Load, Read | Load) | (Load | Update, Load | Update) => false,
    }
}

/// What the script says of two accesses, the second one behind the first in it.
fn races(script: &Script, first: usize, second: usize, strict: bool) -> bool {
    let (one, other) = (script.steps[first], script.steps[second]);
    let overlap = one.from < other.from + other.bytes && other.from < one.from + one.bytes;
    if !overlap || !conflict(one.what, other.what, strict) {
        return false;
    }
    if one.block != other.block {
        return !script.shared;
    }
    let between = &script.steps[first + 1..=second];
    let barrier = |kind| between.iter().any(|step| step.barrier >= kind);
    let warp = one.thread / 32 == other.thread / 32;
    one.thread != other.thread && !barrier(2) && !(warp && barrier(1))
}

fn random(random: &mut Random) -> Script {
    let shared = random.below(2) == 0;
    let (places, plain) = (random.below(4) + 1, random.below(8) + 1);
    let barriers = random.below(6) + 1;
    let (blocks, threads) = (random.below(3) + 1, random.below(70) + 1);
    let steps = (0..random.below(12) + 2).map(|_| {
        let what = match random.below(plain + 2) {
            0 => What::Load,
            1 => What::Update,
            2 => What::Write,
            _ => What::Read,
        };
        let atomic = matches!(what, What::Load | What::Update);
        let word = random.below(places) as usize * 4;
        let (from, bytes) = match random.below(3) {
            0 if !atomic => (word + random.below(3) as usize, 1),
            1 if !atomic && word < 12 => (word, 8),
            _ => (word, 4),
        };
        Step {
            barrier: (random.below(barriers + 2) as u8).min(3) % 3,
            block: random.below(blocks) as usize,
            thread: random.below(threads) as usize,
            what,
            from,
            bytes,
        }
    });
    Script {
        steps: steps.collect(),
        shared,
    }
}

#[test]
fn random_programs_race_where_their_scripts_say_so() {
    let mut numbers = Random::new();
    let mut with = 0;
    for _ in 0..RUNS {
        let script = random(&mut numbers);
        let strict = numbers.below(2) == 0;
        let pairs = (0..script.steps.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let mut pairs = pairs.filter(|(a, b)| races(&script, *a, *b, strict || script.shared));
        let expected = pairs.next();
        let memory = Device::<u64>::zeros(2);
        let order =
            ["order=forward", "order=reversed", "order=random:7"][numbers.below(3) as usize];
        let reads = if strict { "strict" } else { "loose" };
        let threads = numbers.below(2) + 1;
        let outcome = run(follows, BLOCKS as u32, THREADS as u32)
            .options(&format!("{order},reads={reads},threads={threads}"))
            .go(&[value(&(&raw const script)), memory.argument()]);
        let code = if expected.is_some() { 6 } else { 0 };
        let (steps, messages) = (&script.steps, outcome.messages.join("\n"));
        let about = || {
            format!(
                "{expected:?} of {steps:#?}, shared {}, {order}, {messages}",
                script.shared
            )
        };
        assert_eq!(outcome.code, code, "{}", about());
        with += usize::from(expected.is_some());
    }
    println!("{with} of {RUNS} with races");
    assert!((RUNS / 10..RUNS / 10 * 9).contains(&with), "{with}");
}
