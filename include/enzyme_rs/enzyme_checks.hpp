// enzyme_rs/enzyme_checks.hpp - what can only be seen of shadows when a derivative is called
//
// Owns: the comparison of their sizes, and whether their seeds were used. Must not: change anything, or be
// part of what is differentiated.
//
// A shadow that is too short is written past its end, which nobody would notice there; seeds that are
// not used are a gradient of zero. Both are cheap to see, so that NDEBUG does not switch it off.
#ifndef ENZYME_RS_ENZYME_CHECKS_HPP
#define ENZYME_RS_ENZYME_CHECKS_HPP

#include "enzyme_arguments.hpp"

#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace enzyme_rs {
namespace detail {

[[noreturn, gnu::cold, gnu::noinline]] inline void sizes_differ(std::size_t argument, long long primal, long long shadow) {
  std::fprintf(stderr, "enzyme-rs: argument %zu has %lld elements and its shadow %lld: give the shadow the same size before the call\n",
               argument, primal, shadow);
  std::abort();
}
[[noreturn, gnu::cold, gnu::noinline]] inline void shapes_differ(std::size_t argument, long long rows, long long columns,
                                                                 long long shadow_rows, long long shadow_columns) {
  std::fprintf(stderr,
               "enzyme-rs: argument %zu is a matrix of %lld x %lld and its shadow of %lld x %lld: give the shadow the same size before the call\n",
               argument, rows, columns, shadow_rows, shadow_columns);
  std::abort();
}

[[noreturn, gnu::cold, gnu::noinline]] inline void seeds_unused(std::size_t argument) {
  std::fprintf(stderr,
               "enzyme-rs: the function gave argument %zu other memory (y = compute(x), swap), so that the seeds in its shadow were not "
               "used: let it write to the elements (std::copy, y.noalias())\n",
               argument);
  std::abort();
}

template <typename T, typename = void> inline constexpr bool has_size = false;
template <typename T> inline constexpr bool has_size<T, std::void_t<decltype(static_cast<long long>(std::declval<const T &>().size()))>> = true;
template <typename T, typename = void> inline constexpr bool has_shape = false;
template <typename T>
inline constexpr bool has_shape<T, std::void_t<decltype(static_cast<long long>(std::declval<const T &>().rows() + std::declval<const T &>().cols()))>> =
    true;
/// Containers of containers, such as rows of a matrix.
template <typename T, typename = void> inline constexpr bool has_inner = false;
template <typename T>
inline constexpr bool has_inner<T, std::void_t<decltype(*std::begin(std::declval<const T &>()))>> =
    has_size<bare<decltype(*std::begin(std::declval<const T &>()))>>;

template <typename T, typename S> void compare_sizes(std::size_t argument, const T &primal, const S &shadow) {
  if constexpr (has_shape<T> && has_shape<S>) {
    if (primal.rows() != shadow.rows() || primal.cols() != shadow.cols())
      shapes_differ(argument, primal.rows(), primal.cols(), shadow.rows(), shadow.cols());
  } else if constexpr (has_size<T> && has_size<S>) {
    if (primal.size() != shadow.size())
      sizes_differ(argument, static_cast<long long>(primal.size()), static_cast<long long>(shadow.size()));
    if constexpr (has_inner<T> && has_inner<S>) {
      auto s = std::begin(shadow);
      for (const auto &p : primal)
        compare_sizes(argument, p, *s++);
    }
  }
}

/// A container of numbers in memory of its own, which it may exchange for other memory.
template <typename T> constexpr bool holds_numbers() {
  if constexpr (!has_data<T> || !has_size<T> || is_view<T>)
    return false;
  else
    return std::is_floating_point_v<bare<decltype(*std::declval<T &>().data())>>;
}

/// Where a container has its elements, and whether its shadow has seeds, before the derivative of a function
/// that may change it.
template <typename W, bool Changes> struct Seeds {
  explicit Seeds(const W &) {}
  void look(std::size_t, const W &) const {}
};
template <typename W> struct Seeds<W, true> {
  const void *memory;
  bool seeded = false;
  explicit Seeds(const W &w) : memory(w.value.data()) {
    const auto n = static_cast<std::size_t>(w.shadow.size());
    const auto *shadow = w.shadow.data();
    for (std::size_t i = 0; i < n && !seeded; i++)
      seeded = shadow[i] != 0;
  }
  void look(std::size_t argument, const W &w) const {
    if (seeded && w.value.data() != memory)
      seeds_unused(argument);
  }
};

} // namespace detail
} // namespace enzyme_rs

#endif // ENZYME_RS_ENZYME_CHECKS_HPP
