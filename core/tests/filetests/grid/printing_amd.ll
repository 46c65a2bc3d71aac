; RUN: diagnostics f(dup, dup)
; What clang makes of `printf` in HIP: bits of numbers that are printed have no derivative.
; CHECK-NOT: [EZ
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@text = private unnamed_addr addrspace(4) constant [4 x i8] c"%g\0A\00"
declare i64 @__ockl_printf_begin(i64)
declare i64 @__ockl_printf_append_string_n(i64, ptr, i64, i32)
declare i64 @__ockl_printf_append_args(i64, i32, i64, i64, i64, i64, i64, i64, i64, i32)
define void @f(ptr %x, ptr %y) {
entry:
  %v = load double, ptr %x
  %bits = bitcast double %v to i64
  %begun = call i64 @__ockl_printf_begin(i64 0)
  %said = call i64 @__ockl_printf_append_string_n(i64 %begun, ptr addrspacecast (ptr addrspace(4) @text to ptr), i64 4, i32 0)
  %all = call i64 @__ockl_printf_append_args(i64 %said, i32 1, i64 %bits, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i32 1)
  %s = fmul double %v, %v
  store double %s, ptr %y
  ret void
}
