; RUN: plan f(dup, const)
; The forward sweep needs the sum, for a branch.
; CHECK-NOT: f.tile
; CHECK: do not run loop in tiles: the forward sweep needs what it adds up
; CHECK-NOT: f.tile
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
  %large = fcmp ogt double %more, 1.0
  br i1 %large, label %twice, label %once
twice:
  %double = fmul double %more, %more
  br label %once
once:
  %result = phi double [ %more, %done ], [ %double, %twice ]
  ret double %result
}
declare double @llvm.exp.f64(double)
declare double @llvm.sin.f64(double)
