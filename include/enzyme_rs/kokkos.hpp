// Reductions, scans and teams of Kokkos in differentiated code: included once, behind Kokkos_Core.hpp, by each file that asks for derivatives.
//
// What workers of a kernel tell each other goes through memory that Kokkos keeps for each of them (HostThreadTeamData). Its derivatives need a
// shadow: a second instance with data and memory of its own, which is found behind the shadow of an OpenMP object. And Kokkos waits by hand where
// workers meet: the reverse pass has them wait the other way round. Both are made of Kokkos' own types and functions, whichever version it is.
//
// The compiler knows everything else by the names of Kokkos' functions (docs/kokkos.md).
#ifndef ENZYME_RS_KOKKOS_HPP
#define ENZYME_RS_KOKKOS_HPP

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_OPENMP)
#include <OpenMP/Kokkos_OpenMP_Instance.hpp>

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <new>

namespace enzyme_rs::kokkos {

using Instance = Kokkos::Impl::OpenMPInternal;
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

ENZYME_RS_KOKKOS_OPEN(Pool, Instance, m_pool);
ENZYME_RS_KOKKOS_OPEN(TeamScratch, Worker, m_team_scratch);
ENZYME_RS_KOKKOS_OPEN(TeamBase, Worker, m_team_base);
ENZYME_RS_KOKKOS_OPEN(TeamRank, Worker, m_team_rank);
ENZYME_RS_KOKKOS_OPEN(TeamSize, Worker, m_team_size);

#undef ENZYME_RS_KOKKOS_OPEN

// The shadow of an instance: an image in which all that is looked at is the pool of workers' data. Memory that it once had stays: a derivative of a
// kernel that came before Kokkos wanted more may still know it.
class Shadow {
 public:
  // Workers' data as many and as large as those of the instance. All numbers are zero at first.
  void follow(const Instance& instance) {
    const int size = instance.thread_pool_size();
    if (is_like(instance, size)) return;
    Worker* workers[Kokkos::Impl::OpenMPTraits::MAX_THREAD_COUNT] = {};
    for (int i = 0; i < size; ++i) {
      const Worker& of = *instance.get_thread_data(i);
      const size_t bytes = of.scratch_bytes();
      workers[i] = new Worker;
      workers[i]->scratch_assign(zeroed(bytes), bytes, static_cast<int>(of.pool_reduce_bytes()),
                                 static_cast<int>(of.team_reduce_bytes()), of.team_shared_bytes(),
                                 of.thread_local_bytes());
    }
    Worker::organize_pool(workers, size);
    for (int i = 0; i < size; ++i) pool()[i] = workers[i];
    size_ = size;
  }

  Instance* image() { return reinterpret_cast<Instance*>(image_); }

  // The data of the worker of a rank know the memory of the team that it is in.
  void share(const Worker& worker) {
    Worker& shadow = *pool()[worker.pool_rank()];
    shadow.*opened(TeamScratch{}) = pool()[worker.*opened(TeamBase{})]->scratch_buffer();
  }

 private:
  bool is_like(const Instance& instance, int size) {
    if (size != size_) return !instance.get_thread_data(0);
    const Worker& ours = *pool()[0];
    const Worker& of = *instance.get_thread_data(0);
    return ours.scratch_bytes() == of.scratch_bytes() &&
           ours.pool_reduce_bytes() == of.pool_reduce_bytes() &&
           ours.team_reduce_bytes() == of.team_reduce_bytes() &&
           ours.team_shared_bytes() == of.team_shared_bytes();
  }

  static void* zeroed(size_t bytes) {
    constexpr size_t alignment = 64;
    void* memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (!memory) throw std::bad_alloc();
    return std::memset(memory, 0, bytes);
  }

  Worker** pool() { return image()->*opened(Pool{}); }

  alignas(Instance) char image_[sizeof(Instance)] = {};
  int size_ = 0;
};

// What is known of an instance. Tangents and adjoints have memory of their own: a reverse pass leaves zeros behind, as what it adds is taken away where
// the primal writes, and begins with them; a forward pass leaves its tangents.
struct Known {
  const Instance* instance;
  Shadow tangents, adjoints;
};

// The place of a worker, which stays when Kokkos gives its data more memory.
struct Seat {
  const Instance* instance;
  int rank;
  Worker& worker() const { return *instance->get_thread_data(rank); }
};

class All {
 public:
  static Known& of(const Instance& instance) {
    All& all = the();
    std::lock_guard<std::mutex> lock(all.mutex_);
    Known& known = all.known_[&instance];
    known.instance = &instance;
    return known;
  }

  static Known& of(const Worker& worker) {
    All& all = the();
    std::lock_guard<std::mutex> lock(all.mutex_);
    const int rank = worker.pool_rank();
    for (auto& [instance, known] : all.known_)
      if (rank < instance->thread_pool_size() && instance->get_thread_data(rank) == &worker) return known;
    Kokkos::abort("enzyme-rs: a derivative of a Kokkos kernel runs in an instance that it does not know");
  }

 private:
  // As long as the program: derivatives run until its end.
  static All& the() {
    static All& all = *new All;
    return all;
  }

  std::mutex mutex_;
  std::map<const Instance*, Known> known_;
};

inline Seat seat_of(const Worker& worker) { return {All::of(worker).instance, worker.pool_rank()}; }

// An OpenMP object is a pointer to the instance and a count of those who know it. Nobody counts shadows.
struct Handle {
  Instance* instance;
  void* count;
};
static_assert(sizeof(Handle) == sizeof(Kokkos::OpenMP), "enzyme-rs does not know the OpenMP objects of this Kokkos");

inline void lead(void* shadow, Shadow& of) {
  const Handle handle{of.image(), nullptr};
  if (shadow) std::memcpy(shadow, &handle, sizeof handle);
}

inline Known& followed(const Instance& instance) {
  Known& known = All::of(instance);
  known.tangents.follow(instance);
  known.adjoints.follow(instance);
  return known;
}

inline Known& followed(const void* space) {
  return followed(*static_cast<const Kokkos::OpenMP*>(space)->impl_internal_space_instance());
}

// Rules of Kokkos' functions, by their symbols: a constructor has no name in C++.
#define ENZYME_RS_KOKKOS_RULE __attribute__((noinline)) inline

void make_space(void* space) __asm__("_ZN6Kokkos6OpenMPC1Ev");
ENZYME_RS_KOKKOS_RULE void make_space_tangent(void* space, void* shadow) {
  make_space(space);
  lead(shadow, followed(space).tangents);
}
ENZYME_RS_KOKKOS_RULE void make_space_augmented(void* space, void* shadow) {
  make_space(space);
  lead(shadow, followed(space).adjoints);
}
ENZYME_RS_KOKKOS_RULE void make_space_reverse(void*, void*) {}

void resize(void* instance, size_t, size_t, size_t, size_t) __asm__(
    "_ZN6Kokkos4Impl14OpenMPInternal18resize_thread_dataEmmmm");
ENZYME_RS_KOKKOS_RULE void resize_forward(void* instance, void*, size_t pool, size_t team, size_t shared, size_t local) {
  resize(instance, pool, team, shared, local);
  followed(*static_cast<const Instance*>(instance));
}
ENZYME_RS_KOKKOS_RULE void resize_reverse(void*, void*, size_t, size_t, size_t, size_t) {}

// The last one who knows a View's memory ends it: that waits until the reverse pass has read what it needs.
void* decrement(void* record) __asm__("_ZN6Kokkos4Impl22SharedAllocationRecordIvvE9decrementEPS2_");
struct Record {
  void *primal, *shadow;
};
struct Kept {
  void *tape, *primal, *shadow;
};
ENZYME_RS_KOKKOS_RULE Record decrement_tangent(void* record, void*) { return {decrement(record), nullptr}; }
ENZYME_RS_KOKKOS_RULE Kept decrement_augmented(void* record, void*) { return {record, record, nullptr}; }
ENZYME_RS_KOKKOS_RULE void decrement_reverse(void*, void*, void* record) { decrement(record); }

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

__attribute__((used)) inline void* __enzyme_register_derivative_kokkos_space[] = {
    reinterpret_cast<void*>(enzyme_rs::kokkos::make_space), reinterpret_cast<void*>(enzyme_rs::kokkos::make_space_tangent)};
__attribute__((used)) inline void* __enzyme_register_gradient_kokkos_space[] = {
    reinterpret_cast<void*>(enzyme_rs::kokkos::make_space), reinterpret_cast<void*>(enzyme_rs::kokkos::make_space_augmented),
    reinterpret_cast<void*>(enzyme_rs::kokkos::make_space_reverse)};
__attribute__((used)) inline void* __enzyme_register_derivative_kokkos_resize[] = {
    reinterpret_cast<void*>(enzyme_rs::kokkos::resize), reinterpret_cast<void*>(enzyme_rs::kokkos::resize_forward)};
__attribute__((used)) inline void* __enzyme_register_gradient_kokkos_resize[] = {
    reinterpret_cast<void*>(enzyme_rs::kokkos::resize), reinterpret_cast<void*>(enzyme_rs::kokkos::resize_forward),
    reinterpret_cast<void*>(enzyme_rs::kokkos::resize_reverse)};

__attribute__((used)) inline void* __enzyme_register_derivative_kokkos_decrement[] = {
    reinterpret_cast<void*>(enzyme_rs::kokkos::decrement), reinterpret_cast<void*>(enzyme_rs::kokkos::decrement_tangent)};
__attribute__((used)) inline void* __enzyme_register_gradient_kokkos_decrement[] = {
    reinterpret_cast<void*>(enzyme_rs::kokkos::decrement), reinterpret_cast<void*>(enzyme_rs::kokkos::decrement_augmented),
    reinterpret_cast<void*>(enzyme_rs::kokkos::decrement_reverse)};

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
  enzyme_rs::kokkos::All::of(*seat.instance).adjoints.share(seat.worker());
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
  enzyme_rs::kokkos::All::of(*seat.instance).adjoints.share(seat.worker());
}

#undef ENZYME_RS_KOKKOS_MIRROR
}
#endif
#endif
