; RUN: reverse f(dup, dup) -> noret
; What lies behind a number is overwritten by constants, of which nobody says what they are: none of them has an adjoint, and all of these bytes of the shadow are zero.
; CHECK: define internal void @f.grad(
; CHECK: i8 0, i64 12, i1 false)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@list = private unnamed_addr constant [3 x i32] [i32 1, i32 2, i32 3]
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr %x, ptr %y) {
entry:
  %v = load double, ptr %x
  %s = fmul double %v, %v
  store double %s, ptr %y
  %list = getelementptr i8, ptr %y, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr %list, ptr @list, i64 12, i1 false)
  ret void
}
