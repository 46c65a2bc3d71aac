//! Memory of large buffers that is used again: to the C library each would be new, and every page of it a fault. Owns
//! what nobody uses at the moment, a few buffers at most.

use std::sync::{Mutex, MutexGuard};

/// Words of the smallest buffer that is kept: 64 KiB.
const SMALLEST: usize = (64 << 10) / size_of::<u128>();
/// Buffers that are kept.
const MOST: usize = 4;

/// So many zeros.
pub(crate) fn take(words: usize) -> Vec<u128> {
    let fits = |buffer: &Vec<u128>| (words..=2 * words).contains(&buffer.capacity());
    let found = if words < SMALLEST {
        None
    } else {
        let mut free = free();
        let position = free.iter().position(fits);
        position.map(|position| free.swap_remove(position))
    };
    match found {
        Some(mut buffer) => {
            buffer.clear();
            buffer.resize(words, 0);
            buffer
        }
        None => vec![0; words],
    }
}

/// A buffer that is used no more. Too many are kept by the oldest one's going.
pub(crate) fn give(buffer: Vec<u128>) {
    if buffer.capacity() >= SMALLEST {
        let mut free = free();
        free.push(buffer);
        if free.len() > MOST {
            free.remove(0);
        }
    }
}

fn free() -> MutexGuard<'static, Vec<Vec<u128>>> {
    static FREE: Mutex<Vec<Vec<u128>>> = Mutex::new(Vec::new());
    FREE.lock().unwrap_or_else(|poison| poison.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_again_is_zero() {
        for words in [1, SMALLEST, SMALLEST + 7, 2 * SMALLEST] {
            give(vec![7; words]);
            let taken = take(words.max(SMALLEST) - 3);
            assert!(taken.iter().all(|word| *word == 0));
            give(taken);
        }
        (0..2 * MOST).for_each(|_| give(vec![7; 3 * SMALLEST]));
        assert_eq!(free().len(), MOST);
    }
}
