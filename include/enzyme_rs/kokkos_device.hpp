// Kokkos' reductions on a device, in a form that can be differentiated. Included by kokkos.hpp, and not by programs.
//
// Kokkos adds up in one kernel: each block writes its part to memory that the instance keeps, and whichever block comes last, which a counter tells it,
// joins the parts. A reverse pass would have to run that block before all others, and no block can wait for another. Here two kernels do it: the blocks
// write their parts to memory of this reduction alone, and one block joins them. Of two class templates of which both could be meant the compiler takes
// the more special one: that of this file. It is for values of a size that the compiler knows; others (arrays whose length is known at run time) are
// left to Kokkos, and so are graphs.
//
// Members have names that Kokkos does not have (`abi_tag`): a file of the program that does not include this may have the same reduction, by Kokkos' class.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

namespace enzyme_rs::kokkos {

// Where Kokkos has what it does not document.
namespace impl = Kokkos::Impl;

// So many threads that what each of them holds, and its shadow, fits into the memory that a block shares on all devices.
template <class Value>
constexpr int threads_for() {
  int threads = 256;
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

// The values of all threads of a block, joined. The result is that of thread 0.
template <class Reducer, class Value>
__device__ inline void join_block(const Reducer& reducer, Value& value) {
  __shared__ Unmade<Value> memory[threads_for<Value>()];
  Value* values = &memory[0].value;
  const int thread = threadIdx.x;
  values[thread] = value;
  for (int half = threads_for<Value>() / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) reducer.join(&values[thread], &values[thread + half]);
  }
  value = values[thread];
}

// What Kokkos does where nothing is said of how values are joined. (Its own has a copy of the functor.)
template <class ValueType>
struct Sums {
  using value_type = ValueType;
  __device__ void init(ValueType* value) const { new (value) ValueType(); }
  __device__ void join(ValueType* to, const ValueType* other) const { *to += *other; }
  __device__ void final(ValueType*) const {}
};
template <class Reducer>
inline constexpr bool is_sum = !Reducer::has_init_member_function() && !Reducer::has_join_member_function() && !Reducer::has_final_member_function();
template <class Reducer>
using Joining = std::conditional_t<is_sum<Reducer>, Sums<typename Reducer::value_type>, Reducer>;
template <class Reducer>
Joining<Reducer> joining(const Reducer& reducer) {
  if constexpr (is_sum<Reducer>)
    return {};
  else
    return reducer;
}

// What the kernels are handed. `Work` calls the functor for all that a thread has to do.
template <class Work, class Reducer>
struct Parts {
  using Value = typename Reducer::value_type;

  Work work;
  Reducer reducer;
  Value* parts;

  __device__ void run() const {
    Value value;
    reducer.init(&value);
    work(value);
    join_block(reducer, value);
    if (threadIdx.x == 0) parts[blockIdx.x] = value;
  }
};
template <class Reducer>
struct Joined {
  using Value = typename Reducer::value_type;

  Reducer reducer;
  const Value* parts;
  Value* result;
  int count;

  __device__ void run() const {
    Value value;
    reducer.init(&value);
    for (int i = threadIdx.x; i < count; i += threads_for<Value>()) reducer.join(&value, &parts[i]);
    join_block(reducer, value);
    if (threadIdx.x != 0) return;
    reducer.final(&value);
    *result = value;
  }
};

}  // namespace enzyme_rs::kokkos

namespace Kokkos::Impl {

// The kernels: of Kokkos by name, so that who marks those of Kokkos has marked these.
template <class Run>
__global__ static void enzyme_rs_run(const Run run) {
  run.run();
}

}  // namespace Kokkos::Impl

namespace enzyme_rs::kokkos {

inline void expect(device::Error error) {
  if (error != ENZYME_RS_KOKKOS_GPU(Success)) Kokkos::abort(ENZYME_RS_KOKKOS_GPU(GetErrorString)(error));
}

template <class Run>
void launch(const Run& run, int blocks, device::Stream stream) {
  impl::enzyme_rs_run<<<blocks, threads_for<typename Run::Value>(), 0, stream>>>(run);
  expect(ENZYME_RS_KOKKOS_GPU(PeekAtLastError)());
}

// Both kernels.
template <class Work, class Reducer>
void reduce_to(const Work& work, const Reducer& reducer, int blocks, device::Stream stream, typename Reducer::value_type* result) {
  typename Reducer::value_type* parts = nullptr;
  expect(ENZYME_RS_KOKKOS_GPU(MallocAsync)(reinterpret_cast<void**>(&parts), blocks * sizeof *parts, stream));
  launch(Parts<Work, Reducer>{work, reducer, parts}, blocks, stream);
  launch(Joined<Reducer>{reducer, parts, result, blocks}, 1, stream);
  expect(ENZYME_RS_KOKKOS_GPU(FreeAsync)(parts, stream));
}

// Has a reduction find its result on the device, where the host wants it. A number is copied; a structure goes through memory of the host that the device can
// write to, since of copies from a device only those of numbers have a derivative.
template <class Value, class Reduce>
void to_host(const Reduce& reduce, device::Stream stream, Value* result) {
  Value* joined = nullptr;
  if constexpr (std::is_arithmetic_v<Value>) {
    expect(ENZYME_RS_KOKKOS_GPU(MallocAsync)(reinterpret_cast<void**>(&joined), sizeof(Value), stream));
    reduce(joined);
    expect(ENZYME_RS_KOKKOS_GPU(MemcpyAsync)(result, joined, sizeof(Value), ENZYME_RS_KOKKOS_GPU(MemcpyDeviceToHost), stream));
    expect(ENZYME_RS_KOKKOS_GPU(StreamSynchronize)(stream));
    expect(ENZYME_RS_KOKKOS_GPU(FreeAsync)(joined, stream));
  } else {
    expect(device::obtain_pinned(reinterpret_cast<void**>(&joined), sizeof(Value)));
    reduce(joined);
    expect(ENZYME_RS_KOKKOS_GPU(StreamSynchronize)(stream));
    *result = *joined;
    expect(device::end_pinned(joined));
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
class RangeWork {
 public:
  using Index = typename Policy::member_type;

  RangeWork(const Functor& functor, const Policy& policy) : functor_(functor), begin_(policy.begin()), end_(policy.end()) {}

  Index count() const { return end_ > begin_ ? end_ - begin_ : 0; }

  template <class Value>
  __device__ void operator()(Value& value) const {
    const Index step = static_cast<Index>(gridDim.x) * blockDim.x;
    for (Index i = begin_ + static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x; i < end_; i += step)
      call<typename Policy::work_tag>(functor_, i, value);
  }

 private:
  Functor functor_;
  Index begin_, end_;
};

// The same of several ranges. The index that Kokkos takes for the inner one goes from thread to thread.
template <class Functor, class Policy>
class SeveralWork {
 public:
  using Index = typename Policy::index_type;
  static constexpr int rank = Policy::rank;
  static constexpr bool left = Policy::inner_direction == Kokkos::Iterate::Left;

  SeveralWork(const Functor& functor, const Policy& policy) : functor_(functor), count_(1) {
    for (int d = 0; d < rank; ++d) {
      begins_[d] = policy.m_lower[d];
      extents_[d] = policy.m_upper[d] > policy.m_lower[d] ? policy.m_upper[d] - policy.m_lower[d] : 0;
      count_ *= extents_[d];
    }
  }

  Index count() const { return count_; }

  template <class Value>
  __device__ void operator()(Value& value) const {
    const Index step = static_cast<Index>(gridDim.x) * blockDim.x;
    for (Index number = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x; number < count_; number += step) at<0>(number, value);
  }

 private:
  // Finds the indices one by one, the inner one first.
  template <int Known, class Value, class... Indices>
  __device__ void at(Index rest, Value& value, Indices... indices) const {
    if constexpr (Known == rank) {
      call<typename Policy::work_tag>(functor_, indices..., value);
    } else {
      constexpr int d = left ? Known : rank - 1 - Known;
      const Index index = begins_[d] + rest % extents_[d];
      if constexpr (left)
        at<Known + 1>(rest / extents_[d], value, indices..., index);
      else
        at<Known + 1>(rest / extents_[d], value, index, indices...);
    }
  }

  Functor functor_;
  Index begins_[rank], extents_[rank], count_;
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

  template <class View>
  Reduction(const impl::CombinedFunctorReducer<Functor, Reducer>& both, const Policy& policy, const View& result)
      : work_(both.get_functor(), policy),
        reducer_(joining(both.get_reducer())),
        result_(result.data()),
        stream_(policy.space().impl_internal_space_instance()->m_stream),
        most_(policy.space().concurrency() / threads),
        on_device_(impl::MemorySpaceAccess<device::Memory, typename View::memory_space>::accessible) {}

  // How many threads there may be in a tile of several ranges; tiles are not asked for here.
  template <class Any>
  static int max_tile_size_product(const Policy&, const Any&) {
    return threads;
  }

  void execute() const {
    const long long count = work_.count(), blocks = std::max(1ll, std::min<long long>(most_, (count + threads - 1) / threads));
    if (on_device_)
      reduce_to(work_, reducer_, static_cast<int>(blocks), stream_, result_);
    else if (result_)
      to_host([&](value_type* joined) { reduce_to(work_, reducer_, static_cast<int>(blocks), stream_, joined); }, stream_, result_);
  }

 private:
  static constexpr int threads = threads_for<value_type>();

  Work work_;
  Joining<Reducer> reducer_;
  pointer_type result_;
  device::Stream stream_;
  int most_;
  bool on_device_;
};

// Kokkos' own class is that of other arguments.
template <class Functor, class Reducer>
struct Unchanged : impl::CombinedFunctorReducer<Functor, Reducer> {
  Unchanged(const impl::CombinedFunctorReducer<Functor, Reducer>& both) : impl::CombinedFunctorReducer<Functor, Reducer>(both) {}
};
template <class Functor, class Reducer, class Policy, template <class, class> class Work>
using Chosen = std::conditional_t<std::is_pointer_v<typename Reducer::reference_type> || Policy::is_graph_kernel::value,
                                  impl::ParallelReduce<Unchanged<Functor, Reducer>, Policy, device::Space>,
                                  Reduction<Functor, Reducer, Policy, Work<Functor, Policy>>>;

}  // namespace enzyme_rs::kokkos

namespace Kokkos::Impl {

#define ENZYME_RS_KOKKOS_REDUCTION(Range, Work)                                                                              \
  template <class Functor, class Reducer, class... Traits>                                                                   \
  class ParallelReduce<CombinedFunctorReducer<Functor, Reducer>, Range<Traits...>, enzyme_rs::kokkos::device::Space>          \
      : public enzyme_rs::kokkos::Chosen<Functor, Reducer, Range<Traits...>, enzyme_rs::kokkos::Work> {                      \
    using Base = enzyme_rs::kokkos::Chosen<Functor, Reducer, Range<Traits...>, enzyme_rs::kokkos::Work>;                     \
                                                                                                                             \
   public:                                                                                                                   \
    template <class View>                                                                                                    \
    __attribute__((abi_tag("enzyme_rs")))                                                                                    \
    ParallelReduce(const CombinedFunctorReducer<Functor, Reducer>& both, const Range<Traits...>& policy, const View& result) \
        : Base(both, policy, result) {}                                                                                      \
    __attribute__((abi_tag("enzyme_rs"))) ~ParallelReduce() {}                                                               \
  };
ENZYME_RS_KOKKOS_REDUCTION(Kokkos::RangePolicy, RangeWork)
ENZYME_RS_KOKKOS_REDUCTION(Kokkos::MDRangePolicy, SeveralWork)
#undef ENZYME_RS_KOKKOS_REDUCTION

}  // namespace Kokkos::Impl

#include "kokkos_device_scans.hpp"
#include "kokkos_device_teams.hpp"
