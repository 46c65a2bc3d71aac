; RUN: diagnostics f(const)
; An exponent is added to the bits of an inactive number. Twin: exponent_added.err.ll.
define double @f(ptr %a) {
entry:
  %bits = load i64, ptr %a
  %more = add i64 %bits, 13510798882111488
  %x = bitcast i64 %more to double
  %at = getelementptr double, ptr %a, i64 1
  %z = load double, ptr %at
  %y = fmul double %x, %z
  ret double %y
}
