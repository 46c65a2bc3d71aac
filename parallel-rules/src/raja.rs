//! RAJA: its plugins, which are told where a loop begins and ends, and what it keeps of devices.
//!
//! Loops, kernels, reducers, scans and sorts are templates in the program's own module, above OpenMP, CUDA and HIP, and are differentiated as any code. Around
//! each of them RAJA goes through a list of plugins and tells them on what it runs; that is done in parallel regions, too. For devices it keeps lists of streams
//! that are at work, and of how many blocks they have room for.
//!
//! What is refused by its name is what would be refused in RAJA's own words otherwise, of which a program's author knows nothing.
//!
//! Owns: the pack [`Raja`]. Must not: know what a derivative is.

use enzyme_rules::{Again, CalleeKind, Custom, Effects, Entry, Refused, RulePack, Said, Symbols};

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
        let told = PLUGINS.iter().chain(DEVICES).map(told);
        let streams = STREAMS.iter().map(|name| {
            let effects = Effects::STATE.repeated(Again::Always);
            let entry = Entry::exact(*name, CalleeKind::handing_out(effects));
            (entry.matcher.clone(), Said::Known(entry))
        });
        told.chain(streams).chain(refused).collect()
    }
}

/// Classes without derivative: how the names of their members begin, what the policy is called, and what to do instead.
const REFUSED: &[(&str, &str, &str)] = &[
    (
        "_ZN4RAJA6detail16ReduceOMPOrderedI",
        "RAJA's `omp_reduce_ordered`",
        "reduce with `omp_reduce`, whose parts are joined in the order of workers",
    ),
    (
        "_ZN4RAJA13basic_mempool7MemPoolI",
        "memory from a pool of RAJA's",
        "include enzyme_rs/raja.hpp behind RAJA/RAJA.hpp: it has reductions on CUDA and HIP without one (docs/gpu-libraries.md)",
    ),
];

/// Inline functions that call what is behind pointers. A plugin looks at the context, in which are the platform and the kernel's name.
const PLUGINS: &[&str] = &[
    "_ZN4RAJA4util21callPreCapturePluginsE",
    "_ZN4RAJA4util22callPostCapturePluginsE",
    "_ZN4RAJA4util20callPreLaunchPluginsE",
    "_ZN4RAJA4util21callPostLaunchPluginsE",
];

/// Inline functions that launch nothing: they note that a stream is at work, wait for it, ask what a device has room for, note what launch is being prepared (for copies of
/// reducers) and ask how many blocks it has, and say in a text what was called with what where a device's function has failed.
const DEVICES: &[&str] = &[
    "_ZN4camp11reportErrorI",
    "_ZN4RAJA4cuda6launchEN4camp9resources",
    "_ZN4RAJA6detail16ScopedAssignmentINS_4cuda6detail8cudaInfoEE",
    "_ZN4RAJA4cuda11synchronizeE",
    "_ZN4RAJA4cuda15currentGridSizeE",
    "_ZN4RAJA4cuda15cuda_max_blocksE",
    "_ZN4RAJA4cuda25cuda_occupancy_max_blocksI",
    "_ZN4RAJA4cuda33cuda_occupancy_max_blocks_threadsI",
    "_ZN4RAJA3hip6launchEN4camp9resources",
    "_ZN4RAJA6detail16ScopedAssignmentINS_3hip6detail7hipInfoEE",
    "_ZN4RAJA3hip11synchronizeE",
    "_ZN4RAJA3hip15currentGridSizeE",
    "_ZN4RAJA3hip14hip_max_blocksE",
    "_ZN4RAJA3hip24hip_occupancy_max_blocksI",
    "_ZN4RAJA3hip32hip_occupancy_max_blocks_threadsI",
];

/// Inline functions that give one of the library's streams, which they make at first, or that of the launch which is being prepared (a function of `include/enzyme_rs/raja.hpp`).
const STREAMS: &[&str] = &[
    "_ZN9enzyme_rs4raja16stream_of_launchEv",
    "_ZN4camp9resources2v14Cuda11get_defaultEv",
    "_ZN4camp9resources2v14Cuda12get_a_streamEi",
    "_ZN4camp9resources2v13Hip11get_defaultEv",
    "_ZN4camp9resources2v13Hip12get_a_streamEi",
];
