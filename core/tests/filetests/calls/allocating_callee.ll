; RUN: reverse f(out)
; Memory that a callee made and the caller frees: the free waits for the reverse pass.
; CHECK: @f.grad(double %x
; CHECK: @make.aug
; CHECK: reverse
; CHECK: call void @free
declare ptr @malloc(i64)
declare void @free(ptr)
define double @f(double %x) {
entry:
  %p = call ptr @make(double %x)
  %v = load double, ptr %p
  call void @free(ptr %p)
  %y = fmul double %v, %x
  ret double %y
}
define ptr @make(double %x) noinline {
entry:
  %p = call ptr @malloc(i64 8)
  %y = fmul double %x, %x
  store double %y, ptr %p
  ret ptr %p
}
