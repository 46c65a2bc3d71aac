; RUN: diagnostics f(dup)
; As wavefronts.ll, in wavefronts of 64.
; CHECK: error: this function is compiled for wavefronts of 64 on a GPU that has 32 by itself [EZ0004]
; CHECK: note: what lanes hand each other comes no farther than 32 lanes there, and derivatives would take it from elsewhere
; CHECK: help: compile without -mwavefrontsize64
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
define double @f(ptr %x) #0 {
entry:
  %v = load double, ptr %x
  ret double %v
}
attributes #0 = { "target-cpu"="gfx1100" "target-features"="+dpp,+wavefrontsize64" }
