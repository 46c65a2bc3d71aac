//! The independent values of `data/reference.json`. Owns the reading of that file, whose entries
//! for bundle adjustment are arrays, into flat names as the programs print them.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

/// Reference numbers of one data file, by the names that programs give them.
pub(crate) type Reference = BTreeMap<String, f64>;

/// Reference numbers of all data files.
#[derive(Debug, Default)]
pub(crate) struct References(BTreeMap<String, Reference>);

impl References {
    /// Reads the file.
    pub(crate) fn load(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&text).with_context(|| format!("in {}", path.display()))
    }

    fn parse(text: &str) -> Result<Self> {
        let files: BTreeMap<String, BTreeMap<String, Value>> = serde_json::from_str(text)?;
        let mut all = BTreeMap::new();
        for (file, entries) in files {
            let mut flat = Reference::new();
            for (key, value) in &entries {
                flatten(short_name(key), value, &mut flat)
                    .with_context(|| format!("entry `{key}` of {file}"))?;
            }
            all.insert(file, flat);
        }
        Ok(Self(all))
    }

    /// The numbers of a data file, if any are known.
    pub(crate) fn of(&self, file: &str) -> Option<&Reference> {
        self.0.get(file)
    }
}

/// The file describes the arrays of bundle adjustment in words; programs use symbols.
fn short_name(key: &str) -> &str {
    match key {
        "reproj_err of every observation" => "err",
        _ if key.starts_with("Jacobian of err") => "J",
        _ => key,
    }
}

/// Adds a number, or every number of an array of any depth as `name[i][j]`.
fn flatten(name: &str, value: &Value, into: &mut Reference) -> Result<()> {
    if let Value::Array(items) = value {
        for (i, item) in items.iter().enumerate() {
            flatten(&format!("{name}[{i}]"), item, into)?;
        }
        return Ok(());
    }
    let number = value
        .as_f64()
        .with_context(|| format!("`{value}` is no number"))?;
    into.insert(name.to_owned(), number);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_become_indexed_names() {
        let text = r#"{"ba.txt": {"reproj_err of every observation": [1.5, 2.5], "w_err": 3.0,
            "Jacobian of err, one row per input (11 camera)": [[4.0, 5.0], [6.0, 7.0]]}}"#;
        let references = References::parse(text).unwrap();
        let ba = references.of("ba.txt").unwrap();
        assert_eq!(ba["err[1]"], 2.5);
        assert_eq!(ba["w_err"], 3.0);
        assert_eq!(ba["J[1][0]"], 6.0);
        assert_eq!(ba.len(), 7);
        assert!(references.of("other.txt").is_none());
    }

    #[test]
    fn refuses_text_in_place_of_a_number() {
        assert!(References::parse(r#"{"x": {"objective": "large"}}"#).is_err());
    }

    #[test]
    fn the_shipped_file_covers_every_data_file() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let references = References::load(&root.join("data/reference.json")).unwrap();
        for file in crate::problems::bench().iter().filter_map(|i| i.data) {
            assert!(references.of(file).is_some_and(|r| !r.is_empty()), "{file}");
        }
    }
}
