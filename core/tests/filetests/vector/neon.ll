; NEON: pairs, sums across, reciprocal estimates with their Newton steps, structures in turn.
; RUN: reverse f(dup, dup)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux-gnu"
declare <2 x double> @llvm.aarch64.neon.faddp.v2f64(<2 x double>, <2 x double>)
declare <2 x double> @llvm.aarch64.neon.frecpe.v2f64(<2 x double>)
declare <2 x double> @llvm.aarch64.neon.frecps.v2f64(<2 x double>, <2 x double>)
declare <2 x double> @llvm.aarch64.neon.fabd.v2f64(<2 x double>, <2 x double>)
declare <2 x double> @llvm.aarch64.neon.fmaxnm.v2f64(<2 x double>, <2 x double>)
declare double @llvm.aarch64.neon.faddv.f64.v2f64(<2 x double>)
declare { <2 x double>, <2 x double> } @llvm.aarch64.neon.ld2.v2f64.p0(ptr)
declare void @llvm.aarch64.neon.st2.v2f64.p0(<2 x double>, <2 x double>, ptr)
define double @f(ptr %a, ptr %b) {
entry:
  %l = call { <2 x double>, <2 x double> } @llvm.aarch64.neon.ld2.v2f64.p0(ptr %a)
  %x = extractvalue { <2 x double>, <2 x double> } %l, 0
  %y = extractvalue { <2 x double>, <2 x double> } %l, 1
  %p = call <2 x double> @llvm.aarch64.neon.faddp.v2f64(<2 x double> %x, <2 x double> %y)
  %e = call <2 x double> @llvm.aarch64.neon.frecpe.v2f64(<2 x double> %p)
  %n = call <2 x double> @llvm.aarch64.neon.frecps.v2f64(<2 x double> %e, <2 x double> %p)
  %d = call <2 x double> @llvm.aarch64.neon.fabd.v2f64(<2 x double> %n, <2 x double> %x)
  %m = call <2 x double> @llvm.aarch64.neon.fmaxnm.v2f64(<2 x double> %d, <2 x double> %y)
  call void @llvm.aarch64.neon.st2.v2f64.p0(<2 x double> %m, <2 x double> %d, ptr %b)
  %s = call double @llvm.aarch64.neon.faddv.f64.v2f64(<2 x double> %m)
  ret double %s
}
; CHECK-NOT: neon.ld2
; CHECK-NOT: neon.faddp
; CHECK: call <2 x double> @llvm.aarch64.neon.frecpe
