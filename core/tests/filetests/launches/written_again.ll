; RUN: reverse f(dup)
; As grid/handed.ll, in two launches, between which others may write to %x: each thread keeps what it has written. The barrier behind the reads is the one in
; front of the next iteration's writes; in the reverse the one between writes and reads is made once more.
; CHECK: define internal { ptr } @k.aug(
; CHECK: %v = load double, ptr %gep
; CHECK: store double %v, ptr %mine
; CHECK-NOT: store double %w
; CHECK: define internal void @k.rev(
; CHECK: store double %kept4, ptr %23
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
@tile = internal addrspace(3) global [32 x double] undef
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @k(ptr %x, ptr %y, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t.wide = zext i32 %t to i64
  %own.at = getelementptr double, ptr %x, i64 %t.wide
  %own = load double, ptr %own.at
  %mine = getelementptr double, ptr addrspace(3) @tile, i64 %t.wide
  br label %tiles
tiles:
  %i = phi i64 [ 0, %entry ], [ %i.next, %done ]
  %sum = phi double [ 0.0, %entry ], [ %sum.next, %done ]
  %first = shl i64 %i, 5
  %from = add i64 %first, %t.wide
  %x.at = getelementptr double, ptr %x, i64 %from
  %v = load double, ptr %x.at
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store double %v, ptr addrspace(3) %mine
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %inner
inner:
  %k = phi i64 [ 0, %tiles ], [ %k.next, %inner ]
  %s = phi double [ %sum, %tiles ], [ %sum.next, %inner ]
  %at = getelementptr double, ptr addrspace(3) @tile, i64 %k
  %w = load double, ptr addrspace(3) %at
  %p = fmul double %w, %own
  %q = fmul double %p, %w
  %sum.next = fadd double %s, %q
  %k.next = add i64 %k, 1
  %more.inner = icmp ult i64 %k.next, 32
  br i1 %more.inner, label %inner, label %done
done:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %tiles, label %end
end:
  %y.at = getelementptr double, ptr %y, i64 %t.wide
  store double %sum.next, ptr %y.at
  ret void
}
define void @f(ptr %x) {
  ret void
}
