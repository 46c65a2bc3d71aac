//! Makes random kernels. Owns the shape of a program, its inputs, and what is in scope while it grows; must not run anything but the interpreter, which
//! refuses what races or is undefined: then another one is tried.

mod expr;
mod functions;
mod segments;
mod stmt;
mod warps;

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::memory::Reject;

use super::ast::{
    Array, Block, Cond, Func, GIVEN, Id, Int, Part, Place, Program, Real, Shape, Shared, Stmt, Ty,
    Var,
};
use super::oracle;

/// What programs are made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knobs {
    /// Size of the programs, 1 to 10.
    pub(crate) size: u32,
}

/// Programs that are tried for a seed before it is given up.
const ATTEMPTS: u64 = 40;

/// The program of a seed; what other ones were refused for is told.
pub(crate) fn program(seed: u64, knobs: Knobs, refused: &mut Vec<Reject>) -> Option<Program> {
    (0..ATTEMPTS).find_map(|attempt| {
        let mut grown = Gen::new(seed, attempt, knobs);
        let program = grown.program(seed);
        // The first few inputs show most of what can be wrong; the rest is the oracle's.
        match oracle::window(&program, 64, 0).and_then(|_| oracle::window(&program, 32, 0)) {
            Ok(_) => Some(program),
            Err(reject) => {
                refused.push(reject);
                None
            }
        }
    })
}

/// Some elements of numbers that can be read without asking who else writes.
#[derive(Clone, Copy)]
struct Readable {
    array: Array,
    ty: Ty,
    len: usize,
}

/// Numbers of a thread's own.
#[derive(Clone, Copy)]
enum Alone {
    /// So many behind each other.
    Row(i64),
    /// One in lines of which `n` says how far they are apart, which may be too little.
    Plane,
}

/// A program as far as it has grown.
struct Gen {
    rng: ChaCha8Rng,
    size: u32,
    shape: Shape,
    n: i64,
    /// Whether warps are full, so that their lanes can hand each other numbers.
    warps: bool,
    floats: bool,
    /// Length of x; numbers of y that each thread has; those behind them that all add to.
    inputs: usize,
    own: usize,
    sums: usize,
    /// How threads have numbers of x, if they read no others by what the kernel names.
    alone: Option<Alone>,
    /// Whether the numbers of y behind each thread's own are maxima, or minima, instead of sums.
    raises: Option<bool>,
    /// Whether the kernel is handed a structure.
    given: bool,
    shared: Vec<Shared>,
    funcs: Vec<Func>,
    /// Of the function that grows: its variables, and which of them are set, by sort.
    vars: Vec<Var>,
    reals: Vec<usize>,
    ints: Vec<usize>,
    readable: Vec<Readable>,
    /// Counters of the loops around, which all threads run alike.
    counters: Vec<usize>,
    /// Not in the kernel itself, which has x, y and n.
    inside: bool,
    /// Branches and loops around: what is new in there is lost behind them.
    nested: u32,
}

/// Shapes of blocks, those with full warps first.
const BLOCKS: [[usize; 2]; 9] = [
    [64, 1],
    [128, 1],
    [16, 4],
    [8, 16],
    [32, 1],
    [20, 1],
    [8, 4],
    [5, 7],
    [48, 1],
];
const FULL: usize = 4;
const GRIDS: [[usize; 2]; 5] = [[1, 1], [2, 1], [3, 1], [2, 2], [1, 2]];

impl Gen {
    fn new(seed: u64, attempt: u64, knobs: Knobs) -> Gen {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(attempt);
        let warps = rng.random_bool(0.55);
        let blocks = if warps { &BLOCKS[..FULL] } else { &BLOCKS[..] };
        let block = blocks[rng.random_range(0..blocks.len())];
        let grids = if block[0] * block[1] > 64 {
            2
        } else {
            GRIDS.len()
        };
        let grid = GRIDS[rng.random_range(0..grids)];
        let alone = match seed % 5 {
            3 => Some(Alone::Row(1 + (seed / 5 % 3) as i64)),
            4 => Some(Alone::Plane),
            _ => None,
        };
        let shape = match alone {
            Some(Alone::Row(_)) => Shape {
                block: [block[0] * block[1], 1],
                grid: [grid[0], 1],
            },
            Some(Alone::Plane) | None => Shape { block, grid },
        };
        let total = shape.total();
        let inputs = match rng.random_range(0..4) {
            0 => 16,
            1 => 37,
            2 => total + 5,
            _ => total,
        };
        let (across, down) = (
            shape.grid[0] * shape.block[0],
            shape.grid[1] * shape.block[1],
        );
        let n = match alone {
            Some(Alone::Plane) => (across as i64 + rng.random_range(-2..=3)).max(1),
            Some(Alone::Row(_)) | None => rng.random_range(1..=total as i64),
        };
        let inputs = match alone {
            // More than there are threads, for loops over the grid.
            Some(Alone::Row(each)) => each as usize * (2 * total + 3),
            Some(Alone::Plane) => down * (across + 3),
            None => inputs,
        };
        Gen {
            size: knobs.size,
            shape,
            n,
            warps,
            floats: rng.random_bool(0.3),
            inputs,
            own: if total <= 96 {
                rng.random_range(1..=2)
            } else {
                1
            },
            sums: rng.random_range(1..=4),
            alone,
            raises: rng.random_bool(0.15).then(|| rng.random_bool(0.5)),
            given: rng.random_bool(0.3),
            rng,
            shared: Vec::new(),
            funcs: Vec::new(),
            vars: Vec::new(),
            reals: Vec::new(),
            ints: Vec::new(),
            readable: Vec::new(),
            counters: Vec::new(),
            inside: false,
            nested: 0,
        }
    }

    fn program(&mut self, seed: u64) -> Program {
        self.readable.push(Readable {
            array: Array::X,
            ty: Ty::F64,
            len: self.inputs,
        });
        if self.given {
            let parts = Part::ALL.map(|part| Readable {
                array: Array::Given(part),
                ty: Ty::F64,
                len: part.numbers().1,
            });
            self.readable.extend(parts);
        }
        let mut body = Vec::new();
        for _ in 0..self.range(1, 2) {
            let value = self.input();
            let var = self.real_var();
            self.assign(&mut body, var, value);
        }
        for _ in 0..self.range(1, i64::from(self.size)) {
            self.segment(&mut body, 2);
        }
        self.outputs(&mut body);
        let given = if self.given { GIVEN } else { 0 };
        let (x, y) = (
            self.numbers(self.inputs + given),
            self.numbers(self.outputs_len()),
        );
        Program {
            seed,
            shape: self.shape,
            n: self.n,
            given: self.given,
            x,
            y,
            shared: std::mem::take(&mut self.shared),
            funcs: std::mem::take(&mut self.funcs),
            vars: std::mem::take(&mut self.vars),
            body,
        }
    }

    fn outputs_len(&self) -> usize {
        self.own * self.shape.total() + self.sums
    }

    /// What each thread leaves in y, behind threads that may have left.
    fn outputs(&mut self, body: &mut Block) {
        if self.chance(0.3) {
            let beyond = Cond::Int(crate::ast::Cmp::Ge, Int::GLOBAL, Int::Id(Id::N));
            body.push(Stmt::If(beyond, vec![Stmt::Return], Vec::new()));
            if self.chance(0.5) {
                self.straight(body, 2);
            }
        }
        for k in 0..self.own {
            let value = self.summary();
            let place = self.own_place(k);
            body.push(match self.chance(0.3) {
                true => Stmt::Update(crate::ast::RealOp::Add, place, value),
                false => Stmt::Set(place, value),
            });
        }
        if let Some(most) = self.raises {
            self.raise(body, most);
        } else if self.chance(0.3) {
            self.add_atomically(body);
        }
    }

    /// Some of the latest variables together.
    fn summary(&mut self) -> Real {
        let latest: Vec<usize> = self.reals.iter().rev().take(6).copied().collect();
        let mut sum = self.real(1);
        for var in latest {
            let factor = self.constant();
            sum = Real::add(sum, Real::mul(factor, Real::var(var)));
        }
        sum
    }

    /// One of the thread's own numbers in y.
    fn own_place(&self, k: usize) -> Place {
        let (own, total) = (self.own as i64, self.shape.total() as i64);
        let index = match self.n % 3 {
            _ if own == 1 => Int::GLOBAL,
            0 => Int::GLOBAL.plus(k as i64 * total),
            _ => Int::GLOBAL.times(own).plus(k as i64),
        };
        Place::of(Array::Y, index)
    }

    fn numbers(&mut self, count: usize) -> Vec<f64> {
        let mut number = || f64::from(self.rng.random_range(-1000..=1000)) / 1000.0 + 0.0003;
        (0..count).map(|_| number()).collect()
    }

    fn chance(&mut self, p: f64) -> bool {
        self.rng.random_bool(p)
    }

    /// A number from one to the other, both included.
    fn range(&mut self, from: i64, to: i64) -> i64 {
        self.rng.random_range(from..=to)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.rng.random_range(0..from.len())]
    }

    fn new_var(&mut self, var: Var) -> usize {
        self.vars.push(var);
        self.vars.len() - 1
    }

    /// A new scalar, not set yet.
    fn real_var(&mut self) -> usize {
        let float = self.floats && self.chance(0.3);
        self.new_var(Var::one(if float { Ty::F32 } else { Ty::F64 }))
    }

    /// A scalar that is set already, if there is one and chance will have it: rather within branches, where new ones are lost.
    fn old_var(&mut self) -> Option<usize> {
        let p = if self.nested > 0 { 0.7 } else { 0.35 };
        let reals = self.reals.clone();
        (!reals.is_empty() && self.chance(p)).then(|| self.pick(&reals))
    }

    fn some_var(&mut self) -> usize {
        let old = self.old_var();
        old.unwrap_or_else(|| self.real_var())
    }

    fn assign(&mut self, body: &mut Block, var: usize, value: Real) {
        body.push(Stmt::Set(Place::var(var), value));
        self.is_set(var);
    }

    fn is_set(&mut self, var: usize) {
        if !self.reals.contains(&var) {
            self.reals.push(var);
        }
    }

    /// What `grow` adds, whose variables are not known to be set behind it.
    fn branch(&mut self, grow: impl FnOnce(&mut Gen, &mut Block)) -> Block {
        let (reals, ints) = (self.reals.clone(), self.ints.clone());
        let readable = self.readable.clone();
        let mut body = Vec::new();
        self.nested += 1;
        grow(self, &mut body);
        self.nested -= 1;
        (self.reals, self.ints) = (reals, ints);
        self.readable = readable;
        body
    }
}
