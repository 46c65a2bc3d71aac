//! Functions with several results: through pointers (`sincos`) or in a struct (`llvm.sincos`).
//!
//! Owns: [`OutRule`] and its row macro. Must not: hold any particular function (`builtin/`).
//! Grammar:
//!
//! ```text
//! name(arg: domain, …) -> (result: place, …) => [partials of the first result], […], … ;
//! ```
//!
//! A place is `returned()`, `through(k)` (written where argument k points) or `field(k)` (of the
//! returned struct, or lane k of the returned vector); `whole(place)` says that the result is a
//! step function and `integer(place)` that it is C's `int`, so that it has no partials and its list
//! is empty. The floating-point arguments come first in the
//! call, so that the number of an argument in the row is its number in the call.

use crate::expr::{Expr, ExprArena, Sketch};
use crate::family::{Callee, FloatKind, spelling};
use crate::needs::Needs;
use crate::table::{Param, Row, spread};
use crate::term::Term;

/// Where a result goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The function's value.
    Returned,
    /// The memory that this argument points to.
    Through(u8),
    /// A field of the returned struct, a lane of the returned vector.
    Field(u8),
}

/// One result of a function with several.
#[derive(Clone, Debug)]
pub struct OutResult {
    /// Its name in the row.
    pub name: &'static str,
    /// Where it goes.
    pub place: Place,
    /// Whether it carries a derivative; integers and whole parts do not.
    pub active: bool,
    /// Whether it is C's `int`; else it is a number of the arguments' kind.
    pub integer: bool,
    /// One formula per argument; none where the derivative is zero because the result is inactive.
    pub partials: Vec<Option<Expr>>,
}

/// The rule of a function with several results.
#[derive(Clone, Debug)]
pub struct OutRule {
    /// The family.
    pub name: &'static str,
    /// The arguments that are numbers; they come first in the call.
    pub params: Vec<Param>,
    /// The results; `Node::Result(k)` means the k-th.
    pub results: Vec<OutResult>,
    /// Where the formulas live.
    pub arena: ExprArena,
}

impl OutRule {
    /// What the partials of the given results in the active arguments read.
    pub fn needs(&self, active: &[bool], results: &[bool]) -> Needs {
        let on = |flags: &[bool], i: usize| flags.get(i).copied().unwrap_or(false);
        let wanted = self
            .results
            .iter()
            .enumerate()
            .filter(|&(k, _)| on(results, k));
        let partials = wanted.flat_map(|(_, result)| result.partials.iter().enumerate());
        let roots = partials
            .filter(|&(i, _)| on(active, i))
            .filter_map(|(_, partial)| *partial);
        Needs::of(&self.arena, &roots.collect::<Vec<Expr>>())
    }

    /// The intrinsic (`llvm.sincos`) that returns in field k of a struct what this function gives
    /// as result k in whatever place.
    pub fn by_value(&self) -> Option<&'static str> {
        let name = self.name.trim_end_matches("_returned");
        match spelling(&format!("{name}_pair"), FloatKind::Double)? {
            Callee::Intrinsic(name) => Some(name),
            Callee::Libm(_) | Callee::Promoted { .. } | Callee::Helper(_) => None,
        }
    }
}

/// A place, and whether what stands there is active.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    place: Place,
    active: bool,
    integer: bool,
}

/// A number that carries a derivative.
fn number(place: Place) -> Slot {
    Slot {
        place,
        active: true,
        integer: false,
    }
}

/// The function's value.
pub fn returned() -> Slot {
    number(Place::Returned)
}

/// Where argument `index` points.
pub fn through(index: u8) -> Slot {
    number(Place::Through(index))
}

/// Field `index` of the returned struct.
pub fn field(index: u8) -> Slot {
    number(Place::Field(index))
}

/// A step function: inactive.
pub fn whole(slot: Slot) -> Slot {
    Slot {
        active: false,
        ..slot
    }
}

/// C's `int`: inactive.
pub fn integer(slot: Slot) -> Slot {
    Slot {
        active: false,
        integer: true,
        ..slot
    }
}

/// Collects a row while the macro walks it; not meant for other hands.
#[derive(Debug)]
pub struct OutRow<'a> {
    sketch: &'a Sketch,
    slots: Vec<(&'static str, Slot)>,
    formulas: Vec<Vec<Expr>>,
}

impl<'a> OutRow<'a> {
    /// An empty row.
    pub fn new(sketch: &'a Sketch) -> Self {
        OutRow {
            sketch,
            slots: Vec::new(),
            formulas: Vec::new(),
        }
    }

    /// Adds a result and returns its handle.
    pub fn result(&mut self, name: &'static str, slot: Slot) -> Term<'a> {
        self.slots.push((name, slot));
        Term::result(self.sketch, (self.slots.len() - 1) as u8)
    }

    /// Adds the partials of the next result.
    pub fn partials(&mut self, formulas: &[Term<'a>]) {
        self.formulas
            .push(formulas.iter().map(|term| term.expr(self.sketch)).collect());
    }

    /// Ends the borrow of the sketch.
    pub fn finish(self, row: Row<'a>) -> OutParts {
        OutParts {
            params: row.params,
            slots: self.slots,
            formulas: self.formulas,
        }
    }
}

/// A row without its arena.
#[derive(Debug)]
pub struct OutParts {
    params: Vec<Param>,
    slots: Vec<(&'static str, Slot)>,
    formulas: Vec<Vec<Expr>>,
}

impl OutParts {
    /// The rule.
    ///
    /// # Panics
    /// When the numbers of partials and results do not fit: a slip in a table.
    pub fn into_rule(self, name: &'static str, arena: ExprArena) -> OutRule {
        assert_eq!(
            self.slots.len(),
            self.formulas.len(),
            "row {name}: one list per result"
        );
        let params = self.params;
        let result = |((label, slot), formulas): ((&'static str, Slot), Vec<Expr>)| OutResult {
            name: label,
            place: slot.place,
            active: slot.active,
            integer: slot.integer,
            partials: partials_of(name, slot, &params, formulas),
        };
        let results = self
            .slots
            .into_iter()
            .zip(self.formulas)
            .map(result)
            .collect();
        OutRule {
            name,
            params,
            results,
            arena,
        }
    }
}

fn partials_of(name: &str, slot: Slot, params: &[Param], formulas: Vec<Expr>) -> Vec<Option<Expr>> {
    if slot.active {
        return spread(name, params, formulas);
    }
    assert!(
        formulas.is_empty(),
        "row {name}: an inactive result has no partials"
    );
    vec![None; params.len()]
}

/// Rows of functions with several results; see the module's page for the grammar.
#[macro_export]
macro_rules! out_derivatives {
    ($(
        $name:ident ( $($param:ident : $domain:expr),+ )
        -> ( $($result:ident : $place:expr),+ )
        => $( [ $($partial:expr),* ] ),+ ;
    )*) => {
        vec![$({
            let sketch = $crate::Sketch::new();
            let mut row = $crate::table::Row::new(&sketch);
            let mut outs = $crate::outs::OutRow::new(&sketch);
            $( let $param = row.param(stringify!($param), $domain); let _ = &$param; )+
            $( let $result = outs.result(stringify!($result), $place); let _ = &$result; )+
            $( outs.partials(&[$($crate::Term::from($partial)),*]); )+
            let parts = outs.finish(row);
            parts.into_rule(stringify!($name), sketch.finish())
        }),*]
    };
}
