; RUN: plan f(dup, dup, const)
; A structure that is copied to shared memory is copied member by member, as far as the front end says what the bytes are, so that it can be written again.
; CHECK-NOT: keep
; CHECK: write again for other threads at %mine
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%body = type { double, float, i32 }
@tile = internal addrspace(3) global [32 x %body] undef
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.memcpy.p3.p0.i64(ptr addrspace(3), ptr, i64, i1)
define void @f(ptr %x, ptr %y, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t.wide = zext i32 %t to i64
  %mine = getelementptr %body, ptr addrspace(3) @tile, i64 %t.wide
  br label %tiles
tiles:
  %i = phi i64 [ 0, %entry ], [ %i.next, %done ]
  %sum = phi double [ 0.0, %entry ], [ %sum.next, %done ]
  %first = shl i64 %i, 5
  %from = add i64 %first, %t.wide
  %x.at = getelementptr %body, ptr %x, i64 %from
  call void @llvm.memcpy.p3.p0.i64(ptr addrspace(3) align 8 %mine, ptr align 8 %x.at, i64 16, i1 false), !tbaa.struct !0
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %inner
inner:
  %k = phi i64 [ 0, %tiles ], [ %k.next, %inner ]
  %s = phi double [ %sum, %tiles ], [ %sum.next, %inner ]
  %at = getelementptr %body, ptr addrspace(3) @tile, i64 %k
  %w = load double, ptr addrspace(3) %at, !tbaa !5
  %z.at = getelementptr i8, ptr addrspace(3) %at, i64 8
  %z = load float, ptr addrspace(3) %z.at, !tbaa !7
  %z.wide = fpext float %z to double
  %kind.at = getelementptr i8, ptr addrspace(3) %at, i64 12
  %kind = load i32, ptr addrspace(3) %kind.at, !tbaa !8
  %kind.wide = sitofp i32 %kind to double
  %p = fmul double %w, %z.wide
  %q = fmul double %p, %kind.wide
  %sum.next = fadd double %s, %q
  %k.next = add i64 %k, 1
  %more.inner = icmp ult i64 %k.next, 32
  br i1 %more.inner, label %inner, label %done
done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %tiles, label %end
end:
  %y.at = getelementptr double, ptr %y, i64 %t.wide
  store double %sum.next, ptr %y.at
  ret void
}
!0 = !{i64 0, i64 8, !1, i64 8, i64 4, !3, i64 12, i64 4, !4}
!1 = !{!2, !2, i64 0}
!2 = !{!"double", !6, i64 0}
!3 = !{!9, !9, i64 0}
!4 = !{!10, !10, i64 0}
!5 = !{!11, !2, i64 0}
!6 = !{!"omnipotent char", !12, i64 0}
!7 = !{!11, !9, i64 8}
!8 = !{!11, !10, i64 12}
!9 = !{!"float", !6, i64 0}
!10 = !{!"int", !6, i64 0}
!11 = !{!"body", !2, i64 0, !9, i64 8, !10, i64 12}
!12 = !{!"Simple C++ TBAA"}
