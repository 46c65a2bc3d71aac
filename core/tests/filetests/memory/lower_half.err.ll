; RUN: diagnostics f(dup, dup, const)
; Without TBAA: an integer of a structure in an array, beside an array. It may be the upper half of an element.
; Twin: lower_half.ll.
; CHECK: EZ0201
define double @f(ptr noalias %p, ptr noalias %x, i64 %i) {
  %v = load double, ptr %x
  %s = getelementptr [32 x i8], ptr %p, i64 %i
  %j = and i64 %i, 1
  %a = getelementptr double, ptr %s, i64 %j
  store double %v, ptr %a
  %k = getelementptr i8, ptr %s, i64 28
  store i32 3, ptr %k
  %b = getelementptr double, ptr %p, i64 %j
  %w = load double, ptr %b
  %r = fmul double %w, %w
  ret double %r
}
