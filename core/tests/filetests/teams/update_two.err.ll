; RUN: diagnostics f(dup)
; As update_two.ll, in a module with teams of two libraries, each of which would know the order of its own workers only.
; CHECK: volatile or atomic access to active memory
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
define void @f(ptr %x) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @outlined, ptr %x)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x) {
entry:
  %first = load atomic i64, ptr %x monotonic, align 8
  br label %attempt
attempt:
  %bits = phi i64 [ %first, %entry ], [ %found, %attempt ]
  %old = bitcast i64 %bits to double
  %new = fmul double %old, 3.0
  %new.bits = bitcast double %new to i64
  %both = cmpxchg ptr %x, i64 %bits, i64 %new.bits monotonic monotonic, align 8
  %found = extractvalue { i64, i1 } %both, 0
  %ok = extractvalue { i64, i1 } %both, 1
  br i1 %ok, label %done, label %attempt
done:
  ret void
}
declare void @enzyme_rs_par_run(ptr, ptr)
