; RUN: reverse f(dup, const)
; Functions whose default stream is the calling thread's, and advice on memory. What takes the place of the launch is told of the stream.
; CHECK: define internal void @f.grad(
; CHECK: call ptr @enzyme_rs_cuda_malloc(
; CHECK: call i32 @cudaMemPrefetchAsync_v2_ptsz(
; CHECK: call i32 @cudaMemcpyAsync_ptsz(
; CHECK: call { ptr, i32 } @cudaLaunchKernel_ptsz.aug
; CHECK: call i32 @cudaStreamSynchronize_ptsz(
; CHECK: call void @enzyme_rs_cuda_accumulate(
; CHECK: call void @enzyme_rs_cuda_free(
; CHECK: call { ptr, i32 } @enzyme_rs_cuda_launch_own_augmented(
; CHECK: call void @enzyme_rs_cuda_launch_reverse(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @cudaMallocAsync_ptsz(ptr, i64, ptr)
declare i32 @cudaFreeAsync_ptsz(ptr, ptr)
declare i32 @cudaMemPrefetchAsync_v2_ptsz(ptr, i64, i64, i32, ptr)
declare i32 @cudaMemcpyAsync_ptsz(ptr, ptr, i64, i32, ptr)
declare i32 @cudaStreamSynchronize_ptsz(ptr)
declare i32 @cudaLaunchKernel_ptsz(ptr, i64, i32, i64, i32, ptr, i64, ptr)
define internal void @_Z16__device_stub__kPd(ptr %p) {
  ret void
}
define void @f(ptr %x, i64 %bytes) {
entry:
  %at = alloca ptr
  %slot = alloca ptr
  %args = alloca [1 x ptr]
  %made = call i32 @cudaMallocAsync_ptsz(ptr %at, i64 %bytes, ptr null)
  %p = load ptr, ptr %at
  %advised = call i32 @cudaMemPrefetchAsync_v2_ptsz(ptr %p, i64 %bytes, i64 1, i32 0, ptr null)
  %there = call i32 @cudaMemcpyAsync_ptsz(ptr %p, ptr %x, i64 %bytes, i32 1, ptr null)
  store ptr %p, ptr %slot
  store ptr %slot, ptr %args
  %launched = call i32 @cudaLaunchKernel_ptsz(ptr @_Z16__device_stub__kPd, i64 4294967297, i32 1, i64 4294967328, i32 1, ptr %args, i64 0, ptr null)
  %back = call i32 @cudaMemcpyAsync_ptsz(ptr %x, ptr %p, i64 %bytes, i32 2, ptr null)
  %waited = call i32 @cudaStreamSynchronize_ptsz(ptr null)
  %freed = call i32 @cudaFreeAsync_ptsz(ptr %p, ptr null)
  ret void
}
