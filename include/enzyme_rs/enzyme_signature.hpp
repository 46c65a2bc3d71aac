// enzyme_rs/enzyme_signature.hpp - what a function takes
//
// Owns: parameters of functions, member functions, lambdas and function objects, and how they are
// called. Must not: know what is differentiated.
#ifndef ENZYME_RS_ENZYME_SIGNATURE_HPP
#define ENZYME_RS_ENZYME_SIGNATURE_HPP

#include <cstddef>
#include <type_traits>
#include <utility>

namespace enzyme_rs {
namespace detail {

/// A parameter of which nothing is known: that of a generic lambda, or the object that is called.
struct Unknown {};

template <typename... P> struct Parameters {
  static constexpr std::size_t count = sizeof...(P);
};

/// How much a type says of its parameters.
enum class Shape { Fixed, Variadic, Unknown };

/// Of the type of a pointer to a function, to a member function or to an object's call operator. The object of
/// a member function is its first parameter.
template <typename F> struct Signature {
  static constexpr Shape shape = Shape::Unknown;
};
template <typename... P> struct FixedSignature {
  static constexpr Shape shape = Shape::Fixed;
  using parameters = Parameters<P...>;
};
struct VariadicSignature {
  static constexpr Shape shape = Shape::Variadic;
};

template <typename R, typename... P> struct Signature<R (*)(P...)> : FixedSignature<P...> {};
template <typename R, typename... P> struct Signature<R (*)(P...) noexcept> : FixedSignature<P...> {};
template <typename R, typename... P> struct Signature<R (*)(P..., ...)> : VariadicSignature {};
template <typename R, typename... P> struct Signature<R (*)(P..., ...) noexcept> : VariadicSignature {};

#define ENZYME_RS_MEMBER(QUALIFIERS, OBJECT)                                                                    \
  template <typename R, typename C, typename... P>                                                              \
  struct Signature<R (C::*)(P...) QUALIFIERS> : FixedSignature<OBJECT, P...> {};                                \
  template <typename R, typename C, typename... P>                                                              \
  struct Signature<R (C::*)(P...) QUALIFIERS noexcept> : FixedSignature<OBJECT, P...> {};                       \
  template <typename R, typename C, typename... P>                                                              \
  struct Signature<R (C::*)(P..., ...) QUALIFIERS> : VariadicSignature {};
ENZYME_RS_MEMBER(, C &)
ENZYME_RS_MEMBER(const, const C &)
ENZYME_RS_MEMBER(&, C &)
ENZYME_RS_MEMBER(const &, const C &)
ENZYME_RS_MEMBER(&&, C &&)
ENZYME_RS_MEMBER(const &&, const C &&)
#undef ENZYME_RS_MEMBER

/// The signature of a call operator, without its object; unknown if there are several, or a template.
template <typename F, typename = void> struct OperatorSignature : Signature<void> {};
template <typename... P> struct WithUnknown : FixedSignature<Unknown, P...> {};
template <typename C, typename... P> WithUnknown<P...> without_object(FixedSignature<C, P...> *);
VariadicSignature without_object(VariadicSignature *);
template <typename F>
struct OperatorSignature<F, std::void_t<decltype(&F::operator())>>
    : decltype(without_object(static_cast<Signature<decltype(&F::operator())> *>(nullptr))) {};

/// What has one call operator that is no template.
template <typename F, typename = void> inline constexpr bool is_function_object = false;
template <typename F> inline constexpr bool is_function_object<F, std::void_t<decltype(&F::operator())>> = true;

/// What a function returns.
template <typename F> struct Returned {
  using type = Unknown;
};
template <typename R, typename... P> struct Returned<R (*)(P...)> {
  using type = R;
};
template <typename R, typename... P> struct Returned<R (*)(P...) noexcept> {
  using type = R;
};

/// A function, a member function or a constant function object that is a template argument.
template <auto F> struct Named {
  using type = std::remove_cv_t<decltype(F)>;
  using signature = Signature<type>;
  static constexpr bool is_member = std::is_member_function_pointer_v<type>;
  static constexpr bool is_function = std::is_pointer_v<type> && std::is_function_v<std::remove_pointer_t<type>>;
  static constexpr bool is_called = is_member || is_function || std::is_class_v<type>;
  /// Whether the hook may be given the function itself, as far as its result is concerned.
  template <typename Result>
  static constexpr bool is_direct = is_function && std::is_same_v<typename Returned<type>::type, Result> &&
                                    (std::is_void_v<Result> || std::is_scalar_v<Result>);
  static constexpr auto function = F;

  template <typename... A> static auto called(int) -> std::invoke_result_t<std::conditional_t<is_member, Unknown, const type &>, A...>;
  template <typename O, typename... A>
  static auto called(long) -> decltype((std::declval<O>().*F)(std::declval<A>()...));

  template <typename First, typename... A> static decltype(auto) call(First &&first, A &&...arguments) {
    if constexpr (is_member)
      return (static_cast<First &&>(first).*F)(static_cast<A &&>(arguments)...);
    else
      return F(static_cast<First &&>(first), static_cast<A &&>(arguments)...);
  }
  static decltype(auto) call() { return F(); }
};

/// An object that is called. It is the first argument.
template <typename F> struct Called {
  using type = F;
  static constexpr bool is_called = true;
  using signature = OperatorSignature<std::remove_cv_t<F>>;
  template <typename Result> static constexpr bool is_direct = false;

  template <typename O, typename... A>
  static auto called(int) -> decltype(std::declval<O>()(std::declval<A>()...));

  template <typename O, typename... A> static decltype(auto) call(O &&object, A &&...arguments) {
    return object(static_cast<A &&>(arguments)...);
  }
};

/// What a call with arguments of these types gives, if there can be one.
template <typename Operation, typename List, typename = void> struct Outcome {
  static constexpr bool is = false;
  using type = double;
};
template <typename Operation, typename... A>
struct Outcome<Operation, Parameters<A...>, std::void_t<decltype(Operation::template called<A...>(0))>> {
  static constexpr bool is = true;
  using type = std::decay_t<decltype(Operation::template called<A...>(0))>;
};

} // namespace detail
} // namespace enzyme_rs

#endif // ENZYME_RS_ENZYME_SIGNATURE_HPP
