; RUN: diagnostics f(dup, const, const)
; A copy of an array: its adjoint is the library's.
; CHECK-NOT: [EZ
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @hipMemcpy(ptr, ptr, i64, i32)
declare i32 @hipMemcpy2D(ptr, i64, ptr, i64, i64, i64, i32)
define void @f(ptr %x, ptr %y, i64 %n) {
  %v = load double, ptr %x
  store double %v, ptr %x
  %there = call i32 @hipMemcpy(ptr %x, ptr %y, i64 %n, i32 1)
  ret void
}
