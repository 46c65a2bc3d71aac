; RUN: diagnostics f(out, const, const, const)
; As inactive_pointer_behind.ll, and an active number does.
; CHECK: `make`, which is inactive, sets a pointer through which active data goes [EZ0502]
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
  store double %x, ptr %to
  %from = getelementptr double, ptr %memory, i64 %j
  %y = load double, ptr %from
  %product = fmul double %y, %x
  ret double %product
}
