// enzyme_rs/enzyme_slots.hpp - how each argument travels to the function
//
// Owns: what the hook is given for an argument, and how the function gets it back. Must not: call
// hooks, or refuse anything.
//
// Numbers and pointers travel as values, all else by its address: what is differentiated then takes
// only what every calling convention passes in one piece, and what the program's function takes by
// value is copied, or converted, within differentiated code, whose adjoints reach the shadow.
#ifndef ENZYME_RS_ENZYME_SLOTS_HPP
#define ENZYME_RS_ENZYME_SLOTS_HPP

#include "enzyme_arguments.hpp"
#include "enzyme_signature.hpp"

#include <memory>

namespace enzyme_rs {
namespace detail {

/// What passes in one register.
template <typename T>
inline constexpr bool is_single = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_pointer_v<T> || std::is_null_pointer_v<T>;

/// What has no derivative.
template <typename T> inline constexpr bool is_integer = std::is_integral_v<T> || std::is_enum_v<T>;

/// Whether the argument of a wrapper travels as a value, for a parameter of type `P`.
template <typename P, typename W, bool Reverse> constexpr bool is_by_value() {
  using Value = typename Wrapper<W>::value;
  using Plain = bare<Value>;
  if constexpr (Wrapper<W>::marker == Marker::Out)
    return true;
  else if constexpr (std::is_same_v<P, Unknown>)
    // Reverse mode needs an address where it can add to.
    return std::is_pointer_v<Plain> ||
           (is_single<Plain> && (!Wrapper<W>::shadowed || (!Reverse && !std::is_lvalue_reference_v<Value>)));
  else
    return is_single<P> && (!Wrapper<W>::shadowed || !Reverse || std::is_pointer_v<P>);
}

/// How the function made for a hook takes an argument, and hands it on: as a value.
template <typename T> struct Value {
  using carried = T;
  using given = T;
  static T give(T value) { return value; }
};
/// By its address, as a variable or, where it was one, as a temporary.
template <typename T> struct At {
  using carried = std::remove_reference_t<T> *;
  using given = T;
  static T give(carried address) { return static_cast<T>(*address); }
};

/// A value: converted to the parameter's type before the hook, if that is known and no active number.
template <typename P, typename W> struct ByValue {
  using Plain = std::decay_t<typename Wrapper<W>::value>;
  static constexpr bool own_type = Wrapper<W>::marker == Marker::Out || std::is_same_v<P, Unknown>;
  using carried = std::conditional_t<own_type, Plain, P>;
  using pass = detail::Value<carried>;
  static constexpr bool is_direct = std::is_same_v<carried, P>;

  static carried primal(const W &w) { return static_cast<carried>(w.value); }
  static carried shadow(const W &w) {
    if constexpr (std::is_pointer_v<carried>)
      return (carried)(w.shadow);
    else
      return static_cast<carried>(w.shadow);
  }
  static carried direct(carried c) { return c; }
};

/// An address. Temporaries arrive as temporaries, but for the object that is called, and for what has a shadow: from
/// that nothing may be moved, since the shadow's memory would go with it.
template <typename P, typename W> struct ByAddress {
  using Value = typename Wrapper<W>::value;
  using Object = std::remove_reference_t<Value>;
  using carried = Object *;
  using target = std::remove_reference_t<P> *;
  static constexpr bool is_direct = std::is_reference_v<P> && std::is_convertible_v<carried, target>;
  static constexpr bool as_variable =
      std::is_same_v<P, Unknown> || (Wrapper<W>::shadowed && !std::is_rvalue_reference_v<P>);
  using pass = At<std::conditional_t<as_variable, Object &, Value &&>>;

  static carried primal(W &w) { return std::addressof(w.value); }
  static carried shadow(W &w) { return const_cast<carried>(std::addressof(w.shadow)); }
  static target direct(carried c) { return c; }
};

template <typename P, typename W, bool Reverse>
using Slot = std::conditional_t<is_by_value<P, W, Reverse>(), ByValue<P, W>, ByAddress<P, W>>;

} // namespace detail
} // namespace enzyme_rs

#endif // ENZYME_RS_ENZYME_SLOTS_HPP
