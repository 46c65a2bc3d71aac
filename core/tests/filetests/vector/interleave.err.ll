; An operation on vectors that has no rule.
; RUN: diagnostics f(dup)
declare <2 x double> @llvm.vector.partial.reduce.fadd.v2f64.v4f64(<2 x double>, <4 x double>)
define double @f(ptr %p) {
entry:
  %v = load <4 x double>, ptr %p, align 8
  %q = call <2 x double> @llvm.vector.partial.reduce.fadd.v2f64.v4f64(<2 x double> zeroinitializer, <4 x double> %v)
  %x = extractelement <2 x double> %q, i64 1
  ret double %x
}
; CHECK: the intrinsic `llvm.vector.partial.reduce.fadd.v2f64.v4f64` has no derivative rule
; CHECK: help: write what it does in plain C
