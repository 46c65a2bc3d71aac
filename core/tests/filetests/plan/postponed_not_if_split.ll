; RUN: plan g(dup, dup, const)
; Twin of postponed.ll: the caller reads what the first half of a split derivative stored.
; CHECK: plan of f.aug
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
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  store double %sum, ptr %out
  ret void
}
define double @g(ptr %a, ptr %out, i64 %n) {
entry:
  call void @f(ptr %a, ptr %out, i64 %n)
  %r = load double, ptr %out
  %rr = fmul double %r, %r
  ret double %rr
}
