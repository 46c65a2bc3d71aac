; RUN: diagnostics
; As integer_handed_on.ll, but the caller keeps a number there.
; CHECK: EZ0202
%s = type { double, double, double, i32 }
declare void @__enzyme_autodiff(ptr, ...)
define double @r(i32 %d, ptr %v, double %a) noinline {
entry:
  %own = alloca %s
  %w = load double, ptr %v
  %k = getelementptr i8, ptr %v, i64 24
  %n = load i32, ptr %k
  %b = fmul double %a, %w
  %end = icmp eq i32 %d, 0
  br i1 %end, label %last, label %more
more:
  store double %a, ptr %own
  %at = getelementptr i8, ptr %own, i64 24
  store i32 %n, ptr %at
  %less = sub i32 %d, 1
  %c = call double @r(i32 %less, ptr %own, double %b)
  br label %last
last:
  %z = phi double [ %b, %entry ], [ %c, %more ]
  ret double %z
}
define double @f(ptr %x) {
  %own = alloca %s
  %a = load double, ptr %x, !tbaa !1
  store double %a, ptr %own, !tbaa !1
  %k = getelementptr i8, ptr %own, i64 24
  store double %a, ptr %k, !tbaa !1
  %c = call double @r(i32 2, ptr %own, double %a)
  ret double %c
}
define void @main(ptr %x, ptr %d) {
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %d)
  ret void
}
!0 = !{!"root"}
!1 = !{!2, !2, i64 0}
!2 = !{!"double", !3}
!3 = !{!"omnipotent char", !0}
!4 = !{!5, !5, i64 0}
!5 = !{!"int", !3}
