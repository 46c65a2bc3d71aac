; RUN: reverse f(dup, dup)
; A shuffle with a sum is assembly in CUB: it is a function with an adjoint.
; CHECK: define internal void @f.grad(
; CHECK-NOT: asm
; CHECK: call double @enzyme_rs_shuffled_sum_down_f64(i32 -1, double %
; CHECK: call double @enzyme_rs_shuffled_sum_down_f64_adjoint(i32 -1, double %
; CHECK: ret void
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %x, ptr %y) {
entry:
  %v = load double, ptr %x
  %s = fmul double %v, %v
  %sum = call double asm sideeffect "{  .reg .u32 lo;  .reg .u32 hi;  .reg .pred p;  .reg .f64 r0;  mov.b64 $0, $1;  mov.b64 {lo, hi}, $1;  shfl.sync.down.b32 lo|p, lo, $2, $3, $4;  shfl.sync.down.b32 hi|p, hi, $2, $3, $4;  mov.b64 r0, {lo, hi};  @p add.f64 $0, $0, r0;}", "=d,d,r,r,r"(double %s, i32 1, i32 31, i32 -1)
  %t = fmul double %sum, %sum
  store double %t, ptr %y
  ret void
}
