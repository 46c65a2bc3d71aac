; RUN: reverse f(dup, dup)
; The barrier of a grid is its own adjoint.
; CHECK: define internal void @f.grad(
; CHECK: call void @__ockl_grid_sync()
; CHECK: call void @__ockl_grid_sync()
; CHECK: ret void
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
declare void @__ockl_grid_sync()
define void @f(ptr %x, ptr %y) {
entry:
  %v = load double, ptr %x
  %s = fmul double %v, %v
  store double %s, ptr %x
  call void @__ockl_grid_sync()
  %next = getelementptr double, ptr %x, i32 1
  %u = load double, ptr %next
  store double %u, ptr %y
  ret void
}
