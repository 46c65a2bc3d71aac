; RUN: reverse f(out)
; An integer xor that flips the sign is a negation.
; CHECK: { double } @f.grad
; CHECK: fneg double
define double @f(double %x) {
entry:
  %bits = bitcast double %x to i64
  %other = xor i64 %bits, -9223372036854775808
  %y = bitcast i64 %other to double
  %z = fmul double %y, %x
  ret double %z
}
