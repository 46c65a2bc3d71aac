; The run-time library of derivatives on AMD's machines. `enzyme_rules::GridRule` says what each function does.

; What the host has given threads to keep: memory, bytes for each thread, how many threads have some.
@enzyme_rs_grid_tape = weak_odr addrspace(1) externally_initialized global { ptr, i64, i64 } zeroinitializer, align 8

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workitem.id.z()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workgroup.id.y()
declare i32 @llvm.amdgcn.workgroup.id.z()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare void @llvm.amdgcn.s.barrier() convergent
declare void @llvm.amdgcn.wave.barrier() convergent
declare void @llvm.trap() noreturn

; A size that is handed to each kernel behind its arguments: of blocks 32 bits, from 0 on, and of threads in a block 16 bits, from 12 on (code objects of
; version 5).
define weak_odr hidden i64 @enzyme_rs_grid_blocks_along(i64 %offset) nounwind {
  %all = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %at = getelementptr i8, ptr addrspace(4) %all, i64 %offset
  %size = load i32, ptr addrspace(4) %at, align 4
  %wide = zext i32 %size to i64
  ret i64 %wide
}

define weak_odr hidden i64 @enzyme_rs_grid_threads_along(i64 %offset) nounwind {
  %all = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %at = getelementptr i8, ptr addrspace(4) %all, i64 %offset
  %size = load i16, ptr addrspace(4) %at, align 2
  %wide = zext i16 %size to i64
  ret i64 %wide
}

; Number of the thread in its block.
define weak_odr hidden i64 @enzyme_rs_grid_thread() nounwind {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %z = call i32 @llvm.amdgcn.workitem.id.z()
  %nx = call i64 @enzyme_rs_grid_threads_along(i64 12)
  %ny = call i64 @enzyme_rs_grid_threads_along(i64 14)
  %x.wide = zext i32 %x to i64
  %y.wide = zext i32 %y to i64
  %z.wide = zext i32 %z to i64
  %z.rows = mul i64 %z.wide, %ny
  %rows = add i64 %z.rows, %y.wide
  %before = mul i64 %rows, %nx
  %number = add i64 %before, %x.wide
  ret i64 %number
}

; How many threads a block has.
define weak_odr hidden i64 @enzyme_rs_grid_threads() nounwind {
  %nx = call i64 @enzyme_rs_grid_threads_along(i64 12)
  %ny = call i64 @enzyme_rs_grid_threads_along(i64 14)
  %nz = call i64 @enzyme_rs_grid_threads_along(i64 16)
  %plane = mul i64 %nx, %ny
  %all = mul i64 %plane, %nz
  ret i64 %all
}

; Number of the block in the grid.
define weak_odr hidden i64 @enzyme_rs_grid_block() nounwind {
  %x = call i32 @llvm.amdgcn.workgroup.id.x()
  %y = call i32 @llvm.amdgcn.workgroup.id.y()
  %z = call i32 @llvm.amdgcn.workgroup.id.z()
  %nx = call i64 @enzyme_rs_grid_blocks_along(i64 0)
  %ny = call i64 @enzyme_rs_grid_blocks_along(i64 4)
  %x.wide = zext i32 %x to i64
  %y.wide = zext i32 %y to i64
  %z.wide = zext i32 %z to i64
  %z.rows = mul i64 %z.wide, %ny
  %rows = add i64 %z.rows, %y.wide
  %before = mul i64 %rows, %nx
  %number = add i64 %before, %x.wide
  ret i64 %number
}

; How many blocks the grid has.
define weak_odr hidden i64 @enzyme_rs_grid_blocks() nounwind {
  %x = call i64 @enzyme_rs_grid_blocks_along(i64 0)
  %y = call i64 @enzyme_rs_grid_blocks_along(i64 4)
  %z = call i64 @enzyme_rs_grid_blocks_along(i64 8)
  %plane = mul i64 %x, %y
  %number = mul i64 %plane, %z
  ret i64 %number
}

; How many threads the grid has, if its blocks are one row, and the threads of each, and the last one is no smaller (the size of such a one would stand at 18);
; else -1.
define weak_odr hidden i64 @enzyme_rs_grid_row() alwaysinline nounwind {
  %blocks = call i64 @enzyme_rs_grid_blocks_along(i64 0)
  %blocks.y = call i64 @enzyme_rs_grid_blocks_along(i64 4)
  %blocks.z = call i64 @enzyme_rs_grid_blocks_along(i64 8)
  %threads = call i64 @enzyme_rs_grid_threads_along(i64 12)
  %threads.y = call i64 @enzyme_rs_grid_threads_along(i64 14)
  %threads.z = call i64 @enzyme_rs_grid_threads_along(i64 16)
  %of.last = call i64 @enzyme_rs_grid_threads_along(i64 18)
  %of.blocks = or i64 %blocks.y, %blocks.z
  %of.threads = or i64 %threads.y, %threads.z
  %rows = or i64 %of.blocks, %of.threads
  %is.row = icmp eq i64 %rows, 1
  %is.whole = icmp eq i64 %of.last, 0
  %is = and i1 %is.row, %is.whole
  %all = mul i64 %blocks, %threads
  %result = select i1 %is, i64 %all, i64 -1
  ret i64 %result
}

; How many threads it has along its first direction, and along its second one, if it has no third one, and the last block of neither is smaller; else -1.
define weak_odr hidden i64 @enzyme_rs_grid_across() alwaysinline nounwind {
  %blocks = call i64 @enzyme_rs_grid_blocks_along(i64 0)
  %threads = call i64 @enzyme_rs_grid_threads_along(i64 12)
  %blocks.z = call i64 @enzyme_rs_grid_blocks_along(i64 8)
  %threads.z = call i64 @enzyme_rs_grid_threads_along(i64 16)
  %of.last = call i64 @enzyme_rs_grid_threads_along(i64 18)
  %of.last.y = call i64 @enzyme_rs_grid_threads_along(i64 20)
  %planes = or i64 %blocks.z, %threads.z
  %is.plane = icmp eq i64 %planes, 1
  %smaller = or i64 %of.last, %of.last.y
  %is.whole = icmp eq i64 %smaller, 0
  %is = and i1 %is.plane, %is.whole
  %all = mul i64 %blocks, %threads
  %result = select i1 %is, i64 %all, i64 -1
  ret i64 %result
}

define weak_odr hidden i64 @enzyme_rs_grid_down() alwaysinline nounwind {
  %blocks = call i64 @enzyme_rs_grid_blocks_along(i64 4)
  %threads = call i64 @enzyme_rs_grid_threads_along(i64 14)
  %blocks.z = call i64 @enzyme_rs_grid_blocks_along(i64 8)
  %threads.z = call i64 @enzyme_rs_grid_threads_along(i64 16)
  %of.last = call i64 @enzyme_rs_grid_threads_along(i64 18)
  %of.last.y = call i64 @enzyme_rs_grid_threads_along(i64 20)
  %planes = or i64 %blocks.z, %threads.z
  %is.plane = icmp eq i64 %planes, 1
  %smaller = or i64 %of.last, %of.last.y
  %is.whole = icmp eq i64 %smaller, 0
  %is = and i1 %is.plane, %is.whole
  %all = mul i64 %blocks, %threads
  %result = select i1 %is, i64 %all, i64 -1
  ret i64 %result
}

; `__syncthreads`: what threads of the block have written before is seen by all of them behind it.
define weak_odr hidden void @enzyme_rs_grid_barrier() alwaysinline convergent nounwind {
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  ret void
}

define weak_odr hidden void @enzyme_rs_grid_warp_barrier() alwaysinline convergent nounwind {
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  ret void
}

; Ends the grid: a thread needs so many bytes, has so many, and so many threads have some, in a kernel of this name. Kernels of HIP print only with the help of a
; thread of the host, which programs without `printf` do not have: the launch fails, and says no more.
define weak_odr hidden void @enzyme_rs_grid_no_room(i64 %needed, i64 %bytes, i64 %threads, ptr %kernel) noreturn cold nounwind {
  call void @llvm.trap()
  unreachable
}

; Ends the program where one of its checks fails.
define weak_odr hidden void @enzyme_rs_stop(ptr %text, ptr %first, ptr %second) noreturn cold nounwind {
  call void @llvm.trap()
  unreachable
}
