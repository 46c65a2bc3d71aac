; RUN: reverse f(dup, dup, const)
; The host accesses some elements of an array by themselves: kernels tell what the others are.
; CHECK: call void @enzyme_rs_cuda_
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @cudaMemcpy(ptr, ptr, i64, i32)
define void @f(ptr %x, ptr %y, i64 %n) {
  %v = load double, ptr %x
  %second = getelementptr i8, ptr %x, i64 8
  %w = load double, ptr %second
  %u = fmul double %v, %w
  store double %u, ptr %x
  %there = call i32 @cudaMemcpy(ptr %x, ptr %y, i64 %n, i32 1)
  ret void
}
