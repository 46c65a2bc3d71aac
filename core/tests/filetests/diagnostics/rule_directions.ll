; RUN: diagnostics
; A rule runs once for each direction where its function may: what it reads is not what it writes.
; CHECK-NOT: error
@enzyme_dup = external global i32
@enzyme_width = external global i32
@__enzyme_register_gradient_g = global [3 x ptr] [ptr @g, ptr @augmented, ptr @gradient]
declare void @__enzyme_autodiff(...)
define void @g(ptr %from, ptr %to) noinline {
  %v = load double, ptr %from
  %w = fmul double %v, %v
  store double %w, ptr %to
  ret void
}
define void @augmented(ptr %from, ptr %dfrom, ptr %to, ptr %dto) {
  call void @g(ptr %from, ptr %to)
  ret void
}
define void @gradient(ptr %from, ptr %dfrom, ptr %to, ptr %dto) {
  store double 0.0, ptr %dto
  ret void
}
define void @f(ptr %x, ptr %y) {
  call void @g(ptr %x, ptr %y)
  ret void
}
define void @hook(ptr %x, ptr %a, ptr %b, ptr %y, ptr %c, ptr %d) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr @enzyme_width, i32 2, ptr @enzyme_dup, ptr %x, ptr %a, ptr %b, ptr @enzyme_dup, ptr %y, ptr %c, ptr %d)
  ret void
}
