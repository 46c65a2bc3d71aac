; RUN: reverse f(dup, dup)
; Shadows have the numbers' own types, not those of the objects in which they are read: what is only read may be part of
; several, such as two arguments of Fortran, whose tags promise as `noalias` does.
; CHECK: load double, ptr %b.shadow, align 8, !alias.scope
; CHECK: load double, ptr %a.shadow, align 8, !tbaa !17,
; CHECK: store double %11, ptr %a.shadow, align 8, !tbaa !17,
define double @f(ptr %a, ptr %b) {
  %x = load double, ptr %a, align 8, !tbaa !0
  %y = load double, ptr %b, align 8, !tbaa !5
  %r = fmul double %x, %y
  ret double %r
}
!0 = !{!1, !2, i64 0}
!1 = !{!"structure", !2, i64 0}
!2 = !{!"double", !3, i64 0}
!3 = !{!"omnipotent char", !4, i64 0}
!4 = !{!"Simple C/C++ TBAA"}
!5 = !{!6, !6, i64 0}
!6 = !{!"dummy arg data/b", !7, i64 0}
!7 = !{!"dummy arg data", !8, i64 0}
!8 = !{!"Flang function root f"}
