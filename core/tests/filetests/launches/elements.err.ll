; RUN: diagnostics f(dup, dup, const)
; A structure, all the same: a pointer lies there.
; CHECK: error: arrays of structures, or pointers, are copied to or from memory of a device [EZ0202]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @cudaMemcpy(ptr, ptr, i64, i32)
define void @f(ptr %x, ptr %y, i64 %n) {
  %v = load double, ptr %x
  %second = getelementptr i8, ptr %x, i64 8
  %w = load double, ptr %second
  %third = getelementptr i8, ptr %x, i64 16
  %to = load ptr, ptr %third
  %c = load double, ptr %to
  %m = fmul double %v, %w
  %u = fmul double %m, %c
  store double %u, ptr %x
  %there = call i32 @cudaMemcpy(ptr %x, ptr %y, i64 24, i32 1)
  ret void
}
