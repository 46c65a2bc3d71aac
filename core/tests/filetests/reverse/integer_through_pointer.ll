; RUN: reverse f(out, dup)
; The integer that remquo writes beside active numbers is none of them.
; CHECK: @f.grad(double %x
; CHECK: call double @remquo
; CHECK: fdiv double
declare double @remquo(double, double, ptr)
define double @f(double %x, ptr %p) {
entry:
  %at = getelementptr i8, ptr %p, i64 8
  %r = call double @remquo(double %x, double %x, ptr %at)
  store double %r, ptr %p
  %q = load i32, ptr %at
  %n = sitofp i32 %q to double
  %y = fmul double %r, %n
  ret double %y
}
