; Behind an invoke there is no place for lanes of what it returns: a vector of pointers stays whole, and is refused.
; RUN: diagnostics f(dup)
define double @f(ptr %x) personality ptr @__gxx_personality_v0 {
entry:
  %two = invoke <2 x ptr> @both(ptr %x) to label %go unwind label %pad
go:
  %p = extractelement <2 x ptr> %two, i64 1
  %v = load double, ptr %p, align 8
  ret double %v
pad:
  %caught = landingpad { ptr, i32 } catch ptr null
  ret double 0.0
}
define <2 x ptr> @both(ptr %x) noinline {
  %y = getelementptr i8, ptr %x, i64 8
  %a = insertelement <2 x ptr> poison, ptr %x, i64 0
  %b = insertelement <2 x ptr> %a, ptr %y, i64 1
  ret <2 x ptr> %b
}
declare i32 @__gxx_personality_v0(...)
; CHECK: EZ0105
