//! The long texts behind the diagnostic codes: code, title, explanation.
//!
//! Owns: the list; the words that `enzyme-rs explain` prints are in `explain/`, one file a code: what
//! it means, an example, why it is refused, what to do. Must not: contain logic.

/// Code, one-line title, text.
pub(crate) const TEXTS: &[(u16, &str, &str)] = &[
    (1, "malformed IR", include_str!("explain/ez0001.txt")),
    (
        2,
        "bitcode of a newer LLVM",
        include_str!("explain/ez0002.txt"),
    ),
    (
        3,
        "code that a sanitizer has been at already",
        include_str!("explain/ez0003.txt"),
    ),
    (4, "code of a GPU", include_str!("explain/ez0004.txt")),
    (
        101,
        "unknown function on active data",
        include_str!("explain/ez0101.txt"),
    ),
    (
        102,
        "call through a pointer to unknown functions",
        include_str!("explain/ez0102.txt"),
    ),
    (
        103,
        "unsupported instruction",
        include_str!("explain/ez0103.txt"),
    ),
    (
        104,
        "inline assembly on active data",
        include_str!("explain/ez0104.txt"),
    ),
    (
        105,
        "unwinding on the active path",
        include_str!("explain/ez0105.txt"),
    ),
    (
        106,
        "control flow that cannot be reversed",
        include_str!("explain/ez0106.txt"),
    ),
    (
        107,
        "volatile or atomic access to active memory",
        include_str!("explain/ez0107.txt"),
    ),
    (
        108,
        "steps that cannot be run again from checkpoints",
        include_str!("explain/ez0108.txt"),
    ),
    (
        109,
        "workers may wait for each other in an order that is not known",
        include_str!("explain/ez0109.txt"),
    ),
    (
        201,
        "type of copied memory unknown",
        include_str!("explain/ez0201.txt"),
    ),
    (
        202,
        "floating and other data at one place",
        include_str!("explain/ez0202.txt"),
    ),
    (
        203,
        "active data treated as an integer",
        include_str!("explain/ez0203.txt"),
    ),
    (
        301,
        "active data stored in inactive memory",
        include_str!("explain/ez0301.txt"),
    ),
    (
        302,
        "pointer without a shadow",
        include_str!("explain/ez0302.txt"),
    ),
    (
        303,
        "what varies is lost in memory without shadow, at run time",
        include_str!("explain/ez0303.txt"),
    ),
    (
        401,
        "hook without a function",
        include_str!("explain/ez0401.txt"),
    ),
    (
        402,
        "wrong number or kind of hook arguments",
        include_str!("explain/ez0402.txt"),
    ),
    (
        403,
        "function without a definition",
        include_str!("explain/ez0403.txt"),
    ),
    (
        404,
        "hook with a wrong result type",
        include_str!("explain/ez0404.txt"),
    ),
    (405, "unsupported hook", include_str!("explain/ez0405.txt")),
    (
        406,
        "derivative that is zero (a warning)",
        include_str!("explain/ez0406.txt"),
    ),
    (
        407,
        "shadow that cannot be the one of its memory",
        include_str!("explain/ez0407.txt"),
    ),
    (
        501,
        "rule that does not fit its function",
        include_str!("explain/ez0501.txt"),
    ),
    (
        502,
        "rule without a shadow to work on",
        include_str!("explain/ez0502.txt"),
    ),
    (
        503,
        "memory that a rule needs is overwritten",
        include_str!("explain/ez0503.txt"),
    ),
    (
        504,
        "derivative called through a shadow",
        include_str!("explain/ez0504.txt"),
    ),
    (901, "internal error", include_str!("explain/ez0901.txt")),
];

#[cfg(test)]
mod tests {
    use super::TEXTS;

    /// The constants of `codes`, read from their source, so that none can be forgotten.
    fn declared() -> Vec<u16> {
        let source = include_str!("diag.rs");
        let lines = source
            .lines()
            .filter_map(|line| line.trim().split_once("= Code("));
        let mut codes: Vec<u16> = lines
            .filter_map(|(_, rest)| rest.trim_end_matches(");").parse().ok())
            .collect();
        codes.sort_unstable();
        codes
    }

    #[test]
    fn every_code_has_a_text_and_every_text_a_code() {
        let explained: Vec<u16> = TEXTS.iter().map(|(code, _, _)| *code).collect();
        assert_eq!(explained, declared());
    }

    #[test]
    fn texts_say_what_to_do_and_fit_a_terminal() {
        for (code, title, text) in TEXTS {
            assert!(text.contains("What to do"), "EZ{code:04}");
            assert!(!title.ends_with('.'), "EZ{code:04}");
            let long = text.lines().find(|line| line.chars().count() > 105);
            assert_eq!(long, None, "EZ{code:04}");
        }
    }
}
