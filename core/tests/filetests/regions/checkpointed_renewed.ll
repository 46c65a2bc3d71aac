; RUN: diagnostics f(dup, const)
; Twin of checkpointed_renewed.err.ll: both members hold the same memory.
; CHECK-NOT: EZ
declare void @enzyme_rs_checkpointed(i64, i64, ptr, ptr, ...)
declare ptr @malloc(i64)
define double @f(ptr %x, i64 %n) {
entry:
  %c = alloca { ptr, ptr }
  %second = getelementptr { ptr, ptr }, ptr %c, i64 0, i32 1
  call void @init(ptr %c, ptr %x)
  %old = load ptr, ptr %c
  store ptr %old, ptr %second
  %new = load ptr, ptr %c
  call void (i64, i64, ptr, ptr, ...) @enzyme_rs_checkpointed(i64 %n, i64 5, ptr @body, ptr %c, ptr %new, i64 8)
  %y = load double, ptr %new
  ret double %y
}
define void @init(ptr %c, ptr %x) noinline {
entry:
  %p = call ptr @malloc(i64 8)
  %v = load double, ptr %x
  store double %v, ptr %p
  store ptr %p, ptr %c
  ret void
}
define void @body(i64 %i, ptr %c) {
entry:
  %second = getelementptr { ptr, ptr }, ptr %c, i64 0, i32 1
  %p = load ptr, ptr %c
  %q = load ptr, ptr %second
  %a = load double, ptr %p
  %b = load double, ptr %q
  %d = fmul double %a, %b
  store double %d, ptr %p
  store double %a, ptr %q
  ret void
}
