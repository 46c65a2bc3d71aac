; RUN: reverse f(out, const, const, const)
; The pointer that a function without derivative sets leads on, to memory that may be a variable as well; no active number goes there.
; Twin: inactive_pointer_behind.err.ll.
; CHECK: call void @make(
@__enzyme_inactivefn = constant [1 x ptr] [ptr @make]
declare void @make(ptr)
define double @f(double %x, i64 %i, i64 %j, i1 %c) {
  %object = alloca ptr
  %own = alloca [8 x double]
  call void @make(ptr %object)
  %instance = load ptr, ptr %object
  %scratch = load ptr, ptr %instance
  %memory = select i1 %c, ptr %own, ptr %scratch
  %to = getelementptr double, ptr %memory, i64 %i
  store double 2.0, ptr %to
  %from = getelementptr double, ptr %memory, i64 %j
  %y = load double, ptr %from
  %product = fmul double %y, %x
  ret double %product
}
