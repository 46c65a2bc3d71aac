; RUN: diagnostics f(dup, dup, const)
; On one way, threads take another part of it.
; CHECK: [EZ0109]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define void @f(ptr %x, ptr %y, i32 %k) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr double, ptr %x, i32 %t
  %to = getelementptr double, ptr %y, i32 %t
  %v = load double, ptr %from
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %early = icmp slt i32 %t, 5
  br i1 %early, label %first, label %later
first:
  %odd = icmp slt i32 %t, 3
  br i1 %odd, label %a, label %b
a:
  store double 2.0, ptr %to
  %n.a = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %half.a = lshr i32 %n.a, 1
  %next.a = getelementptr double, ptr %y, i32 %half.a
  store double 1.0, ptr %next.a
  br label %both
b:
  store double 3.0, ptr %to
  %n.b = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %half.b = lshr i32 %n.b, 2
  %next.b = getelementptr double, ptr %y, i32 %half.b
  store double 4.0, ptr %next.b
  br label %both
both:
  %half.ab = phi i32 [ %half.a, %a ], [ %half.b, %b ]
  %next.ab = getelementptr double, ptr %x, i32 %half.ab
  %u = load double, ptr %next.ab
  store double %u, ptr %to
  br label %all
later:
  store double 5.0, ptr %to
  %n.c = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %half.c = lshr i32 %n.c, 1
  %next.c = getelementptr double, ptr %y, i32 %half.c
  store double 6.0, ptr %next.c
  br label %all
all:
  %half = phi i32 [ %half.ab, %both ], [ %half.c, %later ]
  %works = icmp slt i32 %k, %half
  br i1 %works, label %work, label %done
work:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p = fmul double %v, %v
  store double %p, ptr %to
  br label %done
done:
  ret void
}
