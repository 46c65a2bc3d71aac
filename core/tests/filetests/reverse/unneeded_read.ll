; RUN: reverse --optimize
; Twin of unneeded.ll where the function reads what it stored.
; CHECK: @f.grad(
; CHECK: @sin
declare double @sin(double)
declare void @__enzyme_autodiff(...)
define void @d(ptr %x, ptr %dx, ptr %out, ptr %dout, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %dx, metadata !"enzyme_dupnoneed", ptr %out, ptr %dout, i64 %n)
  ret void
}
define void @f(ptr %x, ptr noalias %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more.sum, %loop ]
  %at = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %at
  %before = getelementptr double, ptr %out, i64 -1
  %w = load double, ptr %before
  %vw = fmul double %v, %w
  %y = call double @sin(double %vw)
  %more.sum = fadd double %sum, %y
  %to = getelementptr double, ptr %out, i64 %i
  store double %more.sum, ptr %to
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
