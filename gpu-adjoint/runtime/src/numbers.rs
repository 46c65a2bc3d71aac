//! What numbers lie in memory of a device, where the code of the host does not tell.
//!
//! Kernels say what their pointers point to. A launch notes it of the memory that it is given, and a copy that needs it asks.
//!
//! Owns: the pieces of memory that this library knows, and what is known of them. Must not: read memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// A piece: its bytes (1, if only where it begins is known), and those of each number in it (0: not known).
#[derive(Clone, Copy, Debug)]
struct Piece {
    bytes: u64,
    each: u64,
}

static PIECES: Mutex<BTreeMap<u64, Piece>> = Mutex::new(BTreeMap::new());

fn pieces<R>(act: impl FnOnce(&mut BTreeMap<u64, Piece>) -> R) -> R {
    act(&mut PIECES.lock().unwrap_or_else(PoisonError::into_inner))
}

/// There is a new piece.
pub(crate) fn begin(at: u64, bytes: u64) {
    pieces(|all| all.insert(at, Piece { bytes, each: 0 }));
}

/// A piece is no more.
pub(crate) fn end(at: u64) {
    pieces(|all| all.remove(&at));
}

/// A kernel accesses numbers of so many bytes each there.
pub(crate) fn note(at: u64, each: u64) {
    if at == 0 || each <= 1 {
        return;
    }
    pieces(|all| match holding(all, at) {
        Some(piece) => piece.each = each,
        None => {
            all.insert(at, Piece { bytes: 1, each });
        }
    });
}

/// Bytes of each number there, if they are known.
pub(crate) fn each(at: u64) -> Option<u64> {
    pieces(|all| {
        holding(all, at)
            .map(|piece| piece.each)
            .filter(|each| *each != 0)
    })
}

fn holding(all: &mut BTreeMap<u64, Piece>, at: u64) -> Option<&mut Piece> {
    let (begin, piece) = all.range_mut(..=at).next_back()?;
    (at - begin < piece.bytes).then_some(piece)
}

#[cfg(test)]
mod tests {
    use super::{begin, each, end, note};

    #[test]
    fn what_is_noted_of_a_place_is_known_of_its_piece() {
        begin(0x1000, 64);
        assert_eq!(each(0x1008), None);
        note(0x1010, 8);
        assert_eq!(
            (each(0x1000), each(0x103f), each(0x1040)),
            (Some(8), Some(8), None)
        );
        end(0x1000);
        assert_eq!(each(0x1010), None);
        note(0x2000, 4);
        assert_eq!((each(0x2000), each(0x2004)), (Some(4), None));
    }
}
