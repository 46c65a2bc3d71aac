; A structure of a double, a float and an integer, copied to a variable for a call: the double is stored first, and the word of the other two is loaded before. What is written to the variable leaves alone what the word is loaded from.
; RUN: reverse f(dup)
define double @f(ptr %p) {
entry:
  %own = alloca [16 x i8], align 8
  %d = load double, ptr %p, align 8, !tbaa !1
  %from = getelementptr i8, ptr %p, i64 8
  %word = load i64, ptr %from, align 8
  store double %d, ptr %own, align 8, !tbaa !1
  %to = getelementptr i8, ptr %own, i64 8
  store i64 %word, ptr %to, align 8
  %r = call double @g(ptr %own)
  ret double %r
}
define double @g(ptr %s) noinline {
  %x = load double, ptr %s, align 8, !tbaa !1
  %second = getelementptr i8, ptr %s, i64 8
  %y = load float, ptr %second, align 4, !tbaa !3
  %last = getelementptr i8, ptr %s, i64 12
  %n = load i32, ptr %last, align 4, !tbaa !4
  %m = sitofp i32 %n to double
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
