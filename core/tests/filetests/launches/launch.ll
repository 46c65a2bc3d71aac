; RUN: reverse f(dup, const) -> noret
; A launch is reversed by a record. Memory of the device, its shadow and both copies are the library's.
; CHECK: define internal void @f.grad(
; CHECK: call ptr @enzyme_rs_cuda_malloc(
; CHECK: call ptr @enzyme_rs_cuda_malloc(
; CHECK: call i32 @cudaMemcpy(
; CHECK: call { ptr, i32 } @cudaLaunchKernel.aug
; CHECK: call i32 @cudaMemcpy(
; CHECK: call void @enzyme_rs_cuda_accumulate(
; CHECK: call void @cudaLaunchKernel.rev
; CHECK: call void @enzyme_rs_cuda_clear(
; CHECK: call void @enzyme_rs_cuda_accumulate(
; CHECK: call void @enzyme_rs_cuda_free(
; CHECK: define internal { ptr, i32 } @cudaLaunchKernel.aug
; CHECK: call { ptr, i32 } @enzyme_rs_cuda_launch_augmented(
; CHECK: call void @enzyme_rs_cuda_launch_reverse(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @cudaMalloc(ptr, i64)
declare i32 @cudaFree(ptr)
declare i32 @cudaMemcpy(ptr, ptr, i64, i32)
declare i32 @cudaLaunchKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)
; What stands for `k(double *, int)` on the host.
define internal void @_Z16__device_stub__kPdi(ptr %p, i32 %n) {
  ret void
}
define void @f(ptr %x, i32 %n) {
entry:
  %at = alloca ptr
  %slot = alloca ptr
  %size = alloca i32
  %args = alloca [2 x ptr]
  %wide = zext i32 %n to i64
  %bytes = shl i64 %wide, 3
  %made = call i32 @cudaMalloc(ptr %at, i64 %bytes)
  %p = load ptr, ptr %at
  %there = call i32 @cudaMemcpy(ptr %p, ptr %x, i64 %bytes, i32 1)
  store ptr %p, ptr %slot
  store i32 %n, ptr %size
  store ptr %slot, ptr %args
  %second = getelementptr i8, ptr %args, i64 8
  store ptr %size, ptr %second
  %launched = call i32 @cudaLaunchKernel(ptr @_Z16__device_stub__kPdi, i64 4294967297, i32 1, i64 4294967328, i32 1, ptr %args, i64 0, ptr null)
  %back = call i32 @cudaMemcpy(ptr %x, ptr %p, i64 %bytes, i32 2)
  %freed = call i32 @cudaFree(ptr %p)
  ret void
}
