// enzyme_rs/enzyme_gradients.hpp - the adjoints of several active arguments
//
// Owns: `gradients`, a plain structure that the plugin fills scalar by scalar, and its structured
// bindings. Must not: have constructors or bases, which would change how it is returned.
#ifndef ENZYME_RS_ENZYME_GRADIENTS_HPP
#define ENZYME_RS_ENZYME_GRADIENTS_HPP

#include "enzyme_arguments.hpp"

#include <tuple>

namespace enzyme_rs {

namespace detail {

/// What is behind the fourth.
template <typename T, typename... Others> struct Further {
  T value;
  Further<Others...> others;
};
template <typename T> struct Further<T> {
  T value;
};

} // namespace detail

/// Adjoints of several active arguments, in order. The first four have names; `get<i>` and structured
/// bindings have all of them.
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
template <typename A, typename B, typename C, typename D, typename... Others> struct gradients<A, B, C, D, Others...> {
  using type = gradients;
  A first;
  B second;
  C third;
  D fourth;
  detail::Further<Others...> others;
};

namespace detail {

template <std::size_t I, typename F> constexpr auto &further(F &f) {
  if constexpr (I == 0)
    return f.value;
  else
    return further<I - 1>(f.others);
}
template <std::size_t I, typename G> constexpr auto &at(G &g) {
  if constexpr (I == 0)
    return g.first;
  else if constexpr (I == 1)
    return g.second;
  else if constexpr (I == 2)
    return g.third;
  else if constexpr (I == 3)
    return g.fourth;
  else
    return further<I - 4>(g.others);
}

/// Collects the types of active arguments.
template <typename List, typename... Args> struct adjoints;
template <typename... T> struct adjoints<gradients<T...>> {
  using type = typename gradients<T...>::type;
};
template <typename... T, typename A, typename... Rest>
struct adjoints<gradients<T...>, Active<A>, Rest...> : adjoints<gradients<T..., A>, Rest...> {};
template <typename... T, typename Other, typename... Rest>
struct adjoints<gradients<T...>, Other, Rest...> : adjoints<gradients<T...>, Rest...> {};

} // namespace detail

template <std::size_t I, typename... T> constexpr auto &get(gradients<T...> &g) { return detail::at<I>(g); }
template <std::size_t I, typename... T> constexpr const auto &get(const gradients<T...> &g) { return detail::at<I>(g); }
template <std::size_t I, typename... T> constexpr auto &&get(gradients<T...> &&g) { return std::move(detail::at<I>(g)); }

} // namespace enzyme_rs

template <typename... T>
struct std::tuple_size<enzyme_rs::gradients<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {};
template <std::size_t I, typename... T> struct std::tuple_element<I, enzyme_rs::gradients<T...>> {
  using type = std::tuple_element_t<I, std::tuple<T...>>;
};

#endif // ENZYME_RS_ENZYME_GRADIENTS_HPP
