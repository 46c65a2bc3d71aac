; RUN: reverse f(dup)
; A generator's state, by its type, that becomes a number. Twin: bits_shifted.err.ll.
; CHECK: @f.grad(ptr
define double @f(ptr %a) {
entry:
  %bits = load i64, ptr %a, !tbaa !0
  %more = mul i64 %bits, 3
  %shifted = lshr i64 %more, 1
  %x = bitcast i64 %shifted to double
  %at = getelementptr double, ptr %a, i64 1
  %z = load double, ptr %at
  %y = fmul double %x, %z
  ret double %y
}
!0 = !{!1, !1, i64 0}
!1 = !{!"long", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C/C++ TBAA"}
