; RUN: reverse f(dup, dup, const)
; The routine stays between two calls of its library, and the number that it was passed by value gets its adjoint back.
; CHECK: define internal void @f.grad
; CHECK: %record = call ptr @array_begin(ptr
; CHECK: call double @array_update(i32 %n, double
; CHECK: call void @array_augmented(ptr %record, ptr
; CHECK: call void @array_reverse(ptr
; CHECK: fadd
declare double @array_update(i32, double, ptr, ptr)
define double @f(ptr %x, ptr %y, i32 %n) {
entry:
  %a = load double, ptr %x
  %r = call double @array_update(i32 %n, double %a, ptr %x, ptr %y)
  ret double %r
}
