; RUN: reverse f(dup)
; As preset_pointer.err.ll, but only the code below the hook sets it.
; CHECK: @f.grad
@table = internal constant [2 x double] [double 1.0, double 2.0]
@at = internal global ptr null
define double @f(ptr %x) {
  %own = alloca double
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %own
  %p = load ptr, ptr @at
  %a = load double, ptr %p
  store ptr %own, ptr @at
  call void @look()
  %q = load ptr, ptr @at
  %b = load double, ptr %q
  %z = fadd double %a, %b
  ret double %z
}
define void @look() noinline {
  store volatile i32 1, ptr @word
  ret void
}
@word = internal global i32 0
