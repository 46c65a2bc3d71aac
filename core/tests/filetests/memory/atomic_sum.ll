; RUN: reverse f(dup, dup)
; An atomic sum is linear: its adjoint reads the sum's.
; CHECK: void @f.grad(ptr
; CHECK: atomicrmw fadd
; CHECK: reverse.entry:
; CHECK: load double, ptr %a.shadow
define void @f(ptr noalias %a, ptr noalias %b) {
entry:
  %x = load double, ptr %b
  %old = atomicrmw fadd ptr %a, double %x seq_cst
  ret void
}
