; RUN: diagnostics f(dup, const, const)
; The routine writes what varies into memory without a shadow.
; CHECK: declared inactive
declare double @array_update(i32, double, ptr, ptr)
define double @f(ptr %x, ptr %y, i32 %n) {
entry:
  %r = call double @array_update(i32 %n, double 1.0, ptr %x, ptr %y)
  %v = load double, ptr %y
  ret double %v
}
