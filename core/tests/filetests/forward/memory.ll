; RUN: forward f(dup)
; A load has a load of the shadow, a store a store to it.
; CHECK: void @f.fwd(ptr %p, ptr
; CHECK-COUNT: 2 load double
; CHECK-COUNT: 2 store double
define void @f(ptr %p) {
entry:
  %x = load double, ptr %p
  %y = fmul double %x, %x
  store double %y, ptr %p
  ret void
}
