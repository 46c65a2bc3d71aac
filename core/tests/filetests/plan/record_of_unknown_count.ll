; RUN: plan f(out)
; Nobody knows how often Newton's method iterates: each iteration pushes a record.
; CHECK: keep %x in a record of each iteration of loop
define double @f(double %a) {
entry:
  br label %loop
loop:
  %x = phi double [ 1.0, %entry ], [ %new, %loop ]
  %q = fdiv double %a, %x
  %sum = fadd double %x, %q
  %new = fmul double %sum, 0.5
  %square = fmul double %new, %new
  %far = fcmp ogt double %square, %a
  br i1 %far, label %loop, label %done
done:
  ret double %new
}
