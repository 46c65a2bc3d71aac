; RUN: reverse f(dup, dup, const)
; A library's record holds no numbers, and is its own shadow. It leads to new memory, of which the program's rule knows the shadow.
; CHECK: %r = call ptr @record_make(i64 16)
; CHECK: @record_data.aug(ptr %r)
; CHECK: fadd
; CHECK: call void @record_data.rev(
; CHECK-NOT: @record_make
@__enzyme_register_gradient_data = global [3 x ptr] [ptr @record_data, ptr @augmented, ptr @reversed]
@__enzyme_register_derivative_data = global [2 x ptr] [ptr @record_data, ptr @augmented]
define { ptr, ptr } @augmented(ptr %r, ptr %dr) noinline {
  %p = call ptr @record_data(ptr %r)
  %d = call ptr @shadow_of(ptr %r)
  %a = insertvalue { ptr, ptr } poison, ptr %p, 0
  %b = insertvalue { ptr, ptr } %a, ptr %d, 1
  ret { ptr, ptr } %b
}
define void @reversed(ptr %r, ptr %dr) noinline {
  call void @done(ptr %r)
  ret void
}
declare ptr @shadow_of(ptr)
declare void @done(ptr)
declare ptr @record_make(i64)
declare ptr @record_data(ptr)
define void @f(ptr noalias %x, ptr noalias %y, i64 %i) {
  %r = call ptr @record_make(i64 16)
  %p = call ptr @record_data(ptr %r)
  %v = load double, ptr %x
  %s = fmul double %v, %v
  store double %s, ptr %p
  %at = getelementptr double, ptr %p, i64 %i
  %w = load double, ptr %at
  store double %w, ptr %y
  ret void
}
