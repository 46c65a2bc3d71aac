; Where threads keep values in kernels that differentiated code of the host launches: each launch has memory of its own, of which the kernel is told.
; `enzyme_rules::GridRule` says what each function does.

; What this launch has: memory, bytes for each thread, how many threads have some. Of a launch in differentiated code all threads have some: in the place of
; their number stands the sign, and where the host reads how much a thread has needed that had too little (nowhere: 0). All threads of a block write the same here, each before it reads it.
@enzyme_rs_grid_launch = weak_odr hidden addrspace(3) global { ptr, i64, i64 } undef, align 16

@enzyme_rs_grid_tape = external addrspace(1) global { ptr, i64, i64 }

declare i64 @enzyme_rs_grid_thread()
declare i64 @enzyme_rs_grid_threads()
declare i64 @enzyme_rs_grid_block()
declare i64 @enzyme_rs_grid_blocks()
declare ptr @enzyme_rs_tape_own()
declare void @enzyme_rs_tape_missing(i64, ptr) noreturn cold
declare void @enzyme_rs_grid_no_room(i64, i64, i64, ptr) noreturn cold

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

; How far from memory that the block shares, and whose size the launch says, its shadow is. All threads write the same here, each before it reads it.
@enzyme_rs_grid_shadows = weak_odr hidden addrspace(3) global i64 undef, align 8

define weak_odr hidden void @enzyme_rs_grid_enter_shared(i64 %distance) nounwind {
  store atomic i64 %distance, ptr addrspace(3) @enzyme_rs_grid_shadows monotonic, align 8
  ret void
}

define weak_odr hidden i64 @enzyme_rs_grid_distance() noinline nounwind {
  %distance = load atomic i64, ptr addrspace(3) @enzyme_rs_grid_shadows monotonic, align 8
  ret i64 %distance
}

; Where the shadows of memory that the block shares lie in memory of the device, if the launch has brought some for them: so many bytes for each block. All threads write the same here, each
; before it reads it.
@enzyme_rs_grid_own_shadows = weak_odr hidden addrspace(3) global ptr addrspace(1) undef, align 8

define weak_odr hidden void @enzyme_rs_grid_enter_shadows(ptr %shadows, i64 %bytes) nounwind {
  %block = call i64 @enzyme_rs_grid_block()
  %before = mul i64 %block, %bytes
  %of.all = addrspacecast ptr %shadows to ptr addrspace(1)
  %own = getelementptr i8, ptr addrspace(1) %of.all, i64 %before
  store atomic ptr addrspace(1) %own, ptr addrspace(3) @enzyme_rs_grid_own_shadows monotonic, align 8
  ret void
}

; One of them: its place among the block's, and its bytes, of which the host is told. Who asks for none that is used does not ask.
define weak_odr hidden ptr @enzyme_rs_grid_shadow(i64 %offset, i64 %bytes) noinline nounwind willreturn memory(read) {
  %own = load atomic ptr addrspace(1), ptr addrspace(3) @enzyme_rs_grid_own_shadows monotonic, align 8
  %at = getelementptr i8, ptr addrspace(1) %own, i64 %offset
  %shadow = addrspacecast ptr addrspace(1) %at to ptr
  ret ptr %shadow
}

; Number of the thread in the grid.
define weak_odr hidden i64 @enzyme_rs_grid_number() nounwind {
  %block = call i64 @enzyme_rs_grid_block()
  %of.block = call i64 @enzyme_rs_grid_threads()
  %thread = call i64 @enzyme_rs_grid_thread()
  %before = mul i64 %block, %of.block
  %number = add i64 %before, %thread
  ret i64 %number
}

; The host makes room for all threads of such a launch, their number rounded up to a multiple of 32. In it lies what they push: first what lies together, one thread behind the
; other, if bit 0 of %more says that there is such; then, if bit 1 does, what is spread: for each 32 threads the first eight bytes of all of them, then the next ones, and so on. Each has as many bytes. Behind that
; lies what they begin with: for each 32 threads the first values of all of them, then the second ones, and so on, so that threads with neighbouring numbers access
; neighbouring memory.
define weak_odr hidden ptr @enzyme_rs_grid_enter_again(ptr %room, i64 %bytes, i64 %first, i64 %more, ptr %note) nounwind {
entry:
  %over = add i64 %first, 15
  %size = and i64 %over, -16
  %number = call i64 @enzyme_rs_grid_number()
  %together = and i64 %number, -32
  %offset = mul i64 %together, %size
  %pushes = icmp ne i64 %more, 0
  br i1 %pushes, label %have, label %begin
have:
  %rest = sub i64 %bytes, %size
  %both = icmp eq i64 %more, 3
  %half = zext i1 %both to i64
  %part = lshr i64 %rest, %half
  %place = ptrtoint ptr %note to i64
  %of.all = or i64 %place, -9223372036854775808
  call void @enzyme_rs_grid_have(ptr %room, i64 %part, i64 %of.all)
  %blocks = call i64 @enzyme_rs_grid_blocks()
  %of.block = call i64 @enzyme_rs_grid_threads()
  %threads = mul i64 %blocks, %of.block
  %above = add i64 %threads, 31
  %all = and i64 %above, -32
  %of.part = mul i64 %all, %part
  %has.pieces = and i64 %more, 1
  %of.pieces = mul i64 %of.part, %has.pieces
  %spread = getelementptr i8, ptr %room, i64 %of.pieces
  store atomic ptr %spread, ptr addrspace(3) @enzyme_rs_grid_spread monotonic, align 8
  %pushed = mul i64 %all, %rest
  br label %begin
begin:
  %before = phi i64 [ 0, %entry ], [ %pushed, %have ]
  %distance = add i64 %before, %offset
  %firsts = getelementptr i8, ptr %room, i64 %distance
  ret ptr %firsts
}

define weak_odr hidden ptr @enzyme_rs_grid_enter(ptr %room, i64 %bytes, i64 %first, i64 %more, ptr %note) nounwind {
entry:
  %over = add i64 %first, 15
  %size = and i64 %over, -16
  %pieces = and i64 %more, 1
  %spread = lshr i64 %more, 1
  %stacks = add i64 %pieces, %spread
  %heads = shl i64 %stacks, 4
  %needed = add i64 %size, %heads
  %none = icmp eq ptr %room, null
  %small = icmp ugt i64 %needed, %bytes
  %lacks = or i1 %none, %small
  br i1 %lacks, label %missing, label %fits
missing:
  call void @enzyme_rs_grid_no_room(i64 %needed, i64 %bytes, i64 -9223372036854775808, ptr null)
  unreachable
fits:
  %firsts = call ptr @enzyme_rs_grid_enter_again(ptr %room, i64 %bytes, i64 %first, i64 %more, ptr %note)
  %has.pieces = icmp ne i64 %pieces, 0
  br i1 %has.pieces, label %empty.pieces, label %look
empty.pieces:
  %own = call ptr @enzyme_rs_tape_own()
  store i64 0, ptr %own, align 8
  br label %look
look:
  %has.spread = icmp ne i64 %spread, 0
  br i1 %has.spread, label %empty.spread, label %done
empty.spread:
  %words = call ptr @enzyme_rs_grid_own_spread()
  store i64 0, ptr %words, align 8
  br label %done
done:
  ret ptr %firsts
}

; Where what is spread begins, of all threads of such a launch. All threads of a block write the same here, each before it reads it.
@enzyme_rs_grid_spread = weak_odr hidden addrspace(3) global ptr undef, align 8

; The calling thread's part of it: bytes in use in the first word, one more word, then these.
define weak_odr hidden ptr @enzyme_rs_grid_own_spread() nounwind {
  %spread = load atomic ptr, ptr addrspace(3) @enzyme_rs_grid_spread monotonic, align 8
  %bytes = call i64 @enzyme_rs_grid_bytes()
  %number = call i64 @enzyme_rs_grid_number()
  %together = and i64 %number, -32
  %before = mul i64 %together, %bytes
  %lane = and i64 %number, 31
  %within = shl i64 %lane, 3
  %distance = add i64 %before, %within
  %own = getelementptr i8, ptr %spread, i64 %distance
  ret ptr %own
}

; A thread has too little of it.
define weak_odr hidden void @enzyme_rs_grid_missing_spread(i64 %needed, ptr %kernel) noinline noreturn cold nounwind {
  call void @enzyme_rs_tape_missing(i64 %needed, ptr %kernel)
  unreachable
}

define weak_odr hidden noalias ptr @enzyme_rs_grid_push_spread(i64 %n) nounwind {
entry:
  %more = add i64 %n, 7
  %size = and i64 %more, -8
  %own = call ptr @enzyme_rs_grid_own_spread()
  %used = load i64, ptr %own, align 8
  %then = add i64 %used, %size
  %end = add i64 %then, 16
  %bytes = call i64 @enzyme_rs_grid_bytes()
  %wraps = icmp ult i64 %then, %n
  %over = icmp ugt i64 %end, %bytes
  %small = or i1 %wraps, %over
  br i1 %small, label %missing, label %fits
missing:
  call void @enzyme_rs_grid_missing_spread(i64 %end, ptr null)
  unreachable
fits:
  store i64 %then, ptr %own, align 8
  %behind = add i64 %used, 16
  %distance = shl i64 %behind, 5
  %result = getelementptr i8, ptr %own, i64 %distance
  ret ptr %result
}

; Gives back what lies behind %used, if nothing was pushed since the memory that ends at %end.
define weak_odr hidden void @enzyme_rs_grid_give_back_spread(ptr %end, ptr %used) nounwind {
  %own = call ptr @enzyme_rs_grid_own_spread()
  %in.use = load i64, ptr %own, align 8
  %first = getelementptr i8, ptr %own, i64 512
  %f = ptrtoint ptr %first to i64
  %e = ptrtoint ptr %end to i64
  %to.end = sub i64 %e, %f
  %all = lshr i64 %to.end, 5
  %last = icmp eq i64 %all, %in.use
  %u = ptrtoint ptr %used to i64
  %to.used = sub i64 %u, %f
  %left = lshr i64 %to.used, 5
  %new = select i1 %last, i64 %left, i64 %in.use
  store i64 %new, ptr %own, align 8
  ret void
}

; Where a thread has one of these values, of so many bytes.
define weak_odr hidden ptr @enzyme_rs_grid_cell(ptr %firsts, i64 %offset, i64 %size) nounwind {
  %number = call i64 @enzyme_rs_grid_number()
  %lane = and i64 %number, 31
  %before = mul i64 %lane, %size
  %own = getelementptr i8, ptr %firsts, i64 %before
  %distance = shl i64 %offset, 5
  %cell = getelementptr i8, ptr %own, i64 %distance
  ret ptr %cell
}

; An atomic maximum or minimum of a number in memory of the device (`core/src/plan/raises.rs`). A thread keeps three words of each that has replaced another number, which lie %step bytes
; apart: where it is; the number, in double precision; where the words of the one before lie, the last ones of which %last leads to. To the first one is added
; what %kind says: 1 for a number of double precision, 2 for words that are spread. Of a number that has replaced none, the first word is 0.
define weak_odr hidden void @enzyme_rs_grid_raise(ptr %last, ptr %words, ptr %at, double %number, i1 %replaces, i64 %kind, i64 %step) noinline nounwind {
entry:
  %address = ptrtoint ptr %at to i64
  %whole = or i64 %address, %kind
  %first = select i1 %replaces, i64 %whole, i64 0
  store i64 %first, ptr %words, align 8
  br i1 %replaces, label %link, label %done
link:
  %number.at = getelementptr i8, ptr %words, i64 %step
  store double %number, ptr %number.at, align 8
  %before = load ptr, ptr %last, align 8
  %before.at = getelementptr i8, ptr %number.at, i64 %step
  store ptr %before, ptr %before.at, align 8
  store ptr %words, ptr %last, align 8
  br label %done
done:
  ret void
}

; Behind the launch: of a number that is not there any more, the first word becomes 0. The place of the last words stands behind the tag with which a thread's tape begins.
define weak_odr hidden void @enzyme_rs_grid_settle(ptr %tape) nounwind {
entry:
  %last = call ptr @enzyme_rs_grid_cell(ptr %tape, i64 8, i64 8)
  %begin = load ptr, ptr %last, align 8
  br label %head
head:
  %words = phi ptr [ %begin, %entry ], [ %next, %on ]
  %none = icmp eq ptr %words, null
  br i1 %none, label %done, label %look
look:
  %whole = load i64, ptr %words, align 8
  %kind = and i64 %whole, 2
  %is.spread = icmp ne i64 %kind, 0
  %step = select i1 %is.spread, i64 256, i64 8
  %number.at = getelementptr i8, ptr %words, i64 %step
  %number = load double, ptr %number.at, align 8
  %next.at = getelementptr i8, ptr %number.at, i64 %step
  %next = load ptr, ptr %next.at, align 8
  %address = and i64 %whole, -4
  %at = inttoptr i64 %address to ptr
  %is.double = trunc i64 %whole to i1
  br i1 %is.double, label %of.double, label %of.float
of.double:
  %there = load double, ptr %at, align 8
  br label %compare
of.float:
  %narrow = load float, ptr %at, align 4
  %wide = fpext float %narrow to double
  br label %compare
compare:
  %is = phi double [ %there, %of.double ], [ %wide, %of.float ]
  %own = fcmp oeq double %is, %number
  br i1 %own, label %on, label %forget
forget:
  store i64 0, ptr %words, align 8
  br label %on
on:
  br label %head
done:
  ret void
}

; Stands in a tangent that cannot be had: the host is told not to launch it.
define weak_odr hidden void @enzyme_rs_grid_no_tangent() noinline nounwind {
  ret void
}
