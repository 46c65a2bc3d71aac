; RUN: reverse f(dup, const)
; A sum of squares stays above what it began with. Twin: away_not_falling.ll.
; CHECK: @f.grad
; CHECK-NOT: fcmp
declare double @llvm.sqrt.f64(double)
define double @f(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 1.000000e-08, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %at
  %vv = fmul double %v, %v
  %more = fadd double %sum, %vv
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %root = call double @llvm.sqrt.f64(double %more)
  ret double %root
}
