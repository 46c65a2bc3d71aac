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
    others.retain(|other| other.low < other.end && other.low < span.end && span.low < other.end);
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
