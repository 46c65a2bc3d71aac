; RUN: diagnostics f(dup, const, const)
; As rows.ll, but a box is copied that a structure describes.
; CHECK: a copy of a box has no derivative (`hipMemcpy3D`) [EZ0101]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @hipMemcpy(ptr, ptr, i64, i32)
declare i32 @hipMemcpy2D(ptr, i64, ptr, i64, i64, i64, i32)
declare i32 @hipMemcpy3D(ptr)
define void @f(ptr %x, ptr %y, i64 %n) {
  %v = load double, ptr %x
  store double %v, ptr %x
  %there = call i32 @hipMemcpy3D(ptr %x)
  ret void
}
