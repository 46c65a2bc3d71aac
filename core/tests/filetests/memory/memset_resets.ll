; RUN: reverse f(dup)
; What is set to zero has no adjoint before: the shadow is cleared there.
; CHECK: void @f.grad(ptr
; CHECK: reverse.entry:
; CHECK: call void @llvm.memset
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @f(ptr %a) {
entry:
  %x = load double, ptr %a
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 80, i1 false)
  %y = fmul double %x, %x
  store double %y, ptr %a
  ret void
}
