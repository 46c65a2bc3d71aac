// enzyme_rs/enzyme.hpp - derivatives for C++17
//
// Owns: `reverse` and `forward`. Must not: define anything but inline code that vanishes; there is no
// library to link.
//
//     #include <enzyme_rs/enzyme.hpp>
//     using namespace enzyme_rs;
//
//     double f(double x, const double *a, int n);
//     double g(const std::vector<double> &v, double x);
//     double Model::energy(const std::vector<double> &v) const;
//
//     double dx = reverse<f>(active(x), dup(a, da), constant(n));
//     double t  = forward<f>(dup(x, 1.0), dup(a, ta), constant(n));
//
//     std::vector<double> dv(v.size());
//     double dx = reverse<g>(dup(v, dv), active(x));
//     reverse<&Model::energy>(dup(model, dmodel), dup(v, dv));
//     reverse([&](double x) { return k * x * x; }, active(x));
//
// The function is a template argument, so that the compiler plugin sees which one it is at every
// optimisation level; lambdas and function objects have types of their own and are arguments. What each
// argument is, is said by a wrapper:
//
//     active(x)           a number; its adjoint is part of the result (reverse mode)
//     dup(x, dx)          a variable and its shadow: of any type, if both have the same. In reverse mode
//                         adjoints are added to dx; in forward mode dx is the tangent, and may be a
//                         temporary
//     dup(p, dp)          a pointer and its shadow
//     dup_no_need(x, dx)  the same, where the content after the call is not needed
//     constant(x)         not differentiated
//
// Variables are held by reference: what the function takes by value is copied in differentiated code,
// and the adjoints of the copy are added to dx. Calls that cannot be right do not compile; shadows of another
// size than their variables, and seeds that were not used, end the program with a message.
//
// `reverse` returns nothing, the adjoint of the one active argument, or `gradients<...>` with those of
// all. `forward` returns the tangent of the function's result. docs/cpp.md has more, and what to
// do about mistakes.
//
// The classic form works as well: declare your own
//     template <typename R, typename... T> R __enzyme_autodiff(void *, T...);
#ifndef ENZYME_RS_ENZYME_HPP
#define ENZYME_RS_ENZYME_HPP

#if __cplusplus < 201703L
#error "enzyme_rs/enzyme.hpp needs C++17: compile with -std=c++17 or later"
#endif

#include "enzyme.h"
#include "enzyme_arguments.hpp"
#include "enzyme_call.hpp"
#include "enzyme_checks.hpp"
#include "enzyme_gradients.hpp"
#include "enzyme_mistakes.hpp"
#include "enzyme_results.hpp"
#include "enzyme_signature.hpp"

namespace enzyme_rs {
namespace detail {

/// `Unknown` as often as there are arguments, where the signature is not known.
template <typename Signature, Shape S, typename... W> struct Expected {
  using parameters = typename Signature::parameters;
};
template <typename Signature, typename... W> struct Expected<Signature, Shape::Unknown, W...> {
  template <typename> using unknown = Unknown;
  using parameters = Parameters<unknown<W>...>;
};

/// All that is to be known of a call before it is made.
template <bool Reverse, typename Operation, typename... W> struct Request {
  using Signature = typename Operation::signature;
  static constexpr bool counts() {
    if constexpr (Signature::shape == Shape::Fixed)
      return Signature::parameters::count == sizeof...(W);
    else
      return Signature::shape == Shape::Unknown;
  }
  using parameters = typename Expected<Signature, counts() ? Signature::shape : Shape::Unknown, W...>::parameters;

  template <typename List> struct Given;
  template <typename... P> struct Given<Parameters<P...>> {
    using type = Outcome<Operation, Parameters<typename Slot<P, W, Reverse>::pass::given...>>;
  };

  static constexpr Found found() {
    if constexpr (!Operation::is_called)
      return {Mistake::NoFunction, 0};
    else if constexpr (Signature::shape == Shape::Variadic)
      return {Mistake::Variadic, 0};
    else if constexpr (!counts())
      return {Mistake::Count, 0};
    else
      return of_call<Arguments<Reverse, parameters, W...>::found().mistake>();
  }

private:
  template <Mistake OfArguments> static constexpr Found of_call() {
    if constexpr (OfArguments != Mistake::None) {
      return Arguments<Reverse, parameters, W...>::found();
    } else {
      using Call = typename Given<parameters>::type;
      using R = typename Call::type;
      if constexpr (!Call::is)
        return {Mistake::NotCallable, 0};
      else if constexpr (Reverse && !std::is_void_v<R> && !std::is_scalar_v<R>)
        return {Mistake::NoSingleResult, 0};
      else if constexpr (!std::is_void_v<R> && !(std::is_default_constructible_v<R> && HasTangent<R>::is))
        return {Mistake::NoTangent, 0};
      else
        return {Mistake::None, 0};
    }
  }
};

/// Whether the function may give containers with shadows other memory.
template <typename P, typename W> constexpr bool may_exchange() {
  if constexpr (!Wrapper<W>::shadowed) {
    return false;
  } else {
    using Value = typename Wrapper<W>::value;
    constexpr bool changes = std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>;
    if constexpr (std::is_const_v<std::remove_reference_t<Value>> || !(changes || std::is_same_v<P, Unknown>))
      return false;
    else
      return may_hold_numbers<bare<Value>>();
  }
}

template <bool Reverse, typename W> ENZYME_RS_INLINE void look_at(std::size_t argument, const W &wrapper) {
  if constexpr (Wrapper<W>::shadowed) {
    compare_sizes(Place{argument}, wrapper.value, wrapper.shadow);
    if constexpr (Reverse)
      look_at_views(argument, wrapper.value, wrapper.shadow);
  }
}

/// The derivative of a call without mistakes, and what is looked at before and behind it.
template <typename Result, typename Params, typename Index, typename... W> struct Checked;
template <typename Result, typename... P, std::size_t... I, typename... W>
struct Checked<Result, Parameters<P...>, std::index_sequence<I...>, W...> {
  template <typename D> static ENZYME_RS_INLINE auto reverse(W &...wrappers) {
    (look_at<true>(I + 1, wrappers), ...);
    std::tuple<Memory<W, may_exchange<P, W>()>...> memory{Memory<W, may_exchange<P, W>()>(wrappers)...};
    if constexpr (std::is_void_v<decltype(D::reverse(wrappers...))>) {
      D::reverse(wrappers...);
      (std::get<I>(memory).look(I + 1, wrappers), ...);
    } else {
      auto adjoints = D::reverse(wrappers...);
      (std::get<I>(memory).look(I + 1, wrappers), ...);
      return adjoints;
    }
  }
  template <typename D> static ENZYME_RS_INLINE auto forward(W &...wrappers) {
    (look_at<false>(I + 1, wrappers), ...);
    return D::forward(wrappers...);
  }
};

/// What a call with a mistake gives, so that nothing else is said about it.
struct Anything {
  template <typename T> operator T() const;
};
template <bool Reverse, typename... W> constexpr auto nothing_else() {
  using R = typename adjoints<gradients<>, W...>::type;
  if constexpr (Reverse && !std::is_void_v<R>)
    return R{};
  else
    return Anything{};
}

/// The derivative of a call, or the message why there is none.
template <bool Reverse, typename Operation, typename... W> ENZYME_RS_INLINE auto differentiate(W &...wrappers) {
  using Asked = Request<Reverse, Operation, W...>;
  constexpr Found found = Asked::found();
  if constexpr (found.mistake == Mistake::None) {
    using Result = typename Asked::template Given<typename Asked::parameters>::type::type;
    using Params = typename Asked::parameters;
    using D = Derivative<Operation, Result, Params, W...>;
    using C = Checked<Result, Params, std::index_sequence_for<W...>, W...>;
    if constexpr (Reverse)
      return C::template reverse<D>(wrappers...);
    else
      return C::template forward<D>(wrappers...);
  } else {
    argument<found.argument, found.mistake, false, Operation, W...>();
    return nothing_else<Reverse, W...>();
  }
}

/// What an object that is called is, and the mistakes of what is not called at all.
template <typename W> constexpr Mistake mistake_of_object() {
  using F = bare<typename Wrapper<W>::value>;
  if constexpr (std::is_member_pointer_v<F>)
    return Mistake::MemberAsValue;
  else
    return std::is_class_v<F> ? Mistake::None : Mistake::NotAFunction;
}
template <bool Reverse, typename F, typename... W> ENZYME_RS_INLINE auto differentiate_object(F &&f, W &...wrappers) {
  if constexpr (!Wrapper<bare<F>>::is) {
    // What a lambda has captured is not differentiated.
    Constant<held<F>> object{static_cast<F &&>(f)};
    return differentiate_object<Reverse>(object, wrappers...);
  } else if constexpr (mistake_of_object<bare<F>>() != Mistake::None) {
    argument<1, mistake_of_object<bare<F>>(), false, F, W...>();
    return nothing_else<Reverse, W...>();
  } else {
    using Object = std::remove_reference_t<typename Wrapper<bare<F>>::value>;
    return differentiate<Reverse, Called<Object>>(f, wrappers...);
  }
}

/// Calls that may have been meant: std::reverse and std::forward have the same names, and programs use both namespaces.
template <typename F, typename... Args>
using when_asked = std::enable_if_t<(Wrapper<bare<F>>::is || ... || Wrapper<bare<Args>>::is) ||
                                    (is_function_object<bare<F>> && sizeof...(Args) != 0)>;

} // namespace detail

/// Reverse mode: the adjoints of the active arguments, and additions to the shadows.
template <auto F, typename... Args> ENZYME_RS_INLINE auto reverse(Args &&...args) {
  return detail::differentiate<true, detail::Named<F>>(args...);
}
/// Forward mode: the tangent of the result; tangents of what is written are in the shadows.
template <auto F, typename... Args> ENZYME_RS_INLINE auto forward(Args &&...args) {
  return detail::differentiate<false, detail::Named<F>>(args...);
}
/// The same of a lambda or a function object, which is constant unless it is `dup(f, df)`.
template <typename F, typename... Args, typename = detail::when_asked<F, Args...>>
ENZYME_RS_INLINE auto reverse(F &&f, Args &&...args) {
  return detail::differentiate_object<true>(static_cast<F &&>(f), args...);
}
template <typename F, typename... Args, typename = detail::when_asked<F, Args...>>
ENZYME_RS_INLINE auto forward(F &&f, Args &&...args) {
  return detail::differentiate_object<false>(static_cast<F &&>(f), args...);
}

} // namespace enzyme_rs

#undef ENZYME_RS_INLINE

#endif // ENZYME_RS_ENZYME_HPP
