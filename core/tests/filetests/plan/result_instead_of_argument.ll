; RUN: plan f(dup, const)
; The row of sqrt reads its result, the row of sin its argument.
; CHECK: keep %r in an array over [loop]
; CHECK-NOT: keep %t
declare double @llvm.sqrt.f64(double)
declare double @llvm.sin.f64(double)
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %r = call double @llvm.sqrt.f64(double %x)
  %t = call double @llvm.sin.f64(double %r)
  store double %t, ptr %at
  %sum = fadd double %s, %t
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum
}
