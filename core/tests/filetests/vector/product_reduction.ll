; The adjoint of a factor is the product of the others, not the whole divided by it: zeros may be among them.
; RUN: reverse f(dup)
declare double @llvm.vector.reduce.fmul.v4f64(double, <4 x double>)
define double @f(ptr %p) {
entry:
  %v = load <4 x double>, ptr %p, align 8
  %s = call double @llvm.vector.reduce.fmul.v4f64(double 1.0, <4 x double> %v)
  ret double %s
}
; CHECK-NOT: fdiv
; CHECK: fmul double
