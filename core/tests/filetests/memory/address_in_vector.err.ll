; RUN: diagnostics f(dup, const)
; Addresses in a vector of integers, of which one is chosen at run time: the integer that is stored there may end any number,
; that of %v among them.
; Twin: address_in_vector.ll.
; CHECK: EZ0302
define double @f(ptr noalias %x, i64 %n) {
entry:
  %v = alloca double, align 8
  %u = alloca double, align 8
  %a = load double, ptr %x, align 8
  store double %a, ptr %v, align 8
  store double %a, ptr %u, align 8
  %i0 = ptrtoint ptr %v to i64
  %i1 = ptrtoint ptr %u to i64
  %w0 = insertelement <2 x i64> poison, i64 %i0, i64 0
  %w1 = insertelement <2 x i64> %w0, i64 %i1, i64 1
  %i = extractelement <2 x i64> %w1, i64 %n
  %one = inttoptr i64 %i to ptr
  store i64 %n, ptr %one, align 8
  %l = load double, ptr %v, align 8
  ret double %l
}
