; RUN: reverse f(dup)
; Masks that put one number's sign on another are copysign.
; CHECK: @f.grad(ptr
; CHECK: call double @llvm.copysign.f64
; CHECK-NOT: and i64
define double @f(ptr %a) {
entry:
  %at = getelementptr double, ptr %a, i64 1
  %bits = load i64, ptr %a
  %others = load i64, ptr %at
  %magnitude = and i64 %bits, 9223372036854775807
  %sign = and i64 %others, -9223372036854775808
  %both = or disjoint i64 %magnitude, %sign
  %x = bitcast i64 %both to double
  %z = load double, ptr %at
  %y = fmul double %x, %z
  ret double %y
}
