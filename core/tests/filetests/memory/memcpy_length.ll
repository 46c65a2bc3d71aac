; RUN: diagnostics f(dup, dup, const)
; An access at any index says that all of it is numbers. Twin: memcpy_length.err.ll.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr noalias %a, ptr noalias %b, i64 %n) {
entry:
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 %n, i1 false)
  %at = getelementptr double, ptr %a, i64 %n
  %x = load double, ptr %at
  %y = fmul double %x, %x
  store double %y, ptr %at
  ret void
}
