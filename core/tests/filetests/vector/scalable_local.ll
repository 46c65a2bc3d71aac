; RUN: reverse f(out)
; As scalable_local.err.ll, with a vector of fixed length.
; CHECK: @f.grad
declare double @llvm.vector.reduce.fadd.v2f64(double, <2 x double>)
define double @f(double %x) {
  %a = alloca [16 x double]
  %s = fmul double %x, %x
  br label %each
each:
  %i = phi i64 [0, %0], [%j, %each]
  %p = getelementptr double, ptr %a, i64 %i
  store double %s, ptr %p
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, 16
  br i1 %more, label %each, label %all
all:
  %v = load <2 x double>, ptr %a
  %w = fmul <2 x double> %v, %v
  %r = call double @llvm.vector.reduce.fadd.v2f64(double 0.0, <2 x double> %w)
  ret double %r
}
