; RUN: reverse f(dup, const)
; A sum that shrinks comes to zero, whatever it began with.
; CHECK: @f.grad
; CHECK: fcmp
declare double @llvm.sqrt.f64(double)
define double @f(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 1.000000e+00, %entry ], [ %less, %loop ]
  %at = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %at
  %vv = fmul double %v, %v
  %less = fmul double %sum, 5.000000e-01
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %product = fmul double %less, %vv
  %root = call double @llvm.sqrt.f64(double %product)
  %last = fadd double %root, %less
  %both = call double @llvm.sqrt.f64(double %last)
  ret double %both
}
