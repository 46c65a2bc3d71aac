; RUN: reverse f(dup)
; As upper_half.err.ll, but only the exponent is counted.
; CHECK: @f.grad
define double @f(ptr %x) {
  %v = load double, ptr %x
  %p = getelementptr i8, ptr %x, i64 4
  %h = load i32, ptr %p
  %e = lshr i32 %h, 20
  %n = sitofp i32 %e to double
  %s = fadd double %n, %v
  ret double %s
}
