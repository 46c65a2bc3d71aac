; RUN: reverse f(dup) -> noret
; A destructor frees memory of the device, and must not throw.
; CHECK: call ptr @enzyme_rs_cuda_malloc(
; CHECK: call void @enzyme_rs_cuda_free(ptr %p)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @cudaMalloc(ptr, i64)
declare i32 @cudaFree(ptr)
declare i32 @cudaMemcpy(ptr, ptr, i64, i32)
declare i32 @__gxx_personality_v0(...)
declare void @_ZSt9terminatev() noreturn nounwind
define internal void @destroy(ptr %p) personality ptr @__gxx_personality_v0 {
entry:
  %freed = invoke i32 @cudaFree(ptr %p) to label %done unwind label %thrown
done:
  ret void
thrown:
  %pad = landingpad { ptr, i32 } catch ptr null
  call void @_ZSt9terminatev()
  unreachable
}
define void @f(ptr %x) {
entry:
  %at = alloca ptr
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %x
  %made = call i32 @cudaMalloc(ptr %at, i64 8)
  %p = load ptr, ptr %at
  %there = call i32 @cudaMemcpy(ptr %p, ptr %x, i64 8, i32 1)
  %back = call i32 @cudaMemcpy(ptr %x, ptr %p, i64 8, i32 2)
  call void @destroy(ptr %p)
  ret void
}
