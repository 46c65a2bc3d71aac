// enzyme_rs/enzyme.hpp - hooks and markers of enzyme-rs for C++17
//
// Owns: thin, typed helpers over the hooks of enzyme.h. Must not: define anything but inline code
// that vanishes; there is no library to link.
//
//     #include <enzyme_rs/enzyme.hpp>
//     using namespace enzyme_rs;
//
//     double f(double x, const double *a, int n);
//
//     std::vector<double> da(n);
//     double dx = reverse<f>(active(x), dup(a, da.data()), constant(n));
//     double t  = forward<f>(dup(x, 1.0), dup(a, ta), constant(n));
//
// The function is a template argument, so that the compiler plugin sees which one it is at every
// optimisation level. What each argument is, is said by a wrapper:
//
//     active(x)           a number by value; its adjoint is part of the result (reverse mode)
//     dup(p, dp)          a pointer and its shadow, or a number and its tangent (forward mode)
//     dup_no_need(p, dp)  the same, where the primal content after the call is not needed
//     constant(x)         not differentiated
//
// `reverse` returns nothing, the adjoint of the one active argument, or `gradients<...>` with the
// adjoints of up to four. `forward` returns the tangent of the function's result.
//
// The classic form works as well: declare your own
//     template <typename R, typename... T> R __enzyme_autodiff(void *, T...);
#ifndef ENZYME_RS_ENZYME_HPP
#define ENZYME_RS_ENZYME_HPP

#include "enzyme.h"

#include <cstddef>
#include <type_traits>

namespace enzyme_rs {

/// A number whose adjoint is returned.
template <typename T> struct Active {
  T value;
};
/// A value with a shadow.
template <typename T, typename S> struct Dup {
  T value;
  S shadow;
};
/// The same; the primal content after the call is not needed.
template <typename T, typename S> struct DupNoNeed {
  T value;
  S shadow;
};
/// A value that is not differentiated.
template <typename T> struct Constant {
  T value;
};

template <typename T> constexpr Active<T> active(T value) {
  static_assert(std::is_floating_point_v<T>, "only numbers are active by value; use dup");
  return {value};
}
template <typename T, typename S> constexpr Dup<T, S> dup(T value, S shadow) {
  return {value, shadow};
}
template <typename T, typename S> constexpr DupNoNeed<T, S> dup_no_need(T value, S shadow) {
  return {value, shadow};
}
template <typename T> constexpr Constant<T> constant(T value) { return {value}; }

/// Adjoints of several active arguments, in order.
template <typename... T> struct gradients;
template <> struct gradients<> {
  using type = void;
};
template <typename A> struct gradients<A> {
  using type = A;
};
template <typename A, typename B> struct gradients<A, B> {
  using type = gradients;
  A first;
  B second;
};
template <typename A, typename B, typename C> struct gradients<A, B, C> {
  using type = gradients;
  A first;
  B second;
  C third;
};
template <typename A, typename B, typename C, typename D> struct gradients<A, B, C, D> {
  using type = gradients;
  A first;
  B second;
  C third;
  D fourth;
};

namespace detail {

template <typename R, typename... T> R __enzyme_autodiff(void *, T...);
template <typename R, typename... T> R __enzyme_fwddiff(void *, T...);

/// Collects the types of active arguments.
template <typename List, typename... Args> struct adjoints;
template <typename... T> struct adjoints<gradients<T...>> {
  using type = typename gradients<T...>::type;
};
template <typename... T, typename A, typename... Rest>
struct adjoints<gradients<T...>, Active<A>, Rest...> : adjoints<gradients<T..., A>, Rest...> {};
template <typename... T, typename Other, typename... Rest>
struct adjoints<gradients<T...>, Other, Rest...> : adjoints<gradients<T...>, Rest...> {};

/// The result type of a function type.
template <typename F> struct result;
template <typename R, typename... P> struct result<R (*)(P...)> {
  using type = R;
};
template <typename R, typename... P> struct result<R (*)(P...) noexcept> {
  using type = R;
};

/// Markers as types: they become loads of the marker variables in the hook call itself, because only
/// there does the plugin look for them.
enum class Marker { Const, Dup, DupNoNeed, Out };
template <Marker M> struct Tag {};

#define ENZYME_RS_INLINE inline __attribute__((always_inline))

template <typename T> ENZYME_RS_INLINE T lower(T value) { return value; }
ENZYME_RS_INLINE int lower(Tag<Marker::Const>) { return enzyme_const; }
ENZYME_RS_INLINE int lower(Tag<Marker::Dup>) { return enzyme_dup; }
ENZYME_RS_INLINE int lower(Tag<Marker::DupNoNeed>) { return enzyme_dupnoneed; }
ENZYME_RS_INLINE int lower(Tag<Marker::Out>) { return enzyme_out; }

/// Takes one wrapper after the other from the front and appends what it stands for; when none is
/// left, the hook is called.
template <bool Reverse, typename R, auto F, std::size_t Left> struct Call {
  template <typename T, typename... Rest>
  static ENZYME_RS_INLINE R next(Active<T> a, Rest... rest) {
    static_assert(Reverse, "active() belongs to reverse mode; forward mode takes dup(x, dx)");
    return Call<Reverse, R, F, Left - 1>::next(rest..., Tag<Marker::Out>{}, a.value);
  }
  template <typename T, typename S, typename... Rest>
  static ENZYME_RS_INLINE R next(Dup<T, S> a, Rest... rest) {
    return Call<Reverse, R, F, Left - 1>::next(rest..., Tag<Marker::Dup>{}, a.value, a.shadow);
  }
  template <typename T, typename S, typename... Rest>
  static ENZYME_RS_INLINE R next(DupNoNeed<T, S> a, Rest... rest) {
    return Call<Reverse, R, F, Left - 1>::next(rest..., Tag<Marker::DupNoNeed>{}, a.value,
                                               a.shadow);
  }
  template <typename T, typename... Rest>
  static ENZYME_RS_INLINE R next(Constant<T> a, Rest... rest) {
    return Call<Reverse, R, F, Left - 1>::next(rest..., Tag<Marker::Const>{}, a.value);
  }
};
template <typename R, auto F> struct Call<true, R, F, 0> {
  template <typename... T> static ENZYME_RS_INLINE R next(T... all) {
    return __enzyme_autodiff<R>(reinterpret_cast<void *>(F), lower(all)...);
  }
};
template <typename R, auto F> struct Call<false, R, F, 0> {
  template <typename... T> static ENZYME_RS_INLINE R next(T... all) {
    return __enzyme_fwddiff<R>(reinterpret_cast<void *>(F), lower(all)...);
  }
};

} // namespace detail

/// Reverse mode: the adjoints of the active arguments, and additions to the shadows.
template <auto F, typename... Args> ENZYME_RS_INLINE auto reverse(Args... args) {
  using R = typename detail::adjoints<gradients<>, Args...>::type;
  return detail::Call<true, R, F, sizeof...(Args)>::next(args...);
}

/// Forward mode: the tangent of the result; tangents of what is written are in the shadows.
template <auto F, typename... Args> ENZYME_RS_INLINE auto forward(Args... args) {
  using R = typename detail::result<decltype(F)>::type;
  return detail::Call<false, R, F, sizeof...(Args)>::next(args...);
}

#undef ENZYME_RS_INLINE

} // namespace enzyme_rs

#endif // ENZYME_RS_ENZYME_HPP
