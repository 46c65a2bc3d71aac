//! What a benchmark program prints. Owns the shape of that JSON object and the reading of its
//! numbers, of which JSON itself knows neither NaN nor infinity.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::{Deserialize, Deserializer};

/// The report of one program; a number that was not measured is `None`, one that came out as NaN or
/// infinity is just that.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct ProgramReport {
    /// Name of the data, in words.
    pub(crate) instance: String,
    /// Number of active inputs.
    pub(crate) inputs: u64,
    /// Value of the primal.
    #[serde(deserialize_with = "number")]
    pub(crate) value: f64,
    /// Values that reference.json may know.
    #[serde(deserialize_with = "numbers")]
    pub(crate) values: BTreeMap<String, f64>,
    /// Derivatives that reference.json may know.
    #[serde(deserialize_with = "numbers")]
    pub(crate) derivatives: BTreeMap<String, f64>,
    /// Relative gap of the value to a closed form.
    #[serde(deserialize_with = "optional")]
    pub(crate) closed_value_gap: Option<f64>,
    /// Largest gap of the gradient to a closed form or the hand-written adjoint.
    #[serde(deserialize_with = "optional")]
    pub(crate) closed_gap: Option<f64>,
    /// Gap of reverse mode to forward mode along a direction.
    #[serde(deserialize_with = "optional")]
    pub(crate) dot_gap: Option<f64>,
    /// Gap of reverse mode to differences along a direction.
    #[serde(deserialize_with = "optional")]
    pub(crate) difference_gap: Option<f64>,
    /// Gap of the hand-written adjoint to differences along a direction.
    #[serde(deserialize_with = "optional")]
    pub(crate) hand_difference_gap: Option<f64>,
    /// Median time of one primal.
    #[serde(deserialize_with = "optional")]
    pub(crate) primal_seconds: Option<f64>,
    /// Median time of one gradient in reverse mode.
    #[serde(deserialize_with = "optional")]
    pub(crate) gradient_seconds: Option<f64>,
    /// Median time of one tangent in forward mode.
    #[serde(deserialize_with = "optional")]
    pub(crate) tangent_seconds: Option<f64>,
    /// Median time of one hand-written gradient.
    #[serde(deserialize_with = "optional")]
    pub(crate) hand_seconds: Option<f64>,
    /// Most bytes that tapes held at a time.
    pub(crate) tape_bytes: Option<u64>,
}

impl ProgramReport {
    /// Reads what a program printed.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        serde_json::from_str(text).context("the program's report cannot be read")
    }
}

/// A number, or a string in its place: "nan", "inf" or "-inf".
#[derive(Deserialize)]
#[serde(untagged)]
enum Lenient {
    Finite(f64),
    Word(String),
}

impl Lenient {
    fn value<E: serde::de::Error>(self) -> Result<f64, E> {
        match self {
            Lenient::Finite(number) => Ok(number),
            Lenient::Word(word) => word
                .parse()
                .map_err(|_| E::custom(format!("`{word}` is no number"))),
        }
    }
}

fn number<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Lenient::deserialize(from)?.value()
}

fn optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    Option::<Lenient>::deserialize(from)?
        .map(Lenient::value)
        .transpose()
}

fn numbers<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, f64>, D::Error> {
    BTreeMap::<String, Lenient>::deserialize(from)?
        .into_iter()
        .map(|(name, number)| Ok((name, number.value()?)))
        .collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A report with everything in it, for the tests of other modules as well.
    pub(crate) const FULL: &str = r#"{
        "problem": "gmm", "instance": "gmm_n1k_d2_K5.txt", "mode": "ad", "inputs": 30,
        "value": -5240.590562549577,
        "values": {"objective": -5240.590562549577},
        "derivatives": {"d/alpha[0]": 167.21527511000082},
        "closed_value_gap": null, "closed_gap": 1e-15, "dot_gap": 2e-16,
        "difference_gap": 3e-11, "hand_difference_gap": 4e-11,
        "primal_seconds": 0.001, "gradient_seconds": 0.003, "tangent_seconds": 0.002,
        "hand_seconds": 0.0016, "tape_bytes": 4096
    }"#;

    #[test]
    fn reads_a_full_report() {
        let report = ProgramReport::parse(FULL).unwrap();
        assert_eq!(report.inputs, 30);
        assert_eq!(report.values["objective"], -5240.590562549577);
        assert_eq!(report.closed_value_gap, None);
        assert_eq!(report.gradient_seconds, Some(0.003));
        assert_eq!(report.tape_bytes, Some(4096));
    }

    #[test]
    fn a_nan_is_not_an_absent_number() {
        let text = FULL.replace("\"dot_gap\": 2e-16", "\"dot_gap\": \"nan\"");
        let report = ProgramReport::parse(&text).unwrap();
        assert!(report.dot_gap.is_some_and(f64::is_nan));
        let text = FULL.replace("167.21527511000082", "\"-inf\"");
        let report = ProgramReport::parse(&text).unwrap();
        assert_eq!(report.derivatives["d/alpha[0]"], f64::NEG_INFINITY);
    }

    #[test]
    fn refuses_what_is_no_report() {
        assert!(ProgramReport::parse("").is_err());
        assert!(ProgramReport::parse("{}").is_err());
        assert!(ProgramReport::parse(&FULL.replace("1e-15", "\"fast\"")).is_err());
    }
}
