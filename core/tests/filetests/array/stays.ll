; RUN: plan f(dup, dup, const)
; Nothing is written behind the call: nothing has to be copied for its reversal.
; CHECK: a library reverses the call of array_update in entry, adjoints of %x, %y and that of %a
; CHECK-NOT: later overwritten
declare double @array_update(i32, double, ptr, ptr)
define double @f(ptr %x, ptr %y, i32 %n) {
entry:
  %a = load double, ptr %x
  %r = call double @array_update(i32 %n, double %a, ptr %x, ptr %y)
  ret double %r
}
