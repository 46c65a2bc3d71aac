//! The mini language: a small typed subset of C that the generator builds, the interpreter executes
//! and the printer writes. Owns the tree and questions answered by looking at it; must not know how
//! trees are made, run or printed.

pub(crate) mod omp;

/// Floating-point precision of a value or a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prec {
    F64,
    F32,
}

/// Object types. A struct is named by its index in `Program::structs`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Int,
    Real(Prec),
    Struct(usize),
    Array(Box<Type>, usize),
    Ptr(Box<Type>),
}

impl Type {
    pub(crate) const F64: Type = Type::Real(Prec::F64);

    pub(crate) fn array(elem: Type, len: usize) -> Type {
        Type::Array(Box::new(elem), len)
    }

    pub(crate) fn ptr(elem: Type) -> Type {
        Type::Ptr(Box::new(elem))
    }
}

/// An lvalue. `Index` subscripts an array place or the pointer stored in a place.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Place {
    Var(usize),
    Global(usize),
    Index(Box<Place>, Box<Int>),
    Field(Box<Place>, usize),
    Deref(Box<Place>),
}

impl Place {
    pub(crate) fn at(self, index: Int) -> Place {
        Place::Index(Box::new(self), Box::new(index))
    }

    pub(crate) fn field(self, field: usize) -> Place {
        Place::Field(Box::new(self), field)
    }

    pub(crate) fn deref(self) -> Place {
        Place::Deref(Box::new(self))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RealOp {
    Add,
    Sub,
    Mul,
    Div,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MathFn {
    Sin,
    Cos,
    Tan,
    Exp,
    Log,
    Log1p,
    Sqrt,
    Cbrt,
    Tanh,
    Sinh,
    Atan,
    Asin,
    Fabs,
    Pow,
    Fmax,
    Fmin,
    Atan2,
    Hypot,
}

/// Real-valued expressions. Precision follows C: an operation is done in `float` exactly when all
/// its operands are `float`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Real {
    Const(f64, Prec),
    Load(Place),
    FromInt(Box<Int>),
    Neg(Box<Real>),
    Bin(RealOp, Box<Real>, Box<Real>),
    Math(MathFn, Vec<Real>),
    Cast(Prec, Box<Real>),
    Select(Box<Cond>, Box<Real>, Box<Real>),
    /// A helper without side effects (C leaves the order of evaluation open).
    Call(usize, Vec<Arg>),
}

impl Real {
    pub(crate) fn c(value: f64) -> Real {
        Real::Const(value, Prec::F64)
    }

    pub(crate) fn bin(op: RealOp, a: Real, b: Real) -> Real {
        Real::Bin(op, Box::new(a), Box::new(b))
    }

    pub(crate) fn add(a: Real, b: Real) -> Real {
        Real::bin(RealOp::Add, a, b)
    }

    pub(crate) fn mul(a: Real, b: Real) -> Real {
        Real::bin(RealOp::Mul, a, b)
    }

    pub(crate) fn math(f: MathFn, a: Real) -> Real {
        Real::Math(f, vec![a])
    }

    /// `scale * a`
    pub(crate) fn scaled(scale: f64, a: Real) -> Real {
        Real::mul(Real::c(scale), a)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IntOp {
    Add,
    Sub,
    Mul,
    Rem,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Int {
    Const(i64),
    Load(Place),
    Bin(IntOp, Box<Int>, Box<Int>),
    /// `(int)(real)`: discontinuous, the interpreter rejects values close to an integer.
    Trunc(Box<Real>),
    Select(Box<Cond>, Box<Int>, Box<Int>),
}

impl Int {
    pub(crate) fn var(var: usize) -> Int {
        Int::Load(Place::Var(var))
    }

    pub(crate) fn bin(op: IntOp, a: Int, b: Int) -> Int {
        Int::Bin(op, Box::new(a), Box::new(b))
    }

    pub(crate) fn add(a: Int, b: i64) -> Int {
        match b {
            0 => a,
            b if b < 0 => Int::bin(IntOp::Sub, a, Int::Const(-b)),
            b => Int::bin(IntOp::Add, a, Int::Const(b)),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cmp {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cond {
    Real(Cmp, Real, Real),
    Int(Cmp, Int, Int),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
    Not(Box<Cond>),
}

/// Pointer-valued expressions.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Pointer {
    Null,
    Load(Place),
    /// An array place used as the pointer to its first element.
    Decay(Place),
    Addr(Place),
    Offset(Box<Pointer>, Int),
    Select(Box<Cond>, Box<Pointer>, Box<Pointer>),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Arg {
    Real(Real),
    Int(Int),
    Ptr(Pointer),
    /// A struct passed by value.
    Struct(Place),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Init {
    None,
    /// `= {0}`
    Zero,
    Value(Arg),
}

pub(crate) type Block = Vec<Stmt>;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Case {
    pub(crate) value: i64,
    pub(crate) body: Block,
    pub(crate) falls_through: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stmt {
    Decl(usize, Init),
    /// `place = value`; structs are copied.
    Assign(Place, Arg),
    /// `place op= value`
    Update(RealOp, Place, Real),
    /// `place = f(args)`, or a plain call.
    Call(Option<Place>, usize, Vec<Arg>),
    /// `memcpy(dst, src, count * sizeof(elem))`
    Memcpy {
        dst: Pointer,
        src: Pointer,
        elem: Type,
        count: Int,
    },
    /// `memset(dst, 0, count * sizeof(elem))`
    Memset {
        dst: Pointer,
        elem: Type,
        count: Int,
    },
    /// `place = malloc(count * sizeof(elem))`, or calloc.
    Alloc {
        place: Place,
        elem: Type,
        count: Int,
        zeroed: bool,
    },
    Realloc {
        place: Place,
        elem: Type,
        count: Int,
    },
    Free(Place),
    /// An effect on memory in one of its spellings.
    Idiom(Idiom),
    /// The mark of a loop that is run again from checkpoints; first in its body.
    Mark(Checkpoints),
    /// Calls of a function that the run-time library makes.
    Steps(Steps),
    Blas(Blas),
    Omp(Box<omp::Omp>),
    /// `for (int var = from; var < to; var += step)`, with `>` for a negative step.
    For {
        var: usize,
        from: Int,
        to: Int,
        step: i64,
        body: Block,
    },
    While(Cond, Block),
    DoWhile(Block, Cond),
    If(Cond, Block, Block),
    Switch {
        on: Int,
        cases: Vec<Case>,
        default: Block,
    },
    Break,
    Continue,
    Return(Option<Arg>),
}

/// The effect of row `row` of the table of idioms on the `count` elements from `dst` and `src` on.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Idiom {
    pub(crate) row: usize,
    pub(crate) dst: Pointer,
    /// The memory read or exchanged; the same as `dst` where the effect has one operand only.
    pub(crate) src: Pointer,
    pub(crate) elem: Type,
    pub(crate) count: usize,
    /// The power of two of effects that scale.
    pub(crate) power: i64,
    /// Which of the records a spelling with records uses.
    pub(crate) shape: usize,
}

/// How many states a loop keeps, and the memory named as part of a state: `count` objects of type `elem` from `at` on.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Checkpoints {
    pub(crate) states: i64,
    pub(crate) named: Vec<Named>,
    /// Whether memory was left out that the steps may change.
    pub(crate) forgetful: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Named {
    pub(crate) at: Pointer,
    pub(crate) elem: Type,
    pub(crate) count: usize,
}

/// `count` calls of helper `f`, whose argument `index` is the number of the call and whose other arguments are evaluated once; `sum`
/// becomes the sum of its results.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Steps {
    pub(crate) count: Int,
    pub(crate) f: usize,
    pub(crate) index: Option<usize>,
    pub(crate) args: Vec<Arg>,
    pub(crate) sum: Option<Place>,
    /// Of steps that are run again from checkpoints.
    pub(crate) checkpoints: Option<Checkpoints>,
}

/// Routines of BLAS, in double precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Routine {
    Dot,
    Nrm2,
    Scal,
    Copy,
    Swap,
    Axpy,
    Gemv,
    Ger,
    Gemm,
}

/// A call of a routine on `rows` by `columns`, and by `inner` for a product of matrices; vectors have `rows` elements.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Blas {
    pub(crate) routine: Routine,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) inner: usize,
    /// Matrices lie row by row; column by column otherwise.
    pub(crate) by_rows: bool,
    /// Which of the first two matrices are transposed.
    pub(crate) transposed: [bool; 2],
    pub(crate) alpha: Real,
    pub(crate) beta: Real,
    /// Where the operands begin, in the order of the routine.
    pub(crate) operands: Vec<Strided>,
    /// What the result of a function is put into.
    pub(crate) into: Option<Place>,
    /// Called by its name in Fortran.
    pub(crate) fortran: bool,
}

/// Memory of an operand: of a vector the increment, of a matrix the leading dimension.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Strided {
    pub(crate) at: Pointer,
    pub(crate) by: i64,
}

impl Blas {
    /// Vector operands: their number of elements. Matrices: rows and columns as they lie in memory.
    pub(crate) fn extents(&self) -> Vec<Extent> {
        let turned = |rows: usize, columns: usize, transposed: bool| match transposed {
            true => Extent::Matrix(columns, rows),
            false => Extent::Matrix(rows, columns),
        };
        let (m, n, k) = (self.rows, self.columns, self.inner);
        let [first, second] = self.transposed;
        match self.routine {
            Routine::Nrm2 | Routine::Scal => vec![Extent::Vector(m)],
            Routine::Dot | Routine::Copy | Routine::Swap | Routine::Axpy => {
                vec![Extent::Vector(m); 2]
            }
            // `y = alpha op(A) x + beta y` with a y of m.
            Routine::Gemv => vec![turned(m, n, first), Extent::Vector(n), Extent::Vector(m)],
            Routine::Ger => vec![Extent::Vector(m), Extent::Vector(n), Extent::Matrix(m, n)],
            Routine::Gemm => vec![
                turned(m, k, first),
                turned(k, n, second),
                Extent::Matrix(m, n),
            ],
        }
    }
}

/// The size of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    Vector(usize),
    Matrix(usize, usize),
}

impl Extent {
    /// The smallest leading dimension.
    pub(crate) fn leading(self, by_rows: bool) -> usize {
        match self {
            Extent::Vector(_) => 1,
            Extent::Matrix(rows, columns) => {
                if by_rows {
                    columns
                } else {
                    rows
                }
            }
        }
    }

    /// How many numbers the operand reaches over.
    pub(crate) fn reach(self, by: i64, by_rows: bool) -> usize {
        let by = by.unsigned_abs() as usize;
        match self {
            Extent::Vector(len) => (len - 1) * by + 1,
            Extent::Matrix(rows, columns) if by_rows => (rows - 1) * by + columns,
            Extent::Matrix(rows, columns) => (columns - 1) * by + rows,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) ty: Type,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StructDef {
    pub(crate) name: String,
    pub(crate) fields: Vec<Field>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Global {
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// `Some` makes it a constant table; scratch globals start without a value.
    pub(crate) table: Option<Vec<f64>>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) ty: Type,
}

/// A function; its parameters are the first `params` variables.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Func {
    pub(crate) name: String,
    pub(crate) params: usize,
    pub(crate) ret: Option<Type>,
    pub(crate) vars: Vec<Var>,
    pub(crate) body: Block,
    pub(crate) noinline: bool,
    /// Marked to be computed again in place of being kept.
    pub(crate) recomputed: bool,
}

/// Arguments of the top function `double f(double *x, int n, double *y, double a, double b)`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Inputs {
    pub(crate) x: Vec<f64>,
    pub(crate) y: Vec<f64>,
    pub(crate) a: f64,
    pub(crate) b: f64,
    pub(crate) n: i64,
    /// Numbers that an inactive argument leads to, if the top function has one.
    pub(crate) w: Option<Vec<f64>>,
}

impl Inputs {
    /// Number of active input scalars.
    pub(crate) fn active(&self) -> usize {
        self.x.len() + self.y.len() + 2
    }
}

/// The language a program is printed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    C,
    Cpp,
}

/// A whole program; the last function is the top one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Program {
    pub(crate) seed: u64,
    pub(crate) structs: Vec<StructDef>,
    pub(crate) globals: Vec<Global>,
    pub(crate) funcs: Vec<Func>,
    pub(crate) inputs: Inputs,
    /// Spell `enzyme_dup`/`enzyme_out` for the scalars too, instead of relying on the defaults.
    pub(crate) explicit_markers: bool,
    /// Nobody looks at the arrays after a call, and the top function may be told that they do not overlap.
    pub(crate) unneeded_arrays: bool,
    pub(crate) language: Language,
}

impl Program {
    pub(crate) fn top(&self) -> usize {
        self.funcs.len() - 1
    }

    /// Number of scalar cells an object of type `ty` holds.
    pub(crate) fn cells(&self, ty: &Type) -> usize {
        match ty {
            Type::Int | Type::Real(_) | Type::Ptr(_) => 1,
            Type::Array(elem, len) => len * self.cells(elem),
            Type::Struct(id) => self.structs[*id]
                .fields
                .iter()
                .map(|f| self.cells(&f.ty))
                .sum(),
        }
    }

    /// The type of a place in `func`; `None` when the tree is malformed.
    pub(crate) fn place_type<'p>(&'p self, func: &'p Func, place: &Place) -> Option<&'p Type> {
        match place {
            Place::Var(v) => func.vars.get(*v).map(|v| &v.ty),
            Place::Global(g) => self.globals.get(*g).map(|g| &g.ty),
            Place::Index(base, _) => match self.place_type(func, base)? {
                Type::Array(elem, _) | Type::Ptr(elem) => Some(elem),
                Type::Int | Type::Real(_) | Type::Struct(_) => None,
            },
            Place::Field(base, k) => match self.place_type(func, base)? {
                Type::Struct(id) => self.structs[*id].fields.get(*k).map(|f| &f.ty),
                _ => None,
            },
            Place::Deref(base) => match self.place_type(func, base)? {
                Type::Ptr(elem) => Some(elem),
                _ => None,
            },
        }
    }

    /// What a pointer expression points to.
    pub(crate) fn pointee<'p>(&'p self, func: &'p Func, p: &Pointer) -> Option<&'p Type> {
        match p {
            Pointer::Null => None,
            Pointer::Load(place) => match self.place_type(func, place)? {
                Type::Ptr(elem) => Some(elem),
                _ => None,
            },
            Pointer::Decay(place) => match self.place_type(func, place)? {
                Type::Array(elem, _) => Some(elem),
                _ => None,
            },
            Pointer::Addr(place) => self.place_type(func, place),
            Pointer::Offset(base, _) => self.pointee(func, base),
            Pointer::Select(_, a, b) => self.pointee(func, a).or_else(|| self.pointee(func, b)),
        }
    }

    /// The precision C evaluates `e` in.
    pub(crate) fn prec(&self, func: &Func, e: &Real) -> Prec {
        match e {
            Real::Const(_, p) | Real::Cast(p, _) => *p,
            Real::Load(place) => match self.place_type(func, place) {
                Some(Type::Real(p)) => *p,
                _ => Prec::F64,
            },
            Real::FromInt(_) => Prec::F64,
            Real::Neg(a) => self.prec(func, a),
            Real::Bin(_, a, b) | Real::Select(_, a, b) => {
                join(self.prec(func, a), self.prec(func, b))
            }
            Real::Math(_, args) => args
                .iter()
                .map(|a| self.prec(func, a))
                .fold(Prec::F32, join),
            Real::Call(f, _) => match &self.funcs[*f].ret {
                Some(Type::Real(p)) => *p,
                _ => Prec::F64,
            },
        }
    }
}

/// C's usual arithmetic conversion.
fn join(a: Prec, b: Prec) -> Prec {
    if a == Prec::F32 && b == Prec::F32 {
        Prec::F32
    } else {
        Prec::F64
    }
}
