//! How much a derivative keeps, by nests of loops.
//!
//! Owns: sums, and sizes in words. Must not: know where they are shown.

use bytesize::ByteSize;
use enzyme_core::report::{Derivative, Kept, Line, Mode};
use std::collections::BTreeMap;

/// What is kept in each iteration of one nest, or once.
pub(super) struct Share {
    /// Where its loops stand, outermost first.
    pub(super) nest: String,
    /// Bytes in each iteration, with `and more` where some are known to the program only.
    pub(super) bytes: String,
    /// Bytes in all, if all counts are constants.
    pub(super) total: Option<String>,
}

/// What a derivative keeps, by nests, outer ones first.
pub(super) fn shares(derivative: &Derivative) -> Vec<Share> {
    let mut nests: BTreeMap<&[usize], Vec<&Kept>> = BTreeMap::new();
    for kept in &derivative.kept {
        nests.entry(&kept.loops).or_default().push(kept);
    }
    let share = |(nest, kept): (&[usize], Vec<&Kept>)| {
        let known: u64 = kept.iter().filter_map(|kept| kept.bytes).sum();
        let open = kept.iter().any(|kept| kept.bytes.is_none());
        let counts = nest.iter().map(|l| derivative.loops[*l].iterations);
        let times: Option<u64> = counts.product();
        Share {
            nest: self::nest(derivative, nest),
            bytes: match (known, open) {
                (0, true) => "copies".to_owned(),
                (_, true) => format!("{} and copies", size(known)),
                (_, false) => size(known),
            },
            total: times
                .filter(|_| !open && !nest.is_empty())
                .map(|times| size(known.saturating_mul(times))),
        }
    };
    nests.into_iter().map(share).collect()
}

/// Loops by their lines.
fn nest(derivative: &Derivative, nest: &[usize]) -> String {
    let line = |l: &usize| match &derivative.loops[*l].line {
        Some(line) => short(line),
        None => "an unknown line".to_owned(),
    };
    let lines: Vec<String> = nest.iter().map(line).collect();
    match lines.as_slice() {
        [] => "once".to_owned(),
        [one] => format!("each iteration of the loop at {one}"),
        many => format!("each iteration of the loops at {}", many.join(" > ")),
    }
}

/// A size as people read it.
pub(super) fn size(bytes: u64) -> String {
    ByteSize::b(bytes).display().iec().to_string()
}

/// File and line.
pub(super) fn short(line: &Line) -> String {
    let file = line.file.rsplit('/').next().unwrap_or_default();
    format!("{file}:{}", line.line)
}

/// What a derivative is, in words.
pub(super) fn mode(derivative: &Derivative) -> &'static str {
    match derivative.mode {
        Mode::Forward => "tangent, which keeps nothing",
        Mode::Gradient => "gradient: forward sweep and reverse pass in one function",
        Mode::Augmented => "forward sweep, with a reverse pass of its own",
    }
}

/// Which arguments are differentiated, and which are not.
pub(super) fn activity(derivative: &Derivative) -> String {
    let named = |active: bool| {
        let all = derivative.arguments.iter().enumerate();
        let of = all.filter(|(_, argument)| (argument.activity != "const") == active);
        let names = of.map(|(position, argument)| match argument.name.as_str() {
            "" => format!("argument {}", position + 1),
            name => name.to_owned(),
        });
        names.collect::<Vec<_>>()
    };
    let mut active = named(true);
    if derivative.returns_active {
        active.push("the result".to_owned());
    }
    let or_nothing = |names: &[String]| match names {
        [] => "nothing".to_owned(),
        names => names.join(", "),
    };
    let inactive = named(false);
    match inactive.is_empty() {
        true => format!("active: {}", or_nothing(&active)),
        false => format!(
            "active: {}; not: {}",
            or_nothing(&active),
            inactive.join(", ")
        ),
    }
}

/// How often there is the same on one line.
pub(super) fn often(times: usize) -> String {
    match times {
        1 => String::new(),
        _ => format!("{times} times "),
    }
}
