; RUN: plan f(dup, const)
; The forward sweep does without the sum, and the numbers stay: each iteration runs in the reverse pass.
; CHECK: combine the call of f.tile in loop
; CHECK: run loop in tiles
; CHECK-NOT: in an array over [loop]
; CHECK: plan of f.tile.grad(dup, const) -> active
define double @f(ptr noalias %a, i64 %n) {
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
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret double %more
}
declare double @llvm.exp.f64(double)
declare double @llvm.sin.f64(double)
