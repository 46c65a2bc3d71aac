; The run-time library of derivatives on NVIDIA's machines. `enzyme_rules::GridRule` says what each function does.

; What the host has given threads to keep: memory, bytes for each thread, how many threads have some.
@enzyme_rs_grid_tape = weak_odr addrspace(1) externally_initialized global { ptr, i64, i64 } zeroinitializer, align 8

@enzyme_rs_grid_no_tape = weak_odr hidden addrspace(1) constant [248 x i8] c"enzyme-rs: a derivative in the kernel `%s` keeps %lu bytes or more for each thread, and has %lu for each of %lu threads\0A  help: give each thread of the grid more before the launch: enzyme_rs::room_for_threads(bytes, threads) (docs/gpu-kernels.md)\0A\00", align 1
@enzyme_rs_grid_no_tape_of_launch = weak_odr hidden addrspace(1) constant [134 x i8] c"enzyme-rs: the threads of the kernel `%s` keep %lu bytes or more each, and have %lu\0A  help: give each thread more room (docs/gpu.md)\0A\00", align 1
@enzyme_rs_grid_some_kernel = weak_odr hidden addrspace(1) constant [2 x i8] c"?\00", align 1

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare void @llvm.trap() noreturn
declare i32 @vprintf(ptr, ptr)

; Number of the thread in its block.
define weak_odr hidden i64 @enzyme_rs_grid_thread() nounwind {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %z.rows = mul i32 %z, %ny
  %rows = add i32 %z.rows, %y
  %before = mul i32 %rows, %nx
  %number = add i32 %before, %x
  %wide = zext i32 %number to i64
  ret i64 %wide
}

; How many threads a block has.
define weak_odr hidden i64 @enzyme_rs_grid_threads() nounwind {
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %nz = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %plane = mul i32 %nx, %ny
  %all = mul i32 %plane, %nz
  %wide = zext i32 %all to i64
  ret i64 %wide
}

; Number of the block in the grid.
define weak_odr hidden i64 @enzyme_rs_grid_block() nounwind {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %x.wide = zext i32 %x to i64
  %y.wide = zext i32 %y to i64
  %z.wide = zext i32 %z to i64
  %nx.wide = zext i32 %nx to i64
  %ny.wide = zext i32 %ny to i64
  %z.rows = mul i64 %z.wide, %ny.wide
  %rows = add i64 %z.rows, %y.wide
  %before = mul i64 %rows, %nx.wide
  %number = add i64 %before, %x.wide
  ret i64 %number
}

; How many blocks the grid has.
define weak_odr hidden i64 @enzyme_rs_grid_blocks() nounwind {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
  %x.wide = zext i32 %x to i64
  %y.wide = zext i32 %y to i64
  %z.wide = zext i32 %z to i64
  %plane = mul i64 %x.wide, %y.wide
  %number = mul i64 %plane, %z.wide
  ret i64 %number
}

; How many threads the grid has, if its blocks are one row, and the threads of each; else -1.
define weak_odr hidden i64 @enzyme_rs_grid_row() alwaysinline nounwind {
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %blocks.y = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %blocks.z = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %threads.y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %threads.z = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %of.blocks = or i32 %blocks.y, %blocks.z
  %of.threads = or i32 %threads.y, %threads.z
  %rows = or i32 %of.blocks, %of.threads
  %is.row = icmp eq i32 %rows, 1
  %blocks.wide = zext i32 %blocks to i64
  %threads.wide = zext i32 %threads to i64
  %all = mul i64 %blocks.wide, %threads.wide
  %result = select i1 %is.row, i64 %all, i64 -1
  ret i64 %result
}

; How many threads it has along its first direction, and along its second one, if it has no third one; else -1.
define weak_odr hidden i64 @enzyme_rs_grid_across() alwaysinline nounwind {
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %blocks.z = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
  %threads.z = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %planes = or i32 %blocks.z, %threads.z
  %is.plane = icmp eq i32 %planes, 1
  %blocks.wide = zext i32 %blocks to i64
  %threads.wide = zext i32 %threads to i64
  %all = mul i64 %blocks.wide, %threads.wide
  %result = select i1 %is.plane, i64 %all, i64 -1
  ret i64 %result
}

define weak_odr hidden i64 @enzyme_rs_grid_down() alwaysinline nounwind {
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %blocks.z = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
  %threads.z = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %planes = or i32 %blocks.z, %threads.z
  %is.plane = icmp eq i32 %planes, 1
  %blocks.wide = zext i32 %blocks to i64
  %threads.wide = zext i32 %threads to i64
  %all = mul i64 %blocks.wide, %threads.wide
  %result = select i1 %is.plane, i64 %all, i64 -1
  ret i64 %result
}

define weak_odr hidden void @enzyme_rs_grid_barrier() alwaysinline convergent nounwind {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; All threads of a grid wait for each other, as in the headers of CUDA: one thread of each block adds to a number, whose highest bit has changed when all have.
; It lies where the launch says, if it is one of a grid whose blocks run at the same time.
define weak_odr hidden void @enzyme_rs_grid_meet() convergent noinline nounwind {
entry:
  %high = call i32 asm sideeffect "mov.u32 $0, %envreg1;", "=r"()
  %low = call i32 asm sideeffect "mov.u32 $0, %envreg2;", "=r"()
  %high.wide = zext i32 %high to i64
  %low.wide = zext i32 %low to i64
  %upper = shl i64 %high.wide, 32
  %address = or i64 %upper, %low.wide
  %nowhere = icmp eq i64 %address, 0
  br i1 %nowhere, label %apart, label %together
apart:
  call void @llvm.trap()
  unreachable
together:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %thread = call i64 @enzyme_rs_grid_thread()
  %is.first = icmp eq i64 %thread, 0
  br i1 %is.first, label %arrives, label %waits
arrives:
  %number = add i64 %address, 4
  %block = call i64 @enzyme_rs_grid_block()
  %blocks = call i64 @enzyme_rs_grid_blocks()
  %all = trunc i64 %blocks to i32
  %rest = sub i32 -2147483647, %all
  %is.first.block = icmp eq i64 %block, 0
  %own = select i1 %is.first.block, i32 %rest, i32 1
  %before = call i32 asm sideeffect "atom.add.release.gpu.u32 $0,[$1],$2;", "=r,l,r,~{memory}"(i64 %number, i32 %own)
  br label %looks
looks:
  %now = call i32 asm sideeffect "ld.acquire.gpu.u32 $0,[$1];", "=r,l,~{memory}"(i64 %number)
  %changed = xor i32 %now, %before
  %all.there = icmp slt i32 %changed, 0
  br i1 %all.there, label %waits, label %looks
waits:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; Ends the grid: a thread needs so many bytes, has so many, and so many threads have some, in a kernel of this name, if it is known.
define weak_odr hidden void @enzyme_rs_grid_no_room(i64 %needed, i64 %bytes, i64 %threads, ptr %kernel) noreturn cold nounwind {
entry:
  %arguments = alloca { ptr, i64, i64, i64 }, align 8
  %unknown = icmp eq ptr %kernel, null
  %some = addrspacecast ptr addrspace(1) @enzyme_rs_grid_some_kernel to ptr
  %name = select i1 %unknown, ptr %some, ptr %kernel
  store ptr %name, ptr %arguments, align 8
  %second = getelementptr i8, ptr %arguments, i64 8
  store i64 %needed, ptr %second, align 8
  %third = getelementptr i8, ptr %arguments, i64 16
  store i64 %bytes, ptr %third, align 8
  %fourth = getelementptr i8, ptr %arguments, i64 24
  store i64 %threads, ptr %fourth, align 8
  %of.launch = icmp slt i64 %threads, 0
  %says = select i1 %of.launch, ptr addrspace(1) @enzyme_rs_grid_no_tape_of_launch, ptr addrspace(1) @enzyme_rs_grid_no_tape
  %text = addrspacecast ptr addrspace(1) %says to ptr
  %written = call i32 @vprintf(ptr %text, ptr %arguments)
  call void @llvm.trap()
  unreachable
}

; Ends the grid where one of the program's checks fails: a text, and what stands in it.
define weak_odr hidden void @enzyme_rs_stop(ptr %text, ptr %first, ptr %second) noinline noreturn cold nounwind {
entry:
  %arguments = alloca { ptr, ptr }, align 8
  store ptr %first, ptr %arguments, align 8
  %at = getelementptr i8, ptr %arguments, i64 8
  store ptr %second, ptr %at, align 8
  %written = call i32 @vprintf(ptr %text, ptr %arguments)
  call void @llvm.trap()
  unreachable
}
