; RUN: reverse f(dup)
; An integer mask that clears the sign is fabs. Twin: sign_mask.err.ll.
; CHECK: @f.grad(ptr
; CHECK: call double @llvm.fabs.f64
define double @f(ptr %a) {
entry:
  %bits = load i64, ptr %a
  %magnitude = and i64 %bits, 9223372036854775807
  %x = bitcast i64 %magnitude to double
  %z = load double, ptr %a
  %y = fmul double %x, %z
  ret double %y
}
