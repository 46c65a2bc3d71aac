; RUN: reverse f(dup)
; Pointers and a number that the caller sees, zeroed as a whole: the pointers' shadows are null in the
; forward sweep, the number's adjoint ends in the reverse pass. Twin: pointers_zeroed.err.ll.
; CHECK: @f.grad(ptr
; CHECK: call void @llvm.memset
; CHECK: call void @enzyme_rs_clear_f64
; CHECK: call void @enzyme_rs_clear_f64
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define double @f(ptr %a) {
entry:
  %p = load ptr, ptr %a
  %x = load double, ptr %p
  %at = getelementptr i8, ptr %a, i64 8
  %n = load double, ptr %at
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 16, i1 false)
  %y = fmul double %x, %n
  ret double %y
}
