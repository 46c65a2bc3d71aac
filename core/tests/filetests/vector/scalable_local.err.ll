; RUN: diagnostics f(out)
; Numbers that are stored one by one are loaded as a scalable vector.
; CHECK: active data in a type of numbers that is not differentiated [EZ0103]
declare double @llvm.vector.reduce.fadd.nxv2f64(double, <vscale x 2 x double>)
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
  %v = load <vscale x 2 x double>, ptr %a
  %w = fmul <vscale x 2 x double> %v, %v
  %r = call double @llvm.vector.reduce.fadd.nxv2f64(double 0.0, <vscale x 2 x double> %w)
  ret double %r
}
