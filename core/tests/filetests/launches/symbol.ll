; RUN: reverse f(dup, const, dup)
; Numbers that vary go to a variable of the device: in the reverse pass its shadow, which the library finds, gives them back. Those that do not vary are copied.
; CHECK: define internal void @f.grad(
; CHECK: %place = call ptr @enzyme_rs_cuda_symbol_to_write(ptr nonnull @coefficients)
; CHECK: %found.shadow = call ptr @enzyme_rs_cuda_symbol_shadow(ptr nonnull @coefficients)
; CHECK: call i32 @cudaMemcpy(ptr nonnull %1, ptr nonnull %x, i64 32, i32 1)
; CHECK-NOT: enzyme_rs_cuda_symbol_shadow(ptr nonnull @others)
; CHECK: call void @enzyme_rs_cuda_accumulate(
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
  %there = call i32 @cudaMemcpyToSymbol(ptr @coefficients, ptr %x, i64 32, i64 32, i32 1)
  %as = call i32 @cudaMemcpyToSymbol(ptr @others, ptr %y, i64 32, i64 0, i32 1)
  %back = call i32 @cudaMemcpyFromSymbol(ptr %on, ptr @coefficients, i64 64, i64 0, i32 2)
  ret void
}
