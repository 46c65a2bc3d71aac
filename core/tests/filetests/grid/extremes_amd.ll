; RUN: reverse f(dup, dup)
; The same on machines where barriers are functions of the library.
; CHECK: define internal void @f.grad(
; CHECK: atomicrmw fmax ptr
; CHECK-COUNT: 6 call void @enzyme_rs_grid_barrier()
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
@most = internal addrspace(3) global double undef
define void @f(ptr %x, ptr %y) {
entry:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %x.at = getelementptr double, ptr %x, i32 %i
  %v = load double, ptr %x.at
  %s = fmul double %v, %v
  %there = load double, ptr addrspacecast (ptr addrspace(3) @most to ptr)
  %more = fcmp ogt double %s, %there
  br i1 %more, label %raise, label %meet
raise:
  %old = atomicrmw fmax ptr addrspacecast (ptr addrspace(3) @most to ptr), double %s monotonic
  br label %meet
meet:
  call void @llvm.amdgcn.s.barrier()
  %w = load double, ptr addrspacecast (ptr addrspace(3) @most to ptr)
  %y.at = getelementptr double, ptr %y, i32 %i
  store double %w, ptr %y.at
  ret void
}
