; RUN: reverse f(dup)
; The bits of a constant that nobody takes for anything, in memory that the caller sees: whatever they
; are, they end an adjoint.
; CHECK: @f.grad(ptr
; CHECK: store i64 4600269799219937812, ptr %a
define double @f(ptr %a) {
entry:
  %at = getelementptr double, ptr %a, i64 1
  %x = load double, ptr %at
  store i64 4600269799219937812, ptr %a
  %y = fmul double %x, %x
  ret double %y
}
