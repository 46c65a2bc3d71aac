; What differentiated code of a host calls: the run-time library `enzyme_rs_gpu`, which is given the functions of the vendor's library that it needs.
; VENDOR stands for the beginning of their names, and what else is written in capitals for what differs between vendors.

@enzyme_rs_VENDOR_functions = linkonce_odr hidden constant [20 x ptr] [
  ptr @VENDORMalloc, ptr @VENDORFree, ptr @VENDORMallocManaged, ptr @MALLOC_HOST, ptr @FREE_HOST,
  ptr @VENDORMemcpy, ptr @VENDORMemset, ptr @VENDORDeviceSynchronize, ptr @VENDORLaunchKernel, ptr @VENDORGetDevice,
  ptr @VENDORSetDevice, ptr @VENDORGetLastError, ptr @VENDORPeekAtLastError, ptr @VENDORGetErrorString,
  ptr @enzyme_rs_VENDOR_most_shared, ptr @VENDORFuncSetAttribute,
  ptr @VENDORGetSymbolAddress, ptr @VENDORGetSymbolSize, ptr @enzyme_rs_VENDOR_address_range, ptr @enzyme_rs_VENDOR_run_together]

declare i32 @VENDORMalloc(ptr, i64)
declare i32 @VENDORFree(ptr)
declare i32 @VENDORMallocManaged(ptr, i64, i32)
declare i32 @MALLOC_HOST(ptr, i64)
declare i32 @FREE_HOST(ptr)
declare i32 @VENDORMemcpy(ptr, ptr, i64, i32)
declare i32 @VENDORMemset(ptr, i32, i64)
declare i32 @VENDORDeviceSynchronize()
declare i32 @VENDORLaunchKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)
declare i32 @VENDORLaunchCooperativeKernel(ptr, i64, i32, i64, i32, ptr, TOGETHER_SHARED, ptr)
declare i32 @VENDORGetDevice(ptr)
declare i32 @VENDORSetDevice(i32)
declare i32 @VENDORGetLastError()
declare i32 @VENDORPeekAtLastError()
declare ptr @VENDORGetErrorString(i32)
declare i32 @VENDORFuncGetAttributes(ptr, ptr)
declare i32 @VENDORFuncSetAttribute(ptr, i32, i32)
declare i32 @VENDORGetSymbolAddress(ptr, ptr)
declare i32 @VENDORGetSymbolSize(ptr, ptr)

declare i32 @VENDORStreamDestroy(ptr)
declare i32 @VENDOREventDestroy(ptr)

declare i64 @enzyme_rs_gpu_begin(ptr)
declare void @enzyme_rs_gpu_end(i64)
declare ptr @enzyme_rs_gpu_obtain(ptr, i32, i64)
declare void @enzyme_rs_gpu_release(ptr, i32, ptr)
declare ptr @enzyme_rs_gpu_symbol(ptr, ptr, i32)
declare void @enzyme_rs_gpu_again(i32)
declare void @enzyme_rs_gpu_destroy(ptr, ptr)
declare ptr @enzyme_rs_gpu_symbol_shadow(ptr, ptr)
declare void @enzyme_rs_gpu_copy(ptr, ptr, ptr, i64)
declare void @enzyme_rs_gpu_accumulate(ptr, ptr, ptr, i64, i64, ptr)
declare void @enzyme_rs_gpu_clear(ptr, ptr, i64)
declare void @enzyme_rs_gpu_spent(ptr, ptr, i64, ptr)
declare i32 @enzyme_rs_gpu_tangent(ptr, ptr, ptr, ptr)
declare i32 @enzyme_rs_gpu_augmented(ptr, ptr, ptr, ptr, ptr)
declare void @enzyme_rs_gpu_reverse(ptr)

OWN_FUNCTIONS

; Of a kernel: the most shared memory that its launches may ask for.
define weak_odr hidden i32 @enzyme_rs_VENDOR_most_shared(ptr %to, ptr %kernel) {
  ; Larger than the structure of any version.
  %attributes = alloca [1024 x i8], align 8
  %error = call i32 @VENDORFuncGetAttributes(ptr %attributes, ptr %kernel)
  %at = getelementptr i8, ptr %attributes, i64 MOST_SHARED_AT
  %most = load i32, ptr %at, align 4
  store i32 %most, ptr %to, align 4
  ret i32 %error
}

; Never in line: the library looks where the stack is, and the distance is always the same then.
define weak_odr hidden i64 @enzyme_rs_VENDOR_begin(ptr %hook) noinline {
  %depth = call i64 @enzyme_rs_gpu_begin(ptr %hook)
  ret i64 %depth
}

define weak_odr hidden void @enzyme_rs_VENDOR_end(i64 %depth) {
  call void @enzyme_rs_gpu_end(i64 %depth)
  ret void
}

define weak_odr hidden ptr @enzyme_rs_VENDOR_malloc(i64 %bytes) {
  %made = call ptr @enzyme_rs_gpu_obtain(ptr @enzyme_rs_VENDOR_functions, i32 0, i64 %bytes)
  ret ptr %made
}

define weak_odr hidden void @enzyme_rs_VENDOR_free(ptr %memory) {
  call void @enzyme_rs_gpu_release(ptr @enzyme_rs_VENDOR_functions, i32 0, ptr %memory)
  ret void
}

define weak_odr hidden ptr @enzyme_rs_VENDOR_managed(i64 %bytes) {
  %made = call ptr @enzyme_rs_gpu_obtain(ptr @enzyme_rs_VENDOR_functions, i32 1, i64 %bytes)
  ret ptr %made
}

define weak_odr hidden ptr @enzyme_rs_VENDOR_pinned(i64 %bytes) {
  %made = call ptr @enzyme_rs_gpu_obtain(ptr @enzyme_rs_VENDOR_functions, i32 2, i64 %bytes)
  ret ptr %made
}

define weak_odr hidden void @enzyme_rs_VENDOR_unpin(ptr %memory) {
  call void @enzyme_rs_gpu_release(ptr @enzyme_rs_VENDOR_functions, i32 2, ptr %memory)
  ret void
}

define weak_odr hidden void @enzyme_rs_VENDOR_destroy_stream(ptr %stream) {
  call void @enzyme_rs_gpu_destroy(ptr @VENDORStreamDestroy, ptr %stream)
  ret void
}

define weak_odr hidden void @enzyme_rs_VENDOR_destroy_event(ptr %event) {
  call void @enzyme_rs_gpu_destroy(ptr @VENDOREventDestroy, ptr %event)
  ret void
}

define weak_odr hidden ptr @enzyme_rs_VENDOR_symbol(ptr %symbol) {
  %at = call ptr @enzyme_rs_gpu_symbol(ptr @enzyme_rs_VENDOR_functions, ptr %symbol, i32 0)
  ret ptr %at
}

define weak_odr hidden ptr @enzyme_rs_VENDOR_symbol_to_write(ptr %symbol) {
  %at = call ptr @enzyme_rs_gpu_symbol(ptr @enzyme_rs_VENDOR_functions, ptr %symbol, i32 1)
  ret ptr %at
}

define weak_odr hidden void @enzyme_rs_VENDOR_again(i32 %what) {
  call void @enzyme_rs_gpu_again(i32 %what)
  ret void
}

define weak_odr hidden ptr @enzyme_rs_VENDOR_symbol_shadow(ptr %symbol) {
  %at = call ptr @enzyme_rs_gpu_symbol_shadow(ptr @enzyme_rs_VENDOR_functions, ptr %symbol)
  ret ptr %at
}

define weak_odr hidden void @enzyme_rs_VENDOR_copy(ptr %to, ptr %from, i64 %bytes) {
  call void @enzyme_rs_gpu_copy(ptr @enzyme_rs_VENDOR_functions, ptr %to, ptr %from, i64 %bytes)
  ret void
}

define weak_odr hidden void @enzyme_rs_VENDOR_accumulate(ptr %to, ptr %from, i64 %bytes, i64 %each, ptr %place) {
  call void @enzyme_rs_gpu_accumulate(ptr @enzyme_rs_VENDOR_functions, ptr %to, ptr %from, i64 %bytes, i64 %each, ptr %place)
  ret void
}

define weak_odr hidden void @enzyme_rs_VENDOR_clear(ptr %at, i64 %bytes) {
  call void @enzyme_rs_gpu_clear(ptr @enzyme_rs_VENDOR_functions, ptr %at, i64 %bytes)
  ret void
}

define weak_odr hidden void @enzyme_rs_VENDOR_spent(ptr %at, i64 %bytes, ptr %place) {
  call void @enzyme_rs_gpu_spent(ptr @enzyme_rs_VENDOR_functions, ptr %at, i64 %bytes, ptr %place)
  ret void
}

; A launch as the library takes it: `Call` of gpu-adjoint/runtime/src/vendor.rs. `together`: a cooperative one, whose blocks wait for each other.
define weak_odr hidden void @enzyme_rs_VENDOR_call(ptr %to, ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, i64 %shared, ptr %stream, i32 %together) {
  store ptr %kernel, ptr %to, align 8
  %grid.at = getelementptr i8, ptr %to, i64 8
  store i64 %grid, ptr %grid.at, align 8
  %grid.z.at = getelementptr i8, ptr %to, i64 16
  store i32 %grid.z, ptr %grid.z.at, align 8
  %block.at = getelementptr i8, ptr %to, i64 24
  store i64 %block, ptr %block.at, align 8
  %block.z.at = getelementptr i8, ptr %to, i64 32
  store i32 %block.z, ptr %block.z.at, align 8
  %shared.at = getelementptr i8, ptr %to, i64 40
  store i64 %shared, ptr %shared.at, align 8
  %stream.at = getelementptr i8, ptr %to, i64 48
  store ptr %stream, ptr %stream.at, align 8
  %together.at = getelementptr i8, ptr %to, i64 56
  store i32 %together, ptr %together.at, align 8
  ret void
}

define weak_odr hidden i32 @enzyme_rs_VENDOR_tangent(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %tangents, i64 %shared, ptr %stream, i32 %together) {
  %call = alloca [64 x i8], align 8
  call void @enzyme_rs_VENDOR_call(ptr %call, ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, i64 %shared, ptr %stream, i32 %together)
  %error = call i32 @enzyme_rs_gpu_tangent(ptr @enzyme_rs_VENDOR_functions, ptr %call, ptr %args, ptr %tangents)
  ret i32 %error
}

define weak_odr hidden { ptr, i32 } @enzyme_rs_VENDOR_augmented(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %shadows, i64 %shared, ptr %stream, i32 %together) {
  %call = alloca [64 x i8], align 8
  %record.at = alloca ptr, align 8
  call void @enzyme_rs_VENDOR_call(ptr %call, ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, i64 %shared, ptr %stream, i32 %together)
  %error = call i32 @enzyme_rs_gpu_augmented(ptr @enzyme_rs_VENDOR_functions, ptr %call, ptr %args, ptr %shadows, ptr %record.at)
  %record = load ptr, ptr %record.at, align 8
  %first = insertvalue { ptr, i32 } poison, ptr %record, 0
  %both = insertvalue { ptr, i32 } %first, i32 %error, 1
  ret { ptr, i32 } %both
}

; The default stream may be that of the calling thread, which has a handle.
define weak_odr hidden ptr @enzyme_rs_VENDOR_own_stream(ptr %stream) {
  %none = icmp eq ptr %stream, null
  %own = select i1 %none, ptr inttoptr (i64 2 to ptr), ptr %stream
  ret ptr %own
}

define weak_odr hidden i32 @enzyme_rs_VENDOR_launch_tangent(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %tangents, i64 %shared, ptr %stream) {
  %result = call i32 @enzyme_rs_VENDOR_tangent(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %tangents, i64 %shared, ptr %stream, i32 0)
  ret i32 %result
}

define weak_odr hidden { ptr, i32 } @enzyme_rs_VENDOR_launch_augmented(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %shadows, i64 %shared, ptr %stream) {
  %result = call { ptr, i32 } @enzyme_rs_VENDOR_augmented(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %shadows, i64 %shared, ptr %stream, i32 0)
  ret { ptr, i32 } %result
}

define weak_odr hidden i32 @enzyme_rs_VENDOR_launch_own_tangent(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %tangents, i64 %shared, ptr %stream) {
  %own = call ptr @enzyme_rs_VENDOR_own_stream(ptr %stream)
  %result = call i32 @enzyme_rs_VENDOR_tangent(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %tangents, i64 %shared, ptr %own, i32 0)
  ret i32 %result
}

define weak_odr hidden { ptr, i32 } @enzyme_rs_VENDOR_launch_own_augmented(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %shadows, i64 %shared, ptr %stream) {
  %own = call ptr @enzyme_rs_VENDOR_own_stream(ptr %stream)
  %result = call { ptr, i32 } @enzyme_rs_VENDOR_augmented(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %shadows, i64 %shared, ptr %own, i32 0)
  ret { ptr, i32 } %result
}

define weak_odr hidden i32 @enzyme_rs_VENDOR_launch_together_tangent(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %tangents, TOGETHER_SHARED %given, ptr %stream) {
  %shared = call i64 @enzyme_rs_VENDOR_shared(TOGETHER_SHARED %given)
  %result = call i32 @enzyme_rs_VENDOR_tangent(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %tangents, i64 %shared, ptr %stream, i32 1)
  ret i32 %result
}

define weak_odr hidden { ptr, i32 } @enzyme_rs_VENDOR_launch_together_augmented(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %shadows, TOGETHER_SHARED %given, ptr %stream) {
  %shared = call i64 @enzyme_rs_VENDOR_shared(TOGETHER_SHARED %given)
  %result = call { ptr, i32 } @enzyme_rs_VENDOR_augmented(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %shadows, i64 %shared, ptr %stream, i32 1)
  ret { ptr, i32 } %result
}

define weak_odr hidden i32 @enzyme_rs_VENDOR_launch_together_own_tangent(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %tangents, TOGETHER_SHARED %given, ptr %stream) {
  %shared = call i64 @enzyme_rs_VENDOR_shared(TOGETHER_SHARED %given)
  %own = call ptr @enzyme_rs_VENDOR_own_stream(ptr %stream)
  %result = call i32 @enzyme_rs_VENDOR_tangent(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %tangents, i64 %shared, ptr %own, i32 1)
  ret i32 %result
}

define weak_odr hidden { ptr, i32 } @enzyme_rs_VENDOR_launch_together_own_augmented(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %shadows, TOGETHER_SHARED %given, ptr %stream) {
  %shared = call i64 @enzyme_rs_VENDOR_shared(TOGETHER_SHARED %given)
  %own = call ptr @enzyme_rs_VENDOR_own_stream(ptr %stream)
  %result = call { ptr, i32 } @enzyme_rs_VENDOR_augmented(ptr %kernel, i64 %grid, i32 %grid.z, i64 %block, i32 %block.z, ptr %args, ptr %shadows, i64 %shared, ptr %own, i32 1)
  ret { ptr, i32 } %result
}

define weak_odr hidden void @enzyme_rs_VENDOR_launch_reverse(ptr %record) {
  call void @enzyme_rs_gpu_reverse(ptr %record)
  ret void
}
