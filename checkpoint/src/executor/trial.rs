//! The test of a model's adjoint before a run. Owns where it is made and which fields are compared; the test itself is in
//! `dot_product`.

use crate::dot_product::{DotProduct, DotProductError, dot_product};
use crate::model::{Field, Kind, Layout, Model};

/// Whether the number at this index of this field of the state is one that the adjoint is for.
type Varies<'a> = Box<dyn Fn(&str, usize) -> bool + 'a>;

/// A test of the adjoint of one step, before a run begins: see [`super::Executor::test_adjoint`].
pub struct AdjointTest<'a> {
    step: u64,
    pairs: Vec<(String, String)>,
    varies: Varies<'a>,
    tolerance: f64,
}

impl Default for AdjointTest<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> AdjointTest<'a> {
    /// Of step 0, with errors up to 1e-6, of all fields of `f64` of the state for which the adjoint has one of the same
    /// size and of the same name, or of that name behind `adjoint_`.
    #[must_use]
    pub fn new() -> Self {
        Self {
            step: 0,
            pairs: Vec::new(),
            varies: Box::new(|_, _| true),
            tolerance: 1e-6,
        }
    }

    /// Of this step, to which the model is run first.
    #[must_use]
    pub fn at(mut self, step: u64) -> Self {
        self.step = step;
        self
    }

    /// Compares this field of the state with that of the adjoint which has the adjoints of its numbers, and no others
    /// than those that are named so.
    #[must_use]
    pub fn pair(mut self, state: &str, adjoint: &str) -> Self {
        self.pairs.push((state.into(), adjoint.into()));
        self
    }

    /// Which numbers of fields of the state the adjoint is for, as in [`dot_product`].
    #[must_use]
    pub fn varies(mut self, varies: impl Fn(&str, usize) -> bool + 'a) -> Self {
        self.varies = Box::new(varies);
        self
    }

    /// The largest error.
    #[must_use]
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// Tests a model whose working state is the initial one, which it is again afterwards.
    pub(super) fn run(&self, model: &mut impl Model) -> Result<DotProduct, DotProductError> {
        let pairs = self.pairs(model);
        if pairs.is_empty() {
            return Err(DotProductError::NoFields);
        }
        let mut initial = vec![0; model.state_layout().bytes()];
        let at = |step| move |error| DotProductError::Model { step, error };
        model.save_state(&mut initial).map_err(at(0))?;
        for step in 0..self.step {
            model.step(step).map_err(at(step))?;
        }
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(a, b)| (&**a, &**b)).collect();
        let found = dot_product(model, self.step, &pairs, &self.varies, self.tolerance)?;
        model.load_state(&initial).map_err(at(0))?;
        Ok(found)
    }

    fn pairs(&self, model: &impl Model) -> Vec<(String, String)> {
        if !self.pairs.is_empty() {
            return self.pairs.clone();
        }
        let (state, adjoint) = (model.state_layout(), model.adjoint_layout());
        common(&state, &adjoint)
    }
}

/// The fields of `f64` of the state, each with that of the adjoint which has its name and size.
fn common(state: &Layout, adjoint: &Layout) -> Vec<(String, String)> {
    let is_numbers = |field: &&Field| field.kind == Kind::F64;
    let of_state = state.fields().iter().filter(is_numbers);
    let pair = |field: &Field| {
        let prefixed = format!("adjoint_{}", field.name);
        let mut others = adjoint.fields().iter().filter(is_numbers);
        let found = others.find(|other| {
            let named = other.name == field.name || other.name == prefixed;
            named && other.bytes() == field.bytes()
        });
        Some((field.name.clone(), found?.name.clone()))
    };
    of_state.filter_map(pair).collect()
}
