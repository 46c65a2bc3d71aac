; RUN: plan f(dup, dup, const)
; %c and %d are overwritten and inactive; their product is all the adjoint reads: one number, not two.
; CHECK: keep %p in an array over [loop]
; CHECK-NOT: keep %c
; CHECK-NOT: keep %d
define double @f(ptr noalias %a, ptr noalias %k, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %k.at = getelementptr { i32, i32 }, ptr %k, i64 %i
  %k.two = getelementptr { i32, i32 }, ptr %k, i64 %i, i32 1
  %ci = load i32, ptr %k.at
  %di = load i32, ptr %k.two
  store i32 0, ptr %k.at
  store i32 0, ptr %k.two
  %c = sitofp i32 %ci to double
  %d = sitofp i32 %di to double
  %p = fmul double %c, %d
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %y = fmul double %x, %p
  %sum = fadd double %s, %y
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum
}
