; RUN: diagnostics f(dup, dup)
; As unknown_type.ll without the typed accesses: numbers and integers look the same.
; CHECK: cannot deduce the type of the copied memory [EZ0201]
; CHECK: help:
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr noalias %a, ptr noalias %b) {
entry:
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 80, i1 false)
  ret void
}
