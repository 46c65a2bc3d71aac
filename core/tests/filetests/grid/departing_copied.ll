; RUN: diagnostics f(dup, dup, const)
; What each thread has copied from where all have the same, such as an argument that is a structure, is the same for all of them.
; CHECK-NOT: [EZ
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr %x, ptr %y, ptr %sizes) {
entry:
  %own = alloca [2 x i64]
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %of = getelementptr i64, ptr %sizes, i32 2
  call void @llvm.memcpy.p0.p0.i64(ptr %own, ptr %of, i64 16, i1 false)
  %from = getelementptr double, ptr %x, i32 %t
  %to = getelementptr double, ptr %y, i32 %t
  %v = load double, ptr %from
  %w = fmul double %v, %v
  store double %w, ptr %to
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %index = load i64, ptr %sizes
  %second = getelementptr i64, ptr %own, i64 %index
  %n = load i64, ptr %second
  %works = icmp slt i64 4, %n
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
