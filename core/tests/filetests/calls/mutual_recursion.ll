; RUN: reverse f(out, const)
; Two functions that call each other: both have both halves, once.
; CHECK: { double } @f.grad
; CHECK-COUNT: 1 define internal { ptr, double } @g.aug(
; CHECK-COUNT: 1 define internal { ptr, double } @f.aug(
define double @f(double %x, i32 %n) {
entry:
  %end = icmp eq i32 %n, 0
  br i1 %end, label %done, label %more
more:
  %less = add i32 %n, -1
  %r = call double @g(double %x, i32 %less)
  %y = fmul double %r, %x
  br label %done
done:
  %z = phi double [ %x, %entry ], [ %y, %more ]
  ret double %z
}
define double @g(double %x, i32 %n) {
entry:
  %xx = fmul double %x, %x
  %r = call double @f(double %xx, i32 %n)
  ret double %r
}
