; A sum whose order is open is a tree of sums, and one that is not a chain: the adjoint of each lane is the seed.
; RUN: reverse f(dup)
declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)
define double @f(ptr %p) {
entry:
  %v = load <4 x double>, ptr %p, align 8
  %s = call reassoc double @llvm.vector.reduce.fadd.v4f64(double -0.0, <4 x double> %v)
  %t = call double @llvm.vector.reduce.fadd.v4f64(double %s, <4 x double> %v)
  ret double %t
}
; CHECK-NOT: llvm.vector.reduce
; CHECK: fadd reassoc <2 x double>
; CHECK: load <4 x double>, ptr %p.shadow
