//! Parts of memory that lie apart from others.
//!
//! Owns: [`apart`]. Must not: know whose they are.

/// From the first address to behind the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Span {
    pub(crate) low: usize,
    pub(crate) end: usize,
}

impl Span {
    /// Whether some address is in both.
    pub(crate) const fn overlaps(self, other: Self) -> bool {
        other.low < other.end && other.low < self.end && self.low < other.end
    }
}

/// What no other worker has read of a span, in one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct OwnSpan {
    pub(crate) span: Span,
    /// Not 0 if it is all of it.
    pub(crate) whole: usize,
}

impl OwnSpan {
    pub(crate) const NONE: Self = Self {
        span: Span { low: 0, end: 0 },
        whole: 0,
    };
}

/// The longest piece of a span that lies in none of others.
pub(crate) fn apart(span: Span, mut others: Vec<Span>) -> OwnSpan {
    others.retain(|other| span.overlaps(*other));
    others.sort_unstable_by_key(|other| other.low);
    let mut longest = OwnSpan::NONE.span;
    let mut free = span.low;
    let behind = Span {
        low: span.end,
        end: span.end,
    };
    for other in others.iter().chain([&behind]) {
        if other.low > free && other.low - free > longest.end - longest.low {
            longest = Span {
                low: free,
                end: other.low,
            };
        }
        free = free.max(other.end);
    }
    OwnSpan {
        span: longest,
        whole: usize::from(longest == span),
    }
}

#[cfg(test)]
mod tests {
    use super::{OwnSpan, Span, apart};

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
}
