//! NVIDIA's instructions, as clang names them, and the run-time library of derivatives there.
//!
//! Owns: the pack [`Nvidia`]. Must not: know what a derivative is.

use super::{BARRIER, assembly, barrier, carrier, host, inactive, linear, refused};
use enzyme_rules::{
    Asked, CalleeKind, Counts, Direction, Effects, Entry, GridRule, HostRule, Instead, Plain,
    RulePack, Said, Spelling, Symbols,
};

/// The pack of CUDA.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nvidia;

impl RulePack for Nvidia {
    fn name(&self) -> &'static str {
        "cuda"
    }

    fn entries(&self) -> Vec<Entry> {
        let ids = [IDS, SPACES].map(|name| Entry::prefix(name, CalleeKind::IntegerOp));
        let changing = inactive(CHANGING, Effects::STATE);
        let meeting = inactive(MEETING, Effects::MEETS);
        let barriers = BARRIERS
            .iter()
            .map(|(name, operands)| Entry::prefix(*name, barrier(*operands)));
        let shuffles = SHUFFLES.iter().flat_map(Shuffle::entries);
        let instructions = PLAIN.iter().flat_map(|(names, plain)| {
            let said = CalleeKind::Instead(Instead::Plain(*plain));
            names
                .iter()
                .map(move |name| Entry::exact(*name, said.clone()))
        });
        let rounded = inactive(TO_INTEGERS, Effects::PURE);
        let integers = INTEGERS
            .iter()
            .map(|name| Entry::exact(*name, CalleeKind::IntegerOp));
        let lanes = Entry::prefix(INTEGER_LANES, CalleeKind::IntegerOp);
        let sums = CalleeKind::Instead(Instead::Plain(Plain::Sum));
        let sums = Entry::prefix(SCOPED_SUMS, sums);
        let refused = refused::NVIDIA.iter().flat_map(super::entries);
        ids.into_iter()
            .chain(changing)
            .chain(meeting)
            .chain(barriers)
            .chain(shuffles)
            .chain(instructions)
            .chain(rounded)
            .chain(integers)
            .chain([lanes, sums])
            .chain(refused)
            .chain(host::CUDA.entries())
            .collect()
    }

    fn said(&self) -> Vec<(Symbols, Said)> {
        let shuffles = SHUFFLES.iter().flat_map(Shuffle::said);
        let meets = CalleeKind::Instead(Instead::Calls {
            calls: &[(GRID_BARRIER, &[])],
            gives: None,
        });
        let meets = MEETS.map(|name| super::said(name, meets.clone()));
        let own = super::said(GRID_BARRIER, barrier(0));
        let sums = SUMS.iter();
        let sums = sums.map(|[name, adjoint]| super::said(name, linear(VALUE, adjoint)));
        let of_kernels = shuffles.chain(sums).chain(meets).chain([own]);
        of_kernels.chain(host::CUDA.said()).collect()
    }

    /// Where libdevice has come in before, its functions are such instructions.
    fn remedies(&self) -> &'static [(&'static str, &'static str)] {
        const BEFORE: &str = "compile with enzyme-c++ or enzyme-cc, by which functions of libdevice are differentiated by their names and linked behind that (docs/gpu-compiling.md)";
        &[
            ("llvm.nvvm.d2i.", BEFORE),
            ("llvm.nvvm.lohi.i2d", BEFORE),
            ("llvm.nvvm.mulhi.", BEFORE),
        ]
    }

    fn data_remedies(&self) -> &'static [(&'static str, &'static str)] {
        &[("curand", super::GENERATORS)]
    }

    fn hosts(&self) -> Vec<HostRule> {
        vec![host::CUDA.rule()]
    }

    fn grids(&self) -> &'static [GridRule] {
        &[GridRule {
            triple: "nvptx",
            unsupported: &[],
            math: Spelling::Libdevice,
            generic: 5,
            managed: None,
            shared: 3,
            shared_bytes: 48 << 10,
            variables: 0,
            adds_together: true,
            // It is one instruction, for which no thread waits.
            adds_by_loops: false,
            // CUDA says so of `atomicAdd` and its like; clang writes them as sequentially consistent.
            counts_order_nothing: true,
            scope: "device",
            // PTX leaves undefined what they do there.
            own: Some("llvm.nvvm.isspacep.local"),
            barriers: &[(BARRIER, "block")],
            warp_barriers: &["llvm.nvvm.bar.warp.sync"],
            differing: DIFFERING,
            counts: COUNTS,
            joining: &["llvm.nvvm.barrier.cta.red."],
            fence: None,
            bytes: &[],
            assembly: assembly::meaning,
            library: LIBRARY,
            launches: super::LAUNCHES,
        }]
    }
}

/// The run-time library.
const LIBRARY: &str = concat!(
    include_str!("nvidia.ll"),
    include_str!("grid.ll"),
    include_str!("lanes.nvidia.ll")
);

/// The barrier of a grid, in CUDA's headers (`cooperative_groups::details::grid::sync`), and in the library: where the blocks meet, each launch says anew.
const MEETS: [&str; 2] = [
    "_ZN18cooperative_groups4__v17details4gridL4syncEPj",
    "_ZN18cooperative_groups4__v17details4grid4syncEPj",
];
const GRID_BARRIER: &str = "enzyme_rs_grid_meet";

/// Barriers of blocks and of warps, by how their names begin, and how many operands they have.
const BARRIERS: &[(&str, usize)] = &[
    ("llvm.nvvm.barrier.cta.sync.aligned.all", 1),
    ("llvm.nvvm.barrier.cta.sync.all", 1),
    ("llvm.nvvm.barrier.cta.red.", 2),
    ("llvm.nvvm.bar.warp.sync", 1),
];

/// Numbers and sizes of threads, blocks and lanes.
const IDS: &str = "llvm.nvvm.read.ptx.sreg.";

/// What is a thread's own, or a warp's.
const DIFFERING: &[&str] = &[
    "llvm.nvvm.read.ptx.sreg.tid.",
    "llvm.nvvm.read.ptx.sreg.laneid",
    "llvm.nvvm.read.ptx.sreg.lanemask.",
    "llvm.nvvm.read.ptx.sreg.warpid",
    "llvm.nvvm.read.ptx.sreg.clock",
    "llvm.nvvm.read.ptx.sreg.globaltimer",
    "llvm.nvvm.vote.",
    "llvm.nvvm.match.",
    "llvm.nvvm.activemask",
    "llvm.nvvm.shfl.",
    "enzyme_rs_shuffle_",
];

/// What makes the numbers of threads.
const COUNTS: Counts = Counts {
    along: [
        Direction {
            thread: &[Asked::Call("llvm.nvvm.read.ptx.sreg.tid.x")],
            block: &[Asked::Call("llvm.nvvm.read.ptx.sreg.ctaid.x")],
            threads: &[Asked::Call("llvm.nvvm.read.ptx.sreg.ntid.x")],
            blocks: &[Asked::Call("llvm.nvvm.read.ptx.sreg.nctaid.x")],
            all: &[],
        },
        Direction {
            thread: &[Asked::Call("llvm.nvvm.read.ptx.sreg.tid.y")],
            block: &[Asked::Call("llvm.nvvm.read.ptx.sreg.ctaid.y")],
            threads: &[Asked::Call("llvm.nvvm.read.ptx.sreg.ntid.y")],
            blocks: &[Asked::Call("llvm.nvvm.read.ptx.sreg.nctaid.y")],
            all: &[],
        },
    ],
    at: &[],
};

/// To which memory an address leads.
const SPACES: &str = "llvm.nvvm.isspacep.";

/// Registers among them that change by themselves.
const CHANGING: &[&str] = &[
    "llvm.nvvm.read.ptx.sreg.clock",
    "llvm.nvvm.read.ptx.sreg.clock64",
    "llvm.nvvm.read.ptx.sreg.globaltimer",
    "llvm.nvvm.read.ptx.sreg.globaltimer.lo",
];

/// What lanes say of each other, by how the names begin.
const MEETING: &[&str] = &[
    "llvm.nvvm.vote.",
    "llvm.nvvm.match.",
    "llvm.nvvm.activemask",
];

/// Functions of libdevice that are an instruction of LLVM, or two.
const PLAIN: &[(&[&str], Plain)] = &[
    (
        &[
            "__nv_double_as_longlong",
            "__nv_longlong_as_double",
            "__nv_float_as_int",
            "__nv_int_as_float",
            "__nv_float_as_uint",
            "__nv_uint_as_float",
        ],
        Plain::Bits,
    ),
    (&["__nv_double2hiint"], Plain::Upper),
    (&["__nv_double2loint"], Plain::Lower),
    (&["__nv_hiloint2double"], Plain::Joined),
    (
        &[
            "__nv_int2double_rn",
            "__nv_ll2double_rn",
            "__nv_int2float_rn",
            "__nv_ll2float_rn",
        ],
        Plain::Signed,
    ),
    (
        &[
            "__nv_uint2double_rn",
            "__nv_ull2double_rn",
            "__nv_uint2float_rn",
            "__nv_ull2float_rn",
        ],
        Plain::Unsigned,
    ),
    (&["__nv_double2float_rn"], Plain::Shorter),
];

/// Atomic sums among the threads of a block, or with those of the host, by how their names begin.
const SCOPED_SUMS: &str = "llvm.nvvm.atomic.add.gen.";

/// Functions of libdevice that round a number to an integer, by how their names begin.
const TO_INTEGERS: &[&str] = &[
    "__nv_double2int_",
    "__nv_double2uint_",
    "__nv_double2ll_",
    "__nv_double2ull_",
    "__nv_float2int_",
    "__nv_float2uint_",
    "__nv_float2ll_",
    "__nv_float2ull_",
];

/// Functions of libdevice that compute with integers.
#[rustfmt::skip] // a table
const INTEGERS: &[&str] = &[
    "__nv_abs", "__nv_llabs", "__nv_max", "__nv_llmax", "__nv_umax", "__nv_ullmax", "__nv_min", "__nv_llmin", "__nv_umin", "__nv_ullmin",
    "__nv_popc", "__nv_popcll", "__nv_clz", "__nv_clzll", "__nv_ffs", "__nv_ffsll", "__nv_brev", "__nv_brevll", "__nv_byte_perm",
    "__nv_mulhi", "__nv_umulhi", "__nv_mul64hi", "__nv_umul64hi", "__nv_mul24", "__nv_umul24", "__nv_sad", "__nv_usad",
    "__nv_hadd", "__nv_rhadd", "__nv_uhadd", "__nv_urhadd",
];

/// The same with two or four in a word, by how their names begin.
const INTEGER_LANES: &str = "__nv_v";

/// A mode of `shfl.sync`. Operands: mask, value, distance or lane, bounds.
struct Shuffle {
    /// Of numbers, and its adjoint.
    float: [&'static str; 2],
    /// Of integers.
    int: &'static str,
    /// What takes its place where they are bits of numbers, with adjoints.
    short: [&'static str; 2],
    long: [&'static str; 2],
}

/// The operand that is handed on.
const VALUE: u8 = 1;

macro_rules! shuffle {
    ($mode:literal) => {
        Shuffle {
            float: [
                concat!("llvm.nvvm.shfl.sync.", $mode, ".f32"),
                concat!("enzyme_rs_shuffle_", $mode, "_f32_adjoint"),
            ],
            int: concat!("llvm.nvvm.shfl.sync.", $mode, ".i32"),
            short: [
                concat!("enzyme_rs_shuffle_", $mode, "_f32"),
                concat!("enzyme_rs_shuffle_", $mode, "_f32_adjoint"),
            ],
            long: [
                concat!("enzyme_rs_shuffle_", $mode, "_f64"),
                concat!("enzyme_rs_shuffle_", $mode, "_f64_adjoint"),
            ],
        }
    };
}

macro_rules! sum {
    ($mode:literal) => {
        [
            concat!("enzyme_rs_shuffled_sum_", $mode),
            concat!("enzyme_rs_shuffled_sum_", $mode, "_adjoint"),
        ]
    };
}

const SHUFFLES: &[Shuffle] = &[
    shuffle!("up"),
    shuffle!("down"),
    shuffle!("bfly"),
    shuffle!("idx"),
];

/// Sums of two lanes' numbers, which assembly is (`assembly`), with their adjoints. The same operands.
const SUMS: &[[&str; 2]] = &[
    sum!("up_f32"),
    sum!("up_f64"),
    sum!("down_f32"),
    sum!("down_f64"),
];

impl Shuffle {
    fn entries(&self) -> [Entry; 2] {
        let [float, adjoint] = self.float;
        [
            Entry::exact(float, linear(VALUE, adjoint)),
            Entry::exact(self.int, carrier(VALUE, self.short[0], self.long[0])),
        ]
    }

    fn said(&self) -> [(Symbols, Said); 2] {
        [self.short, self.long].map(|[name, adjoint]| super::said(name, linear(VALUE, adjoint)))
    }
}
