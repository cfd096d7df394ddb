// How the messages of console and engine list their members: once, for bytes, JSON and text.
#pragma once

namespace foliot::actors::admin {

/// A member and its name: what each struct lists.
template <class T>
struct named {
  const char* name;
  T& value;
};
template <class T>
named(const char*, T&) -> named<T>;

template <class T>
concept described = requires(T& x) {
  T::each([](auto&&...) { return 0; }, x);
};

/// CAF finds this when it writes or reads one of them.
template <class Inspector, described T>
auto inspect(Inspector& f, T& x) {
  return T::each([&](auto... member) { return f(member.value...); }, x);
}

#define FOLIOT_EACH(...)                       \
  template <class F, class Self>               \
  static decltype(auto) each(F&& f, Self& x) { \
    return f(__VA_ARGS__);                     \
  }                                            \
  static_assert(true, "a semicolon follows")

}  // namespace foliot::actors::admin
