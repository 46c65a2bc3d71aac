// Reductions, scans and teams of Kokkos in differentiated code: included once, behind Kokkos_Core.hpp, by each file that asks for derivatives.
//
// What workers of a kernel tell each other goes through memory that Kokkos keeps for each of them (HostThreadTeamData). Its derivatives need a
// shadow: a second instance with data and memory of its own, which is found behind the shadow of a space (OpenMP, Serial). And Kokkos waits by hand where
// workers meet: the reverse pass has them wait the other way round. Both are made of Kokkos' own types and functions, whichever version it is.
//
// The compiler knows everything else by the names of Kokkos' functions (docs/kokkos.md).
#ifndef ENZYME_RS_KOKKOS_HPP
#define ENZYME_RS_KOKKOS_HPP

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_OPENMP)
#include <OpenMP/Kokkos_OpenMP_Instance.hpp>
#endif

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "kokkos_vendor.hpp"

namespace enzyme_rs::kokkos {

using Worker = Kokkos::Impl::HostThreadTeamData;

// Members that Kokkos keeps to itself: names in an explicit instantiation may be private.
template <class Tag, auto Member>
struct Opened {
  friend constexpr auto opened(Tag) { return Member; }
};

#define ENZYME_RS_KOKKOS_OPEN(name, type, member) \
  struct name {                                   \
    friend constexpr auto opened(name);           \
  };                                              \
  template struct Opened<name, &type::member>

ENZYME_RS_KOKKOS_OPEN(TeamScratch, Worker, m_team_scratch);
ENZYME_RS_KOKKOS_OPEN(TeamBase, Worker, m_team_base);
ENZYME_RS_KOKKOS_OPEN(TeamRank, Worker, m_team_rank);
ENZYME_RS_KOKKOS_OPEN(TeamSize, Worker, m_team_size);
#if defined(KOKKOS_ENABLE_OPENMP)
ENZYME_RS_KOKKOS_OPEN(Pool, Kokkos::Impl::OpenMPInternal, m_pool);
#endif

#undef ENZYME_RS_KOKKOS_OPEN

// Where the instances of a space have their workers' data, and where an image of one gets data of its own.
template <class Space>
struct Workers;

#if defined(KOKKOS_ENABLE_OPENMP)
template <>
struct Workers<Kokkos::OpenMP> {
  using Instance = Kokkos::Impl::OpenMPInternal;
  static int count(const Instance& instance) { return instance.thread_pool_size(); }
  static Worker* at(const Instance& instance, int rank) { return instance.get_thread_data(rank); }
  static Worker* make(Instance& image, int rank) { return (image.*opened(Pool{}))[rank] = new Worker; }
};
#endif

#if defined(KOKKOS_ENABLE_SERIAL)
template <>
struct Workers<Kokkos::Serial> {
  using Instance = Kokkos::Impl::SerialInternal;
  static int count(const Instance&) { return 1; }
  static Worker* at(const Instance& instance, int) { return const_cast<Worker*>(&instance.m_thread_team_data); }
  static Worker* make(Instance& image, int) { return new (&image.m_thread_team_data) Worker; }
};
#endif

inline void* zeroed(size_t bytes) {
  constexpr size_t alignment = 64;
  void* memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (!memory) throw std::bad_alloc();
  return std::memset(memory, 0, bytes);
}

// The shadow of an instance: an image in which all that is looked at is the workers' data. Memory that they once had stays: a derivative of a
// kernel that came before Kokkos wanted more may still know it.
class Shadow {
 public:
  explicit Shadow(size_t bytes) : image_(zeroed(bytes)) {}

  // Workers' data as many and as large as those of the instance. All numbers are zero at first.
  template <class Space>
  void follow(const typename Workers<Space>::Instance& instance) {
    using Data = Workers<Space>;
    const int count = Data::count(instance);
    if (is_like(Data::at(instance, 0), count)) return;
    workers_.resize(count);
    for (int i = 0; i < count; ++i) {
      workers_[i] = Data::make(*static_cast<typename Data::Instance*>(image_), i);
      give_memory(*workers_[i], *Data::at(instance, i));
    }
    Worker::organize_pool(workers_.data(), count);
  }

  void* image() const { return image_; }

  // The data of the worker of a rank know the memory of the team that it is in.
  void share(const Worker& worker) {
    Worker& shadow = *workers_[worker.pool_rank()];
    shadow.*opened(TeamScratch{}) = workers_[worker.*opened(TeamBase{})]->scratch_buffer();
  }

 private:
  static void give_memory(Worker& worker, const Worker& of) {
    const size_t bytes = of.scratch_bytes();
    worker.scratch_assign(zeroed(bytes), bytes, static_cast<int>(of.pool_reduce_bytes()), static_cast<int>(of.team_reduce_bytes()),
                          of.team_shared_bytes(), of.thread_local_bytes());
  }

  // Whether the data need not be made anew; an instance that has not run yet has none.
  bool is_like(const Worker* of, int count) const {
    if (!of || !of->scratch_buffer()) return true;
    if (workers_.size() != size_t(count)) return false;
    const Worker& ours = *workers_[0];
    return ours.scratch_bytes() == of->scratch_bytes() && ours.pool_reduce_bytes() == of->pool_reduce_bytes() &&
           ours.team_reduce_bytes() == of->team_reduce_bytes() && ours.team_shared_bytes() == of->team_shared_bytes();
  }

  void* image_;
  std::vector<Worker*> workers_;
};

// What is known of an instance. Tangents and adjoints have memory of their own: a reverse pass leaves zeros behind, as what it adds is taken away where
// the primal writes, and begins with them; a forward pass leaves its tangents.
class Known {
 public:
  explicit Known(size_t bytes) : tangents(bytes), adjoints(bytes) {}
  virtual ~Known() = default;
  virtual int count() const = 0;
  virtual Worker* worker(int rank) const = 0;

  Shadow tangents, adjoints;
};

template <class Space>
class KnownIn final : public Known {
 public:
  using Instance = typename Workers<Space>::Instance;
  explicit KnownIn(const Instance& instance) : Known(sizeof(Instance)), instance_(instance) {}
  int count() const override { return Workers<Space>::count(instance_); }
  Worker* worker(int rank) const override { return Workers<Space>::at(instance_, rank); }

 private:
  const Instance& instance_;
};

class All {
 public:
  template <class Space>
  static Known& of(const typename Workers<Space>::Instance& instance) {
    All& all = the();
    std::lock_guard<std::mutex> lock(all.mutex_);
    std::unique_ptr<Known>& known = all.known_[&instance];
    if (!known) known = std::make_unique<KnownIn<Space>>(instance);
    known->tangents.template follow<Space>(instance);
    known->adjoints.template follow<Space>(instance);
    return *known;
  }

  static Known& of(const Worker& worker) {
    All& all = the();
    std::lock_guard<std::mutex> lock(all.mutex_);
    const int rank = worker.pool_rank();
    for (auto& [instance, known] : all.known_)
      if (rank < known->count() && known->worker(rank) == &worker) return *known;
    Kokkos::abort("enzyme-rs: a derivative of a Kokkos kernel runs in an instance that it does not know");
  }

 private:
  // As long as the program: derivatives run until its end.
  static All& the() {
    static All& all = *new All;
    return all;
  }

  std::mutex mutex_;
  std::map<const void*, std::unique_ptr<Known>> known_;
};

// The place of a worker, which stays when Kokkos gives its data more memory.
struct Seat {
  Known* known;
  int rank;
  Worker& worker() const { return *known->worker(rank); }
};

inline Seat seat_of(const Worker& worker) { return {&All::of(worker), worker.pool_rank()}; }

// The object of a space is a pointer to the instance and a count of those who know it. Nobody counts shadows.
struct Handle {
  void* instance;
  void* count;
};

inline void lead(void* shadow, const Shadow& of) {
  const Handle handle{of.image(), nullptr};
  if (shadow) std::memcpy(shadow, &handle, sizeof handle);
}

// Rules of Kokkos' functions, by their symbols: a constructor has no name in C++.
#define ENZYME_RS_KOKKOS_RULE __attribute__((noinline)) inline

template <class Space>
Known& known_of(const void* space) {
  static_assert(sizeof(Handle) == sizeof(Space), "enzyme-rs does not know the spaces of this Kokkos");
  return All::of<Space>(*static_cast<const Space*>(space)->impl_internal_space_instance());
}

template <class Space>
void followed(const void* instance) {
  All::of<Space>(*static_cast<const typename Workers<Space>::Instance*>(instance));
}

// A space's default instance, and the memory that its kernels want for each worker.
#define ENZYME_RS_KOKKOS_SPACE(Space, word, constructor, resizing)                                                      \
  void make_##word(void* space) __asm__(constructor);                                                                   \
  ENZYME_RS_KOKKOS_RULE void make_##word##_tangent(void* space, void* shadow) {                                         \
    make_##word(space);                                                                                                 \
    lead(shadow, known_of<Space>(space).tangents);                                                                      \
  }                                                                                                                     \
  ENZYME_RS_KOKKOS_RULE void make_##word##_augmented(void* space, void* shadow) {                                       \
    make_##word(space);                                                                                                 \
    lead(shadow, known_of<Space>(space).adjoints);                                                                      \
  }                                                                                                                     \
  ENZYME_RS_KOKKOS_RULE void make_##word##_reverse(void*, void*) {}                                                     \
  void resize_##word(void* instance, size_t, size_t, size_t, size_t) __asm__(resizing);                                 \
  ENZYME_RS_KOKKOS_RULE void resize_##word##_forward(void* instance, void*, size_t pool, size_t team, size_t shared,    \
                                                     size_t local) {                                                    \
    resize_##word(instance, pool, team, shared, local);                                                                 \
    followed<Space>(instance);                                                                                          \
  }                                                                                                                     \
  ENZYME_RS_KOKKOS_RULE void resize_##word##_reverse(void*, void*, size_t, size_t, size_t, size_t) {}

#if defined(KOKKOS_ENABLE_OPENMP)
ENZYME_RS_KOKKOS_SPACE(Kokkos::OpenMP, openmp, "_ZN6Kokkos6OpenMPC1Ev", "_ZN6Kokkos4Impl14OpenMPInternal18resize_thread_dataEmmmm")
#endif
#if defined(KOKKOS_ENABLE_SERIAL)
ENZYME_RS_KOKKOS_SPACE(Kokkos::Serial, serial, "_ZN6Kokkos6SerialC1Ev", "_ZN6Kokkos4Impl14SerialInternal23resize_thread_team_dataEmmmm")
#endif

#undef ENZYME_RS_KOKKOS_SPACE

// The instance of a device has no numbers of the program's: it is its own shadow.
#define ENZYME_RS_KOKKOS_DEVICE(Space, word, constructor)                                              \
  void make_##word(void* space) __asm__(constructor);                                                  \
  ENZYME_RS_KOKKOS_RULE void make_##word##_forward(void* space, void* shadow) {                        \
    static_assert(sizeof(Handle) == sizeof(Space), "enzyme-rs does not know the spaces of this Kokkos"); \
    make_##word(space);                                                                                \
    if (shadow) std::memcpy(shadow, space, sizeof(Handle));                                            \
  }                                                                                                    \
  ENZYME_RS_KOKKOS_RULE void make_##word##_reverse(void*, void*) {}

#if defined(KOKKOS_ENABLE_CUDA)
ENZYME_RS_KOKKOS_DEVICE(Kokkos::Cuda, cuda, "_ZN6Kokkos4CudaC1Ev")
#endif
#if defined(KOKKOS_ENABLE_HIP)
ENZYME_RS_KOKKOS_DEVICE(Kokkos::HIP, hip, "_ZN6Kokkos3HIPC1Ev")
#endif

#undef ENZYME_RS_KOKKOS_DEVICE

using Record = Kokkos::Impl::SharedAllocationRecord<void, void>;

// Memory for the shadow of a View's, zeroed, where that lies: the type of a record says in which of Kokkos' spaces.
class Memory {
 public:
  Memory() = default;
  explicit Memory(const Record& record) {
    const size_t bytes = record.size();
#if defined(ENZYME_RS_KOKKOS_GPU)
    if (is_in<device::Memory>(record))
      obtained(ENZYME_RS_KOKKOS_GPU(Malloc)(&at_, bytes), bytes, [](void* at) { static_cast<void>(ENZYME_RS_KOKKOS_GPU(Free)(at)); });
    else if (is_in<device::SharedMemory>(record))
      obtained(ENZYME_RS_KOKKOS_GPU(MallocManaged)(&at_, bytes), bytes, [](void* at) { static_cast<void>(ENZYME_RS_KOKKOS_GPU(Free)(at)); });
    else if (is_in<device::PinnedMemory>(record))
      obtained(device::obtain_pinned(&at_, bytes), bytes, [](void* at) { static_cast<void>(device::end_pinned(at)); });
    if (at_) return;
#endif
    at_ = zeroed(bytes);
    end_ = std::free;
  }
  Memory(const Memory&) = delete;
  Memory& operator=(Memory&& other) noexcept {
    std::swap(at_, other.at_);
    std::swap(end_, other.end_);
    return *this;
  }
  ~Memory() {
    if (at_) end_(at_);
  }

  void* at() const { return at_; }

 private:
#if defined(ENZYME_RS_KOKKOS_GPU)
  template <class Space>
  static bool is_in(const Record& record) {
    return dynamic_cast<const Kokkos::Impl::SharedAllocationRecord<Space, void>*>(&record);
  }

  void obtained(device::Error error, size_t bytes, void (*end)(void*)) {
    end_ = end;
    if (error == ENZYME_RS_KOKKOS_GPU(Success)) error = ENZYME_RS_KOKKOS_GPU(Memset)(at_, 0, bytes);
    if (error != ENZYME_RS_KOKKOS_GPU(Success)) throw std::bad_alloc();
  }
#endif

  void* at_ = nullptr;
  void (*end_)(void*) = nullptr;
};

// The shadows of Views' memory that differentiated code obtains: as large, and all zero at first. They live as long as that memory, if it ends in
// differentiated code.
class Shadows {
 public:
  static void* of(const Record& record) {
    // Asked by who makes a View; of memory that others know already the shadow is elsewhere.
    if (record.use_count() > 1) Kokkos::abort("enzyme-rs: the shadow of a View's memory is not known where its record is asked for it");
    Shadows& all = the();
    std::lock_guard<std::mutex> lock(all.mutex_);
    Memory& memory = all.known_[&record];
    memory = Memory(record);
    return memory.at();
  }

  static void end(const void* record) {
    Shadows& all = the();
    std::lock_guard<std::mutex> lock(all.mutex_);
    all.known_.erase(record);
  }

 private:
  static Shadows& the() {
    static Shadows& all = *new Shadows;
    return all;
  }

  std::mutex mutex_;
  std::map<const void*, Memory> known_;
};

// What rules return of a record.
struct Shadowed {
  void *primal, *shadow;
};
struct Kept {
  void *tape, *primal, *shadow;
};

// The last one who knows a View's memory ends it. The reverse pass goes on without those who knew it, the last ones first: it has to know the memory
// itself until it comes to where that was made.
void increment(void* record) __asm__("_ZN6Kokkos4Impl22SharedAllocationRecordIvvE9incrementEPS2_");
void* decrement(void* record) __asm__("_ZN6Kokkos4Impl22SharedAllocationRecordIvvE9decrementEPS2_");
inline void* decrement_both(void* record) {
  void* left = decrement(record);
  if (!left) Shadows::end(record);
  return left;
}
ENZYME_RS_KOKKOS_RULE Shadowed decrement_tangent(void* record, void*) { return {decrement_both(record), nullptr}; }
ENZYME_RS_KOKKOS_RULE Kept decrement_augmented(void* record, void*) { return {record, record, nullptr}; }
ENZYME_RS_KOKKOS_RULE void decrement_reverse(void*, void*, void* record) { decrement_both(record); }

// Where the numbers of a record lie.
void* data(const void* record) __asm__("_ZNK6Kokkos4Impl22SharedAllocationRecordIvvE4dataEv");
__attribute__((used)) inline void* data_is_defined(const Record& record) { return record.data(); }
ENZYME_RS_KOKKOS_RULE Shadowed data_tangent(void* record, const void*) {
  const Record& known = *static_cast<const Record*>(record);
  return {known.data(), Shadows::of(known)};
}
ENZYME_RS_KOKKOS_RULE Kept data_augmented(void* record, const void*) {
  const Record& known = *static_cast<const Record*>(record);
  void* shadow = Shadows::of(known);
  increment(record);
  return {record, known.data(), shadow};
}
ENZYME_RS_KOKKOS_RULE void data_reverse(void*, const void*, void* record) { decrement_both(record); }

#undef ENZYME_RS_KOKKOS_RULE

// What the reverse pass needs to know of a meeting.
struct Meeting {
  Seat seat;
  int of;
};

inline void keep(void** record, const Worker& worker, int of) { *record = new Meeting{seat_of(worker), of}; }

inline Meeting taken(void* record) {
  const Meeting meeting = *static_cast<Meeting*>(record);
  delete static_cast<Meeting*>(record);
  return meeting;
}

}  // namespace enzyme_rs::kokkos

#define ENZYME_RS_KOKKOS_REGISTER(name, function, tangent, augmented, reverse)                   \
  __attribute__((used)) inline void* __enzyme_register_derivative_kokkos_##name[] = {            \
      reinterpret_cast<void*>(enzyme_rs::kokkos::function),                                      \
      reinterpret_cast<void*>(enzyme_rs::kokkos::tangent)};                                      \
  __attribute__((used)) inline void* __enzyme_register_gradient_kokkos_##name[] = {              \
      reinterpret_cast<void*>(enzyme_rs::kokkos::function),                                      \
      reinterpret_cast<void*>(enzyme_rs::kokkos::augmented),                                     \
      reinterpret_cast<void*>(enzyme_rs::kokkos::reverse)};

#if defined(KOKKOS_ENABLE_OPENMP)
ENZYME_RS_KOKKOS_REGISTER(make_openmp, make_openmp, make_openmp_tangent, make_openmp_augmented, make_openmp_reverse)
ENZYME_RS_KOKKOS_REGISTER(resize_openmp, resize_openmp, resize_openmp_forward, resize_openmp_forward, resize_openmp_reverse)
#endif
#if defined(KOKKOS_ENABLE_SERIAL)
ENZYME_RS_KOKKOS_REGISTER(make_serial, make_serial, make_serial_tangent, make_serial_augmented, make_serial_reverse)
ENZYME_RS_KOKKOS_REGISTER(resize_serial, resize_serial, resize_serial_forward, resize_serial_forward, resize_serial_reverse)
#endif
#if defined(KOKKOS_ENABLE_CUDA)
ENZYME_RS_KOKKOS_REGISTER(make_cuda, make_cuda, make_cuda_forward, make_cuda_forward, make_cuda_reverse)
#endif
#if defined(KOKKOS_ENABLE_HIP)
ENZYME_RS_KOKKOS_REGISTER(make_hip, make_hip, make_hip_forward, make_hip_forward, make_hip_reverse)
#endif
ENZYME_RS_KOKKOS_REGISTER(data, data, data_tangent, data_augmented, data_reverse)
ENZYME_RS_KOKKOS_REGISTER(decrement, decrement, decrement_tangent, decrement_augmented, decrement_reverse)

#undef ENZYME_RS_KOKKOS_REGISTER

// Meetings of workers, whose functions the compiler calls: who waited until all were there lets them go on, and the other way round. The one who
// is told to go on alone lets the others go on in the end; in the reverse pass it is alone between the same two calls.
extern "C" {
#define ENZYME_RS_KOKKOS_MIRROR __attribute__((used)) inline

ENZYME_RS_KOKKOS_MIRROR int enzyme_rs_kokkos_pool_rendezvous_tangent(const enzyme_rs::kokkos::Worker* worker, int, const char*) {
  return worker->pool_rendezvous();
}
ENZYME_RS_KOKKOS_MIRROR int enzyme_rs_kokkos_pool_rendezvous_augmented(const enzyme_rs::kokkos::Worker* worker, int,
                                                                      const char*, void** record) {
  const int alone = worker->pool_rendezvous();
  enzyme_rs::kokkos::keep(record, *worker, alone);
  return alone;
}
ENZYME_RS_KOKKOS_MIRROR void enzyme_rs_kokkos_pool_rendezvous_reverse(void* record) {
  const auto [seat, alone] = enzyme_rs::kokkos::taken(record);
  if (alone)
    seat.worker().pool_rendezvous_release();
  else
    seat.worker().pool_rendezvous();
}

ENZYME_RS_KOKKOS_MIRROR void enzyme_rs_kokkos_pool_release_tangent(const enzyme_rs::kokkos::Worker* worker, int, const char*) {
  worker->pool_rendezvous_release();
}
ENZYME_RS_KOKKOS_MIRROR void enzyme_rs_kokkos_pool_release_augmented(const enzyme_rs::kokkos::Worker* worker, int, const char*,
                                                                    void** record) {
  enzyme_rs::kokkos::keep(record, *worker, 0);
  worker->pool_rendezvous_release();
}
ENZYME_RS_KOKKOS_MIRROR void enzyme_rs_kokkos_pool_release_reverse(void* record) {
  enzyme_rs::kokkos::taken(record).seat.worker().pool_rendezvous();
}

// Of a team, which worker goes on alone is said by its rank in the team.
ENZYME_RS_KOKKOS_MIRROR bool enzyme_rs_kokkos_team_rendezvous_at_tangent(const enzyme_rs::kokkos::Worker* worker, int of, int,
                                                                        const char*) {
  return worker->team_rendezvous(of);
}
ENZYME_RS_KOKKOS_MIRROR bool enzyme_rs_kokkos_team_rendezvous_at_augmented(const enzyme_rs::kokkos::Worker* worker, int of, int,
                                                                          const char*, void** record) {
  enzyme_rs::kokkos::keep(record, *worker, of);
  return worker->team_rendezvous(of);
}
ENZYME_RS_KOKKOS_MIRROR void enzyme_rs_kokkos_team_rendezvous_at_reverse(void* record) {
  const auto [seat, of] = enzyme_rs::kokkos::taken(record);
  if (seat.worker().*opened(enzyme_rs::kokkos::TeamRank{}) == of)
    seat.worker().team_rendezvous_release();
  else
    seat.worker().team_rendezvous(of);
}

ENZYME_RS_KOKKOS_MIRROR bool enzyme_rs_kokkos_team_rendezvous_tangent(const enzyme_rs::kokkos::Worker* worker, int, const char*) {
  return worker->team_rendezvous();
}
ENZYME_RS_KOKKOS_MIRROR bool enzyme_rs_kokkos_team_rendezvous_augmented(const enzyme_rs::kokkos::Worker* worker, int width,
                                                                       const char* where, void** record) {
  return enzyme_rs_kokkos_team_rendezvous_at_augmented(worker, 0, width, where, record);
}
ENZYME_RS_KOKKOS_MIRROR void enzyme_rs_kokkos_team_rendezvous_reverse(void* record) {
  enzyme_rs_kokkos_team_rendezvous_at_reverse(record);
}

ENZYME_RS_KOKKOS_MIRROR void enzyme_rs_kokkos_team_release_tangent(const enzyme_rs::kokkos::Worker* worker, int, const char*) {
  worker->team_rendezvous_release();
}
ENZYME_RS_KOKKOS_MIRROR void enzyme_rs_kokkos_team_release_augmented(const enzyme_rs::kokkos::Worker* worker, int, const char*,
                                                                    void** record) {
  enzyme_rs::kokkos::keep(record, *worker, worker->*opened(enzyme_rs::kokkos::TeamRank{}));
  worker->team_rendezvous_release();
}
ENZYME_RS_KOKKOS_MIRROR void enzyme_rs_kokkos_team_release_reverse(void* record) {
  const auto [seat, rank] = enzyme_rs::kokkos::taken(record);
  seat.worker().team_rendezvous(rank);
}

// A pool is parted into teams of a size, and united again.
ENZYME_RS_KOKKOS_MIRROR int enzyme_rs_kokkos_organize_team_tangent(enzyme_rs::kokkos::Worker* worker, int size, int, const char*) {
  const int member = worker->organize_team(size);
  enzyme_rs::kokkos::All::of(*worker).tangents.share(*worker);
  return member;
}
ENZYME_RS_KOKKOS_MIRROR int enzyme_rs_kokkos_organize_team_augmented(enzyme_rs::kokkos::Worker* worker, int size, int,
                                                                    const char*, void** record) {
  const int member = worker->organize_team(size);
  enzyme_rs::kokkos::All::of(*worker).adjoints.share(*worker);
  enzyme_rs::kokkos::keep(record, *worker, size);
  return member;
}
ENZYME_RS_KOKKOS_MIRROR void enzyme_rs_kokkos_organize_team_reverse(void* record) {
  const auto [seat, size] = enzyme_rs::kokkos::taken(record);
  (void)size;
  seat.worker().disband_team();
  seat.known->adjoints.share(seat.worker());
}

ENZYME_RS_KOKKOS_MIRROR void enzyme_rs_kokkos_disband_team_tangent(enzyme_rs::kokkos::Worker* worker, int, const char*) {
  worker->disband_team();
  enzyme_rs::kokkos::All::of(*worker).tangents.share(*worker);
}
ENZYME_RS_KOKKOS_MIRROR void enzyme_rs_kokkos_disband_team_augmented(enzyme_rs::kokkos::Worker* worker, int, const char*,
                                                                    void** record) {
  enzyme_rs::kokkos::keep(record, *worker, worker->*opened(enzyme_rs::kokkos::TeamSize{}));
  worker->disband_team();
  enzyme_rs::kokkos::All::of(*worker).adjoints.share(*worker);
}
ENZYME_RS_KOKKOS_MIRROR void enzyme_rs_kokkos_disband_team_reverse(void* record) {
  const auto [seat, size] = enzyme_rs::kokkos::taken(record);
  seat.worker().organize_team(size);
  seat.known->adjoints.share(seat.worker());
}

#undef ENZYME_RS_KOKKOS_MIRROR
}

#if defined(ENZYME_RS_KOKKOS_GPU) && (defined(__CUDACC__) || defined(__HIPCC__))
#include "kokkos_device.hpp"
#endif
#endif
