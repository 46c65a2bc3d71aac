// RAJA's reductions on CUDA and HIP in differentiated code: included behind RAJA/RAJA.hpp, by each file that asks for derivatives.
//
// RAJA adds up in the kernel of the loop: whichever block comes last, which a counter tells it, joins the parts of all blocks, or blocks add to one number
// when it has been set. A reverse pass would have to run one block before all others, and no block can wait for another; and the memory for that is from pools,
// whose shadows nobody knows. Here each block writes its part to memory of this launch alone, and the host joins them where it asks for the result.
//
// That is a tuning of RAJA's own reducers (`RAJA::cuda_reduce`, `RAJA::hip_reduce` and their kin), and a parameter of loops of its own (`RAJA::expt::Reduce`). Both
// have names that RAJA does not have: a file of the program that does not include this has RAJA's. A reducer can not be handed from one to the other; the linker
// tells.
#ifndef ENZYME_RS_RAJA_HPP
#define ENZYME_RS_RAJA_HPP

#include <RAJA/RAJA.hpp>

#if defined(RAJA_CUDA_ACTIVE) || defined(RAJA_HIP_ACTIVE)

#include <cstdio>
#include <cstdlib>

// What CUDA and HIP, and the back ends for them, call the same things. No functions stand between: each one is a call more that has to come in line at -O0.
#if defined(RAJA_CUDA_ACTIVE)
#include <cuda_runtime_api.h>
#define ENZYME_RS_RAJA(name) cuda##name
#define ENZYME_RS_RAJA_OBTAIN(at, bytes) cudaMallocHost(at, bytes)
#define ENZYME_RS_RAJA_END(at) cudaFreeHost(at)
#define ENZYME_RS_RAJA_IS RAJA::type_traits::is_cuda_policy
#else
#include <hip/hip_runtime_api.h>
#define ENZYME_RS_RAJA(name) hip##name
#define ENZYME_RS_RAJA_OBTAIN(at, bytes) hipHostMalloc(at, bytes, hipHostMallocDefault)
#define ENZYME_RS_RAJA_END(at) hipHostFree(at)
#define ENZYME_RS_RAJA_IS RAJA::type_traits::is_hip_policy
#endif

namespace enzyme_rs::raja {

namespace device = RAJA::ENZYME_RS_RAJA();
using Error = ENZYME_RS_RAJA(Error_t);
using Stream = ENZYME_RS_RAJA(Stream_t);
using Launch = device::detail::ENZYME_RS_RAJA(Info);

[[noreturn]] __attribute__((noinline, cold)) inline void fail(Error error) {
  std::fprintf(stderr, "enzyme-rs: a reduction: %s\n", ENZYME_RS_RAJA(GetErrorString)(error));
  std::abort();
}
inline void expect(Error error) {
  if (error != ENZYME_RS_RAJA(Success)) fail(error);
}

// Where the launch goes that is being prepared. The compiler knows this function by its name: it takes no look at what RAJA keeps.
__attribute__((noinline)) inline Stream stream_of_launch() { return device::currentResource().get_stream(); }

// What the blocks of a launch have found, in memory of the host that the device can write to.
template <class T>
struct Parts {
  T* values = nullptr;
  size_t count = 0;

  void obtain(size_t blocks) {
    expect(ENZYME_RS_RAJA_OBTAIN(reinterpret_cast<void**>(&values), blocks * sizeof(T)));
    count = blocks;
  }

  void end() {
    expect(ENZYME_RS_RAJA_END(values));
    values = nullptr;
    count = 0;
  }
};

// How many blocks a grid has, and which one this is.
inline unsigned all_of(const dim3& dimensions) { return dimensions.x * dimensions.y * dimensions.z; }
__device__ inline unsigned this_block() { return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z); }
__device__ inline bool is_first_thread() { return threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0; }

// Of a reducer, each block's part, by its first thread.
template <class Combiner, class T>
__device__ inline void write_part(T value, T identity, T* parts) {
  const T joined = device::impl::block_reduce<Combiner>(value, identity);
  if (is_first_thread()) parts[this_block()] = joined;
}

// What a policy of RAJA's reducers is made of.
struct Tuning {
  static constexpr auto algorithm = device::reduce_algorithm::combine_last_block;
  static constexpr auto comm_mode = device::block_communication_mode::device_fence;
  static constexpr size_t replication = 1;
  static constexpr size_t atomic_stride = 1;
  static constexpr bool consistent = true;
};

}  // namespace enzyme_rs::raja

namespace RAJA::ENZYME_RS_RAJA() {

// A reducer. The program's own object, the root, knows the parts of the last launch until it is asked for the result. Loops copy it: the host's copies
// tell the root what they have found, but for the one that is handed to a kernel, which knows where parts go. On the device each thread has a copy.
template <class Combiner, class T>
class Reduce<Combiner, T, enzyme_rs::raja::Tuning> {
 public:
  Reduce() : Reduce(T(), Combiner::identity()) {}
  explicit Reduce(T initial, T identity = Combiner::identity()) : parent_(this), value_(initial), identity_(identity) {}

  RAJA_HOST_DEVICE Reduce(const Reduce& other) : value_(other.identity_), identity_(other.identity_) {
#if defined(RAJA_GPU_DEVICE_COMPILE_PASS_ACTIVE)
    // What the kernel was handed has no parent. Only the copy of that, one for each thread, goes where parts are written.
    parent_ = &other;
    parts_.values = other.parent_ ? nullptr : other.parts_.values;
#else
    parent_ = other.parent_;
    if (parent_ && setupReducers()) {
      parent_->launches();
      parts_.values = parent_->parts_.values;
      parent_ = nullptr;
    } else if (!parent_) {
      parts_.values = other.parts_.values;
    }
#endif
  }
  Reduce& operator=(const Reduce&) = delete;

  RAJA_HOST_DEVICE ~Reduce() {
#if defined(RAJA_GPU_DEVICE_COMPILE_PASS_ACTIVE)
    if (parts_.values)
      enzyme_rs::raja::write_part<Combiner>(value_, identity_, parts_.values);
    else
      parent_->combine(value_);
#else
    if (parent_ == this)
      join();
    else if (parent_)
      parent_->combine(value_);
#endif
  }

  void reset(T initial, T identity = Combiner::identity()) {
    join();
    value_ = initial;
    identity_ = identity;
  }

  operator T() {
    join();
    return value_;
  }
  T get() { return operator T(); }

  RAJA_HOST_DEVICE void combine(T other) const { Combiner{}(value_, other); }
  T& local() const { return value_; }
  T get_combined() const { return value_; }

 private:
  // A loop on the device begins that uses this root.
  void launches() const {
    join();
    stream_ = enzyme_rs::raja::stream_of_launch();
    parts_.obtain(currentGridSize());
  }

  void join() const {
    if (!parts_.values) return;
    enzyme_rs::raja::expect(ENZYME_RS_RAJA(StreamSynchronize)(stream_));
    for (size_t i = 0; i < parts_.count; ++i) combine(parts_.values[i]);
    parts_.end();
  }

  const Reduce* parent_;
  mutable T value_;
  T identity_;
  mutable enzyme_rs::raja::Parts<T> parts_;
  mutable enzyme_rs::raja::Stream stream_ = nullptr;
};

}  // namespace RAJA::ENZYME_RS_RAJA()

namespace RAJA {

using enzyme_rs_reduce = policy::ENZYME_RS_RAJA()::ENZYME_RS_RAJA(_reduce_policy)<enzyme_rs::raja::Tuning>;
template <bool>
using enzyme_rs_reduce_base = enzyme_rs_reduce;

}  // namespace RAJA

namespace enzyme_rs::raja {

// A parameter of a loop that reduces. Everything but what happens on the device is RAJA's.
template <class Op, class T, class Value>
struct Parameter : RAJA::expt::detail::Reducer<Op, T, Value> {
  using RAJA::expt::detail::Reducer<Op, T, Value>::Reducer;

  Parts<T> parts;
};

// Joins two values of threads, as RAJA's reducers do it.
template <class Op>
struct Joins {
  template <class T>
  RAJA_HOST_DEVICE void operator()(T& to, const T& other) const {
    to = Op{}(to, other);
  }
};

template <class Policy>
using on_device = camp::concepts::enable_if<ENZYME_RS_RAJA_IS<Policy>>;

template <class Policy, class Op, class T, class Value>
on_device<Policy> param_init(const Policy&, Parameter<Op, T, Value>& parameter, Launch& launch) {
  parameter.parts.obtain(all_of(launch.gridDim));
}

template <class Policy, class Op, class T, class Value>
RAJA_HOST_DEVICE on_device<Policy> param_combine(const Policy&, Parameter<Op, T, Value>& parameter) {
#if defined(RAJA_GPU_DEVICE_COMPILE_PASS_ACTIVE)
  write_part<Joins<Op>>(parameter.getVal(), T(Op::identity()), parameter.parts.values);
#endif
}

template <class Policy, class Op, class T, class Value>
on_device<Policy> param_resolve(const Policy&, Parameter<Op, T, Value>& parameter, Launch& launch) {
  expect(ENZYME_RS_RAJA(StreamSynchronize)(launch.res.get_stream()));
  for (size_t i = 0; i < parameter.parts.count; ++i) parameter.combineTarget(parameter.parts.values[i]);
  parameter.parts.end();
}

}  // namespace enzyme_rs::raja

namespace RAJA::expt {

template <class Op, class T, class Value>
struct is_instance_of_reducer<enzyme_rs::raja::Parameter<Op, T, Value>> : std::true_type {};

// For numbers of these types, `RAJA::expt::Reduce<Op>(&number)` is such a parameter. RAJA's own template, for all types, is the less special one.
#define ENZYME_RS_RAJA_REDUCES(T)                                          \
  template <template <class, class, class> class Op>                       \
  constexpr auto Reduce(T* target) {                                       \
    return enzyme_rs::raja::Parameter<Op<T, T, T>, T, ValOp<T, Op>>(target); \
  }
ENZYME_RS_RAJA_REDUCES(float)
ENZYME_RS_RAJA_REDUCES(double)
ENZYME_RS_RAJA_REDUCES(int)
ENZYME_RS_RAJA_REDUCES(unsigned)
ENZYME_RS_RAJA_REDUCES(long)
ENZYME_RS_RAJA_REDUCES(unsigned long)
ENZYME_RS_RAJA_REDUCES(long long)
ENZYME_RS_RAJA_REDUCES(unsigned long long)
#undef ENZYME_RS_RAJA_REDUCES

}  // namespace RAJA::expt

// The names of RAJA's policies, behind this line.
#if defined(RAJA_CUDA_ACTIVE)
#define cuda_reduce enzyme_rs_reduce
#define cuda_reduce_atomic enzyme_rs_reduce
#define cuda_reduce_base enzyme_rs_reduce_base
#define cuda_reduce_device_fence enzyme_rs_reduce
#define cuda_reduce_block_fence enzyme_rs_reduce
#define cuda_reduce_atomic_device_init_device_fence enzyme_rs_reduce
#define cuda_reduce_atomic_device_init_block_fence enzyme_rs_reduce
#define cuda_reduce_atomic_host_init_device_fence enzyme_rs_reduce
#define cuda_reduce_atomic_host_init_block_fence enzyme_rs_reduce
#else
#define hip_reduce enzyme_rs_reduce
#define hip_reduce_atomic enzyme_rs_reduce
#define hip_reduce_base enzyme_rs_reduce_base
#define hip_reduce_device_fence enzyme_rs_reduce
#define hip_reduce_block_fence enzyme_rs_reduce
#define hip_reduce_atomic_device_init_device_fence enzyme_rs_reduce
#define hip_reduce_atomic_device_init_block_fence enzyme_rs_reduce
#define hip_reduce_atomic_host_init_device_fence enzyme_rs_reduce
#define hip_reduce_atomic_host_init_block_fence enzyme_rs_reduce
#endif
#undef ENZYME_RS_RAJA_IS
#undef ENZYME_RS_RAJA_END
#undef ENZYME_RS_RAJA_OBTAIN
#undef ENZYME_RS_RAJA

#endif
#endif
