; RUN: diagnostics f(out, const, const)
; As inactive_pointer.ll, and an active number does: its shadow would lead nowhere.
; CHECK: `make`, which is inactive, sets a pointer through which active data goes [EZ0502]
; CHECK: nothing else sets the pointer, and nothing sets its shadow
@__enzyme_inactivefn = constant [1 x ptr] [ptr @make]
declare void @make(ptr)
define double @f(double %x, i64 %i, i64 %j) {
  %object = alloca ptr
  call void @make(ptr %object)
  %memory = load ptr, ptr %object
  %to = getelementptr double, ptr %memory, i64 %i
  store double %x, ptr %to
  %from = getelementptr double, ptr %memory, i64 %j
  %y = load double, ptr %from
  %product = fmul double %y, %x
  ret double %product
}
