; RUN: diagnostics f(dup, const)
; Addresses that are loaded as a vector of integers, of which one is chosen at run time: the integer that is stored there may
; end any number, that of %v among them.
; Twin: address_loaded_in_vector.ll.
; CHECK: EZ0302
define double @f(ptr noalias %x, i64 %n) {
entry:
  %v = alloca double, align 8
  %u = alloca double, align 8
  %both = alloca [2 x ptr], align 16
  %a = load double, ptr %x, align 8
  store double %a, ptr %v, align 8
  store double %a, ptr %u, align 8
  store ptr %v, ptr %both, align 16
  %next = getelementptr i8, ptr %both, i64 8
  store ptr %u, ptr %next, align 8
  %w = load <2 x i64>, ptr %both, align 16
  %i = extractelement <2 x i64> %w, i64 %n
  %one = inttoptr i64 %i to ptr
  store i64 %n, ptr %one, align 8
  %l = load double, ptr %v, align 8
  ret double %l
}
