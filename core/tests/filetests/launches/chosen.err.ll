; RUN: diagnostics f(dup)
; As chosen.ll, where one of the buffers is not the block's: the reverse launch has the other one elsewhere, and a pointer that is kept leads nowhere.
; CHECK: error: a pointer may lead to memory that the block shares, and where it leads is found out when the kernel runs [EZ0302]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
@a = internal addrspace(3) global [64 x double] poison
@b = internal addrspace(3) global [64 x double] poison
define ptx_kernel void @k(ptr %x, i64 %n) {
entry:
  %v = load double, ptr %x
  store double %v, ptr addrspacecast (ptr addrspace(3) @a to ptr)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %cur = phi ptr [ addrspacecast (ptr addrspace(3) @a to ptr), %entry ], [ %next, %loop ]
  %next = phi ptr [ %x, %entry ], [ %cur, %loop ]
  %u = load double, ptr %cur
  %w = fmul double %u, %u
  store double %w, ptr %next
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %i.next, %n
  br i1 %again, label %loop, label %exit
exit:
  %last = load double, ptr addrspacecast (ptr addrspace(3) @a to ptr)
  store double %last, ptr %x
  ret void
}
define void @f(ptr %x) {
  ret void
}
