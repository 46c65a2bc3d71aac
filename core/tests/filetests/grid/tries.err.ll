; RUN: diagnostics f(dup, dup)
; Who waits for a number adds to nothing: it does not look again.
; CHECK: [EZ0107]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %x, ptr %y) {
entry:
  %v = load double, ptr %x
  %w = fmul double %v, %v
  %first = load i64, ptr %y
  br label %loop
loop:
  %number = bitcast i64 %first to double
  %sum = fadd double %w, %number
  %new = bitcast double %sum to i64
  %outcome = cmpxchg ptr %y, i64 %first, i64 %new seq_cst seq_cst
  %found = extractvalue { i64, i1 } %outcome, 0
  %differs = icmp ne i64 %found, %first
  br i1 %differs, label %loop, label %end
end:
  ret void
}
