; RUN: plan f(dup, const) --no-minimum-cut
; As cut_keeps_shared_source.ll without the optimisation: every needed value is kept.
; CHECK: keep %u in an array over [loop]
; CHECK: keep %v in an array over [loop]
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %u = fmul double %x, %x
  %v = fmul double %u, %x
  %w = fmul double %v, %u
  store double %w, ptr %at
  %sum = fadd double %s, %w
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum
}
