; RUN: plan f(dup, dup, const)
; Twin of postponed.ll: what is read behind the store may be what it wrote.
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
  %z = load double, ptr %a
  %less = fcmp olt double %z, 0.0
  br i1 %less, label %odd, label %end
odd:
  %to = getelementptr double, ptr %a, i64 1
  store double 0.0, ptr %to
  br label %end
end:
  ret void
}
