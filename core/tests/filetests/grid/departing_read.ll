; RUN: diagnostics f(dup, dup, dup)
; Two ways read the same place, where nobody writes.
; CHECK-NOT: [EZ
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define void @f(ptr %x, ptr %y, ptr %flag) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr double, ptr %x, i32 %t
  %to = getelementptr double, ptr %y, i32 %t
  %v = load double, ptr %from
  %w = fmul double %v, %v
  store double %w, ptr %to
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %odd = trunc i32 %t to i1
  br i1 %odd, label %one, label %other
one:
  %a = load i32, ptr %flag, !tbaa !0
  store double %v, ptr %to
  br label %joined
other:
  %own = getelementptr i32, ptr %flag, i32 %t
  store double 1.0, ptr %to
  %b = load i32, ptr %flag, !tbaa !0
  br label %joined
joined:
  %n = phi i32 [ %a, %one ], [ %b, %other ]
  %works = icmp eq i32 %n, 3
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
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"char", !3}
!3 = !{!"C"}
