//! Buffers that are used again. Owns the pool; its buffers are aligned for any number of eight bytes.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};

/// Memory for checkpoints: what is dropped comes back and is handed out again.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    free: Arc<Mutex<Vec<Vec<u64>>>>,
}

impl Pool {
    /// An empty pool.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A buffer of `len` bytes whose content is whatever was there. Allocates only if none that was given
    /// back is large enough.
    #[must_use]
    pub fn take(&self, len: usize) -> Buffer {
        let free = &mut *self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut words = free.pop().unwrap_or_default();
        let needed = len.div_ceil(8);
        if words.len() < needed {
            words.resize(needed, 0);
        }
        Buffer {
            words,
            len,
            pool: self.clone(),
        }
    }
}

/// Bytes from a [`Pool`], to which they return.
#[derive(Debug)]
pub struct Buffer {
    words: Vec<u64>,
    len: usize,
    pool: Pool,
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.words)[..self.len]
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.words)[..self.len]
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let words = std::mem::take(&mut self.words);
        if words.capacity() > 0 {
            let free = &self.pool.free;
            free.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(words);
        }
    }
}
