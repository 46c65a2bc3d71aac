// enzyme_rs/enzyme_checks.hpp - what can only be seen of shadows when a derivative is called
//
// Owns: the comparison of their sizes, and whether they keep their memory. Must not: change anything, or be
// part of what is differentiated.
//
// A shadow that is too short is written past its end, which nobody would notice there; memory that
// is exchanged takes the gradient with it. Both are cheap to see, so that NDEBUG does not switch it off.
#ifndef ENZYME_RS_ENZYME_CHECKS_HPP
#define ENZYME_RS_ENZYME_CHECKS_HPP

#include "enzyme_arguments.hpp"

#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace enzyme_rs {
namespace detail {

/// What is compared: an argument, or an element or a member of one.
struct Place {
  std::size_t argument;
  const char *element = "";
};

[[noreturn, gnu::cold, gnu::noinline]] inline void sizes_differ(const Place &place, long long primal, long long shadow) {
  std::fprintf(stderr,
               "enzyme-rs: %sargument %zu has %lld elements and its shadow %lld: give the shadow the same size before the "
               "call\n",
               place.element, place.argument, primal, shadow);
  std::abort();
}
[[noreturn, gnu::cold, gnu::noinline]] inline void shapes_differ(const Place &place, long long rows, long long columns,
                                                                 long long shadow_rows, long long shadow_columns) {
  std::fprintf(stderr,
               "enzyme-rs: %sargument %zu is a matrix of %lld x %lld and its shadow of %lld x %lld: give the shadow the same "
               "size before the call\n",
               place.element, place.argument, rows, columns, shadow_rows, shadow_columns);
  std::abort();
}

[[noreturn, gnu::cold, gnu::noinline]] inline void memory_exchanged(const Place &place) {
  std::fprintf(stderr,
               "enzyme-rs: the function gave %sargument %zu other memory (swap, move, push_back, y = compute(x)): with what was "
               "there went the seeds in its shadow, and the derivative by its numbers. Let the function write to the elements "
               "(std::copy, y.noalias()) or take a copy (by value); what is only a result may be empty before the call\n",
               place.element, place.argument);
  std::abort();
}

[[noreturn, gnu::cold, gnu::noinline]] inline void own_shadow(std::size_t argument) {
  std::fprintf(stderr,
               "enzyme-rs: the shadow of argument %zu leads to the argument's own numbers, to which adjoints would be "
               "added: let it lead to other memory, or pass constant(x)\n",
               argument);
  std::abort();
}

template <typename T, typename = void> inline constexpr bool has_size = false;
template <typename T>
inline constexpr bool has_size<T, std::void_t<decltype(static_cast<long long>(std::declval<const T &>().size()))>> = true;
template <typename T, typename = void> inline constexpr bool has_shape = false;
template <typename T>
inline constexpr bool has_shape<
    T, std::void_t<decltype(static_cast<long long>(std::declval<const T &>().rows() + std::declval<const T &>().cols()))>> = true;
/// Containers of containers, such as rows of a matrix.
template <typename T, typename = void> inline constexpr bool has_inner = false;
template <typename T>
inline constexpr bool has_inner<T, std::void_t<decltype(*std::begin(std::declval<const T &>()))>> =
    has_size<bare<decltype(*std::begin(std::declval<const T &>()))>>;
/// Texts hold no numbers: whatever their shadows are, nobody looks at these.
template <typename T> inline constexpr bool is_character = false;
template <> inline constexpr bool is_character<char> = true;
template <> inline constexpr bool is_character<wchar_t> = true;
template <> inline constexpr bool is_character<char16_t> = true;
template <> inline constexpr bool is_character<char32_t> = true;
template <typename T, typename = void> inline constexpr bool is_text = false;
template <typename T>
inline constexpr bool is_text<T, std::void_t<decltype(*std::begin(std::declval<const T &>()))>> =
    is_character<bare<decltype(*std::begin(std::declval<const T &>()))>>;

#if __has_builtin(__builtin_structured_binding_size)
/// How many members a structure without constructors has; 0 if that cannot be told.
template <typename T, std::size_t N = __builtin_structured_binding_size(T)> constexpr std::size_t members(int) { return N; }
#endif
template <typename T> constexpr std::size_t members(...) { return 0; }

/// What is done with each member of a structure of up to eight, and the same member of another one.
template <typename T, typename F> void visit_members(const T &primal, const T &shadow, F visit) {
  auto each = [visit](const auto &...p) { return [visit, &p...](const auto &...s) { (visit(p, s), ...); }; };
  constexpr std::size_t n = members<T>(0);
  if constexpr (n == 1) {
    auto &[a] = primal;
    auto &[p] = shadow;
    each(a)(p);
  } else if constexpr (n == 2) {
    auto &[a, b] = primal;
    auto &[p, q] = shadow;
    each(a, b)(p, q);
  } else if constexpr (n == 3) {
    auto &[a, b, c] = primal;
    auto &[p, q, r] = shadow;
    each(a, b, c)(p, q, r);
  } else if constexpr (n == 4) {
    auto &[a, b, c, d] = primal;
    auto &[p, q, r, s] = shadow;
    each(a, b, c, d)(p, q, r, s);
  } else if constexpr (n == 5) {
    auto &[a, b, c, d, e] = primal;
    auto &[p, q, r, s, t] = shadow;
    each(a, b, c, d, e)(p, q, r, s, t);
  } else if constexpr (n == 6) {
    auto &[a, b, c, d, e, f] = primal;
    auto &[p, q, r, s, t, u] = shadow;
    each(a, b, c, d, e, f)(p, q, r, s, t, u);
  } else if constexpr (n == 7) {
    auto &[a, b, c, d, e, f, g] = primal;
    auto &[p, q, r, s, t, u, v] = shadow;
    each(a, b, c, d, e, f, g)(p, q, r, s, t, u, v);
  } else if constexpr (n == 8) {
    auto &[a, b, c, d, e, f, g, h] = primal;
    auto &[p, q, r, s, t, u, v, w] = shadow;
    each(a, b, c, d, e, f, g, h)(p, q, r, s, t, u, v, w);
  }
}

template <typename T, typename S> void compare_sizes(Place place, const T &primal, const S &shadow) {
  if constexpr (is_text<T>) {
    return;
  } else if constexpr (has_shape<T> && has_shape<S>) {
    if (primal.rows() != shadow.rows() || primal.cols() != shadow.cols())
      shapes_differ(place, primal.rows(), primal.cols(), shadow.rows(), shadow.cols());
  } else if constexpr (has_size<T> && has_size<S>) {
    if (primal.size() != shadow.size())
      sizes_differ(place, static_cast<long long>(primal.size()), static_cast<long long>(shadow.size()));
    if constexpr (has_inner<T> && has_inner<S>) {
      auto s = std::begin(shadow);
      for (const auto &p : primal)
        compare_sizes(Place{place.argument, "an element of "}, p, *s++);
    }
  } else if constexpr (std::is_class_v<T> && std::is_same_v<T, S> && std::is_aggregate_v<T>) {
    // A shadow that was made without arguments has empty containers.
    visit_members(primal, shadow, [place](const auto &p, const auto &s) { compare_sizes(Place{place.argument, "a member of "}, p, s); });
  }
}

/// Adjoints of what a view leads to must not be added to that itself; where the view is a pointer, the compiler says so.
template <typename T, typename S> void look_at_views(std::size_t argument, const T &primal, const S &shadow) {
  if constexpr (std::is_class_v<T> && is_view<T> && has_size<T> && std::is_same_v<T, S>)
    if (primal.size() != 0 && primal.data() == shadow.data())
      own_shadow(argument);
}

/// A container of numbers in memory of its own, which it may exchange for other memory.
template <typename T> constexpr bool holds_numbers() {
  if constexpr (!has_data<T> || !has_size<T> || is_view<T>)
    return false;
  else
    return std::is_floating_point_v<bare<decltype(*std::declval<T &>().data())>>;
}

/// Whether there is memory that a function may exchange: a container of numbers, or members that are.
template <typename T> constexpr bool may_hold_numbers() {
  return holds_numbers<T>() || (std::is_class_v<T> && std::is_aggregate_v<T> && !is_view<T> && members<T>(0) != 0);
}

/// For each container of numbers, in an object or as a member of one.
template <typename T, typename F> void visit_numbers(const T &object, const char *element, F visit) {
  if constexpr (holds_numbers<T>())
    visit(object, element);
  else if constexpr (may_hold_numbers<T>())
    visit_members(object, object, [visit](const auto &member, const auto &) { visit_numbers(member, "a member of ", visit); });
}

/// Where the containers of numbers in an argument have their elements, before the derivative of a function that may change it.
template <typename W, bool Changes> struct Memory {
  explicit Memory(const W &) {}
  void look(std::size_t, const W &) const {}
};
template <typename W> struct Memory<W, true> {
  static constexpr std::size_t most = 64;
  const void *before[most] = {};
  explicit Memory(const W &w) {
    std::size_t n = 0;
    visit_numbers(w.value, "", [this, &n](const auto &container, const char *) {
      // An empty one has nothing to lose.
      if (n < most && container.size() != 0)
        before[n] = container.data();
      n++;
    });
  }
  void look(std::size_t argument, const W &w) const {
    std::size_t n = 0;
    visit_numbers(w.value, "", [this, &n, argument](const auto &container, const char *element) {
      if (n < most && before[n] && before[n] != container.data())
        memory_exchanged(Place{argument, element});
      n++;
    });
  }
};

} // namespace detail
} // namespace enzyme_rs

#endif // ENZYME_RS_ENZYME_CHECKS_HPP
