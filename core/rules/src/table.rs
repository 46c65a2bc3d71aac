//! One row is one derivative rule: [`ScalarRule`] and the macro that rows are written in.
//!
//! Owns: the shape of a row, sampling domains, special points. Must not: hold any particular
//! function (`builtin/`). Grammar, one row per family:
//!
//! ```text
//! name(arg: domain, …) [-> result] [at { (args) => [partials], "why"; … }] => partial, … ;
//! ```
//!
//! A domain is `lo..hi` for a floating-point argument and `int(lo..hi)` for an integer one. There
//! is one partial per floating-point argument, in order. A row reads like the textbook:
//!
//! ```
//! use enzyme_rules::{calls::*, derivatives};
//! let rows = derivatives! {
//!     sin(x: -9.0..9.0) => cos(x);
//!     exp(x: -5.0..5.0) -> r => r;
//! };
//! assert_eq!(rows[0].name, "sin");
//! ```
//!
//! A row without a domain does not compile, because it could not be tested:
//!
//! ```compile_fail
//! use enzyme_rules::{calls::*, derivatives};
//! let rows = derivatives! { sin(x) => cos(x); };
//! ```

use crate::expr::{Expr, ExprArena, Sketch};
use crate::needs::Needs;
use crate::term::{IntTerm, Term};
use std::ops::Range;

/// What kind of number an argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamKind {
    /// A floating-point number of the callee's kind; has a partial.
    Float,
    /// An integer; has none.
    Int,
}

/// One argument of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name in the row.
    pub name: &'static str,
    /// Float or integer.
    pub kind: ParamKind,
    /// The interval that tests sample; an integer's upper end is excluded.
    pub domain: (f64, f64),
}

/// A point where the partials are a choice or a limit, stated in the row and tested.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The arguments.
    pub args: Vec<f64>,
    /// The expected partials of the floating-point arguments, in order.
    pub partials: Vec<f64>,
    /// Why these.
    pub why: &'static str,
}

/// The derivative rule of one family of scalar functions (or of one float instruction).
#[derive(Clone, Debug)]
pub struct ScalarRule {
    /// The family, see `families.rs`.
    pub name: &'static str,
    /// The arguments.
    pub params: Vec<Param>,
    /// One formula per argument; none for integers.
    pub partials: Vec<Option<Expr>>,
    /// Where the formulas live.
    pub arena: ExprArena,
    /// Points with a stated convention.
    pub points: Vec<Point>,
}

impl ScalarRule {
    /// Which primal values the partials of the active arguments read.
    pub fn needs(&self, active: &[bool]) -> Needs {
        let is_active = |i: usize| active.get(i).copied().unwrap_or(false);
        let partials = self
            .partials
            .iter()
            .enumerate()
            .filter(|&(i, _)| is_active(i));
        let roots: Vec<Expr> = partials.filter_map(|(_, partial)| *partial).collect();
        Needs::of(&self.arena, &roots)
    }

    /// Whether the result is an argument plus what comes of the others: the partial is one, and no other reads what it was. (Of
    /// `fmod(x, y)`, the partial of `y` reads `x`.)
    pub fn adds(&self, param: usize) -> bool {
        let partial = self.partials.get(param).copied().flatten();
        let one = partial.is_some_and(|partial| self.arena.constant(partial) == Some(1.0));
        let others = self
            .partials
            .iter()
            .enumerate()
            .filter(|&(i, _)| i != param);
        let others: Vec<Expr> = others.filter_map(|(_, partial)| *partial).collect();
        let needs = Needs::of(&self.arena, &others);
        one && !needs.arg(param) && !needs.result()
    }

    /// Whether the partial is the constant zero: the result does not vary with this argument.
    pub fn is_zero(&self, param: usize) -> bool {
        match self.partials.get(param).copied().flatten() {
            Some(partial) => self.arena.constant(partial) == Some(0.0),
            None => true,
        }
    }

    /// Positions of the floating-point arguments.
    pub fn float_params(&self) -> impl Iterator<Item = usize> {
        (0..self.params.len()).filter(|&i| self.params[i].kind == ParamKind::Float)
    }
}

/// What may stand after the colon of an argument.
pub trait Domain {
    /// The handle that the argument's name is bound to in the formulas.
    type Handle<'a>;
    /// Whether it is a float or an integer.
    const KIND: ParamKind;
    /// The interval.
    fn bounds(&self) -> (f64, f64);
    /// Binds the name to argument `index`.
    fn bind(sketch: &Sketch, index: u8) -> Self::Handle<'_>;
}

impl Domain for Range<f64> {
    type Handle<'a> = Term<'a>;
    const KIND: ParamKind = ParamKind::Float;

    fn bounds(&self) -> (f64, f64) {
        (self.start, self.end)
    }

    fn bind(sketch: &Sketch, index: u8) -> Term<'_> {
        Term::arg(sketch, index)
    }
}

/// The domain of an integer argument.
#[derive(Clone, Debug)]
pub struct IntDomain(Range<i32>);

/// The domain of an integer argument, as written in a row.
pub fn int(range: Range<i32>) -> IntDomain {
    IntDomain(range)
}

impl Domain for IntDomain {
    type Handle<'a> = IntTerm<'a>;
    const KIND: ParamKind = ParamKind::Int;

    fn bounds(&self) -> (f64, f64) {
        (f64::from(self.0.start), f64::from(self.0.end))
    }

    fn bind(sketch: &Sketch, index: u8) -> IntTerm<'_> {
        IntTerm::arg(sketch, index)
    }
}

/// Collects a row while the macro walks it; not meant for other hands.
#[derive(Debug)]
pub struct Row<'a> {
    sketch: &'a Sketch,
    /// The arguments so far.
    pub(crate) params: Vec<Param>,
    formulas: Vec<Expr>,
    points: Vec<Point>,
}

impl<'a> Row<'a> {
    /// An empty row.
    pub fn new(sketch: &'a Sketch) -> Self {
        Row {
            sketch,
            params: Vec::new(),
            formulas: Vec::new(),
            points: Vec::new(),
        }
    }

    /// Adds an argument and returns its handle.
    pub fn param<D: Domain>(&mut self, name: &'static str, domain: D) -> D::Handle<'a> {
        let index = self.params.len() as u8;
        self.params.push(Param {
            name,
            kind: D::KIND,
            domain: domain.bounds(),
        });
        D::bind(self.sketch, index)
    }

    /// Adds the partial of the next floating-point argument.
    pub fn partial(&mut self, formula: impl Into<Term<'a>>) {
        self.formulas.push(formula.into().expr(self.sketch));
    }

    /// Adds a special point.
    pub fn point(&mut self, args: &[f64], partials: &[f64], why: &'static str) {
        self.points.push(Point {
            args: args.to_vec(),
            partials: partials.to_vec(),
            why,
        });
    }

    /// Ends the borrow of the sketch.
    pub fn finish(self) -> RowParts {
        RowParts {
            params: self.params,
            formulas: self.formulas,
            points: self.points,
        }
    }
}

/// A row without its arena.
#[derive(Debug)]
pub struct RowParts {
    params: Vec<Param>,
    formulas: Vec<Expr>,
    points: Vec<Point>,
}

impl RowParts {
    /// The rule. A row with too few or too many partials is a slip in a table, which every test
    /// that touches the table reports.
    ///
    /// # Panics
    /// When the number of partials is not that of the floating-point arguments.
    pub fn into_rule(self, name: &'static str, arena: ExprArena) -> ScalarRule {
        let partials = spread(name, &self.params, self.formulas);
        ScalarRule {
            name,
            params: self.params,
            partials,
            arena,
            points: self.points,
        }
    }
}

/// Assigns formulas to the floating-point arguments in order, none to integers.
pub(crate) fn spread(name: &str, params: &[Param], formulas: Vec<Expr>) -> Vec<Option<Expr>> {
    let floats = params
        .iter()
        .filter(|param| param.kind == ParamKind::Float)
        .count();
    assert_eq!(
        floats,
        formulas.len(),
        "row {name}: one partial per floating-point argument"
    );
    let mut formulas = formulas.into_iter();
    let one = |param: &Param| match param.kind {
        ParamKind::Float => formulas.next(),
        ParamKind::Int => None,
    };
    params.iter().map(one).collect()
}

/// Rows of scalar derivative rules; see the module's page for the grammar.
#[macro_export]
macro_rules! derivatives {
    ($(
        $name:ident ( $($param:ident : $domain:expr),+ $(,)? )
        $(-> $result:ident)?
        $(at { $( ( $($at:expr),+ ) => [ $($value:expr),+ ], $why:literal );+ $(;)? })?
        => $($partial:expr),+ ;
    )*) => {
        vec![$({
            let sketch = $crate::Sketch::new();
            let mut row = $crate::table::Row::new(&sketch);
            $( let $param = row.param(stringify!($param), $domain); let _ = &$param; )+
            $( let $result = $crate::Term::result(&sketch, 0); )?
            $( row.partial($partial); )+
            $($( row.point(&[$($at),+], &[$($value),+], $why); )+)?
            let parts = row.finish();
            parts.into_rule(stringify!($name), sketch.finish())
        }),*]
    };
}
