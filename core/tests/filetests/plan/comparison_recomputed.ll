; RUN: plan f(dup, const, const)
; What is compared is the same number in the reverse pass.
; Twin: comparison_kept.ll.
; CHECK: plan of f.grad
; CHECK-NOT: keep
define double @f(ptr noalias %a, ptr noalias %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %s = phi double [ 0.0, %entry ], [ %sum, %latch ]
  %at = getelementptr double, ptr %a, i64 %i
  %ct = getelementptr double, ptr %c, i64 %i
  %x = load double, ptr %at
  %k = load double, ptr %ct
  %q = fdiv double %k, 3.0
  %yes = fcmp ogt double %q, 1.0
  br i1 %yes, label %then, label %latch
then:
  %y = fmul double %x, %x
  br label %latch
latch:
  %z = phi double [ %y, %then ], [ %x, %loop ]
  %sum = fadd double %s, %z
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum
}
