//! Regions in steps that read one field and make another one: nests over grids with neighbours. Owns grids and their nests, and how a field is
//! overwritten between two steps, so that what regions read of it has to be kept.

use crate::ast::omp::{Clauses, Count, Omp, Parallel, WorkLoop};
use crate::ast::{
    Arg, Block, Init, Int, IntOp, MathFn, Place, Pointer, Prec, Real, RealOp, Stmt, Type,
};
use crate::features::Feature;
use crate::generate::Gen;
use crate::generate::scope::Array;

/// Numbers in rows and planes; how many of each, and the variables that say how long rows and planes are.
struct Grid {
    extents: Vec<i64>,
    strides: Vec<Option<usize>>,
}

/// One loop of a nest: its variable runs within `margin` of both ends.
struct Axis {
    count: Count,
    margin: i64,
    trips: u64,
}

/// Two fields of the same length: the old one, and what is made of it.
pub(super) struct Fields {
    pub(super) old: Array,
    pub(super) new: Array,
    pub(super) len: usize,
}

impl Gen {
    /// Steps of nests over a grid.
    pub(in crate::generate) fn sweeps(&mut self, out: &mut Block) {
        if self.body.teams > 0 || self.body.depth > 1 || self.cost_left() < 500 {
            return;
        }
        let grid = self.grid(out);
        let len = grid.extents.iter().product::<i64>() as usize;
        let Some(fields) = self.fields(len, out) else {
            return;
        };
        let third = self.chance(30).then(|| self.wide_array(len, out));
        self.steps_of(
            &fields,
            out,
            |g, fields| {
                let mut body = vec![g.sweep(&grid, fields)];
                if let Some(third) = &third
                    && third.prec == Prec::F64
                {
                    // Nobody reads what the first one makes.
                    body[0].nowait = g.chance(60);
                    let other = Fields {
                        old: fields.old.clone(),
                        new: third.clone(),
                        len,
                    };
                    body.push(g.sweep(&grid, &other));
                }
                body
            },
            Block::new(),
        );
    }

    /// Two fields with numbers in them.
    pub(super) fn fields(&mut self, len: usize, out: &mut Block) -> Option<Fields> {
        let (old, new) = (self.wide_array(len, out), self.wide_array(len, out));
        let double = old.prec == Prec::F64 && new.prec == Prec::F64;
        out.push(self.spread(&old));
        double.then_some(Fields { old, new, len })
    }

    fn grid(&mut self, out: &mut Block) -> Grid {
        let extents = match self.between(1, 3) {
            1 => vec![self.between(7, 30)],
            2 => vec![self.between(4, 8), self.between(3, 6)],
            _ => vec![self.between(3, 5), self.between(3, 4), self.between(3, 4)],
        };
        let mut strides = Vec::new();
        for k in 1..extents.len() {
            let length: i64 = extents[k..].iter().product();
            let var = self.body.var("m", Type::Int);
            out.push(Stmt::Decl(var, Init::Value(Arg::Int(self.known(length)))));
            strides.push(Some(var));
        }
        strides.push(None);
        Grid { extents, strides }
    }

    /// `old` is read by the loops that `make` gives, and overwritten, several times; `after` each step something else is done.
    pub(super) fn steps_of(
        &mut self,
        fields: &Fields,
        out: &mut Block,
        make: impl FnOnce(&mut Gen, &Fields) -> Vec<WorkLoop>,
        mut after: Block,
    ) {
        let steps = self.between(2, 3);
        let step = self.body.var("s", Type::Int);
        let swapped = self.chance(20).then(|| self.swapped(fields, out));
        let fields = swapped.as_ref().unwrap_or(fields);
        let mut loops = make(self, fields);
        self.body.cost += self.body.trips * (steps as u64 * fields.len as u64 * 4);
        let stepped = |body: Block| Stmt::For {
            var: step,
            from: Int::Const(0),
            to: Int::Const(steps),
            step: 1,
            body,
        };
        if swapped.is_none() && after.is_empty() && self.chance(35) {
            // All workers take the steps, and wait for each other in each.
            loops.iter_mut().for_each(|work| work.nowait = false);
            loops.push(self.renewal(fields));
            let inner = stepped(loops_of(loops));
            return out.push(self.region_around(vec![inner], false));
        }
        match (swapped.is_some(), self.between(0, 4)) {
            (true, _) => self.swap(fields, &mut after),
            (_, 0) => after.push(Stmt::Memcpy {
                dst: fields.old.pointer(),
                src: fields.new.pointer(),
                elem: Type::F64,
                count: Int::Const(fields.len as i64),
            }),
            (_, 1) => after.push(self.serial_renewal(fields)),
            (_, 2) => {
                let work = self.renewal(fields);
                after.push(self.region_of(vec![work]));
            }
            // In the same region, behind a barrier.
            _ => {
                if let Some(last) = loops.last_mut() {
                    last.nowait = false;
                }
                let waits = loops.iter().all(|w| !w.nowait);
                let mut work = self.renewal(fields);
                work.nowait = waits && self.chance(30);
                loops.push(work);
            }
        }
        // Regions of their own are calls between which the field may be overwritten.
        let apart = loops.iter().all(|work| !work.nowait) && self.chance(40);
        let mut body: Block = match apart {
            true => loops
                .into_iter()
                .map(|work| self.region_of(vec![work]))
                .collect(),
            false => vec![self.region_of(loops)],
        };
        body.append(&mut after);
        out.push(stepped(body));
    }

    fn region_of(&mut self, loops: Vec<WorkLoop>) -> Stmt {
        let combined = loops.len() == 1 && !loops[0].nowait && self.chance(60);
        self.region_around(loops_of(loops), combined)
    }

    fn region_around(&mut self, body: Block, combined: bool) -> Stmt {
        let region = Parallel {
            threads: self.chance(15).then(|| Int::Const(self.between(1, 4))),
            on: None,
            bind: false,
            clauses: Clauses::default(),
            combined,
            body,
        };
        Stmt::Omp(Box::new(Omp::Parallel(region)))
    }

    /// Pointers to the fields, for steps that swap them.
    fn swapped(&mut self, fields: &Fields, out: &mut Block) -> Fields {
        let mut pointer = |array: &Array| {
            let var = self.body.var("p", Type::ptr(Type::F64));
            let value = Init::Value(Arg::Ptr(array.pointer()));
            out.push(Stmt::Decl(var, value));
            Array {
                base: Place::Var(var),
                is_pointer: true,
                ..array.clone()
            }
        };
        Fields {
            old: pointer(&fields.old),
            new: pointer(&fields.new),
            len: fields.len,
        }
    }

    fn swap(&mut self, fields: &Fields, out: &mut Block) {
        let var = self.body.var("swap", Type::ptr(Type::F64));
        let [old, new] = [&fields.old, &fields.new].map(|a| a.base.clone());
        let load = |place: &Place| Arg::Ptr(Pointer::Load(place.clone()));
        out.push(Stmt::Decl(var, Init::Value(load(&old))));
        out.push(Stmt::Assign(old, load(&new)));
        out.push(Stmt::Assign(new, load(&Place::Var(var))));
    }

    /// `old[i] = old[i] / 2 + new[i] / 4` and the like.
    fn renewed(&mut self, fields: &Fields, i: usize) -> Stmt {
        let [old, new] = [&fields.old, &fields.new].map(|a| a.base.clone().at(Int::var(i)));
        let made = Real::Load(new);
        match self.between(0, 3) {
            0 => Stmt::Assign(old, Arg::Real(made)),
            1 => Stmt::Update(RealOp::Add, old, Real::scaled(0.25, made)),
            2 => {
                let product = Real::mul(Real::Load(old.clone()), made.clone());
                let value = Real::add(Real::scaled(0.5, made), Real::scaled(0.25, product));
                Stmt::Assign(old, Arg::Real(value))
            }
            _ => {
                let half = Real::scaled(0.5, Real::Load(old.clone()));
                Stmt::Assign(old, Arg::Real(Real::add(half, Real::scaled(0.25, made))))
            }
        }
    }

    fn serial_renewal(&mut self, fields: &Fields) -> Stmt {
        let var = self.body.var("i", Type::Int);
        Stmt::For {
            var,
            from: Int::Const(0),
            to: self.known(fields.len as i64),
            step: 1,
            body: vec![self.renewed(fields, var)],
        }
    }

    fn renewal(&mut self, fields: &Fields) -> WorkLoop {
        let range = self.range(fields.len, 0);
        let body = vec![self.renewed(fields, range.count.var)];
        self.plain_loop(vec![range.count], body)
    }

    pub(super) fn plain_loop(&mut self, loops: Vec<Count>, body: Block) -> WorkLoop {
        WorkLoop {
            loops,
            schedule: self.schedule(),
            nowait: false,
            ordered: false,
            clauses: Clauses::default(),
            body,
        }
    }

    /// A nest that makes `new` of the neighbours in `old`.
    fn sweep(&mut self, grid: &Grid, fields: &Fields) -> WorkLoop {
        let lone = grid.extents.len() == 1;
        let scale = match lone && self.chance(30) {
            true => self.between(2, 3),
            false => 1,
        };
        let axes: Vec<Axis> = grid
            .extents
            .iter()
            .map(|extent| self.axis(extent / scale))
            .collect();
        let mut body = Block::new();
        let value = match scale == 1 && self.chance(25) {
            true => self.row_sum(grid, &axes, (&fields.old, &mut body)),
            false => self.around(grid, (&axes, scale), &fields.old),
        };
        let here: Vec<Int> = axes.iter().map(|a| Int::var(a.count.var)).collect();
        let mut target = here.clone();
        if self.chance(20) {
            let last = Int::Const(grid.extents[0] / scale - 1);
            target[0] = Int::bin(IntOp::Sub, last, target[0].clone());
        }
        let place = fields.new.base.clone().at(grid.index(&target));
        let set = match self.between(0, 9) {
            0..=1 => Stmt::Update(RealOp::Add, place, Real::scaled(0.5, value)),
            2..=3 => {
                let half = Real::scaled(0.5, Real::Load(place.clone()));
                Stmt::Assign(place, Arg::Real(Real::add(half, value)))
            }
            _ => Stmt::Assign(place, Arg::Real(value)),
        };
        let shared = match axes.len() > 1 && self.chance(30) {
            true => 2,
            false => 1,
        };
        let mut counts: Vec<Count> = axes.into_iter().map(|a| a.count).collect();
        let mut inner = counts.split_off(shared);
        if let ([outer], [first, ..]) = (&counts[..], &mut inner[..])
            && first.step > 0
            && self.chance(15)
        {
            // A triangle.
            first.from = Int::var(outer.var);
        }
        body.push(set);
        let body = inner.into_iter().rev().fold(body, |body, count| {
            vec![Stmt::For {
                var: count.var,
                from: count.from,
                to: count.to,
                step: count.step,
                body,
            }]
        });
        self.plain_loop(counts, body)
    }

    fn axis(&mut self, extent: i64) -> Axis {
        let var = self.body.var("i", Type::Int);
        let margin = i64::from(extent > 2 && self.chance(75));
        let (lo, end) = (margin, self.known(extent - margin));
        let step = match self.between(0, 9) {
            0..=5 => 1,
            6..=7 => 2,
            _ => self.between(1, 3),
        };
        let (from, to, step) = match self.chance(30) {
            true => (Int::add(end, -1), Int::Const(lo - 1), -step),
            false => (Int::Const(lo), end, step),
        };
        Axis {
            count: Count {
                var,
                from,
                to,
                step,
            },
            margin,
            trips: (extent - 2 * margin) as u64,
        }
    }

    /// What a point of a grid becomes: products and functions of numbers around it.
    fn around(&mut self, grid: &Grid, (axes, scale): (&[Axis], i64), old: &Array) -> Real {
        let trips: u64 = axes.iter().map(|a| a.trips).product();
        self.body.cost += self.body.trips * trips;
        let near = |g: &mut Gen| {
            let at = axes.iter().map(|axis| {
                let i = Int::var(axis.count.var);
                let i = match scale {
                    1 => i,
                    _ => Int::bin(IntOp::Mul, i, Int::Const(scale)),
                };
                Int::add(i, g.between(-axis.margin, axis.margin))
            });
            let at: Vec<Int> = at.collect();
            Real::Load(old.base.clone().at(grid.index(&at)))
        };
        let loads: Vec<Real> = (0..4).map(|_| near(self)).collect();
        self.mixed(loads)
    }

    /// The sum of squares along the last axis, around a point.
    fn row_sum(&mut self, grid: &Grid, axes: &[Axis], (old, body): (&Array, &mut Block)) -> Real {
        let (sum, k) = (self.body.var("t", Type::F64), self.body.var("k", Type::Int));
        let mut at: Vec<Int> = axes.iter().map(|a| Int::var(a.count.var)).collect();
        let margin = axes.last().map_or(0, |a| a.margin);
        if let Some(last) = at.last_mut() {
            *last = Int::bin(IntOp::Add, last.clone(), Int::var(k));
        }
        let load = Real::Load(old.base.clone().at(grid.index(&at)));
        let square = Real::mul(load.clone(), load);
        body.push(Stmt::Decl(sum, Init::Value(Arg::Real(Real::c(0.125)))));
        body.push(Stmt::For {
            var: k,
            from: Int::Const(-margin),
            to: Int::Const(margin + 1),
            step: 1,
            body: vec![Stmt::Update(RealOp::Add, Place::Var(sum), square)],
        });
        let near = self.around(grid, (axes, 1), old);
        let sum = Real::Load(Place::Var(sum));
        let large = Real::add(Real::c(1.5), sum.clone());
        Real::add(near, Real::bin(RealOp::Div, sum, large))
    }

    /// A value of moderate size that depends on products of what was read, so that this is needed again.
    pub(super) fn mixed(&mut self, loads: Vec<Real>) -> Real {
        let mut terms = Vec::new();
        for pair in loads.chunks(2) {
            let product = match pair {
                [a, b] => Real::mul(a.clone(), b.clone()),
                _ => pair[0].clone(),
            };
            let weight = self.number() / 2.0;
            terms.push(match self.maybe(Feature::Math, 40) {
                true => Real::scaled(weight, Real::math(MathFn::Sin, product)),
                false => {
                    let large =
                        Real::add(Real::c(1.5), Real::mul(pair[0].clone(), pair[0].clone()));
                    Real::bin(RealOp::Div, Real::scaled(weight, product), large)
                }
            });
        }
        if let (true, Some(s)) = (self.chance(40), self.pick(&self.body.scope.scalars.clone())) {
            terms.push(Real::mul(
                Real::scaled(0.25, Real::Load(s.place)),
                loads[0].clone(),
            ));
        }
        let terms = terms.into_iter();
        terms.reduce(Real::add).unwrap_or(Real::c(0.5))
    }
}

fn loops_of(loops: Vec<WorkLoop>) -> Block {
    let each = |work| Stmt::Omp(Box::new(Omp::Loop(work)));
    loops.into_iter().map(each).collect()
}

impl Grid {
    /// Where a point lies: `i * m + j`.
    fn index(&self, at: &[Int]) -> Int {
        let parts = at
            .iter()
            .zip(&self.strides)
            .map(|(i, stride)| match stride {
                Some(m) => Int::bin(IntOp::Mul, i.clone(), Int::var(*m)),
                None => i.clone(),
            });
        let sum = parts.reduce(|a, b| Int::bin(IntOp::Add, a, b));
        sum.unwrap_or(Int::Const(0))
    }
}
