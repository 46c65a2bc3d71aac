; RUN: plan f(dup, dup, const)
; For all that is known %out may be an element of %a; the store waits, so the loads are repeated. Twins:
; postponed_not_if_read.ll, postponed_not_if_called.ll, postponed_not_if_pointer.ll,
; postponed_not_in_loop.ll, postponed_not_if_split.ll.
; CHECK: plan of
; CHECK-NOT: keep %x
; CHECK: postpone the store at %out
; CHECK: recompute %x
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
