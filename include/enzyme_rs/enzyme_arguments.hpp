// enzyme_rs/enzyme_arguments.hpp - what a C++ program says of each argument of a derivative
//
// Owns: the wrappers active, dup, dup_no_need and constant, and what they hold. Must not: know the
// function that is differentiated, or refuse anything (see enzyme_mistakes.hpp).
//
// Variables are held by reference, because a gradient that is added to a copy is lost; temporaries
// are held by value, because they end with the expression that makes them.
#ifndef ENZYME_RS_ENZYME_ARGUMENTS_HPP
#define ENZYME_RS_ENZYME_ARGUMENTS_HPP

#include <cstddef>
#include <type_traits>
#include <utility>

namespace enzyme_rs {

/// A number whose adjoint is returned.
template <typename T> struct Active {
  T value;
};
/// A variable (`T` is a reference) or a temporary with a shadow. Temporaries come last: the plugin then sees that
/// nothing lies behind them which would have to be in the shadow as well.
template <typename T, typename S> struct Dup {
  S shadow;
  T value;
};
/// The same; the primal content after the call is not needed.
template <typename T, typename S> struct DupNoNeed {
  S shadow;
  T value;
};
/// What is not differentiated.
template <typename T> struct Constant {
  T value;
};

namespace detail {

/// What a wrapper holds of an argument that was deduced as `T &&`. Functions have no object to refer to.
template <typename T>
using held = std::conditional_t<std::is_function_v<std::remove_reference_t<T>>, std::decay_t<T>, T>;

template <typename T> using bare = std::remove_cv_t<std::remove_reference_t<T>>;

/// What memory a view leads to: a pointer from `data()`, or `void`.
template <typename T, typename = void> struct Data {
  using pointer = void;
};
template <typename T> struct Data<T, std::void_t<decltype(std::declval<T &>().data())>> {
  using pointer = decltype(std::declval<T &>().data());
};
template <typename T> inline constexpr bool has_data = std::is_pointer_v<typename Data<bare<T>>::pointer>;
template <typename T>
inline constexpr bool leads_to_const =
    std::is_const_v<std::remove_pointer_t<std::conditional_t<std::is_pointer_v<bare<T>>, bare<T>, typename Data<bare<T>>::pointer>>>;

/// Eigen's maps and blocks name the matrix that a copy of them would be, and are not it.
template <typename T, typename = void> inline constexpr bool is_part_of_matrix = false;
template <typename T>
inline constexpr bool is_part_of_matrix<T, std::void_t<typename T::PlainObject>> =
    !std::is_same_v<typename T::PlainObject, T>;
/// A container that is const has const elements, a view that is const need not.
template <typename T>
inline constexpr bool is_shallow = std::is_same_v<typename Data<const T>::pointer, typename Data<T>::pointer>;

} // namespace detail

/// Whether a copy of such an object leads to the same numbers, so that a temporary one may be a shadow. It
/// is found out for pointers, for what looks like std::span and for Eigen's maps, references and blocks;
/// specialise it for others.
template <typename T>
inline constexpr bool is_view = std::is_pointer_v<T> || (detail::has_data<T> && (detail::is_shallow<T> || detail::is_part_of_matrix<T>));

template <typename T> constexpr Active<T> active(T value) { return {value}; }
template <typename T, typename S> constexpr auto dup(T &&value, S &&shadow) {
  return Dup<detail::held<T>, detail::held<S>>{std::forward<S>(shadow), std::forward<T>(value)};
}
template <typename T, typename S> constexpr auto dup_no_need(T &&value, S &&shadow) {
  return DupNoNeed<detail::held<T>, detail::held<S>>{std::forward<S>(shadow), std::forward<T>(value)};
}
template <typename T> constexpr auto constant(T &&value) {
  return Constant<detail::held<T>>{std::forward<T>(value)};
}

namespace detail {

/// Markers as types: they become loads of the marker variables in the hook call itself, because only
/// there does the plugin look for them.
enum class Marker { Const, Dup, DupNoNeed, Out };

/// The marker of a wrapper, and what it holds.
template <typename W> struct Wrapper {
  static constexpr bool is = false;
};
template <typename T> struct Wrapper<Active<T>> {
  static constexpr bool is = true, shadowed = false;
  static constexpr Marker marker = Marker::Out;
  using value = T;
};
template <typename T> struct Wrapper<Constant<T>> {
  static constexpr bool is = true, shadowed = false;
  static constexpr Marker marker = Marker::Const;
  using value = T;
};
template <typename T, typename S> struct Wrapper<Dup<T, S>> {
  static constexpr bool is = true, shadowed = true;
  static constexpr Marker marker = Marker::Dup;
  using value = T;
  using shadow = S;
};
template <typename T, typename S> struct Wrapper<DupNoNeed<T, S>> {
  static constexpr bool is = true, shadowed = true;
  static constexpr Marker marker = Marker::DupNoNeed;
  using value = T;
  using shadow = S;
};

} // namespace detail
} // namespace enzyme_rs

#endif // ENZYME_RS_ENZYME_ARGUMENTS_HPP
