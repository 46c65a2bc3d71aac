; RUN: warnings f(dup, const)
; %y takes the results, and has no shadow: nothing comes out.
; CHECK: warning: no active result of `f` depends on an active argument: this derivative is zero [EZ0406]
; CHECK: in function `driver`
; CHECK: note: its active results are memory behind `enzyme_dup` arguments in which it stores
; CHECK: help: pass the memory in which it stores its results as `enzyme_dup`
define void @f(ptr noalias %x, ptr noalias %y) {
entry:
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %y
  ret void
}
