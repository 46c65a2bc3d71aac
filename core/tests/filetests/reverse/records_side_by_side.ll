; RUN: reverse f(out)
; Records of a loop that keeps nothing else lie side by side: a new piece is pushed where the last one is
; full, and the reverse pass goes back by a record's size.
; CHECK: @f.grad(double %a
; CHECK: icmp eq ptr
; CHECK: call void @enzyme_rs_tape_give_back
; CHECK: record.grow:
; CHECK: call ptr @enzyme_rs_tape_push
; CHECK: reverse.again:
; CHECK: i64 -8
; CHECK: reverse.piece:
; CHECK-COUNT: 1 call ptr @enzyme_rs_tape_push
define double @f(double %a) {
entry:
  br label %loop
loop:
  %x = phi double [ 1.0, %entry ], [ %new, %loop ]
  %q = fdiv double %a, %x
  %sum = fadd double %x, %q
  %new = fmul double %sum, 0.5
  %square = fmul double %new, %new
  %far = fcmp ogt double %square, %a
  br i1 %far, label %loop, label %done
done:
  ret double %new
}
