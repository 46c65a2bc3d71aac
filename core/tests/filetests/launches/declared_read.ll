; RUN: diagnostics f(dup)
; Without optimisation nothing but the kernel's name says that these are integers. It only reads them, and makes no number of them.
; CHECK-NOT: [EZ
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @_Z1kPKiPd, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
define ptx_kernel void @_Z1kPKiPd(ptr %on, ptr %y) {
entry:
  %flag = load i32, ptr %on
  %is = icmp ne i32 %flag, 0
  br i1 %is, label %yes, label %done
yes:
  %v = load double, ptr %y
  %w = fmul double %v, %v
  store double %w, ptr %y
  br label %done
done:
  ret void
}
define void @f(ptr %x) {
  ret void
}
