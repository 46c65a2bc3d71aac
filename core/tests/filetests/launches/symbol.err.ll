; RUN: diagnostics f(dup, const, dup)
; As symbol.ll, but a pointer lies behind the numbers: where it leads on the device, nobody knows.
; CHECK: error: arrays of structures, or pointers, are copied to or from memory of a device [EZ0202]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @cudaMemcpy(ptr, ptr, i64, i32)
declare i32 @cudaMemcpyToSymbol(ptr, ptr, i64, i64, i32)
declare i32 @cudaMemcpyFromSymbol(ptr, ptr, i64, i64, i32)
@coefficients = internal global [8 x double] undef
@others = internal global [4 x double] undef
define void @f(ptr %x, ptr %y, ptr %on) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %x
  %c = load double, ptr %y
  %at = getelementptr double, ptr %x, i64 1
  store ptr %on, ptr %at
  %there = call i32 @cudaMemcpyToSymbol(ptr @coefficients, ptr %x, i64 16, i64 32, i32 1)
  %as = call i32 @cudaMemcpyToSymbol(ptr @others, ptr %y, i64 32, i64 0, i32 1)
  %back = call i32 @cudaMemcpyFromSymbol(ptr %on, ptr @coefficients, i64 64, i64 0, i32 2)
  ret void
}
