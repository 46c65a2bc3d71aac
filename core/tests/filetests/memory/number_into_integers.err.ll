; RUN: diagnostics f(dup)
; A number's bytes go into memory that is declared as integers elsewhere, and come back as a number.
; CHECK: [EZ020
define void @box(ptr %to, double %v) noinline {
  store double %v, ptr %to
  ret void
}
define void @move(ptr %to, ptr %from) noinline {
  %b = load i64, ptr %from, !tbaa !0
  store i64 %b, ptr %to, !tbaa !0
  ret void
}
define double @unbox(ptr %from) noinline {
  %v = load double, ptr %from
  ret double %v
}
define double @f(ptr %x) {
entry:
  %a = alloca [4 x i64]
  %b = alloca [4 x i64]
  %v = load double, ptr %x
  %k = fptosi double %v to i64
  %i = and i64 %k, 3
  %p = getelementptr i64, ptr %a, i64 %i
  %q = getelementptr i64, ptr %b, i64 %i
  call void @box(ptr %p, double %v)
  call void @move(ptr %q, ptr %p)
  %r = call double @unbox(ptr %q)
  ret double %r
}
!0 = !{!1, !1, i64 0}
!1 = !{!"long", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C/C++ TBAA"}
