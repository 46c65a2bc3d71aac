// enzyme_rs/enzyme_call.hpp - hook calls from C++ types
//
// Owns: which function the hook is given, the hook call itself, and where results lie. Must not: be
// called by programs, or refuse anything (see enzyme_mistakes.hpp).
//
// The hook is given the program's function itself where that takes numbers, pointers and references
// and its arguments need no conversion; messages and plans then have its name. Otherwise it is given a
// function made here, which takes addresses and calls the program's.
#ifndef ENZYME_RS_ENZYME_CALL_HPP
#define ENZYME_RS_ENZYME_CALL_HPP

#include "enzyme.h"
#include "enzyme_gradients.hpp"
#include "enzyme_results.hpp"
#include "enzyme_slots.hpp"

#define ENZYME_RS_INLINE inline __attribute__((always_inline))

namespace enzyme_rs {
namespace detail {

template <typename R, typename... T> R __enzyme_autodiff(void *, T...);
template <typename R, typename... T> R __enzyme_fwddiff(void *, T...);

template <Marker M> struct Tag {};

/// Types that have no name outside of this file cannot be those of a hook's arguments.
template <typename T> ENZYME_RS_INLINE auto lower(T value) {
  if constexpr (std::is_pointer_v<T> || std::is_null_pointer_v<T>)
    return (void *)value;
  else if constexpr (std::is_enum_v<T>)
    return static_cast<std::underlying_type_t<T>>(value);
  else
    return value;
}
ENZYME_RS_INLINE int lower(Tag<Marker::Const>) { return enzyme_const; }
ENZYME_RS_INLINE int lower(Tag<Marker::Dup>) { return enzyme_dup; }
ENZYME_RS_INLINE int lower(Tag<Marker::DupNoNeed>) { return enzyme_dupnoneed; }
ENZYME_RS_INLINE int lower(Tag<Marker::Out>) { return enzyme_out; }

/// What the hook is given for one argument.
template <Marker M, typename T> struct Lowered {
  T primal;
};
template <typename T> struct Lowered<Marker::Dup, T> {
  T primal, shadow;
};
template <typename T> struct Lowered<Marker::DupNoNeed, T> {
  T primal, shadow;
};

template <bool Direct, typename S, typename W> ENZYME_RS_INLINE auto lowered(W &wrapper) {
  constexpr Marker marker = Wrapper<W>::marker;
  auto as = [](auto carried) __attribute__((always_inline)) {
    if constexpr (Direct)
      return S::direct(carried);
    else
      return carried;
  };
  using T = decltype(as(S::primal(wrapper)));
  if constexpr (Wrapper<W>::shadowed)
    return Lowered<marker, T>{as(S::primal(wrapper)), as(S::shadow(wrapper))};
  else
    return Lowered<marker, T>{as(S::primal(wrapper))};
}

/// Takes one argument after the other from the front and appends what it stands for; when none is left,
/// the hook is called.
template <bool Reverse, typename R, auto F, std::size_t Left> struct Hook {
  template <Marker M, typename T, typename... Rest>
  static ENZYME_RS_INLINE R next(Lowered<M, T> a, Rest... rest) {
    using More = Hook<Reverse, R, F, Left - 1>;
    if constexpr (M == Marker::Dup || M == Marker::DupNoNeed)
      return More::next(rest..., Tag<M>{}, a.primal, a.shadow);
    else
      return More::next(rest..., Tag<M>{}, a.primal);
  }
};
template <bool Reverse, typename R, auto F> struct Hook<Reverse, R, F, 0> {
  template <typename... T> static ENZYME_RS_INLINE R next(T... all) {
    if constexpr (Reverse)
      return __enzyme_autodiff<R>(reinterpret_cast<void *>(F), lower(all)...);
    else
      return __enzyme_fwddiff<R>(reinterpret_cast<void *>(F), lower(all)...);
  }
};

/// What is differentiated in the program's place: it gets the arguments back from what travels in one
/// piece, and calls the program's function.
template <typename Operation, typename Result, typename... Pass> struct Call {
  static Result value(typename Pass::carried... carried) { return Operation::call(Pass::give(carried)...); }
  static void stored(Result *result, typename Pass::carried... carried) { *result = Operation::call(Pass::give(carried)...); }
};

template <typename Operation, typename Result, typename Params, typename... W> struct Derivative;

template <typename Operation, typename Result, typename... P, typename... W>
struct Derivative<Operation, Result, Parameters<P...>, W...> {
  /// The adjoints.
  static ENZYME_RS_INLINE auto reverse(W &...wrappers) {
    using R = typename adjoints<gradients<>, W...>::type;
    return call<true, R>(wrappers...);
  }
  /// The tangent of the result.
  static ENZYME_RS_INLINE auto forward(W &...wrappers) {
    if constexpr (is_without_derivative<Result>)
      call<false, void>(wrappers...);
    else if constexpr (is_single<Result>)
      return call<false, Result>(wrappers...);
    else
      return stored(wrappers...);
  }

private:
  template <bool Reverse> static constexpr bool is_direct() {
    return Operation::template is_direct<Result> && (Slot<P, W, Reverse>::is_direct && ...);
  }
  template <bool Reverse, typename R> static ENZYME_RS_INLINE R call(W &...wrappers) {
    if constexpr (is_direct<Reverse>())
      return Hook<Reverse, R, Operation::function, sizeof...(W)>::next(lowered<true, Slot<P, W, Reverse>>(wrappers)...);
    else
      return Hook<Reverse, R, &Call<Operation, Result, typename Slot<P, W, Reverse>::pass...>::value, sizeof...(W)>::next(
          lowered<false, Slot<P, W, Reverse>>(wrappers)...);
  }
  static ENZYME_RS_INLINE Result stored(W &...wrappers) {
    Result value{}, tangent{};
    Lowered<Marker::DupNoNeed, Result *> result{std::addressof(value), std::addressof(tangent)};
    Hook<false, void, &Call<Operation, Result, typename Slot<P, W, false>::pass...>::stored, 1 + sizeof...(W)>::next(
        result, lowered<false, Slot<P, W, false>>(wrappers)...);
    return tangent;
  }
};

} // namespace detail
} // namespace enzyme_rs

#endif // ENZYME_RS_ENZYME_CALL_HPP
