; A product that a choice may drop: its zero adjoint makes zeros, whatever the factors are.
; RUN: reverse f(dup, const)
define double @f(ptr %p, i1 %c) {
entry:
  %x = load double, ptr %p, align 8
  %q = getelementptr i8, ptr %p, i64 8
  %y = load double, ptr %q, align 8
  %m = fmul double %x, %y
  %r = select i1 %c, double %m, double 0.0
  ret double %r
}
; CHECK: fcmp oeq double
; CHECK: select i1
