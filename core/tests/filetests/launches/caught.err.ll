; RUN: diagnostics f(out)
; As caught.ll, of a function that the library does not have.
; CHECK: an exception may pass through differentiated code [EZ0105]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @cudaGetMyDevice(ptr)
define double @f(double %x) personality ptr @__gxx_personality_v0 {
entry:
  %device = alloca i32
  %y = fmul double %x, %x
  %status = invoke i32 @cudaGetMyDevice(ptr %device) to label %good unwind label %bad
good:
  ret double %y
bad:
  %e = landingpad { ptr, i32 } catch ptr null
  %p = extractvalue { ptr, i32 } %e, 0
  %q = call ptr @__cxa_begin_catch(ptr %p) nounwind
  call void @__cxa_end_catch()
  ret double 0.0
}
