//! A pack for tests: a library with one routine over arrays, `double array_update(int n, double a, const double *x, double *y)`.

use enzyme_rules::{
    ArrayLibrary, ArrayRole, ArrayRule, CalleeKind, Convention, Entry, FloatKind, RulePack,
};
use std::sync::Arc;

/// The routine reads `x` and changes `y`.
pub(crate) struct Arrays;

impl RulePack for Arrays {
    fn name(&self) -> &'static str {
        "arrays"
    }

    fn entries(&self) -> Vec<Entry> {
        let numbers = |writes| ArrayRole::Numbers {
            kind: FloatKind::Double,
            bytes: None,
            reads: true,
            writes,
        };
        let rule = ArrayRule {
            params: vec![
                ArrayRole::Integer,
                ArrayRole::Number(FloatKind::Double),
                numbers(false),
                numbers(true),
            ],
            convention: Convention::C,
            texts: 0,
            result: Some((FloatKind::Double, 1)),
            routine: "update",
            form: 1,
            wide: 9,
            calls: vec![Some("array_scale".to_owned()), None],
            library: ArrayLibrary {
                begin: "array_begin",
                tangent: "array_tangent",
                augmented: "array_augmented",
                reverse: "array_reverse",
            },
        };
        vec![Entry::exact(
            "array_update",
            CalleeKind::Array(Arc::new(rule)),
        )]
    }
}
