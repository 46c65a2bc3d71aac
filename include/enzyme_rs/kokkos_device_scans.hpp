// Kokkos' scans on a device, in a form that can be differentiated. Included by kokkos_device.hpp, and not by programs.
//
// Each thread has indices that follow each other. One kernel finds what the indices of each thread add up to, a second one what comes before each thread, and a third one
// goes through the indices again. Kokkos does the second step in the last block of the first kernel, which no reverse pass can (kokkos_device.hpp says why).
#pragma once

namespace enzyme_rs::kokkos {

// The indices of the calling thread, with what they add up to.
template <class Functor, class Policy>
struct Run {
  using Index = typename Policy::member_type;

  Functor functor;
  Index begin, end, each;

  template <class Value>
  __device__ void operator()(Value& value, bool final) const {
    const Index number = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x, first = begin + number * each;
    const Index last = first + each < end ? first + each : end;
    for (Index i = first; i < last; ++i) call<typename Policy::work_tag>(functor, i, value, final);
  }
};

template <class Work, class Reducer>
struct Found {
  using Value = typename Reducer::value_type;

  Work work;
  Reducer reducer;
  Value* parts;

  __device__ void run() const {
    Value value;
    reducer.init(&value);
    work(value, false);
    parts[blockIdx.x * blockDim.x + threadIdx.x] = value;
  }
};

// By one block, each thread of which has `each` parts.
template <class Reducer>
struct Before {
  using Value = typename Reducer::value_type;

  Reducer reducer;
  const Value* parts;
  Value *before, *total;
  int each;

  __device__ void run() const {
    constexpr int threads = threads_for<Value>();
    __shared__ Unmade<Value> memory[threads];
    Value* values = &memory[0].value;
    const int thread = threadIdx.x;
    Value sum;
    reducer.init(&sum);
    for (int i = 0; i < each; ++i) reducer.join(&sum, &parts[thread * each + i]);
    values[thread] = sum;
    __syncthreads();
    Value value;
    reducer.init(&value);
    for (int i = 0; i < thread; ++i) reducer.join(&value, &values[i]);
    for (int i = 0; i < each; ++i) {
      before[thread * each + i] = value;
      reducer.join(&value, &parts[thread * each + i]);
    }
    if (total && thread == threads - 1) *total = value;
  }
};

template <class Work, class Reducer>
struct Final {
  using Value = typename Reducer::value_type;

  Work work;
  const Value* before;

  __device__ void run() const {
    Value value = before[blockIdx.x * blockDim.x + threadIdx.x];
    work(value, true);
  }
};

template <class Functor, class PolicyType, class ReturnType>
class Scan {
  using Analysis = impl::FunctorAnalysis<impl::FunctorPatternInterface::SCAN, PolicyType, Functor, ReturnType>;

 public:
  using Policy = PolicyType;
  using functor_type = Functor;
  using pointer_type = typename Analysis::pointer_type;
  using value_type = typename Analysis::value_type;
  using reference_type = typename Analysis::reference_type;

  Scan(const Functor& functor, const Policy& policy, value_type* total, bool on_device)
      : work_{functor, policy.begin(), policy.end(), 0},
        reducer_(joining(typename Analysis::Reducer(functor))),
        total_(total),
        stream_(policy.space().impl_internal_space_instance()->m_stream),
        most_(std::min(policy.space().concurrency() / threads, 128)),
        on_device_(on_device) {
    static_assert(!std::is_pointer_v<reference_type>, "enzyme_rs/kokkos.hpp has no scan of arrays on a device");
  }

  void execute() const {
    if (!total_ || on_device_)
      run_to(total_);
    else
      to_host([this](value_type* found) { run_to(found); }, stream_, total_);
  }

 private:
  using Work = Run<Functor, Policy>;
  using Index = typename Work::Index;
  static constexpr int threads = threads_for<value_type>();

  void run_to(value_type* total) const {
    const long long count = work_.end > work_.begin ? work_.end - work_.begin : 0;
    const int blocks = static_cast<int>(std::max(1ll, std::min<long long>(most_, (count + threads - 1) / threads)));
    Work work = work_;
    work.each = static_cast<Index>((count + blocks * threads - 1) / (blocks * threads));
    value_type *parts = nullptr, *before = nullptr;
    expect(ENZYME_RS_KOKKOS_GPU(MallocAsync)(reinterpret_cast<void**>(&parts), blocks * threads * sizeof *parts, stream_));
    expect(ENZYME_RS_KOKKOS_GPU(MallocAsync)(reinterpret_cast<void**>(&before), blocks * threads * sizeof *before, stream_));
    launch(Found<Work, Joining<typename Analysis::Reducer>>{work, reducer_, parts}, blocks, stream_);
    launch(Before<Joining<typename Analysis::Reducer>>{reducer_, parts, before, total, blocks}, 1, stream_);
    launch(Final<Work, Joining<typename Analysis::Reducer>>{work, before}, blocks, stream_);
    expect(ENZYME_RS_KOKKOS_GPU(FreeAsync)(parts, stream_));
    expect(ENZYME_RS_KOKKOS_GPU(FreeAsync)(before, stream_));
  }

  Work work_;
  Joining<typename Analysis::Reducer> reducer_;
  value_type* total_;
  device::Stream stream_;
  int most_;
  bool on_device_;
};

}  // namespace enzyme_rs::kokkos

namespace Kokkos::Impl {

#define ENZYME_RS_KOKKOS_COMMA ,
#define ENZYME_RS_KOKKOS_SCAN(head, ...)                                                                                                              \
  template <class Functor head>                                                                                                                       \
  class ParallelScan<Functor, __VA_ARGS__, enzyme_rs::kokkos::device::Space> : public enzyme_rs::kokkos::Scan<Functor, __VA_ARGS__, void> {             \
    using Base = enzyme_rs::kokkos::Scan<Functor, __VA_ARGS__, void>;                                                                                 \
                                                                                                                                                      \
   public:                                                                                                                                            \
    __attribute__((abi_tag("enzyme_rs"))) ParallelScan(const Functor& functor, const __VA_ARGS__& policy) : Base(functor, policy, nullptr, true) {}   \
    __attribute__((abi_tag("enzyme_rs"))) ~ParallelScan() {}                                                                                          \
  };                                                                                                                                                  \
  template <class Functor, class ReturnType head>                                                                                                     \
  class ParallelScanWithTotal<Functor, __VA_ARGS__, ReturnType, enzyme_rs::kokkos::device::Space> : public enzyme_rs::kokkos::Scan<Functor, __VA_ARGS__, ReturnType> { \
    using Base = enzyme_rs::kokkos::Scan<Functor, __VA_ARGS__, ReturnType>;                                                                           \
                                                                                                                                                      \
   public:                                                                                                                                            \
    template <class View>                                                                                                                             \
    __attribute__((abi_tag("enzyme_rs")))                                                                                                             \
    ParallelScanWithTotal(const Functor& functor, const __VA_ARGS__& policy, const View& total)                                                       \
        : Base(functor, policy, total.data(), MemorySpaceAccess<enzyme_rs::kokkos::device::Memory, typename View::memory_space>::accessible) {}    \
    __attribute__((abi_tag("enzyme_rs"))) ~ParallelScanWithTotal() {}                                                                                 \
  };
ENZYME_RS_KOKKOS_SCAN(, Kokkos::RangePolicy<>)
ENZYME_RS_KOKKOS_SCAN(ENZYME_RS_KOKKOS_COMMA class First ENZYME_RS_KOKKOS_COMMA class... Rest, Kokkos::RangePolicy<First, Rest...>)
#undef ENZYME_RS_KOKKOS_SCAN
#undef ENZYME_RS_KOKKOS_COMMA

}  // namespace Kokkos::Impl
