//! A pack for tests: a library that gives memory out by records, `void *record_make(long bytes)`, `double *record_data(void *record)`.

use enzyme_rules::{Custom, Entry, RulePack, Said, Symbols};

/// The record holds no numbers; where these lie has a shadow if the program brings a rule.
pub(crate) struct Records;

const MAKE: &str = "record_make";
const DATA: &str = "record_data";

impl RulePack for Records {
    fn name(&self) -> &'static str {
        "records"
    }

    fn entries(&self) -> Vec<Entry> {
        Vec::new()
    }

    fn obtains(&self) -> &'static [&'static str] {
        &[MAKE, DATA]
    }

    fn numberless(&self) -> &'static [&'static str] {
        &[MAKE]
    }

    fn said(&self) -> Vec<(Symbols, Said)> {
        let inactive = |name: &'static str| {
            let what = Said::Custom(Custom::Inactive);
            (Symbols::Exact(name.into()), what)
        };
        [MAKE, DATA].map(inactive).to_vec()
    }
}
