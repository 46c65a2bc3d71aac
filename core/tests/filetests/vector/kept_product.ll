; A product that is used otherwise, too, has to be a number: a plain product.
; RUN: reverse f(dup, const)
define double @f(ptr %p, i1 %c) {
entry:
  %x = load double, ptr %p, align 8
  %q = getelementptr i8, ptr %p, i64 8
  %y = load double, ptr %q, align 8
  %m = fmul double %x, %y
  %s = select i1 %c, double %m, double 0.0
  %r = fadd double %s, %m
  ret double %r
}
; CHECK-NOT: fcmp
