; RUN: plan f(dup, dup, const)
; What the store writes behind the call may be what the routine read.
; CHECK: a library reverses the call of array_update in entry, adjoints of %x, %y and that of %a; later overwritten: %x, %y
declare double @array_update(i32, double, ptr, ptr)
define double @f(ptr %x, ptr %y, i32 %n) {
entry:
  %a = load double, ptr %x
  %r = call double @array_update(i32 %n, double %a, ptr %x, ptr %y)
  store double 1.0, ptr %x
  %again = load double, ptr %y
  %s = fadd double %r, %again
  store double %s, ptr %y
  %last = load double, ptr %x
  %t = fmul double %s, %last
  ret double %t
}
