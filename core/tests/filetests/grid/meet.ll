; RUN: reverse f(dup, dup)
; The barrier of a grid, as CUDA's headers have it, is its own adjoint. Where the blocks meet, each launch says anew, so that the reverse is not handed the place.
; CHECK: define internal void @f.grad(
; CHECK: call void @enzyme_rs_grid_meet()
; CHECK: call void @enzyme_rs_grid_meet()
; CHECK: ret void
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define internal void @_ZN18cooperative_groups4__v17details4gridL4syncEPj(ptr %number) noinline {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %was = call i32 asm sideeffect "atom.add.release.gpu.u32 $0,[$1],$2;", "=r,l,r,~{memory}"(ptr %number, i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
define void @f(ptr %x, ptr %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %at
  %s = fmul double %v, %v
  store double %s, ptr %at
  %low = call i32 asm "mov.u32 $0, %envreg2;", "=r"() memory(none)
  %place = zext i32 %low to i64
  %number = inttoptr i64 %place to ptr
  call void @_ZN18cooperative_groups4__v17details4gridL4syncEPj(ptr %number)
  %next = getelementptr double, ptr %at, i32 1
  %u = load double, ptr %next
  %to = getelementptr double, ptr %y, i32 %t
  store double %u, ptr %to
  ret void
}
