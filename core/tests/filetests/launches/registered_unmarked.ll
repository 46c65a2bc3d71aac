; RUN: reverse f(dup)
; As registered.ll, of a kernel of which nothing is said: the library knows its name.
; CHECK: call void @enzyme_rs_gpu_kernel(ptr @_Z1kPd, ptr @_Z1kPd.derivatives, ptr @ez.kernel, i32 0)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@text = private unnamed_addr constant [26 x i8] c"another_mark_of_a_program\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @stub, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
@_Z1kPd = constant ptr @stub, align 8
@name = private unnamed_addr constant [7 x i8] c"_Z1kPd\00", align 1
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @ctor, ptr null }]
declare i32 @__hipRegisterFunction(ptr, ptr, ptr, ptr, i32, ptr, ptr, ptr, ptr, ptr)
define void @stub(ptr %x) {
  ret void
}
define internal void @ctor() {
  %handle = load ptr, ptr @name
  %one = call i32 @__hipRegisterFunction(ptr %handle, ptr @_Z1kPd, ptr @name, ptr @name, i32 -1, ptr null, ptr null, ptr null, ptr null, ptr null)
  ret void
}
define void @f(ptr %x) {
  ret void
}
