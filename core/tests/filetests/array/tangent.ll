; RUN: forward f(dup, dup, const)
; CHECK: %record = call ptr @array_begin(ptr
; CHECK: call double @array_update(i32 %n, double
; CHECK: call void @array_tangent(ptr %record, ptr %returned, ptr
; CHECK: ret double
declare double @array_update(i32, double, ptr, ptr)
define double @f(ptr %x, ptr %y, i32 %n) {
entry:
  %a = load double, ptr %x
  %r = call double @array_update(i32 %n, double %a, ptr %x, ptr %y)
  ret double %r
}
