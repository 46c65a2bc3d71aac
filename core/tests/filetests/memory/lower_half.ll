; RUN: reverse f(dup, dup, const)
; Without TBAA: an integer of a structure in an array, beside an array. Were it the lower half of an element, that would be
; rounded. Twin: lower_half.err.ll.
; CHECK: @f.grad
define double @f(ptr noalias %p, ptr noalias %x, i64 %i) {
  %v = load double, ptr %x
  %s = getelementptr [32 x i8], ptr %p, i64 %i
  %j = and i64 %i, 1
  %a = getelementptr double, ptr %s, i64 %j
  store double %v, ptr %a
  %k = getelementptr i8, ptr %s, i64 24
  store i32 3, ptr %k
  %b = getelementptr double, ptr %p, i64 %j
  %w = load double, ptr %b
  %r = fmul double %w, %w
  ret double %r
}
