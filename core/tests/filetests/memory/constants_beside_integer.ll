; RUN: reverse
; Constants copied into an array are nobody's varying number: the integer behind the array has no bits of one.
; CHECK: @f.grad
%t = type { [2 x double], i32 }
declare void @__enzyme_autodiff(ptr, ...)
define double @sum(ptr %t, ptr %x, ptr %count) noinline {
  %n = load i32, ptr %count, !tbaa !4
  %i = and i32 %n, 1
  %at = getelementptr double, ptr %t, i32 %i
  %a = load double, ptr %at, !tbaa !1
  %v = load double, ptr %x, !tbaa !1
  %k.at = getelementptr i8, ptr %t, i64 16
  %k = load i32, ptr %k.at, !tbaa !4
  store i32 %k, ptr %count, !tbaa !4
  %r = fmul double %a, %v
  ret double %r
}
define double @f(ptr %x) {
  %t = alloca %t
  %count = alloca i32
  store double 1.0, ptr %t
  %second = getelementptr i8, ptr %t, i64 8
  store double 2.0, ptr %second
  %k = getelementptr i8, ptr %t, i64 16
  store i32 3, ptr %k
  store i32 2, ptr %count, !tbaa !4
  %one = call double @sum(ptr %t, ptr %x, ptr %count)
  %c = load i32, ptr %count, !tbaa !4
  %d = and i32 %c, 3
  store i32 %d, ptr %count, !tbaa !4
  %two = call double @sum(ptr %t, ptr %x, ptr %count)
  %r = fmul double %one, %two
  ret double %r
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
