; RUN: reverse f(dup, dup)
; Loads and stores that say how they are cached are assembly in CUDA's headers: they are loads and stores. Who sleeps changes nothing.
; CHECK: define internal void @f.grad(
; CHECK-NOT: asm
; CHECK: load double, ptr %x
; CHECK: ret void
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %x, ptr %y) {
entry:
  %v = call double asm "ld.global.cg.f64 $0, [$1];", "=d,l"(ptr %x)
  %there = getelementptr i8, ptr %x, i64 16
  %two = call { double, double } asm "ld.global.cs.v2.f64 {$0,$1}, [$2];", "=d,=d,l"(ptr %there)
  call void asm sideeffect "nanosleep.u32 $0;", "r"(i32 20)
  %a = extractvalue { double, double } %two, 0
  %b = extractvalue { double, double } %two, 1
  %p = fmul double %v, %a
  %q = fmul double %p, %b
  call void asm sideeffect "st.global.wt.f64 [$0], $1;", "l,d,~{memory}"(ptr %y, double %q)
  ret void
}
