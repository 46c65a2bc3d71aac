; RUN: plan f(dup, dup, const)
; What %k was read from is not signgam, of which nothing here knows.
; CHECK-NOT: keep %k
declare double @lgamma(double)
define void @f(ptr %a, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %k = load i32, ptr %out
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %w = sitofp i32 %k to double
  %l = call double @lgamma(double %x)
  %y = fmul double %l, %w
  %sum = fadd double %s, %y
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  store double %sum, ptr %a
  ret void
}
