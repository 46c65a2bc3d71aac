; RUN: reverse f(out, const)
; A recursive function's halves call themselves.
; CHECK: { double } @f.grad
; CHECK: call { ptr, double } @f.aug
define double @f(double %x, i32 %n) {
entry:
  %end = icmp eq i32 %n, 0
  br i1 %end, label %done, label %more
more:
  %less = add i32 %n, -1
  %xx = fmul double %x, %x
  %r = call double @f(double %xx, i32 %less)
  %y = fmul double %r, %x
  br label %done
done:
  %z = phi double [ %x, %entry ], [ %y, %more ]
  ret double %z
}
