; RUN: diagnostics f(dup, const)
; What is exchanged and looked at may be a lock.
; CHECK: [EZ0109]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %x, ptr %c) {
entry:
  br label %wait
wait:
  %old = atomicrmw xchg ptr %c, i32 1 seq_cst
  %taken = icmp ne i32 %old, 0
  br i1 %taken, label %wait, label %go
go:
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %x
  ret void
}
