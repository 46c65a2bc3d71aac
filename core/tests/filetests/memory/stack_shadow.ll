; RUN: reverse f(out)
; Stack memory of active numbers has a shadow on the stack, zeroed.
; CHECK: @f.grad(double %x
; CHECK: %p = alloca [4 x double]
; CHECK: call void @llvm.memset
define double @f(double %x) {
entry:
  %p = alloca [4 x double]
  store double %x, ptr %p
  call void @touch(ptr %p)
  %v = load double, ptr %p
  ret double %v
}
define void @touch(ptr %p) noinline {
entry:
  %x = load double, ptr %p
  %y = fmul double %x, %x
  store double %y, ptr %p
  ret void
}
