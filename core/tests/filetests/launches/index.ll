; RUN: reverse f(dup)
; What threads keep from one launch to the other lies in memory of the device: an index is computed again instead, from more than would be worth it in a register.
; Eight bytes tell whose the record is.
; CHECK: define internal { ptr } @k.aug(
; CHECK: call ptr @enzyme_rs_grid_cell(ptr %frame, i64 0, i64 8)
; CHECK-NOT: @enzyme_rs_grid_cell(ptr %frame
; CHECK: define internal void @k.fwd(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
define ptx_kernel void @k(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %column = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %row = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %before = mul i32 %row, %n
  %block = add i32 %before, %column
  %first = mul i32 %block, %size
  %i = add i32 %first, %t
  %turned = sub i32 %n, %i
  %thrice = mul i32 %turned, 3
  %is = icmp slt i32 %thrice, 64
  br i1 %is, label %work, label %done
work:
  %x.at = getelementptr double, ptr %x, i32 %thrice
  %v = load double, ptr %x.at
  %y.at = getelementptr double, ptr %y, i32 %t
  store double %v, ptr %y.at
  br label %done
done:
  ret void
}
define void @f(ptr %x) {
  ret void
}
