//! The functions that CUDA and HIP both have, under the names of both.
//!
//! Owns: names and parameters. Must not: do anything itself.

use crate::attributes;
use crate::copies::{self, Shape, copy, copy_rows, fill, fill_rows};
use crate::devices::{self, memory};
use crate::errors::{Error, ended, is_lost, reset};
use crate::launches::{self, Configuration, Dimensions};
use crate::memory::{Kind, obtained, released};
use crate::modules;
use crate::pointers::{put, put_or};
use crate::streams::{self, Handle};
use enzyme_rs_emulator::{enzyme_rs_emulator_launch, enzyme_rs_emulator_launch_together};
use std::ffi::{c_char, c_int, c_uint, c_ulonglong, c_void};

type Address = *mut c_void;
type Source = *const c_void;
/// Where memory that is handed out is stored.
type Place = *mut *mut c_void;

/// A C function that gives an error.
macro_rules! call {
    (#[$doc:meta] $name:ident ($($argument:ident: $type:ty),*) $body:block) => {
        #[$doc]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($argument: $type),*) -> c_int {
            let run = || -> Error { $body };
            ended(if is_lost() { Error::SUCCESS } else { run() })
        }
    };
}

/// C functions under several names; parameters that have no meaning here begin with a line.
macro_rules! calls {
    ($(#[$doc:meta] [$($name:ident),+] $arguments:tt $body:block)*) => {
        $($(call! { #[$doc] $name $arguments $body })+)*
    };
}

calls! {
    /// Memory of the device.
    [cudaMalloc, hipMalloc](to: Place, bytes: usize) { put_or(to, obtained(bytes, Kind::Device)) }
    /// The same, in a stream.
    [cudaMallocAsync, cudaMallocAsync_ptsz, hipMallocAsync](to: Place, bytes: usize, stream: Handle) {
        put_or(to, streams::then(stream, || obtained(bytes, Kind::Device)))
    }
    /// Memory of the device, of a kind that has no meaning here.
    [hipExtMallocWithFlags](to: Place, bytes: usize, _flags: c_uint) { put_or(to, obtained(bytes, Kind::Device)) }
    /// Memory that both sides use.
    [cudaMallocManaged, hipMallocManaged](to: Place, bytes: usize, _flags: c_uint) {
        put_or(to, obtained(bytes, Kind::Managed))
    }
    /// The memory that holds an address.
    [cuMemGetAddressRange_v2, hipMemGetAddressRange](begin: Place, bytes: *mut usize, at: Address) {
        attributes::range(begin, bytes, at)
    }
    /// A function of the driver, which programs do not link.
    [cudaGetDriverEntryPoint, cudaGetDriverEntryPoint_ptsz](name: *const c_char, to: Place, _flags: c_ulonglong, said: *mut c_int) {
        attributes::driver_function(name, to, said)
    }
    /// Rows of memory of the device.
    [cudaMallocPitch, hipMallocPitch](to: Place, pitch: *mut usize, width: usize, height: usize) {
        let row = width.next_multiple_of(512);
        match row.checked_mul(height) {
            Some(bytes) => put_or(to, obtained(bytes, Kind::Device)).and(|| put(pitch, row)),
            None => Error::MEMORY,
        }
    }
    /// Memory of the host that the device may use.
    [cudaMallocHost, hipMallocHost, hipMemAllocHost](to: Place, bytes: usize) { put_or(to, obtained(bytes, Kind::Host)) }
    /// The same.
    [cudaHostAlloc, hipHostAlloc, hipHostMalloc](to: Place, bytes: usize, _flags: c_uint) {
        put_or(to, obtained(bytes, Kind::Host))
    }
    /// Gives memory of the device back.
    [cudaFree, hipFree](pointer: Address) { released(pointer) }
    /// The same, in a stream.
    [cudaFreeAsync, cudaFreeAsync_ptsz, hipFreeAsync](pointer: Address, stream: Handle) { streams::known(stream).and(|| released(pointer)) }
    /// Gives memory of the host back.
    [cudaFreeHost, hipHostFree, hipFreeHost](pointer: Address) { released(pointer) }
    /// The device may use the program's own memory.
    [cudaHostRegister, hipHostRegister](_pointer: Address, _bytes: usize, _flags: c_uint) { Error::SUCCESS }
    /// No more.
    [cudaHostUnregister, hipHostUnregister](_pointer: Address) { Error::SUCCESS }
    /// The address that the device has for memory of the host: the same.
    [cudaHostGetDevicePointer, hipHostGetDevicePointer](to: Place, pointer: Address, _flags: c_uint) { put(to, pointer) }
    /// Free memory, and all there is.
    [cudaMemGetInfo, hipMemGetInfo](free: *mut usize, all: *mut usize) {
        let (whole, rest) = memory();
        put(free, rest).and(|| put(all, whole))
    }
    /// A hint.
    [cudaMemPrefetchAsync, cudaMemPrefetchAsync_ptsz, hipMemPrefetchAsync](_pointer: Source, _bytes: usize, _device: c_int, stream: Handle) {
        streams::known(stream)
    }
    /// A hint.
    [cudaMemAdvise, hipMemAdvise](_pointer: Source, _bytes: usize, _advice: c_int, device: c_int) {
        devices::known(device)
    }

    /// Copies.
    [cudaMemcpy, cudaMemcpy_ptds, hipMemcpy, hipMemcpy_spt](to: Address, from: Source, bytes: usize, _direction: c_int) { copy(to, from, bytes) }
    /// Copies, in a stream.
    [cudaMemcpyAsync, cudaMemcpyAsync_ptsz, hipMemcpyAsync, hipMemcpyAsync_spt, hipMemcpyWithStream](
        to: Address, from: Source, bytes: usize, _direction: c_int, stream: Handle
    ) {
        streams::known(stream).and(|| copy(to, from, bytes))
    }
    /// Copies whose names say the direction.
    [hipMemcpyHtoD, hipMemcpyDtoH, hipMemcpyDtoD](to: Address, from: Source, bytes: usize) { copy(to, from, bytes) }
    /// The same, in a stream.
    [hipMemcpyHtoDAsync, hipMemcpyDtoHAsync, hipMemcpyDtoDAsync](
        to: Address, from: Source, bytes: usize, stream: Handle
    ) {
        streams::known(stream).and(|| copy(to, from, bytes))
    }
    /// Copies a rectangle.
    [cudaMemcpy2D, cudaMemcpy2D_ptds, hipMemcpy2D, hipMemcpy2D_spt](
        to: Address, to_pitch: usize, from: Source, from_pitch: usize, width: usize, height: usize, _direction: c_int
    ) {
        copy_rows((to, to_pitch), (from, from_pitch), Shape { width, height })
    }
    /// The same, in a stream.
    [cudaMemcpy2DAsync, cudaMemcpy2DAsync_ptsz, hipMemcpy2DAsync, hipMemcpy2DAsync_spt](
        to: Address, to_pitch: usize, from: Source, from_pitch: usize, width: usize, height: usize, _direction: c_int,
        stream: Handle
    ) {
        streams::known(stream).and(|| copy_rows((to, to_pitch), (from, from_pitch), Shape { width, height }))
    }
    /// Copies to a variable of the device.
    [cudaMemcpyToSymbol, cudaMemcpyToSymbol_ptds, hipMemcpyToSymbol, hipMemcpyToSymbol_spt](
        symbol: Source, from: Source, bytes: usize, offset: usize, _direction: c_int
    ) {
        copies::to_symbol(symbol, from, bytes, offset)
    }
    /// The same, in a stream.
    [cudaMemcpyToSymbolAsync, cudaMemcpyToSymbolAsync_ptsz, hipMemcpyToSymbolAsync, hipMemcpyToSymbolAsync_spt](
        symbol: Source, from: Source, bytes: usize, offset: usize, _direction: c_int, stream: Handle
    ) {
        streams::known(stream).and(|| copies::to_symbol(symbol, from, bytes, offset))
    }
    /// Copies from a variable of the device.
    [cudaMemcpyFromSymbol, cudaMemcpyFromSymbol_ptds, hipMemcpyFromSymbol, hipMemcpyFromSymbol_spt](
        to: Address, symbol: Source, bytes: usize, offset: usize, _direction: c_int
    ) {
        copies::from_symbol(to, symbol, bytes, offset)
    }
    /// The same, in a stream.
    [cudaMemcpyFromSymbolAsync, cudaMemcpyFromSymbolAsync_ptsz, hipMemcpyFromSymbolAsync, hipMemcpyFromSymbolAsync_spt](
        to: Address, symbol: Source, bytes: usize, offset: usize, _direction: c_int, stream: Handle
    ) {
        streams::known(stream).and(|| copies::from_symbol(to, symbol, bytes, offset))
    }
    /// Where a variable of the device lies.
    [cudaGetSymbolAddress, hipGetSymbolAddress](to: Place, symbol: Source) { modules::address(to, symbol) }
    /// Its size.
    [cudaGetSymbolSize, hipGetSymbolSize](to: *mut usize, symbol: Source) { modules::size(to, symbol) }
    /// Fills with a byte.
    [cudaMemset, cudaMemset_ptds, hipMemset, hipMemset_spt](to: Address, value: c_int, bytes: usize) { fill(to, value, bytes) }
    /// The same, in a stream.
    [cudaMemsetAsync, cudaMemsetAsync_ptsz, hipMemsetAsync, hipMemsetAsync_spt](to: Address, value: c_int, bytes: usize, stream: Handle) {
        streams::known(stream).and(|| fill(to, value, bytes))
    }
    /// Fills a rectangle.
    [cudaMemset2D, cudaMemset2D_ptds, hipMemset2D, hipMemset2D_spt](to: Address, pitch: usize, value: c_int, width: usize, height: usize) {
        fill_rows(to, pitch, value, Shape { width, height })
    }
    /// The same, in a stream.
    [cudaMemset2DAsync, cudaMemset2DAsync_ptsz, hipMemset2DAsync, hipMemset2DAsync_spt](
        to: Address, pitch: usize, value: c_int, width: usize, height: usize, stream: Handle
    ) {
        streams::known(stream).and(|| fill_rows(to, pitch, value, Shape { width, height }))
    }

    /// A stream.
    [cudaStreamCreate, hipStreamCreate](to: *mut Handle) { streams::created(to) }
    /// A stream.
    [cudaStreamCreateWithFlags, hipStreamCreateWithFlags](to: *mut Handle, _flags: c_uint) { streams::created(to) }
    /// A stream.
    [cudaStreamCreateWithPriority, hipStreamCreateWithPriority](to: *mut Handle, _flags: c_uint, _priority: c_int) {
        streams::created(to)
    }
    /// It is not used any more.
    [cudaStreamDestroy, hipStreamDestroy](stream: Handle) { streams::destroyed(stream) }
    /// All is done.
    [cudaStreamSynchronize, cudaStreamSynchronize_ptsz, hipStreamSynchronize, hipStreamSynchronize_spt, cudaStreamQuery, cudaStreamQuery_ptsz, hipStreamQuery, hipStreamQuery_spt](stream: Handle) { streams::known(stream) }
    /// What comes in the stream waits for an event that is over.
    [cudaStreamWaitEvent, cudaStreamWaitEvent_ptsz, hipStreamWaitEvent, hipStreamWaitEvent_spt](stream: Handle, event: Handle, _flags: c_uint) {
        streams::known(stream).and(|| streams::known(event))
    }
    /// A function of the host, in a stream.
    [cudaLaunchHostFunc, cudaLaunchHostFunc_ptsz, hipLaunchHostFunc, hipLaunchHostFunc_spt](stream: Handle, run: extern "C" fn(*mut c_void), data: *mut c_void) {
        streams::known(stream).and(|| {
            run(data);
            Error::SUCCESS
        })
    }
    /// An event.
    [cudaEventCreate, hipEventCreate](to: *mut Handle) { streams::created(to) }
    /// An event.
    [cudaEventCreateWithFlags, hipEventCreateWithFlags](to: *mut Handle, _flags: c_uint) { streams::created(to) }
    /// It is not used any more.
    [cudaEventDestroy, hipEventDestroy](event: Handle) { streams::destroyed(event) }
    /// It happens.
    [cudaEventRecord, cudaEventRecord_ptsz, hipEventRecord, hipEventRecord_spt](event: Handle, stream: Handle) {
        streams::known(stream).and(|| streams::recorded(event))
    }
    /// The same with flags.
    [cudaEventRecordWithFlags, cudaEventRecordWithFlags_ptsz, hipEventRecordWithFlags](
        event: Handle, stream: Handle, _flags: c_uint
    ) {
        streams::known(stream).and(|| streams::recorded(event))
    }
    /// It is over.
    [cudaEventSynchronize, hipEventSynchronize, cudaEventQuery, hipEventQuery](event: Handle) { streams::known(event) }
    /// Milliseconds between two.
    [cudaEventElapsedTime, cudaEventElapsedTime_v2, hipEventElapsedTime](to: *mut f32, from: Handle, until: Handle) {
        streams::elapsed(to, from, until)
    }

    /// One device.
    [cudaGetDeviceCount, hipGetDeviceCount](to: *mut c_int) { put(to, 1) }
    /// Its number.
    [cudaGetDevice, hipGetDevice](to: *mut c_int) { put(to, 0) }
    /// That one.
    [cudaSetDevice, hipSetDevice](device: c_int) { devices::known(device) }
    /// All is done.
    [cudaDeviceSynchronize, hipDeviceSynchronize]() { Error::SUCCESS }
    /// The version of the library: CUDA 12.9, HIP 6.4.
    [cudaRuntimeGetVersion, cudaDriverGetVersion](to: *mut c_int) { put(to, 12_090) }
    /// The version of the library.
    [hipRuntimeGetVersion, hipDriverGetVersion](to: *mut c_int) { put(to, 60_400_000) }
    /// No other device.
    [cudaDeviceCanAccessPeer, hipDeviceCanAccessPeer](to: *mut c_int, _device: c_int, _peer: c_int) { put(to, 0) }
    /// A hint.
    [cudaDeviceSetCacheConfig, hipDeviceSetCacheConfig](_preferred: c_int) { Error::SUCCESS }
    /// How threads wait.
    [cudaSetDeviceFlags, hipSetDeviceFlags](_flags: c_uint) { Error::SUCCESS }
    /// The same.
    [cudaGetDeviceFlags, hipGetDeviceFlags](to: *mut c_uint) { put(to, 0) }
    /// A hint.
    [cudaFuncSetCacheConfig, hipFuncSetCacheConfig](_function: Source, _preferred: c_int) { Error::SUCCESS }
    /// More shared memory; anything else is a hint.
    [cudaFuncSetAttribute, hipFuncSetAttribute](function: Source, attribute: c_int, value: c_int) {
        attributes::set(function, attribute, value)
    }
    /// A limit of the device, which it does not have.
    [cudaDeviceSetLimit, hipDeviceSetLimit](_limit: c_int, _value: usize) { Error::SUCCESS }
    /// Streams have no priorities.
    [cudaDeviceGetStreamPriorityRange, hipDeviceGetStreamPriorityRange](least: *mut c_int, greatest: *mut c_int) {
        put(least, 0).and(|| put(greatest, 0))
    }
    /// Blocks that run at the same time.
    [cudaOccupancyMaxActiveBlocksPerMultiprocessor, hipOccupancyMaxActiveBlocksPerMultiprocessor](
        to: *mut c_int, _function: Source, threads: c_int, _shared: usize
    ) {
        devices::resident(to, threads)
    }

    /// Blocks that run at the same time.
    [cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags](
        to: *mut c_int, _function: Source, threads: c_int, _shared: usize, _flags: c_uint
    ) {
        devices::resident(to, threads)
    }

    /// The driver's name for all that a program has on the device: there is one, whatever the stream.
    [cuStreamGetCtx, cuStreamGetCtx_ptsz](stream: Handle, to: Place) { streams::known(stream).and(|| put(to, devices::context())) }
    /// The same.
    [cuCtxGetCurrent](to: Place) { put(to, devices::context()) }
    /// That one.
    [cuCtxPushCurrent_v2, cuCtxSetCurrent](context: Address) { devices::is_context(context) }
    /// That one again.
    [cuCtxPopCurrent_v2](to: Place) { put(to, devices::context()) }
    /// Its device.
    [cuCtxGetDevice](to: *mut c_int) { put(to, 0) }

    /// What stands between `<<<` and `>>>`.
    [__cudaPopCallConfiguration, __hipPopCallConfiguration](
        grid: *mut Dimensions, block: *mut Dimensions, shared: *mut usize, stream: *mut Handle
    ) {
        launches::pop(grid, block, shared, stream)
    }
    /// Runs a kernel.
    [cudaLaunchKernel, cudaLaunchKernel_ptsz, hipLaunchKernel, hipLaunchKernel_spt](
        function: Source, grid: Dimensions, block: Dimensions, arguments: *const Source, shared: usize, stream: Handle
    ) {
        let configuration = Configuration { grid, block, shared, stream };
        streams::known(stream).and(|| launches::launch((function, enzyme_rs_emulator_launch), configuration, arguments))
    }
    /// Runs a kernel whose blocks meet.
    [cudaLaunchCooperativeKernel, cudaLaunchCooperativeKernel_ptsz](
        function: Source, grid: Dimensions, block: Dimensions, arguments: *const Source, shared: usize, stream: Handle
    ) {
        let configuration = Configuration { grid, block, shared, stream };
        streams::known(stream).and(|| launches::launch((function, enzyme_rs_emulator_launch_together), configuration, arguments))
    }
    /// The same, whose shared memory has fewer bits.
    [hipLaunchCooperativeKernel, hipLaunchCooperativeKernel_spt](
        function: Source, grid: Dimensions, block: Dimensions, arguments: *const Source, shared: c_uint, stream: Handle
    ) {
        let configuration = Configuration { grid, block, shared: shared as usize, stream };
        streams::known(stream).and(|| launches::launch((function, enzyme_rs_emulator_launch_together), configuration, arguments))
    }
}

/// Before the arguments of a call with `<<<…>>>` are computed; 0: the call is made.
macro_rules! pushes {
    ($($name:ident)*) => {$(
        /// What stands between `<<<` and `>>>`.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(grid: Dimensions, block: Dimensions, shared: usize, stream: Handle) -> c_uint {
            launches::push(Configuration { grid, block, shared, stream });
            0
        }
    )*};
}

pushes! { __cudaPushCallConfiguration __hipPushCallConfiguration }

/// The device is as new, but for its memory.
macro_rules! resets {
    ($($name:ident)*) => {$(
        /// The device is as new, but for its memory.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> c_int {
            reset();
            0
        }
    )*};
}

resets! { cudaDeviceReset hipDeviceReset }
