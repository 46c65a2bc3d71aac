; RUN: diagnostics f(dup)
; As pointers_zeroed.ll, with another byte.
; CHECK: memory that holds pointers, seen by the caller, is set as a whole [EZ0202]
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define double @f(ptr %a) {
entry:
  %p = load ptr, ptr %a
  %x = load double, ptr %p
  %at = getelementptr i8, ptr %a, i64 8
  %n = load double, ptr %at
  call void @llvm.memset.p0.i64(ptr %a, i8 1, i64 16, i1 false)
  %y = fmul double %x, %n
  ret double %y
}
