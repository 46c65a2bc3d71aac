; RUN: reverse f(dup, dup, const)
; The shadow of the target is added to that of the source and cleared.
; CHECK: void @f.grad(ptr
; CHECK: call void @enzyme_rs_move_f64
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr noalias %a, ptr noalias %b, i64 %i) {
entry:
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 80, i1 false)
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %y = fmul double %x, %x
  store double %y, ptr %at
  ret void
}
