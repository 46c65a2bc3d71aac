//! Kokkos on the host, as its headers and `libkokkoscore` are compiled: the functions that kernels come to on their way to OpenMP.
//!
//! A kernel is a template in the program's own module, and so is differentiated as any code. What is called around it gives a tool the names of
//! kernels, asks how many workers there are, locks and fences the instance: no number goes through that. Reductions, scans and teams send numbers
//! through memory that the library keeps for each worker; whose shadows are, and how its hand-made barriers are reversed, is
//! `include/enzyme_rs/kokkos.hpp`, which is compiled with the program's own Kokkos and defines the functions that [`MIRRORED`] names.
//!
//! Names are given without their parameters where versions differ in these. Owns: the pack [`Kokkos`]. Must not: know what a derivative is.

use enzyme_rules::{
    Again, CalleeKind, Convention, Custom, Effects, Elements, Elsewhere, Entry, Meeting, MemoryOp,
    MemoryReturn, MemorySource, MirrorRule, Role, RulePack, Said, Symbols,
};
use std::sync::Arc;

/// The pack of Kokkos.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kokkos;

impl RulePack for Kokkos {
    fn name(&self) -> &'static str {
        "kokkos"
    }

    fn entries(&self) -> Vec<Entry> {
        let asking = ASKING.iter().flat_map(|(effects, names)| {
            let entry = |name: &&'static str| Entry::prefix(*name, CalleeKind::inactive(*effects));
            names.iter().map(entry)
        });
        let copies = COPIES
            .iter()
            .chain(&COPIES_OF_DEVICES)
            .map(|(name, op)| Entry::exact(*name, CalleeKind::Memory(*op)));
        let ends = ENDS
            .iter()
            .map(|name| Entry::prefix(*name, CalleeKind::NoReturn));
        asking.chain(copies).chain(ends).collect()
    }

    fn obtains(&self) -> &'static [&'static str] {
        &[MAKE_RECORD, DATA]
    }

    fn numberless(&self) -> &'static [&'static str] {
        &[MAKE_RECORD, DECREMENT]
    }

    fn remedies(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("_ZN6Kokkos", HEADER),
            ("_ZNK6Kokkos", HEADER),
            ("_ZN6Kokkos4Impl27cuda_internal_scratch_", NUMBERS),
            ("_ZN6Kokkos4Impl29cuda_internal_scratch_", NUMBERS),
            ("_ZN6Kokkos4Impl26hip_internal_scratch_", NUMBERS),
        ]
    }

    fn followed(&self) -> &'static [(&'static str, &'static str)] {
        &[(HEADER, DATA)]
    }

    fn said(&self) -> Vec<(Symbols, Said)> {
        let inactive = INACTIVE.iter().map(|name| {
            let what = Said::Custom(Custom::Inactive);
            (Symbols::Prefix((*name).into()), what)
        });
        let mirrored = MIRRORED.iter().map(|row| {
            let entry = Entry::exact(row.name, row.kind());
            (entry.matcher.clone(), Said::Known(entry))
        });
        let members = MEMBERS.iter().map(|(class, member)| {
            let what = Said::Custom(Custom::Inactive);
            (Symbols::Member(class, member), what)
        });
        let of_library = OF_LIBRARY.iter().map(|name| {
            let entry = Entry::prefix(*name, CalleeKind::handing_out(LOOKS));
            (entry.matcher.clone(), Said::Known(entry))
        });
        let inactive = inactive.chain(members).chain(of_library);
        inactive.chain(mirrored).collect()
    }
}

/// Asks or tells the library something, and touches no memory of the program's.
const ASKS: Effects = Effects {
    errno: false,
    shared: false,
    ..Effects::STATE
};

/// The same, and looks at names and at the library's own objects.
const LOOKS: Effects = Effects {
    reads: Effects::READS.reads,
    ..ASKS
};

/// Functions of the library that leave no number anywhere.
#[rustfmt::skip] // a table
const ASKING: &[(Effects, &[&str])] = &[
    // Tools. Where a kernel begins: name, device, and where its number goes.
    (LOOKS.writing(2), &[
        "_ZN6Kokkos5Tools10beginFenceE", "_ZN6Kokkos5Tools16beginParallelForE", "_ZN6Kokkos5Tools17beginParallelScanE",
        "_ZN6Kokkos5Tools19beginParallelReduceE",
    ]),
    (LOOKS.writing(1), &["_ZN6Kokkos5Tools20createProfileSectionE"]),
    // A structure of texts or of functions, written where the caller wants it.
    (LOOKS.writing(0), &["_ZN6Kokkos5Tools12Experimental13get_callbacksE", "_ZN6Kokkos5Tools17make_space_handleE"]),
    // Of memory the address is told, and not followed.
    (ASKS, &[
        "_ZN6Kokkos5Tools10pushRegionE", "_ZN6Kokkos5Tools11endDeepCopyE", "_ZN6Kokkos5Tools11stopSectionE",
        "_ZN6Kokkos5Tools12allocateDataE", "_ZN6Kokkos5Tools12startSectionE", "_ZN6Kokkos5Tools12syncDualViewE",
        "_ZN6Kokkos5Tools13beginDeepCopyE", "_ZN6Kokkos5Tools14deallocateDataE", "_ZN6Kokkos5Tools14endParallelForE",
        "_ZN6Kokkos5Tools14modifyDualViewE", "_ZN6Kokkos5Tools15endParallelScanE", "_ZN6Kokkos5Tools17endParallelReduceE",
        "_ZN6Kokkos5Tools20profileLibraryLoadedE", "_ZN6Kokkos5Tools21destroyProfileSectionE", "_ZN6Kokkos5Tools8endFenceE",
        "_ZN6Kokkos5Tools9markEventE", "_ZN6Kokkos5Tools9popRegionE",
    ]),
    // Questions to spaces and their instances.
    (LOOKS, &[
        "_ZN6Kokkos4Impl14OpenMPInternal20max_hardware_threadsE", "_ZN6Kokkos6OpenMP11concurrencyE",
        "_ZN6Kokkos6OpenMP19impl_is_initializedE", "_ZN6Kokkos6OpenMP25impl_max_hardware_threadsE",
        "_ZN6Kokkos6OpenMP28impl_get_current_max_threadsE", "_ZN6Kokkos6Serial11concurrencyE",
        "_ZN6Kokkos6Serial19impl_is_initializedE", "_ZNK6Kokkos6OpenMP11concurrencyE",
        "_ZNK6Kokkos6OpenMP21impl_thread_pool_sizeE", "_ZNK6Kokkos6Serial11concurrencyE",
        "_ZN6Kokkos4Cuda11concurrencyE", "_ZN6Kokkos4Cuda19impl_is_initializedE", "_ZNK6Kokkos4Cuda11concurrencyE", "_ZNK6Kokkos4Cuda11cuda_deviceE",
        "_ZN6Kokkos4Impl12CudaInternal26acquire_team_scratch_spaceE", "_ZN6Kokkos4Impl12CudaInternal26release_team_scratch_spaceE",
        "_ZN6Kokkos4Impl11HIPInternal26acquire_team_scratch_spaceE", "_ZN6Kokkos4Impl11HIPInternal26release_team_scratch_spaceE",
        "_ZNK6Kokkos4Cuda16impl_instance_idE", "_ZNK6Kokkos4Impl12CudaInternal21verify_is_initializedE",
        "_ZN6Kokkos3HIP11concurrencyE", "_ZN6Kokkos3HIP19impl_is_initializedE", "_ZNK6Kokkos3HIP10hip_deviceE", "_ZNK6Kokkos3HIP11concurrencyE",
        "_ZNK6Kokkos3HIP16impl_instance_idE", "_ZNK6Kokkos4Impl11HIPInternal21verify_is_initializedE",
        "_ZN6Kokkos46team_policy_check_valid_storage_level_argumentE",
    ]),
    // Bytes for a team, or for each of its threads, said as such.
    (ASKS, &["_ZN6Kokkos7PerTeamE", "_ZN6Kokkos9PerThreadE"]),
    // Fences: on the host kernels are over when they return, so that there is nothing to wait for; on devices launches in derivatives wait for what came before.
    (LOOKS, &[
        "_ZN6Kokkos4Cuda17impl_static_fenceE", "_ZNK6Kokkos4Cuda5fenceE", "_ZN6Kokkos3HIP17impl_static_fenceE", "_ZNK6Kokkos3HIP5fenceE",
        "_ZNK6Kokkos4Impl12CudaInternal5fenceE", "_ZNK6Kokkos4Impl11HIPInternal5fenceE",
        "_ZN6Kokkos4Impl15hostspace_fenceE", "_ZN6Kokkos5fenceE", "_ZN6Kokkos6OpenMP17impl_static_fenceE",
        "_ZN6Kokkos6Serial17impl_static_fenceE", "_ZNK6Kokkos6OpenMP5fenceE", "_ZNK6Kokkos6Serial5fenceE",
    ]),
    (LOOKS, &["_ZN6Kokkos4Impl11log_warningE"]),
];

/// Functions that tell where the library has what it knows of a device, its stream, or memory for teams: a kernel that writes numbers there which vary ends the program.
const OF_LIBRARY: &[&str] = &[
    "_ZNK6Kokkos4Cuda11cuda_streamE",
    "_ZNK6Kokkos4Cuda16cuda_device_propE",
    "_ZNK6Kokkos3HIP10hip_streamE",
    "_ZNK6Kokkos3HIP15hip_device_propE",
    "_ZN6Kokkos4Impl31get_cuda_kernel_func_attributesI",
    "_ZN6Kokkos4Impl12CudaInternal25resize_team_scratch_spaceE",
    "_ZN6Kokkos4Impl11HIPInternal25resize_team_scratch_spaceE",
];

/// Functions that write pointers into the program's objects, or whose bodies are in its modules.
const INACTIVE: &[&str] = &[
    // The instance that all programs have, and a count of those who know it; the last one ends it, by a function behind a pointer.
    "_ZN6Kokkos4Impl13HostSharedPtrINS0_11HIPInternalEE7cleanupE",
    "_ZN6Kokkos4Impl13HostSharedPtrINS0_12CudaInternalEE7cleanupE",
    "_ZN6Kokkos4Impl13HostSharedPtrINS0_14OpenMPInternalEE7cleanupE",
    "_ZN6Kokkos4Impl13HostSharedPtrINS0_14SerialInternalEE7cleanupE",
    "_ZN6Kokkos3HIPC1Ev",
    "_ZN6Kokkos3HIPC2Ev",
    "_ZN6Kokkos4CudaC1Ev",
    "_ZN6Kokkos4CudaC2Ev",
    "_ZN6Kokkos6OpenMPC1Ev",
    "_ZN6Kokkos6OpenMPC2Ev",
    "_ZN6Kokkos6SerialC1Ev",
    "_ZN6Kokkos6SerialC2Ev",
    // Who knows a View's memory is counted. (What the last one does is a rule of the header's.)
    "_ZN6Kokkos4Impl22SharedAllocationRecordIvvE9incrementE",
    // Memory for each worker, which is obtained anew where a kernel wants more.
    "_ZN6Kokkos4Impl14OpenMPInternal18resize_thread_dataE",
    "_ZN6Kokkos4Impl14SerialInternal23resize_thread_team_dataE",
    // Whether a device has as much shared memory as a launch wants. What is thrown else has a text.
    "_ZN6Kokkos4Impl19check_shmem_requestE",
    "_ZN6Kokkos4Impl28check_reduced_view_shmem_sizeI",
    // Integers, of which it is looked whether they fit.
    "_ZN6Kokkos4Impl19checked_narrow_castI",
    // A View's label is a text.
    "_ZNK6Kokkos4Impl23SharedAllocationTracker9get_labelI",
    MAKE_RECORD,
    DATA,
];

/// What to do where the header is not included.
const HEADER: &str = "include enzyme_rs/kokkos.hpp behind Kokkos_Core.hpp (docs/kokkos.md)";
/// What to do where it is, and a reduction or a scan on a device is Kokkos' own.
const NUMBERS: &str = "reduce to numbers or structures whose size the compiler knows, and outside of graphs: for others Kokkos takes memory of its own (docs/gpu-libraries.md)";

/// The record of a View's new memory, which is all zero or not initialised.
const MAKE_RECORD: &str = "_ZN6Kokkos4Impl29make_shared_allocation_recordI";
/// Where the numbers of such a record lie, asked once, by who makes the View. A rule of the header's gives them a shadow.
const DATA: &str = "_ZNK6Kokkos4Impl22SharedAllocationRecordIvvE4dataEv";
/// One fewer knows a View's memory; the last one ends it, which is a rule of the header's.
const DECREMENT: &str = "_ZN6Kokkos4Impl22SharedAllocationRecordIvvE9decrementEPS2_";

/// A template that completes the properties of a View's memory.
const MAKES_UNSET: &str = "_ZN6Kokkos4Impl24with_properties_if_unsetI";

/// The same, where it takes more than a prefix to name them: members of templates, and templates with some arguments.
const MEMBERS: &[(&str, &str)] = &[
    // The tiles of a policy of several dimensions are integers; bounds that are wrong are printed.
    ("_ZN6Kokkos13MDRangePolicyI", "E11init_helperE"),
    // So are those of a policy of one, of which it is looked whether the first one is behind the last.
    ("_ZN6Kokkos11RangePolicyI", "E21check_bounds_validityE"),
    // What a device needs for a kernel, which Kokkos keeps in a map.
    (
        "_ZN6Kokkos4Impl31HIPParallelLaunchKernelFuncDataI",
        "E23get_hip_func_attributesE",
    ),
    // The properties of a View's memory, with a space of memory and one of execution where the program says none: for who makes its record.
    (MAKES_UNSET, "ENS_9HostSpaceEJNS_"),
    (MAKES_UNSET, "ENS_9CudaSpaceEJNS_"),
    (MAKES_UNSET, "ENS_12CudaUVMSpaceEJNS_"),
    (MAKES_UNSET, "ENS_19CudaHostPinnedSpaceEJNS_"),
    (MAKES_UNSET, "ENS_8HIPSpaceEJNS_"),
    (MAKES_UNSET, "ENS_15HIPManagedSpaceEJNS_"),
    (MAKES_UNSET, "ENS_18HIPHostPinnedSpaceEJNS_"),
];

const fn copy(dst: u8) -> MemoryOp {
    MemoryOp {
        dst,
        source: MemorySource::Copy(dst + 1),
        len: dst + 2,
        returns: MemoryReturn::Nothing,
        by: None,
    }
}

/// Copies by all workers; some are told in which instance.
#[rustfmt::skip] // a table
const COPIES: &[(&str, MemoryOp)] = &[
    ("_ZN6Kokkos4Impl27hostspace_parallel_deepcopyEPvPKvl", copy(0)),
    ("_ZN6Kokkos4Impl33hostspace_parallel_deepcopy_asyncEPvPKvl", copy(0)),
    ("_ZN6Kokkos4Impl33hostspace_parallel_deepcopy_asyncINS_6OpenMPEEEvRKT_PvPKvl", copy(1)),
    ("_ZN6Kokkos4Impl33hostspace_parallel_deepcopy_asyncINS_6SerialEEEvRKT_PvPKvl", copy(1)),
];

/// What the library of launches does with shadows that lie on a device.
static OF_CUDA: Elsewhere = Elsewhere {
    copy: "enzyme_rs_cuda_copy",
    accumulate: "enzyme_rs_cuda_accumulate",
    clear: "enzyme_rs_cuda_clear",
    spent: "enzyme_rs_cuda_spent",
};
static OF_HIP: Elsewhere = Elsewhere {
    copy: "enzyme_rs_hip_copy",
    accumulate: "enzyme_rs_hip_accumulate",
    clear: "enzyme_rs_hip_clear",
    spent: "enzyme_rs_hip_spent",
};

const fn on_device(dst: u8, by: &'static Elsewhere) -> MemoryOp {
    MemoryOp {
        by: Some(by),
        ..copy(dst)
    }
}

/// Copies to devices, from them, and there; some are told in which instance.
#[rustfmt::skip] // a table
static COPIES_OF_DEVICES: [(&str, MemoryOp); 6] = [
    ("_ZN6Kokkos4Impl12DeepCopyCudaEPvPKvm", on_device(0, &OF_CUDA)),
    ("_ZN6Kokkos4Impl17DeepCopyAsyncCudaEPvPKvm", on_device(0, &OF_CUDA)),
    ("_ZN6Kokkos4Impl17DeepCopyAsyncCudaERKNS_4CudaEPvPKvm", on_device(1, &OF_CUDA)),
    ("_ZN6Kokkos4Impl11DeepCopyHIPEPvPKvm", on_device(0, &OF_HIP)),
    ("_ZN6Kokkos4Impl16DeepCopyAsyncHIPEPvPKvm", on_device(0, &OF_HIP)),
    ("_ZN6Kokkos4Impl16DeepCopyAsyncHIPERKNS_3HIPEPvPKvm", on_device(1, &OF_HIP)),
];

const ENDS: &[&str] = &[
    "_ZN6Kokkos4Impl10host_abortE",
    "_ZN6Kokkos4Impl23throw_runtime_exceptionE",
    "_ZN6Kokkos4Impl24hip_internal_error_abortE",
    "_ZN6Kokkos4Impl25cuda_internal_error_abortE",
    "_ZN6Kokkos4Impl25cuda_internal_error_throwE",
];

/// A call that `include/enzyme_rs/kokkos.hpp` mirrors.
struct Mirrored {
    name: &'static str,
    params: &'static [Role],
    /// The header's functions are called `enzyme_rs_kokkos_WORD_tangent` and so on.
    word: &'static str,
}

impl Mirrored {
    /// Workers may wait for others of their team, for all, or for the one that was alone in between: nothing is taken to be in step.
    fn kind(&self) -> CalleeKind {
        let function = |mode: &str| format!("enzyme_rs_kokkos_{}_{mode}", self.word);
        CalleeKind::Mirrored(Arc::new(MirrorRule {
            own_adjoint: false,
            shares: None,
            params: self.params.to_vec(),
            convention: Convention::C,
            elements: Arc::new(Elements::new()),
            meeting: Meeting::OneByOne,
            again: Again::Never,
            team_of_one: None,
            tangent: function("tangent"),
            augmented: function("augmented"),
            reverse: function("reverse"),
        }))
    }
}

/// The worker's data.
const WORKER: Role = Role::Value;
/// The same, where it is said which team the worker is in.
const TEAMED: Role = Role::State;

/// What workers that are not OpenMP's own barriers wait in.
#[rustfmt::skip] // a table
const MIRRORED: &[Mirrored] = &[
    Mirrored {
        name: "_ZNK6Kokkos4Impl18HostThreadTeamData15pool_rendezvousEv",
        params: &[WORKER],
        word: "pool_rendezvous",
    },
    Mirrored {
        name: "_ZNK6Kokkos4Impl18HostThreadTeamData23pool_rendezvous_releaseEv",
        params: &[WORKER],
        word: "pool_release",
    },
    Mirrored {
        name: "_ZNK6Kokkos4Impl18HostThreadTeamData15team_rendezvousEv",
        params: &[WORKER],
        word: "team_rendezvous",
    },
    Mirrored {
        name: "_ZNK6Kokkos4Impl18HostThreadTeamData15team_rendezvousEi",
        params: &[WORKER, Role::Value],
        word: "team_rendezvous_at",
    },
    Mirrored {
        name: "_ZNK6Kokkos4Impl18HostThreadTeamData23team_rendezvous_releaseEv",
        params: &[WORKER],
        word: "team_release",
    },
    Mirrored {
        name: "_ZN6Kokkos4Impl18HostThreadTeamData13organize_teamEi",
        params: &[TEAMED, Role::Value],
        word: "organize_team",
    },
    Mirrored {
        name: "_ZN6Kokkos4Impl18HostThreadTeamData12disband_teamEv",
        params: &[TEAMED],
        word: "disband_team",
    },
];
