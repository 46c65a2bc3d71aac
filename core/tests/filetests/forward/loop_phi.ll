; RUN: forward f(dup, const)
; A number that goes round has a tangent that goes round.
; CHECK: %p.tan = phi double
; CHECK: %p = phi double
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
  ret double %q
}
