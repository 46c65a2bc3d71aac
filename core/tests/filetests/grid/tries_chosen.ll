; RUN: reverse f(dup, dup)
; A loop that chooses the larger of two numbers compares and takes the same look at the old one: with the exchange goes the look, once.
; CHECK: define internal void @f.grad(
; CHECK: atomicrmw fmaximum ptr
; CHECK-NOT: cmpxchg
; CHECK: ret void
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@most = internal addrspace(3) global double undef
define void @f(ptr %x, ptr %y) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x.at = getelementptr double, ptr %x, i32 %i
  %v = load double, ptr %x.at
  %s = fmul double %v, %v
  %first = load volatile i64, ptr addrspacecast (ptr addrspace(3) @most to ptr)
  br label %loop
loop:
  %old = phi i64 [ %first, %entry ], [ %found, %loop ]
  %number = bitcast i64 %old to double
  %less = fcmp olt double %number, %s
  %larger = select i1 %less, double %s, double %number
  %new = bitcast double %larger to i64
  %outcome = cmpxchg ptr addrspacecast (ptr addrspace(3) @most to ptr), i64 %old, i64 %new seq_cst seq_cst
  %found = extractvalue { i64, i1 } %outcome, 0
  %differs = icmp ne i64 %found, %old
  br i1 %differs, label %loop, label %meet
meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load double, ptr addrspacecast (ptr addrspace(3) @most to ptr)
  %y.at = getelementptr double, ptr %y, i32 %i
  store double %w, ptr %y.at
  ret void
}
