//! What a simulation must offer to be run under a schedule. Owns the trait and the description of its data;
//! knows no schedule and no store.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Why a model could not go on; passed through to the caller.
pub type ModelError = Box<dyn std::error::Error + Send + Sync>;

/// A simulation with its adjoint.
///
/// It holds one working state, one working tape (of the step recorded or loaded last) and one adjoint.
/// State `i` is the state before step `i`. **Steps must be deterministic**: from equal bytes of a state, step
/// `i` leads to equal bytes, every time and in every process.
///
/// - The *state* is all that later steps depend on, running sums of an objective included.
/// - The *tape* is what the adjoint of one step needs of the primal. Models for schedules that store no tapes
///   keep it to themselves.
/// - The *adjoint* is all that [`Model::seed`] sets and [`Model::reverse`] changes: adjoint variables, gradients
///   by parameters, and the value of the objective if it is wanted at the end.
pub trait Model {
    /// Names the simulation and everything besides the initial state that its result depends on: parameters,
    /// resolution, version. A saved run is resumed only under the same name.
    fn identity(&self) -> String;

    /// Number of steps if known before the run.
    fn steps(&self) -> Option<u64>;

    /// Whether the working state, that before step `step`, is the final one. Asked only where
    /// [`Model::steps`] is `None`, once at each state of the first forward run.
    fn done(&mut self, step: u64) -> bool {
        let _ = step;
        false
    }

    /// Runs step `step` from the working state.
    ///
    /// # Errors
    /// Whatever keeps the model from going on; ends the run.
    fn step(&mut self, step: u64) -> Result<(), ModelError>;

    /// Runs step `step` from the working state and keeps in the working tape what its adjoint needs.
    ///
    /// # Errors
    /// As [`Model::step`].
    fn record(&mut self, step: u64) -> Result<(), ModelError>;

    /// Evaluates the objective at the working state, the final one, and sets the adjoint to its derivative.
    /// Of several adjoints of one forward run, `adjoint` counts from 0; from 1 on the working state is *not* the
    /// final one, so that the first call keeps what the others need (as part of the adjoint).
    ///
    /// # Errors
    /// As [`Model::step`].
    fn seed(&mut self, adjoint: u32) -> Result<(), ModelError>;

    /// Applies the adjoint of step `step`, reading the working tape. The working state need not survive.
    ///
    /// # Errors
    /// As [`Model::step`].
    fn reverse(&mut self, step: u64) -> Result<(), ModelError>;

    /// Called when the adjoint number `adjoint` has arrived at state 0: its gradient is at hand.
    ///
    /// # Errors
    /// As [`Model::step`].
    fn complete(&mut self, adjoint: u32) -> Result<(), ModelError> {
        let _ = adjoint;
        Ok(())
    }

    /// What the working state consists of. May change from step to step (adaptive meshes).
    fn state_layout(&self) -> Arc<Layout>;
    /// Copies the working state into `out`, as long as [`Model::state_layout`] says.
    ///
    /// # Errors
    /// As [`Model::step`].
    fn save_state(&self, out: &mut [u8]) -> Result<(), ModelError>;
    /// Sets the working state from what [`Model::save_state`] gave.
    ///
    /// # Errors
    /// If the bytes are no state of this model.
    fn load_state(&mut self, from: &[u8]) -> Result<(), ModelError>;

    /// What the working tape consists of; `None` if this model cannot give tapes away.
    fn tape_layout(&self) -> Option<Arc<Layout>> {
        None
    }
    /// Copies the working tape into `out`, as long as [`Model::tape_layout`] says.
    ///
    /// # Errors
    /// As [`Model::step`].
    fn save_tape(&self, out: &mut [u8]) -> Result<(), ModelError> {
        let _ = out;
        Err("this model has no tapes to save".into())
    }
    /// Sets the working tape from what [`Model::save_tape`] gave.
    ///
    /// # Errors
    /// If the bytes are no tape of this model.
    fn load_tape(&mut self, from: &[u8]) -> Result<(), ModelError> {
        let _ = from;
        Err("this model has no tapes to load".into())
    }

    /// What the adjoint consists of.
    fn adjoint_layout(&self) -> Arc<Layout>;
    /// Copies the adjoint into `out`, as long as [`Model::adjoint_layout`] says.
    ///
    /// # Errors
    /// As [`Model::step`].
    fn save_adjoint(&self, out: &mut [u8]) -> Result<(), ModelError>;
    /// Sets the adjoint from what [`Model::save_adjoint`] gave.
    ///
    /// # Errors
    /// If the bytes are no adjoint of this model.
    fn load_adjoint(&mut self, from: &[u8]) -> Result<(), ModelError>;
}

/// Kind of the numbers in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Bytes without further meaning.
    U8,
    /// `i64`.
    I64,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
}

impl Kind {
    /// Size of one number in bytes.
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::F32 => 4,
            Self::I64 | Self::F64 => 8,
        }
    }
}

/// One array among the data of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Name; becomes that of a dataset, so without `/`.
    pub name: String,
    /// Kind of number.
    pub kind: Kind,
    /// Extents, slowest first.
    pub shape: Vec<usize>,
}

impl Field {
    /// A field of `f64`.
    #[must_use]
    pub fn f64(name: &str, shape: impl Into<Vec<usize>>) -> Self {
        Self {
            name: name.into(),
            kind: Kind::F64,
            shape: shape.into(),
        }
    }

    /// Size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.shape.iter().product::<usize>() * self.kind.bytes()
    }
}

/// Arrays that lie one after the other in a run of bytes, so that files can show them for what they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    fields: Vec<Field>,
    bytes: usize,
}

impl Layout {
    /// These fields, in this order.
    #[must_use]
    pub fn new(fields: impl Into<Vec<Field>>) -> Self {
        let fields = fields.into();
        let bytes = fields.iter().map(Field::bytes).sum();
        Self { fields, bytes }
    }

    /// `bytes` bytes without further meaning.
    #[must_use]
    pub fn opaque(bytes: usize) -> Self {
        Self::new([Field {
            name: "bytes".into(),
            kind: Kind::U8,
            shape: vec![bytes],
        }])
    }

    /// The fields, in the order in which they lie.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Size of all in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Both, `other` behind this one, names marked by what they belong to.
    #[must_use]
    pub(crate) fn followed_by(&self, other: &Self) -> Self {
        let named = |prefix: &'static str| {
            move |field: &Field| Field {
                name: format!("{prefix}_{}", field.name),
                ..field.clone()
            }
        };
        let first = self.fields.iter().map(named("tape"));
        let second = other.fields.iter().map(named("state"));
        Self::new(first.chain(second).collect::<Vec<_>>())
    }
}
