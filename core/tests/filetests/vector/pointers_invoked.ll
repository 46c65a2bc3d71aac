; As pointers_invoked.err.ll, with one pointer that is returned, and a landing pad that never comes back.
; RUN: reverse f(dup)
define double @f(ptr %x) personality ptr @__gxx_personality_v0 {
entry:
  %p = invoke ptr @second(ptr %x) to label %go unwind label %pad
go:
  %v = load double, ptr %p, align 8
  ret double %v
pad:
  %caught = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %caught
}
define ptr @second(ptr %x) noinline {
  %y = getelementptr i8, ptr %x, i64 8
  ret ptr %y
}
declare i32 @__gxx_personality_v0(...)
; CHECK: call { ptr, ptr, ptr } @second.aug
