; RUN: diagnostics f(dup, dup)
; As copied_constants.ll, of what may have been written to since.
; CHECK: cannot deduce the type of the copied memory [EZ0201]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@list = internal global [3 x i32] [i32 1, i32 2, i32 3]
define void @set() {
  store i8 5, ptr @list
  ret void
}
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
