; RUN: reverse f(dup, dup)
; What is added is computed in the loop, of what it leaves alone.
; CHECK: define internal void @f.grad(
; CHECK: atomicrmw fadd ptr %y, double
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %x, ptr %y) {
entry:
  %v = load double, ptr %x
  %first = load i64, ptr %y
  br label %loop
loop:
  %old = phi i64 [ %first, %entry ], [ %found, %loop ]
  %number = bitcast i64 %old to double
  %w = fmul double %v, %v
  %sum = fadd double %w, %number
  %new = bitcast double %sum to i64
  %outcome = cmpxchg ptr %y, i64 %old, i64 %new seq_cst seq_cst
  %found = extractvalue { i64, i1 } %outcome, 0
  %differs = icmp ne i64 %found, %old
  br i1 %differs, label %loop, label %end
end:
  ret void
}
