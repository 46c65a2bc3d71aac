//! The host's side of CUDA and HIP: launches, memory of devices, copies, streams.
//!
//! Both libraries have the same functions, but for the beginning of their names. Shadows of memory of a device lie on the device. Everything that
//! a reverse pass does with a device is done when the library's function returns, so that streams and events need no adjoints.
//!
//! Owns: the rows of both, said once, of which most are a `table`. Must not: know kernels.

mod table;

use enzyme_rules::{
    Again, Align, AllocResult, AllocSpec, CalleeKind, Custom, CustomRule, Dealloc, DeallocArg,
    DeallocSpec, DeallocSymbol, Effects, Elsewhere, Entry, ForwardRule, Given, HostRule, Instead,
    Launch, MemoryOp, MemoryReturn, MemorySource, OfRows, Refused, ReverseRule, RowsRule,
    RuleFunction, Said, SizeExpr, Symbols, VariableRule,
};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use table::{ASKING, COPIES, FILLS, INACTIVE, OF_ROWS, OF_SYMBOLS, OFFSET, REFUSED, TELLING};

/// The names of a vendor's functions, and of the library's for it.
pub(crate) struct Host {
    /// How the vendor's begin.
    vendor: &'static str,
    /// How names may end that are for other versions of a function: for another version of its structures, or where the default stream is one of the calling thread.
    versions: &'static [&'static str],
    launches: &'static [&'static str],
    configures: &'static str,
    registers: &'static str,
    variables: VariableRule,
    /// The library's functions that find a variable of the device to which the program writes, or which it reads, and its shadow.
    symbol: [&'static str; 3],
    again: &'static str,
    /// LLVM's number for this vendor's entries.
    entries: u64,
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
    /// What is called where memory of a device is released.
    frees: Calls,
    /// The vendor's functions that release memory of the host, and what is called there.
    unpins: (&'static [&'static str], Calls),
    /// The vendor's functions that end streams and events, without the beginning of their names, and what is called there.
    destroys: [(&'static str, Calls); 2],
    shadows: Elsewhere,
    /// For each name of a launch, the library's launches of tangents, augmented kernels and reverses. Each second one is for a launch whose default stream is the
    /// calling thread's.
    launch: [[&'static str; 3]; 4],
}

/// Functions, and which operands they are given.
type Calls = &'static [(&'static str, &'static [u8])];

/// Headers of CUDA, of HIP, and of clang for both, wherever they lie.
const HEADERS: &[&str] = &[
    "/__clang_cuda_",
    "/__clang_hip_",
    "/cuda_",
    "/crt/",
    "/sm_",
    "/device_",
    "/cooperative_groups",
    "/cub/",
    "/thrust/",
    "/cuda/std/",
    "/include/hip/",
];

macro_rules! host {
    ($vendor:literal, $entries:literal, $versions:expr, $own_stream:literal, $library:expr, $pin:expr, $unpins:expr) => {
        Host {
            vendor: $vendor,
            versions: $versions,
            launches: &[
                concat!($vendor, "LaunchKernel"),
                concat!($vendor, "LaunchKernel", $own_stream),
                concat!($vendor, "LaunchCooperativeKernel"),
                concat!($vendor, "LaunchCooperativeKernel", $own_stream),
            ],
            configures: concat!("__", $vendor, "PushCallConfiguration"),
            registers: concat!("__", $vendor, "RegisterFunction"),
            variables: VariableRule {
                registers: concat!("__", $vendor, "RegisterVar"),
                read_only: 6,
                read_only_flag: 1 << 4,
                copies: &[
                    (concat!($vendor, "MemcpyToSymbol"), 0),
                    (concat!($vendor, "MemcpyFromSymbol"), 1),
                ],
            },
            symbol: [
                concat!("enzyme_rs_", $vendor, "_symbol_to_write"),
                concat!("enzyme_rs_", $vendor, "_symbol"),
                concat!("enzyme_rs_", $vendor, "_symbol_shadow"),
            ],
            again: concat!("enzyme_rs_", $vendor, "_again"),
            entries: $entries,
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
            frees: &[(concat!("enzyme_rs_", $vendor, "_free"), &[0])],
            unpins: ($unpins, &[(concat!("enzyme_rs_", $vendor, "_unpin"), &[0])]),
            destroys: [
                (
                    "StreamDestroy",
                    &[(concat!("enzyme_rs_", $vendor, "_destroy_stream"), &[0])],
                ),
                (
                    "EventDestroy",
                    &[(concat!("enzyme_rs_", $vendor, "_destroy_event"), &[0])],
                ),
            ],
            shadows: Elsewhere {
                copy: concat!("enzyme_rs_", $vendor, "_copy"),
                accumulate: concat!("enzyme_rs_", $vendor, "_accumulate"),
                clear: concat!("enzyme_rs_", $vendor, "_clear"),
                spent: concat!("enzyme_rs_", $vendor, "_spent"),
            },
            launch: [
                [
                    concat!("enzyme_rs_", $vendor, "_launch_tangent"),
                    concat!("enzyme_rs_", $vendor, "_launch_augmented"),
                    concat!("enzyme_rs_", $vendor, "_launch_reverse"),
                ],
                [
                    concat!("enzyme_rs_", $vendor, "_launch_own_tangent"),
                    concat!("enzyme_rs_", $vendor, "_launch_own_augmented"),
                    concat!("enzyme_rs_", $vendor, "_launch_reverse"),
                ],
                [
                    concat!("enzyme_rs_", $vendor, "_launch_together_tangent"),
                    concat!("enzyme_rs_", $vendor, "_launch_together_augmented"),
                    concat!("enzyme_rs_", $vendor, "_launch_reverse"),
                ],
                [
                    concat!("enzyme_rs_", $vendor, "_launch_together_own_tangent"),
                    concat!("enzyme_rs_", $vendor, "_launch_together_own_augmented"),
                    concat!("enzyme_rs_", $vendor, "_launch_reverse"),
                ],
            ],
        }
    };
}

// Where `maxDynamicSharedSizeBytes` lies in `cudaFuncAttributes`, and in `hipFuncAttributes`.
static CUDA_LIBRARY: LazyLock<String> = LazyLock::new(|| {
    library(
        "cuda",
        ["cudaMallocHost", "cudaFreeHost", "44", CUDA_OWN, "i64"],
    )
});
static HIP_LIBRARY: LazyLock<String> = LazyLock::new(|| {
    library(
        "hip",
        ["hipMallocHost", "hipHostFree", "24", HIP_OWN, "i32"],
    )
});

/// What finds the memory that holds an address. Programs of CUDA do not link the library that has the function, but their own one finds it. And cooperative launches,
/// in which the vendors count the bytes of shared memory in numbers of different sizes.
const CUDA_OWN: &str = r#"
@enzyme_rs_cuda_range_name = linkonce_odr hidden constant [21 x i8] c"cuMemGetAddressRange\00"
declare i32 @cudaGetDriverEntryPoint(ptr, ptr, i64, ptr)
define weak_odr hidden i32 @enzyme_rs_cuda_address_range(ptr %begin, ptr %bytes, ptr %at) {
  %found = alloca ptr, align 8
  %said = alloca i32, align 4
  store ptr null, ptr %found, align 8
  %error = call i32 @cudaGetDriverEntryPoint(ptr @enzyme_rs_cuda_range_name, ptr %found, i64 0, ptr %said)
  %function = load ptr, ptr %found, align 8
  %none = icmp eq ptr %function, null
  br i1 %none, label %lacks, label %asks
lacks:
  ret i32 1
asks:
  %status = call i32 %function(ptr %begin, ptr %bytes, ptr %at)
  ret i32 %status
}
define weak_odr hidden i64 @enzyme_rs_cuda_shared(i64 %bytes) {
  ret i64 %bytes
}
define weak_odr hidden i32 @enzyme_rs_cuda_run_together(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, i64 %shared, ptr %stream) {
  %error = call i32 @cudaLaunchCooperativeKernel(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, i64 %shared, ptr %stream)
  ret i32 %error
}"#;
const HIP_OWN: &str = r#"
declare i32 @hipMemGetAddressRange(ptr, ptr, ptr)
define weak_odr hidden i32 @enzyme_rs_hip_address_range(ptr %begin, ptr %bytes, ptr %at) {
  %status = call i32 @hipMemGetAddressRange(ptr %begin, ptr %bytes, ptr %at)
  ret i32 %status
}
define weak_odr hidden i64 @enzyme_rs_hip_shared(i32 %bytes) {
  %wide = zext i32 %bytes to i64
  ret i64 %wide
}
define weak_odr hidden i32 @enzyme_rs_hip_run_together(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, i64 %shared, ptr %stream) {
  %bytes = trunc i64 %shared to i32
  %error = call i32 @hipLaunchCooperativeKernel(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, i32 %bytes, ptr %stream)
  ret i32 %error
}"#;

/// That of CUDA.
pub(crate) static CUDA: Host = host!(
    "cuda",
    2,
    &["", "_v2", "_ptds", "_ptsz", "_v2_ptsz"],
    "_ptsz",
    &CUDA_LIBRARY,
    &["cudaMallocHost", "cudaHostAlloc"],
    &["cudaFreeHost"]
);

/// That of HIP.
pub(crate) static HIP: Host = host!(
    "hip",
    4,
    &["", "_spt", "R0600"],
    "_spt",
    &HIP_LIBRARY,
    &[
        "hipHostMalloc",
        "hipHostAlloc",
        "hipMallocHost",
        "hipMemAllocHost"
    ],
    &["hipHostFree", "hipFreeHost"]
);

fn library(vendor: &str, others: [&str; 5]) -> String {
    let text = include_str!("host.ll").replace("VENDOR", vendor);
    let names = [
        "MALLOC_HOST",
        "FREE_HOST",
        "MOST_SHARED_AT",
        "OWN_FUNCTIONS",
        "TOGETHER_SHARED",
    ]
    .into_iter();
    names
        .zip(others)
        .fold(text, |text, (name, is)| text.replace(name, is))
}

/// What clang puts in front of a kernel's name for the function of the host that launches it, for both vendors.
const STUBS: &str = "__device_stub__";

/// Positions of `LaunchKernel`'s operands: the array of the arguments' addresses, and how many operands there are where blocks are handed over
/// in two words each.
const ARGUMENTS: u32 = 5;
const OPERANDS: u32 = 8;
/// What stands for the kernel, and the stream.
const HANDLES: [u32; 2] = [0, 7];

/// `cudaErrorMemoryAllocation`, `hipErrorOutOfMemory`.
const NO_MEMORY: i64 = 2;

/// A step that launches kernels may be run again from a checkpoint, with all that it says of launches and waits for.
const AGAIN: Effects = Effects::STATE.repeated(Again::Always);

impl Host {
    pub(crate) fn rule(&self) -> HostRule {
        let [begins, ends] = self.brackets;
        HostRule {
            vendor: self.vendor,
            copies: self.shadows.copy,
            launches: self.launches,
            configures: self.configures,
            stubs: STUBS,
            lacks: "enzyme_rs_gpu_lacks",
            registers: self.registers,
            variables: self.variables,
            entries: ("llvm_offload_entries", self.entries),
            tells: "enzyme_rs_gpu_kernel",
            begins,
            ends,
            again: self.again,
            prefix: self.prefix,
            library: self.library,
            headers: HEADERS,
        }
    }

    /// All versions of a function.
    fn each(&'static self, name: &str, what: CalleeKind) -> impl Iterator<Item = Entry> {
        let name = format!("{}{name}", self.vendor);
        let versions = self.versions.iter();
        versions.map(move |version| Entry::exact(format!("{name}{version}"), what.clone()))
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
        let inactive = CalleeKind::inactive(AGAIN);
        all.extend(
            INACTIVE
                .iter()
                .flat_map(|name| self.each(name, inactive.clone())),
        );
        all.extend(
            TELLING.iter().flat_map(|(name, words)| {
                self.each(name, CalleeKind::telling(Effects::STATE, words))
            }),
        );
        all.extend(ASKING.iter().flat_map(|(name, written, read)| {
            let written = written.iter().copied();
            let effects = written.fold(Effects::STATE, Effects::writing);
            let effects = read.iter().copied().fold(effects, Effects::reading);
            self.each(name, CalleeKind::inactive(effects))
        }));
        all.extend(self.exchanged());
        all.extend(self.of_symbols());
        all.extend(self.of_rows());
        let copies = COPIES.iter().map(|name| (name, MemorySource::Copy(1)));
        let fills = FILLS.iter().map(|name| (name, MemorySource::Byte(1)));
        all.extend(
            copies
                .chain(fills)
                .flat_map(|(name, from)| self.each(name, self.moves(from))),
        );
        all.extend(REFUSED.iter().map(|(name, construct, remedy)| {
            let what = CalleeKind::Refused(Refused {
                construct: Some(construct),
                ..(*remedy).into()
            });
            Entry::prefix(format!("{}{name}", self.vendor), what)
        }));
        all
    }

    /// Copies and fills of rows, row by row; memory for rows.
    fn of_rows(&'static self) -> impl Iterator<Item = Entry> {
        let all = OF_ROWS.iter();
        let each = all.flat_map(move |(name, one, operands, [width, height])| {
            let versions = self.versions.iter();
            versions.map(move |version| {
                let vendor = self.vendor;
                let rule = RowsRule {
                    calls: format!("{vendor}{one}{version}"),
                    operands,
                    width: *width,
                    height: *height,
                };
                let what = CalleeKind::Instead(Instead::Rows(rule));
                Entry::exact(format!("{vendor}{name}{version}"), what)
            })
        });
        let new = CalleeKind::Instead(Instead::StoredRows {
            symbol: self.malloc,
            of: OfRows {
                pitch: 1,
                width: 2,
                height: 3,
            },
            to: 0,
            failure: NO_MEMORY,
        });
        each.chain(self.each("MallocPitch", new))
    }

    /// Copies to variables of the device and from them, as copies where these lie.
    fn of_symbols(&'static self) -> impl Iterator<Item = Entry> {
        let all = OF_SYMBOLS.iter();
        all.flat_map(move |(name, place, copy)| {
            let versions = self.versions.iter();
            versions.map(move |version| {
                let vendor = self.vendor;
                let what = Instead::Within {
                    finds: self.symbol[usize::from(*place)],
                    place: *place,
                    offset: OFFSET,
                    calls: format!("{vendor}{copy}{version}"),
                };
                Entry::exact(
                    format!("{vendor}{name}{version}"),
                    CalleeKind::Instead(what),
                )
            })
        })
    }

    fn moves(&'static self, source: MemorySource) -> CalleeKind {
        CalleeKind::Memory(MemoryOp {
            dst: 0,
            source,
            len: 2,
            returns: MemoryReturn::Status,
            by: Some(&self.shadows),
        })
    }

    /// Memory of devices, and of the host for them, as the library's functions obtain and end it; what ends streams and events, which steps may use that run again.
    fn exchanged(&'static self) -> Vec<Entry> {
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
            ("MallocFromPoolAsync", self.malloc),
            ("ExtMallocWithFlags", self.malloc),
            ("MallocManaged", self.managed),
        ];
        let ends = |calls| {
            let gives = Some(0);
            CalleeKind::Instead(Instead::Calls { calls, gives })
        };
        let of_devices = of_devices.map(|(name, symbol)| self.each(name, stored(symbol)));
        let frees = ["Free", "FreeAsync"].map(|name| self.each(name, ends(self.frees)));
        let destroys = self.destroys.iter();
        let destroys = destroys.flat_map(|(name, calls)| self.each(name, ends(calls)));
        let pinned = self.pin.iter();
        let pinned = pinned.map(|name| Entry::exact(*name, stored(self.pinned)));
        let (unpins, calls) = self.unpins;
        let unpins = unpins.iter().map(|name| Entry::exact(*name, ends(calls)));
        let of_devices = of_devices.into_iter().flatten();
        let of_devices = of_devices.chain(frees.into_iter().flatten());
        of_devices
            .chain(pinned)
            .chain(unpins)
            .chain(destroys)
            .collect()
    }

    /// A launch: the library is told of the arguments and their shadows where they lie, and keeps what its reverse needs.
    fn launch([tangent, augmented, reverse]: [&'static str; 3]) -> Said {
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
            launch: Some(Launch::Listed {
                function: HANDLES[0],
                arguments: ARGUMENTS,
            }),
        };
        Said::Custom(Custom::Rule(Box::new(rule)))
    }

    pub(crate) fn said(&self) -> Vec<(Symbols, Said)> {
        let memory = self
            .memory()
            .map(|entry| (entry.matcher.clone(), Said::Known(entry)));
        let launches = self.launches.iter().zip(self.launch);
        let launches =
            launches.map(|(name, calls)| (Symbols::Exact((*name).into()), Self::launch(calls)));
        // Of a derivative within a function that is differentiated again.
        let brackets = self.brackets.into_iter();
        let destroys = self.destroys.iter().flat_map(|(_, calls)| *calls);
        let inactive = brackets.chain(destroys.map(|(name, _)| *name)).map(|name| {
            let entry = Entry::exact(name, CalleeKind::inactive(AGAIN));
            (entry.matcher.clone(), Said::Known(entry))
        });
        let [to, from, shadow] = self.symbol;
        let symbol = [to, from].map(|finds| {
            let entry = Entry::exact(finds, CalleeKind::standing_for(AGAIN, 0, shadow));
            (entry.matcher.clone(), Said::Known(entry))
        });
        let all = memory.chain(launches).chain(inactive);
        all.chain(symbol).collect()
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
