; RUN: reverse f(dup, const, const)
; A load through one of two pointers is a branch: the inactive side needs no shadow.
; CHECK: @f.grad(
; CHECK-NOT: select i1 %c, ptr
; CHECK: br i1 %c
; CHECK-NOT: %b.shadow
define double @f(ptr %a, ptr %b, i1 %c) {
entry:
  %p = select i1 %c, ptr %a, ptr %b
  %q = getelementptr double, ptr %p, i64 1
  %x = load double, ptr %q
  %y = fmul double %x, %x
  ret double %y
}
