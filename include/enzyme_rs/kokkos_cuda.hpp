// Kokkos' sums and other reductions on CUDA, in a form that can be differentiated. Included by kokkos.hpp, and not by programs.
//
// Kokkos adds up in one kernel: each block writes its part to memory that the instance keeps, and whichever block comes last, which a counter tells it,
// joins the parts. A reverse pass would have to run that block before all others, and no block can wait for another. Here two kernels do it: the blocks
// write their parts to memory of this reduction alone, and one block joins them. Where a class of Kokkos is given other arguments than its own, the more
// special class below is taken. It is for values of a size that the compiler knows; others (arrays whose length is known at run time) are left to Kokkos.
//
// The bodies of members are called by names that Kokkos does not have: a file of the program that does not include this may have the same reduction, by
// Kokkos' own class.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

namespace enzyme_rs::kokkos {

// Where Kokkos has what it does not document.
namespace cuda = Kokkos::Impl;

// So many threads that what each of them holds, and its shadow, fits into the memory that a block shares on all devices.
template <class Value>
constexpr unsigned threads_for() {
  unsigned threads = 256;
  while (threads > 1 && threads * sizeof(Value) > 16 * 1024) threads /= 2;
  return threads;
}

// Room for a value, which nobody makes by itself.
template <class Value>
union Unmade {
  __device__ Unmade() {}
  __device__ ~Unmade() {}

  Value value;
};

// The values of all threads of a block, joined. Its result is that of thread 0.
template <unsigned Threads, class Reducer, class Value>
__device__ inline void join_block(const Reducer& reducer, Value& value) {
  __shared__ Unmade<Value> memory[Threads];
  Value* values = &memory[0].value;
  const unsigned thread = threadIdx.y;
  values[thread] = value;
  for (unsigned half = Threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) reducer.join(&values[thread], &values[thread + half]);
  }
  value = values[thread];
}

// The first kernel. `Work` calls the functor for what a thread has to do.
template <class Work, class PolicyType, class Reducer>
struct Parts {
  using Policy = PolicyType;
  using Value = typename Reducer::value_type;
  static constexpr unsigned threads = threads_for<Value>();

  Work work;
  PolicyType policy;
  Reducer reducer;
  Value* parts;

  const Policy& get_policy() const { return policy; }

  __device__ void operator()() const {
    Value value;
    reducer.init(&value);
    work(policy, value);
    join_block<threads>(reducer, value);
    if (threadIdx.y == 0) parts[blockIdx.x] = value;
  }
};

// The second kernel.
template <class PolicyType, class Reducer>
struct Joined {
  using Policy = PolicyType;
  using Value = typename Reducer::value_type;
  static constexpr unsigned threads = threads_for<Value>();

  PolicyType policy;
  Reducer reducer;
  const Value* parts;
  unsigned count;
  Value* result;

  const Policy& get_policy() const { return policy; }

  __device__ void operator()() const {
    Value value;
    reducer.init(&value);
    for (unsigned i = threadIdx.y; i < count; i += threads) reducer.join(&value, &parts[i]);
    join_block<threads>(reducer, value);
    if (threadIdx.y != 0) return;
    reducer.final(&value);
    *result = value;
  }
};

inline void expect(cudaError_t error) {
  if (error != cudaSuccess) Kokkos::abort(cudaGetErrorString(error));
}

// Both kernels.
template <class Work, class Policy, class Reducer>
void reduce_to(const Work& work, const Policy& policy, const Reducer& reducer, unsigned blocks, typename Reducer::value_type* result) {
  using First = Parts<Work, Policy, Reducer>;
  using Second = Joined<Policy, Reducer>;
  using Value = typename Reducer::value_type;
  using Bounds = typename Policy::launch_bounds;
  const Kokkos::Cuda& space = policy.space();
  Value* parts = nullptr;
  expect(cudaMallocAsync(reinterpret_cast<void**>(&parts), blocks * sizeof(Value), space.cuda_stream()));
  const dim3 block(1, First::threads, 1);
  cuda::CudaParallelLaunch<First, Bounds>(First{work, policy, reducer, parts}, dim3(blocks, 1, 1), block, 0, space.impl_internal_space_instance());
  cuda::CudaParallelLaunch<Second, Bounds>(Second{policy, reducer, parts, blocks, result}, dim3(1, 1, 1), block, 0, space.impl_internal_space_instance());
  expect(cudaFreeAsync(parts, space.cuda_stream()));
}

// The same, where the host wants the result. A number is copied; a structure goes through memory of the host that the device can write to, since of
// copies from a device only those of numbers have a derivative.
template <class Work, class Policy, class Reducer>
void reduce_to_host(const Work& work, const Policy& policy, const Reducer& reducer, unsigned blocks, typename Reducer::value_type* result) {
  using Value = typename Reducer::value_type;
  const Kokkos::Cuda& space = policy.space();
  Value* joined = nullptr;
  if constexpr (std::is_arithmetic_v<Value>) {
    expect(cudaMallocAsync(reinterpret_cast<void**>(&joined), sizeof(Value), space.cuda_stream()));
    reduce_to(work, policy, reducer, blocks, joined);
    cuda::DeepCopy<Kokkos::HostSpace, Kokkos::CudaSpace, Kokkos::Cuda>(space, result, joined, sizeof(Value));
    expect(cudaFreeAsync(joined, space.cuda_stream()));
  } else {
    expect(cudaMallocHost(reinterpret_cast<void**>(&joined), sizeof(Value)));
    reduce_to(work, policy, reducer, blocks, joined);
    space.fence("enzyme-rs: the result of a reduction");
    *result = *joined;
    expect(cudaFreeHost(joined));
  }
}

// What a functor is called with: indices, behind the tag if the policy has one.
template <class Tag, class Functor, class... Arguments>
__device__ inline void call(const Functor& functor, Arguments&&... arguments) {
  if constexpr (std::is_void_v<Tag>)
    functor(static_cast<Arguments&&>(arguments)...);
  else
    functor(Tag(), static_cast<Arguments&&>(arguments)...);
}

// The indices of a range, shared out to all threads of the grid one by one.
template <class Functor, class Policy>
struct RangeWork {
  using Index = typename Policy::member_type;

  Functor functor;

  static Index count(const Policy& policy) { return policy.end() > policy.begin() ? policy.end() - policy.begin() : 0; }

  template <class Value>
  __device__ void operator()(const Policy& policy, Value& value) const {
    const Index step = static_cast<Index>(gridDim.x) * blockDim.y;
    for (Index i = policy.begin() + static_cast<Index>(blockIdx.x) * blockDim.y + threadIdx.y; i < policy.end(); i += step)
      call<typename Policy::work_tag>(functor, i, value);
  }
};

// The same of several ranges. The index that Kokkos takes for the inner one goes from thread to thread.
template <class Functor, class Policy>
struct SeveralWork {
  using Index = typename Policy::index_type;
  static constexpr int rank = Policy::rank;
  static constexpr bool left = Policy::inner_direction == Kokkos::Iterate::Left;

  Functor functor;

  static Index count(const Policy& policy) {
    Index all = 1;
    for (int d = 0; d < rank; ++d) all *= policy.m_upper[d] > policy.m_lower[d] ? policy.m_upper[d] - policy.m_lower[d] : 0;
    return all;
  }

  template <class Value>
  __device__ void operator()(const Policy& policy, Value& value) const {
    Index extents[rank], all = 1;
    for (int d = 0; d < rank; ++d) {
      extents[d] = policy.m_upper[d] - policy.m_lower[d];
      all *= extents[d] > 0 ? extents[d] : 0;
    }
    const Index step = static_cast<Index>(gridDim.x) * blockDim.y;
    for (Index number = static_cast<Index>(blockIdx.x) * blockDim.y + threadIdx.y; number < all; number += step) {
      Index indices[rank], rest = number;
      for (int k = 0; k < rank; ++k) {
        const int d = left ? k : rank - 1 - k;
        indices[d] = policy.m_lower[d] + rest % extents[d];
        rest /= extents[d];
      }
      at(indices, value, std::make_integer_sequence<int, rank>());
    }
  }

 private:
  template <class Value, int... Dimensions>
  __device__ void at(const Index* indices, Value& value, std::integer_sequence<int, Dimensions...>) const {
    call<typename Policy::work_tag>(functor, indices[Dimensions]..., value);
  }
};

// What Kokkos makes of a reduction, and runs.
template <class Functor, class Reducer, class PolicyType, class Work>
class Reduction {
 public:
  using Policy = PolicyType;
  using FunctorType = Functor;
  using ReducerType = Reducer;
  using functor_type = Functor;
  using reducer_type = Reducer;
  using pointer_type = typename Reducer::pointer_type;
  using value_type = typename Reducer::value_type;
  using reference_type = typename Reducer::reference_type;
  using Both = cuda::CombinedFunctorReducer<Functor, Reducer>;

  template <class View>
  Reduction(const Both& both, const Policy& policy, const View& result)
      : both_(both),
        policy_(policy),
        result_(result.data()),
        on_device_(cuda::MemorySpaceAccess<Kokkos::CudaSpace, typename View::memory_space>::accessible) {}

  const Policy& get_policy() const { return policy_; }

  // How many threads there may be in a tile of several ranges; tiles are not asked for here.
  template <class Any>
  static int max_tile_size_product(const Policy&, const Any&) {
    return threads;
  }

  void execute() {
    static_assert(!Policy::is_graph_kernel::value, "enzyme-rs has no derivative of Kokkos' graphs");
    const long long count = Work::count(policy_), most = policy_.space().concurrency() / threads;
    const long long blocks = std::max(1ll, std::min(most, (count + threads - 1) / threads));
    const Work work{both_.get_functor()};
    if (on_device_)
      reduce_to(work, policy_, both_.get_reducer(), static_cast<unsigned>(blocks), result_);
    else if (result_)
      reduce_to_host(work, policy_, both_.get_reducer(), static_cast<unsigned>(blocks), result_);
  }

 private:
  static constexpr int threads = threads_for<value_type>();

  Both both_;
  Policy policy_;
  pointer_type result_;
  bool on_device_;
};

// Values whose size is known at run time only are left to Kokkos: its own class is that of other arguments.
template <class Functor, class Reducer>
struct Unchanged : cuda::CombinedFunctorReducer<Functor, Reducer> {
  Unchanged(const cuda::CombinedFunctorReducer<Functor, Reducer>& both) : cuda::CombinedFunctorReducer<Functor, Reducer>(both) {}
};

template <class Functor, class Reducer, class Policy, template <class, class> class Work>
using Chosen = std::conditional_t<std::is_pointer_v<typename Reducer::reference_type> || Policy::is_graph_kernel::value,
                                  cuda::ParallelReduce<Unchanged<Functor, Reducer>, Policy, Kokkos::Cuda>,
                                  Reduction<Functor, Reducer, Policy, Work<Functor, Policy>>>;

}  // namespace enzyme_rs::kokkos

namespace Kokkos::Impl {

#define ENZYME_RS_KOKKOS_REDUCTION(Range, Work)                                                                                            \
  template <class Functor, class Reducer, class... Traits>                                                                                 \
  class ParallelReduce<CombinedFunctorReducer<Functor, Reducer>, Range<Traits...>, Kokkos::Cuda>                                           \
      : public enzyme_rs::kokkos::Chosen<Functor, Reducer, Range<Traits...>, enzyme_rs::kokkos::Work> {                                    \
    using Base = enzyme_rs::kokkos::Chosen<Functor, Reducer, Range<Traits...>, enzyme_rs::kokkos::Work>;                                   \
                                                                                                                                           \
   public:                                                                                                                                 \
    template <class View>                                                                                                                  \
    __attribute__((abi_tag("enzyme_rs")))                                                                                                  \
    ParallelReduce(const CombinedFunctorReducer<Functor, Reducer>& both, const Range<Traits...>& policy, const View& result)               \
        : Base(both, policy, result) {}                                                                                                    \
  };
ENZYME_RS_KOKKOS_REDUCTION(Kokkos::RangePolicy, RangeWork)
ENZYME_RS_KOKKOS_REDUCTION(Kokkos::MDRangePolicy, SeveralWork)
#undef ENZYME_RS_KOKKOS_REDUCTION

}  // namespace Kokkos::Impl
