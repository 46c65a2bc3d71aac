; RUN: reverse f(dup, dup)
; Neighbours of one sort move together: the code for a copy grows with the number of rows, not with that of members.
; CHECK: @f.grad(ptr
; CHECK-COUNT: 2 call void @enzyme_rs_move_strided_f64
; CHECK-COUNT: 1 call void @enzyme_rs_copy_pointers_f64
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define double @f(ptr %to, ptr %from) {
entry:
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 80, i1 false)
  %p0 = getelementptr i8, ptr %to, i64 0
  %x0 = load double, ptr %p0, !tbaa !4
  %s0 = fmul double %x0, %x0
  %p1 = getelementptr i8, ptr %to, i64 8
  %x1 = load double, ptr %p1, !tbaa !4
  %s1 = fadd double %s0, %x1
  %p2 = getelementptr i8, ptr %to, i64 16
  %x2 = load double, ptr %p2, !tbaa !4
  %s2 = fadd double %s1, %x2
  %p3 = getelementptr i8, ptr %to, i64 24
  %x3 = load double, ptr %p3, !tbaa !4
  %s3 = fadd double %s2, %x3
  %p4 = getelementptr i8, ptr %to, i64 32
  %q4 = load ptr, ptr %p4, !tbaa !2
  %x4 = load double, ptr %q4, !tbaa !4
  %s4 = fadd double %s3, %x4
  %p5 = getelementptr i8, ptr %to, i64 40
  %q5 = load ptr, ptr %p5, !tbaa !2
  %x5 = load double, ptr %q5, !tbaa !4
  %s5 = fadd double %s4, %x5
  %p6 = getelementptr i8, ptr %to, i64 48
  %x6 = load double, ptr %p6, !tbaa !4
  %s6 = fadd double %s5, %x6
  %p7 = getelementptr i8, ptr %to, i64 56
  %x7 = load double, ptr %p7, !tbaa !4
  %s7 = fadd double %s6, %x7
  %p8 = getelementptr i8, ptr %to, i64 64
  %x8 = load double, ptr %p8, !tbaa !4
  %s8 = fadd double %s7, %x8
  %p9 = getelementptr i8, ptr %to, i64 72
  %x9 = load double, ptr %p9, !tbaa !4
  %s9 = fadd double %s8, %x9
  ret double %s9
}
!0 = !{!"root"}
!1 = !{!"any pointer", !0, i64 0}
!2 = !{!1, !1, i64 0}
!3 = !{!"double", !0, i64 0}
!4 = !{!3, !3, i64 0}
