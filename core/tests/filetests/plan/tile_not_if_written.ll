; RUN: plan f(dup, dup, const)
; Each iteration leaves a number in the caller's memory.
; CHECK-NOT: f.tile
; CHECK: do not run loop in tiles: an iteration does more than to compute
; CHECK-NOT: f.tile
define double @f(ptr noalias %a, ptr noalias %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %e = call double @llvm.exp.f64(double %x)
  %s = call double @llvm.sin.f64(double %e)
  %y = fmul double %s, %e
  %more = fadd double %sum, %y
  %out = getelementptr double, ptr %b, i64 %i
  store double %s, ptr %out
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret double %more
}
declare double @llvm.exp.f64(double)
declare double @llvm.sin.f64(double)
