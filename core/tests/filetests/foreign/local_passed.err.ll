; RUN: diagnostics f(dup)
; An unknown function gets a pointer to numbers of this function: it may use them for its result.
; CHECK: `norm` is called on active data and nothing is known of it [EZ0101]
declare double @norm(ptr)

define double @f(ptr %a) {
entry:
  %own = alloca double
  %x = load double, ptr %a
  store double %x, ptr %own
  %y = call double @norm(ptr %own)
  %z = fmul double %y, %x
  ret double %z
}
