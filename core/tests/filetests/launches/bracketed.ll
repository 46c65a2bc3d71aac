; RUN: reverse
; The library hears where a derivative begins on a thread and where it ends, if the derivative calls it: not of one that only computes, nor of halves that are called apart.
; CHECK: define void @launching.hook(
; CHECK: call i64 @enzyme_rs_cuda_begin(
; CHECK: call void @f.grad
; CHECK: call void @enzyme_rs_cuda_end(i64 %
; CHECK: define void @computing.hook(
; CHECK-NOT: call i64 @enzyme_rs_cuda_begin(
; CHECK: define void @apart.hook(
; CHECK-NOT: call i64 @enzyme_rs_cuda_begin(
; CHECK-NOT: call void @enzyme_rs_cuda_end(
; CHECK: ret void
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @cudaLaunchKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)
declare void @__enzyme_autodiff(...)
declare ptr @__enzyme_augmentfwd(...)
declare void @__enzyme_reverse(...)
define void @f(ptr %x) {
  %slot = alloca ptr
  %args = alloca [1 x ptr]
  store ptr %x, ptr %slot
  store ptr %slot, ptr %args
  %launched = call i32 @cudaLaunchKernel(ptr @f, i64 4294967297, i32 1, i64 4294967328, i32 1, ptr %args, i64 0, ptr null)
  ret void
}
define void @g(ptr %x) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %x
  ret void
}
define void @launching.hook(ptr %x, ptr %dx) {
  call void (...) @__enzyme_autodiff(ptr @f, metadata !"enzyme_dup", ptr %x, ptr %dx)
  ret void
}
define void @computing.hook(ptr %x, ptr %dx) {
  call void (...) @__enzyme_autodiff(ptr @g, metadata !"enzyme_dup", ptr %x, ptr %dx)
  ret void
}
define void @apart.hook(ptr %x, ptr %dx) {
  %tape = call ptr (...) @__enzyme_augmentfwd(ptr @f, metadata !"enzyme_dup", ptr %x, ptr %dx)
  call void (...) @__enzyme_reverse(ptr @f, metadata !"enzyme_dup", ptr %x, ptr %dx, ptr %tape)
  ret void
}
