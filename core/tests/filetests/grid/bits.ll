; RUN: reverse f(out)
; Functions that take bits of numbers for integers, and put them together again, are none of mathematics; what rounds to an integer has no derivative.
; CHECK: define internal { double } @f.grad(
; CHECK-NOT: @__nv_double_as_longlong
; CHECK-NOT: @__nv_hiloint2double
; CHECK: fptrunc double
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i64 @__nv_double_as_longlong(double)
declare double @__nv_longlong_as_double(i64)
declare i32 @__nv_double2hiint(double)
declare i32 @__nv_double2loint(double)
declare double @__nv_hiloint2double(i32, i32)
declare float @__nv_double2float_rn(double)
declare i32 @__nv_float_as_int(float)
declare float @__nv_uint_as_float(i32)
declare double @__nv_int2double_rn(i32)
declare i32 @__nv_double2int_rn(double)
define double @f(double %x) {
entry:
  %square = fmul double %x, %x
  %bits = call i64 @__nv_double_as_longlong(double %square)
  %same = call double @__nv_longlong_as_double(i64 %bits)
  %high = call i32 @__nv_double2hiint(double %same)
  %low = call i32 @__nv_double2loint(double %same)
  %joined = call double @__nv_hiloint2double(i32 %high, i32 %low)
  %short = call float @__nv_double2float_rn(double %joined)
  %short.bits = call i32 @__nv_float_as_int(float %short)
  %short.same = call float @__nv_uint_as_float(i32 %short.bits)
  %long = fpext float %short.same to double
  %rounded = call i32 @__nv_double2int_rn(double %x)
  %step = call double @__nv_int2double_rn(i32 %rounded)
  %sum = fadd double %long, %step
  ret double %sum
}
