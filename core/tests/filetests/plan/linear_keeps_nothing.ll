; RUN: plan f(dup, const)
; Sums and constant factors: no adjoint reads a value, so nothing is kept even where it is overwritten.
; CHECK: plan of f.grad(dup, const) -> active
; CHECK-NOT: keep
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %y = fmul double %x, 3.0
  store double %y, ptr %at
  %sum = fadd double %s, %y
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum
}
