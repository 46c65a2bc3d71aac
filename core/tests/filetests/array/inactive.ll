; RUN: reverse f(dup, const, const)
; Nothing active comes out of the call: it stays as it is.
; CHECK: define internal void @f.grad
; CHECK: call double @array_update
; CHECK-NOT: @array_begin
declare double @array_update(i32, double, ptr, ptr)
define double @f(ptr %x, ptr %y, i32 %n) {
entry:
  %k = load double, ptr %y
  %r = call double @array_update(i32 %n, double 2.0, ptr %y, ptr %y)
  %v = load double, ptr %x
  %s = fmul double %r, %v
  ret double %s
}
