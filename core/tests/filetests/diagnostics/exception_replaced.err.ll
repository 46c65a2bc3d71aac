; RUN: diagnostics f(out)
; A handler calls a function that throws another exception: code behind the hook may catch that one.
; CHECK: an exception may pass through differentiated code [EZ0105]
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare void @__cxa_rethrow()
declare void @__cxa_throw(ptr, ptr, ptr)
define double @f(double %x) personality ptr @__gxx_personality_v0 {
entry:
  %y = invoke double @g(double %x) to label %good unwind label %bad
good:
  ret double %y
bad:
  %e = landingpad { ptr, i32 } catch ptr null
  %p = extractvalue { ptr, i32 } %e, 0
  %q = call ptr @__cxa_begin_catch(ptr %p) nounwind
  call void @fail(i32 1)
  unreachable
}
define void @fail(i32 %code) noinline {
  call void @__cxa_throw(ptr null, ptr null, ptr null)
  unreachable
}
define double @g(double %x) noinline {
  %y = fmul double %x, %x
  ret double %y
}
