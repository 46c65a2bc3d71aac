; RUN: reverse f(dup, const, const)
; A copy of rows is a copy of each row, or one of all where there are no gaps; so are adjoints.
; CHECK: define internal void @f.grad(
; CHECK: call i32 @hipMemcpy(
; CHECK: call void @enzyme_rs_hip_clear(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @hipMemcpy(ptr, ptr, i64, i32)
declare i32 @hipMemcpy2D(ptr, i64, ptr, i64, i64, i64, i32)
declare i32 @hipMemcpy3D(ptr)
define void @f(ptr %x, ptr %y, i64 %n) {
  %v = load double, ptr %x
  store double %v, ptr %x
  %there = call i32 @hipMemcpy2D(ptr %x, i64 %n, ptr %y, i64 %n, i64 16, i64 %n, i32 1)
  ret void
}
