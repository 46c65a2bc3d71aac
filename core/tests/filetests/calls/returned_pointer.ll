; RUN: reverse f(dup)
; A pointer that comes back from a call has its shadow beside it.
; CHECK: @f.grad(ptr %a, ptr %a.shadow
; CHECK: @g.aug
; CHECK: extractvalue { ptr, ptr, ptr }
; CHECK: define internal { ptr, ptr, ptr } @g.aug(ptr %a, ptr %a.shadow)
; CHECK: getelementptr i8, ptr %a.shadow, i64 24
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
