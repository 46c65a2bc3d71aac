; RUN: diagnostics f(dup)
; As member.ll, but the integer is written where the number lies.
; CHECK: `cudaGetDevice` has no derivative, and writes into active memory
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @cudaStreamCreate(ptr)
declare i32 @cudaStreamSynchronize(ptr)
declare i32 @cudaGetDevice(ptr)
define void @f(ptr %solver) {
entry:
  %number = getelementptr inbounds i8, ptr %solver, i64 8
  %device = getelementptr inbounds i8, ptr %solver, i64 16
  %made = call i32 @cudaStreamCreate(ptr %solver)
  %asked = call i32 @cudaGetDevice(ptr %number)
  %stream = load ptr, ptr %solver
  %waited = call i32 @cudaStreamSynchronize(ptr %stream)
  %d = load i32, ptr %device
  %n = sitofp i32 %d to double
  %u = load double, ptr %number
  %r = fmul double %u, %n
  store double %r, ptr %number
  ret void
}
