; RUN: forward f(dup, const)
; A callee that only allocates gives a shadow of its own: nobody stored to the memory there.
; CHECK: @make.fwd
; CHECK: %p = call ptr @malloc
; CHECK: %heap.shadow = call ptr @malloc
declare ptr @malloc(i64)
define double @f(ptr %a, i64 %k) {
entry:
  %p = call ptr @make()
  %x = load double, ptr %a
  %square = fmul double %x, %x
  store double %square, ptr %p
  %at = getelementptr double, ptr %p, i64 %k
  %v = load double, ptr %at
  ret double %v
}
define ptr @make() noinline {
entry:
  %p = call ptr @malloc(i64 8)
  ret ptr %p
}
