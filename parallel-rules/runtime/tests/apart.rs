//! Parts of memory that lie apart from others. (The library itself can be linked with OpenMP only.)

#[path = "../src/apart.rs"]
mod apart;

use apart::{OwnSpan, Span, apart};

fn span(low: usize, end: usize) -> Span {
    Span { low, end }
}

fn own(read: Span, others: &[Span]) -> (Span, bool) {
    let OwnSpan { span, whole } = apart(read, others.to_vec());
    (span, whole != 0)
}

#[test]
fn what_others_do_not_touch_is_whole() {
    let read = span(16, 32);
    assert_eq!(own(read, &[span(0, 16), span(32, 64)]), (read, true));
    // What nobody reads has its end before its beginning.
    assert_eq!(own(read, &[span(usize::MAX, 0)]), (read, true));
}

#[test]
fn neighbours_take_the_ends() {
    let others = [span(0, 24), span(80, 200)];
    assert_eq!(own(span(16, 96), &others), (span(24, 80), false));
}

#[test]
fn the_longest_piece_is_left() {
    let others = [span(40, 48), span(44, 56)];
    assert_eq!(own(span(0, 200), &others), (span(56, 200), false));
}

#[test]
fn nothing_is_left_between_those_who_read_all() {
    assert_eq!(own(span(8, 16), &[span(0, 64)]).0, span(0, 0));
}
