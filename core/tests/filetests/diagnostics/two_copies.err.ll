; RUN: diagnostics
; As two_copies.ll, and used by its name as well.
; CHECK: `own` is passed with a shadow and used by its name in the differentiated code
@enzyme_dup = external global i32
@own = internal thread_local global double 0.0
declare void @__enzyme_autodiff(ptr, ...)
define internal double @f(ptr %p) {
entry:
  %a = load double, ptr %p
  %at = call ptr @llvm.threadlocal.address.p0(ptr @own)
  %b = load double, ptr %at
  %c = fmul double %a, %b
  ret double %c
}
declare ptr @llvm.threadlocal.address.p0(ptr)
define void @hook(ptr %dx) {
  %d = load i32, ptr @enzyme_dup
  %at = call ptr @llvm.threadlocal.address.p0(ptr @own)
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, i32 %d, ptr %at, ptr %dx)
  ret void
}
