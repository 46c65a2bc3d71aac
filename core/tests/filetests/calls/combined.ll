; RUN: plan f(dup, const)
; The sum is not returned by the derivative and g leaves no trace: each call runs in the reverse pass.
; CHECK: combine the call of g in loop
; CHECK-NOT: tape of
; CHECK: plan of g.grad(dup) -> active
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr double, ptr %a, i64 %i
  %y = call double @g(ptr %at)
  %more = fadd double %sum, %y
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret double %more
}
; Memory of its own does not count as a trace.
define double @g(ptr %p) {
entry:
  %own = call ptr @malloc(i64 8)
  %x = load double, ptr %p
  store double %x, ptr %own
  %again = load double, ptr %own
  %y = fmul double %again, %again
  call void @free(ptr %own)
  ret double %y
}
declare ptr @malloc(i64)
declare void @free(ptr)
