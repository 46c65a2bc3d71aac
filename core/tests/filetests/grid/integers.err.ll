; RUN: diagnostics f(dup, dup)
; As integers.ll, of the bits of a number.
; CHECK: error: active data is computed with as an integer [EZ0203]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @__nv_max(i32, i32)
declare i32 @__nv_float_as_int(float)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @f(ptr %x, ptr %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %x, i32 %t
  %v = load float, ptr %at
  %p = fmul float %v, %v
  %bits = call i32 @__nv_float_as_int(float %p)
  %more = call i32 @__nv_max(i32 %bits, i32 7)
  %s = bitcast i32 %more to float
  store float %s, ptr %y
  ret void
}
