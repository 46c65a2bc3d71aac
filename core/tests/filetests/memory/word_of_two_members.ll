; An element of two floats, assigned: the compiler made a word of it, and doubles lie in the same structure. A copy moves each
; byte as what lies at its place.
; RUN: reverse f(dup, const)
define double @f(ptr noalias %p, i64 %k) {
entry:
  %from = getelementptr i8, ptr %p, i64 32
  %to = getelementptr i8, ptr %p, i64 24
  %y = load float, ptr %from, align 4, !tbaa !3
  %second = getelementptr i8, ptr %p, i64 36
  %w = load float, ptr %second, align 4, !tbaa !3
  %word = load i64, ptr %from, align 4
  store i64 %word, ptr %to, align 4
  %a = getelementptr double, ptr %p, i64 %k
  %x = load double, ptr %a, align 8, !tbaa !1
  %yw = fmul float %y, %w
  %z = fpext float %yw to double
  %r = fmul double %x, %z
  ret double %r
}
!0 = !{!"double", !5, i64 0}
!1 = !{!0, !0, i64 0}
!2 = !{!"float", !5, i64 0}
!3 = !{!2, !2, i64 0}
!5 = !{!"omnipotent char", !6, i64 0}
!6 = !{!"Simple C/C++ TBAA"}
; CHECK: @f.grad
; CHECK-NOT: load i64
; CHECK: fadd
