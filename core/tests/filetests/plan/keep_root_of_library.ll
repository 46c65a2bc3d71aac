; RUN: plan f(dup, const)
; Twin of recompute_root.ll with the function of the library, which may set errno.
; CHECK: keep %root
declare double @sqrt(double)
define double @f(ptr noalias %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %at
  %square = fmul double %v, %v
  %above = fadd double %square, 1.0
  %root = call double @sqrt(double %above)
  %cube = fmul double %above, %root
  %more = fadd double %sum, %cube
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret double %more
}
