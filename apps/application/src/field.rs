//! Fields: what controls and states consist of.
//!
//! Owns: what a simulation says of a field. Must not: know how it is handed over.

use enzyme_rs_application_abi::DIMENSIONS;

/// Numbers on a grid of `D` dimensions, up to three, of which each rank has a block; or, with none, one number that all ranks have. Lists are in the order
/// of their dimensions, the slowest first.
///
/// ```
/// use enzyme_rs_application::Field;
///
/// let heat = Field::grid("heat", [100, 50]).unit("K").placed([0.0, 0.0], [0.1, 0.1]);
/// let start = heat.named("start").bounds(0.0, 1000.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Field<'a, const D: usize> {
    pub(crate) name: &'a str,
    pub(crate) unit: &'a str,
    pub(crate) extent: [usize; D],
    pub(crate) first: [usize; D],
    pub(crate) count: [usize; D],
    pub(crate) origin: [f64; D],
    pub(crate) spacing: [f64; D],
    pub(crate) bounds: Option<(f64, f64)>,
}

impl<'a> Field<'a, 0> {
    /// One number that all ranks have. Names are letters, digits and underscores.
    pub fn number(name: &'a str) -> Self {
        Self::grid(name, [])
    }
}

impl<'a, const D: usize> Field<'a, D> {
    /// Numbers on a grid of so many points, all of which each rank has. Its spacing is 1.
    pub fn grid(name: &'a str, extent: [usize; D]) -> Self {
        const { assert!(D <= DIMENSIONS, "a field has at most three dimensions") };
        Self {
            name,
            unit: "",
            extent,
            first: [0; D],
            count: extent,
            origin: [0.0; D],
            spacing: [1.0; D],
            bounds: None,
        }
    }

    /// The same under another name.
    pub fn named(mut self, name: &'a str) -> Self {
        self.name = name;
        self
    }

    /// In which unit its numbers are: "m/s"; without, they are pure numbers.
    pub fn unit(mut self, unit: &'a str) -> Self {
        self.unit = unit;
        self
    }

    /// Where this rank's block begins, and how many points it has.
    pub fn block(mut self, first: [usize; D], count: [usize; D]) -> Self {
        self.first = first;
        self.count = count;
        self
    }

    /// Where the grid's first point lies, and how far it is to the next.
    pub fn placed(mut self, origin: [f64; D], spacing: [f64; D]) -> Self {
        self.origin = origin;
        self.spacing = spacing;
        self
    }

    /// Of a control: the least and the greatest value that make sense.
    pub fn bounds(mut self, least: f64, greatest: f64) -> Self {
        self.bounds = Some((least, greatest));
        self
    }

    /// How many numbers this rank has of it.
    pub fn len(&self) -> usize {
        self.count.iter().product()
    }

    /// Whether this rank has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
