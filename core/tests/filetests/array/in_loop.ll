; RUN: plan f(dup, dup, const)
; The next iteration's call writes what this one's leaves.
; CHECK: later overwritten: %y
declare double @array_update(i32, double, ptr, ptr)
define double @f(ptr noalias %x, ptr noalias %y, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %r = call double @array_update(i32 %n, double 2.0, ptr %x, ptr %y)
  %next = add nuw nsw i32 %i, 1
  %c = icmp eq i32 %next, 5
  br i1 %c, label %exit, label %loop
exit:
  ret double %r
}
