; RUN: reverse --optimize
; The function says what lies in %out, and does not read it for that: no sine is computed. Twin: unneeded_read.ll.
; CHECK: @f.grad(
; CHECK-NOT: @sin
; CHECK: call double @llvm.cos
declare double @sin(double)
declare void @__enzyme_autodiff(...)
declare void @__enzyme_double_of_out(ptr, ...)
define void @d(ptr %x, ptr %dx, ptr %out, ptr %dout, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %dx, metadata !"enzyme_dupnoneed", ptr %out, ptr %dout, i64 %n)
  ret void
}
define void @f(ptr %x, ptr noalias %out, i64 %n) {
entry:
  call void (ptr, ...) @__enzyme_double_of_out(ptr %out, i64 9223372036854775807)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more.sum, %loop ]
  %at = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %at
  %y = call double @sin(double %v)
  %more.sum = fadd double %sum, %y
  %to = getelementptr double, ptr %out, i64 %i
  store double %more.sum, ptr %to
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
