//! Builds random programs that terminate, stay in bounds and stay smooth. Owns the overall shape of
//! a program; the parts are in the sub-modules. What slips through (ties, overflow, undefined
//! behaviour) is caught by running the oracle and trying again.

mod blas;
mod data;
mod expr;
mod flow;
mod func;
mod idioms;
mod memory;
mod omp;
mod passive;
mod scope;
mod steps;
mod stmt;
mod sums;

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::ast::{Func, Global, Inputs, Language, Program, StructDef};
use crate::features::{self, Feature, Features, OF_TEAMS};
use crate::idiom;
use crate::memory::Reject;
use crate::oracle;
use scope::{Body, Ret, Sig};

/// Upper bound on the estimated number of executed statements of one run.
const MAX_COST: u64 = 1500;
/// With more features than this, every program leaves some out.
const SWARM: u32 = 8;
/// How often a seed may start over before it is given up.
const ATTEMPTS: u64 = 400;
/// Input vectors tried on each program.
const INPUT_TRIES: usize = 4;

/// Knobs of the generator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knobs {
    pub(crate) features: Features,
    /// Roughly proportional to the number of statements.
    pub(crate) size: u32,
    pub(crate) language: Language,
}

/// How many attempts ended for which reason.
pub(crate) type Rejections = Vec<Reject>;

/// The program of a seed, or `None` when no attempt gave a usable one.
pub(crate) fn program(seed: u64, knobs: Knobs) -> Option<Program> {
    let mut rejected = Rejections::new();
    program_counting(seed, knobs, &mut rejected)
}

/// Like `program`, also reporting why attempts were thrown away.
pub(crate) fn program_counting(
    seed: u64,
    knobs: Knobs,
    rejected: &mut Rejections,
) -> Option<Program> {
    (0..ATTEMPTS).find_map(|attempt| {
        // A full mix of both numbers, so that neighbouring seeds share no attempts.
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&attempt.to_le_bytes());
        let mut candidate = Gen::new(ChaCha8Rng::from_seed(key), knobs).build(seed);
        (0..INPUT_TRIES)
            .any(|k| vet(&mut candidate, key, k, rejected))
            .then_some(candidate)
    })
}

/// Tries the `k`-th input vector on a candidate.
fn vet(candidate: &mut Program, mut key: [u8; 32], k: usize, rejected: &mut Rejections) -> bool {
    key[31] = k as u8 + 1;
    draw_inputs(&mut candidate.inputs, &mut ChaCha8Rng::from_seed(key));
    match oracle::evaluate(candidate).and_then(|o| oracle::interesting(&o)) {
        Ok(()) => true,
        Err(why) => {
            rejected.push(why);
            false
        }
    }
}

fn draw_inputs(inputs: &mut Inputs, rng: &mut ChaCha8Rng) {
    let mut draw = || f64::from(rng.random_range(-1400..=1400)) / 1000.0;
    inputs
        .x
        .iter_mut()
        .chain(&mut inputs.y)
        .for_each(|v| *v = draw());
    inputs.a = draw();
    inputs.b = draw();
}

/// A program under construction.
struct Gen {
    rng: ChaCha8Rng,
    features: Features,
    size: u32,
    language: Language,
    structs: Vec<StructDef>,
    globals: Vec<Global>,
    funcs: Vec<Func>,
    /// Contracts of the helpers, by function index; `None` marks one that may not be called yet.
    sigs: Vec<Sig>,
    callable: Vec<bool>,
    /// Whether workers may call a function at the same time, by function index.
    reentrant: Vec<bool>,
    /// Functions made for parallel regions.
    team_functions: omp::Functions,
    body: Body,
}

impl Gen {
    fn new(rng: ChaCha8Rng, knobs: Knobs) -> Gen {
        Gen {
            rng,
            features: knobs.features,
            size: knobs.size,
            language: knobs.language,
            structs: Vec::new(),
            globals: Vec::new(),
            funcs: Vec::new(),
            sigs: Vec::new(),
            callable: Vec::new(),
            reentrant: Vec::new(),
            team_functions: omp::Functions::default(),
            body: Body::new(Ret::Void, 0),
        }
    }

    /// Leaves out a random part of the features (swarm testing): programs without a feature exercise
    /// the others more deeply, and double-only programs are checked to full accuracy.
    fn thin_out(&mut self) {
        for (feature, ..) in features::ALL {
            let percent = match feature {
                Feature::Floats => 60,
                // Nearly always refused, and with it the whole program.
                Feature::Weak => 97,
                Feature::Openmp => 0,
                _ if OF_TEAMS.contains(feature) => 80,
                _ if idiom::is_idiom(*feature) && self.features.has(Feature::Openmp) => 98,
                // Other idioms may be refused.
                _ if idiom::is_idiom(*feature) => 92,
                _ => 15,
            };
            // A run without idioms draws no numbers for them: its programs are those of old seeds.
            let drawn = !idiom::is_idiom(*feature) || self.features.has(*feature);
            if *feature != Feature::Arith && drawn && self.chance(percent) {
                self.features.set(*feature, false);
            }
        }
    }

    fn build(mut self, seed: u64) -> Program {
        if self.features.count() > SWARM {
            self.thin_out();
        }
        let nx = self.between(3, 6) as usize;
        let ny = self.between(1, 4) as usize;
        if self.features.has(Feature::Structs) {
            self.struct_defs();
        }
        self.globals();
        if self.features.has(Feature::Openmp) {
            self.team_functions();
        }
        let callers = [Feature::Calls, Feature::Regions, Feature::Checkpoints];
        if callers.iter().any(|f| self.features.has(*f)) {
            self.helpers();
        }
        let w = self.features.has(Feature::Passive).then(|| {
            let len = self.between(3, 5);
            (0..len).map(|_| self.number()).collect::<Vec<f64>>()
        });
        self.top(nx, ny, w.as_ref().map(Vec::len));
        let inputs = Inputs {
            x: vec![0.0; nx],
            y: vec![0.0; ny],
            a: 0.0,
            b: 0.0,
            n: nx as i64,
            w,
        };
        Program {
            seed,
            structs: self.structs,
            globals: self.globals,
            funcs: self.funcs,
            inputs,
            explicit_markers: seed.is_multiple_of(2),
            unneeded_arrays: seed.is_multiple_of(3),
            language: self.language,
        }
    }

    /// The helpers that may be called at this point.
    fn callable(&self) -> impl Iterator<Item = usize> + '_ {
        let calm = |f: &usize| self.body.teams == 0 || self.reentrant[*f];
        (0..self.sigs.len()).filter(move |f| self.callable[*f] && calm(f))
    }

    /// How much one more statement here may cost.
    fn cost_left(&self) -> u64 {
        MAX_COST.saturating_sub(self.body.cost) / self.body.trips
    }
}
