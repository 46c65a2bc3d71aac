; RUN: warnings
; A parameter that is returned, memory that is copied, and a callee of which it is not known what it does, are results: no warning.
; CHECK-NOT: warning
declare double @__enzyme_autodiff(ptr, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define double @same(double %x) {
  ret double %x
}
define void @copied(ptr noalias %x, ptr noalias %y) {
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 8, i1 false)
  %v = load double, ptr %y
  %above = fcmp ogt double %v, 1.0
  br i1 %above, label %cut, label %done
cut:
  store double 1.0, ptr %y
  br label %done
done:
  ret void
}
define void @below(ptr noalias %x, ptr noalias %y, i32 %n) {
  %last = icmp eq i32 %n, 0
  br i1 %last, label %done, label %more
more:
  %less = sub i32 %n, 1
  call void @below(ptr %x, ptr %y, i32 %less)
  ret void
done:
  call void @copied(ptr %x, ptr %y)
  ret void
}
define void @d(ptr %x, ptr %dx, ptr %y, ptr %dy) {
  %a = call double (ptr, ...) @__enzyme_autodiff(ptr @same, double 1.0)
  %b = call double (ptr, ...) @__enzyme_autodiff(ptr @copied, ptr %x, ptr %dx, ptr %y, ptr %dy)
  %c = call double (ptr, ...) @__enzyme_autodiff(ptr @below, ptr %x, ptr %dx, ptr %y, ptr %dy, i32 3)
  ret void
}
