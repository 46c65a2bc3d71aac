; RUN: reverse f(out)
; As exception_replaced.err.ll, with a function that throws nothing, and the exception thrown on.
; CHECK-NOT: landingpad
; CHECK: fmul double
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare void @__cxa_rethrow()
define double @f(double %x) personality ptr @__gxx_personality_v0 {
entry:
  %y = invoke double @g(double %x) to label %good unwind label %bad
good:
  ret double %y
bad:
  %e = landingpad { ptr, i32 } catch ptr null
  %p = extractvalue { ptr, i32 } %e, 0
  %q = call ptr @__cxa_begin_catch(ptr %p) nounwind
  call void @note(i32 1)
  call void @__cxa_rethrow()
  unreachable
}
@seen = internal global i32 0
define void @note(i32 %code) noinline {
  store i32 %code, ptr @seen
  ret void
}
define double @g(double %x) noinline {
  %y = fmul double %x, %x
  ret double %y
}
