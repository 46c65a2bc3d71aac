; RUN: diagnostics f(dup)
; As local_passed.err.ll, in a callee, which gets a pointer to the pointer.
; CHECK: `norm` is called on active data and nothing is known of it [EZ0101]
; CHECK: in function `measure`
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
  store double %x, ptr %own
  %y = call double @measure(ptr %where)
  %z = fmul double %y, %x
  ret double %z
}
