
; The same on all machines, in terms of the functions above.

define weak_odr hidden void @enzyme_rs_grid_clear(ptr %at, i64 %bytes) convergent nounwind {
entry:
  call void @enzyme_rs_grid_barrier()
  %first = call i64 @enzyme_rs_grid_thread()
  %step = call i64 @enzyme_rs_grid_threads()
  %words = lshr i64 %bytes, 2
  br label %words.head
words.head:
  %word = phi i64 [ %first, %entry ], [ %word.next, %words.body ]
  %more.words = icmp ult i64 %word, %words
  br i1 %more.words, label %words.body, label %rest
words.body:
  %word.at = getelementptr i32, ptr %at, i64 %word
  store i32 0, ptr %word.at, align 4
  %word.next = add i64 %word, %step
  br label %words.head
rest:
  %whole = and i64 %bytes, -4
  %begin = add i64 %whole, %first
  br label %bytes.head
bytes.head:
  %byte = phi i64 [ %begin, %rest ], [ %byte.next, %bytes.body ]
  %more.bytes = icmp ult i64 %byte, %bytes
  br i1 %more.bytes, label %bytes.body, label %done
bytes.body:
  %byte.at = getelementptr i8, ptr %at, i64 %byte
  store i8 0, ptr %byte.at, align 1
  %byte.next = add i64 %byte, %step
  br label %bytes.head
done:
  call void @enzyme_rs_grid_barrier()
  ret void
}

; What the host has given: memory, bytes for each thread, how many threads have some.
define weak_odr hidden ptr @enzyme_rs_grid_memory() nounwind {
  %tape = addrspacecast ptr addrspace(1) @enzyme_rs_grid_tape to ptr
  %memory = load ptr, ptr %tape, align 8
  ret ptr %memory
}

define weak_odr hidden i64 @enzyme_rs_grid_bytes() nounwind {
  %tape = addrspacecast ptr addrspace(1) @enzyme_rs_grid_tape to ptr
  %at = getelementptr i8, ptr %tape, i64 8
  %bytes = load i64, ptr %at, align 8
  ret i64 %bytes
}

define weak_odr hidden i64 @enzyme_rs_grid_having() nounwind {
  %tape = addrspacecast ptr addrspace(1) @enzyme_rs_grid_tape to ptr
  %at = getelementptr i8, ptr %tape, i64 16
  %threads = load i64, ptr %at, align 8
  ret i64 %threads
}

; The calling thread's part of what the host has given: the bytes in use, then these. Null if it has none.
define weak_odr hidden ptr @enzyme_rs_tape_own() nounwind {
entry:
  %base = call ptr @enzyme_rs_grid_memory()
  %bytes = call i64 @enzyme_rs_grid_bytes()
  %threads = call i64 @enzyme_rs_grid_having()
  %block = call i64 @enzyme_rs_grid_block()
  %of.block = call i64 @enzyme_rs_grid_threads()
  %thread = call i64 @enzyme_rs_grid_thread()
  %before = mul i64 %block, %of.block
  %number = add i64 %before, %thread
  %has = icmp ult i64 %number, %threads
  %offset = mul i64 %number, %bytes
  %own = getelementptr i8, ptr %base, i64 %offset
  %result = select i1 %has, ptr %own, ptr null
  ret ptr %result
}

; A thread has too little. The compiler says in which kernel, where it can tell (`core/src/frontend/kernels`). The host has given a launch of differentiated
; code the place of a number that it reads afterwards (`launches.ll`): the largest need of all threads that came here. Nothing is printed then.
define weak_odr hidden void @enzyme_rs_tape_missing(i64 %needed, ptr %kernel) noinline noreturn cold nounwind {
entry:
  %bytes = call i64 @enzyme_rs_grid_bytes()
  %threads = call i64 @enzyme_rs_grid_having()
  %of.launch = icmp slt i64 %threads, 0
  %place = and i64 %threads, 9223372036854775807
  %told = icmp ne i64 %place, 0
  %notes = and i1 %of.launch, %told
  br i1 %notes, label %note, label %say
note:
  %at = inttoptr i64 %place to ptr
  br label %look
look:
  ; The host's memory may lie behind a bus that knows no other atomic operation than this one.
  %most = load atomic i64, ptr %at monotonic, align 8
  %less = icmp ult i64 %most, %needed
  br i1 %less, label %raise, label %noted
raise:
  %pair = cmpxchg ptr %at, i64 %most, i64 %needed monotonic monotonic
  br label %look
noted:
  fence seq_cst
  call void @llvm.trap()
  unreachable
say:
  call void @enzyme_rs_grid_no_room(i64 %needed, i64 %bytes, i64 %threads, ptr %kernel)
  unreachable
}

define weak_odr hidden noalias ptr @enzyme_rs_tape_push(i64 %n) nounwind {
entry:
  %more = add i64 %n, 15
  %size = and i64 %more, -16
  %own = call ptr @enzyme_rs_tape_own()
  %none = icmp eq ptr %own, null
  br i1 %none, label %missing, label %look
look:
  %used = load i64, ptr %own, align 8
  %then = add i64 %used, %size
  %end = add i64 %then, 16
  %bytes = call i64 @enzyme_rs_grid_bytes()
  %wraps = icmp ult i64 %then, %n
  %over = icmp ugt i64 %end, %bytes
  %small = or i1 %wraps, %over
  br i1 %small, label %missing, label %fits
missing:
  %needed = phi i64 [ %size, %entry ], [ %end, %look ]
  call void @enzyme_rs_tape_missing(i64 %needed, ptr null)
  unreachable
fits:
  store i64 %then, ptr %own, align 8
  %first = getelementptr i8, ptr %own, i64 16
  %result = getelementptr i8, ptr %first, i64 %used
  ret ptr %result
}

; Where the next number comes, to be released later: what was pushed is a mark, too.
define weak_odr hidden ptr @enzyme_rs_tape_mark() nounwind {
entry:
  %own = call ptr @enzyme_rs_tape_own()
  %none = icmp eq ptr %own, null
  br i1 %none, label %done, label %look
look:
  %used = load i64, ptr %own, align 8
  %first = getelementptr i8, ptr %own, i64 16
  %mark = getelementptr i8, ptr %first, i64 %used
  br label %done
done:
  %result = phi ptr [ null, %entry ], [ %mark, %look ]
  ret ptr %result
}

; Releases everything pushed since the mark (or since that push).
define weak_odr hidden void @enzyme_rs_tape_release(ptr %mark) nounwind {
entry:
  %own = call ptr @enzyme_rs_tape_own()
  %none = icmp eq ptr %own, null
  br i1 %none, label %done, label %look
look:
  %first = getelementptr i8, ptr %own, i64 16
  %f = ptrtoint ptr %first to i64
  %m = ptrtoint ptr %mark to i64
  %used = sub i64 %m, %f
  store i64 %used, ptr %own, align 8
  br label %done
done:
  ret void
}

; Gives back what lies behind %used, if nothing was pushed since the memory that ends at %end.
define weak_odr hidden void @enzyme_rs_tape_give_back(ptr %end, ptr %used) nounwind {
entry:
  %own = call ptr @enzyme_rs_tape_own()
  %none = icmp eq ptr %own, null
  br i1 %none, label %done, label %look
look:
  %in.use = load i64, ptr %own, align 8
  %first = getelementptr i8, ptr %own, i64 16
  %f = ptrtoint ptr %first to i64
  %e = ptrtoint ptr %end to i64
  %over = add i64 %e, 15
  %aligned = and i64 %over, -16
  %t = add i64 %f, %in.use
  %last = icmp eq i64 %t, %aligned
  %u = ptrtoint ptr %used to i64
  %beyond = add i64 %u, 15
  %kept = and i64 %beyond, -16
  %left = sub i64 %kept, %f
  %new = select i1 %last, i64 %left, i64 %in.use
  store i64 %new, ptr %own, align 8
  br label %done
done:
  ret void
}

; Tapes that the program owns: the thread's other memory goes on behind them, and comes back with the launch.
@enzyme_rs_grid_no_memory = weak_odr hidden addrspace(1) constant [100 x i8] c"enzyme-rs: a tape has no memory on a device\0A  help: give it some: enzyme_allocated and enzyme_tape\0A\00", align 1
@enzyme_rs_grid_small = weak_odr hidden addrspace(1) constant [128 x i8] c"enzyme-rs: the memory for a tape is too small, or not aligned to 16 bytes\0A  help: the hook augmentsize tells how much it needs\0A\00", align 1
@enzyme_rs_grid_strange = weak_odr hidden addrspace(1) constant [73 x i8] c"enzyme-rs: the reverse half of a derivative is given another one's tape\0A\00", align 1
@enzyme_rs_grid_other = weak_odr hidden addrspace(1) constant [67 x i8] c"enzyme-rs: the halves of a derivative are given different shadows\0A\00", align 1

define weak_odr hidden void @enzyme_rs_grid_ends(ptr addrspace(1) %text) noinline noreturn cold nounwind {
  %generic = addrspacecast ptr addrspace(1) %text to ptr
  call void @enzyme_rs_stop(ptr %generic, ptr null, ptr null)
  unreachable
}

define weak_odr hidden ptr @enzyme_rs_tape_begin(ptr %memory, i64 %room, i64 %size, i64 %tag) nounwind {
entry:
  %none = icmp eq ptr %memory, null
  br i1 %none, label %missing, label %measure
missing:
  call void @enzyme_rs_grid_ends(ptr addrspace(1) @enzyme_rs_grid_no_memory)
  unreachable
measure:
  %over = icmp ult i64 %room, %size
  %place = ptrtoint ptr %memory to i64
  %beside = and i64 %place, 15
  %crooked = icmp ne i64 %beside, 0
  %wrong = or i1 %over, %crooked
  br i1 %wrong, label %small, label %fits
small:
  call void @enzyme_rs_grid_ends(ptr addrspace(1) @enzyme_rs_grid_small)
  unreachable
fits:
  store i64 %tag, ptr %memory, align 16
  ret ptr %memory
}

define weak_odr hidden void @enzyme_rs_tape_enter(ptr %aside) nounwind {
  ret void
}

define weak_odr hidden ptr @enzyme_rs_tape_leave(ptr %aside) nounwind {
  ret ptr null
}

define weak_odr hidden void @enzyme_rs_tape_check(ptr %tape, i64 %tag) nounwind {
entry:
  %there = load i64, ptr %tape, align 8
  %same = icmp eq i64 %there, %tag
  br i1 %same, label %done, label %strange
strange:
  call void @enzyme_rs_grid_ends(ptr addrspace(1) @enzyme_rs_grid_strange)
  unreachable
done:
  ret void
}

define weak_odr hidden void @enzyme_rs_tape_given(ptr %before, ptr %now) nounwind {
entry:
  %same = icmp eq ptr %before, %now
  br i1 %same, label %done, label %other
other:
  call void @enzyme_rs_grid_ends(ptr addrspace(1) @enzyme_rs_grid_other)
  unreachable
done:
  ret void
}

define weak_odr hidden void @enzyme_rs_tape_free(ptr %tape) nounwind {
  store i64 0, ptr %tape, align 8
  ret void
}
