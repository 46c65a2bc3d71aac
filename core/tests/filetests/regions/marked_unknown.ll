; RUN: diagnostics f(dup, const)
; Twin of marked_unknown.err.ll.
; CHECK-NOT: EZ
declare void @enzyme_rs_checkpoint(i64, ...)
define double @f(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void (i64, ...) @enzyme_rs_checkpoint(i64 3, ptr %x, i64 8)
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %y = load double, ptr %x
  ret double %y
}
