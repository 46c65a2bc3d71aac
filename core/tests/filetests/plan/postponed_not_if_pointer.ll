; RUN: plan f(dup, dup, const)
; Twin of postponed.ll: the pointer's shadow is stored where the pointer is, and the row must not be read again.
; CHECK: keep shadow of %row
; CHECK-NOT: postpone
define double @f(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %row.at = getelementptr ptr, ptr %a, i64 %i
  %row = load ptr, ptr %row.at
  %x = load double, ptr %row
  %y = fmul double %x, %x
  %sum = fadd double %s, %y
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  store ptr %b, ptr %a
  ret double %sum
}
