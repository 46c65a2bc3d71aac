//! The processes of a simulation, through the functions that its library has for them.
//!
//! Owns: sums, and what rank 0 gets of all. Must not: know MPI.

use super::foreign::foreign;
use enzyme_checkpoint::Peers;
use enzyme_rs_application_abi as abi;

/// The ranks; without services of a library, one.
#[derive(Clone, Copy)]
pub(crate) struct Ranks {
    services: Option<&'static abi::Ranks>,
    rank: u32,
    size: u32,
}

impl Ranks {
    /// One process by itself.
    pub(crate) fn one() -> Self {
        Self {
            services: None,
            rank: 0,
            size: 1,
        }
    }

    /// Begins, if that has not been done.
    pub(super) fn begin(services: Option<&'static abi::Ranks>) -> Self {
        let (mut rank, mut size) = (0, 1);
        if let Some(services) = services {
            foreign!((services.begin)(&raw mut rank, &raw mut size));
        }
        Self {
            services,
            rank: rank.try_into().unwrap_or(0),
            size: size.try_into().unwrap_or(1),
        }
    }

    /// Ends all of them in good order.
    pub(crate) fn end(self) {
        if let Some(services) = self.services {
            foreign!((services.end)());
        }
    }

    /// Whether this one speaks for all.
    pub(crate) fn is_first(self) -> bool {
        self.rank == 0
    }

    /// Sets each number to the sum over all ranks.
    pub(crate) fn sum(self, numbers: &mut [f64]) {
        if let Some(services) = self.services {
            foreign!((services.sum)(numbers.as_mut_ptr(), numbers.len() as i64));
        }
    }

    /// The sum of one number.
    pub(crate) fn total(self, mine: f64) -> f64 {
        let mut all = [mine];
        self.sum(&mut all);
        all[0]
    }

    /// The least and the greatest of all ranks' numbers, none of which is negative.
    pub(crate) fn extremes(self, mine: f64) -> (f64, f64) {
        // The bits of such numbers are in their order.
        let bits = mine.max(0.0).to_bits();
        (
            f64::from_bits(self.min(bits)),
            f64::from_bits(self.max(bits)),
        )
    }

    /// Hands rank 0 the numbers of each rank, in order.
    pub(crate) fn gather(self, mine: &[f64], mut take: impl FnMut(u32, &[f64])) {
        let Some(services) = self.services.filter(|_| self.size > 1) else {
            return take(0, mine);
        };
        if self.rank > 0 {
            let count = mine.len() as u64;
            foreign!((services.give)((&raw const count).cast(), 8));
            foreign!((services.give)(
                mine.as_ptr().cast(),
                size_of_val(mine) as i64
            ));
            return;
        }
        take(0, mine);
        for rank in 1..self.size {
            let mut count = 0u64;
            foreign!((services.take)(rank as i32, (&raw mut count).cast(), 8));
            let mut theirs = vec![0.0; count as usize];
            let bytes = size_of_val(&*theirs) as i64;
            foreign!((services.take)(
                rank as i32,
                theirs.as_mut_ptr().cast(),
                bytes
            ));
            take(rank, &theirs);
        }
    }
}

impl Ranks {
    /// What the first rank says that says something, with its number where there are several; nothing on others than rank 0.
    pub(crate) fn first_word(self, mine: &str) -> String {
        // Numbers are what can be gathered.
        let mine: Vec<f64> = mine.bytes().map(f64::from).collect();
        let mut first = String::new();
        self.gather(&mine, |rank, theirs| {
            if theirs.is_empty() || !first.is_empty() {
                return;
            }
            let bytes: Vec<u8> = theirs.iter().map(|byte| *byte as u8).collect();
            let said = String::from_utf8_lossy(&bytes);
            first = match self.size {
                1 => said.into_owned(),
                _ => format!("rank {rank}: {said}"),
            };
        });
        first
    }
}

impl Peers for Ranks {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn size(&self) -> u32 {
        self.size
    }

    fn union(&self, mine: u64) -> u64 {
        self.services
            .map_or(mine, |services| foreign!((services.any)(mine)))
    }

    fn min(&self, mine: u64) -> u64 {
        self.services
            .map_or(mine, |services| foreign!((services.least)(mine)))
    }
}
