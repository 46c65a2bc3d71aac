//! Functions of CUDA and HIP on the host by what they are to a derivative, without the beginning of their names.
//!
//! Owns: these rows. Must not: say what becomes of them.

use enzyme_rules::RowOperand;

/// What has to do with devices and streams, and no number of the program. Advice on memory, and where it is to be, changes nothing in it.
pub(super) const INACTIVE: &[&str] = &[
    "CtxResetPersistingL2Cache",
    "DeviceDisablePeerAccess",
    "DeviceEnablePeerAccess",
    "DeviceSetCacheConfig",
    "DeviceSetLimit",
    "DeviceSetMemPool",
    "DeviceSetSharedMemConfig",
    "DeviceSynchronize",
    "EventQuery",
    "EventRecord",
    "EventRecordWithFlags",
    "EventSynchronize",
    "FuncSetSharedMemConfig",
    "GetErrorName",
    "GetErrorString",
    "GetLastError",
    "HostRegister",
    "HostUnregister",
    "Init",
    "InitDevice",
    "MemAdvise",
    "MemPoolDestroy",
    "MemPoolTrimTo",
    "MemPrefetchAsync",
    "PeekAtLastError",
    "ProfilerStart",
    "ProfilerStop",
    "SetDevice",
    "SetDeviceFlags",
    "StreamAttachMemAsync",
    "StreamCopyAttributes",
    "StreamQuery",
    "StreamSynchronize",
    "StreamWaitEvent",
    "ThreadSynchronize",
];

/// Bytes of integers, and of what stands for a stream or an event.
const INT: u8 = 4;
const LONG: u8 = 8;
const HANDLE: u8 = 8;

/// The same of functions that write so many bytes where an operand points.
pub(super) const TELLING: &[(&str, &[(u8, u8)])] = &[
    ("DeviceCanAccessPeer", &[(0, INT)]),
    ("DeviceComputeCapability", &[(0, INT), (1, INT)]),
    ("DeviceGet", &[(0, INT)]),
    ("DeviceGetAttribute", &[(0, INT)]),
    ("DeviceGetCacheConfig", &[(0, INT)]),
    ("DeviceGetDefaultMemPool", &[(0, HANDLE)]),
    ("DeviceGetLimit", &[(0, LONG)]),
    ("DeviceGetMemPool", &[(0, HANDLE)]),
    ("DeviceGetP2PAttribute", &[(0, INT)]),
    ("DeviceGetSharedMemConfig", &[(0, INT)]),
    ("DeviceGetStreamPriorityRange", &[(0, INT), (1, INT)]),
    ("DeviceTotalMem", &[(0, LONG)]),
    ("DriverGetVersion", &[(0, INT)]),
    ("EventCreate", &[(0, HANDLE)]),
    ("EventCreateWithFlags", &[(0, HANDLE)]),
    ("EventElapsedTime", &[(0, 4)]),
    ("GetDevice", &[(0, INT)]),
    ("GetDeviceCount", &[(0, INT)]),
    ("GetDeviceFlags", &[(0, INT)]),
    ("GetSymbolSize", &[(0, LONG)]),
    ("HostGetFlags", &[(0, INT)]),
    ("MemGetInfo", &[(0, LONG), (1, LONG)]),
    ("OccupancyAvailableDynamicSMemPerBlock", &[(0, LONG)]),
    ("OccupancyMaxActiveBlocksPerMultiprocessor", &[(0, INT)]),
    (
        "OccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
        &[(0, INT)],
    ),
    ("OccupancyMaxPotentialBlockSize", &[(0, INT), (1, INT)]),
    ("RuntimeGetVersion", &[(0, INT)]),
    ("StreamCreate", &[(0, HANDLE)]),
    ("StreamCreateWithFlags", &[(0, HANDLE)]),
    ("StreamCreateWithPriority", &[(0, HANDLE)]),
    ("StreamGetDevice", &[(1, INT)]),
    ("StreamGetFlags", &[(1, INT)]),
    ("StreamGetId", &[(1, LONG)]),
    ("StreamGetPriority", &[(1, INT)]),
    ("StreamIsCapturing", &[(1, INT)]),
];

/// The same of functions that write whatever it is, and read what the program asks for, in which there are no numbers of a derivative.
pub(super) const ASKING: &[(&str, &[u8], &[u8])] = &[
    ("ChooseDevice", &[0], &[1]),
    ("DeviceGetByPCIBusId", &[0], &[1]),
    ("DeviceGetName", &[0], &[]),
    ("DeviceGetPCIBusId", &[0], &[]),
    ("FuncGetAttributes", &[0], &[]),
    ("FuncSetAttribute", &[], &[]),
    ("FuncSetCacheConfig", &[], &[]),
    ("GetDeviceProperties", &[0], &[]),
    ("MemPoolCreate", &[0], &[1]),
    ("MemPoolGetAttribute", &[2], &[]),
    ("MemPoolSetAccess", &[], &[1]),
    ("MemPoolSetAttribute", &[], &[2]),
    ("StreamSetAttribute", &[], &[2]),
];

/// Copies: target, source and bytes come first.
pub(super) const COPIES: &[&str] = &[
    "Memcpy",
    "MemcpyAsync",
    "MemcpyDtoD",
    "MemcpyDtoDAsync",
    "MemcpyDtoH",
    "MemcpyDtoHAsync",
    "MemcpyHtoD",
    "MemcpyHtoDAsync",
    "MemcpyWithStream",
];

/// Where rows begin that are written, and that are read, and their distances; then what a row is copied with.
const ROW: RowOperand = RowOperand::Row { place: 0, pitch: 1 };
const COPY_OF_ROWS: &[RowOperand] = &[
    ROW,
    RowOperand::Row { place: 2, pitch: 3 },
    RowOperand::Width,
    RowOperand::Same(6),
    RowOperand::Same(7),
];
const FILL_OF_ROWS: &[RowOperand] = &[
    ROW,
    RowOperand::Same(2),
    RowOperand::Width,
    RowOperand::Same(5),
];

/// What is done with rows, by what is done with one; the operands of the width and the height.
pub(super) const OF_ROWS: &[(&str, &str, &[RowOperand], [u8; 2])] = &[
    ("Memcpy2D", "Memcpy", COPY_OF_ROWS.split_at(4).0, [4, 5]),
    ("Memcpy2DAsync", "MemcpyAsync", COPY_OF_ROWS, [4, 5]),
    ("Memset2D", "Memset", FILL_OF_ROWS.split_at(3).0, [3, 4]),
    ("Memset2DAsync", "MemsetAsync", FILL_OF_ROWS, [3, 4]),
];

pub(super) const FILLS: &[&str] = &["Memset", "MemsetAsync"];

/// Copies to variables of the device, and from them: where the variable stands, and the copy that does the same where the variable lies. The offset in it is the fourth
/// operand.
pub(super) const OF_SYMBOLS: &[(&str, u8, &str)] = &[
    ("MemcpyToSymbol", TO, "Memcpy"),
    ("MemcpyToSymbolAsync", TO, "MemcpyAsync"),
    ("MemcpyFromSymbol", FROM, "Memcpy"),
    ("MemcpyFromSymbolAsync", FROM, "MemcpyAsync"),
];
const TO: u8 = 0;
const FROM: u8 = 1;
pub(super) const OFFSET: u8 = 3;

/// Without a derivative, and what to do.
pub(super) const REFUSED: &[(&str, &str, &str)] = &[
    (
        "Memcpy2D",
        "a copy of rows to or from memory of textures",
        "use plain memory",
    ),
    (
        "Memcpy3D",
        "a copy of a box",
        "copy rows (`Memcpy2D`), or let a kernel copy them",
    ),
    (
        "MemcpyPeer",
        "a copy between devices by their numbers",
        "use `Memcpy` with the kind `Default`",
    ),
    ("MallocArray", "memory of textures", "use plain memory"),
    ("Malloc3D", "memory in rows", "obtain it as a whole"),
    ("Memset3D", "rows that are set", "let a kernel set them"),
    (
        "MemcpyBatchAsync",
        "a list of copies",
        "copy the arrays one by one",
    ),
    ("MemcpyToArray", "memory of textures", "use plain memory"),
    ("MemcpyFromArray", "memory of textures", "use plain memory"),
    (
        "HostGetDevicePointer",
        "another address of memory of the host",
        "hand kernels the address that the host has, which devices have as well",
    ),
    (
        "PointerGetAttributes",
        "other addresses of memory",
        "ask outside of the differentiated function",
    ),
    (
        "GetSymbolAddress",
        "the address of a variable of the device",
        "hand the kernel a pointer to memory of the device",
    ),
    (
        "DeviceReset",
        "the end of all that a device has",
        "call it behind the derivative",
    ),
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
        "LaunchCooperativeKernelMultiDevice",
        "a cooperative launch on several devices",
        "launch the kernel on one device, or on each by itself",
    ),
    (
        "LaunchKernelEx",
        "a launch with attributes",
        "launch the kernel with `<<<…>>>`",
    ),
    (
        "ExtLaunch",
        "a launch with attributes",
        "launch the kernel with `<<<…>>>`",
    ),
    (
        "ModuleLaunch",
        "a launch of a kernel that was loaded by its name",
        "launch the kernel with `<<<…>>>`",
    ),
    (
        "StreamAddCallback",
        "a function of the host in a stream",
        "call it where the stream has been waited for",
    ),
    (
        "LaunchHostFunc",
        "a function of the host in a stream",
        "call it where the stream has been waited for",
    ),
];
