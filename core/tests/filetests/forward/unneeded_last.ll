; RUN: forward --optimize
; The last store goes where nobody looks; that before it stays.
; CHECK: @f.fwd(
; CHECK: call double @sin
; CHECK: store double %y, ptr %x
; CHECK-NOT: ptr %out,
declare double @sin(double)
declare void @__enzyme_fwddiff(...)
define void @d(ptr %x, ptr %dx, ptr %out, ptr %dout, i64 %n) {
  call void (...) @__enzyme_fwddiff(ptr @f, ptr %x, ptr %dx, metadata !"enzyme_dupnoneed", ptr %out, ptr %dout, i64 %n)
  ret void
}
define void @f(ptr %x, ptr %out, i64 %n) {
entry:
  %v = load double, ptr %x
  %y = call double @sin(double %v)
  store double %y, ptr %x
  %z = fmul double %v, %v
  store double %z, ptr %out
  ret void
}
