
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

; The calling thread's part of what the host has given: the bytes in use, then these. Null if it has none.
define weak_odr hidden ptr @enzyme_rs_tape_own() nounwind {
entry:
  %tape = addrspacecast ptr addrspace(1) @enzyme_rs_grid_tape to ptr
  %base = load ptr, ptr %tape, align 8
  %bytes.at = getelementptr i8, ptr %tape, i64 8
  %bytes = load i64, ptr %bytes.at, align 8
  %threads.at = getelementptr i8, ptr %tape, i64 16
  %threads = load i64, ptr %threads.at, align 8
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

define weak_odr hidden void @enzyme_rs_tape_missing(i64 %needed) noinline noreturn cold nounwind {
entry:
  %tape = addrspacecast ptr addrspace(1) @enzyme_rs_grid_tape to ptr
  %bytes.at = getelementptr i8, ptr %tape, i64 8
  %bytes = load i64, ptr %bytes.at, align 8
  %threads.at = getelementptr i8, ptr %tape, i64 16
  %threads = load i64, ptr %threads.at, align 8
  call void @enzyme_rs_grid_no_room(i64 %needed, i64 %bytes, i64 %threads)
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
  %tape = addrspacecast ptr addrspace(1) @enzyme_rs_grid_tape to ptr
  %bytes.at = getelementptr i8, ptr %tape, i64 8
  %bytes = load i64, ptr %bytes.at, align 8
  %wraps = icmp ult i64 %then, %n
  %over = icmp ugt i64 %end, %bytes
  %small = or i1 %wraps, %over
  br i1 %small, label %missing, label %fits
missing:
  %needed = phi i64 [ %size, %entry ], [ %end, %look ]
  call void @enzyme_rs_tape_missing(i64 %needed)
  unreachable
fits:
  store i64 %then, ptr %own, align 8
  %first = getelementptr i8, ptr %own, i64 16
  %result = getelementptr i8, ptr %first, i64 %used
  ret ptr %result
}

; A mark is the number of bytes in use, as a pointer.
define weak_odr hidden ptr @enzyme_rs_tape_mark() nounwind {
entry:
  %own = call ptr @enzyme_rs_tape_own()
  %none = icmp eq ptr %own, null
  br i1 %none, label %done, label %look
look:
  %used = load i64, ptr %own, align 8
  %mark = inttoptr i64 %used to ptr
  br label %done
done:
  %result = phi ptr [ null, %entry ], [ %mark, %look ]
  ret ptr %result
}

define weak_odr hidden void @enzyme_rs_tape_release(ptr %mark) nounwind {
entry:
  %own = call ptr @enzyme_rs_tape_own()
  %none = icmp eq ptr %own, null
  br i1 %none, label %done, label %look
look:
  %used = ptrtoint ptr %mark to i64
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
