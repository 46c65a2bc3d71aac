; RUN: diagnostics f(dup, dup)
; What is copied is read as a number. Twin: unknown_type.err.ll.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr noalias %a, ptr noalias %b) {
entry:
  %x = load double, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 8, i1 false)
  %y = fmul double %x, %x
  store double %y, ptr %b
  ret void
}
