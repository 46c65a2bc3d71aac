//! The language of kernels: what one thread does, with what it shares. Owns the tree and questions answered by looking at it; must not know how trees
//! are made, run or printed.

use crate::ast::{Cmp, MathFn, Prec, RealOp};

/// What an element of an array is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ty {
    F64,
    F32,
    Int,
    Record(Record),
}

/// The structs of the prelude, whose members are cells in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Record {
    /// `double a, b`
    Pair,
    /// `double a; float b; int k; double c[2]`
    Mixed,
}

impl Record {
    /// Names and types of the members.
    pub(crate) fn fields(self) -> &'static [(&'static str, Ty)] {
        match self {
            Record::Pair => &[("a", Ty::F64), ("b", Ty::F64)],
            Record::Mixed => &[
                ("a", Ty::F64),
                ("b", Ty::F32),
                ("k", Ty::Int),
                ("c[0]", Ty::F64),
                ("c[1]", Ty::F64),
            ],
        }
    }
}

impl Ty {
    /// Scalars of an element.
    pub(crate) fn cells(self) -> usize {
        match self {
            Ty::Record(record) => record.fields().len(),
            Ty::F64 | Ty::F32 | Ty::Int => 1,
        }
    }

    /// The scalar that a field of an element is.
    pub(crate) fn scalar(self, field: usize) -> Ty {
        match self {
            Ty::Record(record) => record.fields().get(field).map_or(Ty::Int, |f| f.1),
            Ty::F64 | Ty::F32 | Ty::Int => self,
        }
    }

    /// As a number in expressions.
    pub(crate) fn prec(self) -> Prec {
        match self {
            Ty::F32 => Prec::F32,
            Ty::F64 | Ty::Int | Ty::Record(_) => Prec::F64,
        }
    }
}

/// A variable of a thread, or of a block: one element, or an array of them. Shared arrays may have rows.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Var {
    pub(crate) ty: Ty,
    /// `None`: no array.
    pub(crate) len: Option<usize>,
    /// Length of rows, if there are some.
    pub(crate) row: Option<usize>,
}

impl Var {
    pub(crate) fn one(ty: Ty) -> Var {
        Var {
            ty,
            len: None,
            row: None,
        }
    }

    pub(crate) fn array(ty: Ty, len: usize) -> Var {
        Var {
            ty,
            len: Some(len),
            row: None,
        }
    }

    pub(crate) fn elements(&self) -> usize {
        self.len.unwrap_or(1)
    }

    pub(crate) fn cells(&self) -> usize {
        self.elements() * self.ty.cells()
    }
}

/// The members with numbers of the structure that a kernel is handed by value: `double a[4]`, `double s`, `double b[3]`. They are the last numbers of x, one behind the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    A,
    S,
    B,
}

/// Numbers of the structure.
pub(crate) const GIVEN: usize = 8;

/// The integer in it.
pub(crate) const GIVEN_INT: i64 = 2;

impl Part {
    pub(crate) const ALL: [Part; 3] = [Part::A, Part::S, Part::B];

    /// Which numbers of the structure it has, from one on and so many.
    pub(crate) fn numbers(self) -> (usize, usize) {
        match self {
            Part::A => (0, 4),
            Part::S => (4, 1),
            Part::B => (5, 3),
        }
    }
}

/// What an access goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Array {
    /// The kernel's arrays.
    X,
    Y,
    /// In the structure that the kernel is handed by value.
    Given(Part),
    /// A variable of the block.
    Shared(usize),
    /// A variable of the thread, in the function that is run.
    Local(usize),
    /// Where a pointer leads that the function was given.
    Param(usize),
    /// Of two variables of the block, alike and without rows, the first one if an integer of the thread is even, or else the second one.
    Turns {
        by: usize,
        shared: [usize; 2],
    },
}

/// An element, or a member of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Place {
    pub(crate) array: Array,
    /// `None`: the variable is no array.
    pub(crate) index: Option<Box<Int>>,
    /// Of records.
    pub(crate) field: usize,
}

impl Place {
    pub(crate) fn of(array: Array, index: Int) -> Place {
        Place {
            array,
            index: Some(Box::new(index)),
            field: 0,
        }
    }

    pub(crate) fn var(local: usize) -> Place {
        Place {
            array: Array::Local(local),
            index: None,
            field: 0,
        }
    }

    pub(crate) fn field(mut self, field: usize) -> Place {
        self.field = field;
        self
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IntOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Xor,
    Min,
    Max,
}

/// Integers that the machine knows, and the kernel's argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Id {
    /// Of the thread in its block, counted row by row.
    Thread,
    /// Of the thread in the grid, blocks one behind the other.
    Global,
    Block,
    /// Of the thread in the grid, along each direction.
    GlobalX,
    GlobalY,
    ThreadX,
    ThreadY,
    Lane,
    /// Lanes of a warp.
    Width,
    /// Threads of a block.
    Threads,
    /// Those of the grid.
    All,
    /// The argument `n`.
    N,
    /// The integer in the structure that the kernel is handed.
    Given,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Int {
    Const(i64),
    Id(Id),
    Load(Place),
    Bin(IntOp, Box<Int>, Box<Int>),
}

impl Int {
    pub(crate) fn bin(op: IntOp, a: Int, b: Int) -> Int {
        Int::Bin(op, Box::new(a), Box::new(b))
    }

    pub(crate) fn plus(self, by: i64) -> Int {
        Int::bin(IntOp::Add, self, Int::Const(by))
    }

    pub(crate) fn times(self, by: i64) -> Int {
        Int::bin(IntOp::Mul, self, Int::Const(by))
    }

    pub(crate) fn rem(self, by: i64) -> Int {
        Int::bin(IntOp::Rem, self, Int::Const(by))
    }

    pub(crate) fn var(local: usize) -> Int {
        Int::Load(Place::var(local))
    }

    pub(crate) const THREAD: Int = Int::Id(Id::Thread);
    pub(crate) const GLOBAL: Int = Int::Id(Id::Global);
}

/// Numbers. Precision follows C: an operation is done in `float` if all its operands are `float`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Real {
    Const(f64, Prec),
    Load(Place),
    FromInt(Int),
    Neg(Box<Real>),
    Bin(RealOp, Box<Real>, Box<Real>),
    /// The vendor's function of that precision, whatever the precision of the arguments.
    Math(MathFn, Prec, Vec<Real>),
    Cast(Prec, Box<Real>),
    Select(Box<Cond>, Box<Real>, Box<Real>),
}

impl Real {
    pub(crate) fn bin(op: RealOp, a: Real, b: Real) -> Real {
        Real::Bin(op, Box::new(a), Box::new(b))
    }

    pub(crate) fn c(value: f64) -> Real {
        Real::Const(value, Prec::F64)
    }

    pub(crate) fn add(a: Real, b: Real) -> Real {
        Real::bin(RealOp::Add, a, b)
    }

    pub(crate) fn mul(a: Real, b: Real) -> Real {
        Real::bin(RealOp::Mul, a, b)
    }

    pub(crate) fn var(local: usize) -> Real {
        Real::Load(Place::var(local))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cond {
    Int(Cmp, Int, Int),
    Real(Cmp, Real, Real),
    And(Box<Cond>, Box<Cond>),
}

/// How lanes of a warp hand each other numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shuffle {
    Xor,
    Up,
    Down,
    /// From the lane that is named.
    From,
}

/// The values of a loop's counter.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Range {
    /// From 0 to below this.
    Up(Int),
    /// The same, backwards.
    Down(Int),
    /// This, and its halves down to 1.
    Halves(Int),
    /// 1 and its doubles, below this.
    Doubles(Int),
    /// The number of the thread in the grid, and what is more by so many threads, below this.
    Over(Int, Id),
}

/// What a function is given.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Arg {
    Real(Real),
    Int(Int),
    /// A whole record, by value.
    Record(Place),
    /// A pointer to an element.
    Pointer(Place),
}

pub(crate) type Block = Vec<Stmt>;

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stmt {
    Set(Place, Real),
    Update(RealOp, Place, Real),
    SetInt(Place, Int),
    /// A whole record.
    Copy(Place, Place),
    /// An atomic sum that nobody looks at here.
    Atomic(Place, Real),
    /// An atomic maximum of a number of y, or a minimum, that nobody looks at here. Such a kernel has a derivative where the host launches it, in reverse mode.
    Raise {
        at: Place,
        value: Real,
        most: bool,
    },
    /// Of the block.
    Barrier,
    /// Of each warp by itself.
    WarpBarrier,
    Shuffle {
        to: Place,
        how: Shuffle,
        value: Real,
        by: Int,
        /// Within parts of so many lanes; `None`: within the warp.
        part: Option<usize>,
    },
    /// An integer: whether this holds for some lane of the warp, or for all of them.
    Vote {
        to: Place,
        all: bool,
        cond: Cond,
    },
    For {
        counter: usize,
        range: Range,
        body: Block,
    },
    If(Cond, Block, Block),
    Break,
    /// Of a function without a result, as the kernel's is.
    Return,
    /// The result is a number or a record.
    Call {
        to: Place,
        func: usize,
        args: Vec<Arg>,
    },
}

/// A function of the device that stays a call.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Func {
    /// The first `params` of them are what it is given, but for pointers.
    pub(crate) vars: Vec<Var>,
    pub(crate) params: usize,
    /// What pointers lead to that it is given behind these.
    pub(crate) pointers: Vec<Ty>,
    pub(crate) body: Block,
    /// The variable that it returns.
    pub(crate) result: usize,
    pub(crate) noinline: bool,
}

/// The block and the grid, each with two dimensions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) block: [usize; 2],
    pub(crate) grid: [usize; 2],
}

impl Shape {
    pub(crate) fn threads(self) -> usize {
        self.block[0] * self.block[1]
    }

    /// Whether blocks are one row, and the threads of each: then most programs write the number of a thread in another way.
    pub(crate) fn is_row(self) -> bool {
        self.block[1] == 1 && self.grid[1] == 1
    }

    pub(crate) fn blocks(self) -> usize {
        self.grid[0] * self.grid[1]
    }

    pub(crate) fn total(self) -> usize {
        self.threads() * self.blocks()
    }
}

/// A variable of the block, declared in the kernel's function or outside.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Shared {
    pub(crate) var: Var,
    pub(crate) outside: bool,
}

/// A kernel, what it is launched with, and its inputs.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Program {
    pub(crate) seed: u64,
    pub(crate) shape: Shape,
    pub(crate) n: i64,
    /// Whether the kernel is handed a structure by value, whose numbers are the last ones of x.
    pub(crate) given: bool,
    pub(crate) x: Vec<f64>,
    pub(crate) y: Vec<f64>,
    pub(crate) shared: Vec<Shared>,
    pub(crate) funcs: Vec<Func>,
    pub(crate) vars: Vec<Var>,
    pub(crate) body: Block,
}

/// What places are looked up in: a function of a program, or its kernel.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'p> {
    pub(crate) program: &'p Program,
    pub(crate) func: Option<&'p Func>,
}

impl<'p> Scope<'p> {
    pub(crate) fn vars(self) -> &'p [Var] {
        self.func.map_or(&self.program.vars, |f| &f.vars)
    }

    /// The type of an array's elements.
    pub(crate) fn element(self, array: Array) -> Ty {
        match array {
            Array::X | Array::Y | Array::Given(_) => Ty::F64,
            Array::Shared(k) | Array::Turns { shared: [k, _], .. } => {
                self.program.shared.get(k).map_or(Ty::Int, |s| s.var.ty)
            }
            Array::Local(k) => self.vars().get(k).map_or(Ty::Int, |v| v.ty),
            Array::Param(k) => {
                let pointers = self.func.map(|f| &f.pointers);
                let ty = pointers.and_then(|p| p.get(k));
                ty.copied().unwrap_or(Ty::Int)
            }
        }
    }

    /// The type of a place that is a scalar.
    pub(crate) fn scalar(self, place: &Place) -> Ty {
        self.element(place.array).scalar(place.field)
    }

    pub(crate) fn prec(self, e: &Real) -> Prec {
        match e {
            Real::Const(_, prec) | Real::Math(_, prec, _) | Real::Cast(prec, _) => *prec,
            Real::Load(place) => self.scalar(place).prec(),
            Real::FromInt(_) => Prec::F64,
            Real::Neg(a) => self.prec(a),
            Real::Bin(_, a, b) | Real::Select(_, a, b) => match (self.prec(a), self.prec(b)) {
                (Prec::F32, Prec::F32) => Prec::F32,
                _ => Prec::F64,
            },
        }
    }
}
