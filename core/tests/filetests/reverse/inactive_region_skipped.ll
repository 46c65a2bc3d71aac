; RUN: reverse f(out, const) --optimize
; A loop of integers has no part in the reverse pass, which goes around it.
; CHECK: { double } @f.grad
; CHECK-COUNT: 1 phi i64
; CHECK-COUNT: 1 mul i64
define double @f(double %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %three = mul i64 %next, 3
  %more = icmp slt i64 %three, %n
  br i1 %more, label %loop, label %done
done:
  %c = sitofp i64 %next to double
  %y = fmul double %x, %c
  ret double %y
}
