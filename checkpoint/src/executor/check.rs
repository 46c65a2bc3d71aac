//! Whether steps are reproducible. Owns the hashes of states computed first and their comparison later.
//!
//! A state computed from a lossy checkpoint is another one than that computed without. So a hash is that of a state and
//! of its *origin*: the generation of the lossy checkpoint that it was computed from last, or 0.

use std::collections::BTreeMap;

/// Which recomputed states are compared with their first computation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Check {
    /// None.
    Off,
    /// Each checkpoint of the first forward run, and its end, when the steps that led there are run for the second
    /// time: this covers every step that is repeated, once, and costs two hashes a checkpoint. A step that differs now and
    /// then may do so at a later repetition, which is not seen. Steps that are repeated from a lossy checkpoint begin from
    /// another state, and are not compared.
    #[default]
    First,
    /// Every checkpoint ever taken, each time that the run comes by again from the same lossy checkpoint, or from none: a
    /// hash more for each checkpoint taken and each time, which is little where a step takes longer than to copy its
    /// state.
    Every,
}

#[derive(Debug)]
pub(super) struct Hashes {
    pub(super) check: Check,
    /// State and origin → hash.
    first: BTreeMap<(u64, u64), u64>,
    pub(super) checked: u64,
}

impl Hashes {
    pub(super) fn new(check: Check) -> Self {
        Self {
            check,
            first: BTreeMap::new(),
            checked: 0,
        }
    }

    /// Whether the state that is stored now is to be remembered.
    pub(super) fn wants(&self, ended: bool) -> bool {
        match self.check {
            Check::Off => false,
            Check::First => !ended,
            Check::Every => true,
        }
    }

    pub(super) fn remember(&mut self, state: u64, origin: u64, hash: u64) {
        self.first.insert((state, origin), hash);
    }

    /// Whether there is something to compare the state just computed with.
    #[inline]
    pub(super) fn knows(&self, state: u64, origin: u64) -> bool {
        !self.first.is_empty() && self.first.contains_key(&(state, origin))
    }

    /// Compares; in case of a difference, the hash of the first computation.
    pub(super) fn compare(&mut self, state: u64, origin: u64, hash: u64) -> Result<(), u64> {
        let Some(&first) = self.first.get(&(state, origin)) else {
            return Ok(());
        };
        if self.check != Check::Every {
            self.first.remove(&(state, origin));
        }
        self.checked += 1;
        if hash == first { Ok(()) } else { Err(first) }
    }

    /// The adjoint has passed `state`, which is not computed again.
    #[inline]
    pub(super) fn forget(&mut self, state: u64) {
        let first_of = |first: &BTreeMap<_, _>| {
            let mut of = first.range((state, 0)..=(state, u64::MAX));
            of.next().map(|(key, _)| *key)
        };
        while let Some(key) = first_of(&self.first) {
            self.first.remove(&key);
        }
    }

    pub(super) fn to_save(&self) -> Vec<(u64, u64, u64)> {
        let all = self.first.iter();
        all.map(|((state, origin), hash)| (*state, *origin, *hash))
            .collect()
    }

    pub(super) fn resume(&mut self, saved: &[(u64, u64, u64)]) {
        if self.check != Check::Off {
            let all = saved.iter();
            self.first = all
                .map(|&(state, origin, hash)| ((state, origin), hash))
                .collect();
        }
    }
}
