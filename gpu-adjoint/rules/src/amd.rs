//! AMD's instructions, as clang names them, and the run-time library of derivatives there.
//!
//! Owns: the pack [`Amd`]. Must not: know what a derivative is.

use super::{BARRIER, Refusals, barrier, entries, host, inactive, linear, said};
use enzyme_rules::{
    Asked, Bytes, CalleeKind, CarrierRule, Counts, Direction, Effects, Entry, FenceCall, GridRule,
    HostRule, Instead, RulePack, Said, Sign, Spelling, Symbols, Unsupported,
};
use std::collections::BTreeMap;

/// The pack of HIP.
#[derive(Clone, Copy, Debug, Default)]
pub struct Amd;

/// Code for which the library would be wrong.
const UNSUPPORTED: &[Unsupported] = &[
    Unsupported {
        sign: Sign::FlagBelow("amdhsa_code_object_version", 500),
        what: "AMD's code objects before version 5",
        reason: "the sizes of blocks and grids, which derivatives need, are handed to kernels in another way there",
        remedy: "compile with -mcode-object-version=5, or without this flag",
    },
    Unsupported {
        sign: Sign::Feature {
            processors: "gfx1",
            feature: "+wavefrontsize64",
        },
        what: "wavefronts of 64 on a GPU that has 32 by itself",
        reason: "what lanes hand each other comes no farther than 32 lanes there, and derivatives would take it from elsewhere",
        remedy: "compile without -mwavefrontsize64",
    },
];

impl RulePack for Amd {
    fn name(&self) -> &'static str {
        "hip"
    }

    fn entries(&self) -> Vec<Entry> {
        let ids = IDS
            .iter()
            .map(|name| Entry::prefix(*name, CalleeKind::IntegerOp));
        let calls = Instead::Calls {
            calls: &[(BARRIER, &[])],
            gives: None,
        };
        let waits = Entry::exact("llvm.amdgcn.s.barrier", CalleeKind::Instead(calls));
        let calls = Instead::Calls {
            calls: &[(WARP_BARRIER, &[])],
            gives: None,
        };
        let warp = Entry::exact("llvm.amdgcn.wave.barrier", CalleeKind::Instead(calls));
        let counting = Entry::prefix("__ockl_wgred_", barrier(1));
        let meets = Entry::exact("__ockl_grid_sync", barrier(0));
        let may_meet = Entry::exact("__ockl_grid_is_valid", CalleeKind::IntegerOp);
        let exchanges = EXCHANGES.iter().flat_map(Exchange::entries);
        let numbers = NUMBERS
            .iter()
            .map(|(name, adjoint)| Entry::exact(*name, linear(0, adjoint)));
        let refused = REFUSED.iter().flat_map(entries);
        ids.chain(inactive(CHANGING, Effects::STATE))
            .chain(inactive(MEETING, Effects::MEETS))
            .chain(inactive(PRINTING, Effects::OUTPUT))
            .chain([waits, warp, counting, meets, may_meet])
            .chain(exchanges)
            .chain(numbers)
            .chain(refused)
            .chain(host::HIP.entries())
            .collect()
    }

    fn said(&self) -> Vec<(Symbols, Said)> {
        let exchanges = EXCHANGES.iter().flat_map(Exchange::said);
        let all: BTreeMap<String, (Symbols, Said)> = exchanges
            .chain([BARRIER, WARP_BARRIER].map(|name| said(name, barrier(0))))
            .chain([said(KEEPS, CalleeKind::inactive(Effects::MEETS))])
            .map(|(symbols, said)| (symbols.text().to_owned(), (symbols, said)))
            .collect();
        all.into_values().chain(host::HIP.said()).collect()
    }

    fn remedies(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    fn data_remedies(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("hiprand", super::GENERATORS),
            ("rocrand", super::GENERATORS),
        ]
    }

    fn hosts(&self) -> Vec<HostRule> {
        vec![host::HIP.rule()]
    }

    fn grids(&self) -> &'static [GridRule] {
        &[GridRule {
            triple: "amdgcn",
            unsupported: UNSUPPORTED,
            math: Spelling::Ocml,
            generic: 5,
            managed: Some((".managed", MANAGED)),
            shared: 3,
            shared_bytes: 64 << 10,
            variables: 5,
            adds_together: false,
            // Their own instruction adds nothing in memory that the host shares.
            adds_by_loops: true,
            counts_order_nothing: false,
            scope: "agent",
            // LLVM asks that by itself.
            own: None,
            barriers: &[(BARRIER, "workgroup"), (WARP_BARRIER, "wavefront")],
            warp_barriers: &[WARP_BARRIER, "llvm.amdgcn.wave.barrier"],
            differing: DIFFERING,
            counts: COUNTS,
            joining: &[],
            fence: Some(FenceCall {
                symbol: "__atomic_work_item_fence",
                scope: 2,
                threads: (1, "workgroup"),
            }),
            bytes: BYTES,
            assembly: |_| None,
            library: LIBRARY,
            launches: super::LAUNCHES,
        }]
    }
}

/// What to do in place of a variable that host and device share.
const MANAGED: &str = "make it a `__device__` variable, to which the host copies by `hipMemcpyToSymbol`, and from it by `hipMemcpyFromSymbol`; or obtain its memory by `hipMallocManaged`, and hand it to kernels";

/// The barrier of a warp, in the library.
const WARP_BARRIER: &str = "enzyme_rs_grid_warp_barrier";

/// The run-time library.
const LIBRARY: &str = concat!(
    include_str!("amd.ll"),
    include_str!("grid.ll"),
    include_str!("lanes.amd.ll")
);

/// Numbers and sizes of threads and blocks.
const IDS: &[&str] = &[
    "llvm.amdgcn.workitem.id.",
    "llvm.amdgcn.workgroup.id.",
    "llvm.amdgcn.wavefrontsize",
    "llvm.amdgcn.mbcnt.",
    // The same by AMD's library.
    "__ockl_get_",
    "__ockl_lane_u32",
];

/// What is a thread's own, or a wavefront's.
const DIFFERING: &[&str] = &[
    "llvm.amdgcn.workitem.id.",
    "llvm.amdgcn.mbcnt.",
    "llvm.amdgcn.ballot.",
    "llvm.amdgcn.icmp.",
    "llvm.amdgcn.fcmp.",
    "llvm.amdgcn.ds.bpermute",
    "llvm.amdgcn.readfirstlane",
    "llvm.amdgcn.readlane",
    "llvm.amdgcn.s.mem",
    "llvm.amdgcn.update.dpp.",
    "llvm.amdgcn.mov.dpp.",
    "llvm.amdgcn.ds.swizzle",
    "enzyme_rs_dpp_",
    "enzyme_rs_swizzle_",
    "enzyme_rs_bpermute_",
    "enzyme_rs_first_lane_",
    "enzyme_rs_lane_",
    "__ockl_get_local_id",
    "__ockl_get_global_id",
    "__ockl_lane_u32",
    "__ockl_wf",
];

/// What makes the numbers of threads. Compilers read the sizes of blocks and grids where code objects of version 5 have them; OCKL counts a last block that is smaller.
const COUNTS: Counts = Counts {
    along: [
        Direction {
            thread: &[
                Asked::Call("llvm.amdgcn.workitem.id.x"),
                Asked::Along("__ockl_get_local_id", 0),
            ],
            block: &[
                Asked::Call("llvm.amdgcn.workgroup.id.x"),
                Asked::Along("__ockl_get_group_id", 0),
            ],
            threads: &[
                Asked::At("llvm.amdgcn.implicitarg.ptr", 12, 2),
                Asked::Along("__ockl_get_local_size", 0),
            ],
            blocks: &[
                Asked::At("llvm.amdgcn.implicitarg.ptr", 0, 4),
                Asked::Begun("llvm.amdgcn.implicitarg.ptr", 0, 18),
                Asked::Along("__ockl_get_num_groups", 0),
            ],
            all: &[
                Asked::At("llvm.amdgcn.dispatch.ptr", 12, 4),
                Asked::Along("__ockl_get_global_size", 0),
            ],
        },
        Direction {
            thread: &[
                Asked::Call("llvm.amdgcn.workitem.id.y"),
                Asked::Along("__ockl_get_local_id", 1),
            ],
            block: &[
                Asked::Call("llvm.amdgcn.workgroup.id.y"),
                Asked::Along("__ockl_get_group_id", 1),
            ],
            threads: &[
                Asked::At("llvm.amdgcn.implicitarg.ptr", 14, 2),
                Asked::Along("__ockl_get_local_size", 1),
            ],
            blocks: &[
                Asked::At("llvm.amdgcn.implicitarg.ptr", 4, 4),
                Asked::Begun("llvm.amdgcn.implicitarg.ptr", 4, 20),
                Asked::Along("__ockl_get_num_groups", 1),
            ],
            all: &[
                Asked::At("llvm.amdgcn.dispatch.ptr", 16, 4),
                Asked::Along("__ockl_get_global_size", 1),
            ],
        },
    ],
    at: &["llvm.amdgcn.implicitarg.ptr", "llvm.amdgcn.dispatch.ptr"],
};

/// Clocks.
const CHANGING: &[&str] = &[
    "llvm.amdgcn.s.memtime",
    "llvm.amdgcn.s.memrealtime",
    "llvm.readcyclecounter",
    "llvm.readsteadycounter",
];

/// What lanes say of each other, by how the names begin.
const MEETING: &[&str] = &[
    "llvm.amdgcn.ballot.",
    "llvm.amdgcn.icmp.",
    "llvm.amdgcn.fcmp.",
    "__ockl_wfany_i32",
    "__ockl_wfall_i32",
];

/// What clang makes of `printf`, by how the names begin.
const PRINTING: &[&str] = &["__ockl_printf_", "__ockl_fprintf_"];

/// An instruction by which lanes hand each other 32 bits, or as many as a number has.
struct Exchange {
    /// How its name begins.
    name: &'static str,
    /// The operand that is handed on.
    value: u8,
    /// That of the functions that take its place.
    of_function: u8,
    /// Which lanes keep what the operand before has, and an operand with a bound.
    kept: Option<&'static str>,
    below: Option<(u8, u64)>,
    /// What takes its place where they are bits of numbers, with adjoints.
    short: [&'static str; 2],
    long: [&'static str; 2],
}

macro_rules! exchange {
    ($begin:literal, $value:literal, $name:literal) => {
        Exchange {
            name: $begin,
            value: $value,
            of_function: $value,
            kept: None,
            below: None,
            short: [
                concat!("enzyme_rs_", $name, "_f32"),
                concat!("enzyme_rs_", $name, "_f32_adjoint"),
            ],
            long: [
                concat!("enzyme_rs_", $name, "_f64"),
                concat!("enzyme_rs_", $name, "_f64_adjoint"),
            ],
        }
    };
}

const EXCHANGES: &[Exchange] = &[
    exchange!("llvm.amdgcn.ds.bpermute", 1, "bpermute"),
    exchange!("llvm.amdgcn.readfirstlane.i32", 0, "first_lane"),
    exchange!("llvm.amdgcn.readfirstlane.i64", 0, "first_lane"),
    exchange!("llvm.amdgcn.readlane.i32", 0, "lane"),
    exchange!("llvm.amdgcn.readlane.i64", 0, "lane"),
    Exchange {
        // Patterns beyond rotate, which devices do differently.
        below: Some((1, 0xc000)),
        ..exchange!("llvm.amdgcn.ds.swizzle", 0, "swizzle")
    },
    Exchange {
        below: Some((1, DPP_PATTERNS)),
        ..exchange!("llvm.amdgcn.mov.dpp.", 0, "dpp")
    },
    Exchange {
        of_function: 0,
        kept: Some(KEEPS),
        below: Some((2, DPP_PATTERNS)),
        ..exchange!("llvm.amdgcn.update.dpp.", 1, "dpp")
    },
];

/// Which lanes keep what they have where others read from a lane by DPP.
const KEEPS: &str = "enzyme_rs_dpp_keeps";

/// The number of patterns by which lanes read from others.
const DPP_PATTERNS: u64 = 0x170;

/// Instructions by which lanes hand each other numbers, with adjoints.
const NUMBERS: &[(&str, &str)] = &[
    (
        "llvm.amdgcn.readfirstlane.f32",
        "enzyme_rs_first_lane_f32_adjoint",
    ),
    (
        "llvm.amdgcn.readfirstlane.f64",
        "enzyme_rs_first_lane_f64_adjoint",
    ),
    ("llvm.amdgcn.readlane.f32", "enzyme_rs_lane_f32_adjoint"),
    ("llvm.amdgcn.readlane.f64", "enzyme_rs_lane_f64_adjoint"),
];

impl Exchange {
    fn entries(&self) -> [Entry; 1] {
        let rule = CarrierRule {
            operand: self.value,
            short: self.short[0],
            long: self.long[0],
            kept: self.kept,
            below: self.below,
        };
        [Entry::prefix(self.name, CalleeKind::Carrier(rule))]
    }

    fn said(&self) -> [(Symbols, Said); 2] {
        [self.short, self.long].map(|[name, adjoint]| said(name, linear(self.of_function, adjoint)))
    }
}

/// What `memcpy` and `memset` are in HIP's headers.
const BYTES: &[(&str, Bytes)] = &[
    ("_ZL15__hip_hc_memcpyPvPKvm", Bytes::Copied),
    ("_ZL15__hip_hc_memsetPvhm", Bytes::Set),
];

/// How names begin that have no derivative, what the source calls them, and what to do instead.
const REFUSED: &[Refusals] = &[
    (
        &["llvm.amdgcn.ds.permute"],
        "a move to other lanes",
        "use `__shfl`, by which each lane reads from another one",
    ),
    (
        &["llvm.amdgcn.permlane"],
        "a permutation of lanes",
        "use `__shfl`",
    ),
    (
        &["llvm.amdgcn.readfirstlane."],
        "a number of the first lane",
        "use `__shfl(x, 0)`",
    ),
    (
        &["llvm.amdgcn.readlane."],
        "a number of a lane",
        "use `__shfl`",
    ),
    (
        &["llvm.amdgcn.mfma.", "llvm.amdgcn.wmma."],
        "a matrix unit",
        "multiply by plain loops in the differentiated code, or register a derivative of the function around it",
    ),
    (&["llvm.amdgcn.image."], "a texture", "read plain memory"),
    (
        &["llvm.amdgcn.raw.", "llvm.amdgcn.struct."],
        "an access through a buffer descriptor",
        "access plain memory",
    ),
    (
        &["llvm.amdgcn.ds.gws."],
        "a barrier of all blocks",
        "meet by `grid_group::sync()` of cooperative groups, or at the end of a kernel",
    ),
];
