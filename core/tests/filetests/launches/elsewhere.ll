; RUN: reverse f(dup, out, const)
; A kernel that another file defines: the function that stands for it has a rule, whose functions that file offers. A structure arrives in parts.
; CHECK: define internal { double } @f.grad(
; CHECK-NOT: call void @_Z20__device_stub__k3Twoi(
; CHECK: call { ptr } @_Z20__device_stub__k3Twoi.aug(
; CHECK: call ptr @enzyme_rs_cuda_augmented._Z20__device_stub__k3Twoi(ptr
; CHECK: call double @enzyme_rs_cuda_reverse._Z20__device_stub__k3Twoi(ptr
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @__cudaPushCallConfiguration(i64, i32, i64, i32, i64, ptr)
declare void @_Z20__device_stub__k3Twoi(ptr, double, i32)
define void @f(ptr %x, double %by, i32 %n) {
  %pushed = call i32 @__cudaPushCallConfiguration(i64 4294967297, i32 1, i64 4294967328, i32 1, i64 0, ptr null)
  call void @_Z20__device_stub__k3Twoi(ptr %x, double %by, i32 %n)
  ret void
}
