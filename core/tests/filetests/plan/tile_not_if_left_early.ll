; RUN: plan f(dup, const)
; How many iterations there are shows in them only.
; CHECK-NOT: f.tile
; CHECK: do not run loop in tiles: how often it runs is not known before
; CHECK-NOT: f.tile
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %further ]
  %sum = phi double [ 0.0, %entry ], [ %more, %further ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %e = call double @llvm.exp.f64(double %x)
  %s = call double @llvm.sin.f64(double %e)
  %y = fmul double %s, %e
  %more = fadd double %sum, %y
  %small = fcmp olt double %x, 1.0
  br i1 %small, label %further, label %done
further:
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret double %more
}
declare double @llvm.exp.f64(double)
declare double @llvm.sin.f64(double)
