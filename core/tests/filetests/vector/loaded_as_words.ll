; RUN: reverse f(dup)
; Vectors of numbers that are loaded as words, moved as pairs of them, and turned into numbers.
; CHECK: load <2 x double>, ptr %x
; CHECK: load <2 x double>, ptr %x.shadow
define double @f(ptr %x) {
  %w = load <4 x i32>, ptr %x, align 16
  %u = shufflevector <4 x i32> %w, <4 x i32> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  %v = shufflevector <4 x i32> %w, <4 x i32> poison, <4 x i32> <i32 2, i32 3, i32 poison, i32 poison>
  %a = bitcast <4 x i32> %u to <2 x double>
  %b = bitcast <4 x i32> %v to <2 x double>
  %p = extractelement <2 x double> %a, i64 1
  %q = extractelement <2 x double> %b, i64 0
  %r = fmul double %p, %q
  ret double %r
}
