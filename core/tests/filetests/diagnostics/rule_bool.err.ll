; RUN: diagnostics f(dup)
; As rule_bool.ll, in two bytes.
; CHECK: returns { i64, i16 } [EZ0501]
@__enzyme_register_gradient_g = constant [3 x ptr] [ptr @g, ptr @augmented, ptr @gradient]
@__enzyme_register_derivative_g = constant [2 x ptr] [ptr @g, ptr @tangent]
declare zeroext i1 @g(ptr)
declare zeroext i1 @tangent(ptr, ptr)
declare { i64, i16 } @augmented(ptr, ptr)
declare void @gradient(ptr, ptr, i64)
define double @f(ptr %p) {
  %bigger = call zeroext i1 @g(ptr %p)
  %x = load double, ptr %p
  %twice = fmul double %x, 2.0
  %y = select i1 %bigger, double %twice, double %x
  ret double %y
}
