//! What the threads of a block do together: phases between barriers in shared memory, trees, scans, sums. Owns the patterns; each is free
//! of races by itself, and a barrier behind it is left out now and then: where that is wrong, the program is refused.

use super::{Alone, Gen};
use crate::ast::{Cmp, MathFn, Prec, RealOp};
use crate::grid::ast::{
    Array, Block, Cond, Id, Int, IntOp, Place, Range, Real, Record, Shared, Stmt, Ty, Var,
};

impl Gen {
    /// Something that all threads of the block come to.
    pub(super) fn segment(&mut self, body: &mut Block, depth: u32) {
        if let Some(Alone::Row(each)) = self.alone.filter(|_| !self.inside)
            && self.chance(0.4)
        {
            return self.over_grid(body, each);
        }
        if self.warps && self.chance(0.25) {
            return match self.range(0, 4) {
                0 => self.vote(body),
                _ => self.shuffles(body),
            };
        }
        match self.range(0, 25) {
            0 | 1 => self.tile(body),
            24 | 25 => self.tiles(body),
            2 => self.steps(body),
            3 if self.chance(0.5) => self.two_halves(body),
            3 => self.two_arrays(body),
            4 => self.tree(body),
            5 => self.scan(body),
            6 => self.histogram(body),
            7 => self.records(body),
            8 => self.one_number(body),
            9 => self.gathered(body),
            10 => self.output_phase(body),
            11 if self.warps => self.shuffles(body),
            12 | 13 if self.warps => self.warp_reduction(body),
            14 if self.warps => self.warp_scan(body),
            15 if self.warps => self.block_sum(body),
            16 | 17 | 21 => self.called(body),
            18 if depth > 0 => self.uniform_branch(body, depth - 1),
            19 if depth > 0 => self.uniform_loop(body, depth - 1),
            20 => self.table(body),
            22 if self.warps => self.warp_tile(body),
            23 => self.edges(body),
            _ => self.straight(body, 2),
        }
    }

    pub(super) fn threads(&self) -> usize {
        self.shape.threads()
    }

    pub(super) fn barrier(&mut self, body: &mut Block) {
        body.push(Stmt::Barrier);
    }

    /// Behind the last reads of a phase.
    pub(super) fn last_barrier(&mut self, body: &mut Block) {
        if self.chance(0.75) {
            self.barrier(body);
        }
    }

    /// A shared variable, one that there is already or a new one.
    pub(super) fn shared(&mut self, body: &mut Block, var: Var) -> Array {
        let same = self.shared.iter().position(|s| s.var == var);
        if let (Some(k), true) = (same, self.chance(0.4)) {
            if self.chance(0.9) {
                self.barrier(body);
            }
            return Array::Shared(k);
        }
        let outside = self.chance(0.5);
        self.shared.push(Shared { var, outside });
        Array::Shared(self.shared.len() - 1)
    }

    pub(super) fn shared_ty(&mut self) -> Ty {
        match self.floats && self.chance(0.4) {
            true => Ty::F32,
            false => Ty::F64,
        }
    }

    /// An element for each thread, in rows now and then.
    pub(super) fn shared_array(&mut self, body: &mut Block) -> Array {
        let ty = self.shared_ty();
        let mut var = Var::array(ty, self.threads());
        if self.chance(0.3) {
            var.row = Some(self.shape.block[0]);
        }
        self.shared(body, var)
    }

    /// The thread's own element.
    pub(super) fn mine(array: Array) -> Place {
        Place::of(array, Int::THREAD)
    }

    /// What other threads have written, in a function of one or two of them.
    fn of_others(&mut self, array: Array) -> Real {
        let threads = self.threads();
        let first = Real::Load(Place::of(array, self.neighbour(threads)));
        match self.range(0, 3) {
            0 => {
                let second = Real::Load(Place::of(array, self.neighbour(threads)));
                let factor = self.constant();
                Real::add(Real::mul(factor, second), first)
            }
            1 => {
                let second = Real::Load(Place::of(array, self.neighbour(threads)));
                Real::mul(second, first)
            }
            2 => Real::mul(self.real(1), first),
            _ => Real::Math(MathFn::Sin, Prec::F64, vec![first]),
        }
    }

    /// A variable is set to this, by all threads or by some that had it before.
    pub(super) fn take(&mut self, body: &mut Block, value: Real) {
        if let Some(var) = self.old_var() {
            let update = Stmt::Update(RealOp::Add, Place::var(var), value);
            let some = self.chance(0.5);
            body.push(match some {
                true => Stmt::If(self.cond(), vec![update], Vec::new()),
                false => update,
            });
            return;
        }
        let var = self.real_var();
        self.assign(body, var, value);
    }

    /// Write, meet, read what others wrote, meet, and write again.
    fn tile(&mut self, body: &mut Block) {
        let array = self.shared_array(body);
        self.tile_in(body, array);
    }

    pub(super) fn tile_in(&mut self, body: &mut Block, array: Array) {
        let value = self.real(2);
        body.push(Stmt::Set(Self::mine(array), value));
        for _ in 0..self.range(1, 2) {
            self.barrier(body);
            let value = self.of_others(array);
            self.take(body, value);
            if self.chance(0.4) {
                self.barrier(body);
                let value = self.real(1);
                body.push(match self.chance(0.5) {
                    true => Stmt::Set(Self::mine(array), value),
                    false => {
                        let halved = Real::mul(Real::c(0.5), value);
                        Stmt::Update(RealOp::Add, Self::mine(array), halved)
                    }
                });
            }
        }
        self.last_barrier(body);
    }

    /// Tile after tile in a loop: each thread writes its number, all read some, in a loop as well. A barrier behind the reads, or in front of the writes; some
    /// write only now and then, write twice, or read before they write.
    fn tiles(&mut self, body: &mut Block) {
        let (threads, array) = (self.threads() as i64, self.shared_array(body));
        let early = self.chance(0.15);
        if early || self.chance(0.3) {
            let value = self.real(1);
            body.push(Stmt::Set(Self::mine(array), value));
            self.barrier(body);
        }
        let sum = self.real_var();
        let first = self.constant();
        self.assign(body, sum, first);
        let (count, inner_count) = (self.uniform_count(), self.range(2, 5));
        let [counter, inner] = [0, 1].map(|_| self.new_var(Var::one(Ty::Int)));
        let (ahead, partly, twice) = (self.chance(0.4), self.chance(0.15), self.chance(0.15));
        let step = self.branch(|g, b| {
            g.counters.push(counter);
            if early {
                let value = g.of_others(array);
                b.push(Stmt::Update(RealOp::Add, Place::var(sum), value));
                g.barrier(b);
            }
            if ahead {
                g.barrier(b);
            }
            let limit = g.inputs as i64;
            let at = Int::bin(IntOp::Add, Int::var(counter).times(threads), Int::GLOBAL);
            let number = Real::Load(Place::of(Array::X, at.rem(limit)));
            let value = Real::add(Real::mul(g.constant(), number), g.real(1));
            let write = Stmt::Set(Self::mine(array), value);
            b.push(match partly {
                true => {
                    let some = Int::bin(IntOp::Add, Int::THREAD, Int::var(counter)).rem(3);
                    Stmt::If(
                        Cond::Int(Cmp::Ne, some, Int::Const(1)),
                        vec![write],
                        Vec::new(),
                    )
                }
                false => write,
            });
            if twice {
                g.barrier(b);
                let last = Int::bin(IntOp::Sub, Int::Const(threads - 1), Int::THREAD);
                let value = g.real(1);
                b.push(Stmt::Set(Place::of(array, last), value));
            }
            g.barrier(b);
            let reads = g.branch(|g, b| {
                let moved = Int::bin(IntOp::Add, Int::THREAD, Int::var(inner)).rem(threads);
                let one = Real::Load(Place::of(array, moved));
                let other = g.of_others(array);
                let value = Real::mul(one, other);
                let halved = Real::mul(Real::c(0.25), value);
                b.push(Stmt::Update(RealOp::Add, Place::var(sum), halved));
            });
            b.push(Stmt::For {
                counter: inner,
                range: Range::Up(Int::Const(inner_count)),
                body: reads,
            });
            if !ahead {
                g.barrier(b);
            }
            g.counters.pop();
        });
        body.push(Stmt::For {
            counter,
            range: Range::Up(count),
            body: step,
        });
        if ahead {
            self.last_barrier(body);
        }
    }

    /// A tile with edges, which the first and the last threads fill: in C two branches, in the machine's code one store to one of two places.
    fn edges(&mut self, body: &mut Block) {
        let (threads, width) = (self.threads() as i64, self.range(1, 2));
        let ty = self.shared_ty();
        let array = self.shared(body, Var::array(ty, (threads + 2 * width) as usize));
        let at = |by: i64| Place::of(array, Int::THREAD.plus(by));
        let [own, first, last] = [1, 1, 0].map(|depth| self.real(depth));
        body.push(Stmt::Set(at(width), own));
        let is_last = Cond::Int(Cmp::Ge, Int::THREAD, Int::Const(threads - width));
        let beyond = vec![Stmt::If(
            is_last,
            vec![Stmt::Set(at(2 * width), last)],
            Vec::new(),
        )];
        let is_first = Cond::Int(Cmp::Lt, Int::THREAD, Int::Const(width));
        body.push(Stmt::If(is_first, vec![Stmt::Set(at(0), first)], beyond));
        self.barrier(body);
        let around = Real::mul(Real::Load(at(0)), Real::Load(at(2 * width)));
        self.take(body, Real::add(around, Real::Load(at(width))));
        self.last_barrier(body);
    }

    /// Steps of time in one array: read the neighbours, meet, write, meet.
    fn steps(&mut self, body: &mut Block) {
        let array = self.shared_array(body);
        let value = self.real(1);
        body.push(Stmt::Set(Self::mine(array), value));
        self.barrier(body);
        let count = self.uniform_count();
        let counter = self.new_var(Var::one(Ty::Int));
        let new = self.real_var();
        let step = self.branch(|g, b| {
            g.counters.push(counter);
            let value = g.of_others(array);
            let mine = Real::Load(Self::mine(array));
            let change = Real::mul(Real::c(0.25), value);
            g.assign(b, new, Real::add(Real::mul(Real::c(0.5), mine), change));
            g.barrier(b);
            b.push(Stmt::Set(Self::mine(array), Real::var(new)));
            g.barrier(b);
            g.counters.pop();
        });
        body.push(Stmt::For {
            counter,
            range: Range::Up(count),
            body: step,
        });
        let value = self.of_others(array);
        self.take(body, value);
        self.last_barrier(body);
    }

    /// Steps from one half of an array to the other.
    fn two_halves(&mut self, body: &mut Block) {
        let (threads, ty) = (self.threads() as i64, self.shared_ty());
        let array = self.shared(body, Var::array(ty, 2 * self.threads()));
        let within = |at: Int, counter: usize, by: i64| {
            let half = Int::var(counter).plus(by).rem(2).times(threads);
            Place::of(array, Int::bin(IntOp::Add, half, at))
        };
        self.back_and_forth(body, &within);
    }

    /// Steps from one of two arrays to the other: pointers that change places.
    fn two_arrays(&mut self, body: &mut Block) {
        let ty = self.shared_ty();
        let shared = [0, 1].map(|_| {
            let (var, outside) = (Var::array(ty, self.threads()), self.chance(0.5));
            self.shared.push(Shared { var, outside });
            self.shared.len() - 1
        });
        let within = |at: Int, by: usize, swapped: i64| {
            let [one, other] = shared;
            let shared = if swapped == 0 {
                [one, other]
            } else {
                [other, one]
            };
            Place::of(Array::Turns { by, shared }, at)
        };
        self.back_and_forth(body, &within);
    }

    /// The place of an element in one of two buffers, as an integer of the thread is even or odd, and in the other one (1).
    fn back_and_forth(&mut self, body: &mut Block, within: &dyn Fn(Int, usize, i64) -> Place) {
        let threads = self.threads();
        let counter = self.new_var(Var::one(Ty::Int));
        body.push(Stmt::SetInt(Place::var(counter), Int::Const(0)));
        let value = self.real(1);
        body.push(Stmt::Set(within(Int::THREAD, counter, 0), value));
        self.barrier(body);
        let count = self.uniform_count();
        let step = self.branch(|g, b| {
            g.counters.push(counter);
            let [one, other] = [0, 1].map(|_| Real::Load(within(g.neighbour(threads), counter, 0)));
            let sine = Real::Math(MathFn::Sin, Prec::F64, vec![other]);
            let new = Real::add(Real::mul(Real::c(0.5), one), sine);
            b.push(Stmt::Set(within(Int::THREAD, counter, 1), new));
            g.barrier(b);
            g.counters.pop();
        });
        body.push(Stmt::For {
            counter,
            range: Range::Up(count.clone()),
            body: step,
        });
        body.push(Stmt::SetInt(Place::var(counter), count));
        self.take(body, Real::Load(within(Int::THREAD, counter, 0)));
        self.last_barrier(body);
    }

    /// All elements joined in the first one, by halves.
    fn tree(&mut self, body: &mut Block) {
        let array = self.shared_array(body);
        let threads = self.threads();
        let value = self.real(1);
        body.push(Stmt::Set(Self::mine(array), value));
        self.barrier(body);
        if !threads.is_power_of_two() {
            return self.first_thread(body, array);
        }
        let counter = self.new_var(Var::one(Ty::Int));
        let partner = Int::bin(IntOp::Add, Int::THREAD, Int::var(counter));
        let other = Real::Load(Place::of(array, partner));
        let mine = Self::mine(array);
        let join = match self.range(0, 2) {
            0 => {
                let both = vec![Real::Load(mine.clone()), other];
                Stmt::Set(mine, Real::Math(MathFn::Fmax, Prec::F64, both))
            }
            1 => {
                let half = Real::mul(Real::c(0.5), other);
                Stmt::Update(RealOp::Add, mine, half)
            }
            _ => Stmt::Update(RealOp::Add, mine, other),
        };
        let below = Cond::Int(Cmp::Lt, Int::THREAD, Int::var(counter));
        body.push(Stmt::For {
            counter,
            range: Range::Halves(Int::bin(IntOp::Div, Int::Id(Id::Threads), Int::Const(2))),
            body: vec![Stmt::If(below, vec![join], Vec::new()), Stmt::Barrier],
        });
        let all = Real::Load(Place::of(array, Int::Const(0)));
        let scale = Real::c(0.25);
        self.take(body, Real::mul(scale, all));
        self.last_barrier(body);
    }

    /// The first thread goes through what all have written.
    fn first_thread(&mut self, body: &mut Block, array: Array) {
        let counter = self.new_var(Var::one(Ty::Int));
        let sum = self.real_var();
        let each = Real::Load(Place::of(array, Int::var(counter)));
        let each = Real::Math(MathFn::Sin, Prec::F64, vec![each]);
        let only = Cond::Int(Cmp::Eq, Int::THREAD, Int::Const(0));
        let work = vec![
            Stmt::Set(Place::var(sum), Real::c(0.0)),
            Stmt::For {
                counter,
                range: Range::Up(Int::Id(Id::Threads)),
                body: vec![Stmt::Update(RealOp::Add, Place::var(sum), each)],
            },
            Stmt::Set(
                Place::of(array, Int::Const(0)),
                Real::mul(Real::c(0.125), Real::var(sum)),
            ),
        ];
        body.push(Stmt::If(only, work, Vec::new()));
        self.barrier(body);
        self.take(body, Real::Load(Place::of(array, Int::Const(0))));
        self.last_barrier(body);
    }

    /// Sums of all elements before, by doubles.
    fn scan(&mut self, body: &mut Block) {
        let array = self.shared_array(body);
        let value = self.real(1);
        body.push(Stmt::Set(
            Self::mine(array),
            Real::mul(Real::c(0.25), value),
        ));
        self.barrier(body);
        let counter = self.new_var(Var::one(Ty::Int));
        let before = self.real_var();
        let far = Cond::Int(Cmp::Ge, Int::THREAD, Int::var(counter));
        let other = Int::bin(IntOp::Sub, Int::THREAD, Int::var(counter));
        let other = Real::Load(Place::of(array, other));
        let read = match self.chance(0.5) {
            true => vec![Stmt::Set(
                Place::var(before),
                Real::Select(Box::new(far), Box::new(other), Box::new(Real::c(0.0))),
            )],
            false => vec![
                Stmt::Set(Place::var(before), Real::c(0.0)),
                Stmt::If(far, vec![Stmt::Set(Place::var(before), other)], Vec::new()),
            ],
        };
        let mut step = read;
        step.push(Stmt::Barrier);
        step.push(Stmt::Update(
            RealOp::Add,
            Self::mine(array),
            Real::var(before),
        ));
        step.push(Stmt::Barrier);
        body.push(Stmt::For {
            counter,
            range: Range::Doubles(Int::Id(Id::Threads)),
            body: step,
        });
        let value = self.of_others(array);
        self.take(body, value);
        self.last_barrier(body);
    }

    /// Sums in some elements that threads choose.
    fn histogram(&mut self, body: &mut Block) {
        let (len, ty) = (self.range(2, 12) as usize, self.shared_ty());
        let len = len.min(self.threads());
        let array = self.shared(body, Var::array(ty, len));
        let inside = Cond::Int(Cmp::Lt, Int::THREAD, Int::Const(len as i64));
        let first = match self.chance(0.5) {
            true => Real::c(0.0),
            false => self.real(1),
        };
        let clear = Stmt::Set(Self::mine(array), first);
        body.push(Stmt::If(inside, vec![clear], Vec::new()));
        self.barrier(body);
        for _ in 0..self.range(1, 2) {
            let place = Place::of(array, self.int().rem(len as i64));
            let value = self.real(1);
            let add = Stmt::Atomic(place, Real::mul(Real::c(0.125), value));
            let some = self.chance(0.4);
            body.push(match some {
                true => Stmt::If(self.cond(), vec![add], Vec::new()),
                false => add,
            });
        }
        self.barrier(body);
        let place = Place::of(array, self.int().rem(len as i64));
        let factor = self.real(1);
        self.take(body, Real::mul(factor, Real::Load(place)));
        self.last_barrier(body);
    }

    /// Records that threads hand each other.
    fn records(&mut self, body: &mut Block) {
        let record = self.record();
        let ty = Ty::Record(record);
        let array = self.shared(body, Var::array(ty, self.threads()));
        if self.chance(0.5) {
            let own = Place::var(self.new_var(Var::one(ty)));
            self.fill_record(body, &own, record);
            body.push(Stmt::Copy(Self::mine(array), own));
        } else {
            self.fill_record(body, &Self::mine(array), record);
        }
        self.barrier(body);
        let threads = self.threads();
        let other = Place::of(array, self.neighbour(threads));
        let last = record.fields().len() - 1;
        let (first, second) = match self.chance(0.5) {
            true => {
                let got = Place::var(self.new_var(Var::one(ty)));
                body.push(Stmt::Copy(got.clone(), other));
                (got.clone(), got.field(last))
            }
            false => (other.clone(), other.field(last)),
        };
        self.take(body, Real::mul(Real::Load(first), Real::Load(second)));
        self.last_barrier(body);
    }

    /// Numbers by a shared table of indices, an array of its own or members of records.
    fn table(&mut self, body: &mut Block) {
        let threads = self.threads();
        let array = self.shared_array(body);
        let value = self.real(1);
        body.push(Stmt::Set(Self::mine(array), value));
        let (ty, field) = match self.chance(0.5) {
            true => (Ty::Int, 0),
            false => (Ty::Record(Record::Mixed), 2),
        };
        let table = self.shared(body, Var::array(ty, threads));
        let index = self.neighbour(threads);
        body.push(Stmt::SetInt(Self::mine(table).field(field), index));
        self.barrier(body);
        let entry = Place::of(table, self.neighbour(threads)).field(field);
        let found = Real::Load(Place::of(array, Int::Load(entry)));
        let factor = self.real(1);
        self.take(body, Real::mul(factor, found));
        self.last_barrier(body);
    }

    /// A shared variable that is no array: one thread sets it.
    fn one_number(&mut self, body: &mut Block) {
        let ty = self.shared_ty();
        let array = self.shared(body, Var::one(ty));
        let place = Place {
            array,
            index: None,
            field: 0,
        };
        let chosen = self.range(0, self.threads() as i64 - 1);
        let only = Cond::Int(Cmp::Eq, Int::THREAD, Int::Const(chosen));
        let set = self.branch(|g, b| {
            let value = g.real(2);
            b.push(Stmt::Set(place.clone(), value));
        });
        body.push(Stmt::If(only, set, Vec::new()));
        self.barrier(body);
        let factor = self.real(1);
        self.take(body, Real::mul(factor, Real::Load(place)));
        self.last_barrier(body);
    }

    /// Each thread adds up some of what the others have written.
    fn gathered(&mut self, body: &mut Block) {
        let array = self.shared_array(body);
        let value = self.real(2);
        body.push(Stmt::Set(Self::mine(array), value));
        self.barrier(body);
        let threads = self.threads() as i64;
        let (counter, sum) = (self.new_var(Var::one(Ty::Int)), self.real_var());
        self.assign(body, sum, Real::c(0.0));
        let step = self.range(1, 5);
        let at = Int::bin(IntOp::Add, Int::THREAD, Int::var(counter).times(step));
        let each = Real::Load(Place::of(array, at.rem(threads)));
        let each = match self.chance(0.5) {
            true => Real::mul(each.clone(), each),
            false => Real::mul(self.constant(), each),
        };
        let count = self.range(2, 6);
        body.push(Stmt::For {
            counter,
            range: Range::Up(Int::Const(count)),
            body: vec![Stmt::Update(RealOp::Add, Place::var(sum), each)],
        });
        self.last_barrier(body);
    }

    /// Phases in y itself, within the block.
    fn output_phase(&mut self, body: &mut Block) {
        if self.inside || self.own != 1 {
            return self.straight(body, 1);
        }
        let value = self.real(1);
        let mine = Place::of(Array::Y, Int::GLOBAL);
        body.push(match self.chance(0.5) {
            true => Stmt::Set(mine.clone(), value),
            false => Stmt::Update(RealOp::Add, mine.clone(), value),
        });
        self.barrier(body);
        let threads = self.threads();
        let other = self.neighbour(threads);
        let first = Int::Id(Id::Block).times(threads as i64);
        let other = Place::of(Array::Y, Int::bin(IntOp::Add, first, other));
        let factor = self.real(1);
        self.take(body, Real::mul(factor, Real::Load(other)));
        self.barrier(body);
        if self.chance(0.5) {
            let value = self.real(1);
            body.push(Stmt::Set(mine, value));
        }
    }

    fn uniform_branch(&mut self, body: &mut Block, depth: u32) {
        let cond = self.uniform_cond();
        let yes = self.branch(|g, b| g.segment(b, depth));
        let no = match self.chance(0.4) {
            true => self.branch(|g, b| g.segment(b, depth)),
            false => Vec::new(),
        };
        body.push(Stmt::If(cond, yes, no));
    }

    fn uniform_loop(&mut self, body: &mut Block, depth: u32) {
        let count = self.uniform_count();
        let counter = self.new_var(Var::one(Ty::Int));
        let inner = self.branch(|g, b| {
            g.counters.push(counter);
            g.ints.push(counter);
            for _ in 0..g.range(1, 2) {
                g.segment(b, depth);
            }
            // The next iteration writes where this one has read.
            g.barrier(b);
            g.counters.pop();
        });
        let range = match self.chance(0.7) {
            true => Range::Up(count),
            false => Range::Down(count),
        };
        body.push(Stmt::For {
            counter,
            range,
            body: inner,
        });
    }
}
