//! Words of a command line.
//!
//! Owns: how a shell splits and quotes them. Must not: know what they mean.

use std::ffi::OsString;

/// Words as in a shell: quotes keep blanks, a backslash keeps the next character.
pub(super) fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(q), _) if c == q => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(characters.next()),
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The word as a shell would need it.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+,./:@%^".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// A flag with its value in one word.
pub(super) fn joined(flag: impl Into<OsString>, value: impl Into<OsString>) -> OsString {
    let mut text = flag.into();
    text.push(value.into());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_in_a_shell() {
        assert_eq!(
            split(" a 'b c' \"d\\\"e\" f\\ g '' "),
            ["a", "b c", "d\"e", "f g", ""]
        );
    }

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(quoted("-DX=a b"), "'-DX=a b'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted("-I/usr/include"), "-I/usr/include");
    }
}
