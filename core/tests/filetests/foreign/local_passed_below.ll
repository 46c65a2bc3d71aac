; RUN: diagnostics f(dup)
; As local_passed_below.err.ll, but the numbers do not vary.
declare double @norm(ptr)

define double @measure(ptr %v) noinline {
entry:
  %r = call double @norm(ptr %v)
  ret double %r
}

define double @f(ptr %a) {
entry:
  %own = alloca double
  %where = alloca ptr
  store ptr %own, ptr %where
  %x = load double, ptr %a
  store double 2.0, ptr %own
  %y = call double @measure(ptr %where)
  %z = fmul double %y, %x
  ret double %z
}
