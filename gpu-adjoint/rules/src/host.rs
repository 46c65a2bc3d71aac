//! The host's side of CUDA and HIP: launches, memory of devices, copies, streams.
//!
//! Both libraries have the same functions, but for the beginning of their names. Shadows of memory of a device lie on the device. Everything that
//! a reverse pass does with a device is done when the library's function returns, so that streams and events need no adjoints.
//!
//! Owns: the rows of both, said once. Must not: know kernels.

use enzyme_rules::{
    Again, Align, AllocResult, AllocSpec, CalleeKind, Custom, CustomRule, Dealloc, DeallocArg,
    DeallocSpec, DeallocSymbol, Effects, Elsewhere, Entry, ForwardRule, Given, HostRule, Instead,
    Launch, MemoryOp, MemoryReturn, MemorySource, Refused, ReverseRule, RuleFunction, Said,
    SizeExpr, Symbols,
};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The names of a vendor's functions, and of the library's for it.
pub(crate) struct Host {
    /// How the vendor's begin.
    vendor: &'static str,
    launches: &'static str,
    registers: &'static str,
    /// The library's functions around a derivative.
    brackets: [&'static str; 2],
    prefix: &'static str,
    library: &'static LazyLock<String>,
    malloc: &'static str,
    free: &'static str,
    managed: &'static str,
    pinned: &'static str,
    unpin: &'static str,
    /// The vendor's functions that obtain and release memory of the host which the device may use.
    pin: &'static [&'static str],
    /// The vendor's functions that release memory, and the library's, with their operands.
    ends: [(&'static str, Calls); 3],
    shadows: Elsewhere,
    launch: [&'static str; 3],
}

/// Functions, and which operands they are given.
type Calls = &'static [(&'static str, &'static [u8])];

macro_rules! host {
    ($vendor:literal, $library:expr, $pin:expr, $unpins:literal) => {
        Host {
            vendor: $vendor,
            launches: concat!($vendor, "LaunchKernel"),
            registers: concat!("__", $vendor, "RegisterFunction"),
            brackets: [
                concat!("enzyme_rs_", $vendor, "_begin"),
                concat!("enzyme_rs_", $vendor, "_end"),
            ],
            prefix: concat!("enzyme_rs_", $vendor, "_"),
            library: $library,
            malloc: concat!("enzyme_rs_", $vendor, "_malloc"),
            free: concat!("enzyme_rs_", $vendor, "_free"),
            managed: concat!("enzyme_rs_", $vendor, "_managed"),
            pinned: concat!("enzyme_rs_", $vendor, "_pinned"),
            unpin: concat!("enzyme_rs_", $vendor, "_unpin"),
            pin: $pin,
            ends: [
                (
                    concat!($vendor, "Free"),
                    &[(concat!("enzyme_rs_", $vendor, "_free"), &[0])],
                ),
                (
                    concat!($vendor, "FreeAsync"),
                    &[(concat!("enzyme_rs_", $vendor, "_free"), &[0])],
                ),
                ($unpins, &[(concat!("enzyme_rs_", $vendor, "_unpin"), &[0])]),
            ],
            shadows: Elsewhere {
                copy: concat!("enzyme_rs_", $vendor, "_copy"),
                accumulate: concat!("enzyme_rs_", $vendor, "_accumulate"),
                clear: concat!("enzyme_rs_", $vendor, "_clear"),
            },
            launch: [
                concat!("enzyme_rs_", $vendor, "_launch_tangent"),
                concat!("enzyme_rs_", $vendor, "_launch_augmented"),
                concat!("enzyme_rs_", $vendor, "_launch_reverse"),
            ],
        }
    };
}

// Where `maxDynamicSharedSizeBytes` lies in `cudaFuncAttributes`, and in `hipFuncAttributes`.
static CUDA_LIBRARY: LazyLock<String> =
    LazyLock::new(|| library("cuda", ["cudaMallocHost", "cudaFreeHost", "44"]));
static HIP_LIBRARY: LazyLock<String> =
    LazyLock::new(|| library("hip", ["hipMallocHost", "hipHostFree", "24"]));

/// That of CUDA.
pub(crate) static CUDA: Host = host!(
    "cuda",
    &CUDA_LIBRARY,
    &["cudaMallocHost", "cudaHostAlloc"],
    "cudaFreeHost"
);

/// That of HIP.
pub(crate) static HIP: Host = host!(
    "hip",
    &HIP_LIBRARY,
    &["hipHostMalloc", "hipHostAlloc", "hipMallocHost"],
    "hipHostFree"
);

fn library(vendor: &str, others: [&str; 3]) -> String {
    let text = include_str!("host.ll").replace("VENDOR", vendor);
    let names = ["MALLOC_HOST", "FREE_HOST", "MOST_SHARED_AT"].into_iter();
    names
        .zip(others)
        .fold(text, |text, (name, is)| text.replace(name, is))
}

/// Positions of `LaunchKernel`'s operands: the array of the arguments' addresses, and how many operands there are where blocks are handed over
/// in two words each.
const ARGUMENTS: u32 = 5;
const OPERANDS: u32 = 8;
/// What stands for the kernel, and the stream.
const HANDLES: [u32; 2] = [0, 7];

/// A step that launches kernels may be run again from a checkpoint, with all that it says of launches and waits for.
const AGAIN: Effects = Effects::STATE.repeated(Again::Always);

/// What has to do with devices and streams, and no memory of the program.
const INACTIVE: &[&str] = &[
    "DeviceSynchronize",
    "StreamSynchronize",
    "StreamWaitEvent",
    "StreamQuery",
    "EventRecord",
    "EventSynchronize",
    "EventQuery",
    "GetLastError",
    "PeekAtLastError",
    "SetDevice",
    "StreamDestroy",
    "EventDestroy",
    "GetErrorString",
    "GetErrorName",
    "ProfilerStart",
    "ProfilerStop",
];

/// The same of functions that say something where an operand points.
const WRITING: &[(&str, &[u8])] = &[
    ("GetDevice", &[0]),
    ("GetDeviceCount", &[0]),
    ("GetDeviceProperties", &[0]),
    ("DeviceGetAttribute", &[0]),
    ("StreamCreate", &[0]),
    ("StreamCreateWithFlags", &[0]),
    ("StreamCreateWithPriority", &[0]),
    ("EventCreate", &[0]),
    ("EventCreateWithFlags", &[0]),
    ("EventElapsedTime", &[0]),
    ("MemGetInfo", &[0, 1]),
    ("FuncSetAttribute", &[]),
    ("FuncSetCacheConfig", &[]),
    ("OccupancyMaxActiveBlocksPerMultiprocessor", &[0]),
];

/// Copies: target, source and bytes come first.
const COPIES: &[&str] = &["Memcpy", "MemcpyAsync"];

const FILLS: &[&str] = &["Memset", "MemsetAsync"];

/// Without a derivative, and what to do.
const REFUSED: &[(&str, &str, &str)] = &[
    (
        "Memcpy2D",
        "a copy of rows",
        "copy whole arrays, or let a kernel copy the rows",
    ),
    (
        "Memcpy3D",
        "a copy of rows",
        "copy whole arrays, or let a kernel copy the rows",
    ),
    (
        "MemcpyToSymbol",
        "a copy to a variable of the device",
        "hand the kernel a pointer to memory of the device",
    ),
    (
        "MemcpyFromSymbol",
        "a copy from a variable of the device",
        "hand the kernel a pointer to memory of the device",
    ),
    (
        "MemcpyPeer",
        "a copy between devices by their numbers",
        "use `Memcpy` with the kind `Default`",
    ),
    ("Memset2D", "rows that are set", "let a kernel set them"),
    (
        "MallocPitch",
        "memory in rows",
        "obtain it as a whole, and compute the distance of the rows",
    ),
    ("MallocArray", "memory of textures", "use plain memory"),
    (
        "GraphLaunch",
        "a graph of launches",
        "launch the kernels one by one in differentiated code",
    ),
    (
        "StreamBeginCapture",
        "a graph of launches",
        "launch the kernels one by one in differentiated code",
    ),
    (
        "LaunchCooperativeKernel",
        "a cooperative launch",
        "launch the kernel with `<<<…>>>`: blocks that wait for each other have no derivative",
    ),
    (
        "LaunchKernelEx",
        "a launch with attributes",
        "launch the kernel with `<<<…>>>`",
    ),
    (
        "LaunchHostFunc",
        "a function of the host in a stream",
        "call it where the stream has been waited for",
    ),
];

impl Host {
    pub(crate) fn rule(&self) -> HostRule {
        let [begins, ends] = self.brackets;
        HostRule {
            vendor: self.vendor,
            copies: self.shadows.copy,
            launches: self.launches,
            registers: self.registers,
            tells: "enzyme_rs_gpu_kernel",
            begins,
            ends,
            prefix: self.prefix,
            library: self.library,
        }
    }

    fn named(&self, name: &str) -> String {
        format!("{}{name}", self.vendor)
    }

    fn entry(&self, name: &str, what: CalleeKind) -> Entry {
        Entry::exact(self.named(name), what)
    }

    pub(crate) fn entries(&'static self) -> Vec<Entry> {
        let mut all = vec![
            Entry::exact(
                format!("__{}PushCallConfiguration", self.vendor),
                CalleeKind::inactive(AGAIN),
            ),
            Entry::exact(
                format!("__{}PopCallConfiguration", self.vendor),
                CalleeKind::inactive((0..4).fold(AGAIN, Effects::writing)),
            ),
        ];
        let inactive = INACTIVE.iter();
        all.extend(inactive.map(|name| self.entry(name, CalleeKind::inactive(AGAIN))));
        all.extend(WRITING.iter().map(|(name, written)| {
            let effects = written
                .iter()
                .copied()
                .fold(Effects::STATE, Effects::writing);
            self.entry(name, CalleeKind::inactive(effects))
        }));
        all.extend(self.exchanged());
        all.extend(
            COPIES
                .iter()
                .map(|name| self.moves(name, MemorySource::Copy(1))),
        );
        all.extend(
            FILLS
                .iter()
                .map(|name| self.moves(name, MemorySource::Byte(1))),
        );
        all.extend(REFUSED.iter().map(|(name, construct, remedy)| {
            let what = CalleeKind::Refused(Refused {
                construct: Some(construct),
                ..(*remedy).into()
            });
            Entry::prefix(self.named(name), what)
        }));
        all
    }

    fn moves(&'static self, name: &str, source: MemorySource) -> Entry {
        let op = MemoryOp {
            dst: 0,
            source,
            len: 2,
            returns: MemoryReturn::Status,
            by: Some(&self.shadows),
        };
        self.entry(name, CalleeKind::Memory(op))
    }

    /// Memory of devices, and of the host for them, as the library's functions obtain and end it.
    fn exchanged(&self) -> Vec<Entry> {
        /// `cudaErrorMemoryAllocation`, `hipErrorOutOfMemory`.
        const NO_MEMORY: i64 = 2;
        let stored = |symbol| {
            CalleeKind::Instead(Instead::Stored {
                symbol,
                operands: &[1],
                to: 0,
                failure: NO_MEMORY,
            })
        };
        let of_devices = [
            ("Malloc", self.malloc),
            ("MallocAsync", self.malloc),
            ("MallocManaged", self.managed),
        ];
        let of_devices = of_devices.map(|(name, symbol)| self.entry(name, stored(symbol)));
        let pinned = self.pin.iter();
        let pinned = pinned.map(|name| Entry::exact(*name, stored(self.pinned)));
        let ends = self.ends.iter().map(|(name, calls)| {
            let gives = Some(0);
            Entry::exact(*name, CalleeKind::Instead(Instead::Calls { calls, gives }))
        });
        of_devices.into_iter().chain(pinned).chain(ends).collect()
    }

    /// A launch: the library is told of the arguments and their shadows where they lie, and keeps what its reverse needs.
    pub(crate) fn said(&self) -> Vec<(Symbols, Said)> {
        let [tangent, augmented, reverse] = self.launch;
        let operands = (0..OPERANDS).flat_map(|position| {
            let shadow = (position == ARGUMENTS).then_some(Given::Shadow(position));
            [Some(Given::Primal(position)), shadow]
        });
        let given: Vec<Given> = operands.flatten().collect();
        let function = |symbol: &str, given| RuleFunction {
            symbol: symbol.to_owned(),
            given,
            in_memory: false,
        };
        let shadows = BTreeSet::from([ARGUMENTS]);
        let rule = CustomRule {
            forward: Some(ForwardRule {
                tangent: function(tangent, given.clone()),
                primal: Some(Vec::new()),
                shadow: None,
                shadows: shadows.clone(),
            }),
            reverse: Some(ReverseRule {
                augmented: function(augmented, given),
                tape: Some(vec![0]),
                primal: Some(vec![1]),
                shadow: None,
                gradient: function(reverse, vec![Given::Tape(Vec::new())]),
                adjoints: Vec::new(),
                shadows,
                read_later: BTreeSet::new(),
                shadows_later: BTreeSet::new(),
            }),
            handles: HANDLES.into(),
            launch: Some(Launch {
                function: HANDLES[0],
                arguments: ARGUMENTS,
            }),
        };
        let launch = Said::Custom(Custom::Rule(Box::new(rule)));
        let memory = self
            .memory()
            .map(|entry| (entry.matcher.clone(), Said::Known(entry)));
        let launch = (Symbols::Exact(self.launches.into()), launch);
        // Of a derivative within a function that is differentiated again.
        let brackets = self.brackets.map(|name| {
            let entry = Entry::exact(name, CalleeKind::inactive(AGAIN));
            (entry.matcher.clone(), Said::Known(entry))
        });
        memory.chain([launch]).chain(brackets).collect()
    }

    /// What the library obtains memory with, and what ends it.
    fn memory(&self) -> impl Iterator<Item = Entry> {
        let spec = DeallocSpec {
            ptr: 0,
            null_allowed: true,
        };
        let pairs = [
            (self.malloc, self.free),
            (self.managed, self.free),
            (self.pinned, self.unpin),
        ];
        let obtains = pairs.map(|(obtain, end)| Entry::exact(obtain, obtains(end)));
        let ends = [self.free, self.unpin];
        let ends = ends.map(|end| Entry::exact(end, CalleeKind::Deallocator(spec)));
        obtains.into_iter().chain(ends)
    }
}

/// An allocator of the library, whose memory is zero.
fn obtains(end: &'static str) -> CalleeKind {
    CalleeKind::Allocator(AllocSpec {
        size: SizeExpr::Arg(0),
        zeroed: true,
        result: AllocResult::Returned,
        align: Align::Default,
        may_fail: true,
        dealloc: Dealloc {
            symbol: DeallocSymbol::Named(end.into()),
            args: vec![DeallocArg::Pointer],
        },
    })
}
