//! What the statement being generated may mention: variables in scope with the facts needed to use
//! them safely (lengths, integer ranges, writability). Owns bookkeeping only; must not draw numbers.

use crate::ast::{Block, Func, Int, Place, Pointer, Prec, Stmt, Type, Var};

/// A scalar.
#[derive(Clone, Debug)]
pub(super) struct Scalar {
    pub(super) place: Place,
    pub(super) prec: Prec,
}

/// At least `len` reals behind an array place or a pointer.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub(super) base: Place,
    pub(super) is_pointer: bool,
    pub(super) prec: Prec,
    pub(super) len: usize,
    pub(super) writable: bool,
    /// Whether its address may be kept or passed on (not so for tables and growing buffers).
    pub(super) addressable: bool,
}

impl Array {
    pub(super) fn pointer(&self) -> Pointer {
        match self.is_pointer {
            true => Pointer::Load(self.base.clone()),
            false => Pointer::Decay(self.base.clone()),
        }
    }
}

/// A matrix of doubles: a 2-D array or a pointer to rows.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    pub(super) base: Place,
    pub(super) is_pointer: bool,
    pub(super) rows: usize,
    pub(super) cols: usize,
}

/// An integer known to lie in `lo..=hi`.
#[derive(Clone, Debug)]
pub(super) struct Integer {
    pub(super) place: Place,
    pub(super) lo: i64,
    pub(super) hi: i64,
}

/// An array of integers in `0..=hi`.
#[derive(Clone, Debug)]
pub(super) struct IntArray {
    pub(super) base: Place,
    pub(super) len: usize,
    pub(super) hi: i64,
}

/// A struct, or an array of them when `len` is given.
#[derive(Clone, Debug)]
pub(super) struct Aggregate {
    pub(super) base: Place,
    pub(super) id: usize,
    pub(super) len: Option<usize>,
}

/// What may be read only.
#[derive(Clone, Default, Debug)]
pub(super) struct Fixed {
    pub(super) scalars: Vec<Scalar>,
    pub(super) matrices: Vec<Matrix>,
    pub(super) structs: Vec<Aggregate>,
}

/// Everything in scope.
#[derive(Clone, Default, Debug)]
pub(super) struct Scope {
    pub(super) fixed: Fixed,
    pub(super) scalars: Vec<Scalar>,
    pub(super) arrays: Vec<Array>,
    pub(super) matrices: Vec<Matrix>,
    pub(super) ints: Vec<Integer>,
    pub(super) int_arrays: Vec<IntArray>,
    pub(super) structs: Vec<Aggregate>,
    /// Pointers to blocks that their scope must free.
    pub(super) heap: Vec<Place>,
}

/// A point to return to when a scope ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark([usize; 7]);

impl Scope {
    pub(super) fn mark(&self) -> Mark {
        Mark([
            self.scalars.len(),
            self.arrays.len(),
            self.matrices.len(),
            self.ints.len(),
            self.int_arrays.len(),
            self.structs.len(),
            self.heap.len(),
        ])
    }

    pub(super) fn restore(&mut self, mark: Mark) {
        let Mark([scalars, arrays, matrices, ints, int_arrays, structs, heap]) = mark;
        self.scalars.truncate(scalars);
        self.arrays.truncate(arrays);
        self.matrices.truncate(matrices);
        self.ints.truncate(ints);
        self.int_arrays.truncate(int_arrays);
        self.structs.truncate(structs);
        self.heap.truncate(heap);
    }

    /// `free` statements for everything allocated since `mark`, newest first.
    pub(super) fn frees_since(&self, mark: Mark) -> Block {
        self.frees_from(mark.0[6])
    }

    /// `free` statements for everything still allocated.
    pub(super) fn frees(&self) -> Block {
        self.frees_from(0)
    }

    fn frees_from(&self, first: usize) -> Block {
        self.heap[first..]
            .iter()
            .rev()
            .map(|p| Stmt::Free(p.clone()))
            .collect()
    }
}

/// What a function returns.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Ret {
    Void,
    Real(Prec),
    /// An integer in `0..=hi`.
    Int(i64),
    Struct(usize),
}

impl Ret {
    pub(super) fn ty(&self) -> Option<Type> {
        match self {
            Ret::Void => None,
            Ret::Real(p) => Some(Type::Real(*p)),
            Ret::Int(_) => Some(Type::Int),
            Ret::Struct(id) => Some(Type::Struct(*id)),
        }
    }
}

/// What a parameter promises to the callee.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Param {
    Real(Prec),
    Int(i64, i64),
    Array(Prec, usize),
    Matrix(usize, usize),
    StructPtr(usize),
    Struct(usize),
}

impl Param {
    pub(super) fn ty(&self) -> Type {
        match self {
            Param::Real(p) => Type::Real(*p),
            Param::Int(..) => Type::Int,
            Param::Array(p, _) => Type::ptr(Type::Real(*p)),
            Param::Matrix(_, cols) => Type::ptr(Type::array(Type::F64, *cols)),
            Param::StructPtr(id) => Type::ptr(Type::Struct(*id)),
            Param::Struct(id) => Type::Struct(*id),
        }
    }
}

/// The contract of a helper.
#[derive(Clone, Debug)]
pub(super) struct Sig {
    pub(super) params: Vec<Param>,
    pub(super) ret: Ret,
    /// No side effects: may be called within expressions.
    pub(super) pure: bool,
    /// Estimated number of statements one call executes.
    pub(super) cost: u64,
}

/// The function being generated.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) vars: Vec<Var>,
    /// The first variables are parameters.
    pub(super) params: usize,
    pub(super) scope: Scope,
    pub(super) ret: Ret,
    /// Statements that may still be generated.
    pub(super) budget: u32,
    /// Product of the trip counts around the current statement, and the cost so far.
    pub(super) trips: u64,
    pub(super) cost: u64,
    /// Scope at the start of the innermost loop's body.
    pub(super) in_loop: Option<Mark>,
    /// A `break` here would leave a switch, not the loop.
    pub(super) in_switch: bool,
    /// Number of parallel regions around.
    pub(super) teams: u32,
    /// Called in the middle of a recursion: the function may not call itself again.
    pub(super) depth: u32,
}

impl Body {
    pub(super) fn new(ret: Ret, budget: u32) -> Body {
        Body {
            vars: Vec::new(),
            params: 0,
            scope: Scope::default(),
            ret,
            budget,
            trips: 1,
            cost: 0,
            in_loop: None,
            in_switch: false,
            teams: 0,
            depth: 0,
        }
    }

    /// A new variable; names are unique within the function.
    pub(super) fn var(&mut self, stem: &str, ty: Type) -> usize {
        let name = format!("{stem}{}", self.vars.len());
        self.named(name, ty)
    }

    pub(super) fn named(&mut self, name: String, ty: Type) -> usize {
        self.vars.push(Var { name, ty });
        self.vars.len() - 1
    }

    pub(super) fn spend(&mut self) {
        self.budget = self.budget.saturating_sub(1);
        self.cost += self.trips;
    }

    pub(super) fn finish(self, name: String, body: Block, noinline: bool) -> Func {
        Func {
            name,
            params: self.params,
            ret: self.ret.ty(),
            vars: self.vars,
            body,
            noinline,
            recomputed: false,
        }
    }

    pub(super) fn add_scalar(&mut self, var: usize, prec: Prec) {
        self.scope.scalars.push(Scalar {
            place: Place::Var(var),
            prec,
        });
    }

    pub(super) fn add_int(&mut self, var: usize, lo: i64, hi: i64) -> Int {
        self.scope.ints.push(Integer {
            place: Place::Var(var),
            lo,
            hi,
        });
        Int::var(var)
    }
}
