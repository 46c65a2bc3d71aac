// Kokkos' teams on a device, in a form that can be differentiated: loops over teams, and their reductions. Included by kokkos_device.hpp, and not by programs.
//
// What a team does is Kokkos' own code: its members, ranges, reductions and barriers. But of the memory that a team wants on the device (scratch of level 1)
// Kokkos has as much as fits at a time, and blocks take their part of it by a lock: nobody knows in which order, and the reverse pass would have to know. Here
// each team has its own, for as long as the kernel runs. Reductions are by two kernels, as those over ranges.
#pragma once

#if defined(KOKKOS_ENABLE_HIP) && defined(__HIP_DEVICE_COMPILE__)
// What `blockDim` asks. HIP's headers let the compiler think that threads meet in it, so that it does not take two answers for the same: a team's barrier would stay behind a
// question for its depth. So that is asked in a way that the compiler knows.
extern "C" __device__ __attribute__((const)) size_t __ockl_get_enqueued_local_size(unsigned);
extern "C" __device__ inline __attribute__((const, always_inline)) size_t __ockl_get_local_size(unsigned of) {
  return of == 2 ? __builtin_amdgcn_workgroup_size_z() : __ockl_get_enqueued_local_size(of);
}
#endif

namespace enzyme_rs::kokkos {

// How teams are launched, and what their members are handed.
template <class Policy>
class League {
 public:
  using Member = typename Policy::member_type;

  template <class Functor, class Tag, class... Reducer>
  League(const Policy& policy, const Functor& functor, Tag tag, const Reducer&... reducer)
      : teams_(policy.league_size()), threads_(policy.team_size()), lanes_(policy.impl_vector_length()) {
    if (threads_ < 0) threads_ = policy.team_size_recommended(functor, reducer..., tag);
    if (threads_ <= 0 || threads_ > policy.team_size_max(functor, reducer..., tag)) Kokkos::abort("Kokkos' teams on a device: this size of a team is not possible");
    reduce_ = sizeof(double) * (threads_ + 2);
    shared_ = policy.scratch_size(0, threads_) + impl::FunctorTeamShmemSize<Functor>::value(functor, threads_);
    scratch_ = policy.scratch_size(1, threads_);
  }

  int teams() const { return teams_; }
  dim3 threads() const { return dim3(lanes_, threads_, 1); }
  size_t shared() const { return reduce_ + shared_; }

  void obtain(device::Stream stream) {
    if (scratch_) expect(ENZYME_RS_KOKKOS_GPU(MallocAsync)(&memory_, scratch_ * teams_, stream));
  }
  void end(device::Stream stream) const {
    if (scratch_) expect(ENZYME_RS_KOKKOS_GPU(FreeAsync)(memory_, stream));
  }

  // The member that a thread is.
  __device__ Member member() const {
    extern __shared__ double enzyme_rs_team[];
    // A team is a block, which its barriers ask for.
    const unsigned depth = blockDim.z;
    __builtin_assume(depth == 1);
    const int rank = blockIdx.x;
    return Member(enzyme_rs_team, reduce_, shared_, static_cast<char*>(memory_) + rank * scratch_, scratch_, rank, teams_);
  }

 private:
  int teams_, threads_, lanes_, reduce_, shared_;
  size_t scratch_;
  void* memory_ = nullptr;
};

// A loop over teams. Kokkos asks how many threads a team may have of a kernel that calls this.
template <class Functor, class PolicyType>
class Teams {
 public:
  using Policy = PolicyType;
  using FunctorType = Functor;
  using functor_type = Functor;
  using size_type = device::Space::size_type;

  Teams(const Functor& functor, const Policy& policy)
      : functor_(functor), league_(policy, functor, Kokkos::ParallelForTag()), stream_(policy.space().impl_internal_space_instance()->m_stream) {}

  __device__ void operator()() const { run(); }
  __device__ void run() const { call<typename Policy::work_tag>(functor_, league_.member()); }

  void execute() const {
    if (league_.teams() == 0) return;
    Teams all = *this;
    all.league_.obtain(stream_);
    impl::enzyme_rs_run<<<league_.teams(), league_.threads(), league_.shared(), stream_>>>(all);
    expect(ENZYME_RS_KOKKOS_GPU(PeekAtLastError)());
    all.league_.end(stream_);
  }

 private:
  Functor functor_;
  League<Policy> league_;
  device::Stream stream_;
};

// The values of a team's threads, joined. (All lanes of a thread have the same one.) The result is that of the first thread.
constexpr int most_threads = 1024;
template <class Reducer, class Value>
__device__ inline void join_team(const Reducer& reducer, Value& value) {
  __shared__ Unmade<Value> memory[most_threads];
  Value* values = &memory[0].value;
  const int thread = threadIdx.y, threads = blockDim.y;
  if (threadIdx.x == 0) values[thread] = value;
  for (int half = most_threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x == 0 && thread < half && thread + half < threads) reducer.join(&values[thread], &values[thread + half]);
  }
  value = values[thread];
}

// The first kernel of a reduction.
template <class Functor, class Policy, class Reducer>
struct TeamParts {
  using Value = typename Reducer::value_type;

  Functor functor;
  Reducer reducer;
  Value* parts;
  League<Policy> league;

  __device__ void run() const {
    Value value;
    reducer.init(&value);
    call<typename Policy::work_tag>(functor, league.member(), value);
    join_team(reducer, value);
    if (threadIdx.x == 0 && threadIdx.y == 0) parts[blockIdx.x] = value;
  }
};

template <class Functor, class Reducer, class PolicyType>
class TeamReduction {
 public:
  using Policy = PolicyType;
  using FunctorType = Functor;
  using ReducerType = Reducer;
  using functor_type = Functor;
  using reducer_type = Reducer;
  using size_type = device::Space::size_type;
  using pointer_type = typename Reducer::pointer_type;
  using value_type = typename Reducer::value_type;
  using reference_type = typename Reducer::reference_type;

  template <class View>
  TeamReduction(const impl::CombinedFunctorReducer<Functor, Reducer>& both, const Policy& policy, const View& result)
      : functor_(both.get_functor()),
        reducer_(joining(both.get_reducer())),
        result_(result.data()),
        league_(policy, both.get_functor(), Kokkos::ParallelReduceTag(), both.get_reducer()),
        stream_(policy.space().impl_internal_space_instance()->m_stream),
        on_device_(impl::MemorySpaceAccess<device::Memory, typename View::memory_space>::accessible) {}

  // Asked by Kokkos for the threads that a team may have.
  __device__ void operator()() const { TeamParts<Functor, Policy, Joining<Reducer>>{functor_, reducer_, result_, league_}.run(); }

  void execute() const {
    if (on_device_)
      run_to(result_);
    else if (result_)
      to_host([this](value_type* joined) { run_to(joined); }, stream_, result_);
  }

 private:
  void run_to(value_type* result) const {
    value_type* parts = nullptr;
    const int teams = league_.teams();
    League<Policy> league = league_;
    if (teams > 0) {
      expect(ENZYME_RS_KOKKOS_GPU(MallocAsync)(reinterpret_cast<void**>(&parts), teams * sizeof *parts, stream_));
      league.obtain(stream_);
      const TeamParts<Functor, Policy, Joining<Reducer>> run{functor_, reducer_, parts, league};
      impl::enzyme_rs_run<<<teams, league.threads(), league.shared(), stream_>>>(run);
      expect(ENZYME_RS_KOKKOS_GPU(PeekAtLastError)());
    }
    launch(Joined<Joining<Reducer>>{reducer_, parts, result, teams}, 1, stream_);
    if (teams == 0) return;
    league.end(stream_);
    expect(ENZYME_RS_KOKKOS_GPU(FreeAsync)(parts, stream_));
  }

  Functor functor_;
  Joining<Reducer> reducer_;
  pointer_type result_;
  League<Policy> league_;
  device::Stream stream_;
  bool on_device_;
};

template <class Functor, class Reducer, class Policy>
constexpr bool reduces_teams() {
  if constexpr (std::is_pointer_v<typename Reducer::reference_type> || Policy::is_graph_kernel::value)
    return false;
  else
    return sizeof(typename Reducer::value_type) * most_threads <= 16 * 1024;
}
template <class Functor, class Reducer, class Policy>
using ChosenTeams = std::conditional_t<reduces_teams<Functor, Reducer, Policy>(), TeamReduction<Functor, Reducer, Policy>,
                                       impl::ParallelReduce<Unchanged<Functor, Reducer>, Policy, device::Space>>;

}  // namespace enzyme_rs::kokkos

namespace Kokkos::Impl {

#define ENZYME_RS_KOKKOS_TEAMS(head, ...)                                                                               \
  template <class Functor head>                                                                                         \
  class ParallelFor<Functor, __VA_ARGS__, enzyme_rs::kokkos::device::Space> : public enzyme_rs::kokkos::Teams<Functor, __VA_ARGS__> { \
   public:                                                                                                              \
    __attribute__((abi_tag("enzyme_rs"))) ParallelFor(const Functor& functor, const __VA_ARGS__& policy)                \
        : enzyme_rs::kokkos::Teams<Functor, __VA_ARGS__>(functor, policy) {}                                            \
    __attribute__((abi_tag("enzyme_rs"))) ~ParallelFor() {}                                                             \
  };
#define ENZYME_RS_KOKKOS_COMMA ,
ENZYME_RS_KOKKOS_TEAMS(, Kokkos::TeamPolicy<>)
ENZYME_RS_KOKKOS_TEAMS(ENZYME_RS_KOKKOS_COMMA class First ENZYME_RS_KOKKOS_COMMA class... Rest, Kokkos::TeamPolicy<First, Rest...>)
#undef ENZYME_RS_KOKKOS_COMMA
#undef ENZYME_RS_KOKKOS_TEAMS

template <class Functor, class Reducer, class... Properties>
class ParallelReduce<CombinedFunctorReducer<Functor, Reducer>, Kokkos::TeamPolicy<Properties...>, enzyme_rs::kokkos::device::Space>
    : public enzyme_rs::kokkos::ChosenTeams<Functor, Reducer, Kokkos::TeamPolicy<Properties...>> {
  using Base = enzyme_rs::kokkos::ChosenTeams<Functor, Reducer, Kokkos::TeamPolicy<Properties...>>;

 public:
  template <class View>
  __attribute__((abi_tag("enzyme_rs")))
  ParallelReduce(const CombinedFunctorReducer<Functor, Reducer>& both, const Kokkos::TeamPolicy<Properties...>& policy, const View& result)
      : Base(both, policy, result) {}
  __attribute__((abi_tag("enzyme_rs"))) ~ParallelReduce() {}
};

}  // namespace Kokkos::Impl
