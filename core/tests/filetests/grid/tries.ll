; RUN: reverse f(dup, dup)
; A loop that exchanges a number until nobody has changed it in between is an atomic sum, however the loop looks and whatever the number is looked at as.
; CHECK: define internal void @f.grad(
; CHECK: atomicrmw fadd ptr %y, double
; CHECK: atomicrmw fadd ptr %y.float, float
; CHECK: atomicrmw fadd ptr %y.less, double
; CHECK-NOT: cmpxchg
; CHECK: ret void
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %x, ptr %y) {
entry:
  %v = load double, ptr %x
  %w = fmul double %v, %v
  %first = load i64, ptr %y
  br label %loop
loop:
  %old = phi i64 [ %first, %entry ], [ %found, %loop ]
  %number = bitcast i64 %old to double
  %sum = fadd double %w, %number
  %new = bitcast double %sum to i64
  %outcome = cmpxchg ptr %y, i64 %old, i64 %new seq_cst seq_cst
  %found = extractvalue { i64, i1 } %outcome, 0
  %differs = icmp ne i64 %found, %old
  br i1 %differs, label %loop, label %floats
floats:
  %short = fptrunc double %w to float
  %y.float = getelementptr i8, ptr %y, i64 8
  br label %short.loop
short.loop:
  %short.old = load volatile i32, ptr %y.float
  %short.number = bitcast i32 %short.old to float
  %short.sum = fadd float %short.number, %short
  %short.new = bitcast float %short.sum to i32
  %short.outcome = cmpxchg ptr %y.float, i32 %short.old, i32 %short.new syncscope("agent") monotonic monotonic
  %ok = extractvalue { i32, i1 } %short.outcome, 1
  br i1 %ok, label %less, label %short.loop
less:
  %y.less = getelementptr i8, ptr %y, i64 16
  %guess = load atomic i64, ptr %y.less monotonic, align 8
  br label %less.loop
less.loop:
  %less.old = phi i64 [ %guess, %less ], [ %less.again, %less.loop ]
  %less.number = bitcast i64 %less.old to double
  %difference = fsub double %less.number, %w
  %less.new = bitcast double %difference to i64
  %less.outcome = cmpxchg weak ptr %y.less, i64 %less.old, i64 %less.new seq_cst seq_cst
  %less.found = extractvalue { i64, i1 } %less.outcome, 0
  %less.ok = extractvalue { i64, i1 } %less.outcome, 1
  %less.again = select i1 %less.ok, i64 %less.old, i64 %less.found
  br i1 %less.ok, label %end, label %less.loop
end:
  ret void
}
