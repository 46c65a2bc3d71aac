// enzyme_rs/enzyme_mistakes.hpp - calls of derivatives that cannot be right
//
// Owns: the rules for the wrapper of each parameter, and what a user is told in one line. Must not:
// call anything. A call has one message: that of its first mistake.
#ifndef ENZYME_RS_ENZYME_MISTAKES_HPP
#define ENZYME_RS_ENZYME_MISTAKES_HPP

#include "enzyme_slots.hpp"

namespace enzyme_rs {
namespace detail {

enum class Mistake {
  None,
  NotAFunction,
  NoFunction,
  MemberAsValue,
  Variadic,
  Count,
  NoWrapper,
  ActiveInForward,
  IntegerActive,
  PointerActive,
  ObjectActive,
  ActiveForPointer,
  ActiveForReference,
  ActiveForInteger,
  ShadowOfInteger,
  ShadowForInteger,
  AddressWanted,
  DataWanted,
  VariableWanted,
  ShadowOfOtherType,
  ShadowIsConst,
  ShadowIsTemporary,
  AdjointLost,
  ShadowOfLambda,
  MemoryTaken,
  NoConversion,
  NotCallable,
  NoSingleResult,
  NoTangent,
};

/// What a user is told. Arguments count from 1, the object of a member function, or that is called, included; 0 is
/// the call as a whole. The condition is a parameter so that compilers print nothing but the message; the types
/// of the call are, so that each call has its message.
template <std::size_t Argument, Mistake M, bool Fine, typename Operation, typename... W> constexpr void argument() {
  if constexpr (M == Mistake::NotAFunction)
    static_assert(Fine,
                  "enzyme_rs: a function goes in angle brackets: reverse<f>(...); the first argument may be a lambda or "
                  "a function object");
  if constexpr (M == Mistake::NoFunction)
    static_assert(Fine,
                  "enzyme_rs: what stands in angle brackets is no function: name a function, or a member "
                  "function as &Model::energy");
  if constexpr (M == Mistake::MemberAsValue)
    static_assert(Fine,
                  "enzyme_rs: a member function goes in angle brackets, and its object in front of the arguments: "
                  "reverse<&Model::energy>(constant(model), ...)");
  if constexpr (M == Mistake::Variadic)
    static_assert(Fine,
                  "enzyme_rs: a variadic function cannot be differentiated: give it a fixed number of parameters");
  if constexpr (M == Mistake::Count)
    static_assert(Fine,
                  "enzyme_rs: the call has not as many arguments as the function has parameters: pass one wrapper for "
                  "each, those with default values included");
  if constexpr (M == Mistake::NoWrapper)
    static_assert(Fine,
                  "enzyme_rs: an argument has no wrapper: pass active(x), dup(x, dx) or constant(x)");
  if constexpr (M == Mistake::ActiveInForward)
    static_assert(Fine,
                  "enzyme_rs: active belongs to reverse mode: pass dup(x, dx) with the tangent dx");
  if constexpr (M == Mistake::IntegerActive)
    static_assert(Fine,
                  "enzyme_rs: an integer has no derivative: pass constant(n), or a number with a point (active(2.0))");
  if constexpr (M == Mistake::PointerActive)
    static_assert(Fine,
                  "enzyme_rs: a pointer needs a shadow: pass dup(p, dp), or constant(p)");
  if constexpr (M == Mistake::ObjectActive)
    static_assert(Fine,
                  "enzyme_rs: active takes one number: pass dup(x, dx), where dx is a variable of the same type and "
                  "size that begins as zero");
  if constexpr (M == Mistake::ActiveForPointer)
    static_assert(Fine,
                  "enzyme_rs: the parameter is a pointer: pass dup(p, dp), where dp is a pointer to as many numbers, or "
                  "constant(p)");
  if constexpr (M == Mistake::ActiveForReference)
    static_assert(Fine,
                  "enzyme_rs: the function may change this argument, whose parameter is a reference: pass dup(x, dx)");
  if constexpr (M == Mistake::ActiveForInteger)
    static_assert(Fine,
                  "enzyme_rs: the parameter is an integer, which has no derivative: pass constant(n)");
  if constexpr (M == Mistake::ShadowOfInteger)
    static_assert(Fine,
                  "enzyme_rs: an integer has no derivative: pass constant(n), or a number with a point (dup(2.0, 1.0))");
  if constexpr (M == Mistake::ShadowForInteger)
    static_assert(Fine,
                  "enzyme_rs: the parameter is an integer, which has no derivative: pass constant(n)");
  if constexpr (M == Mistake::AddressWanted)
    static_assert(Fine,
                  "enzyme_rs: the parameter is a pointer: pass addresses, as dup(&x, &dx) or constant(&x)");
  if constexpr (M == Mistake::DataWanted)
    static_assert(Fine,
                  "enzyme_rs: the parameter is a pointer: pass dup(v.data(), dv.data()) or constant(v.data())");
  if constexpr (M == Mistake::VariableWanted)
    static_assert(Fine,
                  "enzyme_rs: the parameter is no pointer: pass the variable itself, not its address");
  if constexpr (M == Mistake::ShadowOfOtherType)
    static_assert(Fine,
                  "enzyme_rs: the shadow has another type than its variable: pass one of the same type");
  if constexpr (M == Mistake::ShadowIsConst)
    static_assert(Fine,
                  "enzyme_rs: the derivative writes to the shadow, which is const: pass a shadow that may change");
  if constexpr (M == Mistake::ShadowIsTemporary)
    static_assert(Fine,
                  "enzyme_rs: the shadow is a temporary, with which the derivative is lost: pass a variable");
  if constexpr (M == Mistake::AdjointLost)
    static_assert(Fine,
                  "enzyme_rs: the shadow is a number by value, so that its adjoint is lost: pass active(x), or a "
                  "variable as the shadow");
  if constexpr (M == Mistake::ShadowOfLambda)
    static_assert(Fine,
                  "enzyme_rs: a lambda has no members that could be read: pass what it captures as an argument, or "
                  "write a structure with operator()");
  if constexpr (M == Mistake::MemoryTaken)
    static_assert(Fine,
                  "enzyme_rs: the function takes the argument's memory away (T &&), and that of the shadow "
                  "with it: let it take a reference or a value");
  if constexpr (M == Mistake::NoConversion)
    static_assert(Fine,
                  "enzyme_rs: the argument does not convert to the parameter: compare their types; what the function "
                  "may change must be a variable that is not const");
  if constexpr (M == Mistake::NotCallable)
    static_assert(Fine,
                  "enzyme_rs: the function cannot be called with these arguments: compare their types with its "
                  "parameters");
  if constexpr (M == Mistake::NoSingleResult)
    static_assert(Fine,
                  "enzyme_rs: in reverse mode a function returns one number or nothing: let it store its results "
                  "through a reference that is dup(y, dy), with the seed in dy");
  if constexpr (M == Mistake::NoTangent)
    static_assert(Fine,
                  "enzyme_rs: the tangent of an object that has a size, or no constructor without arguments, cannot be "
                  "returned: let the function store it through a reference that is dup(y, dy)");
}

/// Whether a type is that of a lambda. No trait says so; clang's name of it does, and only clang makes derivatives.
template <typename T> constexpr bool is_lambda() {
#ifdef __clang__
  constexpr char begins[] = "T = (lambda at ";
  const char *name = __PRETTY_FUNCTION__;
  while (*name && *name != '[')
    name++;
  if (*name)
    name++;
  for (std::size_t i = 0; i + 1 < sizeof begins; i++)
    if (name[i] != begins[i])
      return false;
  return true;
#else
  return false;
#endif
}

/// A number whose adjoint is returned, for a parameter of type `P`.
template <typename P, typename T, bool Reverse> constexpr Mistake mistake_of_active() {
  if constexpr (!Reverse)
    return Mistake::ActiveInForward;
  else if constexpr (is_integer<T>)
    return Mistake::IntegerActive;
  else if constexpr (std::is_pointer_v<T> || std::is_null_pointer_v<T>)
    return Mistake::PointerActive;
  else if constexpr (!std::is_floating_point_v<T>)
    return Mistake::ObjectActive;
  else if constexpr (std::is_same_v<P, Unknown>)
    return Mistake::None;
  else if constexpr (std::is_pointer_v<bare<P>>)
    return Mistake::ActiveForPointer;
  else if constexpr (is_integer<bare<P>>)
    return Mistake::ActiveForInteger;
  else if constexpr (std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>)
    return Mistake::ActiveForReference;
  else
    return std::is_convertible_v<T, P> ? Mistake::None : Mistake::NoConversion;
}

/// Whether an argument that a wrapper holds as `V` suits a parameter of type `P`.
template <typename P, typename V> constexpr Mistake mistake_of_value() {
  using Plain = std::decay_t<V>;
  if constexpr (std::is_same_v<P, Unknown> || std::is_convertible_v<V &&, P>)
    return Mistake::None;
  else if constexpr (std::is_pointer_v<P> && !std::is_pointer_v<Plain>)
    return has_data<Plain> ? Mistake::DataWanted : Mistake::AddressWanted;
  else if constexpr (std::is_pointer_v<Plain> && !std::is_pointer_v<bare<P>>)
    return Mistake::VariableWanted;
  else
    return Mistake::NoConversion;
}

/// Arrays that differ in length. Where a pointer is wanted, the shadow may be longer.
template <typename P, typename V, typename S> constexpr bool is_shadow_array_of() {
  using Primal = bare<V>;
  using Shadow = bare<S>;
  constexpr std::size_t primal = std::extent_v<Primal>, shadow = std::extent_v<Shadow>;
  return std::is_same_v<bare<std::remove_extent_t<Primal>>, bare<std::remove_extent_t<Shadow>>> &&
         (shadow == primal || (std::is_pointer_v<P> && shadow > primal));
}

/// Whether a shadow has the type of its variable. Pointers to const have shadows that may change; a
/// tangent may be any number.
template <typename P, typename V, typename S, bool Reverse> constexpr bool is_shadow_of() {
  using Primal = std::decay_t<V>;
  using Shadow = std::decay_t<S>;
  if constexpr (std::is_array_v<bare<V>> && std::is_array_v<bare<S>>) {
    return is_shadow_array_of<P, V, S>();
  } else if constexpr (std::is_pointer_v<Primal> && std::is_pointer_v<Shadow>) {
    using T = std::remove_cv_t<std::remove_pointer_t<Primal>>;
    using U = std::remove_cv_t<std::remove_pointer_t<Shadow>>;
    return std::is_same_v<T, U> || std::is_void_v<T> || std::is_void_v<U>;
  } else if constexpr (!Reverse && std::is_floating_point_v<Primal> && std::is_arithmetic_v<Shadow>) {
    return std::is_same_v<Primal, Shadow> || !std::is_lvalue_reference_v<P>;
  } else {
    return std::is_same_v<Primal, Shadow>;
  }
}

/// Whether the derivative can write to a shadow that is held as `S`, where it does.
template <typename P, typename S, bool Reverse> constexpr Mistake mistake_of_shadow() {
  using Held = std::remove_reference_t<S>;
  using Plain = std::decay_t<S>;
  constexpr bool view = is_view<Plain>;
  // In forward mode tangents are read, and written only where the function may write.
  constexpr bool written = Reverse || (std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>);
  constexpr bool pointee_written = Reverse || (std::is_pointer_v<P> && !std::is_const_v<std::remove_pointer_t<P>>);
  if constexpr (view ? pointee_written && leads_to_const<Plain> : written && std::is_const_v<std::remove_all_extents_t<Held>>)
    return Mistake::ShadowIsConst;
  else if constexpr (written && !view && !std::is_lvalue_reference_v<S>)
    return std::is_arithmetic_v<Plain> ? Mistake::AdjointLost : Mistake::ShadowIsTemporary;
  else
    return Mistake::None;
}

/// A variable with a shadow, for a parameter of type `P`.
template <typename P, typename V, typename S, bool Reverse> constexpr Mistake mistake_of_dup() {
  if constexpr (is_integer<bare<V>>)
    return Mistake::ShadowOfInteger;
  else if constexpr (is_integer<bare<P>>)
    return Mistake::ShadowForInteger;
  else if constexpr (is_lambda<bare<V>>())
    return Mistake::ShadowOfLambda;
  else if constexpr (mistake_of_value<P, V>() != Mistake::None)
    return mistake_of_value<P, V>();
  else if constexpr (std::is_rvalue_reference_v<P> && !std::is_trivially_copyable_v<bare<V>>)
    return Mistake::MemoryTaken;
  else if constexpr (!is_shadow_of<P, V, S, Reverse>())
    return Mistake::ShadowOfOtherType;
  else
    return mistake_of_shadow<P, S, Reverse>();
}

template <typename P, typename W, bool Reverse> constexpr Mistake mistake_of_argument() {
  if constexpr (!Wrapper<W>::is)
    return Mistake::NoWrapper;
  else if constexpr (Wrapper<W>::marker == Marker::Out)
    return mistake_of_active<P, typename Wrapper<W>::value, Reverse>();
  else if constexpr (Wrapper<W>::shadowed)
    return mistake_of_dup<P, typename Wrapper<W>::value, typename Wrapper<W>::shadow, Reverse>();
  else
    return mistake_of_value<P, typename Wrapper<W>::value>();
}

/// The first mistake in the arguments, and where.
struct Found {
  Mistake mistake;
  std::size_t argument;
};
template <bool Reverse, typename Params, typename... W> struct Arguments;
template <bool Reverse, typename... P, typename... W> struct Arguments<Reverse, Parameters<P...>, W...> {
  static constexpr Found found() {
    constexpr std::size_t n = sizeof...(W);
    constexpr Mistake all[n + 1] = {mistake_of_argument<P, W, Reverse>()..., Mistake::None};
    for (std::size_t i = 0; i < n; i++)
      if (all[i] != Mistake::None)
        return {all[i], i + 1};
    return {Mistake::None, 0};
  }
};

} // namespace detail
} // namespace enzyme_rs

#endif // ENZYME_RS_ENZYME_MISTAKES_HPP
