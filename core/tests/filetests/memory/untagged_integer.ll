; RUN: reverse f(dup, const)
; Integers of which no TBAA says that they are, where an array of numbers may lie and a callee reads integers: what is
; compared, counted with, or a small constant is no number.
; CHECK: @f.grad(ptr
define internal double @get(ptr %s) noinline {
  %a = getelementptr i8, ptr %s, i64 8
  %k = load i32, ptr %a, align 8, !tbaa !5
  %b = getelementptr i8, ptr %s, i64 12
  %l = load i32, ptr %b, align 4, !tbaa !5
  %c = getelementptr i8, ptr %s, i64 40
  %m = load i32, ptr %c, align 4, !tbaa !5
  %x = load double, ptr %s, align 8, !tbaa !2
  %sum = add i32 %k, %l
  %all = mul i32 %m, %sum
  %w = sitofp i32 %all to double
  %r = fmul double %x, %w
  ret double %r
}
define double @f(ptr noalias %x, i32 %n) {
entry:
  %s = alloca [64 x i8], align 8
  %v = load double, ptr %x, align 8, !tbaa !2
  store double %v, ptr %s, align 8
  %c = fcmp ogt double %v, 1.0
  %k = zext i1 %c to i32
  %a = getelementptr i8, ptr %s, i64 8
  store i32 %k, ptr %a, align 8
  %b = getelementptr i8, ptr %s, i64 12
  store i32 3, ptr %b, align 4
  %d = getelementptr i8, ptr %s, i64 40
  store i32 %n, ptr %d, align 4
  %j = srem i32 %n, 3
  %i = sext i32 %j to i64
  %rows = getelementptr i8, ptr %s, i64 16
  %e = getelementptr double, ptr %rows, i64 %i
  store double %v, ptr %e, align 8, !tbaa !2
  %o = load double, ptr %e, align 8, !tbaa !2
  %r = call double @get(ptr %s)
  %t = fmul double %r, %o
  ret double %t
}
!2 = !{!3, !3, i64 0}
!3 = !{!"double", !4, i64 0}
!4 = !{!"omnipotent char", !7, i64 0}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !4, i64 0}
!7 = !{!"Simple C/C++ TBAA"}
