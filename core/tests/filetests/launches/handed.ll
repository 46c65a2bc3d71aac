; RUN: reverse f(dup, dup) -> noret
; Of what a structure holds that is handed over by value, the host reads one number: its type tells where the kernel may read others.
; CHECK: define internal void @f.grad(
; CHECK: call void @enzyme_rs_move_strided_f64(ptr %n.shadow, ptr %stack.shadow1, i64 %13, i64 8)
; CHECK: %18 = getelementptr inbounds i8, ptr %n.shadow, i64 24
; CHECK: call void @enzyme_rs_move_strided_f64(ptr %18, ptr %19, i64 %15, i64 32)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @cudaLaunchKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
%numbers = type { double, double, i32, double }
; What stands for `k(double *, Numbers)` on the host.
define internal void @_Z16__device_stub__kPd7Numbers(ptr %p, ptr %n) {
  ret void
}
define void @f(ptr %x, ptr %n) {
entry:
  %slot = alloca ptr
  %own = alloca %numbers
  %args = alloca [2 x ptr]
  %first = load double, ptr %n
  store double %first, ptr %x
  call void @llvm.memcpy.p0.p0.i64(ptr %own, ptr %n, i64 32, i1 false)
  store ptr %x, ptr %slot
  store ptr %slot, ptr %args
  %second = getelementptr i8, ptr %args, i64 8
  store ptr %own, ptr %second
  %launched = call i32 @cudaLaunchKernel(ptr @_Z16__device_stub__kPd7Numbers, i64 4294967297, i32 1, i64 4294967328, i32 1, ptr %args, i64 0, ptr null)
  ret void
}
