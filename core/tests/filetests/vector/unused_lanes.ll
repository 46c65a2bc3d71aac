; Lanes 1 and 3 of the product are poison and nobody uses them. Their adjoints are zero, and so is what they add to
; the adjoint of the splat, though it is a product with poison.
; RUN: reverse f(dup, dup)
define double @f(ptr %a, ptr %b) {
entry:
  %va = load <2 x double>, ptr %a, align 8
  %y = load double, ptr %b, align 8
  %s = shufflevector <2 x double> %va, <2 x double> poison, <4 x i32> zeroinitializer
  %u = insertelement <4 x double> poison, double %y, i64 0
  %w = insertelement <4 x double> %u, double 3.0, i64 2
  %m = fmul <4 x double> %s, %w
  %r = extractelement <4 x double> %m, i64 0
  %t = extractelement <4 x double> %m, i64 2
  %q = fmul double %r, %t
  ret double %q
}
; CHECK: zeroinitializer, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
