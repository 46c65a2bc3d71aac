; RUN: diagnostics
; Several threads add to the same shadow, and the library that moves adjoints between host and device adds plainly.
; CHECK: `hipMemcpy` is called where several threads add to the same shadows
; CHECK: give each thread a shadow of its own
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@enzyme_dup = external global i32
@enzyme_const = external global i32
@enzyme_atomic_add = external global i32
declare void @__enzyme_autodiff(ptr, ...)
declare i32 @hipMemcpy(ptr, ptr, i64, i32)
define internal void @f(ptr %x, ptr %y) {
  %there = call i32 @hipMemcpy(ptr %y, ptr %x, i64 64, i32 1)
  %v = load double, ptr %x
  store double %v, ptr %x
  ret void
}
define void @hook(ptr %x, ptr %dx, ptr %y, ptr %dy) {
  %d = load i32, ptr @enzyme_dup
  %m = load i32, ptr @enzyme_atomic_add
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, i32 %m, i32 %d, ptr %x, ptr %dx, i32 %d, ptr %y, ptr %dy)
  ret void
}
