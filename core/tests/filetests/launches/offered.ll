; RUN: reverse f(dup)
; What stands for a marked kernel of this file is offered to others, which launch the kernel in differentiated code.
; CHECK: define void @_Z16__device_stub__kPdd.enzyme_rs.tangent(ptr %0, ptr %1, double %2, double %3)
; CHECK: define ptr @_Z16__device_stub__kPdd.enzyme_rs.augmented(ptr %0, ptr %1, double %2)
; CHECK: define double @_Z16__device_stub__kPdd.enzyme_rs.reverse(ptr %0, ptr %1, double %2, ptr %3)
; CHECK-NOT: @_Z16__device_stub__hPd.enzyme_rs
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @_Z16__device_stub__kPdd, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @_Z16__device_stub__hPd, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
@name = private unnamed_addr constant [8 x i8] c"_Z1kPdd\00", align 1
@hidden = private unnamed_addr constant [7 x i8] c"_Z1hPd\00", align 1
declare i32 @__cudaRegisterFunction(ptr, ptr, ptr, ptr, i32, ptr, ptr, ptr, ptr, ptr)
declare i32 @__cudaPopCallConfiguration(ptr, ptr, ptr, ptr)
declare i32 @cudaLaunchKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)
define void @_Z16__device_stub__kPdd(ptr %p, double %by) {
  %slot = alloca ptr
  %number = alloca double
  %args = alloca [2 x ptr]
  store ptr %p, ptr %slot
  store double %by, ptr %number
  store ptr %slot, ptr %args
  %second = getelementptr i8, ptr %args, i64 8
  store ptr %number, ptr %second
  %launched = call i32 @cudaLaunchKernel(ptr @_Z16__device_stub__kPdd, i64 4294967297, i32 1, i64 4294967328, i32 1, ptr %args, i64 0, ptr null)
  ret void
}
define internal void @_Z16__device_stub__hPd(ptr %p) {
  ret void
}
define internal void @ctor(ptr %handle) {
  %one = call i32 @__cudaRegisterFunction(ptr %handle, ptr @_Z16__device_stub__kPdd, ptr @name, ptr @name, i32 -1, ptr null, ptr null, ptr null, ptr null, ptr null)
  %two = call i32 @__cudaRegisterFunction(ptr %handle, ptr @_Z16__device_stub__hPd, ptr @hidden, ptr @hidden, i32 -1, ptr null, ptr null, ptr null, ptr null, ptr null)
  ret void
}
define void @f(ptr %x) {
  ret void
}
