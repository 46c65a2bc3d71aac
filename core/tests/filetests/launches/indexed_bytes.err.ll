; RUN: diagnostics f(dup)
; An array that is indexed may be one of bytes.
; CHECK: error: the kernel takes the bits of a number from its parameter 1, where the type has integers or bytes [EZ0202]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%S = type { ptr, double, ptr, [16 x i8], i32 }
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
define ptx_kernel void @k(ptr byval(%S) %s, i64 %i) {
  %p = load ptr, ptr %s, !tbaa !5
  %to.w = getelementptr i8, ptr %s, i64 8
  %w = load double, ptr %to.w, !tbaa !6
  %to.q = getelementptr i8, ptr %s, i64 16
  %q = load ptr, ptr %to.q, !tbaa !5
  %which = srem i64 %i, 2
  %to.h = getelementptr i8, ptr %s, i64 24
  %at.h = getelementptr inbounds double, ptr %to.h, i64 %which
  %h = load double, ptr %at.h, !tbaa !6
  %at.q = getelementptr double, ptr %q, i64 %i
  %u = load double, ptr %at.q, !tbaa !6
  %to.n = getelementptr i8, ptr %s, i64 40
  %n = load i32, ptr %to.n, !tbaa !0
  %c = sitofp i32 %n to double
  %x = fmul double %w, %c
  %v = fmul double %u, %x
  %r = fmul double %v, %h
  %at.p = getelementptr double, ptr %p, i64 %i
  store double %r, ptr %at.p, !tbaa !6
  ret void
}
define void @f(ptr %x) {
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C++ TBAA"}
!4 = !{!"any pointer", !2, i64 0}
!5 = !{!4, !4, i64 0}
!6 = !{!7, !7, i64 0}
!7 = !{!"double", !2, i64 0}
