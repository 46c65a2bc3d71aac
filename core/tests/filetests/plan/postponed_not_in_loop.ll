; RUN: plan f(dup, dup, const)
; Twin of postponed.ll: each iteration stores.
; CHECK: keep %x
; CHECK-NOT: postpone
define void @f(ptr %a, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %y = fmul double %x, %x
  %sum = fadd double %s, %y
  %to = getelementptr double, ptr %out, i64 %i
  store double %sum, ptr %to
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
