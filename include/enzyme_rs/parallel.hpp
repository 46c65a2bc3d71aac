/* enzyme_rs/parallel.hpp - loops over a function object, for C++17
 *
 *     enzyme_rs::for_each(n, [&](long i) { ... });
 *     enzyme_rs::checkpointed(n, 50, [&](long i) { ... }, enzyme_rs::state(u, n), enzyme_rs::state(energy));
 *
 * They are the functions of parallel.h; what a reverse pass does with them is said there. All that the steps of a checkpointed loop change
 * is named: variables, arrays with their lengths.
 */
#ifndef ENZYME_RS_PARALLEL_HPP
#define ENZYME_RS_PARALLEL_HPP

#include "parallel.h"

#include <cstddef>
#include <tuple>
#include <type_traits>

namespace enzyme_rs {

/* Memory that steps change. */
struct State {
  void *memory;
  std::size_t bytes;
};

/* A variable, or an array as a whole. */
template <class T> State state(T &variable) {
  static_assert(std::is_trivially_copyable_v<T>, "name what the object leads to, not the object");
  return {&variable, sizeof variable};
}

/* So many elements. */
template <class T> State state(T *first, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>, "name what the elements lead to, not the elements");
  return {first, count * sizeof *first};
}

template <class F> void call(long i, void *body) { (*static_cast<F *>(body))(i); }

/* body(0) to body(n - 1), one after the other. */
template <class F> void for_each(long n, F body) { enzyme_rs_for_each(n, call<F>, &body); }

/* The same for the steps of a long simulation, of which a reverse pass keeps so many states at once. */
template <class F, class... States> void checkpointed(long n, long states, F body, States... changed) {
  std::apply([&](auto... parts) { enzyme_rs_checkpointed(n, states, call<F>, &body, parts...); },
             std::tuple_cat(std::make_tuple(changed.memory, changed.bytes)...));
}

} // namespace enzyme_rs

#endif
