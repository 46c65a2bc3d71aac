; RUN: reverse f(dup, dup)
; Functions of integers by libdevice find an index; they have no derivative.
; CHECK: define internal void @f.grad(
; CHECK: call i32 @__nv_max(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @__nv_max(i32, i32)
declare i32 @__nv_float_as_int(float)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @f(ptr %x, ptr %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = call i32 @__nv_max(i32 %t, i32 7)
  %at = getelementptr float, ptr %x, i32 %index
  %v = load float, ptr %at
  %s = fmul float %v, %v
  store float %s, ptr %y
  ret void
}
