; RUN: diagnostics
; A thread passes its copy of a variable with a shadow. Twin: two_copies.err.ll.
@enzyme_dup = external global i32
@own = internal thread_local global double 0.0
declare void @__enzyme_autodiff(ptr, ...)
define internal double @f(ptr %p) {
entry:
  %a = load double, ptr %p
  %c = fmul double %a, %a
  ret double %c
}
declare ptr @llvm.threadlocal.address.p0(ptr)
define void @hook(ptr %dx) {
  %d = load i32, ptr @enzyme_dup
  %at = call ptr @llvm.threadlocal.address.p0(ptr @own)
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, i32 %d, ptr %at, ptr %dx)
  ret void
}
