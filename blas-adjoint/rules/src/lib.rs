//! What each routine of BLAS and LAPACK is to a derivative.
//!
//! Owns: the pack [`Blas`] and its table of routines (`table`), and how members of a routine's family are called
//! (`names`). Must not: know what a derivative is; that is the run-time library's business (`enzyme_rs_blas`), which this
//! crate only names.

#![deny(unsafe_code)]

mod names;
mod table;

pub use names::{Dialect, Scalar};
pub use table::{Row, rows};

use enzyme_rules::{
    ArrayLibrary, ArrayRole, ArrayRule, CalleeKind, Convention, Entry, FloatKind, RulePack,
};
use std::sync::Arc;
use table::{Letter, Returns};

/// The pack of BLAS and LAPACK.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blas;

impl RulePack for Blas {
    fn name(&self) -> &'static str {
        "blas"
    }

    fn entries(&self) -> Vec<Entry> {
        rows().iter().flat_map(members).collect()
    }
}

const LIBRARY: ArrayLibrary = ArrayLibrary {
    begin: "enzyme_rs_blas_begin",
    tangent: "enzyme_rs_blas_tangent",
    augmented: "enzyme_rs_blas_augmented",
    reverse: "enzyme_rs_blas_reverse",
};

/// Bits of a rule's form, behind the two that say which numbers: as `libenzyme_rs_blas` reads them.
const CBLAS: u32 = 1 << 2;
const WIDE: u32 = 1 << 3;

/// A row's routine for all numbers, under all names.
fn members(row: &Row) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (prefix, scalar) in row.members {
        for dialect in Dialect::ALL.iter().filter(|d| row.has(**d)) {
            let what = CalleeKind::Array(Arc::new(rule(row, *scalar, *dialect)));
            let symbol = dialect.symbol(prefix, row.stem(*dialect));
            entries.push(Entry::exact(symbol, what));
        }
    }
    entries
}

fn rule(row: &Row, scalar: Scalar, dialect: Dialect) -> ArrayRule {
    let convention = match dialect.is_cblas() {
        true => Convention::C,
        false => Convention::Fortran,
    };
    let order = (dialect.is_cblas() && row.ordered).then_some(ArrayRole::Choice);
    let through = (dialect.is_cblas() && row.returns == Returns::Number && scalar.is_complex())
        .then(|| role(Letter::Result, scalar, convention));
    let letters = row.letters();
    let texts = letters.iter().filter(|l| **l == Letter::Choice).count();
    let own = letters.iter().map(|l| role(*l, scalar, convention));
    let numbers = if scalar.is_complex() { 2 } else { 1 };
    let result = match row.returns {
        _ if through.is_some() => None,
        Returns::Nothing => None,
        Returns::Real => Some((scalar.kind(), 1)),
        Returns::Number => Some((scalar.kind(), numbers)),
    };
    let form = scalar.code() | if dialect.is_cblas() { CBLAS } else { 0 };
    let form = form | if dialect.is_wide() { WIDE } else { 0 };
    let call = |name: &&str| {
        let used = row.calls.contains(name);
        used.then(|| dialect.symbol(scalar.prefix(), name))
    };
    ArrayRule {
        params: order.into_iter().chain(own).chain(through).collect(),
        convention,
        texts: if dialect.is_cblas() { 0 } else { texts },
        result,
        routine: row.routine,
        form,
        wide: form | WIDE,
        calls: table::CALLED.iter().map(call).collect(),
        library: LIBRARY,
    }
}

fn role(letter: Letter, scalar: Scalar, convention: Convention) -> ArrayRole {
    let kind = scalar.kind();
    let whole = if scalar.is_complex() { 2 } else { 1 } * bytes(kind);
    let numbers = |bytes, reads, writes| ArrayRole::Numbers {
        kind,
        bytes,
        reads,
        writes,
    };
    let in_c = convention == Convention::C;
    match letter {
        Letter::Choice => ArrayRole::Choice,
        Letter::Integer => ArrayRole::Integer,
        Letter::Real if in_c => ArrayRole::Number(kind),
        Letter::Scalar if in_c && !scalar.is_complex() => ArrayRole::Number(kind),
        Letter::Real => numbers(Some(bytes(kind)), true, false),
        Letter::Scalar => numbers(Some(whole), true, false),
        Letter::Result => numbers(Some(whole), false, true),
        Letter::Read => numbers(None, true, false),
        Letter::Write => numbers(None, false, true),
        Letter::Update => numbers(None, true, true),
        Letter::Pivots => ArrayRole::Integers {
            reads: true,
            writes: false,
        },
        Letter::NewPivots | Letter::Status => ArrayRole::Integers {
            reads: false,
            writes: true,
        },
    }
}

fn bytes(kind: FloatKind) -> u64 {
    if kind == FloatKind::Float { 4 } else { 8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enzyme_rules::Registry;

    fn rule(name: &str) -> Arc<ArrayRule> {
        let registry = Registry::builder().with(&Blas).build();
        let registry = registry.unwrap_or_else(|error| panic!("{error}"));
        match registry.lookup(name).map(|entry| entry.what.clone()) {
            Some(CalleeKind::Array(rule)) => rule,
            other => panic!("{name}: {other:?}"),
        }
    }

    #[test]
    fn routines_have_the_names_of_all_numbers_and_conventions() {
        for name in [
            "sdot_",
            "cblas_ddot",
            "zdotu_",
            "cblas_cdotc_sub",
            "dznrm2_",
            "scasum_",
            "zdscal_",
            "cblas_csscal",
            "dgemm_64_",
            "cblas_dgemm64_",
            "cblas_dgemm_64",
            "zgeru_",
            "dger_",
            "cpotrf_",
            "dgesv_64_",
            "csrot_",
        ] {
            rule(name);
        }
    }

    #[test]
    fn a_derivative_calls_the_library_of_the_call() {
        let calls =
            |name: &str| -> Vec<String> { rule(name).calls.iter().flatten().cloned().collect() };
        assert_eq!(calls("dgemm_"), ["dgemm_", "dscal_"]);
        assert_eq!(
            calls("cblas_ztrsm64_"),
            [
                "cblas_zgemm64_",
                "cblas_ztrmm64_",
                "cblas_ztrsm64_",
                "cblas_zscal64_"
            ]
        );
        assert_eq!(calls("cgemv_64_"), ["cgemm_64_", "cscal_64_"]);
    }

    #[test]
    fn scalars_are_passed_as_the_convention_has_it() {
        let number = |name: &str| rule(name).numbers().count();
        assert_eq!(number("cblas_dgemm"), 2);
        assert_eq!(number("cblas_zgemm"), 0);
        assert_eq!(number("dgemm_"), 0);
        assert_eq!(number("cblas_zdscal"), 1);
        assert_eq!(rule("cblas_dgemm").params.len(), 14);
        assert_eq!((rule("dgemm_").params.len(), rule("dgemm_").texts), (13, 2));
    }
}
