; RUN: reverse f(out, const, const)
; A function without derivative sets a pointer, and no active number goes through it. Twin: inactive_pointer.err.ll.
; CHECK: call void @make(
@__enzyme_inactivefn = constant [1 x ptr] [ptr @make]
declare void @make(ptr)
define double @f(double %x, i64 %i, i64 %j) {
  %object = alloca ptr
  call void @make(ptr %object)
  %memory = load ptr, ptr %object
  %to = getelementptr double, ptr %memory, i64 %i
  store double 2.0, ptr %to
  %from = getelementptr double, ptr %memory, i64 %j
  %y = load double, ptr %from
  %product = fmul double %y, %x
  ret double %product
}
