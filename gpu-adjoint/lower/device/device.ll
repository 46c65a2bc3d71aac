; Made of device.c; do not edit. BLESS=1 cargo test -p enzyme-gpu-lower --test device_library
%struct.anon = type { i64, i64, ptr, i64 }
@reserved = internal global %struct.anon { i64 1024, i64 16, ptr @.str, i64 0 }, align 8
@.str = private unnamed_addr constant [29 x i8] c"memory of cooperative groups\00", align 1
define i32 @device_amdgcn_workitem_id_x() {
  %1 = tail call i32 @enzyme_rs_emulator_thread(i32 0)
  ret i32 %1
}
declare i32 @enzyme_rs_emulator_thread(i32 noundef)
define i32 @device_amdgcn_workgroup_id_x() {
  %1 = tail call i32 @enzyme_rs_emulator_block(i32 0)
  ret i32 %1
}
declare i32 @enzyme_rs_emulator_block(i32 noundef)
define i32 @device_amdgcn_workitem_id_y() {
  %1 = tail call i32 @enzyme_rs_emulator_thread(i32 1)
  ret i32 %1
}
define i32 @device_amdgcn_workgroup_id_y() {
  %1 = tail call i32 @enzyme_rs_emulator_block(i32 1)
  ret i32 %1
}
define i32 @device_amdgcn_workitem_id_z() {
  %1 = tail call i32 @enzyme_rs_emulator_thread(i32 2)
  ret i32 %1
}
define i32 @device_amdgcn_workgroup_id_z() {
  %1 = tail call i32 @enzyme_rs_emulator_block(i32 2)
  ret i32 %1
}
define ptr @device_amdgcn_implicitarg_ptr() {
  %1 = tail call ptr @enzyme_rs_emulator_implicit_arguments()
  ret ptr %1
}
declare ptr @enzyme_rs_emulator_implicit_arguments()
define ptr @device_amdgcn_dispatch_ptr() {
  %1 = tail call ptr @enzyme_rs_emulator_dispatch_packet()
  ret ptr %1
}
declare ptr @enzyme_rs_emulator_dispatch_packet()
define i64 @device_amdgcn_dispatch_id() {
  ret i64 0
}
define range(i64 0, 4294967296) i64 @device___ockl_get_local_id(i32 %0) {
  %2 = tail call i32 @enzyme_rs_emulator_thread(i32 %0)
  %3 = zext i32 %2 to i64
  ret i64 %3
}
define range(i64 0, 4294967296) i64 @device___ockl_get_group_id(i32 %0) {
  %2 = tail call i32 @enzyme_rs_emulator_block(i32 %0)
  %3 = zext i32 %2 to i64
  ret i64 %3
}
define range(i64 0, 4294967296) i64 @device___ockl_get_local_size(i32 %0) {
  %2 = tail call i32 @enzyme_rs_emulator_block_size(i32 %0)
  %3 = zext i32 %2 to i64
  ret i64 %3
}
declare i32 @enzyme_rs_emulator_block_size(i32 noundef)
define range(i64 0, 4294967296) i64 @device___ockl_get_enqueued_local_size(i32 %0) {
  %2 = tail call i32 @enzyme_rs_emulator_block_size(i32 %0)
  %3 = zext i32 %2 to i64
  ret i64 %3
}
define range(i64 0, 4294967296) i64 @device___ockl_get_num_groups(i32 %0) {
  %2 = tail call i32 @enzyme_rs_emulator_grid_size(i32 %0)
  %3 = zext i32 %2 to i64
  ret i64 %3
}
declare i32 @enzyme_rs_emulator_grid_size(i32 noundef)
define range(i64 0, -8589934590) i64 @device___ockl_get_global_size(i32 %0) {
  %2 = tail call i32 @enzyme_rs_emulator_grid_size(i32 %0)
  %3 = zext i32 %2 to i64
  %4 = tail call i32 @enzyme_rs_emulator_block_size(i32 %0)
  %5 = zext i32 %4 to i64
  %6 = mul nuw i64 %5, %3
  ret i64 %6
}
define range(i64 0, -4294967295) i64 @device___ockl_get_global_id(i32 %0) {
  %2 = tail call i32 @enzyme_rs_emulator_block(i32 %0)
  %3 = zext i32 %2 to i64
  %4 = tail call i32 @enzyme_rs_emulator_block_size(i32 %0)
  %5 = zext i32 %4 to i64
  %6 = mul nuw i64 %5, %3
  %7 = tail call i32 @enzyme_rs_emulator_thread(i32 %0)
  %8 = zext i32 %7 to i64
  %9 = add nuw i64 %6, %8
  ret i64 %9
}
define i32 @device_amdgcn_wavefrontsize() {
  %1 = tail call i32 @enzyme_rs_emulator_warp_size()
  ret i32 %1
}
declare i32 @enzyme_rs_emulator_warp_size()
define i32 @device___ockl_wfsize() {
  %1 = tail call i32 @enzyme_rs_emulator_warp_size()
  ret i32 %1
}
define void @device_amdgcn_s_barrier(ptr %0) {
  tail call void @enzyme_rs_emulator_barrier(ptr %0)
  ret void
}
declare void @enzyme_rs_emulator_barrier(ptr noundef)
define void @device_amdgcn_wave_barrier(ptr %0) {
  tail call void @enzyme_rs_emulator_warp_barrier(i64 -1, ptr %0)
  ret void
}
declare void @enzyme_rs_emulator_warp_barrier(i64 noundef, ptr noundef)
define i32 @device___ockl_wgred_add_i32(i32 %0, ptr %1) {
  %3 = tail call i32 @enzyme_rs_emulator_barrier_popc(i32 %0, ptr %1)
  ret i32 %3
}
declare i32 @enzyme_rs_emulator_barrier_popc(i32 noundef, ptr noundef)
define i32 @device___ockl_wgred_and_i32(i32 %0, ptr %1) {
  %3 = tail call i32 @enzyme_rs_emulator_barrier_and(i32 %0, ptr %1)
  ret i32 %3
}
declare i32 @enzyme_rs_emulator_barrier_and(i32 noundef, ptr noundef)
define i32 @device___ockl_wgred_or_i32(i32 %0, ptr %1) {
  %3 = tail call i32 @enzyme_rs_emulator_barrier_or(i32 %0, ptr %1)
  ret i32 %3
}
declare i32 @enzyme_rs_emulator_barrier_or(i32 noundef, ptr noundef)
define void @device___ockl_grid_sync(ptr %0) {
  %2 = tail call ptr @enzyme_rs_emulator_meeting()
  %3 = icmp eq ptr %2, null
  br i1 %3, label %4, label %5
4:                                                ; preds = %1
  tail call void @enzyme_rs_emulator_trap(ptr %0)
  unreachable
5:                                                ; preds = %1
  tail call void @enzyme_rs_emulator_barrier(ptr %0)
  %6 = tail call i32 @enzyme_rs_emulator_thread(i32 0)
  %7 = tail call i32 @enzyme_rs_emulator_thread(i32 1)
  %8 = or i32 %7, %6
  %9 = tail call i32 @enzyme_rs_emulator_thread(i32 2)
  %10 = or i32 %8, %9
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %32
12:                                               ; preds = %5
  %13 = tail call i32 @enzyme_rs_emulator_grid_size(i32 0)
  %14 = tail call i32 @enzyme_rs_emulator_grid_size(i32 1)
  %15 = mul i32 %14, %13
  %16 = tail call i32 @enzyme_rs_emulator_grid_size(i32 2)
  %17 = mul i32 %15, %16
  %18 = tail call i32 @enzyme_rs_emulator_block(i32 0)
  %19 = tail call i32 @enzyme_rs_emulator_block(i32 1)
  %20 = or i32 %19, %18
  %21 = tail call i32 @enzyme_rs_emulator_block(i32 2)
  %22 = or i32 %20, %21
  %23 = icmp eq i32 %22, 0
  %24 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %25 = sub i32 -2147483647, %17
  %26 = select i1 %23, i32 %25, i32 1
  %27 = tail call i32 @enzyme_rs_emulator_arrives(ptr nonnull %24, i32 %26)
  br label %28
28:                                               ; preds = %28, %12
  %29 = tail call i32 @enzyme_rs_emulator_looks(ptr nonnull %24)
  %30 = xor i32 %29, %27
  %31 = icmp sgt i32 %30, -1
  br i1 %31, label %28, label %32
32:                                               ; preds = %28, %5
  tail call void @enzyme_rs_emulator_barrier(ptr %0)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr captures(none))
declare ptr @enzyme_rs_emulator_meeting()
declare void @enzyme_rs_emulator_trap(ptr noundef)
declare i32 @enzyme_rs_emulator_arrives(ptr noundef, i32 noundef)
declare i32 @enzyme_rs_emulator_looks(ptr noundef)
declare void @llvm.lifetime.end.p0(ptr captures(none))
define range(i32 0, 2) i32 @device___ockl_grid_is_valid() {
  %1 = tail call ptr @enzyme_rs_emulator_meeting()
  %2 = icmp ne ptr %1, null
  %3 = zext i1 %2 to i32
  ret i32 %3
}
define void @device_amdgcn_s_sleep(i32 %0) {
  tail call void @enzyme_rs_emulator_yield()
  ret void
}
declare void @enzyme_rs_emulator_yield()
define i64 @device_amdgcn_s_memtime() {
  %1 = tail call i64 @enzyme_rs_emulator_clock()
  ret i64 %1
}
declare i64 @enzyme_rs_emulator_clock()
define i64 @device_amdgcn_s_memrealtime() {
  %1 = tail call i64 @enzyme_rs_emulator_clock()
  ret i64 %1
}
define i32 @device___ockl_wfany_i32(i32 %0, ptr %1) {
  %3 = tail call i32 @enzyme_rs_emulator_any(i64 -1, i32 %0, ptr %1)
  ret i32 %3
}
declare i32 @enzyme_rs_emulator_any(i64 noundef, i32 noundef, ptr noundef)
define i32 @device___ockl_wfall_i32(i32 %0, ptr %1) {
  %3 = tail call i32 @enzyme_rs_emulator_all(i64 -1, i32 %0, ptr %1)
  ret i32 %3
}
declare i32 @enzyme_rs_emulator_all(i64 noundef, i32 noundef, ptr noundef)
define void @device___atomic_work_item_fence(i32 %0, i32 %1, i32 %2) {
  fence seq_cst
  ret void
}
define i64 @device___ockl_printf_begin(i64 %0) {
  %2 = tail call i64 @enzyme_rs_emulator_print_begin(i1 zeroext false)
  ret i64 %2
}
declare i64 @enzyme_rs_emulator_print_begin(i1 zeroext)
define i64 @device___ockl_fprintf_stdout_begin() {
  %1 = tail call i64 @enzyme_rs_emulator_print_begin(i1 zeroext false)
  ret i64 %1
}
define i64 @device___ockl_fprintf_stderr_begin() {
  %1 = tail call i64 @enzyme_rs_emulator_print_begin(i1 zeroext true)
  ret i64 %1
}
define i64 @device___ockl_printf_append_string_n(i64 %0, ptr %1, i64 %2, i32 %3) {
  %5 = tail call i64 @enzyme_rs_emulator_print_text(i64 %0, ptr %1, i64 %2, i32 %3)
  ret i64 %5
}
declare i64 @enzyme_rs_emulator_print_text(i64 noundef, ptr noundef, i64 noundef, i32 noundef)
define i64 @device___ockl_printf_append_args(i64 %0, i32 %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8, i32 %9) {
  %11 = alloca [7 x i64], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %11)
  store i64 %2, ptr %11, align 16
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i64 %3, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i64 %4, ptr %13, align 16
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 24
  store i64 %5, ptr %14, align 8
  %15 = getelementptr inbounds nuw i8, ptr %11, i64 32
  store i64 %6, ptr %15, align 16
  %16 = getelementptr inbounds nuw i8, ptr %11, i64 40
  store i64 %7, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %11, i64 48
  store i64 %8, ptr %17, align 16
  %18 = call i64 @enzyme_rs_emulator_print_numbers(i64 %0, i32 %1, ptr nonnull %11, i32 %9)
  call void @llvm.lifetime.end.p0(ptr nonnull %11)
  ret i64 %18
}
declare i64 @enzyme_rs_emulator_print_numbers(i64 noundef, i32 noundef, ptr noundef, i32 noundef)
define i64 @device___ockl_fprintf_append_string_n(i64 %0, ptr %1, i64 %2, i32 %3) {
  %5 = tail call i64 @enzyme_rs_emulator_print_text(i64 %0, ptr %1, i64 %2, i32 %3)
  ret i64 %5
}
define i64 @device___ockl_fprintf_append_args(i64 %0, i32 %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8, i32 %9) {
  %11 = alloca [7 x i64], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %11)
  store i64 %2, ptr %11, align 16
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i64 %3, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i64 %4, ptr %13, align 16
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 24
  store i64 %5, ptr %14, align 8
  %15 = getelementptr inbounds nuw i8, ptr %11, i64 32
  store i64 %6, ptr %15, align 16
  %16 = getelementptr inbounds nuw i8, ptr %11, i64 40
  store i64 %7, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %11, i64 48
  store i64 %8, ptr %17, align 16
  %18 = call i64 @enzyme_rs_emulator_print_numbers(i64 %0, i32 %1, ptr nonnull %11, i32 %9)
  call void @llvm.lifetime.end.p0(ptr nonnull %11)
  ret i64 %18
}
define void @device_amdgcn_s_waitcnt(i32 %0) {
  ret void
}
define void @device_amdgcn_sched_barrier(i32 %0) {
  ret void
}
define void @device_amdgcn_s_setprio(i16 zeroext %0) {
  ret void
}
define i32 @device_amdgcn_ds_bpermute(i32 %0, i32 %1, ptr %2) {
  %4 = tail call i32 @enzyme_rs_emulator_ds_bpermute(i32 %0, i32 %1, ptr %2)
  ret i32 %4
}
declare i32 @enzyme_rs_emulator_ds_bpermute(i32 noundef, i32 noundef, ptr noundef)
define i32 @device_amdgcn_readfirstlane_i32(i32 %0, ptr %1) {
  %3 = tail call i32 @enzyme_rs_emulator_read_first_lane(i32 %0, ptr %1)
  ret i32 %3
}
declare i32 @enzyme_rs_emulator_read_first_lane(i32 noundef, ptr noundef)
define i32 @device_amdgcn_readlane_i32(i32 %0, i32 %1, ptr %2) {
  %4 = tail call i32 @enzyme_rs_emulator_readlane(i32 %0, i32 %1, ptr %2)
  ret i32 %4
}
declare i32 @enzyme_rs_emulator_readlane(i32 noundef, i32 noundef, ptr noundef)
define float @device_amdgcn_readfirstlane_f32(float %0, ptr %1) {
  %3 = bitcast float %0 to i32
  %4 = tail call i32 @enzyme_rs_emulator_read_first_lane(i32 %3, ptr %1)
  %5 = bitcast i32 %4 to float
  ret float %5
}
define float @device_amdgcn_readlane_f32(float %0, i32 %1, ptr %2) {
  %4 = bitcast float %0 to i32
  %5 = tail call i32 @enzyme_rs_emulator_readlane(i32 %4, i32 %1, ptr %2)
  %6 = bitcast i32 %5 to float
  ret float %6
}
define i64 @device_amdgcn_readfirstlane_i64(i64 %0, ptr %1) {
  br label %4
3:                                                ; preds = %4
  ret i64 %13
4:                                                ; preds = %2, %4
  %5 = phi i1 [ true, %2 ], [ false, %4 ]
  %6 = phi i64 [ 0, %2 ], [ 32, %4 ]
  %7 = phi i64 [ 0, %2 ], [ %13, %4 ]
  %8 = lshr i64 %0, %6
  %9 = trunc i64 %8 to i32
  %10 = tail call i32 @enzyme_rs_emulator_read_first_lane(i32 %9, ptr %1)
  %11 = zext i32 %10 to i64
  %12 = shl nuw i64 %11, %6
  %13 = or i64 %12, %7
  br i1 %5, label %4, label %3
}
define i64 @device_amdgcn_readlane_i64(i64 %0, i32 %1, ptr %2) {
  br label %5
4:                                                ; preds = %5
  ret i64 %14
5:                                                ; preds = %3, %5
  %6 = phi i1 [ true, %3 ], [ false, %5 ]
  %7 = phi i64 [ 0, %3 ], [ 32, %5 ]
  %8 = phi i64 [ 0, %3 ], [ %14, %5 ]
  %9 = lshr i64 %0, %7
  %10 = trunc i64 %9 to i32
  %11 = tail call i32 @enzyme_rs_emulator_readlane(i32 %10, i32 %1, ptr %2)
  %12 = zext i32 %11 to i64
  %13 = shl nuw i64 %12, %7
  %14 = or i64 %13, %8
  br i1 %6, label %5, label %4
}
define double @device_amdgcn_readfirstlane_f64(double %0, ptr %1) {
  %3 = bitcast double %0 to i64
  br label %6
4:                                                ; preds = %6
  %5 = bitcast i64 %15 to double
  ret double %5
6:                                                ; preds = %2, %6
  %7 = phi i1 [ true, %2 ], [ false, %6 ]
  %8 = phi i64 [ 0, %2 ], [ 32, %6 ]
  %9 = phi i64 [ 0, %2 ], [ %15, %6 ]
  %10 = lshr i64 %3, %8
  %11 = trunc i64 %10 to i32
  %12 = tail call i32 @enzyme_rs_emulator_read_first_lane(i32 %11, ptr %1)
  %13 = zext i32 %12 to i64
  %14 = shl nuw i64 %13, %8
  %15 = or i64 %14, %9
  br i1 %7, label %6, label %4
}
define double @device_amdgcn_readlane_f64(double %0, i32 %1, ptr %2) {
  %4 = bitcast double %0 to i64
  br label %7
5:                                                ; preds = %7
  %6 = bitcast i64 %16 to double
  ret double %6
7:                                                ; preds = %3, %7
  %8 = phi i1 [ true, %3 ], [ false, %7 ]
  %9 = phi i64 [ 0, %3 ], [ 32, %7 ]
  %10 = phi i64 [ 0, %3 ], [ %16, %7 ]
  %11 = lshr i64 %4, %9
  %12 = trunc i64 %11 to i32
  %13 = tail call i32 @enzyme_rs_emulator_readlane(i32 %12, i32 %1, ptr %2)
  %14 = zext i32 %13 to i64
  %15 = shl nuw i64 %14, %9
  %16 = or i64 %15, %10
  br i1 %8, label %7, label %5
}
define i32 @device_amdgcn_update_dpp_i32(i32 %0, i32 %1, i32 %2, i32 %3, i32 %4, i1 zeroext %5, ptr %6) {
  %8 = tail call fastcc i32 @dpp(i32 %0, i32 %1, i32 %2, i32 %3, i32 %4, i1 zeroext %5, ptr %6)
  ret i32 %8
}
define internal fastcc i32 @dpp(i32 %0, i32 %1, i32 %2, i32 %3, i32 %4, i1 zeroext %5, ptr %6) unnamed_addr {
  %8 = tail call i32 @enzyme_rs_emulator_lane()
  %9 = tail call fastcc i32 @dpp_source(i32 %2, i32 %8)
  %10 = tail call i64 @enzyme_rs_emulator_ballot(i64 -1, i32 1, ptr %6)
  %11 = icmp sgt i32 %9, -1
  %12 = zext nneg i32 %9 to i64
  %13 = shl nuw i64 1, %12
  %14 = and i64 %13, %10
  %15 = icmp ne i64 %14, 0
  %16 = select i1 %11, i1 %15, i1 false
  %17 = sdiv i32 %8, 16
  %18 = srem i32 %8, 16
  %19 = shl nuw i32 1, %17
  %20 = and i32 %19, %3
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %35, label %22
22:                                               ; preds = %7
  %23 = trunc nsw i32 %18 to i8
  %24 = sdiv i8 %23, 4
  %25 = zext nneg i8 %24 to i32
  %26 = shl nuw i32 1, %25
  %27 = and i32 %26, %4
  %28 = icmp eq i32 %27, 0
  %29 = select i1 %16, i32 %9, i32 %8
  %30 = shl nsw i32 %29, 2
  %31 = tail call i32 @enzyme_rs_emulator_ds_bpermute(i32 %30, i32 %1, ptr %6)
  br i1 %28, label %39, label %32
32:                                               ; preds = %22
  %33 = select i1 %5, i32 0, i32 %0
  %34 = select i1 %16, i32 %31, i32 %33
  br label %39
35:                                               ; preds = %7
  %36 = select i1 %16, i32 %9, i32 %8
  %37 = shl nsw i32 %36, 2
  %38 = tail call i32 @enzyme_rs_emulator_ds_bpermute(i32 %37, i32 %1, ptr %6)
  br label %39
39:                                               ; preds = %32, %35, %22
  %40 = phi i32 [ %0, %35 ], [ %0, %22 ], [ %34, %32 ]
  ret i32 %40
}
define i32 @device_amdgcn_mov_dpp_i32(i32 %0, i32 %1, i32 %2, i32 %3, i1 zeroext %4, ptr %5) {
  %7 = tail call i32 @device_amdgcn_update_dpp_i32(i32 %0, i32 %0, i32 %1, i32 %2, i32 %3, i1 zeroext %4, ptr %5)
  ret i32 %7
}
define float @device_amdgcn_update_dpp_f32(float %0, float %1, i32 %2, i32 %3, i32 %4, i1 zeroext %5, ptr %6) {
  %8 = bitcast float %0 to i32
  %9 = bitcast float %1 to i32
  %10 = tail call fastcc i32 @dpp(i32 %8, i32 %9, i32 %2, i32 %3, i32 %4, i1 zeroext %5, ptr %6)
  %11 = bitcast i32 %10 to float
  ret float %11
}
define float @device_amdgcn_mov_dpp_f32(float %0, i32 %1, i32 %2, i32 %3, i1 zeroext %4, ptr %5) {
  %7 = tail call float @device_amdgcn_update_dpp_f32(float %0, float %0, i32 %1, i32 %2, i32 %3, i1 zeroext %4, ptr %5)
  ret float %7
}
define i64 @device_amdgcn_update_dpp_i64(i64 %0, i64 %1, i32 %2, i32 %3, i32 %4, i1 zeroext %5, ptr %6) {
  br label %9
8:                                                ; preds = %9
  ret i64 %20
9:                                                ; preds = %7, %9
  %10 = phi i1 [ true, %7 ], [ false, %9 ]
  %11 = phi i64 [ 0, %7 ], [ 32, %9 ]
  %12 = phi i64 [ 0, %7 ], [ %20, %9 ]
  %13 = lshr i64 %0, %11
  %14 = trunc i64 %13 to i32
  %15 = lshr i64 %1, %11
  %16 = trunc i64 %15 to i32
  %17 = tail call fastcc i32 @dpp(i32 %14, i32 %16, i32 %2, i32 %3, i32 %4, i1 zeroext %5, ptr %6)
  %18 = zext i32 %17 to i64
  %19 = shl nuw i64 %18, %11
  %20 = or i64 %19, %12
  br i1 %10, label %9, label %8
}
define i64 @device_amdgcn_mov_dpp_i64(i64 %0, i32 %1, i32 %2, i32 %3, i1 zeroext %4, ptr %5) {
  %7 = tail call i64 @device_amdgcn_update_dpp_i64(i64 %0, i64 %0, i32 %1, i32 %2, i32 %3, i1 zeroext %4, ptr %5)
  ret i64 %7
}
define double @device_amdgcn_update_dpp_f64(double %0, double %1, i32 %2, i32 %3, i32 %4, i1 zeroext %5, ptr %6) {
  %8 = bitcast double %0 to i64
  %9 = bitcast double %1 to i64
  br label %12
10:                                               ; preds = %12
  %11 = bitcast i64 %23 to double
  ret double %11
12:                                               ; preds = %7, %12
  %13 = phi i1 [ true, %7 ], [ false, %12 ]
  %14 = phi i64 [ 0, %7 ], [ 32, %12 ]
  %15 = phi i64 [ 0, %7 ], [ %23, %12 ]
  %16 = lshr i64 %8, %14
  %17 = trunc i64 %16 to i32
  %18 = lshr i64 %9, %14
  %19 = trunc i64 %18 to i32
  %20 = tail call fastcc i32 @dpp(i32 %17, i32 %19, i32 %2, i32 %3, i32 %4, i1 zeroext %5, ptr %6)
  %21 = zext i32 %20 to i64
  %22 = shl nuw i64 %21, %14
  %23 = or i64 %22, %15
  br i1 %13, label %12, label %10
}
define double @device_amdgcn_mov_dpp_f64(double %0, i32 %1, i32 %2, i32 %3, i1 zeroext %4, ptr %5) {
  %7 = tail call double @device_amdgcn_update_dpp_f64(double %0, double %0, i32 %1, i32 %2, i32 %3, i1 zeroext %4, ptr %5)
  ret double %7
}
define i32 @device_amdgcn_ds_swizzle(i32 %0, i32 %1, ptr %2) {
  %4 = tail call i32 @enzyme_rs_emulator_lane()
  %5 = srem i32 %4, 32
  %6 = icmp sgt i32 %1, 49151
  br i1 %6, label %7, label %8
7:                                                ; preds = %3
  tail call void @enzyme_rs_emulator_trap(ptr %2)
  unreachable
8:                                                ; preds = %3
  %9 = icmp sgt i32 %1, 32767
  br i1 %9, label %10, label %18
10:                                               ; preds = %8
  %11 = sdiv i32 %4, 4
  %12 = shl nsw i32 %11, 2
  %13 = srem i32 %4, 4
  %14 = shl nsw i32 %13, 1
  %15 = lshr i32 %1, %14
  %16 = and i32 %15, 3
  %17 = or disjoint i32 %16, %12
  br label %29
18:                                               ; preds = %8
  %19 = sub i32 %4, %5
  %20 = and i32 %1, 31
  %21 = and i32 %20, %5
  %22 = lshr i32 %1, 5
  %23 = and i32 %22, 31
  %24 = or i32 %21, %23
  %25 = lshr i32 %1, 10
  %26 = and i32 %25, 31
  %27 = xor i32 %24, %26
  %28 = add nsw i32 %19, %27
  br label %29
29:                                               ; preds = %18, %10
  %30 = phi i32 [ %17, %10 ], [ %28, %18 ]
  %31 = shl nsw i32 %30, 2
  %32 = tail call i32 @enzyme_rs_emulator_ds_bpermute(i32 %31, i32 %0, ptr %2)
  ret i32 %32
}
declare i32 @enzyme_rs_emulator_lane()
define i32 @device_amdgcn_ballot_i32(i1 zeroext %0, ptr %1) {
  %3 = zext i1 %0 to i32
  %4 = tail call i64 @enzyme_rs_emulator_ballot(i64 -1, i32 %3, ptr %1)
  %5 = trunc i64 %4 to i32
  ret i32 %5
}
declare i64 @enzyme_rs_emulator_ballot(i64 noundef, i32 noundef, ptr noundef)
define i64 @device_amdgcn_ballot_i64(i1 zeroext %0, ptr %1) {
  %3 = zext i1 %0 to i32
  %4 = tail call i64 @enzyme_rs_emulator_ballot(i64 -1, i32 %3, ptr %1)
  ret i64 %4
}
define i32 @device_amdgcn_mbcnt_lo(i32 %0, i32 %1) {
  %3 = tail call i32 @enzyme_rs_emulator_lane()
  %4 = icmp ugt i32 %3, 31
  %5 = shl nsw i32 -1, %3
  %6 = xor i32 %5, -1
  %7 = select i1 %4, i32 -1, i32 %6
  %8 = and i32 %7, %0
  %9 = tail call range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %8)
  %10 = add nsw i32 %9, %1
  ret i32 %10
}
declare i32 @llvm.ctpop.i32(i32)
define i32 @device_amdgcn_mbcnt_hi(i32 %0, i32 %1) {
  %3 = tail call i32 @enzyme_rs_emulator_lane()
  %4 = icmp ult i32 %3, 32
  %5 = add i32 %3, -32
  %6 = shl nsw i32 -1, %5
  %7 = xor i32 %6, -1
  %8 = select i1 %4, i32 0, i32 %7
  %9 = and i32 %8, %0
  %10 = tail call range(i32 0, 32) i32 @llvm.ctpop.i32(i32 %9)
  %11 = add nsw i32 %10, %1
  ret i32 %11
}
define i32 @device___ockl_lane_u32() {
  %1 = tail call i32 @enzyme_rs_emulator_lane()
  ret i32 %1
}
define zeroext i1 @device_amdgcn_is_shared(ptr %0) {
  %2 = tail call zeroext i1 @enzyme_rs_emulator_is_shared(ptr %0)
  ret i1 %2
}
declare zeroext i1 @enzyme_rs_emulator_is_shared(ptr noundef)
define zeroext i1 @device_amdgcn_is_private(ptr %0) {
  %2 = tail call zeroext i1 @enzyme_rs_emulator_is_own(ptr %0)
  ret i1 %2
}
declare zeroext i1 @enzyme_rs_emulator_is_own(ptr noundef)
define float @device_amdgcn_rcp_f32(float %0) {
  %2 = fdiv float 1.000000e+00, %0
  ret float %2
}
define double @device_amdgcn_rcp_f64(double %0) {
  %2 = fdiv double 1.000000e+00, %0
  ret double %2
}
define float @device_amdgcn_rsq_f32(float %0) {
  %2 = tail call float @device_rsqrtf(float %0)
  ret float %2
}
define float @device_rsqrtf(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @device_rsqrt(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define double @device_amdgcn_rsq_f64(double %0) {
  %2 = tail call double @device_rsqrt(double %0)
  ret double %2
}
define double @device_rsqrt(double %0) {
  %2 = tail call double @llvm.sqrt.f64(double %0)
  %3 = fdiv double 1.000000e+00, %2
  ret double %3
}
define float @device_amdgcn_sqrt_f32(float %0) {
  %2 = tail call float @llvm.sqrt.f32(float %0)
  ret float %2
}
declare float @llvm.sqrt.f32(float)
define double @device_amdgcn_sqrt_f64(double %0) {
  %2 = tail call double @llvm.sqrt.f64(double %0)
  ret double %2
}
declare double @llvm.sqrt.f64(double)
define float @device_amdgcn_exp2_f32(float %0) {
  %2 = tail call float @llvm.exp2.f32(float %0)
  ret float %2
}
declare float @llvm.exp2.f32(float)
define float @device_amdgcn_log_f32(float %0) {
  %2 = tail call float @llvm.log2.f32(float %0)
  ret float %2
}
declare float @llvm.log2.f32(float)
define float @device_amdgcn_sin_f32(float %0) {
  %2 = fmul float %0, 2.000000e+00
  %3 = tail call float @device_sinpif(float %2)
  ret float %3
}
define float @device_sinpif(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @device_sinpi(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define float @device_amdgcn_cos_f32(float %0) {
  %2 = fmul float %0, 2.000000e+00
  %3 = tail call float @device_cospif(float %2)
  ret float %3
}
define float @device_cospif(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @device_cospi(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define float @device_amdgcn_fract_f32(float %0) {
  %2 = tail call float @llvm.floor.f32(float %0)
  %3 = fsub float %0, %2
  %4 = tail call float @llvm.minnum.f32(float %3, float 0x3FEFFFFFE0000000)
  ret float %4
}
declare float @llvm.floor.f32(float)
declare float @llvm.minnum.f32(float, float)
define double @device_amdgcn_fract_f64(double %0) {
  %2 = tail call double @llvm.floor.f64(double %0)
  %3 = fsub double %0, %2
  %4 = tail call double @llvm.minnum.f64(double %3, double 0x3FEFFFFFFFFFFFFF)
  ret double %4
}
declare double @llvm.floor.f64(double)
declare double @llvm.minnum.f64(double, double)
define float @device_amdgcn_fmed3_f32(float %0, float %1, float %2) {
  %4 = tail call float @llvm.minnum.f32(float %0, float %1)
  %5 = tail call float @llvm.maxnum.f32(float %0, float %1)
  %6 = tail call float @llvm.minnum.f32(float %5, float %2)
  %7 = tail call float @llvm.maxnum.f32(float %4, float %6)
  ret float %7
}
declare float @llvm.maxnum.f32(float, float)
define float @device_amdgcn_fmul_legacy(float %0, float %1) {
  %3 = fcmp oeq float %0, 0.000000e+00
  %4 = fcmp oeq float %1, 0.000000e+00
  %5 = or i1 %3, %4
  %6 = fmul float %0, %1
  %7 = select i1 %5, float 0.000000e+00, float %6
  ret float %7
}
define range(i32 0, 2) i32 @device___ocml_isfinite_f32(float %0) {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = fcmp one float %2, 0x7FF0000000000000
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define range(i32 0, 2) i32 @device___ocml_isfinite_f64(double %0) {
  %2 = tail call double @llvm.fabs.f64(double %0)
  %3 = fcmp one double %2, 0x7FF0000000000000
  %4 = zext i1 %3 to i32
  ret i32 %4
}
declare i1 @llvm.is.fpclass.f64(double, i32 immarg)
define range(i32 0, 2) i32 @device___ocml_isinf_f32(float %0) {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = fcmp oeq float %2, 0x7FF0000000000000
  %4 = zext i1 %3 to i32
  ret i32 %4
}
declare float @llvm.fabs.f32(float)
define range(i32 0, 2) i32 @device___ocml_isinf_f64(double %0) {
  %2 = tail call double @llvm.fabs.f64(double %0)
  %3 = fcmp oeq double %2, 0x7FF0000000000000
  %4 = zext i1 %3 to i32
  ret i32 %4
}
declare double @llvm.fabs.f64(double)
define range(i32 0, 2) i32 @device___ocml_isinf_f16(half %0) {
  %2 = tail call half @llvm.fabs.f16(half %0)
  %3 = fcmp oeq half %2, 0xH7C00
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define range(i32 0, 2) i32 @device___ocml_isnan_f32(float %0) {
  %2 = fcmp uno float %0, 0.000000e+00
  %3 = zext i1 %2 to i32
  ret i32 %3
}
define range(i32 0, 2) i32 @device___ocml_isnan_f64(double %0) {
  %2 = fcmp uno double %0, 0.000000e+00
  %3 = zext i1 %2 to i32
  ret i32 %3
}
define range(i32 0, 2) i32 @device___ocml_isnan_f16(half %0) {
  %2 = fcmp uno half %0, 0xH0000
  %3 = zext i1 %2 to i32
  ret i32 %3
}
define range(i32 0, 2) i32 @device___ocml_signbit_f32(float %0) {
  %2 = bitcast float %0 to i32
  %3 = lshr i32 %2, 31
  ret i32 %3
}
define range(i32 0, 2) i32 @device___ocml_signbit_f64(double %0) {
  %2 = bitcast double %0 to i64
  %3 = lshr i64 %2, 63
  %4 = trunc nuw nsw i64 %3 to i32
  ret i32 %4
}
define range(i32 0, -2147483647) i32 @device___nv_abs(i32 %0) {
  %2 = tail call i32 @llvm.abs.i32(i32 %0, i1 false)
  ret i32 %2
}
define range(i64 0, -9223372036854775807) i64 @device___nv_llabs(i64 %0) {
  %2 = tail call i64 @llvm.abs.i64(i64 %0, i1 false)
  ret i64 %2
}
define i32 @device___nv_brev(i32 %0) {
  %2 = tail call i32 @llvm.bitreverse.i32(i32 %0)
  ret i32 %2
}
declare i32 @llvm.bitreverse.i32(i32)
define i64 @device___nv_brevll(i64 %0) {
  %2 = tail call i64 @llvm.bitreverse.i64(i64 %0)
  ret i64 %2
}
declare i64 @llvm.bitreverse.i64(i64)
define range(i32 0, 33) i32 @device___nv_clz(i32 %0) {
  %2 = tail call range(i32 0, 33) i32 @llvm.ctlz.i32(i32 %0, i1 false)
  ret i32 %2
}
declare i32 @llvm.ctlz.i32(i32, i1 immarg)
define range(i32 0, 65) i32 @device___nv_clzll(i64 %0) {
  %2 = tail call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %0, i1 false)
  %3 = trunc nuw nsw i64 %2 to i32
  ret i32 %3
}
declare i64 @llvm.ctlz.i64(i64, i1 immarg)
define range(i32 0, 33) i32 @device___nv_ffs(i32 %0) {
  %2 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %0, i1 true)
  %3 = add nuw nsw i32 %2, 1
  %4 = icmp eq i32 %0, 0
  %5 = select i1 %4, i32 0, i32 %3
  ret i32 %5
}
declare i32 @llvm.cttz.i32(i32, i1 immarg)
define range(i32 0, 65) i32 @device___nv_ffsll(i64 %0) {
  %2 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %0, i1 true)
  %3 = icmp eq i64 %0, 0
  %4 = trunc nuw nsw i64 %2 to i32
  %5 = add nuw nsw i32 %4, 1
  %6 = select i1 %3, i32 0, i32 %5
  ret i32 %6
}
declare i64 @llvm.cttz.i64(i64, i1 immarg)
define range(i32 0, 33) i32 @device___nv_popc(i32 %0) {
  %2 = tail call range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %0)
  ret i32 %2
}
define range(i32 0, 65) i32 @device___nv_popcll(i64 %0) {
  %2 = tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %0)
  %3 = trunc nuw nsw i64 %2 to i32
  ret i32 %3
}
declare i64 @llvm.ctpop.i64(i64)
define i32 @device___nv_hadd(i32 %0, i32 %1) {
  %3 = sext i32 %0 to i64
  %4 = sext i32 %1 to i64
  %5 = add nsw i64 %4, %3
  %6 = lshr i64 %5, 1
  %7 = trunc i64 %6 to i32
  ret i32 %7
}
define i32 @device___nv_rhadd(i32 %0, i32 %1) {
  %3 = sext i32 %0 to i64
  %4 = sext i32 %1 to i64
  %5 = add nsw i64 %3, 1
  %6 = add nsw i64 %5, %4
  %7 = lshr i64 %6, 1
  %8 = trunc i64 %7 to i32
  ret i32 %8
}
define i32 @device___nv_uhadd(i32 %0, i32 %1) {
  %3 = zext i32 %0 to i64
  %4 = zext i32 %1 to i64
  %5 = add nuw nsw i64 %4, %3
  %6 = lshr i64 %5, 1
  %7 = trunc nuw i64 %6 to i32
  ret i32 %7
}
define i32 @device___nv_urhadd(i32 %0, i32 %1) {
  %3 = zext i32 %0 to i64
  %4 = zext i32 %1 to i64
  %5 = add nuw nsw i64 %3, 1
  %6 = add nuw nsw i64 %5, %4
  %7 = lshr i64 %6, 1
  %8 = trunc nuw i64 %7 to i32
  ret i32 %8
}
define i32 @device___nv_max(i32 %0, i32 %1) {
  %3 = tail call i32 @llvm.smax.i32(i32 %0, i32 %1)
  ret i32 %3
}
define i32 @device___nv_min(i32 %0, i32 %1) {
  %3 = tail call i32 @llvm.smin.i32(i32 %0, i32 %1)
  ret i32 %3
}
define i32 @device___nv_umax(i32 %0, i32 %1) {
  %3 = tail call i32 @llvm.umax.i32(i32 %0, i32 %1)
  ret i32 %3
}
define i32 @device___nv_umin(i32 %0, i32 %1) {
  %3 = tail call i32 @llvm.umin.i32(i32 %0, i32 %1)
  ret i32 %3
}
define i64 @device___nv_llmax(i64 %0, i64 %1) {
  %3 = tail call i64 @llvm.smax.i64(i64 %0, i64 %1)
  ret i64 %3
}
define i64 @device___nv_llmin(i64 %0, i64 %1) {
  %3 = tail call i64 @llvm.smin.i64(i64 %0, i64 %1)
  ret i64 %3
}
define i64 @device___nv_ullmax(i64 %0, i64 %1) {
  %3 = tail call i64 @llvm.umax.i64(i64 %0, i64 %1)
  ret i64 %3
}
define i64 @device___nv_ullmin(i64 %0, i64 %1) {
  %3 = tail call i64 @llvm.umin.i64(i64 %0, i64 %1)
  ret i64 %3
}
define i32 @device___nv_mul24(i32 %0, i32 %1) {
  %3 = shl i32 %0, 8
  %4 = ashr exact i32 %3, 8
  %5 = shl i32 %1, 8
  %6 = ashr exact i32 %5, 8
  %7 = mul i32 %6, %4
  ret i32 %7
}
define i32 @device___nv_umul24(i32 %0, i32 %1) {
  %3 = and i32 %0, 16777215
  %4 = and i32 %1, 16777215
  %5 = mul i32 %4, %3
  ret i32 %5
}
define range(i32 -1073741824, 1073741825) i32 @device___nv_mulhi(i32 %0, i32 %1) {
  %3 = sext i32 %0 to i64
  %4 = sext i32 %1 to i64
  %5 = mul nsw i64 %4, %3
  %6 = lshr i64 %5, 32
  %7 = trunc nuw i64 %6 to i32
  ret i32 %7
}
define range(i32 0, -1) i32 @device___nv_umulhi(i32 %0, i32 %1) {
  %3 = zext i32 %0 to i64
  %4 = zext i32 %1 to i64
  %5 = mul nuw i64 %4, %3
  %6 = lshr i64 %5, 32
  %7 = trunc nuw i64 %6 to i32
  ret i32 %7
}
define range(i64 -4611686018427387904, 4611686018427387905) i64 @device___nv_mul64hi(i64 %0, i64 %1) {
  %3 = sext i64 %0 to i128
  %4 = sext i64 %1 to i128
  %5 = mul nsw i128 %4, %3
  %6 = lshr i128 %5, 64
  %7 = trunc nuw i128 %6 to i64
  ret i64 %7
}
define range(i64 0, -1) i64 @device___nv_umul64hi(i64 %0, i64 %1) {
  %3 = zext i64 %0 to i128
  %4 = zext i64 %1 to i128
  %5 = mul nuw i128 %4, %3
  %6 = lshr i128 %5, 64
  %7 = trunc nuw i128 %6 to i64
  ret i64 %7
}
define i32 @device___nv_sad(i32 %0, i32 %1, i32 %2) {
  %4 = icmp sgt i32 %0, %1
  %5 = sub i32 %0, %1
  %6 = sub i32 %1, %0
  %7 = select i1 %4, i32 %5, i32 %6
  %8 = add i32 %7, %2
  ret i32 %8
}
define i32 @device___nv_usad(i32 %0, i32 %1, i32 %2) {
  %4 = icmp ugt i32 %0, %1
  %5 = sub nuw i32 %0, %1
  %6 = sub nuw i32 %1, %0
  %7 = select i1 %4, i32 %5, i32 %6
  %8 = add i32 %7, %2
  ret i32 %8
}
define i32 @device___nv_byte_perm(i32 %0, i32 %1, i32 %2) {
  %4 = zext i32 %0 to i64
  %5 = zext i32 %1 to i64
  %6 = shl nuw i64 %5, 32
  %7 = or disjoint i64 %6, %4
  br label %9
8:                                                ; preds = %9
  ret i32 %28
9:                                                ; preds = %3, %9
  %10 = phi i32 [ 0, %3 ], [ %28, %9 ]
  %11 = phi i32 [ 0, %3 ], [ %29, %9 ]
  %12 = shl nuw nsw i32 %11, 2
  %13 = ashr i32 %2, %12
  %14 = shl i32 %13, 3
  %15 = and i32 %14, 56
  %16 = zext nneg i32 %15 to i64
  %17 = lshr i64 %7, %16
  %18 = trunc i64 %17 to i32
  %19 = and i32 %13, 8
  %20 = icmp eq i32 %19, 0
  %21 = and i32 %18, 128
  %22 = icmp eq i32 %21, 0
  %23 = select i1 %22, i32 0, i32 255
  %24 = and i32 %18, 255
  %25 = select i1 %20, i32 %24, i32 %23
  %26 = shl nuw nsw i32 %11, 3
  %27 = shl nuw i32 %25, %26
  %28 = or i32 %27, %10
  %29 = add nuw nsw i32 %11, 1
  %30 = icmp eq i32 %29, 4
  br i1 %30, label %8, label %9
}
define range(i32 0, 2) i32 @device___nv_finitef(float %0) {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = fcmp one float %2, 0x7FF0000000000000
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define range(i32 0, 2) i32 @device___nv_isfinited(double %0) {
  %2 = tail call double @llvm.fabs.f64(double %0)
  %3 = fcmp one double %2, 0x7FF0000000000000
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define range(i32 -1, 2) i32 @device___nv_isinff(float %0) {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = fcmp oeq float %2, 0x7FF0000000000000
  %4 = bitcast float %0 to i32
  %5 = icmp sgt i32 %4, -1
  %6 = select i1 %5, i32 1, i32 -1
  %7 = select i1 %3, i32 %6, i32 0
  ret i32 %7
}
define range(i32 -1, 2) i32 @device___nv_isinfd(double %0) {
  %2 = tail call double @llvm.fabs.f64(double %0)
  %3 = fcmp oeq double %2, 0x7FF0000000000000
  %4 = bitcast double %0 to i64
  %5 = icmp slt i64 %4, 0
  %6 = select i1 %5, i32 -1, i32 1
  %7 = select i1 %3, i32 %6, i32 0
  ret i32 %7
}
define range(i32 0, 2) i32 @device___nv_isnanf(float %0) {
  %2 = fcmp uno float %0, 0.000000e+00
  %3 = zext i1 %2 to i32
  ret i32 %3
}
define range(i32 0, 2) i32 @device___nv_isnand(double %0) {
  %2 = fcmp uno double %0, 0.000000e+00
  %3 = zext i1 %2 to i32
  ret i32 %3
}
define range(i32 0, 2) i32 @device___nv_signbitf(float %0) {
  %2 = bitcast float %0 to i32
  %3 = lshr i32 %2, 31
  ret i32 %3
}
define range(i32 0, 2) i32 @device___nv_signbitd(double %0) {
  %2 = bitcast double %0 to i64
  %3 = lshr i64 %2, 63
  %4 = trunc nuw nsw i64 %3 to i32
  ret i32 %4
}
define double @device___nv_nan(ptr readonly captures(none) %0) {
  %2 = tail call double @nan(ptr %0)
  ret double %2
}
declare double @nan(ptr captures(none))
define float @device___nv_nanf(ptr readonly captures(none) %0) {
  %2 = tail call float @nanf(ptr %0)
  ret float %2
}
declare float @nanf(ptr captures(none))
define float @device___nv_saturatef(float %0) {
  %2 = fcmp ogt float %0, 0.000000e+00
  %3 = tail call float @llvm.minnum.f32(float %0, float 1.000000e+00)
  %4 = select i1 %2, float %3, float 0.000000e+00
  ret float %4
}
define double @device___nv_rcp64h(double %0) {
  %2 = fdiv double 1.000000e+00, %0
  %3 = bitcast double %2 to i64
  %4 = and i64 %3, -4294967296
  %5 = bitcast i64 %4 to double
  ret double %5
}
define i32 @device___nv_double2hiint(double %0) {
  %2 = bitcast double %0 to i64
  %3 = lshr i64 %2, 32
  %4 = trunc nuw i64 %3 to i32
  ret i32 %4
}
define i32 @device___nv_double2loint(double %0) {
  %2 = bitcast double %0 to i64
  %3 = trunc i64 %2 to i32
  ret i32 %3
}
define double @device___nv_hiloint2double(i32 %0, i32 %1) {
  %3 = zext i32 %0 to i64
  %4 = shl nuw i64 %3, 32
  %5 = zext i32 %1 to i64
  %6 = or disjoint i64 %4, %5
  %7 = bitcast i64 %6 to double
  ret double %7
}
define i64 @device___nv_double_as_longlong(double %0) {
  %2 = bitcast double %0 to i64
  ret i64 %2
}
define double @device___nv_longlong_as_double(i64 %0) {
  %2 = bitcast i64 %0 to double
  ret double %2
}
define i32 @device___nv_float_as_int(float %0) {
  %2 = bitcast float %0 to i32
  ret i32 %2
}
define i32 @device___nv_float_as_uint(float %0) {
  %2 = bitcast float %0 to i32
  ret i32 %2
}
define float @device___nv_int_as_float(i32 %0) {
  %2 = bitcast i32 %0 to float
  ret float %2
}
define float @device___nv_uint_as_float(i32 %0) {
  %2 = bitcast i32 %0 to float
  ret float %2
}
define signext i16 @device___nv_float2half_rn(float %0) {
  %2 = fptrunc float %0 to half
  %3 = bitcast half %2 to i16
  ret i16 %3
}
define float @device___nv_half2float(i16 signext %0) {
  %2 = bitcast i16 %0 to half
  %3 = fpext half %2 to float
  ret float %3
}
define range(i32 -1073741824, 1073741825) i32 @device_nvvm_mulhi_i(i32 %0, i32 %1) {
  %3 = tail call i32 @device___nv_mulhi(i32 %0, i32 %1)
  ret i32 %3
}
define range(i32 0, -1) i32 @device_nvvm_mulhi_ui(i32 %0, i32 %1) {
  %3 = tail call i32 @device___nv_umulhi(i32 %0, i32 %1)
  ret i32 %3
}
define range(i64 -4611686018427387904, 4611686018427387905) i64 @device_nvvm_mulhi_ll(i64 %0, i64 %1) {
  %3 = tail call i64 @device___nv_mul64hi(i64 %0, i64 %1)
  ret i64 %3
}
define range(i64 0, -1) i64 @device_nvvm_mulhi_ull(i64 %0, i64 %1) {
  %3 = tail call i64 @device___nv_umul64hi(i64 %0, i64 %1)
  ret i64 %3
}
define signext range(i16 -16384, 16385) i16 @device_nvvm_mulhi_s(i16 signext %0, i16 signext %1) {
  %3 = sext i16 %0 to i32
  %4 = sext i16 %1 to i32
  %5 = mul nsw i32 %4, %3
  %6 = lshr i32 %5, 16
  %7 = trunc nuw i32 %6 to i16
  ret i16 %7
}
define zeroext range(i16 0, -1) i16 @device_nvvm_mulhi_us(i16 zeroext %0, i16 zeroext %1) {
  %3 = zext i16 %0 to i32
  %4 = zext i16 %1 to i32
  %5 = mul nuw i32 %4, %3
  %6 = lshr i32 %5, 16
  %7 = trunc nuw i32 %6 to i16
  ret i16 %7
}
define i32 @device_nvvm_mul24_i(i32 %0, i32 %1) {
  %3 = tail call i32 @device___nv_mul24(i32 %0, i32 %1)
  ret i32 %3
}
define i32 @device_nvvm_mul24_ui(i32 %0, i32 %1) {
  %3 = tail call i32 @device___nv_umul24(i32 %0, i32 %1)
  ret i32 %3
}
define i32 @device_nvvm_sad_i(i32 %0, i32 %1, i32 %2) {
  %4 = tail call i32 @device___nv_sad(i32 %0, i32 %1, i32 %2)
  ret i32 %4
}
define i32 @device_nvvm_sad_ui(i32 %0, i32 %1, i32 %2) {
  %4 = tail call i32 @device___nv_usad(i32 %0, i32 %1, i32 %2)
  ret i32 %4
}
define i32 @device_nvvm_prmt(i32 %0, i32 %1, i32 %2) {
  %4 = tail call i32 @device___nv_byte_perm(i32 %0, i32 %1, i32 %2)
  ret i32 %4
}
define i32 @device_nvvm_d2i_hi(double %0) {
  %2 = tail call i32 @device___nv_double2hiint(double %0)
  ret i32 %2
}
define i32 @device_nvvm_d2i_lo(double %0) {
  %2 = tail call i32 @device___nv_double2loint(double %0)
  ret i32 %2
}
define double @device_nvvm_lohi_i2d(i32 %0, i32 %1) {
  %3 = tail call double @device___nv_hiloint2double(i32 %1, i32 %0)
  ret double %3
}
define signext i16 @device_nvvm_f2h_rn(float %0) {
  %2 = tail call signext i16 @device___nv_float2half_rn(float %0)
  ret i16 %2
}
define i32 @device_nvvm_idp4a_s_s(i32 %0, i32 %1, i32 %2) {
  br label %5
4:                                                ; preds = %5
  ret i32 %16
5:                                                ; preds = %3, %5
  %6 = phi i32 [ 0, %3 ], [ %17, %5 ]
  %7 = phi i32 [ %2, %3 ], [ %16, %5 ]
  %8 = shl nuw nsw i32 %6, 3
  %9 = ashr i32 %0, %8
  %10 = shl i32 %9, 24
  %11 = ashr exact i32 %10, 24
  %12 = ashr i32 %1, %8
  %13 = shl i32 %12, 24
  %14 = ashr exact i32 %13, 24
  %15 = mul nsw i32 %11, %14
  %16 = add nsw i32 %15, %7
  %17 = add nuw nsw i32 %6, 1
  %18 = icmp eq i32 %17, 4
  br i1 %18, label %4, label %5
}
define i32 @device_nvvm_idp2a_s_s(i32 %0, i32 %1, i1 zeroext %2, i32 %3) {
  %5 = select i1 %2, i32 16, i32 0
  br label %7
6:                                                ; preds = %7
  ret i32 %21
7:                                                ; preds = %4, %7
  %8 = phi i1 [ true, %4 ], [ false, %7 ]
  %9 = phi i32 [ 0, %4 ], [ 1, %7 ]
  %10 = phi i32 [ %3, %4 ], [ %21, %7 ]
  %11 = shl nuw nsw i32 %9, 4
  %12 = ashr i32 %0, %11
  %13 = shl i32 %12, 16
  %14 = ashr exact i32 %13, 16
  %15 = shl nuw nsw i32 %9, 3
  %16 = or disjoint i32 %15, %5
  %17 = ashr i32 %1, %16
  %18 = shl i32 %17, 24
  %19 = ashr exact i32 %18, 24
  %20 = mul nsw i32 %19, %14
  %21 = add nsw i32 %20, %10
  br i1 %8, label %7, label %6
}
define i32 @device_nvvm_idp4a_s_u(i32 %0, i32 %1, i32 %2) {
  br label %5
4:                                                ; preds = %5
  ret i32 %15
5:                                                ; preds = %3, %5
  %6 = phi i32 [ 0, %3 ], [ %16, %5 ]
  %7 = phi i32 [ %2, %3 ], [ %15, %5 ]
  %8 = shl nuw nsw i32 %6, 3
  %9 = ashr i32 %0, %8
  %10 = shl i32 %9, 24
  %11 = ashr exact i32 %10, 24
  %12 = ashr i32 %1, %8
  %13 = and i32 %12, 255
  %14 = mul nsw i32 %11, %13
  %15 = add nsw i32 %14, %7
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %4, label %5
}
define i32 @device_nvvm_idp2a_s_u(i32 %0, i32 %1, i1 zeroext %2, i32 %3) {
  %5 = select i1 %2, i32 16, i32 0
  br label %7
6:                                                ; preds = %7
  ret i32 %20
7:                                                ; preds = %4, %7
  %8 = phi i1 [ true, %4 ], [ false, %7 ]
  %9 = phi i32 [ 0, %4 ], [ 1, %7 ]
  %10 = phi i32 [ %3, %4 ], [ %20, %7 ]
  %11 = shl nuw nsw i32 %9, 4
  %12 = ashr i32 %0, %11
  %13 = shl i32 %12, 16
  %14 = ashr exact i32 %13, 16
  %15 = shl nuw nsw i32 %9, 3
  %16 = or disjoint i32 %15, %5
  %17 = ashr i32 %1, %16
  %18 = and i32 %17, 255
  %19 = mul nsw i32 %14, %18
  %20 = add nsw i32 %19, %10
  br i1 %8, label %7, label %6
}
define i32 @device_nvvm_idp4a_u_s(i32 %0, i32 %1, i32 %2) {
  br label %5
4:                                                ; preds = %5
  ret i32 %15
5:                                                ; preds = %3, %5
  %6 = phi i32 [ 0, %3 ], [ %16, %5 ]
  %7 = phi i32 [ %2, %3 ], [ %15, %5 ]
  %8 = shl nuw nsw i32 %6, 3
  %9 = ashr i32 %0, %8
  %10 = and i32 %9, 255
  %11 = ashr i32 %1, %8
  %12 = shl i32 %11, 24
  %13 = ashr exact i32 %12, 24
  %14 = mul nsw i32 %13, %10
  %15 = add nsw i32 %14, %7
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %4, label %5
}
define i32 @device_nvvm_idp2a_u_s(i32 %0, i32 %1, i1 zeroext %2, i32 %3) {
  %5 = select i1 %2, i32 16, i32 0
  br label %7
6:                                                ; preds = %7
  ret i32 %20
7:                                                ; preds = %4, %7
  %8 = phi i1 [ true, %4 ], [ false, %7 ]
  %9 = phi i32 [ 0, %4 ], [ 1, %7 ]
  %10 = phi i32 [ %3, %4 ], [ %20, %7 ]
  %11 = shl nuw nsw i32 %9, 4
  %12 = ashr i32 %0, %11
  %13 = and i32 %12, 65535
  %14 = shl nuw nsw i32 %9, 3
  %15 = or disjoint i32 %14, %5
  %16 = ashr i32 %1, %15
  %17 = shl i32 %16, 24
  %18 = ashr exact i32 %17, 24
  %19 = mul nsw i32 %18, %13
  %20 = add nsw i32 %19, %10
  br i1 %8, label %7, label %6
}
define i32 @device_nvvm_idp4a_u_u(i32 %0, i32 %1, i32 %2) {
  br label %5
4:                                                ; preds = %5
  ret i32 %14
5:                                                ; preds = %3, %5
  %6 = phi i32 [ 0, %3 ], [ %15, %5 ]
  %7 = phi i32 [ %2, %3 ], [ %14, %5 ]
  %8 = shl nuw nsw i32 %6, 3
  %9 = ashr i32 %0, %8
  %10 = and i32 %9, 255
  %11 = ashr i32 %1, %8
  %12 = and i32 %11, 255
  %13 = mul nuw nsw i32 %10, %12
  %14 = add nsw i32 %13, %7
  %15 = add nuw nsw i32 %6, 1
  %16 = icmp eq i32 %15, 4
  br i1 %16, label %4, label %5
}
define i32 @device_nvvm_idp2a_u_u(i32 %0, i32 %1, i1 zeroext %2, i32 %3) {
  %5 = select i1 %2, i32 16, i32 0
  %6 = and i32 %0, 65535
  %7 = ashr i32 %1, %5
  %8 = and i32 %7, 255
  %9 = mul nuw nsw i32 %8, %6
  %10 = add nsw i32 %9, %3
  %11 = lshr i32 %0, 16
  %12 = or disjoint i32 %5, 8
  %13 = ashr i32 %1, %12
  %14 = and i32 %13, 255
  %15 = mul nuw nsw i32 %14, %11
  %16 = add nsw i32 %15, %10
  ret i32 %16
}
define i32 @device___nv_vadd2(i32 %0, i32 %1) {
  %3 = add i32 %0, %1
  %4 = and i32 %3, 65535
  %5 = and i32 %0, -65536
  %6 = add i32 %1, %5
  %7 = and i32 %6, -65536
  %8 = or disjoint i32 %7, %4
  ret i32 %8
}
define i32 @device___nv_vadd4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %13
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %13, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %14, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = ashr i32 %1, %7
  %10 = add i32 %8, %9
  %11 = and i32 %10, 255
  %12 = shl nuw i32 %11, %7
  %13 = or i32 %12, %5
  %14 = add nuw nsw i32 %6, 1
  %15 = icmp eq i32 %14, 4
  br i1 %15, label %3, label %4
}
define i32 @device___nv_vsub2(i32 %0, i32 %1) {
  %3 = sub i32 %0, %1
  %4 = and i32 %3, 65535
  %5 = and i32 %1, -65536
  %6 = sub i32 %0, %5
  %7 = and i32 %6, -65536
  %8 = or disjoint i32 %7, %4
  ret i32 %8
}
define i32 @device___nv_vsub4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %13
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %13, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %14, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = ashr i32 %1, %7
  %10 = sub i32 %8, %9
  %11 = and i32 %10, 255
  %12 = shl nuw i32 %11, %7
  %13 = or i32 %12, %5
  %14 = add nuw nsw i32 %6, 1
  %15 = icmp eq i32 %14, 4
  br i1 %15, label %3, label %4
}
define i32 @device___nv_vavgu2(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %16
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %6 = phi i1 [ true, %2 ], [ false, %4 ]
  %7 = phi i32 [ 0, %2 ], [ 16, %4 ]
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 65535
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 65535
  %12 = add nuw nsw i32 %11, 1
  %13 = add nuw nsw i32 %12, %9
  %14 = lshr i32 %13, 1
  %15 = shl nuw i32 %14, %7
  %16 = or i32 %15, %5
  br i1 %6, label %4, label %3
}
define i32 @device___nv_vavgu4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %16
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %17, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = add nuw nsw i32 %11, 1
  %13 = add nuw nsw i32 %12, %9
  %14 = lshr i32 %13, 1
  %15 = shl nuw i32 %14, %7
  %16 = or i32 %15, %5
  %17 = add nuw nsw i32 %6, 1
  %18 = icmp eq i32 %17, 4
  br i1 %18, label %3, label %4
}
define i32 @device___nv_vavgs2(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %19
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %19, %4 ]
  %6 = phi i1 [ true, %2 ], [ false, %4 ]
  %7 = phi i32 [ 0, %2 ], [ 16, %4 ]
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 16
  %10 = ashr exact i32 %9, 16
  %11 = ashr i32 %1, %7
  %12 = shl i32 %11, 16
  %13 = ashr exact i32 %12, 16
  %14 = add nsw i32 %13, 1
  %15 = add nsw i32 %14, %10
  %16 = lshr i32 %15, 1
  %17 = and i32 %16, 65535
  %18 = shl nuw i32 %17, %7
  %19 = or i32 %18, %5
  br i1 %6, label %4, label %3
}
define i32 @device___nv_vavgs4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %19
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %19, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %20, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 24
  %10 = ashr exact i32 %9, 24
  %11 = ashr i32 %1, %7
  %12 = shl i32 %11, 24
  %13 = ashr exact i32 %12, 24
  %14 = add nsw i32 %13, 1
  %15 = add nsw i32 %14, %10
  %16 = lshr i32 %15, 1
  %17 = and i32 %16, 255
  %18 = shl nuw i32 %17, %7
  %19 = or i32 %18, %5
  %20 = add nuw nsw i32 %6, 1
  %21 = icmp eq i32 %20, 4
  br i1 %21, label %3, label %4
}
define i32 @device___nv_vhaddu2(i32 %0, i32 %1) {
  %3 = and i32 %0, 65535
  %4 = and i32 %1, 65535
  %5 = add nuw nsw i32 %3, %4
  %6 = lshr i32 %5, 1
  %7 = lshr i32 %0, 16
  %8 = lshr i32 %1, 16
  %9 = add nuw nsw i32 %7, %8
  %10 = shl nuw i32 %9, 15
  %11 = and i32 %10, -65536
  %12 = or disjoint i32 %11, %6
  ret i32 %12
}
define i32 @device___nv_vhaddu4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = add nuw nsw i32 %9, %11
  %13 = lshr i32 %12, 1
  %14 = shl nuw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define i32 @device___nv_vmaxs2(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %17
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %17, %4 ]
  %6 = phi i1 [ true, %2 ], [ false, %4 ]
  %7 = phi i32 [ 0, %2 ], [ 16, %4 ]
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 16
  %10 = ashr exact i32 %9, 16
  %11 = ashr i32 %1, %7
  %12 = shl i32 %11, 16
  %13 = ashr exact i32 %12, 16
  %14 = tail call i32 @llvm.smax.i32(i32 %10, i32 %13)
  %15 = and i32 %14, 65535
  %16 = shl nuw i32 %15, %7
  %17 = or i32 %16, %5
  br i1 %6, label %4, label %3
}
define i32 @device___nv_vmaxs4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %17
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %17, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %18, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 24
  %10 = ashr exact i32 %9, 24
  %11 = ashr i32 %1, %7
  %12 = shl i32 %11, 24
  %13 = ashr exact i32 %12, 24
  %14 = tail call i32 @llvm.smax.i32(i32 %10, i32 %13)
  %15 = and i32 %14, 255
  %16 = shl nuw i32 %15, %7
  %17 = or i32 %16, %5
  %18 = add nuw nsw i32 %6, 1
  %19 = icmp eq i32 %18, 4
  br i1 %19, label %3, label %4
}
define i32 @device___nv_vmaxu2(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %14
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %14, %4 ]
  %6 = phi i1 [ true, %2 ], [ false, %4 ]
  %7 = phi i32 [ 0, %2 ], [ 16, %4 ]
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 65535
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 65535
  %12 = tail call i32 @llvm.umax.i32(i32 %9, i32 %11)
  %13 = shl nuw i32 %12, %7
  %14 = or i32 %13, %5
  br i1 %6, label %4, label %3
}
define i32 @device___nv_vmaxu4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %14
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %14, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = tail call i32 @llvm.umax.i32(i32 %9, i32 %11)
  %13 = shl nuw i32 %12, %7
  %14 = or i32 %13, %5
  %15 = add nuw nsw i32 %6, 1
  %16 = icmp eq i32 %15, 4
  br i1 %16, label %3, label %4
}
define i32 @device___nv_vmins2(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %17
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %17, %4 ]
  %6 = phi i1 [ true, %2 ], [ false, %4 ]
  %7 = phi i32 [ 0, %2 ], [ 16, %4 ]
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 16
  %10 = ashr exact i32 %9, 16
  %11 = ashr i32 %1, %7
  %12 = shl i32 %11, 16
  %13 = ashr exact i32 %12, 16
  %14 = tail call i32 @llvm.smin.i32(i32 %10, i32 %13)
  %15 = and i32 %14, 65535
  %16 = shl nuw i32 %15, %7
  %17 = or i32 %16, %5
  br i1 %6, label %4, label %3
}
define i32 @device___nv_vmins4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %17
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %17, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %18, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 24
  %10 = ashr exact i32 %9, 24
  %11 = ashr i32 %1, %7
  %12 = shl i32 %11, 24
  %13 = ashr exact i32 %12, 24
  %14 = tail call i32 @llvm.smin.i32(i32 %10, i32 %13)
  %15 = and i32 %14, 255
  %16 = shl nuw i32 %15, %7
  %17 = or i32 %16, %5
  %18 = add nuw nsw i32 %6, 1
  %19 = icmp eq i32 %18, 4
  br i1 %19, label %3, label %4
}
define i32 @device___nv_vminu2(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %14
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %14, %4 ]
  %6 = phi i1 [ true, %2 ], [ false, %4 ]
  %7 = phi i32 [ 0, %2 ], [ 16, %4 ]
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 65535
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 65535
  %12 = tail call i32 @llvm.umin.i32(i32 %9, i32 %11)
  %13 = shl nuw i32 %12, %7
  %14 = or i32 %13, %5
  br i1 %6, label %4, label %3
}
define i32 @device___nv_vminu4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %14
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %14, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = tail call i32 @llvm.umin.i32(i32 %9, i32 %11)
  %13 = shl nuw i32 %12, %7
  %14 = or i32 %13, %5
  %15 = add nuw nsw i32 %6, 1
  %16 = icmp eq i32 %15, 4
  br i1 %16, label %3, label %4
}
define i32 @device___nv_vabsdiffs2(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %17
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %17, %4 ]
  %6 = phi i1 [ true, %2 ], [ false, %4 ]
  %7 = phi i32 [ 0, %2 ], [ 16, %4 ]
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 16
  %10 = ashr exact i32 %9, 16
  %11 = ashr i32 %1, %7
  %12 = shl i32 %11, 16
  %13 = ashr exact i32 %12, 16
  %14 = sub nsw i32 %10, %13
  %15 = tail call i32 @llvm.abs.i32(i32 %14, i1 true)
  %16 = shl nuw i32 %15, %7
  %17 = or i32 %16, %5
  br i1 %6, label %4, label %3
}
define i32 @device___nv_vabsdiffs4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %17
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %17, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %18, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 24
  %10 = ashr exact i32 %9, 24
  %11 = ashr i32 %1, %7
  %12 = shl i32 %11, 24
  %13 = ashr exact i32 %12, 24
  %14 = sub nsw i32 %10, %13
  %15 = tail call i32 @llvm.abs.i32(i32 %14, i1 true)
  %16 = shl nuw i32 %15, %7
  %17 = or i32 %16, %5
  %18 = add nuw nsw i32 %6, 1
  %19 = icmp eq i32 %18, 4
  br i1 %19, label %3, label %4
}
define i32 @device___nv_vabsdiffu2(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %17
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %17, %4 ]
  %6 = phi i1 [ true, %2 ], [ false, %4 ]
  %7 = phi i32 [ 0, %2 ], [ 16, %4 ]
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 65535
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 65535
  %12 = icmp samesign ugt i32 %9, %11
  %13 = sub nuw nsw i32 %9, %11
  %14 = sub nuw nsw i32 %11, %9
  %15 = select i1 %12, i32 %13, i32 %14
  %16 = shl nuw i32 %15, %7
  %17 = or i32 %16, %5
  br i1 %6, label %4, label %3
}
define i32 @device___nv_vabsdiffu4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %17
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %17, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %18, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = icmp samesign ugt i32 %9, %11
  %13 = sub nuw nsw i32 %9, %11
  %14 = sub nuw nsw i32 %11, %9
  %15 = select i1 %12, i32 %13, i32 %14
  %16 = shl nuw i32 %15, %7
  %17 = or i32 %16, %5
  %18 = add nuw nsw i32 %6, 1
  %19 = icmp eq i32 %18, 4
  br i1 %19, label %3, label %4
}
define i32 @device___nv_vcmpeq2(i32 %0, i32 %1) {
  %3 = xor i32 %1, %0
  %4 = and i32 %3, 65535
  %5 = icmp eq i32 %4, 0
  %6 = select i1 %5, i32 65535, i32 0
  %7 = icmp ugt i32 %3, 65535
  %8 = select i1 %7, i32 0, i32 -65536
  %9 = or disjoint i32 %8, %6
  ret i32 %9
}
define i32 @device___nv_vcmpeq4(i32 %0, i32 %1) {
  %3 = xor i32 %1, %0
  br label %5
4:                                                ; preds = %5
  ret i32 %14
5:                                                ; preds = %2, %5
  %6 = phi i32 [ 0, %2 ], [ %14, %5 ]
  %7 = phi i32 [ 0, %2 ], [ %15, %5 ]
  %8 = shl nuw nsw i32 %7, 3
  %9 = ashr i32 %3, %8
  %10 = and i32 %9, 255
  %11 = icmp eq i32 %10, 0
  %12 = select i1 %11, i32 255, i32 0
  %13 = shl nuw i32 %12, %8
  %14 = or i32 %13, %6
  %15 = add nuw nsw i32 %7, 1
  %16 = icmp eq i32 %15, 4
  br i1 %16, label %4, label %5
}
define i32 @device___nv_vcmpne2(i32 %0, i32 %1) {
  %3 = xor i32 %1, %0
  %4 = and i32 %3, 65535
  %5 = icmp eq i32 %4, 0
  %6 = select i1 %5, i32 0, i32 65535
  %7 = icmp ugt i32 %3, 65535
  %8 = select i1 %7, i32 -65536, i32 0
  %9 = or disjoint i32 %8, %6
  ret i32 %9
}
define i32 @device___nv_vcmpne4(i32 %0, i32 %1) {
  %3 = xor i32 %1, %0
  br label %5
4:                                                ; preds = %5
  ret i32 %14
5:                                                ; preds = %2, %5
  %6 = phi i32 [ 0, %2 ], [ %14, %5 ]
  %7 = phi i32 [ 0, %2 ], [ %15, %5 ]
  %8 = shl nuw nsw i32 %7, 3
  %9 = ashr i32 %3, %8
  %10 = and i32 %9, 255
  %11 = icmp eq i32 %10, 0
  %12 = select i1 %11, i32 0, i32 255
  %13 = shl nuw i32 %12, %8
  %14 = or i32 %13, %6
  %15 = add nuw nsw i32 %7, 1
  %16 = icmp eq i32 %15, 4
  br i1 %16, label %4, label %5
}
define range(i32 0, 65538) i32 @device___nv_vseteq2(i32 %0, i32 %1) {
  %3 = xor i32 %1, %0
  %4 = and i32 %3, 65535
  %5 = icmp eq i32 %4, 0
  %6 = zext i1 %5 to i32
  %7 = icmp ult i32 %3, 65536
  %8 = select i1 %7, i32 65536, i32 0
  %9 = or disjoint i32 %8, %6
  ret i32 %9
}
define range(i32 0, -2147483648) i32 @device___nv_vseteq4(i32 %0, i32 %1) {
  %3 = xor i32 %1, %0
  br label %5
4:                                                ; preds = %5
  ret i32 %14
5:                                                ; preds = %2, %5
  %6 = phi i32 [ 0, %2 ], [ %14, %5 ]
  %7 = phi i32 [ 0, %2 ], [ %15, %5 ]
  %8 = shl nuw nsw i32 %7, 3
  %9 = ashr i32 %3, %8
  %10 = and i32 %9, 255
  %11 = icmp eq i32 %10, 0
  %12 = zext i1 %11 to i32
  %13 = shl nuw nsw i32 %12, %8
  %14 = or i32 %13, %6
  %15 = add nuw nsw i32 %7, 1
  %16 = icmp eq i32 %15, 4
  br i1 %16, label %4, label %5
}
define range(i32 0, 65538) i32 @device___nv_vsetne2(i32 %0, i32 %1) {
  %3 = xor i32 %1, %0
  %4 = and i32 %3, 65535
  %5 = icmp ne i32 %4, 0
  %6 = zext i1 %5 to i32
  %7 = icmp ult i32 %3, 65536
  %8 = select i1 %7, i32 0, i32 65536
  %9 = or disjoint i32 %8, %6
  ret i32 %9
}
define range(i32 0, -2147483648) i32 @device___nv_vsetne4(i32 %0, i32 %1) {
  %3 = xor i32 %1, %0
  br label %5
4:                                                ; preds = %5
  ret i32 %14
5:                                                ; preds = %2, %5
  %6 = phi i32 [ 0, %2 ], [ %14, %5 ]
  %7 = phi i32 [ 0, %2 ], [ %15, %5 ]
  %8 = shl nuw nsw i32 %7, 3
  %9 = ashr i32 %3, %8
  %10 = and i32 %9, 255
  %11 = icmp ne i32 %10, 0
  %12 = zext i1 %11 to i32
  %13 = shl nuw nsw i32 %12, %8
  %14 = or i32 %13, %6
  %15 = add nuw nsw i32 %7, 1
  %16 = icmp eq i32 %15, 4
  br i1 %16, label %4, label %5
}
define i32 @device___nv_vcmpges2(i32 %0, i32 %1) {
  %3 = shl i32 %0, 16
  %4 = shl i32 %1, 16
  %5 = icmp slt i32 %3, %4
  %6 = select i1 %5, i32 0, i32 65535
  %7 = and i32 %0, -65536
  %8 = and i32 %1, -65536
  %9 = icmp slt i32 %7, %8
  %10 = select i1 %9, i32 0, i32 -65536
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define i32 @device___nv_vcmpges4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 24
  %10 = ashr i32 %1, %7
  %11 = shl i32 %10, 24
  %12 = icmp slt i32 %9, %11
  %13 = select i1 %12, i32 0, i32 255
  %14 = shl nuw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define i32 @device___nv_vcmpgeu2(i32 %0, i32 %1) {
  %3 = and i32 %0, 65535
  %4 = and i32 %1, 65535
  %5 = icmp samesign ult i32 %3, %4
  %6 = select i1 %5, i32 0, i32 65535
  %7 = lshr i32 %0, 16
  %8 = lshr i32 %1, 16
  %9 = icmp samesign ult i32 %7, %8
  %10 = select i1 %9, i32 0, i32 -65536
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define i32 @device___nv_vcmpgeu4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = icmp samesign ult i32 %9, %11
  %13 = select i1 %12, i32 0, i32 255
  %14 = shl nuw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define range(i32 0, 65538) i32 @device___nv_vsetges2(i32 %0, i32 %1) {
  %3 = shl i32 %0, 16
  %4 = shl i32 %1, 16
  %5 = icmp sge i32 %3, %4
  %6 = zext i1 %5 to i32
  %7 = and i32 %0, -65536
  %8 = and i32 %1, -65536
  %9 = icmp slt i32 %7, %8
  %10 = select i1 %9, i32 0, i32 65536
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define range(i32 0, -2147483648) i32 @device___nv_vsetges4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 24
  %10 = ashr i32 %1, %7
  %11 = shl i32 %10, 24
  %12 = icmp sge i32 %9, %11
  %13 = zext i1 %12 to i32
  %14 = shl nuw nsw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define range(i32 0, 65538) i32 @device___nv_vsetgeu2(i32 %0, i32 %1) {
  %3 = and i32 %0, 65535
  %4 = and i32 %1, 65535
  %5 = icmp samesign uge i32 %3, %4
  %6 = zext i1 %5 to i32
  %7 = lshr i32 %0, 16
  %8 = lshr i32 %1, 16
  %9 = icmp samesign ult i32 %7, %8
  %10 = select i1 %9, i32 0, i32 65536
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define range(i32 0, -2147483648) i32 @device___nv_vsetgeu4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = icmp samesign uge i32 %9, %11
  %13 = zext i1 %12 to i32
  %14 = shl nuw nsw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define i32 @device___nv_vcmpgts2(i32 %0, i32 %1) {
  %3 = shl i32 %0, 16
  %4 = shl i32 %1, 16
  %5 = icmp sgt i32 %3, %4
  %6 = select i1 %5, i32 65535, i32 0
  %7 = and i32 %0, -65536
  %8 = and i32 %1, -65536
  %9 = icmp sgt i32 %7, %8
  %10 = select i1 %9, i32 -65536, i32 0
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define i32 @device___nv_vcmpgts4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 24
  %10 = ashr i32 %1, %7
  %11 = shl i32 %10, 24
  %12 = icmp sgt i32 %9, %11
  %13 = select i1 %12, i32 255, i32 0
  %14 = shl nuw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define i32 @device___nv_vcmpgtu2(i32 %0, i32 %1) {
  %3 = and i32 %0, 65535
  %4 = and i32 %1, 65535
  %5 = icmp samesign ugt i32 %3, %4
  %6 = select i1 %5, i32 65535, i32 0
  %7 = lshr i32 %0, 16
  %8 = lshr i32 %1, 16
  %9 = icmp samesign ugt i32 %7, %8
  %10 = select i1 %9, i32 -65536, i32 0
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define i32 @device___nv_vcmpgtu4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = icmp samesign ugt i32 %9, %11
  %13 = select i1 %12, i32 255, i32 0
  %14 = shl nuw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define range(i32 0, 65538) i32 @device___nv_vsetgts2(i32 %0, i32 %1) {
  %3 = shl i32 %0, 16
  %4 = shl i32 %1, 16
  %5 = icmp sgt i32 %3, %4
  %6 = zext i1 %5 to i32
  %7 = and i32 %0, -65536
  %8 = and i32 %1, -65536
  %9 = icmp sgt i32 %7, %8
  %10 = select i1 %9, i32 65536, i32 0
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define range(i32 0, -2147483648) i32 @device___nv_vsetgts4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 24
  %10 = ashr i32 %1, %7
  %11 = shl i32 %10, 24
  %12 = icmp sgt i32 %9, %11
  %13 = zext i1 %12 to i32
  %14 = shl nuw nsw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define range(i32 0, 65538) i32 @device___nv_vsetgtu2(i32 %0, i32 %1) {
  %3 = and i32 %0, 65535
  %4 = and i32 %1, 65535
  %5 = icmp samesign ugt i32 %3, %4
  %6 = zext i1 %5 to i32
  %7 = lshr i32 %0, 16
  %8 = lshr i32 %1, 16
  %9 = icmp samesign ugt i32 %7, %8
  %10 = select i1 %9, i32 65536, i32 0
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define range(i32 0, -2147483648) i32 @device___nv_vsetgtu4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = icmp samesign ugt i32 %9, %11
  %13 = zext i1 %12 to i32
  %14 = shl nuw nsw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define i32 @device___nv_vcmples2(i32 %0, i32 %1) {
  %3 = shl i32 %0, 16
  %4 = shl i32 %1, 16
  %5 = icmp sgt i32 %3, %4
  %6 = select i1 %5, i32 0, i32 65535
  %7 = and i32 %0, -65536
  %8 = and i32 %1, -65536
  %9 = icmp sgt i32 %7, %8
  %10 = select i1 %9, i32 0, i32 -65536
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define i32 @device___nv_vcmples4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 24
  %10 = ashr i32 %1, %7
  %11 = shl i32 %10, 24
  %12 = icmp sgt i32 %9, %11
  %13 = select i1 %12, i32 0, i32 255
  %14 = shl nuw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define i32 @device___nv_vcmpleu2(i32 %0, i32 %1) {
  %3 = and i32 %0, 65535
  %4 = and i32 %1, 65535
  %5 = icmp samesign ugt i32 %3, %4
  %6 = select i1 %5, i32 0, i32 65535
  %7 = lshr i32 %0, 16
  %8 = lshr i32 %1, 16
  %9 = icmp samesign ugt i32 %7, %8
  %10 = select i1 %9, i32 0, i32 -65536
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define i32 @device___nv_vcmpleu4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = icmp samesign ugt i32 %9, %11
  %13 = select i1 %12, i32 0, i32 255
  %14 = shl nuw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define range(i32 0, 65538) i32 @device___nv_vsetles2(i32 %0, i32 %1) {
  %3 = shl i32 %0, 16
  %4 = shl i32 %1, 16
  %5 = icmp sle i32 %3, %4
  %6 = zext i1 %5 to i32
  %7 = and i32 %0, -65536
  %8 = and i32 %1, -65536
  %9 = icmp sgt i32 %7, %8
  %10 = select i1 %9, i32 0, i32 65536
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define range(i32 0, -2147483648) i32 @device___nv_vsetles4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 24
  %10 = ashr i32 %1, %7
  %11 = shl i32 %10, 24
  %12 = icmp sle i32 %9, %11
  %13 = zext i1 %12 to i32
  %14 = shl nuw nsw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define range(i32 0, 65538) i32 @device___nv_vsetleu2(i32 %0, i32 %1) {
  %3 = and i32 %0, 65535
  %4 = and i32 %1, 65535
  %5 = icmp samesign ule i32 %3, %4
  %6 = zext i1 %5 to i32
  %7 = lshr i32 %0, 16
  %8 = lshr i32 %1, 16
  %9 = icmp samesign ugt i32 %7, %8
  %10 = select i1 %9, i32 0, i32 65536
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define range(i32 0, -2147483648) i32 @device___nv_vsetleu4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = icmp samesign ule i32 %9, %11
  %13 = zext i1 %12 to i32
  %14 = shl nuw nsw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define i32 @device___nv_vcmplts2(i32 %0, i32 %1) {
  %3 = shl i32 %0, 16
  %4 = shl i32 %1, 16
  %5 = icmp slt i32 %3, %4
  %6 = select i1 %5, i32 65535, i32 0
  %7 = and i32 %0, -65536
  %8 = and i32 %1, -65536
  %9 = icmp slt i32 %7, %8
  %10 = select i1 %9, i32 -65536, i32 0
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define i32 @device___nv_vcmplts4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 24
  %10 = ashr i32 %1, %7
  %11 = shl i32 %10, 24
  %12 = icmp slt i32 %9, %11
  %13 = select i1 %12, i32 255, i32 0
  %14 = shl nuw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define i32 @device___nv_vcmpltu2(i32 %0, i32 %1) {
  %3 = and i32 %0, 65535
  %4 = and i32 %1, 65535
  %5 = icmp samesign ult i32 %3, %4
  %6 = select i1 %5, i32 65535, i32 0
  %7 = lshr i32 %0, 16
  %8 = lshr i32 %1, 16
  %9 = icmp samesign ult i32 %7, %8
  %10 = select i1 %9, i32 -65536, i32 0
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define i32 @device___nv_vcmpltu4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = icmp samesign ult i32 %9, %11
  %13 = select i1 %12, i32 255, i32 0
  %14 = shl nuw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define range(i32 0, 65538) i32 @device___nv_vsetlts2(i32 %0, i32 %1) {
  %3 = shl i32 %0, 16
  %4 = shl i32 %1, 16
  %5 = icmp slt i32 %3, %4
  %6 = zext i1 %5 to i32
  %7 = and i32 %0, -65536
  %8 = and i32 %1, -65536
  %9 = icmp slt i32 %7, %8
  %10 = select i1 %9, i32 65536, i32 0
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define range(i32 0, -2147483648) i32 @device___nv_vsetlts4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 24
  %10 = ashr i32 %1, %7
  %11 = shl i32 %10, 24
  %12 = icmp slt i32 %9, %11
  %13 = zext i1 %12 to i32
  %14 = shl nuw nsw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define range(i32 0, 65538) i32 @device___nv_vsetltu2(i32 %0, i32 %1) {
  %3 = and i32 %0, 65535
  %4 = and i32 %1, 65535
  %5 = icmp samesign ult i32 %3, %4
  %6 = zext i1 %5 to i32
  %7 = lshr i32 %0, 16
  %8 = lshr i32 %1, 16
  %9 = icmp samesign ult i32 %7, %8
  %10 = select i1 %9, i32 65536, i32 0
  %11 = or disjoint i32 %10, %6
  ret i32 %11
}
define range(i32 0, -2147483648) i32 @device___nv_vsetltu4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = icmp samesign ult i32 %9, %11
  %13 = zext i1 %12 to i32
  %14 = shl nuw nsw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define i32 @device___nv_vaddss2(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %20
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %20, %4 ]
  %6 = phi i1 [ true, %2 ], [ false, %4 ]
  %7 = phi i32 [ 0, %2 ], [ 16, %4 ]
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 16
  %10 = ashr exact i32 %9, 16
  %11 = ashr i32 %1, %7
  %12 = shl i32 %11, 16
  %13 = ashr exact i32 %12, 16
  %14 = add nsw i32 %10, %13
  %15 = icmp slt i32 %14, -32768
  %16 = tail call i32 @llvm.smin.i32(i32 %14, i32 32767)
  %17 = and i32 %16, 65535
  %18 = select i1 %15, i32 32768, i32 %17
  %19 = shl nuw i32 %18, %7
  %20 = or i32 %19, %5
  br i1 %6, label %4, label %3
}
define i32 @device___nv_vaddss4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %20
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %20, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %21, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 24
  %10 = ashr exact i32 %9, 24
  %11 = ashr i32 %1, %7
  %12 = shl i32 %11, 24
  %13 = ashr exact i32 %12, 24
  %14 = add nsw i32 %10, %13
  %15 = icmp slt i32 %14, -128
  %16 = tail call i32 @llvm.smin.i32(i32 %14, i32 127)
  %17 = and i32 %16, 255
  %18 = select i1 %15, i32 128, i32 %17
  %19 = shl nuw i32 %18, %7
  %20 = or i32 %19, %5
  %21 = add nuw nsw i32 %6, 1
  %22 = icmp eq i32 %21, 4
  br i1 %22, label %3, label %4
}
define i32 @device___nv_vsubss2(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %20
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %20, %4 ]
  %6 = phi i1 [ true, %2 ], [ false, %4 ]
  %7 = phi i32 [ 0, %2 ], [ 16, %4 ]
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 16
  %10 = ashr exact i32 %9, 16
  %11 = ashr i32 %1, %7
  %12 = shl i32 %11, 16
  %13 = ashr exact i32 %12, 16
  %14 = sub nsw i32 %10, %13
  %15 = icmp slt i32 %14, -32768
  %16 = tail call i32 @llvm.smin.i32(i32 %14, i32 32767)
  %17 = and i32 %16, 65535
  %18 = select i1 %15, i32 32768, i32 %17
  %19 = shl nuw i32 %18, %7
  %20 = or i32 %19, %5
  br i1 %6, label %4, label %3
}
define i32 @device___nv_vsubss4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %20
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %20, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %21, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = shl i32 %8, 24
  %10 = ashr exact i32 %9, 24
  %11 = ashr i32 %1, %7
  %12 = shl i32 %11, 24
  %13 = ashr exact i32 %12, 24
  %14 = sub nsw i32 %10, %13
  %15 = icmp slt i32 %14, -128
  %16 = tail call i32 @llvm.smin.i32(i32 %14, i32 127)
  %17 = and i32 %16, 255
  %18 = select i1 %15, i32 128, i32 %17
  %19 = shl nuw i32 %18, %7
  %20 = or i32 %19, %5
  %21 = add nuw nsw i32 %6, 1
  %22 = icmp eq i32 %21, 4
  br i1 %22, label %3, label %4
}
define i32 @device___nv_vaddus2(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i1 [ true, %2 ], [ false, %4 ]
  %7 = phi i32 [ 0, %2 ], [ 16, %4 ]
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 65535
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 65535
  %12 = add nuw nsw i32 %9, %11
  %13 = tail call i32 @llvm.umin.i32(i32 %12, i32 65535)
  %14 = shl nuw i32 %13, %7
  %15 = or i32 %14, %5
  br i1 %6, label %4, label %3
}
define i32 @device___nv_vaddus4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = add nuw nsw i32 %9, %11
  %13 = tail call i32 @llvm.umin.i32(i32 %12, i32 255)
  %14 = shl nuw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define i32 @device___nv_vsubus2(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i1 [ true, %2 ], [ false, %4 ]
  %7 = phi i32 [ 0, %2 ], [ 16, %4 ]
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 65535
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 65535
  %12 = sub nsw i32 %9, %11
  %13 = tail call i32 @llvm.smax.i32(i32 %12, i32 0)
  %14 = shl nuw i32 %13, %7
  %15 = or i32 %14, %5
  br i1 %6, label %4, label %3
}
define i32 @device___nv_vsubus4(i32 %0, i32 %1) {
  br label %4
3:                                                ; preds = %4
  ret i32 %15
4:                                                ; preds = %2, %4
  %5 = phi i32 [ 0, %2 ], [ %15, %4 ]
  %6 = phi i32 [ 0, %2 ], [ %16, %4 ]
  %7 = shl nuw nsw i32 %6, 3
  %8 = ashr i32 %0, %7
  %9 = and i32 %8, 255
  %10 = ashr i32 %1, %7
  %11 = and i32 %10, 255
  %12 = sub nsw i32 %9, %11
  %13 = tail call i32 @llvm.smax.i32(i32 %12, i32 0)
  %14 = shl nuw i32 %13, %7
  %15 = or i32 %14, %5
  %16 = add nuw nsw i32 %6, 1
  %17 = icmp eq i32 %16, 4
  br i1 %17, label %3, label %4
}
define i32 @device___nv_vneg2(i32 %0) {
  %2 = tail call i32 @device___nv_vsub2(i32 0, i32 %0)
  ret i32 %2
}
define i32 @device___nv_vneg4(i32 %0) {
  %2 = tail call i32 @device___nv_vsub4(i32 0, i32 %0)
  ret i32 %2
}
define i32 @device___nv_vnegss2(i32 %0) {
  %2 = tail call i32 @device___nv_vsubss2(i32 0, i32 %0)
  ret i32 %2
}
define i32 @device___nv_vnegss4(i32 %0) {
  %2 = tail call i32 @device___nv_vsubss4(i32 0, i32 %0)
  ret i32 %2
}
define i32 @device___nv_vabs2(i32 %0) {
  %2 = tail call i32 @device___nv_vabsdiffs2(i32 %0, i32 0)
  ret i32 %2
}
define i32 @device___nv_vabs4(i32 %0) {
  %2 = tail call i32 @device___nv_vabsdiffs4(i32 %0, i32 0)
  ret i32 %2
}
define i32 @device___nv_vabsss2(i32 %0) {
  %2 = tail call i32 @device___nv_vsubss2(i32 0, i32 %0)
  %3 = tail call i32 @device___nv_vmaxs2(i32 %0, i32 %2)
  ret i32 %3
}
define i32 @device___nv_vabsss4(i32 %0) {
  %2 = tail call i32 @device___nv_vsubss4(i32 0, i32 %0)
  %3 = tail call i32 @device___nv_vmaxs4(i32 %0, i32 %2)
  ret i32 %3
}
define range(i32 0, 131071) i32 @device___nv_vsads2(i32 %0, i32 %1) {
  %3 = tail call i32 @device___nv_vabsdiffs2(i32 %0, i32 %1)
  %4 = and i32 %3, 65535
  %5 = lshr i32 %3, 16
  %6 = add nuw nsw i32 %5, %4
  ret i32 %6
}
define i32 @device___nv_vsads4(i32 %0, i32 %1) {
  %3 = tail call i32 @device___nv_vabsdiffs4(i32 %0, i32 %1)
  br label %5
4:                                                ; preds = %5
  ret i32 %11
5:                                                ; preds = %2, %5
  %6 = phi i32 [ 0, %2 ], [ %12, %5 ]
  %7 = phi i32 [ 0, %2 ], [ %11, %5 ]
  %8 = shl nuw nsw i32 %6, 3
  %9 = lshr i32 %3, %8
  %10 = and i32 %9, 255
  %11 = add i32 %10, %7
  %12 = add nuw nsw i32 %6, 1
  %13 = icmp eq i32 %12, 4
  br i1 %13, label %4, label %5
}
define range(i32 0, 131071) i32 @device___nv_vsadu2(i32 %0, i32 %1) {
  %3 = tail call i32 @device___nv_vabsdiffu2(i32 %0, i32 %1)
  %4 = and i32 %3, 65535
  %5 = lshr i32 %3, 16
  %6 = add nuw nsw i32 %5, %4
  ret i32 %6
}
define i32 @device___nv_vsadu4(i32 %0, i32 %1) {
  %3 = tail call i32 @device___nv_vabsdiffu4(i32 %0, i32 %1)
  br label %5
4:                                                ; preds = %5
  ret i32 %11
5:                                                ; preds = %2, %5
  %6 = phi i32 [ 0, %2 ], [ %12, %5 ]
  %7 = phi i32 [ 0, %2 ], [ %11, %5 ]
  %8 = shl nuw nsw i32 %6, 3
  %9 = lshr i32 %3, %8
  %10 = and i32 %9, 255
  %11 = add i32 %10, %7
  %12 = add nuw nsw i32 %6, 1
  %13 = icmp eq i32 %12, 4
  br i1 %13, label %4, label %5
}
define double @device_sinpi(double %0) {
  %2 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  %3 = call fastcc i32 @quarters(double %0, ptr %2)
  switch i32 %3, label %16 [
    i32 0, label %4
    i32 1, label %9
    i32 2, label %12
    i32 3, label %17
  ]
4:                                                ; preds = %1
  %5 = fcmp oeq double %0, 0.000000e+00
  br i1 %5, label %21, label %6
6:                                                ; preds = %4
  %7 = load double, ptr %2, align 8
  %8 = tail call double @llvm.sin.f64(double %7)
  br label %21
9:                                                ; preds = %1
  %10 = load double, ptr %2, align 8
  %11 = tail call double @llvm.cos.f64(double %10)
  br label %21
12:                                               ; preds = %1
  %13 = load double, ptr %2, align 8
  %14 = tail call double @llvm.sin.f64(double %13)
  %15 = fneg double %14
  br label %21
16:                                               ; preds = %1
  unreachable
17:                                               ; preds = %1
  %18 = load double, ptr %2, align 8
  %19 = tail call double @llvm.cos.f64(double %18)
  %20 = fneg double %19
  br label %21
21:                                               ; preds = %6, %4, %17, %12, %9
  %22 = phi double [ %20, %17 ], [ %15, %12 ], [ %11, %9 ], [ %8, %6 ], [ %0, %4 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %22
}
define internal fastcc range(i32 0, 4) i32 @quarters(double %0, ptr nonnull writeonly captures(none) initializes((0, 8)) %1) unnamed_addr {
  %3 = frem double %0, 2.000000e+00
  %4 = fmul double %3, 2.000000e+00
  %5 = tail call double @llvm.rint.f64(double %4)
  %6 = fmul double %5, 5.000000e-01
  %7 = fsub double %3, %6
  %8 = fmul double %7, 0x400921FB54442D18
  store double %8, ptr %1, align 8
  %9 = fptosi double %5 to i32
  %10 = and i32 %9, 3
  ret i32 %10
}
declare double @llvm.sin.f64(double)
declare double @llvm.cos.f64(double)
define double @device_cospi(double %0) {
  %2 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  %3 = call fastcc i32 @quarters(double %0, ptr %2)
  %4 = load double, ptr %2, align 8
  switch i32 %3, label %13 [
    i32 0, label %5
    i32 1, label %7
    i32 2, label %10
    i32 3, label %14
  ]
5:                                                ; preds = %1
  %6 = tail call double @llvm.cos.f64(double %4)
  br label %16
7:                                                ; preds = %1
  %8 = tail call double @llvm.sin.f64(double %4)
  %9 = fneg double %8
  br label %16
10:                                               ; preds = %1
  %11 = tail call double @llvm.cos.f64(double %4)
  %12 = fneg double %11
  br label %16
13:                                               ; preds = %1
  unreachable
14:                                               ; preds = %1
  %15 = tail call double @llvm.sin.f64(double %4)
  br label %16
16:                                               ; preds = %14, %10, %7, %5
  %17 = phi double [ %15, %14 ], [ %6, %5 ], [ %9, %7 ], [ %12, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %17
}
define double @device_tanpi(double %0) {
  %2 = tail call double @device_sinpi(double %0)
  %3 = tail call double @device_cospi(double %0)
  %4 = fdiv double %2, %3
  ret double %4
}
define void @device_sincospi(double %0, ptr writeonly captures(none) initializes((0, 8)) %1, ptr writeonly captures(none) initializes((0, 8)) %2) {
  %4 = tail call double @device_sinpi(double %0)
  store double %4, ptr %1, align 8
  %5 = tail call double @device_cospi(double %0)
  store double %5, ptr %2, align 8
  ret void
}
define double @device_sincospi_stored(double %0, ptr writeonly captures(none) initializes((0, 8)) %1) {
  %3 = tail call double @device_cospi(double %0)
  store double %3, ptr %1, align 8
  %4 = tail call double @device_sinpi(double %0)
  ret double %4
}
define double @device_sincos_stored(double %0, ptr writeonly captures(none) initializes((0, 8)) %1) {
  %3 = tail call double @llvm.cos.f64(double %0)
  store double %3, ptr %1, align 8
  %4 = tail call double @llvm.sin.f64(double %0)
  ret double %4
}
define double @device_rcbrt(double %0) {
  %2 = tail call double @cbrt(double %0)
  %3 = fdiv double 1.000000e+00, %2
  ret double %3
}
declare double @cbrt(double noundef)
define double @device_rhypot(double %0, double %1) {
  %3 = tail call double @hypot(double %0, double %1)
  %4 = fdiv double 1.000000e+00, %3
  ret double %4
}
declare double @hypot(double noundef, double noundef)
define double @device_fdivide(double %0, double %1) {
  %3 = fdiv double %0, %1
  ret double %3
}
define double @device_scalb(double %0, double %1) {
  %3 = tail call double @llvm.exp2.f64(double %1)
  %4 = fmul double %0, %3
  ret double %4
}
declare double @llvm.exp2.f64(double)
define double @device_norm(i32 %0, ptr readonly captures(none) %1) {
  %3 = icmp sgt i32 %0, 0
  br i1 %3, label %4, label %32
4:                                                ; preds = %2
  %5 = zext nneg i32 %0 to i64
  br label %10
6:                                                ; preds = %10
  %7 = tail call i1 @llvm.is.fpclass.f64(double %16, i32 612)
  br i1 %7, label %32, label %8
8:                                                ; preds = %6
  %9 = zext nneg i32 %0 to i64
  br label %22
10:                                               ; preds = %4, %10
  %11 = phi i64 [ 0, %4 ], [ %17, %10 ]
  %12 = phi double [ 0.000000e+00, %4 ], [ %16, %10 ]
  %13 = getelementptr inbounds nuw double, ptr %1, i64 %11
  %14 = load double, ptr %13, align 8
  %15 = tail call double @llvm.fabs.f64(double %14)
  %16 = tail call double @llvm.maxnum.f64(double %12, double %15)
  %17 = add nuw nsw i64 %11, 1
  %18 = icmp eq i64 %17, %5
  br i1 %18, label %6, label %10
19:                                               ; preds = %22
  %20 = tail call double @llvm.sqrt.f64(double %29)
  %21 = fmul double %16, %20
  br label %32
22:                                               ; preds = %8, %22
  %23 = phi i64 [ 0, %8 ], [ %30, %22 ]
  %24 = phi double [ 0.000000e+00, %8 ], [ %29, %22 ]
  %25 = getelementptr inbounds nuw double, ptr %1, i64 %23
  %26 = load double, ptr %25, align 8
  %27 = fdiv double %26, %16
  %28 = fmul double %27, %27
  %29 = fadd double %24, %28
  %30 = add nuw nsw i64 %23, 1
  %31 = icmp eq i64 %30, %9
  br i1 %31, label %19, label %22
32:                                               ; preds = %2, %6, %19
  %33 = phi double [ %21, %19 ], [ %16, %6 ], [ 0.000000e+00, %2 ]
  ret double %33
}
declare double @llvm.maxnum.f64(double, double)
define double @device_rnorm(i32 %0, ptr readonly captures(none) %1) {
  %3 = tail call double @device_norm(i32 %0, ptr %1)
  %4 = fdiv double 1.000000e+00, %3
  ret double %4
}
define double @device_norm3d(double %0, double %1, double %2) {
  %4 = alloca [3 x double], align 8
  store double %0, ptr %4, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store double %1, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store double %2, ptr %6, align 8
  %7 = call double @device_norm(i32 3, ptr nonnull %4)
  ret double %7
}
define double @device_norm4d(double %0, double %1, double %2, double %3) {
  %5 = alloca [4 x double], align 8
  store double %0, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store double %1, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store double %2, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store double %3, ptr %8, align 8
  %9 = call double @device_norm(i32 4, ptr nonnull %5)
  ret double %9
}
define double @device_rnorm3d(double %0, double %1, double %2) {
  %4 = tail call double @device_norm3d(double %0, double %1, double %2)
  %5 = fdiv double 1.000000e+00, %4
  ret double %5
}
define double @device_rnorm4d(double %0, double %1, double %2, double %3) {
  %5 = tail call double @device_norm4d(double %0, double %1, double %2, double %3)
  %6 = fdiv double 1.000000e+00, %5
  ret double %6
}
define double @device_powi(double %0, i32 %1) {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %6, label %4
4:                                                ; preds = %2
  %5 = tail call i32 @llvm.abs.i32(i32 %1, i1 false)
  br label %11
6:                                                ; preds = %11, %2
  %7 = phi double [ 1.000000e+00, %2 ], [ %18, %11 ]
  %8 = icmp slt i32 %1, 0
  %9 = fdiv double 1.000000e+00, %7
  %10 = select i1 %8, double %9, double %7
  ret double %10
11:                                               ; preds = %4, %11
  %12 = phi i32 [ %19, %11 ], [ %5, %4 ]
  %13 = phi double [ %18, %11 ], [ 1.000000e+00, %4 ]
  %14 = phi double [ %20, %11 ], [ %0, %4 ]
  %15 = and i32 %12, 1
  %16 = icmp eq i32 %15, 0
  %17 = fmul double %14, %13
  %18 = select i1 %16, double %13, double %17
  %19 = lshr i32 %12, 1
  %20 = fmul double %14, %14
  %21 = icmp eq i32 %19, 0
  br i1 %21, label %6, label %11
}
define double @device_erfcx(double %0) {
  %2 = fmul double %0, %0
  %3 = fcmp olt double %0, 2.500000e+01
  br i1 %3, label %6, label %4
4:                                                ; preds = %1
  %5 = fmul double %2, 2.000000e+00
  br label %17
6:                                                ; preds = %1
  %7 = fneg double %2
  %8 = tail call double @llvm.fma.f64(double %0, double %0, double %7)
  %9 = tail call double @llvm.exp.f64(double %2)
  %10 = fadd double %8, 1.000000e+00
  %11 = fmul double %9, %10
  %12 = tail call double @erfc(double %0)
  %13 = fmul double %11, %12
  br label %29
14:                                               ; preds = %17
  %15 = fdiv double 0x3FE20DD750429B6D, %0
  %16 = fmul double %15, %26
  br label %29
17:                                               ; preds = %4, %17
  %18 = phi i32 [ 1, %4 ], [ %27, %17 ]
  %19 = phi double [ 1.000000e+00, %4 ], [ %26, %17 ]
  %20 = phi double [ 1.000000e+00, %4 ], [ %25, %17 ]
  %21 = shl nuw nsw i32 %18, 1
  %22 = sub nsw i32 1, %21
  %23 = sitofp i32 %22 to double
  %24 = fdiv double %23, %5
  %25 = fmul double %20, %24
  %26 = fadd double %19, %25
  %27 = add nuw nsw i32 %18, 1
  %28 = icmp eq i32 %27, 8
  br i1 %28, label %14, label %17
29:                                               ; preds = %14, %6
  %30 = phi double [ %13, %6 ], [ %16, %14 ]
  ret double %30
}
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.exp.f64(double)
declare double @erfc(double noundef)
define double @device_erfcinv(double %0) {
  %2 = fcmp ogt double %0, 0.000000e+00
  %3 = fcmp olt double %0, 2.000000e+00
  %4 = and i1 %2, %3
  br i1 %4, label %10, label %5
5:                                                ; preds = %1
  %6 = fcmp oeq double %0, 0.000000e+00
  %7 = fcmp oeq double %0, 2.000000e+00
  %8 = select i1 %7, double 0xFFF0000000000000, double 0x7FF8000000000000
  %9 = select i1 %6, double 0x7FF0000000000000, double %8
  br label %18
10:                                               ; preds = %1
  %11 = fcmp ugt double %0, 1.000000e+00
  br i1 %11, label %14, label %12
12:                                               ; preds = %10
  %13 = tail call fastcc double @upper(double %0)
  br label %18
14:                                               ; preds = %10
  %15 = fsub double 2.000000e+00, %0
  %16 = tail call fastcc double @upper(double %15)
  %17 = fneg double %16
  br label %18
18:                                               ; preds = %12, %14, %5
  %19 = phi double [ %9, %5 ], [ %13, %12 ], [ %17, %14 ]
  ret double %19
}
define internal fastcc double @upper(double %0) unnamed_addr {
  %2 = fcmp ogt double %0, 5.000000e-01
  br i1 %2, label %3, label %6
3:                                                ; preds = %1
  %4 = fsub double 1.000000e+00, %0
  %5 = fdiv double %4, 0x3FF20DD750429B6D
  br label %16
6:                                                ; preds = %1
  %7 = fmul double %0, 0x3FFC5BF891B4EF6A
  %8 = tail call double @llvm.log.f64(double %0)
  %9 = fneg double %8
  %10 = tail call double @llvm.sqrt.f64(double %9)
  %11 = tail call double @llvm.maxnum.f64(double %10, double 1.000000e+00)
  %12 = fmul double %7, %11
  %13 = tail call double @llvm.log.f64(double %12)
  %14 = fneg double %13
  %15 = tail call double @llvm.sqrt.f64(double %14)
  br label %16
16:                                               ; preds = %6, %3
  %17 = phi double [ %15, %6 ], [ %5, %3 ]
  br label %18
18:                                               ; preds = %16, %18
  %19 = phi double [ %30, %18 ], [ %17, %16 ]
  %20 = phi i32 [ %35, %18 ], [ 0, %16 ]
  %21 = tail call double @erfc(double %19)
  %22 = fdiv double %0, %21
  %23 = fsub double 1.000000e+00, %22
  %24 = tail call double @device_erfcx(double %19)
  %25 = fmul double %24, %23
  %26 = fdiv double %25, 0x3FF20DD750429B6D
  %27 = fmul double %19, %26
  %28 = fadd double %27, 1.000000e+00
  %29 = fdiv double %26, %28
  %30 = fadd double %19, %29
  %31 = tail call double @llvm.fabs.f64(double %29)
  %32 = tail call double @llvm.fabs.f64(double %30)
  %33 = fmul double %32, 0x3C9CD2B297D889BC
  %34 = fcmp ole double %31, %33
  %35 = add nuw nsw i32 %20, 1
  %36 = icmp eq i32 %35, 8
  %37 = select i1 %34, i1 true, i1 %36
  br i1 %37, label %38, label %18
38:                                               ; preds = %18
  ret double %30
}
define double @device_erfinv(double %0) {
  %2 = tail call double @llvm.fabs.f64(double %0)
  %3 = fcmp olt double %2, 1.000000e+00
  br i1 %3, label %8, label %4
4:                                                ; preds = %1
  %5 = fcmp oeq double %2, 1.000000e+00
  %6 = tail call double @llvm.copysign.f64(double 0x7FF0000000000000, double %0)
  %7 = select i1 %5, double %6, double 0x7FF8000000000000
  br label %28
8:                                                ; preds = %1
  %9 = fcmp ogt double %2, 5.000000e-01
  br i1 %9, label %10, label %14
10:                                               ; preds = %8
  %11 = fsub double 1.000000e+00, %2
  %12 = tail call fastcc double @upper(double %11)
  %13 = tail call double @llvm.copysign.f64(double %12, double %0)
  br label %28
14:                                               ; preds = %8
  %15 = fdiv double %0, 0x3FF20DD750429B6D
  br label %16
16:                                               ; preds = %14, %16
  %17 = phi i32 [ 0, %14 ], [ %26, %16 ]
  %18 = phi double [ %15, %14 ], [ %25, %16 ]
  %19 = tail call double @erf(double %18)
  %20 = fsub double %19, %0
  %21 = fmul double %18, %18
  %22 = tail call double @llvm.exp.f64(double %21)
  %23 = fmul double %22, %20
  %24 = fdiv double %23, 0x3FF20DD750429B6D
  %25 = fsub double %18, %24
  %26 = add nuw nsw i32 %17, 1
  %27 = icmp eq i32 %26, 8
  br i1 %27, label %28, label %16
28:                                               ; preds = %16, %10, %4
  %29 = phi double [ %13, %10 ], [ %7, %4 ], [ %25, %16 ]
  ret double %29
}
declare double @llvm.copysign.f64(double, double)
declare double @erf(double noundef)
define double @device_normcdf(double %0) {
  %2 = fmul double %0, 0xBFE6A09E667F3BCD
  %3 = tail call double @erfc(double %2)
  %4 = fmul double %3, 5.000000e-01
  ret double %4
}
define double @device_normcdfinv(double %0) {
  %2 = fmul double %0, 2.000000e+00
  %3 = tail call double @device_erfcinv(double %2)
  %4 = fmul double %3, 0xBFF6A09E667F3BCD
  ret double %4
}
define double @device_cyl_bessel_i0(double %0) {
  %2 = fcmp uno double %0, 0.000000e+00
  br i1 %2, label %6, label %3
3:                                                ; preds = %1
  %4 = tail call double @llvm.fabs.f64(double %0)
  %5 = tail call fastcc double @bessel(double %4, i32 0)
  br label %6
6:                                                ; preds = %1, %3
  %7 = phi double [ %5, %3 ], [ %0, %1 ]
  ret double %7
}
define internal fastcc double @bessel(double %0, i32 range(i32 0, 2) %1) unnamed_addr {
  %3 = fmul double %0, 5.000000e-01
  %4 = fmul double %0, %0
  %5 = fmul double %4, 2.500000e-01
  %6 = fcmp olt double %0, 4.000000e+01
  br i1 %6, label %10, label %7
7:                                                ; preds = %2
  %8 = mul nuw nsw i32 %1, %1
  %9 = shl nuw nsw i32 %8, 2
  br label %36
10:                                               ; preds = %2
  %11 = icmp eq i32 %1, 0
  %12 = select i1 %11, double 1.000000e+00, double %3
  %13 = fmul double %12, 1.000000e-18
  %14 = fcmp ogt double %12, %13
  br i1 %14, label %15, label %57
15:                                               ; preds = %10, %15
  %16 = phi i32 [ %26, %15 ], [ 1, %10 ]
  %17 = phi double [ %24, %15 ], [ %12, %10 ]
  %18 = phi double [ %25, %15 ], [ %12, %10 ]
  %19 = uitofp nneg i32 %16 to double
  %20 = add nuw nsw i32 %16, %1
  %21 = uitofp nneg i32 %20 to double
  %22 = fmul double %19, %21
  %23 = fdiv double %5, %22
  %24 = fmul double %17, %23
  %25 = fadd double %18, %24
  %26 = add nuw nsw i32 %16, 1
  %27 = fmul double %25, 1.000000e-18
  %28 = fcmp ogt double %24, %27
  br i1 %28, label %15, label %57
29:                                               ; preds = %36
  %30 = tail call double @llvm.exp.f64(double %3)
  %31 = fmul double %0, 0x401921FB54442D18
  %32 = tail call double @llvm.sqrt.f64(double %31)
  %33 = fdiv double %30, %32
  %34 = fmul double %30, %33
  %35 = fmul double %34, %51
  br label %57
36:                                               ; preds = %7, %36
  %37 = phi i32 [ 1, %7 ], [ %52, %36 ]
  %38 = phi double [ 1.000000e+00, %7 ], [ %50, %36 ]
  %39 = phi double [ 1.000000e+00, %7 ], [ %51, %36 ]
  %40 = shl nuw nsw i32 %37, 1
  %41 = add nsw i32 %40, -1
  %42 = mul nuw nsw i32 %41, %41
  %43 = sub nsw i32 %9, %42
  %44 = sitofp i32 %43 to double
  %45 = fneg double %44
  %46 = shl nuw nsw i32 %37, 3
  %47 = uitofp nneg i32 %46 to double
  %48 = fmul double %0, %47
  %49 = fdiv double %45, %48
  %50 = fmul double %38, %49
  %51 = fadd double %39, %50
  %52 = add nuw nsw i32 %37, 1
  %53 = icmp samesign ult i32 %37, 29
  %54 = tail call double @llvm.fabs.f64(double %50)
  %55 = fcmp ogt double %54, 1.000000e-18
  %56 = select i1 %53, i1 %55, i1 false
  br i1 %56, label %36, label %29
57:                                               ; preds = %15, %10, %29
  %58 = phi double [ %35, %29 ], [ %12, %10 ], [ %25, %15 ]
  ret double %58
}
define double @device_cyl_bessel_i1(double %0) {
  %2 = fcmp uno double %0, 0.000000e+00
  br i1 %2, label %7, label %3
3:                                                ; preds = %1
  %4 = tail call double @llvm.fabs.f64(double %0)
  %5 = tail call fastcc double @bessel(double %4, i32 1)
  %6 = tail call double @llvm.copysign.f64(double %5, double %0)
  br label %7
7:                                                ; preds = %1, %3
  %8 = phi double [ %6, %3 ], [ %0, %1 ]
  ret double %8
}
define float @device_tanpif(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @device_tanpi(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define float @device_rcbrtf(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @device_rcbrt(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define float @device_erfcxf(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @device_erfcx(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define float @device_erfcinvf(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @device_erfcinv(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define float @device_erfinvf(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @device_erfinv(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define float @device_normcdff(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @device_normcdf(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define float @device_normcdfinvf(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @device_normcdfinv(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define float @device_cyl_bessel_i0f(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @device_cyl_bessel_i0(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define float @device_cyl_bessel_i1f(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @device_cyl_bessel_i1(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define float @device_rhypotf(float %0, float %1) {
  %3 = fpext float %0 to double
  %4 = fpext float %1 to double
  %5 = tail call double @device_rhypot(double %3, double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}
define float @device_fdividef(float %0, float %1) {
  %3 = fpext float %0 to double
  %4 = fpext float %1 to double
  %5 = tail call double @device_fdivide(double %3, double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}
define float @device_scalbf(float %0, float %1) {
  %3 = fpext float %0 to double
  %4 = fpext float %1 to double
  %5 = tail call double @device_scalb(double %3, double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}
define float @device_powif(float %0, i32 %1) {
  %3 = fpext float %0 to double
  %4 = tail call double @device_powi(double %3, i32 %1)
  %5 = fptrunc double %4 to float
  ret float %5
}
define float @device_norm3df(float %0, float %1, float %2) {
  %4 = fpext float %0 to double
  %5 = fpext float %1 to double
  %6 = fpext float %2 to double
  %7 = tail call double @device_norm3d(double %4, double %5, double %6)
  %8 = fptrunc double %7 to float
  ret float %8
}
define float @device_norm4df(float %0, float %1, float %2, float %3) {
  %5 = fpext float %0 to double
  %6 = fpext float %1 to double
  %7 = fpext float %2 to double
  %8 = fpext float %3 to double
  %9 = tail call double @device_norm4d(double %5, double %6, double %7, double %8)
  %10 = fptrunc double %9 to float
  ret float %10
}
define float @device_rnorm3df(float %0, float %1, float %2) {
  %4 = fpext float %0 to double
  %5 = fpext float %1 to double
  %6 = fpext float %2 to double
  %7 = tail call double @device_rnorm3d(double %4, double %5, double %6)
  %8 = fptrunc double %7 to float
  ret float %8
}
define float @device_rnorm4df(float %0, float %1, float %2, float %3) {
  %5 = fpext float %0 to double
  %6 = fpext float %1 to double
  %7 = fpext float %2 to double
  %8 = fpext float %3 to double
  %9 = tail call double @device_rnorm4d(double %5, double %6, double %7, double %8)
  %10 = fptrunc double %9 to float
  ret float %10
}
define float @device_normf(i32 %0, ptr readonly captures(none) %1) {
  %3 = icmp sgt i32 %0, 0
  br i1 %3, label %4, label %9
4:                                                ; preds = %2
  %5 = zext nneg i32 %0 to i64
  br label %11
6:                                                ; preds = %11
  %7 = tail call double @llvm.sqrt.f64(double %18)
  %8 = fptrunc double %7 to float
  br label %9
9:                                                ; preds = %6, %2
  %10 = phi float [ 0.000000e+00, %2 ], [ %8, %6 ]
  ret float %10
11:                                               ; preds = %4, %11
  %12 = phi i64 [ 0, %4 ], [ %19, %11 ]
  %13 = phi double [ 0.000000e+00, %4 ], [ %18, %11 ]
  %14 = getelementptr inbounds nuw float, ptr %1, i64 %12
  %15 = load float, ptr %14, align 4
  %16 = fpext float %15 to double
  %17 = fmul double %16, %16
  %18 = fadd double %13, %17
  %19 = add nuw nsw i64 %12, 1
  %20 = icmp eq i64 %19, %5
  br i1 %20, label %6, label %11
}
define float @device_rnormf(i32 %0, ptr readonly captures(none) %1) {
  %3 = tail call float @device_normf(i32 %0, ptr %1)
  %4 = fdiv float 1.000000e+00, %3
  ret float %4
}
define void @device_sincospif(float %0, ptr writeonly captures(none) initializes((0, 4)) %1, ptr writeonly captures(none) initializes((0, 4)) %2) {
  %4 = tail call float @device_sinpif(float %0)
  store float %4, ptr %1, align 4
  %5 = tail call float @device_cospif(float %0)
  store float %5, ptr %2, align 4
  ret void
}
define float @device_sincospi_storedf(float %0, ptr writeonly captures(none) initializes((0, 4)) %1) {
  %3 = tail call float @device_cospif(float %0)
  store float %3, ptr %1, align 4
  %4 = tail call float @device_sinpif(float %0)
  ret float %4
}
define float @device_sincos_storedf(float %0, ptr writeonly captures(none) initializes((0, 4)) %1) {
  %3 = tail call float @llvm.cos.f32(float %0)
  store float %3, ptr %1, align 4
  %4 = tail call float @llvm.sin.f32(float %0)
  ret float %4
}
declare float @llvm.cos.f32(float)
declare float @llvm.sin.f32(float)
define half @device_ceil_f16(half %0) {
  %2 = tail call half @llvm.ceil.f16(half %0)
  ret half %2
}
declare float @llvm.ceil.f32(float)
define half @device_cos_f16(half %0) {
  %2 = fpext half %0 to float
  %3 = tail call float @llvm.cos.f32(float %2)
  %4 = fptrunc float %3 to half
  ret half %4
}
define half @device_exp_f16(half %0) {
  %2 = fpext half %0 to float
  %3 = tail call float @llvm.exp.f32(float %2)
  %4 = fptrunc float %3 to half
  ret half %4
}
declare float @llvm.exp.f32(float)
define half @device_exp2_f16(half %0) {
  %2 = fpext half %0 to float
  %3 = tail call float @llvm.exp2.f32(float %2)
  %4 = fptrunc float %3 to half
  ret half %4
}
define half @device_floor_f16(half %0) {
  %2 = tail call half @llvm.floor.f16(half %0)
  ret half %2
}
define half @device_fabs_f16(half %0) {
  %2 = tail call half @llvm.fabs.f16(half %0)
  ret half %2
}
define half @device_log_f16(half %0) {
  %2 = fpext half %0 to float
  %3 = tail call float @llvm.log.f32(float %2)
  %4 = fptrunc float %3 to half
  ret half %4
}
declare float @llvm.log.f32(float)
define half @device_log10_f16(half %0) {
  %2 = fpext half %0 to float
  %3 = tail call float @llvm.log10.f32(float %2)
  %4 = fptrunc float %3 to half
  ret half %4
}
declare float @llvm.log10.f32(float)
define half @device_log2_f16(half %0) {
  %2 = fpext half %0 to float
  %3 = tail call float @llvm.log2.f32(float %2)
  %4 = fptrunc float %3 to half
  ret half %4
}
define half @device_rint_f16(half %0) {
  %2 = tail call half @llvm.rint.f16(half %0)
  ret half %2
}
declare float @llvm.rint.f32(float)
define half @device_rsqrt_f16(half %0) {
  %2 = fpext half %0 to float
  %3 = tail call float @device_rsqrtf(float %2)
  %4 = fptrunc float %3 to half
  ret half %4
}
define half @device_sin_f16(half %0) {
  %2 = fpext half %0 to float
  %3 = tail call float @llvm.sin.f32(float %2)
  %4 = fptrunc float %3 to half
  ret half %4
}
define half @device_sqrt_f16(half %0) {
  %2 = fpext half %0 to float
  %3 = tail call float @llvm.sqrt.f32(float %2)
  %4 = fptrunc float %3 to half
  ret half %4
}
define half @device_trunc_f16(half %0) {
  %2 = tail call half @llvm.trunc.f16(half %0)
  ret half %2
}
declare float @llvm.trunc.f32(float)
define half @device_exp10_f16(half %0) {
  %2 = fpext half %0 to double
  %3 = tail call double @llvm.pow.f64(double 1.000000e+01, double %2)
  %4 = fptrunc double %3 to half
  ret half %4
}
declare double @llvm.pow.f64(double, double)
define half @device_fma_f16(half %0, half %1, half %2) {
  %4 = fpext half %0 to double
  %5 = fpext half %1 to double
  %6 = fmul double %4, %5
  %7 = fpext half %2 to double
  %8 = fadd double %6, %7
  %9 = fptrunc double %8 to half
  ret half %9
}
define half @device_fmax_f16(half %0, half %1) {
  %3 = tail call half @llvm.maxnum.f16(half %0, half %1)
  ret half %3
}
define half @device_fmin_f16(half %0, half %1) {
  %3 = tail call half @llvm.minnum.f16(half %0, half %1)
  ret half %3
}
define half @device_powi_f16(half %0, i32 %1) {
  %3 = fpext half %0 to double
  %4 = tail call double @device_powi(double %3, i32 %1)
  %5 = fptrunc double %4 to half
  ret half %5
}
define i32 @device_nvvm_read_ptx_sreg_tid_x() {
  %1 = tail call i32 @enzyme_rs_emulator_thread(i32 0)
  ret i32 %1
}
define i32 @device_nvvm_read_ptx_sreg_tid_y() {
  %1 = tail call i32 @enzyme_rs_emulator_thread(i32 1)
  ret i32 %1
}
define i32 @device_nvvm_read_ptx_sreg_tid_z() {
  %1 = tail call i32 @enzyme_rs_emulator_thread(i32 2)
  ret i32 %1
}
define i32 @device_nvvm_read_ptx_sreg_ctaid_x() {
  %1 = tail call i32 @enzyme_rs_emulator_block(i32 0)
  ret i32 %1
}
define i32 @device_nvvm_read_ptx_sreg_ctaid_y() {
  %1 = tail call i32 @enzyme_rs_emulator_block(i32 1)
  ret i32 %1
}
define i32 @device_nvvm_read_ptx_sreg_ctaid_z() {
  %1 = tail call i32 @enzyme_rs_emulator_block(i32 2)
  ret i32 %1
}
define i32 @device_nvvm_read_ptx_sreg_ntid_x() {
  %1 = tail call i32 @enzyme_rs_emulator_block_size(i32 0)
  ret i32 %1
}
define i32 @device_nvvm_read_ptx_sreg_ntid_y() {
  %1 = tail call i32 @enzyme_rs_emulator_block_size(i32 1)
  ret i32 %1
}
define i32 @device_nvvm_read_ptx_sreg_ntid_z() {
  %1 = tail call i32 @enzyme_rs_emulator_block_size(i32 2)
  ret i32 %1
}
define i32 @device_nvvm_read_ptx_sreg_nctaid_x() {
  %1 = tail call i32 @enzyme_rs_emulator_grid_size(i32 0)
  ret i32 %1
}
define i32 @device_nvvm_read_ptx_sreg_nctaid_y() {
  %1 = tail call i32 @enzyme_rs_emulator_grid_size(i32 1)
  ret i32 %1
}
define i32 @device_nvvm_read_ptx_sreg_nctaid_z() {
  %1 = tail call i32 @enzyme_rs_emulator_grid_size(i32 2)
  ret i32 %1
}
define i32 @device_nvvm_read_ptx_sreg_laneid() {
  %1 = tail call fastcc i32 @lane()
  ret i32 %1
}
define internal fastcc i32 @lane() unnamed_addr {
  %1 = tail call i32 @enzyme_rs_emulator_lane()
  ret i32 %1
}
define i32 @device_nvvm_read_ptx_sreg_warpid() {
  %1 = tail call i32 @enzyme_rs_emulator_warp()
  ret i32 %1
}
declare i32 @enzyme_rs_emulator_warp()
define i32 @device_nvvm_read_ptx_sreg_warpsize() {
  %1 = tail call i32 @enzyme_rs_emulator_warp_size()
  ret i32 %1
}
define range(i32 1, -2147483647) i32 @device_nvvm_read_ptx_sreg_lanemask_eq() {
  %1 = tail call fastcc i32 @lane()
  %2 = shl nuw i32 1, %1
  ret i32 %2
}
define i32 @device_nvvm_read_ptx_sreg_lanemask_le() {
  %1 = tail call fastcc i32 @lane()
  %2 = shl i32 2, %1
  %3 = add i32 %2, -1
  ret i32 %3
}
define range(i32 0, -2147483648) i32 @device_nvvm_read_ptx_sreg_lanemask_lt() {
  %1 = tail call fastcc i32 @lane()
  %2 = shl nsw i32 -1, %1
  %3 = xor i32 %2, -1
  ret i32 %3
}
define range(i32 -2147483648, 0) i32 @device_nvvm_read_ptx_sreg_lanemask_ge() {
  %1 = tail call fastcc i32 @lane()
  %2 = shl nsw i32 -1, %1
  ret i32 %2
}
define i32 @device_nvvm_read_ptx_sreg_lanemask_gt() {
  %1 = tail call fastcc i32 @lane()
  %2 = shl i32 -2, %1
  ret i32 %2
}
define i32 @device_nvvm_read_ptx_sreg_dynamic_smem_size() {
  %1 = tail call i64 @enzyme_rs_emulator_dynamic_shared_bytes()
  %2 = trunc i64 %1 to i32
  ret i32 %2
}
declare i64 @enzyme_rs_emulator_dynamic_shared_bytes()
define i32 @device_nvvm_read_ptx_sreg_smid() {
  ret i32 0
}
define i32 @device_nvvm_read_ptx_sreg_nsmid() {
  ret i32 1
}
define i32 @device_nvvm_read_ptx_sreg_clock() {
  %1 = tail call i64 @enzyme_rs_emulator_clock()
  %2 = trunc i64 %1 to i32
  ret i32 %2
}
define i64 @device_nvvm_read_ptx_sreg_clock64() {
  %1 = tail call i64 @enzyme_rs_emulator_clock()
  ret i64 %1
}
define i64 @device_nvvm_read_ptx_sreg_globaltimer() {
  %1 = tail call i64 @enzyme_rs_emulator_clock()
  ret i64 %1
}
define void @device_nvvm_nanosleep(i32 %0) {
  tail call void @enzyme_rs_emulator_yield()
  ret void
}
define void @device_nvvm_barrier_cta_sync_aligned_all(i32 %0, ptr %1) {
  tail call fastcc void @is_of_all(i32 %0, ptr %1)
  tail call void @enzyme_rs_emulator_barrier(ptr %1)
  ret void
}
define internal fastcc void @is_of_all(i32 %0, ptr %1) unnamed_addr {
  %3 = icmp eq i32 %0, 0
  br i1 %3, label %5, label %4
4:                                                ; preds = %2
  tail call void @enzyme_rs_emulator_trap(ptr %1)
  unreachable
5:                                                ; preds = %2
  ret void
}
define i32 @device_nvvm_barrier_cta_red_popc_aligned_all(i32 %0, i1 zeroext %1, ptr %2) {
  tail call fastcc void @is_of_all(i32 %0, ptr %2)
  %4 = zext i1 %1 to i32
  %5 = tail call i32 @enzyme_rs_emulator_barrier_popc(i32 %4, ptr %2)
  ret i32 %5
}
define zeroext i1 @device_nvvm_barrier_cta_red_and_aligned_all(i32 %0, i1 zeroext %1, ptr %2) {
  tail call fastcc void @is_of_all(i32 %0, ptr %2)
  %4 = zext i1 %1 to i32
  %5 = tail call i32 @enzyme_rs_emulator_barrier_and(i32 %4, ptr %2)
  %6 = icmp ne i32 %5, 0
  ret i1 %6
}
define zeroext i1 @device_nvvm_barrier_cta_red_or_aligned_all(i32 %0, i1 zeroext %1, ptr %2) {
  tail call fastcc void @is_of_all(i32 %0, ptr %2)
  %4 = zext i1 %1 to i32
  %5 = tail call i32 @enzyme_rs_emulator_barrier_or(i32 %4, ptr %2)
  %6 = icmp ne i32 %5, 0
  ret i1 %6
}
define void @device_nvvm_barrier_cta_sync_all(i32 %0, ptr %1) {
  tail call fastcc void @is_of_all(i32 %0, ptr %1)
  tail call void @enzyme_rs_emulator_barrier(ptr %1)
  ret void
}
define i32 @device_nvvm_barrier_cta_red_popc_all(i32 %0, i1 zeroext %1, ptr %2) {
  tail call fastcc void @is_of_all(i32 %0, ptr %2)
  %4 = zext i1 %1 to i32
  %5 = tail call i32 @enzyme_rs_emulator_barrier_popc(i32 %4, ptr %2)
  ret i32 %5
}
define zeroext i1 @device_nvvm_barrier_cta_red_and_all(i32 %0, i1 zeroext %1, ptr %2) {
  tail call fastcc void @is_of_all(i32 %0, ptr %2)
  %4 = zext i1 %1 to i32
  %5 = tail call i32 @enzyme_rs_emulator_barrier_and(i32 %4, ptr %2)
  %6 = icmp ne i32 %5, 0
  ret i1 %6
}
define zeroext i1 @device_nvvm_barrier_cta_red_or_all(i32 %0, i1 zeroext %1, ptr %2) {
  tail call fastcc void @is_of_all(i32 %0, ptr %2)
  %4 = zext i1 %1 to i32
  %5 = tail call i32 @enzyme_rs_emulator_barrier_or(i32 %4, ptr %2)
  %6 = icmp ne i32 %5, 0
  ret i1 %6
}
define void @device_nvvm_bar_warp_sync(i32 %0, ptr %1) {
  %3 = zext i32 %0 to i64
  tail call void @enzyme_rs_emulator_warp_barrier(i64 %3, ptr %1)
  ret void
}
define i32 @device_nvvm_activemask(ptr %0) {
  %2 = tail call i64 @enzyme_rs_emulator_active_mask(ptr %0)
  %3 = trunc i64 %2 to i32
  ret i32 %3
}
declare i64 @enzyme_rs_emulator_active_mask(ptr noundef)
define i32 @device_nvvm_shfl_sync_idx_i32(i32 %0, i32 %1, i32 %2, i32 %3, ptr %4) {
  %6 = zext i32 %0 to i64
  %7 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %6, i32 %1, i32 %2, i32 %3, ptr null, ptr %4)
  ret i32 %7
}
declare i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 noundef, i32 noundef, i32 noundef, i32 noundef, ptr noundef, ptr noundef)
define float @device_nvvm_shfl_sync_idx_f32(i32 %0, float %1, i32 %2, i32 %3, ptr %4) {
  %6 = zext i32 %0 to i64
  %7 = bitcast float %1 to i32
  %8 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %6, i32 %7, i32 %2, i32 %3, ptr null, ptr %4)
  %9 = bitcast i32 %8 to float
  ret float %9
}
define i32 @device_nvvm_shfl_sync_idx_i32p(i32 %0, i32 %1, i32 %2, i32 %3, ptr %4, ptr %5) {
  %7 = zext i32 %0 to i64
  %8 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %7, i32 %1, i32 %2, i32 %3, ptr %4, ptr %5)
  ret i32 %8
}
define float @device_nvvm_shfl_sync_idx_f32p(i32 %0, float %1, i32 %2, i32 %3, ptr %4, ptr %5) {
  %7 = zext i32 %0 to i64
  %8 = bitcast float %1 to i32
  %9 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %7, i32 %8, i32 %2, i32 %3, ptr %4, ptr %5)
  %10 = bitcast i32 %9 to float
  ret float %10
}
define i32 @device_nvvm_shfl_sync_up_i32(i32 %0, i32 %1, i32 %2, i32 %3, ptr %4) {
  %6 = zext i32 %0 to i64
  %7 = tail call i32 @enzyme_rs_emulator_shuffle_up_i32(i64 %6, i32 %1, i32 %2, i32 %3, ptr null, ptr %4)
  ret i32 %7
}
declare i32 @enzyme_rs_emulator_shuffle_up_i32(i64 noundef, i32 noundef, i32 noundef, i32 noundef, ptr noundef, ptr noundef)
define float @device_nvvm_shfl_sync_up_f32(i32 %0, float %1, i32 %2, i32 %3, ptr %4) {
  %6 = zext i32 %0 to i64
  %7 = bitcast float %1 to i32
  %8 = tail call i32 @enzyme_rs_emulator_shuffle_up_i32(i64 %6, i32 %7, i32 %2, i32 %3, ptr null, ptr %4)
  %9 = bitcast i32 %8 to float
  ret float %9
}
define i32 @device_nvvm_shfl_sync_up_i32p(i32 %0, i32 %1, i32 %2, i32 %3, ptr %4, ptr %5) {
  %7 = zext i32 %0 to i64
  %8 = tail call i32 @enzyme_rs_emulator_shuffle_up_i32(i64 %7, i32 %1, i32 %2, i32 %3, ptr %4, ptr %5)
  ret i32 %8
}
define float @device_nvvm_shfl_sync_up_f32p(i32 %0, float %1, i32 %2, i32 %3, ptr %4, ptr %5) {
  %7 = zext i32 %0 to i64
  %8 = bitcast float %1 to i32
  %9 = tail call i32 @enzyme_rs_emulator_shuffle_up_i32(i64 %7, i32 %8, i32 %2, i32 %3, ptr %4, ptr %5)
  %10 = bitcast i32 %9 to float
  ret float %10
}
define i32 @device_nvvm_shfl_sync_down_i32(i32 %0, i32 %1, i32 %2, i32 %3, ptr %4) {
  %6 = zext i32 %0 to i64
  %7 = tail call i32 @enzyme_rs_emulator_shuffle_down_i32(i64 %6, i32 %1, i32 %2, i32 %3, ptr null, ptr %4)
  ret i32 %7
}
declare i32 @enzyme_rs_emulator_shuffle_down_i32(i64 noundef, i32 noundef, i32 noundef, i32 noundef, ptr noundef, ptr noundef)
define float @device_nvvm_shfl_sync_down_f32(i32 %0, float %1, i32 %2, i32 %3, ptr %4) {
  %6 = zext i32 %0 to i64
  %7 = bitcast float %1 to i32
  %8 = tail call i32 @enzyme_rs_emulator_shuffle_down_i32(i64 %6, i32 %7, i32 %2, i32 %3, ptr null, ptr %4)
  %9 = bitcast i32 %8 to float
  ret float %9
}
define i32 @device_nvvm_shfl_sync_down_i32p(i32 %0, i32 %1, i32 %2, i32 %3, ptr %4, ptr %5) {
  %7 = zext i32 %0 to i64
  %8 = tail call i32 @enzyme_rs_emulator_shuffle_down_i32(i64 %7, i32 %1, i32 %2, i32 %3, ptr %4, ptr %5)
  ret i32 %8
}
define float @device_nvvm_shfl_sync_down_f32p(i32 %0, float %1, i32 %2, i32 %3, ptr %4, ptr %5) {
  %7 = zext i32 %0 to i64
  %8 = bitcast float %1 to i32
  %9 = tail call i32 @enzyme_rs_emulator_shuffle_down_i32(i64 %7, i32 %8, i32 %2, i32 %3, ptr %4, ptr %5)
  %10 = bitcast i32 %9 to float
  ret float %10
}
define i32 @device_nvvm_shfl_sync_bfly_i32(i32 %0, i32 %1, i32 %2, i32 %3, ptr %4) {
  %6 = zext i32 %0 to i64
  %7 = tail call i32 @enzyme_rs_emulator_shuffle_xor_i32(i64 %6, i32 %1, i32 %2, i32 %3, ptr null, ptr %4)
  ret i32 %7
}
declare i32 @enzyme_rs_emulator_shuffle_xor_i32(i64 noundef, i32 noundef, i32 noundef, i32 noundef, ptr noundef, ptr noundef)
define float @device_nvvm_shfl_sync_bfly_f32(i32 %0, float %1, i32 %2, i32 %3, ptr %4) {
  %6 = zext i32 %0 to i64
  %7 = bitcast float %1 to i32
  %8 = tail call i32 @enzyme_rs_emulator_shuffle_xor_i32(i64 %6, i32 %7, i32 %2, i32 %3, ptr null, ptr %4)
  %9 = bitcast i32 %8 to float
  ret float %9
}
define i32 @device_nvvm_shfl_sync_bfly_i32p(i32 %0, i32 %1, i32 %2, i32 %3, ptr %4, ptr %5) {
  %7 = zext i32 %0 to i64
  %8 = tail call i32 @enzyme_rs_emulator_shuffle_xor_i32(i64 %7, i32 %1, i32 %2, i32 %3, ptr %4, ptr %5)
  ret i32 %8
}
define float @device_nvvm_shfl_sync_bfly_f32p(i32 %0, float %1, i32 %2, i32 %3, ptr %4, ptr %5) {
  %7 = zext i32 %0 to i64
  %8 = bitcast float %1 to i32
  %9 = tail call i32 @enzyme_rs_emulator_shuffle_xor_i32(i64 %7, i32 %8, i32 %2, i32 %3, ptr %4, ptr %5)
  %10 = bitcast i32 %9 to float
  ret float %10
}
define i32 @device_nvvm_vote_ballot_sync(i32 %0, i1 zeroext %1, ptr %2) {
  %4 = zext i32 %0 to i64
  %5 = zext i1 %1 to i32
  %6 = tail call i64 @enzyme_rs_emulator_ballot(i64 %4, i32 %5, ptr %2)
  %7 = trunc i64 %6 to i32
  ret i32 %7
}
define zeroext i1 @device_nvvm_vote_any_sync(i32 %0, i1 zeroext %1, ptr %2) {
  %4 = zext i32 %0 to i64
  %5 = zext i1 %1 to i32
  %6 = tail call i32 @enzyme_rs_emulator_any(i64 %4, i32 %5, ptr %2)
  %7 = icmp ne i32 %6, 0
  ret i1 %7
}
define zeroext i1 @device_nvvm_vote_all_sync(i32 %0, i1 zeroext %1, ptr %2) {
  %4 = zext i32 %0 to i64
  %5 = zext i1 %1 to i32
  %6 = tail call i32 @enzyme_rs_emulator_all(i64 %4, i32 %5, ptr %2)
  %7 = icmp ne i32 %6, 0
  ret i1 %7
}
define zeroext i1 @device_nvvm_vote_uni_sync(i32 %0, i1 zeroext %1, ptr %2) {
  %4 = zext i32 %0 to i64
  %5 = zext i1 %1 to i32
  %6 = tail call i64 @enzyme_rs_emulator_ballot(i64 %4, i32 %5, ptr %2)
  %7 = icmp eq i64 %6, 0
  br i1 %7, label %13, label %8
8:                                                ; preds = %3
  %9 = xor i1 %1, true
  %10 = zext i1 %9 to i32
  %11 = tail call i32 @enzyme_rs_emulator_any(i64 %4, i32 %10, ptr %2)
  %12 = icmp eq i32 %11, 0
  br label %13
13:                                               ; preds = %8, %3
  %14 = phi i1 [ true, %3 ], [ %12, %8 ]
  ret i1 %14
}
define i32 @device_nvvm_match_any_sync_i32(i32 %0, i32 %1, ptr %2) {
  %4 = zext i32 %0 to i64
  %5 = sext i32 %1 to i64
  %6 = tail call i64 @enzyme_rs_emulator_match_any(i64 %4, i64 %5, ptr %2)
  %7 = trunc i64 %6 to i32
  ret i32 %7
}
declare i64 @enzyme_rs_emulator_match_any(i64 noundef, i64 noundef, ptr noundef)
define i32 @device_nvvm_match_any_sync_i64(i32 %0, i64 %1, ptr %2) {
  %4 = zext i32 %0 to i64
  %5 = tail call i64 @enzyme_rs_emulator_match_any(i64 %4, i64 %1, ptr %2)
  %6 = trunc i64 %5 to i32
  ret i32 %6
}
define i32 @device_nvvm_match_all_sync_i32p(i32 %0, i32 %1, ptr %2, ptr %3) {
  %5 = zext i32 %0 to i64
  %6 = sext i32 %1 to i64
  %7 = tail call i64 @enzyme_rs_emulator_match_all(i64 %5, i64 %6, ptr %2, ptr %3)
  %8 = trunc i64 %7 to i32
  ret i32 %8
}
declare i64 @enzyme_rs_emulator_match_all(i64 noundef, i64 noundef, ptr noundef, ptr noundef)
define i32 @device_nvvm_match_all_sync_i64p(i32 %0, i64 %1, ptr %2, ptr %3) {
  %5 = zext i32 %0 to i64
  %6 = tail call i64 @enzyme_rs_emulator_match_all(i64 %5, i64 %1, ptr %2, ptr %3)
  %7 = trunc i64 %6 to i32
  ret i32 %7
}
define i32 @device_nvvm_redux_sync_add(i32 %0, i32 %1, ptr %2) {
  %4 = icmp eq i32 %1, 0
  br i1 %4, label %7, label %5
5:                                                ; preds = %3
  %6 = zext i32 %1 to i64
  br label %9
7:                                                ; preds = %9, %3
  %8 = phi i32 [ 0, %3 ], [ %14, %9 ]
  ret i32 %8
9:                                                ; preds = %5, %9
  %10 = phi i32 [ 0, %5 ], [ %14, %9 ]
  %11 = phi i32 [ %1, %5 ], [ %16, %9 ]
  %12 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %11, i1 true)
  %13 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %6, i32 %0, i32 %12, i32 31, ptr null, ptr %2)
  %14 = add i32 %13, %10
  %15 = add i32 %11, -1
  %16 = and i32 %15, %11
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %7, label %9
}
define i32 @device_nvvm_redux_sync_and(i32 %0, i32 %1, ptr %2) {
  %4 = icmp eq i32 %1, 0
  br i1 %4, label %7, label %5
5:                                                ; preds = %3
  %6 = zext i32 %1 to i64
  br label %9
7:                                                ; preds = %9, %3
  %8 = phi i32 [ 0, %3 ], [ %14, %9 ]
  ret i32 %8
9:                                                ; preds = %5, %9
  %10 = phi i32 [ -1, %5 ], [ %14, %9 ]
  %11 = phi i32 [ %1, %5 ], [ %16, %9 ]
  %12 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %11, i1 true)
  %13 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %6, i32 %0, i32 %12, i32 31, ptr null, ptr %2)
  %14 = and i32 %13, %10
  %15 = add i32 %11, -1
  %16 = and i32 %15, %11
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %7, label %9
}
define i32 @device_nvvm_redux_sync_or(i32 %0, i32 %1, ptr %2) {
  %4 = icmp eq i32 %1, 0
  br i1 %4, label %7, label %5
5:                                                ; preds = %3
  %6 = zext i32 %1 to i64
  br label %9
7:                                                ; preds = %9, %3
  %8 = phi i32 [ 0, %3 ], [ %14, %9 ]
  ret i32 %8
9:                                                ; preds = %5, %9
  %10 = phi i32 [ 0, %5 ], [ %14, %9 ]
  %11 = phi i32 [ %1, %5 ], [ %16, %9 ]
  %12 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %11, i1 true)
  %13 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %6, i32 %0, i32 %12, i32 31, ptr null, ptr %2)
  %14 = or i32 %13, %10
  %15 = add i32 %11, -1
  %16 = and i32 %15, %11
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %7, label %9
}
define i32 @device_nvvm_redux_sync_xor(i32 %0, i32 %1, ptr %2) {
  %4 = icmp eq i32 %1, 0
  br i1 %4, label %7, label %5
5:                                                ; preds = %3
  %6 = zext i32 %1 to i64
  br label %9
7:                                                ; preds = %9, %3
  %8 = phi i32 [ 0, %3 ], [ %14, %9 ]
  ret i32 %8
9:                                                ; preds = %5, %9
  %10 = phi i32 [ 0, %5 ], [ %14, %9 ]
  %11 = phi i32 [ %1, %5 ], [ %16, %9 ]
  %12 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %11, i1 true)
  %13 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %6, i32 %0, i32 %12, i32 31, ptr null, ptr %2)
  %14 = xor i32 %13, %10
  %15 = add i32 %11, -1
  %16 = and i32 %15, %11
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %7, label %9
}
define i32 @device_nvvm_redux_sync_min(i32 %0, i32 %1, ptr %2) {
  %4 = icmp eq i32 %1, 0
  br i1 %4, label %7, label %5
5:                                                ; preds = %3
  %6 = zext i32 %1 to i64
  br label %9
7:                                                ; preds = %9, %3
  %8 = phi i32 [ 0, %3 ], [ %16, %9 ]
  ret i32 %8
9:                                                ; preds = %5, %9
  %10 = phi i32 [ 0, %5 ], [ %16, %9 ]
  %11 = phi i1 [ false, %5 ], [ true, %9 ]
  %12 = phi i32 [ %1, %5 ], [ %18, %9 ]
  %13 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %12, i1 true)
  %14 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %6, i32 %0, i32 %13, i32 31, ptr null, ptr %2)
  %15 = tail call i32 @llvm.smin.i32(i32 %10, i32 %14)
  %16 = select i1 %11, i32 %15, i32 %14
  %17 = add i32 %12, -1
  %18 = and i32 %17, %12
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %7, label %9
}
define i32 @device_nvvm_redux_sync_max(i32 %0, i32 %1, ptr %2) {
  %4 = icmp eq i32 %1, 0
  br i1 %4, label %7, label %5
5:                                                ; preds = %3
  %6 = zext i32 %1 to i64
  br label %9
7:                                                ; preds = %9, %3
  %8 = phi i32 [ 0, %3 ], [ %16, %9 ]
  ret i32 %8
9:                                                ; preds = %5, %9
  %10 = phi i32 [ 0, %5 ], [ %16, %9 ]
  %11 = phi i1 [ false, %5 ], [ true, %9 ]
  %12 = phi i32 [ %1, %5 ], [ %18, %9 ]
  %13 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %12, i1 true)
  %14 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %6, i32 %0, i32 %13, i32 31, ptr null, ptr %2)
  %15 = tail call i32 @llvm.smax.i32(i32 %10, i32 %14)
  %16 = select i1 %11, i32 %15, i32 %14
  %17 = add i32 %12, -1
  %18 = and i32 %17, %12
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %7, label %9
}
define i32 @device_nvvm_redux_sync_umin(i32 %0, i32 %1, ptr %2) {
  %4 = icmp eq i32 %1, 0
  br i1 %4, label %7, label %5
5:                                                ; preds = %3
  %6 = zext i32 %1 to i64
  br label %9
7:                                                ; preds = %9, %3
  %8 = phi i32 [ 0, %3 ], [ %16, %9 ]
  ret i32 %8
9:                                                ; preds = %5, %9
  %10 = phi i32 [ 0, %5 ], [ %16, %9 ]
  %11 = phi i1 [ false, %5 ], [ true, %9 ]
  %12 = phi i32 [ %1, %5 ], [ %18, %9 ]
  %13 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %12, i1 true)
  %14 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %6, i32 %0, i32 %13, i32 31, ptr null, ptr %2)
  %15 = tail call i32 @llvm.umin.i32(i32 %10, i32 %14)
  %16 = select i1 %11, i32 %15, i32 %14
  %17 = add i32 %12, -1
  %18 = and i32 %17, %12
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %7, label %9
}
define i32 @device_nvvm_redux_sync_umax(i32 %0, i32 %1, ptr %2) {
  %4 = icmp eq i32 %1, 0
  br i1 %4, label %7, label %5
5:                                                ; preds = %3
  %6 = zext i32 %1 to i64
  br label %9
7:                                                ; preds = %9, %3
  %8 = phi i32 [ 0, %3 ], [ %16, %9 ]
  ret i32 %8
9:                                                ; preds = %5, %9
  %10 = phi i32 [ 0, %5 ], [ %16, %9 ]
  %11 = phi i1 [ false, %5 ], [ true, %9 ]
  %12 = phi i32 [ %1, %5 ], [ %18, %9 ]
  %13 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %12, i1 true)
  %14 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %6, i32 %0, i32 %13, i32 31, ptr null, ptr %2)
  %15 = tail call i32 @llvm.umax.i32(i32 %10, i32 %14)
  %16 = select i1 %11, i32 %15, i32 %14
  %17 = add i32 %12, -1
  %18 = and i32 %17, %12
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %7, label %9
}
define float @device_nvvm_redux_sync_fmin(float %0, i32 %1, ptr %2) {
  %4 = icmp eq i32 %1, 0
  br i1 %4, label %8, label %5
5:                                                ; preds = %3
  %6 = zext i32 %1 to i64
  %7 = bitcast float %0 to i32
  br label %10
8:                                                ; preds = %10, %3
  %9 = phi float [ 0.000000e+00, %3 ], [ %18, %10 ]
  ret float %9
10:                                               ; preds = %5, %10
  %11 = phi float [ 0.000000e+00, %5 ], [ %18, %10 ]
  %12 = phi i1 [ false, %5 ], [ true, %10 ]
  %13 = phi i32 [ %1, %5 ], [ %20, %10 ]
  %14 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %13, i1 true)
  %15 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %6, i32 %7, i32 %14, i32 31, ptr null, ptr %2)
  %16 = bitcast i32 %15 to float
  %17 = tail call float @llvm.minnum.f32(float %11, float %16)
  %18 = select i1 %12, float %17, float %16
  %19 = add i32 %13, -1
  %20 = and i32 %19, %13
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %8, label %10
}
define float @device_nvvm_redux_sync_fmax(float %0, i32 %1, ptr %2) {
  %4 = icmp eq i32 %1, 0
  br i1 %4, label %8, label %5
5:                                                ; preds = %3
  %6 = zext i32 %1 to i64
  %7 = bitcast float %0 to i32
  br label %10
8:                                                ; preds = %10, %3
  %9 = phi float [ 0.000000e+00, %3 ], [ %18, %10 ]
  ret float %9
10:                                               ; preds = %5, %10
  %11 = phi float [ 0.000000e+00, %5 ], [ %18, %10 ]
  %12 = phi i1 [ false, %5 ], [ true, %10 ]
  %13 = phi i32 [ %1, %5 ], [ %20, %10 ]
  %14 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %13, i1 true)
  %15 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %6, i32 %7, i32 %14, i32 31, ptr null, ptr %2)
  %16 = bitcast i32 %15 to float
  %17 = tail call float @llvm.maxnum.f32(float %11, float %16)
  %18 = select i1 %12, float %17, float %16
  %19 = add i32 %13, -1
  %20 = and i32 %19, %13
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %8, label %10
}
define void @device_nvvm_membar_cta() {
  fence seq_cst
  ret void
}
define void @device_nvvm_membar_gl() {
  fence seq_cst
  ret void
}
define void @device_nvvm_membar_sys() {
  fence seq_cst
  ret void
}
define i32 @device_nvvm_atomic_add_gen_i_cta_i32_p0(ptr captures(none) %0, i32 %1) {
  %3 = atomicrmw add ptr %0, i32 %1 monotonic, align 4
  ret i32 %3
}
define i32 @device_nvvm_atomic_add_gen_i_sys_i32_p0(ptr captures(none) %0, i32 %1) {
  %3 = atomicrmw add ptr %0, i32 %1 monotonic, align 4
  ret i32 %3
}
define i32 @device_nvvm_atomic_and_gen_i_cta_i32_p0(ptr captures(none) %0, i32 %1) {
  %3 = atomicrmw and ptr %0, i32 %1 monotonic, align 4
  ret i32 %3
}
define i32 @device_nvvm_atomic_and_gen_i_sys_i32_p0(ptr captures(none) %0, i32 %1) {
  %3 = atomicrmw and ptr %0, i32 %1 monotonic, align 4
  ret i32 %3
}
define i32 @device_nvvm_atomic_or_gen_i_cta_i32_p0(ptr captures(none) %0, i32 %1) {
  %3 = atomicrmw or ptr %0, i32 %1 monotonic, align 4
  ret i32 %3
}
define i32 @device_nvvm_atomic_or_gen_i_sys_i32_p0(ptr captures(none) %0, i32 %1) {
  %3 = atomicrmw or ptr %0, i32 %1 monotonic, align 4
  ret i32 %3
}
define i32 @device_nvvm_atomic_xor_gen_i_cta_i32_p0(ptr captures(none) %0, i32 %1) {
  %3 = atomicrmw xor ptr %0, i32 %1 monotonic, align 4
  ret i32 %3
}
define i32 @device_nvvm_atomic_xor_gen_i_sys_i32_p0(ptr captures(none) %0, i32 %1) {
  %3 = atomicrmw xor ptr %0, i32 %1 monotonic, align 4
  ret i32 %3
}
define i32 @device_nvvm_atomic_max_gen_i_cta_i32_p0(ptr captures(none) %0, i32 %1) {
  %3 = atomicrmw max ptr %0, i32 %1 monotonic, align 4
  ret i32 %3
}
define i32 @device_nvvm_atomic_max_gen_i_sys_i32_p0(ptr captures(none) %0, i32 %1) {
  %3 = atomicrmw max ptr %0, i32 %1 monotonic, align 4
  ret i32 %3
}
define i32 @device_nvvm_atomic_min_gen_i_cta_i32_p0(ptr captures(none) %0, i32 %1) {
  %3 = atomicrmw min ptr %0, i32 %1 monotonic, align 4
  ret i32 %3
}
define i32 @device_nvvm_atomic_min_gen_i_sys_i32_p0(ptr captures(none) %0, i32 %1) {
  %3 = atomicrmw min ptr %0, i32 %1 monotonic, align 4
  ret i32 %3
}
define i32 @device_nvvm_atomic_exch_gen_i_cta_i32_p0(ptr captures(none) %0, i32 %1) {
  %3 = atomicrmw xchg ptr %0, i32 %1 monotonic, align 4
  ret i32 %3
}
define i32 @device_nvvm_atomic_exch_gen_i_sys_i32_p0(ptr captures(none) %0, i32 %1) {
  %3 = atomicrmw xchg ptr %0, i32 %1 monotonic, align 4
  ret i32 %3
}
define i64 @device_nvvm_atomic_add_gen_i_cta_i64_p0(ptr captures(none) %0, i64 %1) {
  %3 = atomicrmw add ptr %0, i64 %1 monotonic, align 8
  ret i64 %3
}
define i64 @device_nvvm_atomic_add_gen_i_sys_i64_p0(ptr captures(none) %0, i64 %1) {
  %3 = atomicrmw add ptr %0, i64 %1 monotonic, align 8
  ret i64 %3
}
define i64 @device_nvvm_atomic_and_gen_i_cta_i64_p0(ptr captures(none) %0, i64 %1) {
  %3 = atomicrmw and ptr %0, i64 %1 monotonic, align 8
  ret i64 %3
}
define i64 @device_nvvm_atomic_and_gen_i_sys_i64_p0(ptr captures(none) %0, i64 %1) {
  %3 = atomicrmw and ptr %0, i64 %1 monotonic, align 8
  ret i64 %3
}
define i64 @device_nvvm_atomic_or_gen_i_cta_i64_p0(ptr captures(none) %0, i64 %1) {
  %3 = atomicrmw or ptr %0, i64 %1 monotonic, align 8
  ret i64 %3
}
define i64 @device_nvvm_atomic_or_gen_i_sys_i64_p0(ptr captures(none) %0, i64 %1) {
  %3 = atomicrmw or ptr %0, i64 %1 monotonic, align 8
  ret i64 %3
}
define i64 @device_nvvm_atomic_xor_gen_i_cta_i64_p0(ptr captures(none) %0, i64 %1) {
  %3 = atomicrmw xor ptr %0, i64 %1 monotonic, align 8
  ret i64 %3
}
define i64 @device_nvvm_atomic_xor_gen_i_sys_i64_p0(ptr captures(none) %0, i64 %1) {
  %3 = atomicrmw xor ptr %0, i64 %1 monotonic, align 8
  ret i64 %3
}
define i64 @device_nvvm_atomic_max_gen_i_cta_i64_p0(ptr captures(none) %0, i64 %1) {
  %3 = atomicrmw max ptr %0, i64 %1 monotonic, align 8
  ret i64 %3
}
define i64 @device_nvvm_atomic_max_gen_i_sys_i64_p0(ptr captures(none) %0, i64 %1) {
  %3 = atomicrmw max ptr %0, i64 %1 monotonic, align 8
  ret i64 %3
}
define i64 @device_nvvm_atomic_min_gen_i_cta_i64_p0(ptr captures(none) %0, i64 %1) {
  %3 = atomicrmw min ptr %0, i64 %1 monotonic, align 8
  ret i64 %3
}
define i64 @device_nvvm_atomic_min_gen_i_sys_i64_p0(ptr captures(none) %0, i64 %1) {
  %3 = atomicrmw min ptr %0, i64 %1 monotonic, align 8
  ret i64 %3
}
define i64 @device_nvvm_atomic_exch_gen_i_cta_i64_p0(ptr captures(none) %0, i64 %1) {
  %3 = atomicrmw xchg ptr %0, i64 %1 monotonic, align 8
  ret i64 %3
}
define i64 @device_nvvm_atomic_exch_gen_i_sys_i64_p0(ptr captures(none) %0, i64 %1) {
  %3 = atomicrmw xchg ptr %0, i64 %1 monotonic, align 8
  ret i64 %3
}
define float @device_nvvm_atomic_add_gen_f_cta_f32_p0(ptr captures(none) %0, float %1) {
  %3 = atomicrmw fadd ptr %0, float %1 monotonic, align 4
  ret float %3
}
define float @device_nvvm_atomic_add_gen_f_sys_f32_p0(ptr captures(none) %0, float %1) {
  %3 = atomicrmw fadd ptr %0, float %1 monotonic, align 4
  ret float %3
}
define double @device_nvvm_atomic_add_gen_f_cta_f64_p0(ptr captures(none) %0, double %1) {
  %3 = atomicrmw fadd ptr %0, double %1 monotonic, align 8
  ret double %3
}
define double @device_nvvm_atomic_add_gen_f_sys_f64_p0(ptr captures(none) %0, double %1) {
  %3 = atomicrmw fadd ptr %0, double %1 monotonic, align 8
  ret double %3
}
define i32 @device_nvvm_atomic_cas_gen_i_cta_i32_p0(ptr captures(none) %0, i32 %1, i32 %2) {
  %4 = cmpxchg ptr %0, i32 %1, i32 %2 monotonic monotonic, align 4
  %5 = extractvalue { i32, i1 } %4, 0
  ret i32 %5
}
define i32 @device_nvvm_atomic_cas_gen_i_sys_i32_p0(ptr captures(none) %0, i32 %1, i32 %2) {
  %4 = cmpxchg ptr %0, i32 %1, i32 %2 monotonic monotonic, align 4
  %5 = extractvalue { i32, i1 } %4, 0
  ret i32 %5
}
define i64 @device_nvvm_atomic_cas_gen_i_cta_i64_p0(ptr captures(none) %0, i64 %1, i64 %2) {
  %4 = cmpxchg ptr %0, i64 %1, i64 %2 monotonic monotonic, align 8
  %5 = extractvalue { i64, i1 } %4, 0
  ret i64 %5
}
define i64 @device_nvvm_atomic_cas_gen_i_sys_i64_p0(ptr captures(none) %0, i64 %1, i64 %2) {
  %4 = cmpxchg ptr %0, i64 %1, i64 %2 monotonic monotonic, align 8
  %5 = extractvalue { i64, i1 } %4, 0
  ret i64 %5
}
define zeroext i1 @device_nvvm_isspacep_shared(ptr %0) {
  %2 = tail call zeroext i1 @enzyme_rs_emulator_is_shared(ptr %0)
  ret i1 %2
}
define zeroext i1 @device_nvvm_isspacep_local(ptr %0) {
  %2 = tail call zeroext i1 @enzyme_rs_emulator_is_own(ptr %0)
  ret i1 %2
}
define zeroext i1 @device_nvvm_isspacep_global(ptr %0) {
  %2 = tail call zeroext i1 @enzyme_rs_emulator_is_shared(ptr %0)
  br i1 %2, label %6, label %3
3:                                                ; preds = %1
  %4 = tail call zeroext i1 @enzyme_rs_emulator_is_own(ptr %0)
  %5 = xor i1 %4, true
  br label %6
6:                                                ; preds = %3, %1
  %7 = phi i1 [ false, %1 ], [ %5, %3 ]
  ret i1 %7
}
define float @device_nvvm_sin_approx_f(float %0) {
  %2 = tail call float @llvm.sin.f32(float %0)
  ret float %2
}
define float @device_nvvm_cos_approx_f(float %0) {
  %2 = tail call float @llvm.cos.f32(float %0)
  ret float %2
}
define float @device_nvvm_lg2_approx_f(float %0) {
  %2 = tail call float @llvm.log2.f32(float %0)
  ret float %2
}
define float @device_nvvm_sqrt_approx_f(float %0) {
  %2 = tail call float @llvm.sqrt.f32(float %0)
  ret float %2
}
define float @device_nvvm_rsqrt_approx_f(float %0) {
  %2 = tail call float @device_rsqrtf(float %0)
  ret float %2
}
define float @device_nvvm_ceil_f(float %0) {
  %2 = tail call float @llvm.ceil.f32(float %0)
  ret float %2
}
define float @device_nvvm_floor_f(float %0) {
  %2 = tail call float @llvm.floor.f32(float %0)
  ret float %2
}
define float @device_nvvm_trunc_f(float %0) {
  %2 = tail call float @llvm.trunc.f32(float %0)
  ret float %2
}
define float @device_nvvm_round_f(float %0) {
  %2 = tail call float @llvm.rint.f32(float %0)
  ret float %2
}
define double @device_nvvm_lg2_approx_d(double %0) {
  %2 = tail call double @llvm.log2.f64(double %0)
  ret double %2
}
declare double @llvm.log2.f64(double)
define double @device_nvvm_rsqrt_approx_d(double %0) {
  %2 = tail call double @device_rsqrt(double %0)
  ret double %2
}
define double @device_nvvm_rcp_approx_d(double %0) {
  %2 = fdiv double 1.000000e+00, %0
  ret double %2
}
define double @device_nvvm_ceil_d(double %0) {
  %2 = tail call double @llvm.ceil.f64(double %0)
  ret double %2
}
declare double @llvm.ceil.f64(double)
define double @device_nvvm_floor_d(double %0) {
  %2 = tail call double @llvm.floor.f64(double %0)
  ret double %2
}
define double @device_nvvm_trunc_d(double %0) {
  %2 = tail call double @llvm.trunc.f64(double %0)
  ret double %2
}
declare double @llvm.trunc.f64(double)
define double @device_nvvm_round_d(double %0) {
  %2 = tail call double @llvm.rint.f64(double %0)
  ret double %2
}
declare double @llvm.rint.f64(double)
define float @device_nvvm_sqrt_f(float %0) {
  %2 = tail call float @llvm.sqrt.f32(float %0)
  ret float %2
}
define float @device_nvvm_rcp_approx_f(float %0) {
  %2 = fdiv float 1.000000e+00, %0
  ret float %2
}
define float @device_nvvm_ex2_approx_f32(float %0) {
  %2 = tail call float @llvm.exp2.f32(float %0)
  ret float %2
}
define float @device_nvvm_tanh_approx_f32(float %0) {
  %2 = tail call float @llvm.tanh.f32(float %0)
  ret float %2
}
declare float @llvm.tanh.f32(float)
define float @device_nvvm_div_approx_f(float %0, float %1) {
  %3 = fdiv float %0, %1
  ret float %3
}
define float @device_nvvm_div_full(float %0, float %1) {
  %3 = fdiv float %0, %1
  ret float %3
}
define float @device_nvvm_saturate_f(float %0) {
  %2 = fcmp ogt float %0, 0.000000e+00
  %3 = tail call float @llvm.minnum.f32(float %0, float 1.000000e+00)
  %4 = select i1 %2, float %3, float 0.000000e+00
  ret float %4
}
define double @device_nvvm_saturate_d(double %0) {
  %2 = fcmp ogt double %0, 0.000000e+00
  %3 = tail call double @llvm.minnum.f64(double %0, double 1.000000e+00)
  %4 = select i1 %2, double %3, double 0.000000e+00
  ret double %4
}
define float @device_nvvm_fabs_f32(float %0) {
  %2 = tail call float @llvm.fabs.f32(float %0)
  ret float %2
}
define double @device_nvvm_fabs_f64(double %0) {
  %2 = tail call double @llvm.fabs.f64(double %0)
  ret double %2
}
define double @device_nvvm_fmax_d(double %0, double %1) {
  %3 = tail call double @llvm.maxnum.f64(double %0, double %1)
  ret double %3
}
define double @device_nvvm_fmin_d(double %0, double %1) {
  %3 = tail call double @llvm.minnum.f64(double %0, double %1)
  ret double %3
}
define float @device_nvvm_fmax_f(float %0, float %1) {
  %3 = tail call float @llvm.maxnum.f32(float %0, float %1)
  ret float %3
}
define float @device_nvvm_fmax_nan_f(float %0, float %1) {
  %3 = tail call float @llvm.maxnum.f32(float %0, float %1)
  %4 = tail call fastcc float @or_nan(float %0, float %1, float %3)
  ret float %4
}
define internal fastcc float @or_nan(float %0, float %1, float %2) unnamed_addr {
  %4 = fcmp uno float %0, 0.000000e+00
  %5 = fcmp uno float %1, 0.000000e+00
  %6 = select i1 %5, float %1, float %2
  %7 = select i1 %4, float %0, float %6
  ret float %7
}
define float @device_nvvm_fmin_f(float %0, float %1) {
  %3 = tail call float @llvm.minnum.f32(float %0, float %1)
  ret float %3
}
define float @device_nvvm_fmin_nan_f(float %0, float %1) {
  %3 = tail call float @llvm.minnum.f32(float %0, float %1)
  %4 = tail call fastcc float @or_nan(float %0, float %1, float %3)
  ret float %4
}
define i32 @device_vprintf(ptr %0, ptr %1) {
  %3 = tail call i32 @enzyme_rs_emulator_print(ptr %0, ptr %1)
  ret i32 %3
}
declare i32 @enzyme_rs_emulator_print(ptr noundef, ptr noundef)
define void @device___assertfail(ptr %0, ptr %1, i32 %2, ptr %3, i64 %4) {
  tail call void @enzyme_rs_emulator_assertion(ptr %0, ptr %1, i32 %2, ptr %3)
  unreachable
}
declare void @enzyme_rs_emulator_assertion(ptr noundef, ptr noundef, i32 noundef, ptr noundef)
define void @device___assert_fail(ptr %0, ptr %1, i32 %2, ptr %3) {
  tail call void @enzyme_rs_emulator_assertion(ptr %0, ptr %1, i32 %2, ptr %3)
  unreachable
}
define void @device_nvvm_exit() {
  tail call void @enzyme_rs_emulator_exit()
  unreachable
}
declare void @enzyme_rs_emulator_exit()
define void @device_trap(ptr %0) {
  tail call void @enzyme_rs_emulator_trap(ptr %0)
  unreachable
}
define i32 @device___nvvm_reflect(ptr readnone captures(none) %0) {
  ret i32 0
}
define i32 @device_nvvm_reflect(ptr readnone captures(none) %0) {
  ret i32 0
}
define i32 @device_ptx_mov_u32_laneid() {
  %1 = tail call i32 @device_nvvm_read_ptx_sreg_laneid()
  ret i32 %1
}
define range(i32 1, -2147483647) i32 @device_ptx_mov_u32_lanemask_eq() {
  %1 = tail call i32 @device_nvvm_read_ptx_sreg_lanemask_eq()
  ret i32 %1
}
define i32 @device_ptx_mov_u32_lanemask_le() {
  %1 = tail call i32 @device_nvvm_read_ptx_sreg_lanemask_le()
  ret i32 %1
}
define range(i32 0, -2147483648) i32 @device_ptx_mov_u32_lanemask_lt() {
  %1 = tail call i32 @device_nvvm_read_ptx_sreg_lanemask_lt()
  ret i32 %1
}
define range(i32 -2147483648, 0) i32 @device_ptx_mov_u32_lanemask_ge() {
  %1 = tail call i32 @device_nvvm_read_ptx_sreg_lanemask_ge()
  ret i32 %1
}
define i32 @device_ptx_mov_u32_lanemask_gt() {
  %1 = tail call i32 @device_nvvm_read_ptx_sreg_lanemask_gt()
  ret i32 %1
}
define i32 @device_ptx_mov_u32_warpid() {
  %1 = tail call i32 @enzyme_rs_emulator_warp()
  ret i32 %1
}
define i32 @device_ptx_mov_u32_smid() {
  ret i32 0
}
define i32 @device_ptx_mov_u32_clock() {
  %1 = tail call i64 @enzyme_rs_emulator_clock()
  %2 = trunc i64 %1 to i32
  ret i32 %2
}
define i64 @device_ptx_mov_u64_clock64() {
  %1 = tail call i64 @enzyme_rs_emulator_clock()
  ret i64 %1
}
define i64 @device_ptx_mov_u64_globaltimer() {
  %1 = tail call i64 @enzyme_rs_emulator_clock()
  ret i64 %1
}
define void @device_ptx_nanosleep_u32(i32 %0) {
  tail call void @enzyme_rs_emulator_yield()
  ret void
}
define void @device_ptx_membar_cta() {
  fence seq_cst
  ret void
}
define void @device_ptx_membar_gl() {
  fence seq_cst
  ret void
}
define void @device_ptx_membar_sys() {
  fence seq_cst
  ret void
}
define void @device_ptx_exit() {
  tail call void @enzyme_rs_emulator_exit()
  unreachable
}
define void @device_ptx_trap(ptr %0) {
  tail call void @enzyme_rs_emulator_trap(ptr %0)
  unreachable
}
define void @device_ptx_prefetch_L1(i64 %0) {
  ret void
}
define void @device_ptx_prefetch_L2(i64 %0) {
  ret void
}
define i64 @device_ptx_reserved_shared() {
  %1 = tail call ptr @enzyme_rs_emulator_shared(ptr nonnull @reserved)
  %2 = ptrtoint ptr %1 to i64
  ret i64 %2
}
declare ptr @enzyme_rs_emulator_shared(ptr noundef)
define i32 @device_ptx_mov_u32_envreg1() {
  %1 = tail call ptr @enzyme_rs_emulator_meeting()
  %2 = ptrtoint ptr %1 to i64
  %3 = lshr i64 %2, 32
  %4 = trunc nuw i64 %3 to i32
  ret i32 %4
}
define i32 @device_ptx_mov_u32_envreg2() {
  %1 = tail call ptr @enzyme_rs_emulator_meeting()
  %2 = ptrtoint ptr %1 to i64
  %3 = trunc i64 %2 to i32
  ret i32 %3
}
define i32 @device_ptx_atom_add_release_gpu_u32(i64 %0, i32 %1) {
  %3 = inttoptr i64 %0 to ptr
  %4 = tail call i32 @enzyme_rs_emulator_arrives(ptr %3, i32 %1)
  ret i32 %4
}
define i32 @device_ptx_ld_acquire_gpu_u32(i64 %0) {
  %2 = inttoptr i64 %0 to ptr
  %3 = tail call i32 @enzyme_rs_emulator_looks(ptr %2)
  ret i32 %3
}
define range(i32 -128, 128) i32 @device_ptx_ld_s8(i64 %0) {
  %2 = inttoptr i64 %0 to ptr
  %3 = load i8, ptr %2, align 1
  %4 = sext i8 %3 to i32
  ret i32 %4
}
define void @device_ptx_st_s8(i64 %0, i32 %1) {
  %3 = trunc i32 %1 to i8
  %4 = inttoptr i64 %0 to ptr
  store i8 %3, ptr %4, align 1
  ret void
}
define range(i32 0, 256) i32 @device_ptx_ld_u8(i64 %0) {
  %2 = inttoptr i64 %0 to ptr
  %3 = load i8, ptr %2, align 1
  %4 = zext i8 %3 to i32
  ret i32 %4
}
define void @device_ptx_st_u8(i64 %0, i32 %1) {
  %3 = trunc i32 %1 to i8
  %4 = inttoptr i64 %0 to ptr
  store i8 %3, ptr %4, align 1
  ret void
}
define signext i16 @device_ptx_ld_s16(i64 %0) {
  %2 = inttoptr i64 %0 to ptr
  %3 = load i16, ptr %2, align 2
  ret i16 %3
}
define void @device_ptx_st_s16(i64 %0, i16 signext %1) {
  %3 = inttoptr i64 %0 to ptr
  store i16 %1, ptr %3, align 2
  ret void
}
define zeroext i16 @device_ptx_ld_u16(i64 %0) {
  %2 = inttoptr i64 %0 to ptr
  %3 = load i16, ptr %2, align 2
  ret i16 %3
}
define void @device_ptx_st_u16(i64 %0, i16 zeroext %1) {
  %3 = inttoptr i64 %0 to ptr
  store i16 %1, ptr %3, align 2
  ret void
}
define zeroext i16 @device_ptx_ld_b16(i64 %0) {
  %2 = inttoptr i64 %0 to ptr
  %3 = load i16, ptr %2, align 2
  ret i16 %3
}
define void @device_ptx_st_b16(i64 %0, i16 zeroext %1) {
  %3 = inttoptr i64 %0 to ptr
  store i16 %1, ptr %3, align 2
  ret void
}
define i32 @device_ptx_ld_s32(i64 %0) {
  %2 = inttoptr i64 %0 to ptr
  %3 = load i32, ptr %2, align 4
  ret i32 %3
}
define void @device_ptx_st_s32(i64 %0, i32 %1) {
  %3 = inttoptr i64 %0 to ptr
  store i32 %1, ptr %3, align 4
  ret void
}
define i32 @device_ptx_ld_u32(i64 %0) {
  %2 = inttoptr i64 %0 to ptr
  %3 = load i32, ptr %2, align 4
  ret i32 %3
}
define void @device_ptx_st_u32(i64 %0, i32 %1) {
  %3 = inttoptr i64 %0 to ptr
  store i32 %1, ptr %3, align 4
  ret void
}
define i32 @device_ptx_ld_b32(i64 %0) {
  %2 = inttoptr i64 %0 to ptr
  %3 = load i32, ptr %2, align 4
  ret i32 %3
}
define void @device_ptx_st_b32(i64 %0, i32 %1) {
  %3 = inttoptr i64 %0 to ptr
  store i32 %1, ptr %3, align 4
  ret void
}
define i64 @device_ptx_ld_s64(i64 %0) {
  %2 = inttoptr i64 %0 to ptr
  %3 = load i64, ptr %2, align 8
  ret i64 %3
}
define void @device_ptx_st_s64(i64 %0, i64 %1) {
  %3 = inttoptr i64 %0 to ptr
  store i64 %1, ptr %3, align 8
  ret void
}
define i64 @device_ptx_ld_u64(i64 %0) {
  %2 = inttoptr i64 %0 to ptr
  %3 = load i64, ptr %2, align 8
  ret i64 %3
}
define void @device_ptx_st_u64(i64 %0, i64 %1) {
  %3 = inttoptr i64 %0 to ptr
  store i64 %1, ptr %3, align 8
  ret void
}
define i64 @device_ptx_ld_b64(i64 %0) {
  %2 = inttoptr i64 %0 to ptr
  %3 = load i64, ptr %2, align 8
  ret i64 %3
}
define void @device_ptx_st_b64(i64 %0, i64 %1) {
  %3 = inttoptr i64 %0 to ptr
  store i64 %1, ptr %3, align 8
  ret void
}
define float @device_ptx_ld_f32(i64 %0) {
  %2 = inttoptr i64 %0 to ptr
  %3 = load float, ptr %2, align 4
  ret float %3
}
define void @device_ptx_st_f32(i64 %0, float %1) {
  %3 = inttoptr i64 %0 to ptr
  store float %1, ptr %3, align 4
  ret void
}
define double @device_ptx_ld_f64(i64 %0) {
  %2 = inttoptr i64 %0 to ptr
  %3 = load double, ptr %2, align 8
  ret double %3
}
define void @device_ptx_st_f64(i64 %0, double %1) {
  %3 = inttoptr i64 %0 to ptr
  store double %1, ptr %3, align 8
  ret void
}
define i32 @device_ptx_shfl_sync_up_b32(i32 %0, i32 %1, i32 %2, i32 %3, ptr %4) {
  %6 = zext i32 %3 to i64
  %7 = tail call i32 @enzyme_rs_emulator_shuffle_up_i32(i64 %6, i32 %0, i32 %1, i32 %2, ptr null, ptr %4)
  ret i32 %7
}
define i32 @device_ptx_shfl_sync_down_b32(i32 %0, i32 %1, i32 %2, i32 %3, ptr %4) {
  %6 = zext i32 %3 to i64
  %7 = tail call i32 @enzyme_rs_emulator_shuffle_down_i32(i64 %6, i32 %0, i32 %1, i32 %2, ptr null, ptr %4)
  ret i32 %7
}
define i32 @device_ptx_shfl_sync_bfly_b32(i32 %0, i32 %1, i32 %2, i32 %3, ptr %4) {
  %6 = zext i32 %3 to i64
  %7 = tail call i32 @enzyme_rs_emulator_shuffle_xor_i32(i64 %6, i32 %0, i32 %1, i32 %2, ptr null, ptr %4)
  ret i32 %7
}
define i32 @device_ptx_shfl_sync_idx_b32(i32 %0, i32 %1, i32 %2, i32 %3, ptr %4) {
  %6 = zext i32 %3 to i64
  %7 = tail call i32 @enzyme_rs_emulator_shuffle_idx_i32(i64 %6, i32 %0, i32 %1, i32 %2, ptr null, ptr %4)
  ret i32 %7
}
define i32 @device_ptx_shfl_sync_up_add_u32(i32 %0, i32 %1, i32 %2, i32 %3, i32 %4, ptr %5) {
  %7 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %8 = zext i32 %4 to i64
  %9 = call i32 @enzyme_rs_emulator_shuffle_up_i32(i64 %8, i32 %0, i32 %1, i32 %2, ptr nonnull %7, ptr %5)
  %10 = load i32, ptr %7, align 4
  %11 = icmp eq i32 %10, 0
  %12 = select i1 %11, i32 0, i32 %3
  %13 = add i32 %12, %9
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  ret i32 %13
}
define float @device_ptx_shfl_sync_up_add_f32(float %0, i32 %1, i32 %2, float %3, i32 %4, ptr %5) {
  %7 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %8 = zext i32 %4 to i64
  %9 = bitcast float %0 to i32
  %10 = call i32 @enzyme_rs_emulator_shuffle_up_i32(i64 %8, i32 %9, i32 %1, i32 %2, ptr nonnull %7, ptr %5)
  %11 = load i32, ptr %7, align 4
  %12 = icmp eq i32 %11, 0
  %13 = bitcast i32 %10 to float
  %14 = fadd float %3, %13
  %15 = select i1 %12, float %13, float %14
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  ret float %15
}
define i64 @device_ptx_shfl_sync_up_add_u64(i64 %0, i32 %1, i32 %2, i64 %3, i32 %4, ptr %5) {
  %7 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %8 = zext i32 %4 to i64
  %9 = call i64 @enzyme_rs_emulator_shuffle_up_i64(i64 %8, i64 %0, i32 %1, i32 %2, ptr nonnull %7, ptr %5)
  %10 = load i32, ptr %7, align 4
  %11 = icmp eq i32 %10, 0
  %12 = select i1 %11, i64 0, i64 %3
  %13 = add i64 %12, %9
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  ret i64 %13
}
declare i64 @enzyme_rs_emulator_shuffle_up_i64(i64 noundef, i64 noundef, i32 noundef, i32 noundef, ptr noundef, ptr noundef)
define double @device_ptx_shfl_sync_up_add_f64(double %0, i32 %1, i32 %2, i32 %3, ptr %4) {
  %6 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  %7 = zext i32 %3 to i64
  %8 = bitcast double %0 to i64
  %9 = call i64 @enzyme_rs_emulator_shuffle_up_i64(i64 %7, i64 %8, i32 %1, i32 %2, ptr nonnull %6, ptr %4)
  %10 = load i32, ptr %6, align 4
  %11 = icmp eq i32 %10, 0
  %12 = bitcast i64 %9 to double
  %13 = fadd double %0, %12
  %14 = select i1 %11, double %0, double %13
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  ret double %14
}
define i64 @device_ptx_shfl_sync_up_add_own_u64(i64 %0, i32 %1, i32 %2, i32 %3, ptr %4) {
  %6 = tail call i64 @device_ptx_shfl_sync_up_add_u64(i64 %0, i32 %1, i32 %2, i64 %0, i32 %3, ptr %4)
  ret i64 %6
}
define i32 @device_ptx_shfl_sync_down_add_u32(i32 %0, i32 %1, i32 %2, i32 %3, i32 %4, ptr %5) {
  %7 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %8 = zext i32 %4 to i64
  %9 = call i32 @enzyme_rs_emulator_shuffle_down_i32(i64 %8, i32 %0, i32 %1, i32 %2, ptr nonnull %7, ptr %5)
  %10 = load i32, ptr %7, align 4
  %11 = icmp eq i32 %10, 0
  %12 = select i1 %11, i32 0, i32 %3
  %13 = add i32 %12, %9
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  ret i32 %13
}
define float @device_ptx_shfl_sync_down_add_f32(float %0, i32 %1, i32 %2, float %3, i32 %4, ptr %5) {
  %7 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %8 = zext i32 %4 to i64
  %9 = bitcast float %0 to i32
  %10 = call i32 @enzyme_rs_emulator_shuffle_down_i32(i64 %8, i32 %9, i32 %1, i32 %2, ptr nonnull %7, ptr %5)
  %11 = load i32, ptr %7, align 4
  %12 = icmp eq i32 %11, 0
  %13 = bitcast i32 %10 to float
  %14 = fadd float %3, %13
  %15 = select i1 %12, float %13, float %14
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  ret float %15
}
define i64 @device_ptx_shfl_sync_down_add_u64(i64 %0, i32 %1, i32 %2, i64 %3, i32 %4, ptr %5) {
  %7 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %8 = zext i32 %4 to i64
  %9 = call i64 @enzyme_rs_emulator_shuffle_down_i64(i64 %8, i64 %0, i32 %1, i32 %2, ptr nonnull %7, ptr %5)
  %10 = load i32, ptr %7, align 4
  %11 = icmp eq i32 %10, 0
  %12 = select i1 %11, i64 0, i64 %3
  %13 = add i64 %12, %9
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  ret i64 %13
}
declare i64 @enzyme_rs_emulator_shuffle_down_i64(i64 noundef, i64 noundef, i32 noundef, i32 noundef, ptr noundef, ptr noundef)
define double @device_ptx_shfl_sync_down_add_f64(double %0, i32 %1, i32 %2, i32 %3, ptr %4) {
  %6 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  %7 = zext i32 %3 to i64
  %8 = bitcast double %0 to i64
  %9 = call i64 @enzyme_rs_emulator_shuffle_down_i64(i64 %7, i64 %8, i32 %1, i32 %2, ptr nonnull %6, ptr %4)
  %10 = load i32, ptr %6, align 4
  %11 = icmp eq i32 %10, 0
  %12 = bitcast i64 %9 to double
  %13 = fadd double %0, %12
  %14 = select i1 %11, double %0, double %13
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  ret double %14
}
define i64 @device_ptx_shfl_sync_down_add_own_u64(i64 %0, i32 %1, i32 %2, i32 %3, ptr %4) {
  %6 = tail call i64 @device_ptx_shfl_sync_down_add_u64(i64 %0, i32 %1, i32 %2, i64 %0, i32 %3, ptr %4)
  ret i64 %6
}
define i32 @device_ptx_vote_bit(i32 %0, i32 %1, ptr %2) {
  %4 = and i32 %1, %0
  %5 = icmp ne i32 %4, 0
  %6 = zext i1 %5 to i32
  %7 = tail call i64 @enzyme_rs_emulator_ballot(i64 4294967295, i32 %6, ptr %2)
  %8 = trunc i64 %7 to i32
  %9 = xor i1 %5, true
  %10 = sext i1 %9 to i32
  %11 = xor i32 %8, %10
  ret i32 %11
}
define i32 @device_ptx_shl_b32(i32 %0, i32 %1) {
  %3 = icmp ult i32 %1, 32
  %4 = shl i32 %0, %1
  %5 = select i1 %3, i32 %4, i32 0
  ret i32 %5
}
define i32 @device_ptx_shr_b32(i32 %0, i32 %1) {
  %3 = icmp ult i32 %1, 32
  %4 = lshr i32 %0, %1
  %5 = select i1 %3, i32 %4, i32 0
  ret i32 %5
}
define i32 @device_ptx_bfe_u32(i32 %0, i32 %1, i32 %2) {
  %4 = and i32 %1, 255
  %5 = and i32 %2, 255
  %6 = tail call fastcc i32 @field(i32 %4, i32 %5)
  %7 = and i32 %6, %0
  %8 = tail call i32 @device_ptx_shr_b32(i32 %7, i32 %4)
  ret i32 %8
}
define internal fastcc i32 @field(i32 range(i32 0, 256) %0, i32 range(i32 0, 256) %1) unnamed_addr {
  %3 = icmp samesign ult i32 %1, 32
  %4 = shl nsw i32 -1, %1
  %5 = xor i32 %4, -1
  %6 = select i1 %3, i32 %5, i32 -1
  %7 = tail call i32 @device_ptx_shl_b32(i32 %6, i32 %0)
  ret i32 %7
}
define i32 @device_ptx_bfi_b32(i32 %0, i32 %1, i32 %2, i32 %3) {
  %5 = and i32 %2, 255
  %6 = and i32 %3, 255
  %7 = tail call fastcc i32 @field(i32 %5, i32 %6)
  %8 = tail call i32 @device_ptx_shl_b32(i32 %0, i32 %5)
  %9 = and i32 %8, %7
  %10 = xor i32 %7, -1
  %11 = and i32 %1, %10
  %12 = or i32 %9, %11
  ret i32 %12
}
define i32 @device_ptx_prmt_b32(i32 %0, i32 %1, i32 %2) {
  %4 = tail call i32 @device___nv_byte_perm(i32 %0, i32 %1, i32 %2)
  ret i32 %4
}
define float @device_ptx_mul_rz_f32(float %0, float %1) {
  %3 = tail call float @device_mulf_rz(float %0, float %1)
  ret float %3
}
define float @device_mulf_rz(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fmul float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_ptx_fma_rz_f32(float %0, float %1, float %2) {
  %4 = tail call float @device_fmaf_rz(float %0, float %1, float %2)
  ret float %4
}
define float @device_fmaf_rz(float %0, float %1, float %2) {
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  %6 = alloca float, align 4
  %7 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %0, ptr %4, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store volatile float %1, ptr %5, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  store volatile float %2, ptr %6, align 4
  %8 = tail call i32 @fegetround()
  %9 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %10 = load volatile float, ptr %4, align 4
  %11 = load volatile float, ptr %5, align 4
  %12 = load volatile float, ptr %6, align 4
  %13 = tail call float @llvm.fma.f32(float %10, float %11, float %12)
  store volatile float %13, ptr %7, align 4
  %14 = tail call i32 @fesetround(i32 %8)
  %15 = load volatile float, ptr %7, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret float %15
}
define zeroext i16 @device_ptx_add_f16(i16 zeroext %0, i16 zeroext %1) {
  %3 = tail call fastcc float @one(i16 zeroext %0)
  %4 = tail call fastcc float @one(i16 zeroext %1)
  %5 = fadd float %3, %4
  %6 = tail call fastcc zeroext i16 @half(float %5)
  ret i16 %6
}
define internal fastcc float @one(i16 zeroext %0) unnamed_addr {
  %2 = bitcast i16 %0 to half
  %3 = fpext half %2 to float
  ret float %3
}
define internal fastcc zeroext i16 @half(float %0) unnamed_addr {
  %2 = fptrunc float %0 to half
  %3 = bitcast half %2 to i16
  ret i16 %3
}
define i32 @device_ptx_add_f16x2(i32 %0, i32 %1) {
  %3 = trunc i32 %0 to i16
  %4 = trunc i32 %1 to i16
  %5 = tail call zeroext i16 @device_ptx_add_f16(i16 zeroext %3, i16 zeroext %4)
  %6 = zext i16 %5 to i32
  %7 = lshr i32 %0, 16
  %8 = trunc nuw i32 %7 to i16
  %9 = lshr i32 %1, 16
  %10 = trunc nuw i32 %9 to i16
  %11 = tail call zeroext i16 @device_ptx_add_f16(i16 zeroext %8, i16 zeroext %10)
  %12 = zext i16 %11 to i32
  %13 = shl nuw i32 %12, 16
  %14 = or disjoint i32 %13, %6
  ret i32 %14
}
define zeroext i16 @device_ptx_sub_f16(i16 zeroext %0, i16 zeroext %1) {
  %3 = tail call fastcc float @one(i16 zeroext %0)
  %4 = tail call fastcc float @one(i16 zeroext %1)
  %5 = fsub float %3, %4
  %6 = tail call fastcc zeroext i16 @half(float %5)
  ret i16 %6
}
define i32 @device_ptx_sub_f16x2(i32 %0, i32 %1) {
  %3 = trunc i32 %0 to i16
  %4 = trunc i32 %1 to i16
  %5 = tail call zeroext i16 @device_ptx_sub_f16(i16 zeroext %3, i16 zeroext %4)
  %6 = zext i16 %5 to i32
  %7 = lshr i32 %0, 16
  %8 = trunc nuw i32 %7 to i16
  %9 = lshr i32 %1, 16
  %10 = trunc nuw i32 %9 to i16
  %11 = tail call zeroext i16 @device_ptx_sub_f16(i16 zeroext %8, i16 zeroext %10)
  %12 = zext i16 %11 to i32
  %13 = shl nuw i32 %12, 16
  %14 = or disjoint i32 %13, %6
  ret i32 %14
}
define zeroext i16 @device_ptx_mul_f16(i16 zeroext %0, i16 zeroext %1) {
  %3 = tail call fastcc float @one(i16 zeroext %0)
  %4 = tail call fastcc float @one(i16 zeroext %1)
  %5 = fmul float %3, %4
  %6 = tail call fastcc zeroext i16 @half(float %5)
  ret i16 %6
}
define i32 @device_ptx_mul_f16x2(i32 %0, i32 %1) {
  %3 = trunc i32 %0 to i16
  %4 = trunc i32 %1 to i16
  %5 = tail call zeroext i16 @device_ptx_mul_f16(i16 zeroext %3, i16 zeroext %4)
  %6 = zext i16 %5 to i32
  %7 = lshr i32 %0, 16
  %8 = trunc nuw i32 %7 to i16
  %9 = lshr i32 %1, 16
  %10 = trunc nuw i32 %9 to i16
  %11 = tail call zeroext i16 @device_ptx_mul_f16(i16 zeroext %8, i16 zeroext %10)
  %12 = zext i16 %11 to i32
  %13 = shl nuw i32 %12, 16
  %14 = or disjoint i32 %13, %6
  ret i32 %14
}
define zeroext i16 @device_ptx_add_rn_f16(i16 zeroext %0, i16 zeroext %1) {
  %3 = tail call fastcc float @one(i16 zeroext %0)
  %4 = tail call fastcc float @one(i16 zeroext %1)
  %5 = fadd float %3, %4
  %6 = tail call fastcc zeroext i16 @half(float %5)
  ret i16 %6
}
define i32 @device_ptx_add_rn_f16x2(i32 %0, i32 %1) {
  %3 = trunc i32 %0 to i16
  %4 = trunc i32 %1 to i16
  %5 = tail call zeroext i16 @device_ptx_add_rn_f16(i16 zeroext %3, i16 zeroext %4)
  %6 = zext i16 %5 to i32
  %7 = lshr i32 %0, 16
  %8 = trunc nuw i32 %7 to i16
  %9 = lshr i32 %1, 16
  %10 = trunc nuw i32 %9 to i16
  %11 = tail call zeroext i16 @device_ptx_add_rn_f16(i16 zeroext %8, i16 zeroext %10)
  %12 = zext i16 %11 to i32
  %13 = shl nuw i32 %12, 16
  %14 = or disjoint i32 %13, %6
  ret i32 %14
}
define zeroext i16 @device_ptx_sub_rn_f16(i16 zeroext %0, i16 zeroext %1) {
  %3 = tail call fastcc float @one(i16 zeroext %0)
  %4 = tail call fastcc float @one(i16 zeroext %1)
  %5 = fsub float %3, %4
  %6 = tail call fastcc zeroext i16 @half(float %5)
  ret i16 %6
}
define i32 @device_ptx_sub_rn_f16x2(i32 %0, i32 %1) {
  %3 = trunc i32 %0 to i16
  %4 = trunc i32 %1 to i16
  %5 = tail call zeroext i16 @device_ptx_sub_rn_f16(i16 zeroext %3, i16 zeroext %4)
  %6 = zext i16 %5 to i32
  %7 = lshr i32 %0, 16
  %8 = trunc nuw i32 %7 to i16
  %9 = lshr i32 %1, 16
  %10 = trunc nuw i32 %9 to i16
  %11 = tail call zeroext i16 @device_ptx_sub_rn_f16(i16 zeroext %8, i16 zeroext %10)
  %12 = zext i16 %11 to i32
  %13 = shl nuw i32 %12, 16
  %14 = or disjoint i32 %13, %6
  ret i32 %14
}
define zeroext i16 @device_ptx_mul_rn_f16(i16 zeroext %0, i16 zeroext %1) {
  %3 = tail call fastcc float @one(i16 zeroext %0)
  %4 = tail call fastcc float @one(i16 zeroext %1)
  %5 = fmul float %3, %4
  %6 = tail call fastcc zeroext i16 @half(float %5)
  ret i16 %6
}
define i32 @device_ptx_mul_rn_f16x2(i32 %0, i32 %1) {
  %3 = trunc i32 %0 to i16
  %4 = trunc i32 %1 to i16
  %5 = tail call zeroext i16 @device_ptx_mul_rn_f16(i16 zeroext %3, i16 zeroext %4)
  %6 = zext i16 %5 to i32
  %7 = lshr i32 %0, 16
  %8 = trunc nuw i32 %7 to i16
  %9 = lshr i32 %1, 16
  %10 = trunc nuw i32 %9 to i16
  %11 = tail call zeroext i16 @device_ptx_mul_rn_f16(i16 zeroext %8, i16 zeroext %10)
  %12 = zext i16 %11 to i32
  %13 = shl nuw i32 %12, 16
  %14 = or disjoint i32 %13, %6
  ret i32 %14
}
define zeroext i16 @device_ptx_min_f16(i16 zeroext %0, i16 zeroext %1) {
  %3 = tail call fastcc float @one(i16 zeroext %0)
  %4 = tail call fastcc float @one(i16 zeroext %1)
  %5 = tail call float @llvm.minnum.f32(float %3, float %4)
  %6 = tail call fastcc zeroext i16 @half(float %5)
  ret i16 %6
}
define i32 @device_ptx_min_f16x2(i32 %0, i32 %1) {
  %3 = trunc i32 %0 to i16
  %4 = trunc i32 %1 to i16
  %5 = tail call zeroext i16 @device_ptx_min_f16(i16 zeroext %3, i16 zeroext %4)
  %6 = zext i16 %5 to i32
  %7 = lshr i32 %0, 16
  %8 = trunc nuw i32 %7 to i16
  %9 = lshr i32 %1, 16
  %10 = trunc nuw i32 %9 to i16
  %11 = tail call zeroext i16 @device_ptx_min_f16(i16 zeroext %8, i16 zeroext %10)
  %12 = zext i16 %11 to i32
  %13 = shl nuw i32 %12, 16
  %14 = or disjoint i32 %13, %6
  ret i32 %14
}
define zeroext i16 @device_ptx_max_f16(i16 zeroext %0, i16 zeroext %1) {
  %3 = tail call fastcc float @one(i16 zeroext %0)
  %4 = tail call fastcc float @one(i16 zeroext %1)
  %5 = tail call float @llvm.maxnum.f32(float %3, float %4)
  %6 = tail call fastcc zeroext i16 @half(float %5)
  ret i16 %6
}
define i32 @device_ptx_max_f16x2(i32 %0, i32 %1) {
  %3 = trunc i32 %0 to i16
  %4 = trunc i32 %1 to i16
  %5 = tail call zeroext i16 @device_ptx_max_f16(i16 zeroext %3, i16 zeroext %4)
  %6 = zext i16 %5 to i32
  %7 = lshr i32 %0, 16
  %8 = trunc nuw i32 %7 to i16
  %9 = lshr i32 %1, 16
  %10 = trunc nuw i32 %9 to i16
  %11 = tail call zeroext i16 @device_ptx_max_f16(i16 zeroext %8, i16 zeroext %10)
  %12 = zext i16 %11 to i32
  %13 = shl nuw i32 %12, 16
  %14 = or disjoint i32 %13, %6
  ret i32 %14
}
define zeroext i16 @device_ptx_neg_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = fneg float %2
  %4 = tail call fastcc zeroext i16 @half(float %3)
  ret i16 %4
}
define i32 @device_ptx_neg_f16x2(i32 %0) {
  %2 = trunc i32 %0 to i16
  %3 = tail call zeroext i16 @device_ptx_neg_f16(i16 zeroext %2)
  %4 = zext i16 %3 to i32
  %5 = lshr i32 %0, 16
  %6 = trunc nuw i32 %5 to i16
  %7 = tail call zeroext i16 @device_ptx_neg_f16(i16 zeroext %6)
  %8 = zext i16 %7 to i32
  %9 = shl nuw i32 %8, 16
  %10 = or disjoint i32 %9, %4
  ret i32 %10
}
define zeroext i16 @device_ptx_abs_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.fabs.f32(float %2)
  %4 = tail call fastcc zeroext i16 @half(float %3)
  ret i16 %4
}
define i32 @device_ptx_abs_f16x2(i32 %0) {
  %2 = trunc i32 %0 to i16
  %3 = tail call zeroext i16 @device_ptx_abs_f16(i16 zeroext %2)
  %4 = zext i16 %3 to i32
  %5 = lshr i32 %0, 16
  %6 = trunc nuw i32 %5 to i16
  %7 = tail call zeroext i16 @device_ptx_abs_f16(i16 zeroext %6)
  %8 = zext i16 %7 to i32
  %9 = shl nuw i32 %8, 16
  %10 = or disjoint i32 %9, %4
  ret i32 %10
}
define zeroext i16 @device_ptx_tanh_approx_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.tanh.f32(float %2)
  %4 = tail call fastcc zeroext i16 @half(float %3)
  ret i16 %4
}
define i32 @device_ptx_tanh_approx_f16x2(i32 %0) {
  %2 = trunc i32 %0 to i16
  %3 = tail call zeroext i16 @device_ptx_tanh_approx_f16(i16 zeroext %2)
  %4 = zext i16 %3 to i32
  %5 = lshr i32 %0, 16
  %6 = trunc nuw i32 %5 to i16
  %7 = tail call zeroext i16 @device_ptx_tanh_approx_f16(i16 zeroext %6)
  %8 = zext i16 %7 to i32
  %9 = shl nuw i32 %8, 16
  %10 = or disjoint i32 %9, %4
  ret i32 %10
}
define zeroext i16 @device_ptx_ex2_approx_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.exp2.f32(float %2)
  %4 = tail call fastcc zeroext i16 @half(float %3)
  ret i16 %4
}
define i32 @device_ptx_ex2_approx_f16x2(i32 %0) {
  %2 = trunc i32 %0 to i16
  %3 = tail call zeroext i16 @device_ptx_ex2_approx_f16(i16 zeroext %2)
  %4 = zext i16 %3 to i32
  %5 = lshr i32 %0, 16
  %6 = trunc nuw i32 %5 to i16
  %7 = tail call zeroext i16 @device_ptx_ex2_approx_f16(i16 zeroext %6)
  %8 = zext i16 %7 to i32
  %9 = shl nuw i32 %8, 16
  %10 = or disjoint i32 %9, %4
  ret i32 %10
}
define zeroext i16 @device_ptx_fma_rn_f16(i16 zeroext %0, i16 zeroext %1, i16 zeroext %2) {
  %4 = tail call fastcc float @one(i16 zeroext %0)
  %5 = fpext float %4 to double
  %6 = tail call fastcc float @one(i16 zeroext %1)
  %7 = fpext float %6 to double
  %8 = fmul double %5, %7
  %9 = tail call fastcc float @one(i16 zeroext %2)
  %10 = fpext float %9 to double
  %11 = fadd double %8, %10
  %12 = fptrunc double %11 to half
  %13 = bitcast half %12 to i16
  ret i16 %13
}
define i32 @device_ptx_fma_rn_f16x2(i32 %0, i32 %1, i32 %2) {
  %4 = trunc i32 %0 to i16
  %5 = trunc i32 %1 to i16
  %6 = trunc i32 %2 to i16
  %7 = tail call zeroext i16 @device_ptx_fma_rn_f16(i16 zeroext %4, i16 zeroext %5, i16 zeroext %6)
  %8 = zext i16 %7 to i32
  %9 = lshr i32 %0, 16
  %10 = trunc nuw i32 %9 to i16
  %11 = lshr i32 %1, 16
  %12 = trunc nuw i32 %11 to i16
  %13 = lshr i32 %2, 16
  %14 = trunc nuw i32 %13 to i16
  %15 = tail call zeroext i16 @device_ptx_fma_rn_f16(i16 zeroext %10, i16 zeroext %12, i16 zeroext %14)
  %16 = zext i16 %15 to i32
  %17 = shl nuw i32 %16, 16
  %18 = or disjoint i32 %17, %8
  ret i32 %18
}
define float @device_ptx_cvt_f32_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  ret float %2
}
define double @device_ptx_cvt_f64_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = fpext float %2 to double
  ret double %3
}
define zeroext i16 @device_ptx_cvt_rn_f16_f32(float %0) {
  %2 = tail call fastcc zeroext i16 @half(float %0)
  ret i16 %2
}
define zeroext i16 @device_ptx_cvt_rn_f16_f64(double %0) {
  %2 = fptrunc double %0 to half
  %3 = bitcast half %2 to i16
  ret i16 %3
}
define signext i16 @device_ptx_cvt_rni_s16_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.rint.f32(float %2)
  %4 = fptosi float %3 to i16
  ret i16 %4
}
define signext i16 @device_ptx_cvt_rzi_s16_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.trunc.f32(float %2)
  %4 = fptosi float %3 to i16
  ret i16 %4
}
define signext i16 @device_ptx_cvt_rmi_s16_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.floor.f32(float %2)
  %4 = fptosi float %3 to i16
  ret i16 %4
}
define signext i16 @device_ptx_cvt_rpi_s16_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.ceil.f32(float %2)
  %4 = fptosi float %3 to i16
  ret i16 %4
}
define zeroext i16 @device_ptx_cvt_rn_f16_s16(i16 signext %0) {
  %2 = sitofp i16 %0 to half
  %3 = bitcast half %2 to i16
  ret i16 %3
}
define zeroext i16 @device_ptx_cvt_rni_u16_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.rint.f32(float %2)
  %4 = fptoui float %3 to i16
  ret i16 %4
}
define zeroext i16 @device_ptx_cvt_rzi_u16_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.trunc.f32(float %2)
  %4 = fptoui float %3 to i16
  ret i16 %4
}
define zeroext i16 @device_ptx_cvt_rmi_u16_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.floor.f32(float %2)
  %4 = fptoui float %3 to i16
  ret i16 %4
}
define zeroext i16 @device_ptx_cvt_rpi_u16_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.ceil.f32(float %2)
  %4 = fptoui float %3 to i16
  ret i16 %4
}
define zeroext i16 @device_ptx_cvt_rn_f16_u16(i16 zeroext %0) {
  %2 = uitofp i16 %0 to half
  %3 = bitcast half %2 to i16
  ret i16 %3
}
define i32 @device_ptx_cvt_rni_s32_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.rint.f32(float %2)
  %4 = fptosi float %3 to i32
  ret i32 %4
}
define i32 @device_ptx_cvt_rzi_s32_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.trunc.f32(float %2)
  %4 = fptosi float %3 to i32
  ret i32 %4
}
define i32 @device_ptx_cvt_rmi_s32_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.floor.f32(float %2)
  %4 = fptosi float %3 to i32
  ret i32 %4
}
define i32 @device_ptx_cvt_rpi_s32_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.ceil.f32(float %2)
  %4 = fptosi float %3 to i32
  ret i32 %4
}
define zeroext i16 @device_ptx_cvt_rn_f16_s32(i32 %0) {
  %2 = sitofp i32 %0 to half
  %3 = bitcast half %2 to i16
  ret i16 %3
}
define i32 @device_ptx_cvt_rni_u32_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.rint.f32(float %2)
  %4 = fptoui float %3 to i32
  ret i32 %4
}
define i32 @device_ptx_cvt_rzi_u32_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.trunc.f32(float %2)
  %4 = fptoui float %3 to i32
  ret i32 %4
}
define i32 @device_ptx_cvt_rmi_u32_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.floor.f32(float %2)
  %4 = fptoui float %3 to i32
  ret i32 %4
}
define i32 @device_ptx_cvt_rpi_u32_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.ceil.f32(float %2)
  %4 = fptoui float %3 to i32
  ret i32 %4
}
define zeroext i16 @device_ptx_cvt_rn_f16_u32(i32 %0) {
  %2 = uitofp i32 %0 to half
  %3 = bitcast half %2 to i16
  ret i16 %3
}
define i64 @device_ptx_cvt_rni_s64_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.rint.f32(float %2)
  %4 = fptosi float %3 to i64
  ret i64 %4
}
define i64 @device_ptx_cvt_rzi_s64_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.trunc.f32(float %2)
  %4 = fptosi float %3 to i64
  ret i64 %4
}
define i64 @device_ptx_cvt_rmi_s64_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.floor.f32(float %2)
  %4 = fptosi float %3 to i64
  ret i64 %4
}
define i64 @device_ptx_cvt_rpi_s64_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.ceil.f32(float %2)
  %4 = fptosi float %3 to i64
  ret i64 %4
}
define zeroext i16 @device_ptx_cvt_rn_f16_s64(i64 %0) {
  %2 = sitofp i64 %0 to half
  %3 = bitcast half %2 to i16
  ret i16 %3
}
define i64 @device_ptx_cvt_rni_u64_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.rint.f32(float %2)
  %4 = fptoui float %3 to i64
  ret i64 %4
}
define i64 @device_ptx_cvt_rzi_u64_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.trunc.f32(float %2)
  %4 = fptoui float %3 to i64
  ret i64 %4
}
define i64 @device_ptx_cvt_rmi_u64_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.floor.f32(float %2)
  %4 = fptoui float %3 to i64
  ret i64 %4
}
define i64 @device_ptx_cvt_rpi_u64_f16(i16 zeroext %0) {
  %2 = tail call fastcc float @one(i16 zeroext %0)
  %3 = tail call float @llvm.ceil.f32(float %2)
  %4 = fptoui float %3 to i64
  ret i64 %4
}
define zeroext i16 @device_ptx_cvt_rn_f16_u64(i64 %0) {
  %2 = uitofp i64 %0 to half
  %3 = bitcast half %2 to i16
  ret i16 %3
}
define float @device_ptx_rcp_approx_f32(float %0) {
  %2 = fdiv float 1.000000e+00, %0
  ret float %2
}
define float @device_ptx_max_f32(float %0, float %1) {
  %3 = tail call float @llvm.maxnum.f32(float %0, float %1)
  ret float %3
}
define float @device_ptx_min_f32(float %0, float %1) {
  %3 = tail call float @llvm.minnum.f32(float %0, float %1)
  ret float %3
}
define double @device_add_rn(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fadd double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
declare i32 @fegetround()
declare i32 @fesetround(i32 noundef)
define double @device_sub_rn(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fsub double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_mul_rn(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fmul double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_div_rn(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fdiv double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_rcp_rn(double %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile double %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile double, ptr %2, align 8
  %7 = fdiv double 1.000000e+00, %6
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device_sqrt_rn(double %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile double %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile double, ptr %2, align 8
  %7 = tail call double @llvm.sqrt.f64(double %6)
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device_fma_rn(double %0, double %1, double %2) {
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  %6 = alloca double, align 8
  %7 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %0, ptr %4, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store volatile double %1, ptr %5, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  store volatile double %2, ptr %6, align 8
  %8 = tail call i32 @fegetround()
  %9 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %10 = load volatile double, ptr %4, align 8
  %11 = load volatile double, ptr %5, align 8
  %12 = load volatile double, ptr %6, align 8
  %13 = tail call double @llvm.fma.f64(double %10, double %11, double %12)
  store volatile double %13, ptr %7, align 8
  %14 = tail call i32 @fesetround(i32 %8)
  %15 = load volatile double, ptr %7, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret double %15
}
define float @device_addf_rn(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fadd float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_subf_rn(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fsub float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_mulf_rn(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fmul float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_divf_rn(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fdiv float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_rcpf_rn(float %0) {
  %2 = alloca float, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile float %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile float, ptr %2, align 4
  %7 = fdiv float 1.000000e+00, %6
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_sqrtf_rn(float %0) {
  %2 = alloca float, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile float %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile float, ptr %2, align 4
  %7 = tail call float @llvm.sqrt.f32(float %6)
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_fmaf_rn(float %0, float %1, float %2) {
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  %6 = alloca float, align 4
  %7 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %0, ptr %4, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store volatile float %1, ptr %5, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  store volatile float %2, ptr %6, align 4
  %8 = tail call i32 @fegetround()
  %9 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %10 = load volatile float, ptr %4, align 4
  %11 = load volatile float, ptr %5, align 4
  %12 = load volatile float, ptr %6, align 4
  %13 = tail call float @llvm.fma.f32(float %10, float %11, float %12)
  store volatile float %13, ptr %7, align 4
  %14 = tail call i32 @fesetround(i32 %8)
  %15 = load volatile float, ptr %7, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret float %15
}
declare float @llvm.fma.f32(float, float, float)
define double @device_add_rd(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fadd double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_sub_rd(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fsub double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_mul_rd(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fmul double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_div_rd(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fdiv double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_rcp_rd(double %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile double %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile double, ptr %2, align 8
  %7 = fdiv double 1.000000e+00, %6
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device_sqrt_rd(double %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile double %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile double, ptr %2, align 8
  %7 = tail call double @llvm.sqrt.f64(double %6)
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device_fma_rd(double %0, double %1, double %2) {
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  %6 = alloca double, align 8
  %7 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %0, ptr %4, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store volatile double %1, ptr %5, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  store volatile double %2, ptr %6, align 8
  %8 = tail call i32 @fegetround()
  %9 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %10 = load volatile double, ptr %4, align 8
  %11 = load volatile double, ptr %5, align 8
  %12 = load volatile double, ptr %6, align 8
  %13 = tail call double @llvm.fma.f64(double %10, double %11, double %12)
  store volatile double %13, ptr %7, align 8
  %14 = tail call i32 @fesetround(i32 %8)
  %15 = load volatile double, ptr %7, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret double %15
}
define float @device_addf_rd(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fadd float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_subf_rd(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fsub float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_mulf_rd(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fmul float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_divf_rd(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fdiv float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_rcpf_rd(float %0) {
  %2 = alloca float, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile float %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile float, ptr %2, align 4
  %7 = fdiv float 1.000000e+00, %6
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_sqrtf_rd(float %0) {
  %2 = alloca float, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile float %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile float, ptr %2, align 4
  %7 = tail call float @llvm.sqrt.f32(float %6)
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_fmaf_rd(float %0, float %1, float %2) {
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  %6 = alloca float, align 4
  %7 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %0, ptr %4, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store volatile float %1, ptr %5, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  store volatile float %2, ptr %6, align 4
  %8 = tail call i32 @fegetround()
  %9 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %10 = load volatile float, ptr %4, align 4
  %11 = load volatile float, ptr %5, align 4
  %12 = load volatile float, ptr %6, align 4
  %13 = tail call float @llvm.fma.f32(float %10, float %11, float %12)
  store volatile float %13, ptr %7, align 4
  %14 = tail call i32 @fesetround(i32 %8)
  %15 = load volatile float, ptr %7, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret float %15
}
define double @device_add_ru(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fadd double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_sub_ru(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fsub double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_mul_ru(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fmul double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_div_ru(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fdiv double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_rcp_ru(double %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile double %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile double, ptr %2, align 8
  %7 = fdiv double 1.000000e+00, %6
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device_sqrt_ru(double %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile double %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile double, ptr %2, align 8
  %7 = tail call double @llvm.sqrt.f64(double %6)
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device_fma_ru(double %0, double %1, double %2) {
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  %6 = alloca double, align 8
  %7 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %0, ptr %4, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store volatile double %1, ptr %5, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  store volatile double %2, ptr %6, align 8
  %8 = tail call i32 @fegetround()
  %9 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %10 = load volatile double, ptr %4, align 8
  %11 = load volatile double, ptr %5, align 8
  %12 = load volatile double, ptr %6, align 8
  %13 = tail call double @llvm.fma.f64(double %10, double %11, double %12)
  store volatile double %13, ptr %7, align 8
  %14 = tail call i32 @fesetround(i32 %8)
  %15 = load volatile double, ptr %7, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret double %15
}
define float @device_addf_ru(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fadd float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_subf_ru(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fsub float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_mulf_ru(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fmul float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_divf_ru(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fdiv float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_rcpf_ru(float %0) {
  %2 = alloca float, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile float %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile float, ptr %2, align 4
  %7 = fdiv float 1.000000e+00, %6
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_sqrtf_ru(float %0) {
  %2 = alloca float, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile float %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile float, ptr %2, align 4
  %7 = tail call float @llvm.sqrt.f32(float %6)
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_fmaf_ru(float %0, float %1, float %2) {
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  %6 = alloca float, align 4
  %7 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %0, ptr %4, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store volatile float %1, ptr %5, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  store volatile float %2, ptr %6, align 4
  %8 = tail call i32 @fegetround()
  %9 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %10 = load volatile float, ptr %4, align 4
  %11 = load volatile float, ptr %5, align 4
  %12 = load volatile float, ptr %6, align 4
  %13 = tail call float @llvm.fma.f32(float %10, float %11, float %12)
  store volatile float %13, ptr %7, align 4
  %14 = tail call i32 @fesetround(i32 %8)
  %15 = load volatile float, ptr %7, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret float %15
}
define double @device_add_rz(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fadd double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_sub_rz(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fsub double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_mul_rz(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fmul double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_div_rz(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile double %0, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %1, ptr %4, align 8
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile double, ptr %3, align 8
  %9 = load volatile double, ptr %4, align 8
  %10 = fdiv double %8, %9
  store volatile double %10, ptr %5, align 8
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile double, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %12
}
define double @device_rcp_rz(double %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile double %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile double, ptr %2, align 8
  %7 = fdiv double 1.000000e+00, %6
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device_sqrt_rz(double %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile double %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile double, ptr %2, align 8
  %7 = tail call double @llvm.sqrt.f64(double %6)
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device_fma_rz(double %0, double %1, double %2) {
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  %6 = alloca double, align 8
  %7 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile double %0, ptr %4, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store volatile double %1, ptr %5, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  store volatile double %2, ptr %6, align 8
  %8 = tail call i32 @fegetround()
  %9 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  %10 = load volatile double, ptr %4, align 8
  %11 = load volatile double, ptr %5, align 8
  %12 = load volatile double, ptr %6, align 8
  %13 = tail call double @llvm.fma.f64(double %10, double %11, double %12)
  store volatile double %13, ptr %7, align 8
  %14 = tail call i32 @fesetround(i32 %8)
  %15 = load volatile double, ptr %7, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret double %15
}
define float @device_addf_rz(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fadd float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_subf_rz(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fsub float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_divf_rz(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile float %0, ptr %3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile float %1, ptr %4, align 4
  %6 = tail call i32 @fegetround()
  %7 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %8 = load volatile float, ptr %3, align 4
  %9 = load volatile float, ptr %4, align 4
  %10 = fdiv float %8, %9
  store volatile float %10, ptr %5, align 4
  %11 = tail call i32 @fesetround(i32 %6)
  %12 = load volatile float, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %12
}
define float @device_rcpf_rz(float %0) {
  %2 = alloca float, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile float %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile float, ptr %2, align 4
  %7 = fdiv float 1.000000e+00, %6
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_sqrtf_rz(float %0) {
  %2 = alloca float, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile float %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile float, ptr %2, align 4
  %7 = tail call float @llvm.sqrt.f32(float %6)
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_rsqrtf_rn(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @llvm.sqrt.f64(double %2)
  %4 = fdiv double 1.000000e+00, %3
  %5 = fptrunc double %4 to float
  ret float %5
}
define double @device_nvvm_add_rn_d(double %0, double %1) {
  %3 = tail call double @device_add_rn(double %0, double %1)
  ret double %3
}
define double @device_nvvm_mul_rn_d(double %0, double %1) {
  %3 = tail call double @device_mul_rn(double %0, double %1)
  ret double %3
}
define double @device_nvvm_div_rn_d(double %0, double %1) {
  %3 = tail call double @device_div_rn(double %0, double %1)
  ret double %3
}
define double @device_nvvm_rcp_rn_d(double %0) {
  %2 = tail call double @device_rcp_rn(double %0)
  ret double %2
}
define double @device_nvvm_sqrt_rn_d(double %0) {
  %2 = tail call double @device_sqrt_rn(double %0)
  ret double %2
}
define double @device_nvvm_fma_rn_d(double %0, double %1, double %2) {
  %4 = tail call double @device_fma_rn(double %0, double %1, double %2)
  ret double %4
}
define float @device_nvvm_add_rn_f(float %0, float %1) {
  %3 = tail call float @device_addf_rn(float %0, float %1)
  ret float %3
}
define float @device_nvvm_mul_rn_f(float %0, float %1) {
  %3 = tail call float @device_mulf_rn(float %0, float %1)
  ret float %3
}
define float @device_nvvm_div_rn_f(float %0, float %1) {
  %3 = tail call float @device_divf_rn(float %0, float %1)
  ret float %3
}
define float @device_nvvm_rcp_rn_f(float %0) {
  %2 = tail call float @device_rcpf_rn(float %0)
  ret float %2
}
define float @device_nvvm_sqrt_rn_f(float %0) {
  %2 = tail call float @device_sqrtf_rn(float %0)
  ret float %2
}
define float @device_nvvm_fma_rn_f(float %0, float %1, float %2) {
  %4 = tail call float @device_fmaf_rn(float %0, float %1, float %2)
  ret float %4
}
define float @device_nvvm_add_rn_sat_f(float %0, float %1) {
  %3 = tail call float @device_addf_rn(float %0, float %1)
  %4 = tail call fastcc float @saturated(float %3)
  ret float %4
}
define internal fastcc float @saturated(float %0) unnamed_addr {
  %2 = fcmp ogt float %0, 0.000000e+00
  %3 = tail call float @llvm.minnum.f32(float %0, float 1.000000e+00)
  %4 = select i1 %2, float %3, float 0.000000e+00
  ret float %4
}
define float @device_nvvm_fma_rn_sat_f(float %0, float %1, float %2) {
  %4 = tail call float @device_fmaf_rn(float %0, float %1, float %2)
  %5 = tail call fastcc float @saturated(float %4)
  ret float %5
}
define double @device_nvvm_add_rm_d(double %0, double %1) {
  %3 = tail call double @device_add_rd(double %0, double %1)
  ret double %3
}
define double @device_nvvm_mul_rm_d(double %0, double %1) {
  %3 = tail call double @device_mul_rd(double %0, double %1)
  ret double %3
}
define double @device_nvvm_div_rm_d(double %0, double %1) {
  %3 = tail call double @device_div_rd(double %0, double %1)
  ret double %3
}
define double @device_nvvm_rcp_rm_d(double %0) {
  %2 = tail call double @device_rcp_rd(double %0)
  ret double %2
}
define double @device_nvvm_sqrt_rm_d(double %0) {
  %2 = tail call double @device_sqrt_rd(double %0)
  ret double %2
}
define double @device_nvvm_fma_rm_d(double %0, double %1, double %2) {
  %4 = tail call double @device_fma_rd(double %0, double %1, double %2)
  ret double %4
}
define float @device_nvvm_add_rm_f(float %0, float %1) {
  %3 = tail call float @device_addf_rd(float %0, float %1)
  ret float %3
}
define float @device_nvvm_mul_rm_f(float %0, float %1) {
  %3 = tail call float @device_mulf_rd(float %0, float %1)
  ret float %3
}
define float @device_nvvm_div_rm_f(float %0, float %1) {
  %3 = tail call float @device_divf_rd(float %0, float %1)
  ret float %3
}
define float @device_nvvm_rcp_rm_f(float %0) {
  %2 = tail call float @device_rcpf_rd(float %0)
  ret float %2
}
define float @device_nvvm_sqrt_rm_f(float %0) {
  %2 = tail call float @device_sqrtf_rd(float %0)
  ret float %2
}
define float @device_nvvm_fma_rm_f(float %0, float %1, float %2) {
  %4 = tail call float @device_fmaf_rd(float %0, float %1, float %2)
  ret float %4
}
define float @device_nvvm_add_rm_sat_f(float %0, float %1) {
  %3 = tail call float @device_addf_rd(float %0, float %1)
  %4 = tail call fastcc float @saturated(float %3)
  ret float %4
}
define float @device_nvvm_fma_rm_sat_f(float %0, float %1, float %2) {
  %4 = tail call float @device_fmaf_rd(float %0, float %1, float %2)
  %5 = tail call fastcc float @saturated(float %4)
  ret float %5
}
define double @device_nvvm_add_rp_d(double %0, double %1) {
  %3 = tail call double @device_add_ru(double %0, double %1)
  ret double %3
}
define double @device_nvvm_mul_rp_d(double %0, double %1) {
  %3 = tail call double @device_mul_ru(double %0, double %1)
  ret double %3
}
define double @device_nvvm_div_rp_d(double %0, double %1) {
  %3 = tail call double @device_div_ru(double %0, double %1)
  ret double %3
}
define double @device_nvvm_rcp_rp_d(double %0) {
  %2 = tail call double @device_rcp_ru(double %0)
  ret double %2
}
define double @device_nvvm_sqrt_rp_d(double %0) {
  %2 = tail call double @device_sqrt_ru(double %0)
  ret double %2
}
define double @device_nvvm_fma_rp_d(double %0, double %1, double %2) {
  %4 = tail call double @device_fma_ru(double %0, double %1, double %2)
  ret double %4
}
define float @device_nvvm_add_rp_f(float %0, float %1) {
  %3 = tail call float @device_addf_ru(float %0, float %1)
  ret float %3
}
define float @device_nvvm_mul_rp_f(float %0, float %1) {
  %3 = tail call float @device_mulf_ru(float %0, float %1)
  ret float %3
}
define float @device_nvvm_div_rp_f(float %0, float %1) {
  %3 = tail call float @device_divf_ru(float %0, float %1)
  ret float %3
}
define float @device_nvvm_rcp_rp_f(float %0) {
  %2 = tail call float @device_rcpf_ru(float %0)
  ret float %2
}
define float @device_nvvm_sqrt_rp_f(float %0) {
  %2 = tail call float @device_sqrtf_ru(float %0)
  ret float %2
}
define float @device_nvvm_fma_rp_f(float %0, float %1, float %2) {
  %4 = tail call float @device_fmaf_ru(float %0, float %1, float %2)
  ret float %4
}
define float @device_nvvm_add_rp_sat_f(float %0, float %1) {
  %3 = tail call float @device_addf_ru(float %0, float %1)
  %4 = tail call fastcc float @saturated(float %3)
  ret float %4
}
define float @device_nvvm_fma_rp_sat_f(float %0, float %1, float %2) {
  %4 = tail call float @device_fmaf_ru(float %0, float %1, float %2)
  %5 = tail call fastcc float @saturated(float %4)
  ret float %5
}
define double @device_nvvm_add_rz_d(double %0, double %1) {
  %3 = tail call double @device_add_rz(double %0, double %1)
  ret double %3
}
define double @device_nvvm_mul_rz_d(double %0, double %1) {
  %3 = tail call double @device_mul_rz(double %0, double %1)
  ret double %3
}
define double @device_nvvm_div_rz_d(double %0, double %1) {
  %3 = tail call double @device_div_rz(double %0, double %1)
  ret double %3
}
define double @device_nvvm_rcp_rz_d(double %0) {
  %2 = tail call double @device_rcp_rz(double %0)
  ret double %2
}
define double @device_nvvm_sqrt_rz_d(double %0) {
  %2 = tail call double @device_sqrt_rz(double %0)
  ret double %2
}
define double @device_nvvm_fma_rz_d(double %0, double %1, double %2) {
  %4 = tail call double @device_fma_rz(double %0, double %1, double %2)
  ret double %4
}
define float @device_nvvm_add_rz_f(float %0, float %1) {
  %3 = tail call float @device_addf_rz(float %0, float %1)
  ret float %3
}
define float @device_nvvm_mul_rz_f(float %0, float %1) {
  %3 = tail call float @device_mulf_rz(float %0, float %1)
  ret float %3
}
define float @device_nvvm_div_rz_f(float %0, float %1) {
  %3 = tail call float @device_divf_rz(float %0, float %1)
  ret float %3
}
define float @device_nvvm_rcp_rz_f(float %0) {
  %2 = tail call float @device_rcpf_rz(float %0)
  ret float %2
}
define float @device_nvvm_sqrt_rz_f(float %0) {
  %2 = tail call float @device_sqrtf_rz(float %0)
  ret float %2
}
define float @device_nvvm_fma_rz_f(float %0, float %1, float %2) {
  %4 = tail call float @device_fmaf_rz(float %0, float %1, float %2)
  ret float %4
}
define float @device_nvvm_add_rz_sat_f(float %0, float %1) {
  %3 = tail call float @device_addf_rz(float %0, float %1)
  %4 = tail call fastcc float @saturated(float %3)
  ret float %4
}
define float @device_nvvm_fma_rz_sat_f(float %0, float %1, float %2) {
  %4 = tail call float @device_fmaf_rz(float %0, float %1, float %2)
  %5 = tail call fastcc float @saturated(float %4)
  ret float %5
}
define i32 @device___nv_double2int_rn(double %0) {
  %2 = tail call double @llvm.rint.f64(double %0)
  %3 = fcmp uno double %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt double %2, 0xC1E0000000000000
  br i1 %5, label %6, label %10
6:                                                ; preds = %4
  %7 = fcmp oge double %2, 0x41DFFFFFFFC00000
  %8 = select i1 %7, double 0x41DFFFFFFFC00000, double %2
  %9 = fptosi double %8 to i32
  br label %10
10:                                               ; preds = %6, %4, %1
  %11 = phi i32 [ 0, %1 ], [ %9, %6 ], [ -2147483648, %4 ]
  ret i32 %11
}
define i32 @device___nv_double2uint_rn(double %0) {
  %2 = tail call double @llvm.rint.f64(double %0)
  %3 = fcmp ogt double %2, 0.000000e+00
  br i1 %3, label %4, label %8
4:                                                ; preds = %1
  %5 = fcmp oge double %2, 0x41EFFFFFFFE00000
  %6 = select i1 %5, double 0x41EFFFFFFFE00000, double %2
  %7 = fptoui double %6 to i32
  br label %8
8:                                                ; preds = %4, %1
  %9 = phi i32 [ 0, %1 ], [ %7, %4 ]
  ret i32 %9
}
define i64 @device___nv_double2ll_rn(double %0) {
  %2 = tail call double @llvm.rint.f64(double %0)
  %3 = fcmp uno double %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt double %2, 0xC3E0000000000000
  %6 = fcmp oge double %2, 0x43E0000000000000
  %7 = fptosi double %2 to i64
  %8 = select i1 %6, i64 9223372036854775807, i64 %7
  %9 = select i1 %5, i64 %8, i64 -9223372036854775808
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i64 @device___nv_double2ull_rn(double %0) {
  %2 = tail call double @llvm.rint.f64(double %0)
  %3 = fcmp uno double %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt double %2, 0.000000e+00
  %6 = fcmp oge double %2, 0x43F0000000000000
  %7 = fptoui double %2 to i64
  %8 = select i1 %6, i64 -1, i64 %7
  %9 = select i1 %5, i64 %8, i64 0
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i32 @device_nvvm_d2i_rn(double %0) {
  %2 = tail call i32 @device___nv_double2int_rn(double %0)
  ret i32 %2
}
define i32 @device_nvvm_d2ui_rn(double %0) {
  %2 = tail call i32 @device___nv_double2uint_rn(double %0)
  ret i32 %2
}
define i64 @device_nvvm_d2ll_rn(double %0) {
  %2 = tail call i64 @device___nv_double2ll_rn(double %0)
  ret i64 %2
}
define i64 @device_nvvm_d2ull_rn(double %0) {
  %2 = tail call i64 @device___nv_double2ull_rn(double %0)
  ret i64 %2
}
define i32 @device___nv_float2int_rn(float %0) {
  %2 = tail call float @llvm.rint.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %11, label %4
4:                                                ; preds = %1
  %5 = fpext float %2 to double
  %6 = fcmp ugt float %2, 0xC1E0000000000000
  %7 = fcmp oge double %5, 0x41DFFFFFFFC00000
  %8 = fptosi float %2 to i32
  %9 = select i1 %7, i32 2147483647, i32 %8
  %10 = select i1 %6, i32 %9, i32 -2147483648
  br label %11
11:                                               ; preds = %1, %4
  %12 = phi i32 [ %10, %4 ], [ 0, %1 ]
  ret i32 %12
}
define i32 @device___nv_float2uint_rn(float %0) {
  %2 = tail call float @llvm.rint.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %11, label %4
4:                                                ; preds = %1
  %5 = fpext float %2 to double
  %6 = fcmp ugt float %2, 0.000000e+00
  %7 = fcmp oge double %5, 0x41EFFFFFFFE00000
  %8 = fptoui float %2 to i32
  %9 = select i1 %7, i32 -1, i32 %8
  %10 = select i1 %6, i32 %9, i32 0
  br label %11
11:                                               ; preds = %1, %4
  %12 = phi i32 [ %10, %4 ], [ 0, %1 ]
  ret i32 %12
}
define i64 @device___nv_float2ll_rn(float %0) {
  %2 = tail call float @llvm.rint.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt float %2, 0xC3E0000000000000
  %6 = fcmp oge float %2, 0x43E0000000000000
  %7 = fptosi float %2 to i64
  %8 = select i1 %6, i64 9223372036854775807, i64 %7
  %9 = select i1 %5, i64 %8, i64 -9223372036854775808
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i64 @device___nv_float2ull_rn(float %0) {
  %2 = tail call float @llvm.rint.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt float %2, 0.000000e+00
  %6 = fcmp oge float %2, 0x43F0000000000000
  %7 = fptoui float %2 to i64
  %8 = select i1 %6, i64 -1, i64 %7
  %9 = select i1 %5, i64 %8, i64 0
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i32 @device_nvvm_f2i_rn(float %0) {
  %2 = tail call i32 @device___nv_float2int_rn(float %0)
  ret i32 %2
}
define i32 @device_nvvm_f2ui_rn(float %0) {
  %2 = tail call i32 @device___nv_float2uint_rn(float %0)
  ret i32 %2
}
define i64 @device_nvvm_f2ll_rn(float %0) {
  %2 = tail call i64 @device___nv_float2ll_rn(float %0)
  ret i64 %2
}
define i64 @device_nvvm_f2ull_rn(float %0) {
  %2 = tail call i64 @device___nv_float2ull_rn(float %0)
  ret i64 %2
}
define double @device___nv_int2double_rn(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = sitofp i32 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device___nv_uint2double_rn(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = uitofp i32 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device___nv_ll2double_rn(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = sitofp i64 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device___nv_ull2double_rn(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = uitofp i64 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device_nvvm_i2d_rn(i32 %0) {
  %2 = tail call double @device___nv_int2double_rn(i32 %0)
  ret double %2
}
define double @device_nvvm_ui2d_rn(i32 %0) {
  %2 = tail call double @device___nv_uint2double_rn(i32 %0)
  ret double %2
}
define double @device_nvvm_ll2d_rn(i64 %0) {
  %2 = tail call double @device___nv_ll2double_rn(i64 %0)
  ret double %2
}
define double @device_nvvm_ull2d_rn(i64 %0) {
  %2 = tail call double @device___nv_ull2double_rn(i64 %0)
  ret double %2
}
define float @device___nv_int2float_rn(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = sitofp i32 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device___nv_uint2float_rn(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = uitofp i32 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device___nv_ll2float_rn(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = sitofp i64 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device___nv_ull2float_rn(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = uitofp i64 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_nvvm_i2f_rn(i32 %0) {
  %2 = tail call float @device___nv_int2float_rn(i32 %0)
  ret float %2
}
define float @device_nvvm_ui2f_rn(i32 %0) {
  %2 = tail call float @device___nv_uint2float_rn(i32 %0)
  ret float %2
}
define float @device_nvvm_ll2f_rn(i64 %0) {
  %2 = tail call float @device___nv_ll2float_rn(i64 %0)
  ret float %2
}
define float @device_nvvm_ull2f_rn(i64 %0) {
  %2 = tail call float @device___nv_ull2float_rn(i64 %0)
  ret float %2
}
define float @device___nv_double2float_rn(double %0) {
  %2 = alloca double, align 8
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile double %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile double, ptr %2, align 8
  %7 = fptrunc double %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_nvvm_d2f_rn(double %0) {
  %2 = tail call float @device___nv_double2float_rn(double %0)
  ret float %2
}
define i32 @device___nv_double2int_rd(double %0) {
  %2 = tail call double @llvm.floor.f64(double %0)
  %3 = fcmp uno double %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt double %2, 0xC1E0000000000000
  br i1 %5, label %6, label %10
6:                                                ; preds = %4
  %7 = fcmp oge double %2, 0x41DFFFFFFFC00000
  %8 = select i1 %7, double 0x41DFFFFFFFC00000, double %2
  %9 = fptosi double %8 to i32
  br label %10
10:                                               ; preds = %6, %4, %1
  %11 = phi i32 [ 0, %1 ], [ %9, %6 ], [ -2147483648, %4 ]
  ret i32 %11
}
define i32 @device___nv_double2uint_rd(double %0) {
  %2 = tail call double @llvm.floor.f64(double %0)
  %3 = fcmp ogt double %2, 0.000000e+00
  br i1 %3, label %4, label %8
4:                                                ; preds = %1
  %5 = fcmp oge double %2, 0x41EFFFFFFFE00000
  %6 = select i1 %5, double 0x41EFFFFFFFE00000, double %2
  %7 = fptoui double %6 to i32
  br label %8
8:                                                ; preds = %4, %1
  %9 = phi i32 [ 0, %1 ], [ %7, %4 ]
  ret i32 %9
}
define i64 @device___nv_double2ll_rd(double %0) {
  %2 = tail call double @llvm.floor.f64(double %0)
  %3 = fcmp uno double %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt double %2, 0xC3E0000000000000
  %6 = fcmp oge double %2, 0x43E0000000000000
  %7 = fptosi double %2 to i64
  %8 = select i1 %6, i64 9223372036854775807, i64 %7
  %9 = select i1 %5, i64 %8, i64 -9223372036854775808
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i64 @device___nv_double2ull_rd(double %0) {
  %2 = tail call double @llvm.floor.f64(double %0)
  %3 = fcmp uno double %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt double %2, 0.000000e+00
  %6 = fcmp oge double %2, 0x43F0000000000000
  %7 = fptoui double %2 to i64
  %8 = select i1 %6, i64 -1, i64 %7
  %9 = select i1 %5, i64 %8, i64 0
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i32 @device_nvvm_d2i_rm(double %0) {
  %2 = tail call i32 @device___nv_double2int_rd(double %0)
  ret i32 %2
}
define i32 @device_nvvm_d2ui_rm(double %0) {
  %2 = tail call i32 @device___nv_double2uint_rd(double %0)
  ret i32 %2
}
define i64 @device_nvvm_d2ll_rm(double %0) {
  %2 = tail call i64 @device___nv_double2ll_rd(double %0)
  ret i64 %2
}
define i64 @device_nvvm_d2ull_rm(double %0) {
  %2 = tail call i64 @device___nv_double2ull_rd(double %0)
  ret i64 %2
}
define i32 @device___nv_float2int_rd(float %0) {
  %2 = tail call float @llvm.floor.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %11, label %4
4:                                                ; preds = %1
  %5 = fpext float %2 to double
  %6 = fcmp ugt float %2, 0xC1E0000000000000
  %7 = fcmp oge double %5, 0x41DFFFFFFFC00000
  %8 = fptosi float %2 to i32
  %9 = select i1 %7, i32 2147483647, i32 %8
  %10 = select i1 %6, i32 %9, i32 -2147483648
  br label %11
11:                                               ; preds = %1, %4
  %12 = phi i32 [ %10, %4 ], [ 0, %1 ]
  ret i32 %12
}
define i32 @device___nv_float2uint_rd(float %0) {
  %2 = tail call float @llvm.floor.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %11, label %4
4:                                                ; preds = %1
  %5 = fpext float %2 to double
  %6 = fcmp ugt float %2, 0.000000e+00
  %7 = fcmp oge double %5, 0x41EFFFFFFFE00000
  %8 = fptoui float %2 to i32
  %9 = select i1 %7, i32 -1, i32 %8
  %10 = select i1 %6, i32 %9, i32 0
  br label %11
11:                                               ; preds = %1, %4
  %12 = phi i32 [ %10, %4 ], [ 0, %1 ]
  ret i32 %12
}
define i64 @device___nv_float2ll_rd(float %0) {
  %2 = tail call float @llvm.floor.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt float %2, 0xC3E0000000000000
  %6 = fcmp oge float %2, 0x43E0000000000000
  %7 = fptosi float %2 to i64
  %8 = select i1 %6, i64 9223372036854775807, i64 %7
  %9 = select i1 %5, i64 %8, i64 -9223372036854775808
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i64 @device___nv_float2ull_rd(float %0) {
  %2 = tail call float @llvm.floor.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt float %2, 0.000000e+00
  %6 = fcmp oge float %2, 0x43F0000000000000
  %7 = fptoui float %2 to i64
  %8 = select i1 %6, i64 -1, i64 %7
  %9 = select i1 %5, i64 %8, i64 0
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i32 @device_nvvm_f2i_rm(float %0) {
  %2 = tail call i32 @device___nv_float2int_rd(float %0)
  ret i32 %2
}
define i32 @device_nvvm_f2ui_rm(float %0) {
  %2 = tail call i32 @device___nv_float2uint_rd(float %0)
  ret i32 %2
}
define i64 @device_nvvm_f2ll_rm(float %0) {
  %2 = tail call i64 @device___nv_float2ll_rd(float %0)
  ret i64 %2
}
define i64 @device_nvvm_f2ull_rm(float %0) {
  %2 = tail call i64 @device___nv_float2ull_rd(float %0)
  ret i64 %2
}
define double @device___nv_int2double_rd(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = sitofp i32 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device___nv_uint2double_rd(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = uitofp i32 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device___nv_ll2double_rd(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = sitofp i64 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device___nv_ull2double_rd(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = uitofp i64 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device_nvvm_i2d_rm(i32 %0) {
  %2 = tail call double @device___nv_int2double_rd(i32 %0)
  ret double %2
}
define double @device_nvvm_ui2d_rm(i32 %0) {
  %2 = tail call double @device___nv_uint2double_rd(i32 %0)
  ret double %2
}
define double @device_nvvm_ll2d_rm(i64 %0) {
  %2 = tail call double @device___nv_ll2double_rd(i64 %0)
  ret double %2
}
define double @device_nvvm_ull2d_rm(i64 %0) {
  %2 = tail call double @device___nv_ull2double_rd(i64 %0)
  ret double %2
}
define float @device___nv_int2float_rd(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = sitofp i32 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device___nv_uint2float_rd(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = uitofp i32 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device___nv_ll2float_rd(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = sitofp i64 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device___nv_ull2float_rd(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = uitofp i64 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_nvvm_i2f_rm(i32 %0) {
  %2 = tail call float @device___nv_int2float_rd(i32 %0)
  ret float %2
}
define float @device_nvvm_ui2f_rm(i32 %0) {
  %2 = tail call float @device___nv_uint2float_rd(i32 %0)
  ret float %2
}
define float @device_nvvm_ll2f_rm(i64 %0) {
  %2 = tail call float @device___nv_ll2float_rd(i64 %0)
  ret float %2
}
define float @device_nvvm_ull2f_rm(i64 %0) {
  %2 = tail call float @device___nv_ull2float_rd(i64 %0)
  ret float %2
}
define float @device___nv_double2float_rd(double %0) {
  %2 = alloca double, align 8
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile double %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 1024)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile double, ptr %2, align 8
  %7 = fptrunc double %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_nvvm_d2f_rm(double %0) {
  %2 = tail call float @device___nv_double2float_rd(double %0)
  ret float %2
}
define i32 @device___nv_double2int_ru(double %0) {
  %2 = tail call double @llvm.ceil.f64(double %0)
  %3 = fcmp uno double %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt double %2, 0xC1E0000000000000
  br i1 %5, label %6, label %10
6:                                                ; preds = %4
  %7 = fcmp oge double %2, 0x41DFFFFFFFC00000
  %8 = select i1 %7, double 0x41DFFFFFFFC00000, double %2
  %9 = fptosi double %8 to i32
  br label %10
10:                                               ; preds = %6, %4, %1
  %11 = phi i32 [ 0, %1 ], [ %9, %6 ], [ -2147483648, %4 ]
  ret i32 %11
}
define i32 @device___nv_double2uint_ru(double %0) {
  %2 = tail call double @llvm.ceil.f64(double %0)
  %3 = fcmp ogt double %2, 0.000000e+00
  br i1 %3, label %4, label %8
4:                                                ; preds = %1
  %5 = fcmp oge double %2, 0x41EFFFFFFFE00000
  %6 = select i1 %5, double 0x41EFFFFFFFE00000, double %2
  %7 = fptoui double %6 to i32
  br label %8
8:                                                ; preds = %4, %1
  %9 = phi i32 [ 0, %1 ], [ %7, %4 ]
  ret i32 %9
}
define i64 @device___nv_double2ll_ru(double %0) {
  %2 = tail call double @llvm.ceil.f64(double %0)
  %3 = fcmp uno double %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt double %2, 0xC3E0000000000000
  %6 = fcmp oge double %2, 0x43E0000000000000
  %7 = fptosi double %2 to i64
  %8 = select i1 %6, i64 9223372036854775807, i64 %7
  %9 = select i1 %5, i64 %8, i64 -9223372036854775808
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i64 @device___nv_double2ull_ru(double %0) {
  %2 = tail call double @llvm.ceil.f64(double %0)
  %3 = fcmp uno double %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt double %2, 0.000000e+00
  %6 = fcmp oge double %2, 0x43F0000000000000
  %7 = fptoui double %2 to i64
  %8 = select i1 %6, i64 -1, i64 %7
  %9 = select i1 %5, i64 %8, i64 0
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i32 @device_nvvm_d2i_rp(double %0) {
  %2 = tail call i32 @device___nv_double2int_ru(double %0)
  ret i32 %2
}
define i32 @device_nvvm_d2ui_rp(double %0) {
  %2 = tail call i32 @device___nv_double2uint_ru(double %0)
  ret i32 %2
}
define i64 @device_nvvm_d2ll_rp(double %0) {
  %2 = tail call i64 @device___nv_double2ll_ru(double %0)
  ret i64 %2
}
define i64 @device_nvvm_d2ull_rp(double %0) {
  %2 = tail call i64 @device___nv_double2ull_ru(double %0)
  ret i64 %2
}
define i32 @device___nv_float2int_ru(float %0) {
  %2 = tail call float @llvm.ceil.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %11, label %4
4:                                                ; preds = %1
  %5 = fpext float %2 to double
  %6 = fcmp ugt float %2, 0xC1E0000000000000
  %7 = fcmp oge double %5, 0x41DFFFFFFFC00000
  %8 = fptosi float %2 to i32
  %9 = select i1 %7, i32 2147483647, i32 %8
  %10 = select i1 %6, i32 %9, i32 -2147483648
  br label %11
11:                                               ; preds = %1, %4
  %12 = phi i32 [ %10, %4 ], [ 0, %1 ]
  ret i32 %12
}
define i32 @device___nv_float2uint_ru(float %0) {
  %2 = tail call float @llvm.ceil.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %11, label %4
4:                                                ; preds = %1
  %5 = fpext float %2 to double
  %6 = fcmp ugt float %2, 0.000000e+00
  %7 = fcmp oge double %5, 0x41EFFFFFFFE00000
  %8 = fptoui float %2 to i32
  %9 = select i1 %7, i32 -1, i32 %8
  %10 = select i1 %6, i32 %9, i32 0
  br label %11
11:                                               ; preds = %1, %4
  %12 = phi i32 [ %10, %4 ], [ 0, %1 ]
  ret i32 %12
}
define i64 @device___nv_float2ll_ru(float %0) {
  %2 = tail call float @llvm.ceil.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt float %2, 0xC3E0000000000000
  %6 = fcmp oge float %2, 0x43E0000000000000
  %7 = fptosi float %2 to i64
  %8 = select i1 %6, i64 9223372036854775807, i64 %7
  %9 = select i1 %5, i64 %8, i64 -9223372036854775808
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i64 @device___nv_float2ull_ru(float %0) {
  %2 = tail call float @llvm.ceil.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt float %2, 0.000000e+00
  %6 = fcmp oge float %2, 0x43F0000000000000
  %7 = fptoui float %2 to i64
  %8 = select i1 %6, i64 -1, i64 %7
  %9 = select i1 %5, i64 %8, i64 0
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i32 @device_nvvm_f2i_rp(float %0) {
  %2 = tail call i32 @device___nv_float2int_ru(float %0)
  ret i32 %2
}
define i32 @device_nvvm_f2ui_rp(float %0) {
  %2 = tail call i32 @device___nv_float2uint_ru(float %0)
  ret i32 %2
}
define i64 @device_nvvm_f2ll_rp(float %0) {
  %2 = tail call i64 @device___nv_float2ll_ru(float %0)
  ret i64 %2
}
define i64 @device_nvvm_f2ull_rp(float %0) {
  %2 = tail call i64 @device___nv_float2ull_ru(float %0)
  ret i64 %2
}
define double @device___nv_int2double_ru(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = sitofp i32 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device___nv_uint2double_ru(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = uitofp i32 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device___nv_ll2double_ru(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = sitofp i64 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device___nv_ull2double_ru(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = uitofp i64 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device_nvvm_i2d_rp(i32 %0) {
  %2 = tail call double @device___nv_int2double_ru(i32 %0)
  ret double %2
}
define double @device_nvvm_ui2d_rp(i32 %0) {
  %2 = tail call double @device___nv_uint2double_ru(i32 %0)
  ret double %2
}
define double @device_nvvm_ll2d_rp(i64 %0) {
  %2 = tail call double @device___nv_ll2double_ru(i64 %0)
  ret double %2
}
define double @device_nvvm_ull2d_rp(i64 %0) {
  %2 = tail call double @device___nv_ull2double_ru(i64 %0)
  ret double %2
}
define float @device___nv_int2float_ru(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = sitofp i32 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device___nv_uint2float_ru(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = uitofp i32 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device___nv_ll2float_ru(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = sitofp i64 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device___nv_ull2float_ru(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = uitofp i64 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_nvvm_i2f_rp(i32 %0) {
  %2 = tail call float @device___nv_int2float_ru(i32 %0)
  ret float %2
}
define float @device_nvvm_ui2f_rp(i32 %0) {
  %2 = tail call float @device___nv_uint2float_ru(i32 %0)
  ret float %2
}
define float @device_nvvm_ll2f_rp(i64 %0) {
  %2 = tail call float @device___nv_ll2float_ru(i64 %0)
  ret float %2
}
define float @device_nvvm_ull2f_rp(i64 %0) {
  %2 = tail call float @device___nv_ull2float_ru(i64 %0)
  ret float %2
}
define float @device___nv_double2float_ru(double %0) {
  %2 = alloca double, align 8
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile double %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 2048)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile double, ptr %2, align 8
  %7 = fptrunc double %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_nvvm_d2f_rp(double %0) {
  %2 = tail call float @device___nv_double2float_ru(double %0)
  ret float %2
}
define i32 @device___nv_double2int_rz(double %0) {
  %2 = tail call double @llvm.trunc.f64(double %0)
  %3 = fcmp uno double %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt double %2, 0xC1E0000000000000
  br i1 %5, label %6, label %10
6:                                                ; preds = %4
  %7 = fcmp oge double %2, 0x41DFFFFFFFC00000
  %8 = select i1 %7, double 0x41DFFFFFFFC00000, double %2
  %9 = fptosi double %8 to i32
  br label %10
10:                                               ; preds = %6, %4, %1
  %11 = phi i32 [ 0, %1 ], [ %9, %6 ], [ -2147483648, %4 ]
  ret i32 %11
}
define i32 @device___nv_double2uint_rz(double %0) {
  %2 = tail call double @llvm.trunc.f64(double %0)
  %3 = fcmp ogt double %2, 0.000000e+00
  br i1 %3, label %4, label %8
4:                                                ; preds = %1
  %5 = fcmp oge double %2, 0x41EFFFFFFFE00000
  %6 = select i1 %5, double 0x41EFFFFFFFE00000, double %2
  %7 = fptoui double %6 to i32
  br label %8
8:                                                ; preds = %4, %1
  %9 = phi i32 [ 0, %1 ], [ %7, %4 ]
  ret i32 %9
}
define i64 @device___nv_double2ll_rz(double %0) {
  %2 = tail call double @llvm.trunc.f64(double %0)
  %3 = fcmp uno double %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt double %2, 0xC3E0000000000000
  %6 = fcmp oge double %2, 0x43E0000000000000
  %7 = fptosi double %2 to i64
  %8 = select i1 %6, i64 9223372036854775807, i64 %7
  %9 = select i1 %5, i64 %8, i64 -9223372036854775808
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i64 @device___nv_double2ull_rz(double %0) {
  %2 = tail call double @llvm.trunc.f64(double %0)
  %3 = fcmp uno double %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt double %2, 0.000000e+00
  %6 = fcmp oge double %2, 0x43F0000000000000
  %7 = fptoui double %2 to i64
  %8 = select i1 %6, i64 -1, i64 %7
  %9 = select i1 %5, i64 %8, i64 0
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i32 @device_nvvm_d2i_rz(double %0) {
  %2 = tail call i32 @device___nv_double2int_rz(double %0)
  ret i32 %2
}
define i32 @device_nvvm_d2ui_rz(double %0) {
  %2 = tail call i32 @device___nv_double2uint_rz(double %0)
  ret i32 %2
}
define i64 @device_nvvm_d2ll_rz(double %0) {
  %2 = tail call i64 @device___nv_double2ll_rz(double %0)
  ret i64 %2
}
define i64 @device_nvvm_d2ull_rz(double %0) {
  %2 = tail call i64 @device___nv_double2ull_rz(double %0)
  ret i64 %2
}
define i32 @device___nv_float2int_rz(float %0) {
  %2 = tail call float @llvm.trunc.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %11, label %4
4:                                                ; preds = %1
  %5 = fpext float %2 to double
  %6 = fcmp ugt float %2, 0xC1E0000000000000
  %7 = fcmp oge double %5, 0x41DFFFFFFFC00000
  %8 = fptosi float %2 to i32
  %9 = select i1 %7, i32 2147483647, i32 %8
  %10 = select i1 %6, i32 %9, i32 -2147483648
  br label %11
11:                                               ; preds = %1, %4
  %12 = phi i32 [ %10, %4 ], [ 0, %1 ]
  ret i32 %12
}
define i32 @device___nv_float2uint_rz(float %0) {
  %2 = tail call float @llvm.trunc.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %11, label %4
4:                                                ; preds = %1
  %5 = fpext float %2 to double
  %6 = fcmp ugt float %2, 0.000000e+00
  %7 = fcmp oge double %5, 0x41EFFFFFFFE00000
  %8 = fptoui float %2 to i32
  %9 = select i1 %7, i32 -1, i32 %8
  %10 = select i1 %6, i32 %9, i32 0
  br label %11
11:                                               ; preds = %1, %4
  %12 = phi i32 [ %10, %4 ], [ 0, %1 ]
  ret i32 %12
}
define i64 @device___nv_float2ll_rz(float %0) {
  %2 = tail call float @llvm.trunc.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt float %2, 0xC3E0000000000000
  %6 = fcmp oge float %2, 0x43E0000000000000
  %7 = fptosi float %2 to i64
  %8 = select i1 %6, i64 9223372036854775807, i64 %7
  %9 = select i1 %5, i64 %8, i64 -9223372036854775808
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i64 @device___nv_float2ull_rz(float %0) {
  %2 = tail call float @llvm.trunc.f32(float %0)
  %3 = fcmp uno float %2, 0.000000e+00
  br i1 %3, label %10, label %4
4:                                                ; preds = %1
  %5 = fcmp ugt float %2, 0.000000e+00
  %6 = fcmp oge float %2, 0x43F0000000000000
  %7 = fptoui float %2 to i64
  %8 = select i1 %6, i64 -1, i64 %7
  %9 = select i1 %5, i64 %8, i64 0
  br label %10
10:                                               ; preds = %1, %4
  %11 = phi i64 [ %9, %4 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}
define i32 @device_nvvm_f2i_rz(float %0) {
  %2 = tail call i32 @device___nv_float2int_rz(float %0)
  ret i32 %2
}
define i32 @device_nvvm_f2ui_rz(float %0) {
  %2 = tail call i32 @device___nv_float2uint_rz(float %0)
  ret i32 %2
}
define i64 @device_nvvm_f2ll_rz(float %0) {
  %2 = tail call i64 @device___nv_float2ll_rz(float %0)
  ret i64 %2
}
define i64 @device_nvvm_f2ull_rz(float %0) {
  %2 = tail call i64 @device___nv_float2ull_rz(float %0)
  ret i64 %2
}
define double @device___nv_int2double_rz(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = sitofp i32 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device___nv_uint2double_rz(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = uitofp i32 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device___nv_ll2double_rz(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = sitofp i64 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device___nv_ull2double_rz(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = uitofp i64 %6 to double
  store volatile double %7, ptr %3, align 8
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile double, ptr %3, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define double @device_nvvm_i2d_rz(i32 %0) {
  %2 = tail call double @device___nv_int2double_rz(i32 %0)
  ret double %2
}
define double @device_nvvm_ui2d_rz(i32 %0) {
  %2 = tail call double @device___nv_uint2double_rz(i32 %0)
  ret double %2
}
define double @device_nvvm_ll2d_rz(i64 %0) {
  %2 = tail call double @device___nv_ll2double_rz(i64 %0)
  ret double %2
}
define double @device_nvvm_ull2d_rz(i64 %0) {
  %2 = tail call double @device___nv_ull2double_rz(i64 %0)
  ret double %2
}
define float @device___nv_int2float_rz(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = sitofp i32 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device___nv_uint2float_rz(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i32 %0, ptr %2, align 4
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i32, ptr %2, align 4
  %7 = uitofp i32 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device___nv_ll2float_rz(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = sitofp i64 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device___nv_ull2float_rz(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile i64 %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile i64, ptr %2, align 8
  %7 = uitofp i64 %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_nvvm_i2f_rz(i32 %0) {
  %2 = tail call float @device___nv_int2float_rz(i32 %0)
  ret float %2
}
define float @device_nvvm_ui2f_rz(i32 %0) {
  %2 = tail call float @device___nv_uint2float_rz(i32 %0)
  ret float %2
}
define float @device_nvvm_ll2f_rz(i64 %0) {
  %2 = tail call float @device___nv_ll2float_rz(i64 %0)
  ret float %2
}
define float @device_nvvm_ull2f_rz(i64 %0) {
  %2 = tail call float @device___nv_ull2float_rz(i64 %0)
  ret float %2
}
define float @device___nv_double2float_rz(double %0) {
  %2 = alloca double, align 8
  %3 = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store volatile double %0, ptr %2, align 8
  %4 = tail call i32 @fegetround()
  %5 = tail call i32 @fesetround(i32 3072)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %6 = load volatile double, ptr %2, align 8
  %7 = fptrunc double %6 to float
  store volatile float %7, ptr %3, align 4
  %8 = tail call i32 @fesetround(i32 %4)
  %9 = load volatile float, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define float @device_nvvm_d2f_rz(double %0) {
  %2 = tail call float @device___nv_double2float_rz(double %0)
  ret float %2
}
define internal fastcc i32 @dpp_source(i32 %0, i32 %1) unnamed_addr {
  %3 = tail call i32 @enzyme_rs_emulator_warp_size()
  %4 = and i32 %0, 15
  %5 = sdiv i32 %1, 16
  %6 = shl nsw i32 %5, 4
  %7 = srem i32 %1, 16
  %8 = icmp ult i32 %0, 256
  br i1 %8, label %9, label %17
9:                                                ; preds = %2
  %10 = sdiv i32 %1, 4
  %11 = shl nsw i32 %10, 2
  %12 = srem i32 %1, 4
  %13 = shl nsw i32 %12, 1
  %14 = lshr i32 %0, %13
  %15 = and i32 %14, 3
  %16 = or disjoint i32 %15, %11
  br label %68
17:                                               ; preds = %2
  %18 = lshr i32 %0, 4
  switch i32 %18, label %40 [
    i32 16, label %19
    i32 17, label %24
    i32 18, label %28
    i32 21, label %35
    i32 22, label %37
  ]
19:                                               ; preds = %17
  %20 = add nsw i32 %7, %4
  %21 = icmp slt i32 %20, 16
  %22 = add nsw i32 %1, %4
  %23 = select i1 %21, i32 %22, i32 -1
  br label %68
24:                                               ; preds = %17
  %25 = icmp slt i32 %7, %4
  %26 = sub nsw i32 %1, %4
  %27 = select i1 %25, i32 -1, i32 %26
  br label %68
28:                                               ; preds = %17
  %29 = sub nsw i32 %7, %4
  %30 = trunc nsw i32 %29 to i8
  %31 = add nsw i8 %30, 16
  %32 = srem i8 %31, 16
  %33 = sext i8 %32 to i32
  %34 = add nsw i32 %6, %33
  br label %68
35:                                               ; preds = %17
  %36 = or disjoint i32 %6, %4
  br label %68
37:                                               ; preds = %17
  %38 = xor i32 %7, %4
  %39 = add nsw i32 %6, %38
  br label %68
40:                                               ; preds = %17
  switch i32 %0, label %68 [
    i32 304, label %41
    i32 308, label %45
    i32 312, label %48
    i32 316, label %50
    i32 320, label %54
    i32 321, label %57
    i32 322, label %63
    i32 323, label %65
  ]
41:                                               ; preds = %40
  %42 = add nsw i32 %1, 1
  %43 = icmp slt i32 %42, %3
  %44 = select i1 %43, i32 %42, i32 -1
  br label %68
45:                                               ; preds = %40
  %46 = add nsw i32 %1, 1
  %47 = srem i32 %46, %3
  br label %68
48:                                               ; preds = %40
  %49 = add nsw i32 %1, -1
  br label %68
50:                                               ; preds = %40
  %51 = add i32 %1, -1
  %52 = add i32 %51, %3
  %53 = srem i32 %52, %3
  br label %68
54:                                               ; preds = %40
  %55 = sub i32 %6, %7
  %56 = add i32 %55, 15
  br label %68
57:                                               ; preds = %40
  %58 = sdiv i32 %1, 8
  %59 = shl nsw i32 %58, 3
  %60 = srem i32 %1, 8
  %61 = sub i32 %59, %60
  %62 = add i32 %61, 7
  br label %68
63:                                               ; preds = %40
  %64 = add nsw i32 %6, -1
  br label %68
65:                                               ; preds = %40
  %66 = icmp sgt i32 %1, 31
  %67 = select i1 %66, i32 31, i32 -1
  br label %68
68:                                               ; preds = %40, %65, %63, %57, %54, %50, %48, %45, %41, %37, %35, %28, %24, %19, %9
  %69 = phi i32 [ %16, %9 ], [ %39, %37 ], [ %44, %41 ], [ %47, %45 ], [ %49, %48 ], [ %53, %50 ], [ %56, %54 ], [ %62, %57 ], [ %64, %63 ], [ %67, %65 ], [ %23, %19 ], [ %27, %24 ], [ %34, %28 ], [ %36, %35 ], [ -1, %40 ]
  ret i32 %69
}
declare double @llvm.log.f64(double)
declare half @llvm.fabs.f16(half)
declare i32 @llvm.abs.i32(i32, i1 immarg)
declare i64 @llvm.abs.i64(i64, i1 immarg)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare half @llvm.ceil.f16(half)
declare half @llvm.floor.f16(half)
declare half @llvm.rint.f16(half)
declare half @llvm.trunc.f16(half)
declare half @llvm.maxnum.f16(half, half)
declare half @llvm.minnum.f16(half, half)
