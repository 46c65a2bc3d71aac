; RUN: forward --optimize
; Nobody looks at %out after the call, nor does the function: only the cosine is computed. Twins:
; unneeded_not_if_read.ll, unneeded_not_if_shared.ll, unneeded_not_without_mark.ll.
; CHECK: @f.fwd(
; CHECK-NOT: @sin
; CHECK: call double @llvm.cos
declare double @sin(double)
declare void @__enzyme_fwddiff(...)
define void @d(ptr %x, ptr %dx, ptr %out, ptr %dout, i64 %n) {
  call void (...) @__enzyme_fwddiff(ptr @f, ptr %x, ptr %dx, metadata !"enzyme_dupnoneed", ptr %out, ptr %dout, i64 %n)
  ret void
}
define void @f(ptr %x, ptr noalias %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %at
  %y = call double @sin(double %v)
  %to = getelementptr double, ptr %out, i64 %i
  store double %y, ptr %to
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
