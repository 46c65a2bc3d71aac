; RUN: diagnostics
; As tape_again.ll, but the function has memory, whose end is the end of its adjoint.
; CHECK: marked `enzyme_nofree` allocates memory [EZ0402]
; CHECK: help: leave enzyme_nofree out
declare ptr @__enzyme_augmentfwd(ptr, ...)
declare double @__enzyme_reverse(ptr, ...)
declare ptr @malloc(i64)
declare void @free(ptr)
@enzyme_nofree = external global i32
define double @f(double %x) {
  %q = call ptr @malloc(i64 16)
  store double %x, ptr %q
  %v = load double, ptr %q
  call void @free(ptr %q)
  %r = fmul double %v, %v
  ret double %r
}
define double @d(double %x) {
  %t = call ptr (ptr, ...) @__enzyme_augmentfwd(ptr @f, double %x)
  %r = call double (ptr, ...) @__enzyme_reverse(ptr @f, ptr @enzyme_nofree, double %x, double 1.0, ptr %t)
  ret double %r
}
