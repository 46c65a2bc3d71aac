; A structure of a double, a float and an integer, copied to a variable: the double is stored first, and the word of the other two is loaded before. What is written to the variable leaves alone what the word is loaded from.
; RUN: reverse f(dup, const)
define double @f(ptr %p, i64 %k) {
entry:
  %own = alloca [16 x i8], align 8
  %d = load double, ptr %p, align 8, !tbaa !1
  %from = getelementptr i8, ptr %p, i64 8
  %word = load i64, ptr %from, align 8
  store double %d, ptr %own, align 8, !tbaa !1
  %to = getelementptr i8, ptr %own, i64 8
  store i64 %word, ptr %to, align 8
  %y = load float, ptr %to, align 8, !tbaa !3
  %last = getelementptr i8, ptr %own, i64 12
  %n = load i32, ptr %last, align 4, !tbaa !4
  %i = sext i32 %n to i64
  %at = getelementptr double, ptr %own, i64 0
  %x = load double, ptr %at, align 8, !tbaa !1
  %m = sitofp i64 %i to double
  %z = fpext float %y to double
  %xz = fmul double %x, %z
  %r = fmul double %xz, %m
  ret double %r
}
!0 = !{!"double", !5, i64 0}
!1 = !{!0, !0, i64 0}
!2 = !{!"float", !5, i64 0}
!3 = !{!2, !2, i64 0}
!4 = !{!7, !7, i64 0}
!5 = !{!"omnipotent char", !6, i64 0}
!6 = !{!"Simple C/C++ TBAA"}
!7 = !{!"int", !5, i64 0}
; CHECK: @f.grad
; CHECK-NOT: load i64
; CHECK: fadd
