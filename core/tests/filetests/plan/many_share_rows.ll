; RUN: plan f(dup, const)
; Nine numbers are kept in each iteration: they lie side by side in one array, not in nine.
; CHECK: keep %v0 in a shared array over [loop]
; CHECK: keep %v8 in a shared array over [loop]
define void @f(ptr noalias %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %row = mul i64 %i, 9
  %i0 = add i64 %row, 0
  %at0 = getelementptr double, ptr %x, i64 %i0
  %v0 = load double, ptr %at0
  %s0 = fmul double %v0, %v0
  store double %s0, ptr %at0
  %i1 = add i64 %row, 1
  %at1 = getelementptr double, ptr %x, i64 %i1
  %v1 = load double, ptr %at1
  %s1 = fmul double %v1, %v1
  store double %s1, ptr %at1
  %i2 = add i64 %row, 2
  %at2 = getelementptr double, ptr %x, i64 %i2
  %v2 = load double, ptr %at2
  %s2 = fmul double %v2, %v2
  store double %s2, ptr %at2
  %i3 = add i64 %row, 3
  %at3 = getelementptr double, ptr %x, i64 %i3
  %v3 = load double, ptr %at3
  %s3 = fmul double %v3, %v3
  store double %s3, ptr %at3
  %i4 = add i64 %row, 4
  %at4 = getelementptr double, ptr %x, i64 %i4
  %v4 = load double, ptr %at4
  %s4 = fmul double %v4, %v4
  store double %s4, ptr %at4
  %i5 = add i64 %row, 5
  %at5 = getelementptr double, ptr %x, i64 %i5
  %v5 = load double, ptr %at5
  %s5 = fmul double %v5, %v5
  store double %s5, ptr %at5
  %i6 = add i64 %row, 6
  %at6 = getelementptr double, ptr %x, i64 %i6
  %v6 = load double, ptr %at6
  %s6 = fmul double %v6, %v6
  store double %s6, ptr %at6
  %i7 = add i64 %row, 7
  %at7 = getelementptr double, ptr %x, i64 %i7
  %v7 = load double, ptr %at7
  %s7 = fmul double %v7, %v7
  store double %s7, ptr %at7
  %i8 = add i64 %row, 8
  %at8 = getelementptr double, ptr %x, i64 %i8
  %v8 = load double, ptr %at8
  %s8 = fmul double %v8, %v8
  store double %s8, ptr %at8
  %i.next = add i64 %i, 1
  %on = icmp ult i64 %i.next, %n
  br i1 %on, label %loop, label %end
end:
  ret void
}
