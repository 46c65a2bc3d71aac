//! RAJA: its plugins, which are told where a loop begins and ends.
//!
//! Loops, kernels, reducers, scans and sorts are templates in the program's own module, above OpenMP, and are differentiated as any code. Around
//! each of them RAJA goes through a list of plugins and tells them on what it runs; that is done in parallel regions, too.
//!
//! Owns: the pack [`Raja`]. Must not: know what a derivative is.

use enzyme_rules::{CalleeKind, Custom, Entry, RulePack, Said, Symbols};

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
        PLUGINS.iter().map(told).collect()
    }
}

/// Inline functions that call what is behind pointers. A plugin looks at the context, in which are the platform and the kernel's name.
const PLUGINS: &[&str] = &[
    "_ZN4RAJA4util21callPreCapturePluginsE",
    "_ZN4RAJA4util22callPostCapturePluginsE",
    "_ZN4RAJA4util20callPreLaunchPluginsE",
    "_ZN4RAJA4util21callPostLaunchPluginsE",
];
