; RUN: diagnostics f(dup, dup)
; What assembly does is refused by its name, also where it takes and gives integers.
; CHECK: error: a texture has no derivative (`tex of PTX`) [EZ0101]
; CHECK: help: read plain memory
; CHECK: error: an asynchronous copy has no derivative (`cp.async of PTX`) [EZ0101]
; CHECK: error: a matrix unit has no derivative (`mma of PTX`) [EZ0101]
; CHECK-NOT: error
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %x, ptr %y) {
entry:
  %v = load float, ptr %x
  %word = call i32 asm "tex.1d.v4.s32.s32 {$0, _, _, _}, [$1, {$2}];", "=r,l,r"(i64 7, i32 1)
  %t = bitcast i32 %word to float
  %p = fmul float %v, %t
  call void asm sideeffect "cp.async.wait_all;", ""()
  %m = call float asm "{ @p mma.sync.aligned $0, $1; }", "=f,f"(float %p)
  store float %m, ptr %y
  ret void
}
