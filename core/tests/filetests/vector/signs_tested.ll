; Signs of all lanes at once decide which way to go: inactive.
; RUN: reverse f(dup)
define double @f(ptr %x) {
  %v = load <2 x double>, ptr %x, align 8
  %b = bitcast <2 x double> %v to <2 x i64>
  %n = icmp slt <2 x i64> %b, zeroinitializer
  %m = bitcast <2 x i1> %n to i2
  %c = icmp eq i2 %m, 0
  %a = extractelement <2 x double> %v, i64 0
  %e = extractelement <2 x double> %v, i64 1
  %r = select i1 %c, double %a, double %e
  ret double %r
}
; CHECK: call <2 x double> @llvm.copysign.v2f64
; CHECK: fcmp olt <2 x double>
