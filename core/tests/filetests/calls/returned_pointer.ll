; RUN: reverse f(dup)
; A pointer that comes back from a call has its shadow beside it.
; CHECK: @f.grad(ptr %a, ptr %a.shadow
; CHECK: @g.aug
; CHECK: extractvalue
; CHECK-NOT: null
define double @f(ptr %a) {
entry:
  %p = call ptr @g(ptr %a)
  %x = load double, ptr %p
  %y = fmul double %x, %x
  ret double %y
}
define ptr @g(ptr %a) noinline {
entry:
  %p = getelementptr double, ptr %a, i64 3
  ret ptr %p
}
