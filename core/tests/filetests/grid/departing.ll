; RUN: diagnostics f(dup, dup, const)
; The same where all threads decide alike.
; CHECK-NOT: [EZ
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define void @f(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr double, ptr %x, i32 %t
  %to = getelementptr double, ptr %y, i32 %t
  %v = load double, ptr %from
  %w = fmul double %v, %v
  store double %w, ptr %to
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %works = icmp slt i32 4, %n
  br i1 %works, label %work, label %done
work:
  %next = getelementptr double, ptr %to, i32 1
  %u = load double, ptr %next
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p = fmul double %u, %v
  store double %p, ptr %to
  br label %done
done:
  ret void
}
