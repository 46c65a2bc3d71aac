; Where threads keep values in kernels that differentiated code of the host launches: each launch has memory of its own, of which the kernel is told.
; `enzyme_rules::GridRule` says what each function does.

; What this launch has: memory, bytes for each thread, how many threads have some. All threads of a block write the same here, each before it reads it.
@enzyme_rs_grid_launch = weak_odr hidden addrspace(3) global { ptr, i64, i64 } undef, align 16

@enzyme_rs_grid_tape = external addrspace(1) global { ptr, i64, i64 }

declare i64 @enzyme_rs_grid_thread()
declare i64 @enzyme_rs_grid_threads()
declare i64 @enzyme_rs_grid_block()
declare ptr @enzyme_rs_tape_own()
declare void @enzyme_rs_tape_missing(i64) noreturn cold

define weak_odr hidden ptr @enzyme_rs_grid_memory() nounwind {
  %memory = load atomic ptr, ptr addrspace(3) @enzyme_rs_grid_launch monotonic, align 8
  ret ptr %memory
}

define weak_odr hidden i64 @enzyme_rs_grid_bytes() nounwind {
  %at = getelementptr i8, ptr addrspace(3) @enzyme_rs_grid_launch, i64 8
  %bytes = load atomic i64, ptr addrspace(3) %at monotonic, align 8
  ret i64 %bytes
}

define weak_odr hidden i64 @enzyme_rs_grid_having() nounwind {
  %at = getelementptr i8, ptr addrspace(3) @enzyme_rs_grid_launch, i64 16
  %threads = load atomic i64, ptr addrspace(3) %at monotonic, align 8
  ret i64 %threads
}

define weak_odr hidden void @enzyme_rs_grid_have(ptr %room, i64 %bytes, i64 %threads) nounwind {
  store atomic ptr %room, ptr addrspace(3) @enzyme_rs_grid_launch monotonic, align 8
  %bytes.at = getelementptr i8, ptr addrspace(3) @enzyme_rs_grid_launch, i64 8
  store atomic i64 %bytes, ptr addrspace(3) %bytes.at monotonic, align 8
  %threads.at = getelementptr i8, ptr addrspace(3) @enzyme_rs_grid_launch, i64 16
  store atomic i64 %threads, ptr addrspace(3) %threads.at monotonic, align 8
  ret void
}

; A kernel that the program itself launches for a derivative: what the host has given.
define weak_odr hidden void @enzyme_rs_grid_enter_given() nounwind {
  %tape = addrspacecast ptr addrspace(1) @enzyme_rs_grid_tape to ptr
  %memory = load ptr, ptr %tape, align 8
  %bytes.at = getelementptr i8, ptr %tape, i64 8
  %bytes = load i64, ptr %bytes.at, align 8
  %threads.at = getelementptr i8, ptr %tape, i64 16
  %threads = load i64, ptr %threads.at, align 8
  call void @enzyme_rs_grid_have(ptr %memory, i64 %bytes, i64 %threads)
  ret void
}

; The host makes room for all threads of such a launch.
define weak_odr hidden ptr @enzyme_rs_grid_enter_again(ptr %room, i64 %bytes) nounwind {
  call void @enzyme_rs_grid_have(ptr %room, i64 %bytes, i64 -1)
  %own = call ptr @enzyme_rs_tape_own()
  %first = getelementptr i8, ptr %own, i64 16
  ret ptr %first
}

define weak_odr hidden ptr @enzyme_rs_grid_enter(ptr %room, i64 %bytes, i64 %first) nounwind {
entry:
  call void @enzyme_rs_grid_have(ptr %room, i64 %bytes, i64 -1)
  %own = call ptr @enzyme_rs_tape_own()
  %none = icmp eq ptr %own, null
  %more = add i64 %first, 15
  %size = and i64 %more, -16
  %needed = add i64 %size, 16
  %over = icmp ugt i64 %needed, %bytes
  %small = or i1 %none, %over
  br i1 %small, label %missing, label %fits
missing:
  call void @enzyme_rs_tape_missing(i64 %needed)
  unreachable
fits:
  store i64 %size, ptr %own, align 8
  %begin = getelementptr i8, ptr %own, i64 16
  ret ptr %begin
}
