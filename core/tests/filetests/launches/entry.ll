; RUN: reverse f(dup)
; Where the linker gathers what there is for devices, a kernel is registered by an entry in a section of its own.
; CHECK: call void @enzyme_rs_gpu_kernel(ptr @_ZL16__device_stub__kPd, ptr @_Z1kPd__intern__6aabee.derivatives, ptr @ez.kernel
; CHECK-COUNT: 1 define internal void @enzyme_rs.tells
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
%entry = type { i64, i16, i16, i32, ptr, ptr, i64, i64, ptr }
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @_ZL16__device_stub__kPd, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
@name = internal unnamed_addr constant [23 x i8] c"_Z1kPd__intern__6aabee\00", section ".llvm.rodata.offloading", align 1
@variable = internal unnamed_addr constant [2 x i8] c"v\00", section ".llvm.rodata.offloading", align 1
@v = internal global double 0.0
@.offloading.entry.k = weak constant %entry { i64 0, i16 1, i16 2, i32 0, ptr @_ZL16__device_stub__kPd, ptr @name, i64 0, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry.v = weak constant %entry { i64 0, i16 1, i16 2, i32 0, ptr @v, ptr @variable, i64 8, i64 0, ptr null }, section "llvm_offload_entries", align 8
define internal void @_ZL16__device_stub__kPd(ptr %p) {
  ret void
}
define void @f(ptr %x) {
  ret void
}
