; RUN: diagnostics f(dup, dup, const)
; One number at the start says nothing of the other 72 bytes: a structure may hold pointers there.
; CHECK: EZ0201
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr noalias %a, ptr noalias %b, i64 %i) {
entry:
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 80, i1 false)
  %x = load double, ptr %a
  %y = fmul double %x, %x
  store double %y, ptr %a
  ret void
}
