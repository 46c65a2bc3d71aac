; RUN: diagnostics f(dup, dup)
; Patterns beyond rotate, which devices do differently.
; CHECK: [EZ0203]
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32 immarg, i32 immarg, i32 immarg, i1 immarg)
declare i32 @llvm.amdgcn.ds.swizzle(i32, i32 immarg)
define void @f(ptr %x, ptr %y) {
entry:
  %v = load double, ptr %x
  %s = fmul double %v, %v
  %old = bitcast double %v to i64
  %bits = bitcast double %s to i64
  %old.low = trunc i64 %old to i32
  %low = trunc i64 %bits to i32
  %old.up = lshr i64 %old, 32
  %up = lshr i64 %bits, 32
  %old.high = trunc i64 %old.up to i32
  %high = trunc i64 %up to i32
  %a = call i32 @llvm.amdgcn.update.dpp.i32(i32 %old.low, i32 %low, i32 273, i32 15, i32 15, i1 false)
  %b = call i32 @llvm.amdgcn.update.dpp.i32(i32 %old.high, i32 %high, i32 273, i32 15, i32 15, i1 false)
  %a.wide = zext i32 %a to i64
  %b.wide = zext i32 %b to i64
  %b.up = shl i64 %b.wide, 32
  %both = or i64 %a.wide, %b.up
  %there = bitcast i64 %both to double
  %short = fptrunc double %there to float
  %word = bitcast float %short to i32
  %moved = call i32 @llvm.amdgcn.ds.swizzle(i32 %word, i32 49152)
  %w = bitcast i32 %moved to float
  store float %w, ptr %y
  ret void
}
