; RUN: diagnostics f(dup, const, dup)
; Numbers that do not vary may go to a variable of the device.
; CHECK-NOT: [EZ
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @cudaMemcpy(ptr, ptr, i64, i32)
declare i32 @cudaMemcpyToSymbol(ptr, ptr, i64, i64, i32)
@coefficients = internal global [4 x double] undef
define void @f(ptr %x, ptr %y, ptr %on) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %x
  %c = load double, ptr %y
  %there = call i32 @cudaMemcpyToSymbol(ptr @coefficients, ptr %y, i64 32, i64 0, i32 1)
  %too = call i32 @cudaMemcpy(ptr %on, ptr %x, i64 8, i32 1)
  ret void
}
