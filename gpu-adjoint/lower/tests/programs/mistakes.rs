//! Kernels with mistakes: what is said names the line of the source.

use crate::support::{Bench, LANGUAGES, has_clang, ran, source};
use std::path::Path;

/// The number of the line with a comment.
fn line(comment: &str) -> usize {
    let text = std::fs::read_to_string(source("mistakes.cu")).unwrap();
    let mut lines = text.lines().zip(1..);
    lines.find(|(line, _)| line.contains(comment)).unwrap().1
}

/// A kernel of `mistakes.cu`.
struct Mistake {
    kernel: &'static str,
    blocks: &'static str,
    code: &'static str,
    /// Comments on the lines that are told.
    lines: &'static [&'static str],
    /// What else is said.
    texts: &'static [&'static str],
}

const MISTAKES: [Mistake; 5] = [
    Mistake {
        kernel: "races",
        blocks: "1",
        code: "6",
        lines: &["written here", "race here"],
        texts: &["race in a block", "`races::tile`"],
    },
    Mistake {
        kernel: "meets",
        blocks: "1",
        code: "5",
        lines: &["barrier in a branch", "barrier in the other"],
        texts: &["threads wait for each other"],
    },
    Mistake {
        kernel: "beyond",
        blocks: "1",
        code: "6",
        lines: &["beyond the end"],
        texts: &["out of bounds"],
    },
    Mistake {
        kernel: "sums",
        blocks: "2",
        code: "6",
        lines: &["race of blocks"],
        texts: &["race of blocks"],
    },
    Mistake {
        kernel: "traps",
        blocks: "1",
        code: "10",
        lines: &["stops here"],
        texts: &["[7, 0, 0]", "stops itself"],
    },
];

fn is_told(mistake: &Mistake, program: &Path, about: &str) {
    let (printed, told) = ran(program, &[mistake.kernel, mistake.blocks]);
    let about = format!("{about} {}: {told}", mistake.kernel);
    assert_eq!(printed.trim(), mistake.code, "{about}");
    for comment in mistake.lines {
        let place = format!("mistakes.cu:{}", line(comment));
        assert!(told.contains(&place), "no {place}: {about}");
    }
    for text in mistake.texts {
        assert!(told.contains(text), "no {text}: {about}");
    }
}

#[test]
fn mistakes_are_told_with_their_lines() {
    if !has_clang() {
        return;
    }
    for language in LANGUAGES {
        for level in [0, 2] {
            let bench = Bench::new();
            let program = bench.built(language, level, "mistakes.cu", "mistakes.c");
            for mistake in &MISTAKES {
                is_told(mistake, &program, &format!("{language:?} -O{level}"));
            }
        }
    }
}
