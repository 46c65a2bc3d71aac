; A conversion that rounds to odd has no rule.
; RUN: diagnostics f(dup, dup)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux-gnu"
declare <2 x float> @llvm.aarch64.neon.fcvtxn.v2f32.v2f64(<2 x double>)
define double @f(ptr %a, ptr %b) {
entry:
  %x = load <2 x double>, ptr %a, align 8
  %p = call <2 x float> @llvm.aarch64.neon.fcvtxn.v2f32.v2f64(<2 x double> %x)
  %l = extractelement <2 x float> %p, i64 0
  %s = fpext float %l to double
  ret double %s
}
; CHECK: the intrinsic `llvm.aarch64.neon.fcvtxn.v2f32.v2f64` has no derivative rule
