; RUN: plan f(dup, dup, const)
; lgamma writes nothing but signgam, an int: the numbers are read again. Twin: lgamma_sets_an_int_that_is_read.ll.
; CHECK: plan of
; CHECK-NOT: keep %x
; CHECK: recompute %x
declare double @lgamma(double)
define void @f(ptr %a, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %l = call double @lgamma(double %x)
  %y = fmul double %l, %l
  %sum = fadd double %s, %y
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  store double %sum, ptr %out
  ret void
}
