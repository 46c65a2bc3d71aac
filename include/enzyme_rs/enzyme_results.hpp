// enzyme_rs/enzyme_results.hpp - what derivatives can return of a function's result
//
// Owns: which results have none, and which tangents are whole objects. Must not: know arguments.
#ifndef ENZYME_RS_ENZYME_RESULTS_HPP
#define ENZYME_RS_ENZYME_RESULTS_HPP

#include "enzyme_slots.hpp"

#include <tuple>
#include <vector>

namespace enzyme_rs {
namespace detail {

template <typename R> inline constexpr bool is_without_derivative = std::is_void_v<R> || is_integer<R>;

/// Matrices of Eigen that hold their numbers themselves.
template <typename T, typename = void> inline constexpr bool is_fixed_matrix = false;
template <typename T>
inline constexpr bool is_fixed_matrix<T, std::void_t<decltype(T::SizeAtCompileTime)>> = int(T::SizeAtCompileTime) > 0;

/// Whether the tangent of an object, which begins as the object without arguments, is a whole object once
/// numbers and pointers have theirs. Objects that keep a size as an integer are not.
template <typename T> struct HasTangent {
  static constexpr bool is = is_single<T> || is_fixed_matrix<T> ||
                             (std::is_trivially_copyable_v<T> && (!has_data<T> || std::is_aggregate_v<T>));
};
template <typename T, typename A> struct HasTangent<std::vector<T, A>> : HasTangent<T> {};
template <typename A> struct HasTangent<std::vector<bool, A>> {
  static constexpr bool is = false;
};
template <typename A, typename B> struct HasTangent<std::pair<A, B>> {
  static constexpr bool is = HasTangent<A>::is && HasTangent<B>::is;
};
template <typename... T> struct HasTangent<std::tuple<T...>> {
  static constexpr bool is = (HasTangent<T>::is && ...);
};

} // namespace detail
} // namespace enzyme_rs

#endif // ENZYME_RS_ENZYME_RESULTS_HPP
