; RUN: diagnostics f(dup)
; As local_passed.err.ll, but the numbers do not vary.
declare double @norm(ptr)

define double @f(ptr %a) {
entry:
  %own = alloca double
  %x = load double, ptr %a
  store double 2.0, ptr %own
  %y = call double @norm(ptr %own)
  %z = fmul double %y, %x
  ret double %z
}
