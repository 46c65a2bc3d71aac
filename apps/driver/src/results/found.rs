//! What a run has found, in single numbers: what the members of an ensemble are compared by.
//!
//! Owns: which numbers these are. Must not: hold fields.

use super::what::What;
use crate::application::Field;
use serde::{Deserialize, Serialize};

/// What a run has found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Found {
    /// What its fields are.
    pub(crate) what: What,
    pub(crate) objective: f64,
    /// The norm of the gradient, if that was wanted.
    pub(crate) norm: Option<f64>,
    /// Fields that are one number.
    pub(crate) singles: Vec<Single>,
    /// All fields.
    pub(crate) fields: Vec<Shape>,
}

/// A field that is one number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Single {
    pub(crate) name: String,
    /// The unit of the field; the number may be a derivative by it.
    pub(crate) unit: String,
    pub(crate) value: f64,
}

/// A field without its numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shape {
    pub(crate) name: String,
    pub(crate) unit: String,
    pub(crate) extent: Vec<usize>,
    pub(crate) origin: Vec<f64>,
    pub(crate) spacing: Vec<f64>,
}

impl Found {
    /// From these fields, with this rank's numbers of them.
    pub(crate) fn of(
        what: What,
        (objective, norm): (f64, Option<f64>),
        fields: &[Field],
        numbers: &[f64],
    ) -> Self {
        let singles = Field::single(fields, numbers).map(|(field, value)| Single {
            name: field.name.clone(),
            unit: field.unit.clone(),
            value,
        });
        let shapes = fields.iter().map(|field| Shape {
            name: field.name.clone(),
            unit: field.unit.clone(),
            extent: field.extent.clone(),
            origin: field.origin.clone(),
            spacing: field.spacing.clone(),
        });
        Self {
            what,
            objective,
            norm,
            singles: singles.collect(),
            fields: shapes.collect(),
        }
    }
}
