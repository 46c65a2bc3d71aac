; RUN: reverse f(dup, const)
; As pointers_indexed.err.ll, with a vector of offsets.
; CHECK: @f.grad
define double @f(ptr %a, i64 %i) {
  %o = extractelement <2 x i64> <i64 0, i64 1>, i64 %i
  %p = getelementptr double, ptr %a, i64 %o
  %v = load double, ptr %p
  ret double %v
}
