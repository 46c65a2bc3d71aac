; Made of lanes.cu by lanes.sh, for NVIDIA's machines.
%struct.sum = type { ptr, double }

define weak_odr hidden float @enzyme_rs_shuffle_up_f32(i32 noundef %0, float noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = and i32 %2, 31
  %7 = sub nsw i32 %5, %6
  %8 = lshr i32 %3, 8
  %9 = and i32 %5, %8
  %10 = and i32 %3, 31
  %11 = xor i32 %8, -1
  %12 = and i32 %10, %11
  %13 = or disjoint i32 %9, %12
  %14 = icmp slt i32 %7, %13
  %15 = select i1 %14, i32 %5, i32 %7
  %16 = bitcast float %1 to i32
  %17 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %16, i32 %15, i32 31)
  %18 = bitcast i32 %17 to float
  ret float %18
}

define weak_odr hidden double @enzyme_rs_shuffle_up_f64(i32 noundef %0, double noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = and i32 %2, 31
  %7 = sub nsw i32 %5, %6
  %8 = lshr i32 %3, 8
  %9 = and i32 %5, %8
  %10 = and i32 %3, 31
  %11 = xor i32 %8, -1
  %12 = and i32 %10, %11
  %13 = or disjoint i32 %9, %12
  %14 = icmp slt i32 %7, %13
  %15 = select i1 %14, i32 %5, i32 %7
  %16 = bitcast double %1 to i64
  %17 = trunc i64 %16 to i32
  %18 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %17, i32 %15, i32 31)
  %19 = lshr i64 %16, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %20, i32 %15, i32 31)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = zext i32 %18 to i64
  %25 = or disjoint i64 %23, %24
  %26 = bitcast i64 %25 to double
  ret double %26
}

define weak_odr hidden float @enzyme_rs_shuffle_up_f32_adjoint(i32 noundef %0, float noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = zext i32 %0 to i64
  %6 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %7 = and i32 %2, 31
  %8 = sub nsw i32 %6, %7
  %9 = lshr i32 %3, 8
  %10 = and i32 %6, %9
  %11 = and i32 %3, 31
  %12 = xor i32 %9, -1
  %13 = and i32 %11, %12
  %14 = or disjoint i32 %10, %13
  %15 = icmp slt i32 %8, %14
  %16 = select i1 %15, i32 %6, i32 %8
  %17 = xor i32 %16, %6
  %18 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %5, i1 true)
  %19 = trunc nuw nsw i64 %18 to i32
  %20 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %17, i32 %19, i32 31)
  %21 = icmp eq i32 %17, %20
  %22 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %21)
  %23 = icmp eq i32 %22, %0
  br i1 %23, label %24, label %28

24:
  %25 = bitcast float %1 to i32
  %26 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %25, i32 range(i32 0, 32) %16, i32 31)
  %27 = bitcast i32 %26 to float
  br label %76

28:
  %29 = sub nsw i32 %16, %6
  %30 = icmp ne i32 %16, %6
  %31 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %30)
  %32 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %31, i1 true)
  %33 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %29, i32 %32, i32 31)
  %34 = icmp eq i32 %16, %6
  %35 = icmp eq i32 %29, %33
  %36 = select i1 %34, i1 true, i1 %35
  %37 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %36)
  %38 = icmp eq i32 %37, %0
  br i1 %38, label %43, label %39

39:
  %40 = icmp eq i32 %0, 0
  br i1 %40, label %76, label %41

41:
  %42 = bitcast float %1 to i32
  br label %62

43:
  %44 = select contract i1 %34, float %1, float 0.000000e+00
  %45 = sub i32 %6, %33
  %46 = icmp ugt i32 %45, 31
  %47 = zext nneg i32 %45 to i64
  %48 = shl nuw i64 1, %47
  %49 = and i64 %48, %5
  %50 = icmp eq i64 %49, 0
  %51 = select i1 %46, i1 true, i1 %50
  %52 = select i1 %51, i32 %6, i32 %45
  %53 = bitcast float %1 to i32
  %54 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %53, i32 %52, i32 31)
  %55 = bitcast i32 %54 to float
  %56 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %52, i32 31)
  %57 = icmp ne i32 %52, %6
  %58 = icmp eq i32 %56, %6
  %59 = and i1 %57, %58
  %60 = fadd contract float %44, %55
  %61 = select contract i1 %59, float %60, float %44
  br label %76

62:
  %63 = phi float [ 0.000000e+00, %41 ], [ %72, %62 ]
  %64 = phi i64 [ %5, %41 ], [ %74, %62 ]
  %65 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %64, i1 true)
  %66 = trunc nuw nsw i64 %65 to i32
  %67 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %42, i32 %66, i32 31)
  %68 = bitcast i32 %67 to float
  %69 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %66, i32 31)
  %70 = icmp eq i32 %69, %6
  %71 = select contract i1 %70, float %68, float 0.000000e+00
  %72 = fadd contract float %63, %71
  %73 = add nsw i64 %64, -1
  %74 = and i64 %73, %64
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %76, label %62

76:
  %77 = phi float [ %27, %24 ], [ %61, %43 ], [ 0.000000e+00, %39 ], [ %72, %62 ]
  ret float %77
}

define weak_odr hidden double @enzyme_rs_shuffle_up_f64_adjoint(i32 noundef %0, double noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = zext i32 %0 to i64
  %6 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %7 = and i32 %2, 31
  %8 = sub nsw i32 %6, %7
  %9 = lshr i32 %3, 8
  %10 = and i32 %6, %9
  %11 = and i32 %3, 31
  %12 = xor i32 %9, -1
  %13 = and i32 %11, %12
  %14 = or disjoint i32 %10, %13
  %15 = icmp slt i32 %8, %14
  %16 = select i1 %15, i32 %6, i32 %8
  %17 = xor i32 %16, %6
  %18 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %5, i1 true)
  %19 = trunc nuw nsw i64 %18 to i32
  %20 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %17, i32 %19, i32 31)
  %21 = icmp eq i32 %17, %20
  %22 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %21)
  %23 = icmp eq i32 %22, %0
  br i1 %23, label %24, label %36

24:
  %25 = bitcast double %1 to i64
  %26 = trunc i64 %25 to i32
  %27 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %26, i32 range(i32 0, 32) %16, i32 31)
  %28 = lshr i64 %25, 32
  %29 = trunc nuw i64 %28 to i32
  %30 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %29, i32 range(i32 0, 32) %16, i32 31)
  %31 = zext i32 %30 to i64
  %32 = shl nuw i64 %31, 32
  %33 = zext i32 %27 to i64
  %34 = or disjoint i64 %32, %33
  %35 = bitcast i64 %34 to double
  br label %100

36:
  %37 = sub nsw i32 %16, %6
  %38 = icmp ne i32 %16, %6
  %39 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %38)
  %40 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %39, i1 true)
  %41 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %37, i32 %40, i32 31)
  %42 = icmp eq i32 %16, %6
  %43 = icmp eq i32 %37, %41
  %44 = select i1 %42, i1 true, i1 %43
  %45 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %44)
  %46 = icmp eq i32 %45, %0
  br i1 %46, label %54, label %47

47:
  %48 = icmp eq i32 %0, 0
  br i1 %48, label %100, label %49

49:
  %50 = bitcast double %1 to i64
  %51 = trunc i64 %50 to i32
  %52 = lshr i64 %50, 32
  %53 = trunc nuw i64 %52 to i32
  br label %81

54:
  %55 = select contract i1 %42, double %1, double 0.000000e+00
  %56 = sub i32 %6, %41
  %57 = icmp ugt i32 %56, 31
  %58 = zext nneg i32 %56 to i64
  %59 = shl nuw i64 1, %58
  %60 = and i64 %59, %5
  %61 = icmp eq i64 %60, 0
  %62 = select i1 %57, i1 true, i1 %61
  %63 = select i1 %62, i32 %6, i32 %56
  %64 = bitcast double %1 to i64
  %65 = trunc i64 %64 to i32
  %66 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %65, i32 %63, i32 31)
  %67 = lshr i64 %64, 32
  %68 = trunc nuw i64 %67 to i32
  %69 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %68, i32 %63, i32 31)
  %70 = zext i32 %69 to i64
  %71 = shl nuw i64 %70, 32
  %72 = zext i32 %66 to i64
  %73 = or disjoint i64 %71, %72
  %74 = bitcast i64 %73 to double
  %75 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %63, i32 31)
  %76 = icmp ne i32 %63, %6
  %77 = icmp eq i32 %75, %6
  %78 = and i1 %76, %77
  %79 = fadd contract double %55, %74
  %80 = select contract i1 %78, double %79, double %55
  br label %100

81:
  %82 = phi double [ 0.000000e+00, %49 ], [ %96, %81 ]
  %83 = phi i64 [ %5, %49 ], [ %98, %81 ]
  %84 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %83, i1 true)
  %85 = trunc nuw nsw i64 %84 to i32
  %86 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %51, i32 %85, i32 31)
  %87 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %53, i32 %85, i32 31)
  %88 = zext i32 %87 to i64
  %89 = shl nuw i64 %88, 32
  %90 = zext i32 %86 to i64
  %91 = or disjoint i64 %89, %90
  %92 = bitcast i64 %91 to double
  %93 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %85, i32 31)
  %94 = icmp eq i32 %93, %6
  %95 = select contract i1 %94, double %92, double 0.000000e+00
  %96 = fadd contract double %82, %95
  %97 = add nsw i64 %83, -1
  %98 = and i64 %97, %83
  %99 = icmp eq i64 %98, 0
  br i1 %99, label %100, label %81

100:
  %101 = phi double [ %35, %24 ], [ %80, %54 ], [ 0.000000e+00, %47 ], [ %96, %81 ]
  ret double %101
}

define weak_odr hidden float @enzyme_rs_shuffle_down_f32(i32 noundef %0, float noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = and i32 %2, 31
  %7 = add nuw nsw i32 %6, %5
  %8 = lshr i32 %3, 8
  %9 = and i32 %5, %8
  %10 = and i32 %3, 31
  %11 = xor i32 %8, -1
  %12 = and i32 %10, %11
  %13 = or disjoint i32 %9, %12
  %14 = icmp samesign ugt i32 %7, %13
  %15 = select i1 %14, i32 %5, i32 %7
  %16 = bitcast float %1 to i32
  %17 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %16, i32 %15, i32 31)
  %18 = bitcast i32 %17 to float
  ret float %18
}

define weak_odr hidden double @enzyme_rs_shuffle_down_f64(i32 noundef %0, double noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = and i32 %2, 31
  %7 = add nuw nsw i32 %6, %5
  %8 = lshr i32 %3, 8
  %9 = and i32 %5, %8
  %10 = and i32 %3, 31
  %11 = xor i32 %8, -1
  %12 = and i32 %10, %11
  %13 = or disjoint i32 %9, %12
  %14 = icmp samesign ugt i32 %7, %13
  %15 = select i1 %14, i32 %5, i32 %7
  %16 = bitcast double %1 to i64
  %17 = trunc i64 %16 to i32
  %18 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %17, i32 %15, i32 31)
  %19 = lshr i64 %16, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %20, i32 %15, i32 31)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = zext i32 %18 to i64
  %25 = or disjoint i64 %23, %24
  %26 = bitcast i64 %25 to double
  ret double %26
}

define weak_odr hidden float @enzyme_rs_shuffle_down_f32_adjoint(i32 noundef %0, float noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = zext i32 %0 to i64
  %6 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %7 = and i32 %2, 31
  %8 = add nuw nsw i32 %7, %6
  %9 = lshr i32 %3, 8
  %10 = and i32 %6, %9
  %11 = and i32 %3, 31
  %12 = xor i32 %9, -1
  %13 = and i32 %11, %12
  %14 = or disjoint i32 %10, %13
  %15 = icmp samesign ugt i32 %8, %14
  %16 = select i1 %15, i32 %6, i32 %8
  %17 = xor i32 %16, %6
  %18 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %5, i1 true)
  %19 = trunc nuw nsw i64 %18 to i32
  %20 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %17, i32 %19, i32 31)
  %21 = icmp eq i32 %17, %20
  %22 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %21)
  %23 = icmp eq i32 %22, %0
  br i1 %23, label %24, label %28

24:
  %25 = bitcast float %1 to i32
  %26 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %25, i32 range(i32 0, 32) %16, i32 31)
  %27 = bitcast i32 %26 to float
  br label %76

28:
  %29 = sub nsw i32 %16, %6
  %30 = icmp ne i32 %16, %6
  %31 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %30)
  %32 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %31, i1 true)
  %33 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %29, i32 %32, i32 31)
  %34 = icmp eq i32 %16, %6
  %35 = icmp eq i32 %29, %33
  %36 = select i1 %34, i1 true, i1 %35
  %37 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %36)
  %38 = icmp eq i32 %37, %0
  br i1 %38, label %43, label %39

39:
  %40 = icmp eq i32 %0, 0
  br i1 %40, label %76, label %41

41:
  %42 = bitcast float %1 to i32
  br label %62

43:
  %44 = select contract i1 %34, float %1, float 0.000000e+00
  %45 = sub i32 %6, %33
  %46 = icmp ugt i32 %45, 31
  %47 = zext nneg i32 %45 to i64
  %48 = shl nuw i64 1, %47
  %49 = and i64 %48, %5
  %50 = icmp eq i64 %49, 0
  %51 = select i1 %46, i1 true, i1 %50
  %52 = select i1 %51, i32 %6, i32 %45
  %53 = bitcast float %1 to i32
  %54 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %53, i32 %52, i32 31)
  %55 = bitcast i32 %54 to float
  %56 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %52, i32 31)
  %57 = icmp ne i32 %52, %6
  %58 = icmp eq i32 %56, %6
  %59 = and i1 %57, %58
  %60 = fadd contract float %44, %55
  %61 = select contract i1 %59, float %60, float %44
  br label %76

62:
  %63 = phi float [ 0.000000e+00, %41 ], [ %72, %62 ]
  %64 = phi i64 [ %5, %41 ], [ %74, %62 ]
  %65 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %64, i1 true)
  %66 = trunc nuw nsw i64 %65 to i32
  %67 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %42, i32 %66, i32 31)
  %68 = bitcast i32 %67 to float
  %69 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %66, i32 31)
  %70 = icmp eq i32 %69, %6
  %71 = select contract i1 %70, float %68, float 0.000000e+00
  %72 = fadd contract float %63, %71
  %73 = add nsw i64 %64, -1
  %74 = and i64 %73, %64
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %76, label %62

76:
  %77 = phi float [ %27, %24 ], [ %61, %43 ], [ 0.000000e+00, %39 ], [ %72, %62 ]
  ret float %77
}

define weak_odr hidden double @enzyme_rs_shuffle_down_f64_adjoint(i32 noundef %0, double noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = zext i32 %0 to i64
  %6 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %7 = and i32 %2, 31
  %8 = add nuw nsw i32 %7, %6
  %9 = lshr i32 %3, 8
  %10 = and i32 %6, %9
  %11 = and i32 %3, 31
  %12 = xor i32 %9, -1
  %13 = and i32 %11, %12
  %14 = or disjoint i32 %10, %13
  %15 = icmp samesign ugt i32 %8, %14
  %16 = select i1 %15, i32 %6, i32 %8
  %17 = xor i32 %16, %6
  %18 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %5, i1 true)
  %19 = trunc nuw nsw i64 %18 to i32
  %20 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %17, i32 %19, i32 31)
  %21 = icmp eq i32 %17, %20
  %22 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %21)
  %23 = icmp eq i32 %22, %0
  br i1 %23, label %24, label %36

24:
  %25 = bitcast double %1 to i64
  %26 = trunc i64 %25 to i32
  %27 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %26, i32 range(i32 0, 32) %16, i32 31)
  %28 = lshr i64 %25, 32
  %29 = trunc nuw i64 %28 to i32
  %30 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %29, i32 range(i32 0, 32) %16, i32 31)
  %31 = zext i32 %30 to i64
  %32 = shl nuw i64 %31, 32
  %33 = zext i32 %27 to i64
  %34 = or disjoint i64 %32, %33
  %35 = bitcast i64 %34 to double
  br label %100

36:
  %37 = sub nsw i32 %16, %6
  %38 = icmp ne i32 %16, %6
  %39 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %38)
  %40 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %39, i1 true)
  %41 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %37, i32 %40, i32 31)
  %42 = icmp eq i32 %16, %6
  %43 = icmp eq i32 %37, %41
  %44 = select i1 %42, i1 true, i1 %43
  %45 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %44)
  %46 = icmp eq i32 %45, %0
  br i1 %46, label %54, label %47

47:
  %48 = icmp eq i32 %0, 0
  br i1 %48, label %100, label %49

49:
  %50 = bitcast double %1 to i64
  %51 = trunc i64 %50 to i32
  %52 = lshr i64 %50, 32
  %53 = trunc nuw i64 %52 to i32
  br label %81

54:
  %55 = select contract i1 %42, double %1, double 0.000000e+00
  %56 = sub i32 %6, %41
  %57 = icmp ugt i32 %56, 31
  %58 = zext nneg i32 %56 to i64
  %59 = shl nuw i64 1, %58
  %60 = and i64 %59, %5
  %61 = icmp eq i64 %60, 0
  %62 = select i1 %57, i1 true, i1 %61
  %63 = select i1 %62, i32 %6, i32 %56
  %64 = bitcast double %1 to i64
  %65 = trunc i64 %64 to i32
  %66 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %65, i32 %63, i32 31)
  %67 = lshr i64 %64, 32
  %68 = trunc nuw i64 %67 to i32
  %69 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %68, i32 %63, i32 31)
  %70 = zext i32 %69 to i64
  %71 = shl nuw i64 %70, 32
  %72 = zext i32 %66 to i64
  %73 = or disjoint i64 %71, %72
  %74 = bitcast i64 %73 to double
  %75 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %63, i32 31)
  %76 = icmp ne i32 %63, %6
  %77 = icmp eq i32 %75, %6
  %78 = and i1 %76, %77
  %79 = fadd contract double %55, %74
  %80 = select contract i1 %78, double %79, double %55
  br label %100

81:
  %82 = phi double [ 0.000000e+00, %49 ], [ %96, %81 ]
  %83 = phi i64 [ %5, %49 ], [ %98, %81 ]
  %84 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %83, i1 true)
  %85 = trunc nuw nsw i64 %84 to i32
  %86 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %51, i32 %85, i32 31)
  %87 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %53, i32 %85, i32 31)
  %88 = zext i32 %87 to i64
  %89 = shl nuw i64 %88, 32
  %90 = zext i32 %86 to i64
  %91 = or disjoint i64 %89, %90
  %92 = bitcast i64 %91 to double
  %93 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %85, i32 31)
  %94 = icmp eq i32 %93, %6
  %95 = select contract i1 %94, double %92, double 0.000000e+00
  %96 = fadd contract double %82, %95
  %97 = add nsw i64 %83, -1
  %98 = and i64 %97, %83
  %99 = icmp eq i64 %98, 0
  br i1 %99, label %100, label %81

100:
  %101 = phi double [ %35, %24 ], [ %80, %54 ], [ 0.000000e+00, %47 ], [ %96, %81 ]
  ret double %101
}

define weak_odr hidden float @enzyme_rs_shuffle_bfly_f32(i32 noundef %0, float noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = and i32 %2, 31
  %7 = xor i32 %6, %5
  %8 = lshr i32 %3, 8
  %9 = and i32 %5, %8
  %10 = and i32 %3, 31
  %11 = xor i32 %8, -1
  %12 = and i32 %10, %11
  %13 = or disjoint i32 %9, %12
  %14 = icmp samesign ugt i32 %7, %13
  %15 = select i1 %14, i32 %5, i32 %7
  %16 = bitcast float %1 to i32
  %17 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %16, i32 %15, i32 31)
  %18 = bitcast i32 %17 to float
  ret float %18
}

define weak_odr hidden double @enzyme_rs_shuffle_bfly_f64(i32 noundef %0, double noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = and i32 %2, 31
  %7 = xor i32 %6, %5
  %8 = lshr i32 %3, 8
  %9 = and i32 %5, %8
  %10 = and i32 %3, 31
  %11 = xor i32 %8, -1
  %12 = and i32 %10, %11
  %13 = or disjoint i32 %9, %12
  %14 = icmp samesign ugt i32 %7, %13
  %15 = select i1 %14, i32 %5, i32 %7
  %16 = bitcast double %1 to i64
  %17 = trunc i64 %16 to i32
  %18 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %17, i32 %15, i32 31)
  %19 = lshr i64 %16, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %20, i32 %15, i32 31)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = zext i32 %18 to i64
  %25 = or disjoint i64 %23, %24
  %26 = bitcast i64 %25 to double
  ret double %26
}

define weak_odr hidden float @enzyme_rs_shuffle_bfly_f32_adjoint(i32 noundef %0, float noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = zext i32 %0 to i64
  %6 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %7 = and i32 %2, 31
  %8 = xor i32 %7, %6
  %9 = lshr i32 %3, 8
  %10 = and i32 %6, %9
  %11 = and i32 %3, 31
  %12 = xor i32 %9, -1
  %13 = and i32 %11, %12
  %14 = or disjoint i32 %10, %13
  %15 = icmp samesign ugt i32 %8, %14
  %16 = select i1 %15, i32 %6, i32 %8
  %17 = xor i32 %16, %6
  %18 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %5, i1 true)
  %19 = trunc nuw nsw i64 %18 to i32
  %20 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %17, i32 %19, i32 31)
  %21 = icmp eq i32 %17, %20
  %22 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %21)
  %23 = icmp eq i32 %22, %0
  br i1 %23, label %24, label %28

24:
  %25 = bitcast float %1 to i32
  %26 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %25, i32 range(i32 0, 32) %16, i32 31)
  %27 = bitcast i32 %26 to float
  br label %76

28:
  %29 = sub nsw i32 %16, %6
  %30 = icmp ne i32 %16, %6
  %31 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %30)
  %32 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %31, i1 true)
  %33 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %29, i32 %32, i32 31)
  %34 = icmp eq i32 %16, %6
  %35 = icmp eq i32 %29, %33
  %36 = select i1 %34, i1 true, i1 %35
  %37 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %36)
  %38 = icmp eq i32 %37, %0
  br i1 %38, label %43, label %39

39:
  %40 = icmp eq i32 %0, 0
  br i1 %40, label %76, label %41

41:
  %42 = bitcast float %1 to i32
  br label %62

43:
  %44 = select contract i1 %34, float %1, float 0.000000e+00
  %45 = sub i32 %6, %33
  %46 = icmp ugt i32 %45, 31
  %47 = zext nneg i32 %45 to i64
  %48 = shl nuw i64 1, %47
  %49 = and i64 %48, %5
  %50 = icmp eq i64 %49, 0
  %51 = select i1 %46, i1 true, i1 %50
  %52 = select i1 %51, i32 %6, i32 %45
  %53 = bitcast float %1 to i32
  %54 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %53, i32 %52, i32 31)
  %55 = bitcast i32 %54 to float
  %56 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %52, i32 31)
  %57 = icmp ne i32 %52, %6
  %58 = icmp eq i32 %56, %6
  %59 = and i1 %57, %58
  %60 = fadd contract float %44, %55
  %61 = select contract i1 %59, float %60, float %44
  br label %76

62:
  %63 = phi float [ 0.000000e+00, %41 ], [ %72, %62 ]
  %64 = phi i64 [ %5, %41 ], [ %74, %62 ]
  %65 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %64, i1 true)
  %66 = trunc nuw nsw i64 %65 to i32
  %67 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %42, i32 %66, i32 31)
  %68 = bitcast i32 %67 to float
  %69 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %66, i32 31)
  %70 = icmp eq i32 %69, %6
  %71 = select contract i1 %70, float %68, float 0.000000e+00
  %72 = fadd contract float %63, %71
  %73 = add nsw i64 %64, -1
  %74 = and i64 %73, %64
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %76, label %62

76:
  %77 = phi float [ %27, %24 ], [ %61, %43 ], [ 0.000000e+00, %39 ], [ %72, %62 ]
  ret float %77
}

define weak_odr hidden double @enzyme_rs_shuffle_bfly_f64_adjoint(i32 noundef %0, double noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = zext i32 %0 to i64
  %6 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %7 = and i32 %2, 31
  %8 = xor i32 %7, %6
  %9 = lshr i32 %3, 8
  %10 = and i32 %6, %9
  %11 = and i32 %3, 31
  %12 = xor i32 %9, -1
  %13 = and i32 %11, %12
  %14 = or disjoint i32 %10, %13
  %15 = icmp samesign ugt i32 %8, %14
  %16 = select i1 %15, i32 %6, i32 %8
  %17 = xor i32 %16, %6
  %18 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %5, i1 true)
  %19 = trunc nuw nsw i64 %18 to i32
  %20 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %17, i32 %19, i32 31)
  %21 = icmp eq i32 %17, %20
  %22 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %21)
  %23 = icmp eq i32 %22, %0
  br i1 %23, label %24, label %36

24:
  %25 = bitcast double %1 to i64
  %26 = trunc i64 %25 to i32
  %27 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %26, i32 range(i32 0, 32) %16, i32 31)
  %28 = lshr i64 %25, 32
  %29 = trunc nuw i64 %28 to i32
  %30 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %29, i32 range(i32 0, 32) %16, i32 31)
  %31 = zext i32 %30 to i64
  %32 = shl nuw i64 %31, 32
  %33 = zext i32 %27 to i64
  %34 = or disjoint i64 %32, %33
  %35 = bitcast i64 %34 to double
  br label %100

36:
  %37 = sub nsw i32 %16, %6
  %38 = icmp ne i32 %16, %6
  %39 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %38)
  %40 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %39, i1 true)
  %41 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %37, i32 %40, i32 31)
  %42 = icmp eq i32 %16, %6
  %43 = icmp eq i32 %37, %41
  %44 = select i1 %42, i1 true, i1 %43
  %45 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %44)
  %46 = icmp eq i32 %45, %0
  br i1 %46, label %54, label %47

47:
  %48 = icmp eq i32 %0, 0
  br i1 %48, label %100, label %49

49:
  %50 = bitcast double %1 to i64
  %51 = trunc i64 %50 to i32
  %52 = lshr i64 %50, 32
  %53 = trunc nuw i64 %52 to i32
  br label %81

54:
  %55 = select contract i1 %42, double %1, double 0.000000e+00
  %56 = sub i32 %6, %41
  %57 = icmp ugt i32 %56, 31
  %58 = zext nneg i32 %56 to i64
  %59 = shl nuw i64 1, %58
  %60 = and i64 %59, %5
  %61 = icmp eq i64 %60, 0
  %62 = select i1 %57, i1 true, i1 %61
  %63 = select i1 %62, i32 %6, i32 %56
  %64 = bitcast double %1 to i64
  %65 = trunc i64 %64 to i32
  %66 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %65, i32 %63, i32 31)
  %67 = lshr i64 %64, 32
  %68 = trunc nuw i64 %67 to i32
  %69 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %68, i32 %63, i32 31)
  %70 = zext i32 %69 to i64
  %71 = shl nuw i64 %70, 32
  %72 = zext i32 %66 to i64
  %73 = or disjoint i64 %71, %72
  %74 = bitcast i64 %73 to double
  %75 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %63, i32 31)
  %76 = icmp ne i32 %63, %6
  %77 = icmp eq i32 %75, %6
  %78 = and i1 %76, %77
  %79 = fadd contract double %55, %74
  %80 = select contract i1 %78, double %79, double %55
  br label %100

81:
  %82 = phi double [ 0.000000e+00, %49 ], [ %96, %81 ]
  %83 = phi i64 [ %5, %49 ], [ %98, %81 ]
  %84 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %83, i1 true)
  %85 = trunc nuw nsw i64 %84 to i32
  %86 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %51, i32 %85, i32 31)
  %87 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %53, i32 %85, i32 31)
  %88 = zext i32 %87 to i64
  %89 = shl nuw i64 %88, 32
  %90 = zext i32 %86 to i64
  %91 = or disjoint i64 %89, %90
  %92 = bitcast i64 %91 to double
  %93 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %85, i32 31)
  %94 = icmp eq i32 %93, %6
  %95 = select contract i1 %94, double %92, double 0.000000e+00
  %96 = fadd contract double %82, %95
  %97 = add nsw i64 %83, -1
  %98 = and i64 %97, %83
  %99 = icmp eq i64 %98, 0
  br i1 %99, label %100, label %81

100:
  %101 = phi double [ %35, %24 ], [ %80, %54 ], [ 0.000000e+00, %47 ], [ %96, %81 ]
  ret double %101
}

define weak_odr hidden float @enzyme_rs_shuffle_idx_f32(i32 noundef %0, float noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = lshr i32 %3, 8
  %7 = and i32 %5, %6
  %8 = and i32 %6, 31
  %9 = xor i32 %8, 31
  %10 = and i32 %9, %2
  %11 = or i32 %7, %10
  %12 = and i32 %9, %3
  %13 = or i32 %7, %12
  %14 = icmp samesign ugt i32 %11, %13
  %15 = select i1 %14, i32 %5, i32 %11
  %16 = bitcast float %1 to i32
  %17 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %16, i32 %15, i32 31)
  %18 = bitcast i32 %17 to float
  ret float %18
}

define weak_odr hidden double @enzyme_rs_shuffle_idx_f64(i32 noundef %0, double noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = lshr i32 %3, 8
  %7 = and i32 %5, %6
  %8 = and i32 %6, 31
  %9 = xor i32 %8, 31
  %10 = and i32 %9, %2
  %11 = or i32 %7, %10
  %12 = and i32 %9, %3
  %13 = or i32 %7, %12
  %14 = icmp samesign ugt i32 %11, %13
  %15 = select i1 %14, i32 %5, i32 %11
  %16 = bitcast double %1 to i64
  %17 = trunc i64 %16 to i32
  %18 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %17, i32 %15, i32 31)
  %19 = lshr i64 %16, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %20, i32 %15, i32 31)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = zext i32 %18 to i64
  %25 = or disjoint i64 %23, %24
  %26 = bitcast i64 %25 to double
  ret double %26
}

define weak_odr hidden float @enzyme_rs_shuffle_idx_f32_adjoint(i32 noundef %0, float noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = zext i32 %0 to i64
  %6 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %7 = lshr i32 %3, 8
  %8 = and i32 %6, %7
  %9 = and i32 %7, 31
  %10 = xor i32 %9, 31
  %11 = and i32 %10, %2
  %12 = or i32 %8, %11
  %13 = and i32 %10, %3
  %14 = or i32 %8, %13
  %15 = icmp samesign ugt i32 %12, %14
  %16 = select i1 %15, i32 %6, i32 %12
  %17 = xor i32 %16, %6
  %18 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %5, i1 true)
  %19 = trunc nuw nsw i64 %18 to i32
  %20 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %17, i32 %19, i32 31)
  %21 = icmp eq i32 %17, %20
  %22 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %21)
  %23 = icmp eq i32 %22, %0
  br i1 %23, label %24, label %28

24:
  %25 = bitcast float %1 to i32
  %26 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %25, i32 range(i32 0, 32) %16, i32 31)
  %27 = bitcast i32 %26 to float
  br label %76

28:
  %29 = sub nsw i32 %16, %6
  %30 = icmp ne i32 %16, %6
  %31 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %30)
  %32 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %31, i1 true)
  %33 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %29, i32 %32, i32 31)
  %34 = icmp eq i32 %16, %6
  %35 = icmp eq i32 %29, %33
  %36 = select i1 %34, i1 true, i1 %35
  %37 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %36)
  %38 = icmp eq i32 %37, %0
  br i1 %38, label %43, label %39

39:
  %40 = icmp eq i32 %0, 0
  br i1 %40, label %76, label %41

41:
  %42 = bitcast float %1 to i32
  br label %62

43:
  %44 = select contract i1 %34, float %1, float 0.000000e+00
  %45 = sub i32 %6, %33
  %46 = icmp ugt i32 %45, 31
  %47 = zext nneg i32 %45 to i64
  %48 = shl nuw i64 1, %47
  %49 = and i64 %48, %5
  %50 = icmp eq i64 %49, 0
  %51 = select i1 %46, i1 true, i1 %50
  %52 = select i1 %51, i32 %6, i32 %45
  %53 = bitcast float %1 to i32
  %54 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %53, i32 %52, i32 31)
  %55 = bitcast i32 %54 to float
  %56 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %52, i32 31)
  %57 = icmp ne i32 %52, %6
  %58 = icmp eq i32 %56, %6
  %59 = and i1 %57, %58
  %60 = fadd contract float %44, %55
  %61 = select contract i1 %59, float %60, float %44
  br label %76

62:
  %63 = phi float [ 0.000000e+00, %41 ], [ %72, %62 ]
  %64 = phi i64 [ %5, %41 ], [ %74, %62 ]
  %65 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %64, i1 true)
  %66 = trunc nuw nsw i64 %65 to i32
  %67 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %42, i32 %66, i32 31)
  %68 = bitcast i32 %67 to float
  %69 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %66, i32 31)
  %70 = icmp eq i32 %69, %6
  %71 = select contract i1 %70, float %68, float 0.000000e+00
  %72 = fadd contract float %63, %71
  %73 = add nsw i64 %64, -1
  %74 = and i64 %73, %64
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %76, label %62

76:
  %77 = phi float [ %27, %24 ], [ %61, %43 ], [ 0.000000e+00, %39 ], [ %72, %62 ]
  ret float %77
}

define weak_odr hidden double @enzyme_rs_shuffle_idx_f64_adjoint(i32 noundef %0, double noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = zext i32 %0 to i64
  %6 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %7 = lshr i32 %3, 8
  %8 = and i32 %6, %7
  %9 = and i32 %7, 31
  %10 = xor i32 %9, 31
  %11 = and i32 %10, %2
  %12 = or i32 %8, %11
  %13 = and i32 %10, %3
  %14 = or i32 %8, %13
  %15 = icmp samesign ugt i32 %12, %14
  %16 = select i1 %15, i32 %6, i32 %12
  %17 = xor i32 %16, %6
  %18 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %5, i1 true)
  %19 = trunc nuw nsw i64 %18 to i32
  %20 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %17, i32 %19, i32 31)
  %21 = icmp eq i32 %17, %20
  %22 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %21)
  %23 = icmp eq i32 %22, %0
  br i1 %23, label %24, label %36

24:
  %25 = bitcast double %1 to i64
  %26 = trunc i64 %25 to i32
  %27 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %26, i32 range(i32 0, 32) %16, i32 31)
  %28 = lshr i64 %25, 32
  %29 = trunc nuw i64 %28 to i32
  %30 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %29, i32 range(i32 0, 32) %16, i32 31)
  %31 = zext i32 %30 to i64
  %32 = shl nuw i64 %31, 32
  %33 = zext i32 %27 to i64
  %34 = or disjoint i64 %32, %33
  %35 = bitcast i64 %34 to double
  br label %100

36:
  %37 = sub nsw i32 %16, %6
  %38 = icmp ne i32 %16, %6
  %39 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %38)
  %40 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %39, i1 true)
  %41 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %37, i32 %40, i32 31)
  %42 = icmp eq i32 %16, %6
  %43 = icmp eq i32 %37, %41
  %44 = select i1 %42, i1 true, i1 %43
  %45 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %44)
  %46 = icmp eq i32 %45, %0
  br i1 %46, label %54, label %47

47:
  %48 = icmp eq i32 %0, 0
  br i1 %48, label %100, label %49

49:
  %50 = bitcast double %1 to i64
  %51 = trunc i64 %50 to i32
  %52 = lshr i64 %50, 32
  %53 = trunc nuw i64 %52 to i32
  br label %81

54:
  %55 = select contract i1 %42, double %1, double 0.000000e+00
  %56 = sub i32 %6, %41
  %57 = icmp ugt i32 %56, 31
  %58 = zext nneg i32 %56 to i64
  %59 = shl nuw i64 1, %58
  %60 = and i64 %59, %5
  %61 = icmp eq i64 %60, 0
  %62 = select i1 %57, i1 true, i1 %61
  %63 = select i1 %62, i32 %6, i32 %56
  %64 = bitcast double %1 to i64
  %65 = trunc i64 %64 to i32
  %66 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %65, i32 %63, i32 31)
  %67 = lshr i64 %64, 32
  %68 = trunc nuw i64 %67 to i32
  %69 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %68, i32 %63, i32 31)
  %70 = zext i32 %69 to i64
  %71 = shl nuw i64 %70, 32
  %72 = zext i32 %66 to i64
  %73 = or disjoint i64 %71, %72
  %74 = bitcast i64 %73 to double
  %75 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %63, i32 31)
  %76 = icmp ne i32 %63, %6
  %77 = icmp eq i32 %75, %6
  %78 = and i1 %76, %77
  %79 = fadd contract double %55, %74
  %80 = select contract i1 %78, double %79, double %55
  br label %100

81:
  %82 = phi double [ 0.000000e+00, %49 ], [ %96, %81 ]
  %83 = phi i64 [ %5, %49 ], [ %98, %81 ]
  %84 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %83, i1 true)
  %85 = trunc nuw nsw i64 %84 to i32
  %86 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %51, i32 %85, i32 31)
  %87 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %53, i32 %85, i32 31)
  %88 = zext i32 %87 to i64
  %89 = shl nuw i64 %88, 32
  %90 = zext i32 %86 to i64
  %91 = or disjoint i64 %89, %90
  %92 = bitcast i64 %91 to double
  %93 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %16, i32 %85, i32 31)
  %94 = icmp eq i32 %93, %6
  %95 = select contract i1 %94, double %92, double 0.000000e+00
  %96 = fadd contract double %82, %95
  %97 = add nsw i64 %83, -1
  %98 = and i64 %97, %83
  %99 = icmp eq i64 %98, 0
  br i1 %99, label %100, label %81

100:
  %101 = phi double [ %35, %24 ], [ %80, %54 ], [ 0.000000e+00, %47 ], [ %96, %81 ]
  ret double %101
}

define weak_odr hidden float @enzyme_rs_shuffled_sum_up_f32(i32 noundef %0, float noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = and i32 %2, 31
  %7 = sub nsw i32 %5, %6
  %8 = lshr i32 %3, 8
  %9 = and i32 %5, %8
  %10 = and i32 %3, 31
  %11 = xor i32 %8, -1
  %12 = and i32 %10, %11
  %13 = or disjoint i32 %9, %12
  %14 = icmp slt i32 %7, %13
  %15 = select i1 %14, i32 %5, i32 %7
  %16 = bitcast float %1 to i32
  %17 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %16, i32 %15, i32 31)
  %18 = bitcast i32 %17 to float
  %19 = icmp ne i32 %15, %5
  %20 = icmp eq i32 %6, 0
  %21 = or i1 %20, %19
  %22 = fadd contract float %1, %18
  %23 = select contract i1 %21, float %22, float %1
  ret float %23
}

define weak_odr hidden float @enzyme_rs_shuffled_sum_up_f32_adjoint(i32 noundef %0, float noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = and i32 %2, 31
  %7 = sub nsw i32 %5, %6
  %8 = lshr i32 %3, 8
  %9 = and i32 %5, %8
  %10 = and i32 %3, 31
  %11 = xor i32 %8, -1
  %12 = and i32 %10, %11
  %13 = or disjoint i32 %9, %12
  %14 = icmp slt i32 %7, %13
  %15 = select i1 %14, i32 %5, i32 %7
  %16 = zext i32 %0 to i64
  %17 = icmp ne i32 %15, %5
  %18 = icmp eq i32 %6, 0
  %19 = or i1 %18, %17
  %20 = select contract i1 %19, float %1, float 0.000000e+00
  %21 = xor i32 %15, %5
  %22 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %16, i1 true)
  %23 = trunc nuw nsw i64 %22 to i32
  %24 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %21, i32 %23, i32 31)
  %25 = icmp eq i32 %21, %24
  %26 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %25)
  %27 = icmp eq i32 %26, %0
  br i1 %27, label %28, label %32

28:
  %29 = bitcast float %20 to i32
  %30 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %29, i32 range(i32 0, 32) %15, i32 31)
  %31 = bitcast i32 %30 to float
  br label %79

32:
  %33 = sub nsw i32 %15, %5
  %34 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %17)
  %35 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %34, i1 true)
  %36 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %33, i32 %35, i32 31)
  %37 = icmp eq i32 %33, %36
  %38 = xor i1 %17, true
  %39 = select i1 %38, i1 true, i1 %37
  %40 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %39)
  %41 = icmp eq i32 %40, %0
  br i1 %41, label %46, label %42

42:
  %43 = icmp eq i32 %0, 0
  br i1 %43, label %79, label %44

44:
  %45 = bitcast float %20 to i32
  br label %65

46:
  %47 = select contract i1 %17, float 0.000000e+00, float %20
  %48 = sub i32 %5, %36
  %49 = icmp ugt i32 %48, 31
  %50 = zext nneg i32 %48 to i64
  %51 = shl nuw i64 1, %50
  %52 = and i64 %51, %16
  %53 = icmp eq i64 %52, 0
  %54 = select i1 %49, i1 true, i1 %53
  %55 = select i1 %54, i32 %5, i32 %48
  %56 = bitcast float %20 to i32
  %57 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %56, i32 %55, i32 31)
  %58 = bitcast i32 %57 to float
  %59 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %15, i32 %55, i32 31)
  %60 = icmp ne i32 %55, %5
  %61 = icmp eq i32 %59, %5
  %62 = and i1 %60, %61
  %63 = fadd contract float %47, %58
  %64 = select contract i1 %62, float %63, float %47
  br label %79

65:
  %66 = phi float [ 0.000000e+00, %44 ], [ %75, %65 ]
  %67 = phi i64 [ %16, %44 ], [ %77, %65 ]
  %68 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %67, i1 true)
  %69 = trunc nuw nsw i64 %68 to i32
  %70 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %45, i32 %69, i32 31)
  %71 = bitcast i32 %70 to float
  %72 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %15, i32 %69, i32 31)
  %73 = icmp eq i32 %72, %5
  %74 = select contract i1 %73, float %71, float 0.000000e+00
  %75 = fadd contract float %66, %74
  %76 = add nsw i64 %67, -1
  %77 = and i64 %76, %67
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %79, label %65

79:
  %80 = phi float [ %31, %28 ], [ %64, %46 ], [ 0.000000e+00, %42 ], [ %75, %65 ]
  %81 = fadd contract float %1, %80
  ret float %81
}

define weak_odr hidden double @enzyme_rs_shuffled_sum_up_f64(i32 noundef %0, double noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = and i32 %2, 31
  %7 = sub nsw i32 %5, %6
  %8 = lshr i32 %3, 8
  %9 = and i32 %5, %8
  %10 = and i32 %3, 31
  %11 = xor i32 %8, -1
  %12 = and i32 %10, %11
  %13 = or disjoint i32 %9, %12
  %14 = icmp slt i32 %7, %13
  %15 = select i1 %14, i32 %5, i32 %7
  %16 = bitcast double %1 to i64
  %17 = trunc i64 %16 to i32
  %18 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %17, i32 %15, i32 31)
  %19 = lshr i64 %16, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %20, i32 %15, i32 31)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = zext i32 %18 to i64
  %25 = or disjoint i64 %23, %24
  %26 = bitcast i64 %25 to double
  %27 = icmp ne i32 %15, %5
  %28 = icmp eq i32 %6, 0
  %29 = or i1 %28, %27
  %30 = fadd contract double %1, %26
  %31 = select contract i1 %29, double %30, double %1
  ret double %31
}

define weak_odr hidden double @enzyme_rs_shuffled_sum_up_f64_adjoint(i32 noundef %0, double noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = and i32 %2, 31
  %7 = sub nsw i32 %5, %6
  %8 = lshr i32 %3, 8
  %9 = and i32 %5, %8
  %10 = and i32 %3, 31
  %11 = xor i32 %8, -1
  %12 = and i32 %10, %11
  %13 = or disjoint i32 %9, %12
  %14 = icmp slt i32 %7, %13
  %15 = select i1 %14, i32 %5, i32 %7
  %16 = zext i32 %0 to i64
  %17 = icmp ne i32 %15, %5
  %18 = icmp eq i32 %6, 0
  %19 = or i1 %18, %17
  %20 = select contract i1 %19, double %1, double 0.000000e+00
  %21 = xor i32 %15, %5
  %22 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %16, i1 true)
  %23 = trunc nuw nsw i64 %22 to i32
  %24 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %21, i32 %23, i32 31)
  %25 = icmp eq i32 %21, %24
  %26 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %25)
  %27 = icmp eq i32 %26, %0
  br i1 %27, label %28, label %40

28:
  %29 = bitcast double %20 to i64
  %30 = trunc i64 %29 to i32
  %31 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %30, i32 range(i32 0, 32) %15, i32 31)
  %32 = lshr i64 %29, 32
  %33 = trunc nuw i64 %32 to i32
  %34 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %33, i32 range(i32 0, 32) %15, i32 31)
  %35 = zext i32 %34 to i64
  %36 = shl nuw i64 %35, 32
  %37 = zext i32 %31 to i64
  %38 = or disjoint i64 %36, %37
  %39 = bitcast i64 %38 to double
  br label %103

40:
  %41 = sub nsw i32 %15, %5
  %42 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %17)
  %43 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %42, i1 true)
  %44 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %41, i32 %43, i32 31)
  %45 = icmp eq i32 %41, %44
  %46 = xor i1 %17, true
  %47 = select i1 %46, i1 true, i1 %45
  %48 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %47)
  %49 = icmp eq i32 %48, %0
  br i1 %49, label %57, label %50

50:
  %51 = icmp eq i32 %0, 0
  br i1 %51, label %103, label %52

52:
  %53 = bitcast double %20 to i64
  %54 = trunc i64 %53 to i32
  %55 = lshr i64 %53, 32
  %56 = trunc nuw i64 %55 to i32
  br label %84

57:
  %58 = select contract i1 %17, double 0.000000e+00, double %20
  %59 = sub i32 %5, %44
  %60 = icmp ugt i32 %59, 31
  %61 = zext nneg i32 %59 to i64
  %62 = shl nuw i64 1, %61
  %63 = and i64 %62, %16
  %64 = icmp eq i64 %63, 0
  %65 = select i1 %60, i1 true, i1 %64
  %66 = select i1 %65, i32 %5, i32 %59
  %67 = bitcast double %20 to i64
  %68 = trunc i64 %67 to i32
  %69 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %68, i32 %66, i32 31)
  %70 = lshr i64 %67, 32
  %71 = trunc nuw i64 %70 to i32
  %72 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %71, i32 %66, i32 31)
  %73 = zext i32 %72 to i64
  %74 = shl nuw i64 %73, 32
  %75 = zext i32 %69 to i64
  %76 = or disjoint i64 %74, %75
  %77 = bitcast i64 %76 to double
  %78 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %15, i32 %66, i32 31)
  %79 = icmp ne i32 %66, %5
  %80 = icmp eq i32 %78, %5
  %81 = and i1 %79, %80
  %82 = fadd contract double %58, %77
  %83 = select contract i1 %81, double %82, double %58
  br label %103

84:
  %85 = phi double [ 0.000000e+00, %52 ], [ %99, %84 ]
  %86 = phi i64 [ %16, %52 ], [ %101, %84 ]
  %87 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %86, i1 true)
  %88 = trunc nuw nsw i64 %87 to i32
  %89 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %54, i32 %88, i32 31)
  %90 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %56, i32 %88, i32 31)
  %91 = zext i32 %90 to i64
  %92 = shl nuw i64 %91, 32
  %93 = zext i32 %89 to i64
  %94 = or disjoint i64 %92, %93
  %95 = bitcast i64 %94 to double
  %96 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %15, i32 %88, i32 31)
  %97 = icmp eq i32 %96, %5
  %98 = select contract i1 %97, double %95, double 0.000000e+00
  %99 = fadd contract double %85, %98
  %100 = add nsw i64 %86, -1
  %101 = and i64 %100, %86
  %102 = icmp eq i64 %101, 0
  br i1 %102, label %103, label %84

103:
  %104 = phi double [ %39, %28 ], [ %83, %57 ], [ 0.000000e+00, %50 ], [ %99, %84 ]
  %105 = fadd contract double %1, %104
  ret double %105
}

define weak_odr hidden float @enzyme_rs_shuffled_sum_down_f32(i32 noundef %0, float noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = and i32 %2, 31
  %7 = add nuw nsw i32 %6, %5
  %8 = lshr i32 %3, 8
  %9 = and i32 %5, %8
  %10 = and i32 %3, 31
  %11 = xor i32 %8, -1
  %12 = and i32 %10, %11
  %13 = or disjoint i32 %9, %12
  %14 = icmp samesign ugt i32 %7, %13
  %15 = select i1 %14, i32 %5, i32 %7
  %16 = bitcast float %1 to i32
  %17 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %16, i32 %15, i32 31)
  %18 = bitcast i32 %17 to float
  %19 = icmp ne i32 %15, %5
  %20 = icmp eq i32 %6, 0
  %21 = or i1 %20, %19
  %22 = fadd contract float %1, %18
  %23 = select contract i1 %21, float %22, float %1
  ret float %23
}

define weak_odr hidden float @enzyme_rs_shuffled_sum_down_f32_adjoint(i32 noundef %0, float noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = and i32 %2, 31
  %7 = add nuw nsw i32 %6, %5
  %8 = lshr i32 %3, 8
  %9 = and i32 %5, %8
  %10 = and i32 %3, 31
  %11 = xor i32 %8, -1
  %12 = and i32 %10, %11
  %13 = or disjoint i32 %9, %12
  %14 = icmp samesign ugt i32 %7, %13
  %15 = select i1 %14, i32 %5, i32 %7
  %16 = zext i32 %0 to i64
  %17 = icmp ne i32 %15, %5
  %18 = icmp eq i32 %6, 0
  %19 = or i1 %18, %17
  %20 = select contract i1 %19, float %1, float 0.000000e+00
  %21 = xor i32 %15, %5
  %22 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %16, i1 true)
  %23 = trunc nuw nsw i64 %22 to i32
  %24 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %21, i32 %23, i32 31)
  %25 = icmp eq i32 %21, %24
  %26 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %25)
  %27 = icmp eq i32 %26, %0
  br i1 %27, label %28, label %32

28:
  %29 = bitcast float %20 to i32
  %30 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %29, i32 range(i32 0, 32) %15, i32 31)
  %31 = bitcast i32 %30 to float
  br label %79

32:
  %33 = sub nsw i32 %15, %5
  %34 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %17)
  %35 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %34, i1 true)
  %36 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %33, i32 %35, i32 31)
  %37 = icmp eq i32 %33, %36
  %38 = xor i1 %17, true
  %39 = select i1 %38, i1 true, i1 %37
  %40 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %39)
  %41 = icmp eq i32 %40, %0
  br i1 %41, label %46, label %42

42:
  %43 = icmp eq i32 %0, 0
  br i1 %43, label %79, label %44

44:
  %45 = bitcast float %20 to i32
  br label %65

46:
  %47 = select contract i1 %17, float 0.000000e+00, float %20
  %48 = sub i32 %5, %36
  %49 = icmp ugt i32 %48, 31
  %50 = zext nneg i32 %48 to i64
  %51 = shl nuw i64 1, %50
  %52 = and i64 %51, %16
  %53 = icmp eq i64 %52, 0
  %54 = select i1 %49, i1 true, i1 %53
  %55 = select i1 %54, i32 %5, i32 %48
  %56 = bitcast float %20 to i32
  %57 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %56, i32 %55, i32 31)
  %58 = bitcast i32 %57 to float
  %59 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %15, i32 %55, i32 31)
  %60 = icmp ne i32 %55, %5
  %61 = icmp eq i32 %59, %5
  %62 = and i1 %60, %61
  %63 = fadd contract float %47, %58
  %64 = select contract i1 %62, float %63, float %47
  br label %79

65:
  %66 = phi float [ 0.000000e+00, %44 ], [ %75, %65 ]
  %67 = phi i64 [ %16, %44 ], [ %77, %65 ]
  %68 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %67, i1 true)
  %69 = trunc nuw nsw i64 %68 to i32
  %70 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %45, i32 %69, i32 31)
  %71 = bitcast i32 %70 to float
  %72 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %15, i32 %69, i32 31)
  %73 = icmp eq i32 %72, %5
  %74 = select contract i1 %73, float %71, float 0.000000e+00
  %75 = fadd contract float %66, %74
  %76 = add nsw i64 %67, -1
  %77 = and i64 %76, %67
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %79, label %65

79:
  %80 = phi float [ %31, %28 ], [ %64, %46 ], [ 0.000000e+00, %42 ], [ %75, %65 ]
  %81 = fadd contract float %1, %80
  ret float %81
}

define weak_odr hidden double @enzyme_rs_shuffled_sum_down_f64(i32 noundef %0, double noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = and i32 %2, 31
  %7 = add nuw nsw i32 %6, %5
  %8 = lshr i32 %3, 8
  %9 = and i32 %5, %8
  %10 = and i32 %3, 31
  %11 = xor i32 %8, -1
  %12 = and i32 %10, %11
  %13 = or disjoint i32 %9, %12
  %14 = icmp samesign ugt i32 %7, %13
  %15 = select i1 %14, i32 %5, i32 %7
  %16 = bitcast double %1 to i64
  %17 = trunc i64 %16 to i32
  %18 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %17, i32 %15, i32 31)
  %19 = lshr i64 %16, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %20, i32 %15, i32 31)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = zext i32 %18 to i64
  %25 = or disjoint i64 %23, %24
  %26 = bitcast i64 %25 to double
  %27 = icmp ne i32 %15, %5
  %28 = icmp eq i32 %6, 0
  %29 = or i1 %28, %27
  %30 = fadd contract double %1, %26
  %31 = select contract i1 %29, double %30, double %1
  ret double %31
}

define weak_odr hidden double @enzyme_rs_shuffled_sum_down_f64_adjoint(i32 noundef %0, double noundef %1, i32 noundef %2, i32 noundef %3) convergent nounwind {
  %5 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %6 = and i32 %2, 31
  %7 = add nuw nsw i32 %6, %5
  %8 = lshr i32 %3, 8
  %9 = and i32 %5, %8
  %10 = and i32 %3, 31
  %11 = xor i32 %8, -1
  %12 = and i32 %10, %11
  %13 = or disjoint i32 %9, %12
  %14 = icmp samesign ugt i32 %7, %13
  %15 = select i1 %14, i32 %5, i32 %7
  %16 = zext i32 %0 to i64
  %17 = icmp ne i32 %15, %5
  %18 = icmp eq i32 %6, 0
  %19 = or i1 %18, %17
  %20 = select contract i1 %19, double %1, double 0.000000e+00
  %21 = xor i32 %15, %5
  %22 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %16, i1 true)
  %23 = trunc nuw nsw i64 %22 to i32
  %24 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %21, i32 %23, i32 31)
  %25 = icmp eq i32 %21, %24
  %26 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %25)
  %27 = icmp eq i32 %26, %0
  br i1 %27, label %28, label %40

28:
  %29 = bitcast double %20 to i64
  %30 = trunc i64 %29 to i32
  %31 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %30, i32 range(i32 0, 32) %15, i32 31)
  %32 = lshr i64 %29, 32
  %33 = trunc nuw i64 %32 to i32
  %34 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %33, i32 range(i32 0, 32) %15, i32 31)
  %35 = zext i32 %34 to i64
  %36 = shl nuw i64 %35, 32
  %37 = zext i32 %31 to i64
  %38 = or disjoint i64 %36, %37
  %39 = bitcast i64 %38 to double
  br label %103

40:
  %41 = sub nsw i32 %15, %5
  %42 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %17)
  %43 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %42, i1 true)
  %44 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %41, i32 %43, i32 31)
  %45 = icmp eq i32 %41, %44
  %46 = xor i1 %17, true
  %47 = select i1 %46, i1 true, i1 %45
  %48 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %47)
  %49 = icmp eq i32 %48, %0
  br i1 %49, label %57, label %50

50:
  %51 = icmp eq i32 %0, 0
  br i1 %51, label %103, label %52

52:
  %53 = bitcast double %20 to i64
  %54 = trunc i64 %53 to i32
  %55 = lshr i64 %53, 32
  %56 = trunc nuw i64 %55 to i32
  br label %84

57:
  %58 = select contract i1 %17, double 0.000000e+00, double %20
  %59 = sub i32 %5, %44
  %60 = icmp ugt i32 %59, 31
  %61 = zext nneg i32 %59 to i64
  %62 = shl nuw i64 1, %61
  %63 = and i64 %62, %16
  %64 = icmp eq i64 %63, 0
  %65 = select i1 %60, i1 true, i1 %64
  %66 = select i1 %65, i32 %5, i32 %59
  %67 = bitcast double %20 to i64
  %68 = trunc i64 %67 to i32
  %69 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %68, i32 %66, i32 31)
  %70 = lshr i64 %67, 32
  %71 = trunc nuw i64 %70 to i32
  %72 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %71, i32 %66, i32 31)
  %73 = zext i32 %72 to i64
  %74 = shl nuw i64 %73, 32
  %75 = zext i32 %69 to i64
  %76 = or disjoint i64 %74, %75
  %77 = bitcast i64 %76 to double
  %78 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %15, i32 %66, i32 31)
  %79 = icmp ne i32 %66, %5
  %80 = icmp eq i32 %78, %5
  %81 = and i1 %79, %80
  %82 = fadd contract double %58, %77
  %83 = select contract i1 %81, double %82, double %58
  br label %103

84:
  %85 = phi double [ 0.000000e+00, %52 ], [ %99, %84 ]
  %86 = phi i64 [ %16, %52 ], [ %101, %84 ]
  %87 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 0, 4294967296) %86, i1 true)
  %88 = trunc nuw nsw i64 %87 to i32
  %89 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %54, i32 %88, i32 31)
  %90 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 %56, i32 %88, i32 31)
  %91 = zext i32 %90 to i64
  %92 = shl nuw i64 %91, 32
  %93 = zext i32 %89 to i64
  %94 = or disjoint i64 %92, %93
  %95 = bitcast i64 %94 to double
  %96 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %0, i32 range(i32 0, 32) %15, i32 %88, i32 31)
  %97 = icmp eq i32 %96, %5
  %98 = select contract i1 %97, double %95, double 0.000000e+00
  %99 = fadd contract double %85, %98
  %100 = add nsw i64 %86, -1
  %101 = and i64 %100, %86
  %102 = icmp eq i64 %101, 0
  br i1 %102, label %103, label %84

103:
  %104 = phi double [ %39, %28 ], [ %83, %57 ], [ 0.000000e+00, %50 ], [ %99, %84 ]
  %105 = fadd contract double %1, %104
  ret double %105
}

define weak_odr hidden void @enzyme_rs_grid_add_all(ptr noundef %0, double noundef %1) convergent nounwind {
  %3 = tail call i32 @llvm.nvvm.activemask()
  %4 = icmp eq i32 %3, -1
  br i1 %4, label %5, label %19

5:
  %6 = ptrtoint ptr %0 to i64
  %7 = trunc i64 %6 to i32
  %8 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %7, i32 0, i32 31)
  %9 = icmp eq i32 %8, %7
  br i1 %9, label %10, label %15

10:
  %11 = lshr i64 %6, 32
  %12 = trunc nuw i64 %11 to i32
  %13 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %12, i32 0, i32 31)
  %14 = icmp eq i32 %13, %12
  br label %15

15:
  %16 = phi i1 [ false, %5 ], [ %14, %10 ]
  %17 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %16)
  %18 = icmp ne i32 %17, -1
  br label %19

19:
  %20 = phi i1 [ %18, %15 ], [ true, %2 ]
  br i1 %20, label %88, label %21

21:
  %22 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %23 = xor i32 %22, 16
  %24 = bitcast double %1 to i64
  %25 = trunc i64 %24 to i32
  %26 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %25, i32 %23, i32 31)
  %27 = lshr i64 %24, 32
  %28 = trunc nuw i64 %27 to i32
  %29 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %28, i32 %23, i32 31)
  %30 = zext i32 %29 to i64
  %31 = shl nuw i64 %30, 32
  %32 = zext i32 %26 to i64
  %33 = or disjoint i64 %31, %32
  %34 = bitcast i64 %33 to double
  %35 = fadd contract double %1, %34
  %36 = xor i32 %22, 8
  %37 = bitcast double %35 to i64
  %38 = trunc i64 %37 to i32
  %39 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %38, i32 %36, i32 31)
  %40 = lshr i64 %37, 32
  %41 = trunc nuw i64 %40 to i32
  %42 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %41, i32 %36, i32 31)
  %43 = zext i32 %42 to i64
  %44 = shl nuw i64 %43, 32
  %45 = zext i32 %39 to i64
  %46 = or disjoint i64 %44, %45
  %47 = bitcast i64 %46 to double
  %48 = fadd contract double %35, %47
  %49 = xor i32 %22, 4
  %50 = bitcast double %48 to i64
  %51 = trunc i64 %50 to i32
  %52 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %51, i32 %49, i32 31)
  %53 = lshr i64 %50, 32
  %54 = trunc nuw i64 %53 to i32
  %55 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %54, i32 %49, i32 31)
  %56 = zext i32 %55 to i64
  %57 = shl nuw i64 %56, 32
  %58 = zext i32 %52 to i64
  %59 = or disjoint i64 %57, %58
  %60 = bitcast i64 %59 to double
  %61 = fadd contract double %48, %60
  %62 = xor i32 %22, 2
  %63 = bitcast double %61 to i64
  %64 = trunc i64 %63 to i32
  %65 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %64, i32 %62, i32 31)
  %66 = lshr i64 %63, 32
  %67 = trunc nuw i64 %66 to i32
  %68 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %67, i32 %62, i32 31)
  %69 = zext i32 %68 to i64
  %70 = shl nuw i64 %69, 32
  %71 = zext i32 %65 to i64
  %72 = or disjoint i64 %70, %71
  %73 = bitcast i64 %72 to double
  %74 = fadd contract double %61, %73
  %75 = xor i32 %22, 1
  %76 = bitcast double %74 to i64
  %77 = trunc i64 %76 to i32
  %78 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %77, i32 %75, i32 31)
  %79 = lshr i64 %76, 32
  %80 = trunc nuw i64 %79 to i32
  %81 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %80, i32 %75, i32 31)
  %82 = zext i32 %81 to i64
  %83 = shl nuw i64 %82, 32
  %84 = zext i32 %78 to i64
  %85 = or disjoint i64 %83, %84
  %86 = bitcast i64 %85 to double
  %87 = fadd contract double %74, %86
  br label %88

88:
  %89 = phi double [ %1, %19 ], [ %87, %21 ]
  %90 = icmp eq ptr %0, null
  br i1 %90, label %97, label %91

91:
  %92 = tail call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %93 = icmp eq i32 %92, 0
  %94 = or i1 %93, %20
  br i1 %94, label %95, label %97

95:
  %96 = atomicrmw fadd ptr %0, double %89 monotonic, align 8
  br label %97

97:
  ret void
}

define weak_odr hidden void @enzyme_rs_grid_add_all_f32(ptr noundef %0, float noundef %1) convergent nounwind {
  %3 = tail call i32 @llvm.nvvm.activemask()
  %4 = icmp eq i32 %3, -1
  br i1 %4, label %5, label %19

5:
  %6 = ptrtoint ptr %0 to i64
  %7 = trunc i64 %6 to i32
  %8 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %7, i32 0, i32 31)
  %9 = icmp eq i32 %8, %7
  br i1 %9, label %10, label %15

10:
  %11 = lshr i64 %6, 32
  %12 = trunc nuw i64 %11 to i32
  %13 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %12, i32 0, i32 31)
  %14 = icmp eq i32 %13, %12
  br label %15

15:
  %16 = phi i1 [ false, %5 ], [ %14, %10 ]
  %17 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %16)
  %18 = icmp ne i32 %17, -1
  br label %19

19:
  %20 = phi i1 [ %18, %15 ], [ true, %2 ]
  br i1 %20, label %48, label %21

21:
  %22 = tail call noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %23 = xor i32 %22, 16
  %24 = bitcast float %1 to i32
  %25 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %24, i32 %23, i32 31)
  %26 = bitcast i32 %25 to float
  %27 = fadd contract float %1, %26
  %28 = xor i32 %22, 8
  %29 = bitcast float %27 to i32
  %30 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %29, i32 %28, i32 31)
  %31 = bitcast i32 %30 to float
  %32 = fadd contract float %27, %31
  %33 = xor i32 %22, 4
  %34 = bitcast float %32 to i32
  %35 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %34, i32 %33, i32 31)
  %36 = bitcast i32 %35 to float
  %37 = fadd contract float %32, %36
  %38 = xor i32 %22, 2
  %39 = bitcast float %37 to i32
  %40 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %39, i32 %38, i32 31)
  %41 = bitcast i32 %40 to float
  %42 = fadd contract float %37, %41
  %43 = xor i32 %22, 1
  %44 = bitcast float %42 to i32
  %45 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %44, i32 %43, i32 31)
  %46 = bitcast i32 %45 to float
  %47 = fadd contract float %42, %46
  br label %48

48:
  %49 = phi float [ %1, %19 ], [ %47, %21 ]
  %50 = icmp eq ptr %0, null
  br i1 %50, label %57, label %51

51:
  %52 = tail call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %53 = icmp eq i32 %52, 0
  %54 = or i1 %53, %20
  br i1 %54, label %55, label %57

55:
  %56 = atomicrmw fadd ptr %0, float %49 monotonic, align 4
  br label %57

57:
  ret void
}

define weak_odr hidden void @enzyme_rs_grid_give(ptr noundef %0, ptr noundef %1, double noundef %2) convergent nounwind {
  %4 = tail call i32 @llvm.nvvm.activemask()
  %5 = icmp ne i32 %4, -1
  %6 = icmp eq ptr %1, null
  br i1 %6, label %9, label %7

7:
  %8 = ptrtoint ptr %1 to i64
  store atomic i64 %8, ptr %0 monotonic, align 8
  br label %9

9:
  %10 = tail call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  br i1 %5, label %77, label %11

11:
  %12 = xor i32 %10, 16
  %13 = bitcast double %2 to i64
  %14 = trunc i64 %13 to i32
  %15 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %14, i32 %12, i32 31)
  %16 = lshr i64 %13, 32
  %17 = trunc nuw i64 %16 to i32
  %18 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %17, i32 %12, i32 31)
  %19 = zext i32 %18 to i64
  %20 = shl nuw i64 %19, 32
  %21 = zext i32 %15 to i64
  %22 = or disjoint i64 %20, %21
  %23 = bitcast i64 %22 to double
  %24 = fadd contract double %2, %23
  %25 = xor i32 %10, 8
  %26 = bitcast double %24 to i64
  %27 = trunc i64 %26 to i32
  %28 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %27, i32 %25, i32 31)
  %29 = lshr i64 %26, 32
  %30 = trunc nuw i64 %29 to i32
  %31 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %30, i32 %25, i32 31)
  %32 = zext i32 %31 to i64
  %33 = shl nuw i64 %32, 32
  %34 = zext i32 %28 to i64
  %35 = or disjoint i64 %33, %34
  %36 = bitcast i64 %35 to double
  %37 = fadd contract double %24, %36
  %38 = xor i32 %10, 4
  %39 = bitcast double %37 to i64
  %40 = trunc i64 %39 to i32
  %41 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %40, i32 %38, i32 31)
  %42 = lshr i64 %39, 32
  %43 = trunc nuw i64 %42 to i32
  %44 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %43, i32 %38, i32 31)
  %45 = zext i32 %44 to i64
  %46 = shl nuw i64 %45, 32
  %47 = zext i32 %41 to i64
  %48 = or disjoint i64 %46, %47
  %49 = bitcast i64 %48 to double
  %50 = fadd contract double %37, %49
  %51 = xor i32 %10, 2
  %52 = bitcast double %50 to i64
  %53 = trunc i64 %52 to i32
  %54 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %53, i32 %51, i32 31)
  %55 = lshr i64 %52, 32
  %56 = trunc nuw i64 %55 to i32
  %57 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %56, i32 %51, i32 31)
  %58 = zext i32 %57 to i64
  %59 = shl nuw i64 %58, 32
  %60 = zext i32 %54 to i64
  %61 = or disjoint i64 %59, %60
  %62 = bitcast i64 %61 to double
  %63 = fadd contract double %50, %62
  %64 = xor i32 %10, 1
  %65 = bitcast double %63 to i64
  %66 = trunc i64 %65 to i32
  %67 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %66, i32 %64, i32 31)
  %68 = lshr i64 %65, 32
  %69 = trunc nuw i64 %68 to i32
  %70 = tail call noundef i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %69, i32 %64, i32 31)
  %71 = zext i32 %70 to i64
  %72 = shl nuw i64 %71, 32
  %73 = zext i32 %67 to i64
  %74 = or disjoint i64 %72, %73
  %75 = bitcast i64 %74 to double
  %76 = fadd contract double %63, %75
  br label %77

77:
  %78 = phi double [ %76, %11 ], [ %2, %9 ]
  %79 = icmp eq i32 %10, 0
  %80 = or i1 %79, %5
  br i1 %80, label %81, label %84

81:
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %83 = atomicrmw fadd ptr %82, double %78 monotonic, align 8
  br label %84

84:
  ret void
}

define weak_odr hidden void @enzyme_rs_grid_take(ptr noundef %0, i64 noundef %1, i64 noundef %2) convergent nounwind {
  tail call void @enzyme_rs_grid_barrier() convergent nounwind
  %4 = tail call i64 @enzyme_rs_grid_thread() convergent nounwind
  %5 = icmp slt i64 %4, %1
  br i1 %5, label %7, label %6

6:
  ret void

7:
  %8 = phi i64 [ %25, %23 ], [ %4, %3 ]
  %9 = getelementptr inbounds %struct.sum, ptr %0, i64 %8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %12 = load double, ptr %11, align 8
  %13 = icmp eq ptr %10, null
  br i1 %13, label %23, label %14

14:
  %15 = shl nuw i64 1, %8
  %16 = and i64 %15, %2
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %21, label %18

18:
  %19 = fptrunc contract double %12 to float
  %20 = atomicrmw fadd ptr %10, float %19 monotonic, align 4
  br label %23

21:
  %22 = atomicrmw fadd ptr %10, double %12 monotonic, align 8
  br label %23

23:
  %24 = tail call i64 @enzyme_rs_grid_threads() convergent nounwind
  %25 = add nsw i64 %24, %8
  %26 = icmp slt i64 %25, %1
  br i1 %26, label %7, label %6
}

declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) convergent nounwind memory(inaccessiblemem: readwrite)

declare i64 @llvm.cttz.i64(i64, i1 immarg) nounwind memory(none)

declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1) convergent nounwind memory(inaccessiblemem: readwrite)

declare noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid() nounwind memory(none)

declare i32 @llvm.nvvm.activemask() convergent nounwind memory(inaccessiblemem: readwrite)

declare i32 @llvm.cttz.i32(i32, i1 immarg) nounwind memory(none)

