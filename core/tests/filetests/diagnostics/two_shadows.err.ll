; RUN: diagnostics
; As two_shadows.ll, and used by its name as well.
; CHECK: `g` is passed with a shadow and used by its name in the differentiated code [EZ0402]
@g = global [4 x double] zeroinitializer
@dg = global [4 x double] zeroinitializer
@enzyme_dup = external global i32
declare void @__enzyme_autodiff(ptr, ...)
define void @hook() {
  %dup = load i32, ptr @enzyme_dup
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, i32 %dup, ptr getelementptr (i8, ptr @g, i64 8), ptr getelementptr (i8, ptr @dg, i64 8))
  ret void
}
define void @f(ptr %p) {
  %v = load double, ptr %p
  %w = load double, ptr @g
  %y = fmul double %v, %w
  store double %y, ptr %p
  ret void
}
