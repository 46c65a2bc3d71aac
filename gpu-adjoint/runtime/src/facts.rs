//! What a kernel says of itself: `k__enzyme_rs_facts` writes it.
//!
//! Owns: its layout, which `core/src/frontend/kernels/emit/facts.rs` has as well. Must not: know a launch.

use crate::failure::{Why, fail_with};
use crate::kernels::{Beside, Kernel};
use crate::numbers::Accessed;
use crate::vendor::{Call, Functions, Size};
use std::ffi::c_void;

/// The layout that this library reads.
const LAYOUT: u64 = 7;

/// The word in its place where derivatives were left out: behind it the bytes of a text that says why, and these.
const LEFT_OUT: u64 = u64::MAX;

/// What a word says of what is settled behind launches, and what cannot be had.
const SETTLED: u64 = 1;
const WITHOUT_TANGENT: u64 = 2;

/// What a word says of memory of the device for shadows of shared memory: derivatives are handed such; the augmented one uses it, too.
const HANDED: u64 = 1;
const FORWARD_TOO: u64 = 2;

/// The word that says of a variable that more than integers are written there.
const WRITTEN: u64 = 5;

/// More words than any kernel's facts have.
const MOST: usize = 1 << 16;

/// A number in a structure: its offset, and its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    pub(crate) offset: usize,
    pub(crate) bytes: usize,
}

/// What a parameter is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer,
    Pointer,
    Number,
    /// A structure, and its numbers.
    Record(Vec<Number>),
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Param {
    pub(crate) kind: Kind,
    pub(crate) bytes: usize,
    /// Where pointers lie in it, and what they point to.
    pub(crate) pointers: Vec<(usize, Accessed)>,
}

impl Param {
    /// Whether it has numbers.
    pub(crate) fn has_numbers(&self) -> bool {
        match &self.kind {
            Kind::Number => true,
            Kind::Record(numbers) => !numbers.is_empty(),
            Kind::Integer | Kind::Pointer => false,
        }
    }

    /// Whether it has neither numbers nor pointers: nothing stands behind it.
    pub(crate) fn is_plain(&self) -> bool {
        match &self.kind {
            Kind::Integer => true,
            Kind::Record(numbers) => numbers.is_empty() && self.pointers.is_empty(),
            Kind::Pointer | Kind::Number => false,
        }
    }
}

/// A variable of the device that a kernel names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Variable {
    /// Where it lies on the device that was asked.
    pub(crate) at: u64,
    pub(crate) bytes: u64,
    /// Whether the derivatives are handed its shadow: to others nothing in it varies.
    pub(crate) handed: bool,
    /// What numbers the kernel has there.
    pub(crate) accessed: Accessed,
    /// Whether it writes more than integers there.
    pub(crate) written: bool,
    /// Whether it may write anything there.
    pub(crate) changed: bool,
    pub(crate) name: String,
}

/// What derivatives need of shared memory whose size the launch says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shared {
    /// The kernel has none, and its derivatives are told no distance.
    None,
    /// As much as the kernel: nothing in it has a derivative.
    AsMuch,
    /// As much again for its shadow.
    Twice,
    /// As much as the kernel, and as much memory of the device for its shadow.
    OnDevice,
}

/// Memory of the device for shadows of shared memory, which derivatives are handed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shadows {
    /// For each block, but for as much as the launch says.
    pub(crate) bytes: u64,
    /// Whether the augmented kernel uses it as well.
    pub(crate) forward: bool,
}

/// What is known of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// What each thread keeps at least.
    pub(crate) bytes: u64,
    /// How many stacks a thread has of what it keeps more, which only the run knows: none, one, or one that lies together and one that is spread.
    pub(crate) stacks: u64,
    pub(crate) shared: Shared,
    /// If derivatives know of it.
    pub(crate) shadows: Option<Shadows>,
    /// Whether another launch settles, behind the augmented one, which numbers are the largest or the smallest.
    pub(crate) settles: bool,
    /// Whether there is a tangent.
    pub(crate) has_tangent: bool,
    pub(crate) params: Vec<Param>,
    pub(crate) variables: Vec<Variable>,
}

impl Facts {
    /// Asks the kernel.
    pub(crate) fn ask(functions: &Functions, kernel: &Kernel) -> Self {
        let bytes = (MOST * size_of::<u64>()) as u64;
        let at = functions.need(bytes, &format!("the facts of the kernel `{}`", kernel.name));
        let mut to = at;
        let call = Call {
            kernel: kernel.beside(Beside::Facts),
            grid: Size::ONE,
            block: Size::ONE,
            shared: 0,
            stream: std::ptr::null_mut(),
            together: 0,
        };
        functions.run(&call, &mut [(&raw mut to).cast()], &kernel.name);
        let mut words = vec![0u64; MOST];
        functions.copy(words.as_mut_ptr().cast(), at.cast::<c_void>(), bytes);
        functions.free(at);
        if let Some(why) = why_left_out(&words) {
            left_out(&kernel.name, &why);
        }
        Self::read(&words).unwrap_or_else(|| {
            fail_with(
                Why::OtherVersion,
                &format!(
                    "the kernel `{}` was compiled by another version of enzyme-rs than this library",
                    kernel.name
                ),
                "compile it again",
            )
        })
    }

    fn read(words: &[u64]) -> Option<Self> {
        let mut words = words.iter().copied();
        let mut next = || words.next();
        if next()? != LAYOUT {
            return None;
        }
        let (bytes, more, times) = (next()?, next()?, next()?);
        let (settles, handed, shadows, count) = (next()?, next()?, next()?, next()?);
        let shared = match times {
            0 => Shared::None,
            1 => Shared::AsMuch,
            2 => Shared::Twice,
            3 => Shared::OnDevice,
            _ => return None,
        };
        let mut params = Vec::new();
        for _ in 0..count {
            let (kind, bytes, pointee, numbers) = (next()?, next()?, next()?, next()?);
            let mut all = Vec::new();
            for _ in 0..numbers {
                let (offset, bytes) = (next()? as usize, next()? as usize);
                all.push(Number { offset, bytes });
            }
            let mut pointers = Vec::new();
            for _ in 0..next()? {
                pointers.push((next()? as usize, accessed(next()?)));
            }
            if kind == 1 {
                pointers.push((0, accessed(pointee)));
            }
            let kind = match kind {
                0 => Kind::Integer,
                1 => Kind::Pointer,
                2 => Kind::Number,
                3 => Kind::Record(all),
                _ => return None,
            };
            let bytes = bytes as usize;
            params.push(Param {
                kind,
                bytes,
                pointers,
            });
        }
        let mut variables = Vec::new();
        for _ in 0..next()? {
            let (at, bytes, handed) = (next()?, next()?, next()? != 0);
            let (pointee, written, length) = (next()?, next()?, next()? as usize);
            let words = (0..length.div_ceil(8)).map(|_| next());
            let words: Vec<u64> = words.collect::<Option<_>>()?;
            variables.push(Variable {
                at,
                bytes,
                handed,
                accessed: accessed(pointee),
                written: written == WRITTEN,
                changed: written != 0,
                name: text(&words, length),
            });
        }
        Some(Self {
            bytes,
            stacks: u64::from((more & 3).count_ones()),
            shared,
            shadows: (handed & HANDED != 0).then_some(Shadows {
                bytes: shadows,
                forward: handed & FORWARD_TOO != 0,
            }),
            settles: settles & SETTLED != 0,
            has_tangent: settles & WITHOUT_TANGENT == 0,
            params,
            variables,
        })
    }
}

/// So many bytes, eight in a word.
fn text(words: &[u64], length: usize) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let bytes: Vec<u8> = bytes.take(length).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Why there are no derivatives, if the compiler has left them out.
fn why_left_out(words: &[u64]) -> Option<String> {
    let [LEFT_OUT, bytes, text @ ..] = words else {
        return None;
    };
    Some(self::text(text, *bytes as usize))
}

/// Ends the program: the first line says why, the others what can be done.
pub(crate) fn left_out(kernel: &str, why: &str) -> ! {
    let mut lines = why.lines();
    let reason = lines.next().unwrap_or_default();
    let remedies = lines.map(|line| format!("{line}\n  help: "));
    let remedies: String = remedies.collect();
    fail_with(
        Why::LeftOut,
        &format!(
            "the kernel `{kernel}` is launched in differentiated code, and has no derivative: {reason}"
        ),
        &format!(
            "{remedies}launch it outside of differentiated code; mark it ENZYME_RS_KERNEL_INACTIVE, if it only writes integers"
        ),
    )
}

/// What a kernel's word says of what a pointer leads to.
fn accessed(word: u64) -> Accessed {
    match word {
        0 => Accessed::Other,
        1 => Accessed::ReadWords,
        3 => Accessed::Words,
        7 => Accessed::ChangedWords,
        5 => Accessed::Mixed,
        each => Accessed::Numbers(each),
    }
}

#[cfg(test)]
mod tests {
    use super::{Accessed, Facts, Kind, Number, Shadows, Shared, why_left_out};

    #[test]
    fn a_text_says_why_there_are_no_derivatives() {
        let word = |text: &[u8; 8]| u64::from_le_bytes(*text);
        let words = [u64::MAX, 11, word(b"a reason"), word(b"\nhe\0\0\0\0\0"), 7];
        assert_eq!(why_left_out(&words).as_deref(), Some("a reason\nhe"));
        assert_eq!(why_left_out(&[3, 40, 0, 0]), None);
    }

    #[test]
    fn words_are_read_as_the_compiler_writes_them() {
        let words = [
            7, 40, 0, 2, 1, 3, 512, 3, 1, 8, 8, 0, 0, 2, 4, 0, 0, 0, 3, 24, 0, 1, 8, 8, 1, 16, 4,
            // Two variables.
            2, 4096, 32, 1, 8, 5, 2, 0x6261, 8192, 8, 0, 0, 0, 0,
        ];
        let facts = Facts::read(&words).unwrap();
        let kinds: Vec<Kind> = facts
            .params
            .iter()
            .map(|param| param.kind.clone())
            .collect();
        let number = Number {
            offset: 8,
            bytes: 8,
        };
        assert_eq!(
            kinds,
            [Kind::Pointer, Kind::Number, Kind::Record(vec![number])]
        );
        assert_eq!(
            (facts.bytes, facts.stacks, facts.params[2].bytes),
            (40, 0, 24)
        );
        assert_eq!(facts.shared, Shared::Twice);
        let shadows = Shadows {
            bytes: 512,
            forward: true,
        };
        assert_eq!(facts.shadows, Some(shadows));
        assert!(facts.settles && facts.has_tangent);
        let pointers: Vec<_> = facts
            .params
            .iter()
            .map(|param| param.pointers.clone())
            .collect();
        let numbers = |each| Accessed::Numbers(each);
        assert_eq!(
            pointers,
            [vec![(0, numbers(8))], vec![], vec![(16, numbers(4))]]
        );
        let [handed, named] = &facts.variables[..] else {
            panic!("two variables");
        };
        assert_eq!(
            (handed.at, handed.bytes, handed.name.as_str()),
            (4096, 32, "ab")
        );
        assert_eq!((handed.handed, handed.written), (true, true));
        assert_eq!(handed.accessed, numbers(8));
        assert_eq!(
            (named.at, named.handed, named.written),
            (8192, false, false)
        );
        assert_eq!(Facts::read(&[1, 40, 0, 0, 0]), None);
        assert_eq!(Facts::read(&words[..5]), None);
    }
}
