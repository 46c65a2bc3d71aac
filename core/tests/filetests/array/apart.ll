; RUN: plan f(dup, dup, const)
; A parameter that shares its memory with nothing else is not what the store writes.
; CHECK: adjoints of %x, %y and that of %a; later overwritten: %y
declare double @array_update(i32, double, ptr, ptr)
define double @f(ptr noalias %x, ptr %y, i32 %n) {
entry:
  %a = load double, ptr %x
  %r = call double @array_update(i32 %n, double %a, ptr %x, ptr %y)
  store double 1.0, ptr %y
  %s = call double @array_update(i32 %n, double 2.0, ptr %y, ptr %y)
  %t = fmul double %r, %s
  ret double %t
}
