//! RAJA: its plugins, which are told where a loop begins and ends.
//!
//! Loops, kernels, reducers, scans and sorts are templates in the program's own module, above OpenMP, and are differentiated as any code. Around
//! each of them RAJA goes through a list of plugins and tells them on what it runs; that is done in parallel regions, too.
//!
//! What is refused by its name is what would be refused in RAJA's own words otherwise, of which a program's author knows nothing.
//!
//! Owns: the pack [`Raja`]. Must not: know what a derivative is.

use enzyme_rules::{CalleeKind, Custom, Entry, Refused, RulePack, Said, Symbols};

/// The pack of RAJA.
#[derive(Clone, Copy, Debug, Default)]
pub struct Raja;

impl RulePack for Raja {
    fn name(&self) -> &'static str {
        "raja"
    }

    fn entries(&self) -> Vec<Entry> {
        vec![Entry::prefix("_ZN4camp8throw_reE", CalleeKind::NoReturn)]
    }

    fn said(&self) -> Vec<(Symbols, Said)> {
        let told = |name: &&'static str| {
            let what = Said::Custom(Custom::Inactive);
            (Symbols::Prefix((*name).into()), what)
        };
        let refused = REFUSED.iter().map(|(name, construct, remedy)| {
            let what = CalleeKind::Refused(Refused {
                construct: Some(construct),
                ..(*remedy).into()
            });
            let entry = Entry::prefix(*name, what);
            (entry.matcher.clone(), Said::Known(entry))
        });
        PLUGINS.iter().map(told).chain(refused).collect()
    }
}

/// Classes without derivative: how the names of their members begin, what the policy is called, and what to do instead.
const REFUSED: &[(&str, &str, &str)] = &[(
    "_ZN4RAJA6detail16ReduceOMPOrderedI",
    "RAJA's `omp_reduce_ordered`",
    "reduce with `omp_reduce`, whose parts are joined in the order of workers",
)];

/// Inline functions that call what is behind pointers. A plugin looks at the context, in which are the platform and the kernel's name.
const PLUGINS: &[&str] = &[
    "_ZN4RAJA4util21callPreCapturePluginsE",
    "_ZN4RAJA4util22callPostCapturePluginsE",
    "_ZN4RAJA4util20callPreLaunchPluginsE",
    "_ZN4RAJA4util21callPostLaunchPluginsE",
];
