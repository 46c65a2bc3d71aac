; Two numbers of a vector are moved as one integer, as flang does with complex numbers: they are taken out as numbers.
; RUN: reverse f(dup)
define double @f(ptr %x) {
  %z = alloca [2 x double]
  %v = load <4 x double>, ptr %x, align 8
  %w = fmul <4 x double> %v, %v
  %c = bitcast <4 x double> %w to <2 x i128>
  %p = extractelement <2 x i128> %c, i64 1
  store i128 %p, ptr %z, align 8
  call void @turn(ptr %z)
  %a = load double, ptr %z, align 8
  ret double %a
}
define void @turn(ptr %z) noinline {
  %q = getelementptr i8, ptr %z, i64 8
  %b = load double, ptr %q, align 8
  store double %b, ptr %z, align 8
  ret void
}
; CHECK-NOT: i128
; CHECK: shufflevector <4 x double>
