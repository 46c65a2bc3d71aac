; RUN: reverse f(out)
; sincos is the intrinsic that returns both, and two stores.
; CHECK: @f.grad(double %x
; CHECK: call { double, double } @llvm.sincos.f64(double %x)
; CHECK-COUNT: 0 call void @sincos
declare void @sincos(double, ptr, ptr)
define double @f(double %x) {
entry:
  %s = alloca double
  %c = alloca double
  call void @sincos(double %x, ptr %s, ptr %c)
  %sine = load double, ptr %s
  %cosine = load double, ptr %c
  %y = fmul double %sine, %cosine
  ret double %y
}
