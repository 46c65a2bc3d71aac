; RUN: reverse f(out, const)
; A number that leaves a loop: its adjoint enters at the last iteration.
; CHECK: { double } @f.grad
; CHECK: %q.lcssa = phi double
; CHECK: reverse.loop:
define double @f(double %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = phi double [ 1.0, %entry ], [ %q, %loop ]
  %q = fmul double %p, %x
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %y = fmul double %q, %q
  ret double %y
}
