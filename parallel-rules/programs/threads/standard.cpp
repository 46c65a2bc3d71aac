// std::thread: closures that capture by reference and by value, functions with arguments, vectors of threads, mutexes and conditions of the standard library.
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
extern "C" {
#include "check.h"
}

// What all capture by reference, in parts.
static void by_reference(const double *x, double *y, int n) {
  std::vector<std::thread> threads;
  std::vector<double> sums(workers);
  double factor = x[1] * x[2];
  for (int t = 0; t < workers; t++)
    threads.emplace_back([&, t] {
      double sum = 0;
      for (int i = t; i < n; i += workers) {
        y[i] = factor * x[i] + sin(x[i] * x[0]);
        sum += y[i] * y[i];
      }
      sums[t] = sum;
    });
  for (auto &thread : threads) thread.join();
  double sum = 0;
  for (double part : sums) sum += part;
  for (int i = 0; i < n; i++) y[i] += 0.01 * sum * x[i];
}
MODES(by_reference)

// What is captured by value: numbers, and a vector that is the thread's own.
static void by_value(const double *x, double *y, int n) {
  double a = x[0] * x[1];
  std::vector<double> own(x, x + n);
  for (double &number : own) number *= number;
  std::thread first([a, own, y, n] {
    for (int i = 0; i < n / 2; i++) y[i] = a * own[i] * own[n - 1 - i];
  });
  double b = sin(x[2]);
  std::thread second([=, &own] {
    for (int i = n / 2; i < n; i++) y[i] = b * own[i] + a;
  });
  second.join();
  first.join();
}
MODES(by_value)

// A function with arguments, some by reference; and a member of an object.
static void rows(const std::vector<double> &from, std::vector<double> &to, double scale, int first, int last) {
  for (int i = first; i < last; i++) to[i] = scale * from[i] * from[(i + 1) % from.size()];
}
struct Scaled {
  double factor;
  std::vector<double> sums;
  void add(const double *x, int n, int me) {
    for (int i = me; i < n; i += workers) sums[me] += factor * x[i] * x[i];
  }
};
static void called(const double *x, double *y, int n) {
  std::vector<double> from(x, x + n), to(n);
  std::vector<std::thread> threads(workers);
  for (int t = 0; t < workers; t++)
    threads[t] = std::thread(rows, std::cref(from), std::ref(to), x[3], n * t / workers, n * (t + 1) / workers);
  for (auto &thread : threads) thread.join();
  threads.clear();
  Scaled scaled{x[4], std::vector<double>(workers)};
  for (int t = 0; t < workers; t++) threads.emplace_back([&scaled, x, n, t] { scaled.add(x, n, t); });
  for (auto &thread : threads) thread.join();
  double sum = 0;
  for (double part : scaled.sums) sum += part;
  for (int i = 0; i < n; i++) y[i] = to[i] * sum;
}
MODES(called)

// A mutex, and what it guards.
static void guarded(const double *x, double *y, int n) {
  std::mutex lock;
  double product = x[0];
  std::vector<std::thread> threads;
  for (int t = 0; t < workers; t++)
    threads.emplace_back([&, t] {
      for (int i = t; i < n; i += workers) {
        double factor = 0.9 + 0.1 * x[i];
        std::lock_guard<std::mutex> guard(lock);
        product *= factor;
      }
    });
  for (auto &thread : threads) thread.join();
  y[0] = product * product;
}
MODES(guarded)

// One hands numbers over, another one takes them.
static void handed(const double *x, double *y, int n) {
  std::mutex lock;
  std::condition_variable changed;
  bool full = false;
  double place = 0;
  std::thread taker([&] {
    for (int i = 0; i < n; i++) {
      std::unique_lock<std::mutex> guard(lock);
      changed.wait(guard, [&] { return full; });
      y[i] = place * place * x[0];
      full = false;
      changed.notify_one();
    }
  });
  double value = x[1];
  for (int i = 0; i < n; i++) {
    value = cos(value) * x[i];
    std::unique_lock<std::mutex> guard(lock);
    changed.wait(guard, [&] { return !full; });
    place = value;
    full = true;
    changed.notify_one();
  }
  taker.join();
}
MODES(handed)

// Recursive mutexes, locks that are given back early, threads that are moved.
static void locks(const double *x, double *y, int n) {
  std::recursive_mutex outer;
  std::mutex inner;
  double sum = 0, most = 1;
  auto add = [&](double value) {
    std::scoped_lock guard(outer);
    sum += value;
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < workers; t++) {
    std::thread thread([&, t] {
      for (int i = t; i < n; i += workers) {
        std::lock_guard<std::recursive_mutex> guard(outer);
        add(x[i] * x[0]);
        std::unique_lock<std::mutex> second(inner);
        most *= 0.95 + 0.05 * x[i];
        second.unlock();
        add(0.1 * x[i] * x[i]);
      }
    });
    threads.push_back(std::move(thread));
  }
  for (auto &thread : threads)
    if (thread.joinable()) thread.join();
  y[0] = sum * most, y[1] = sum * sum;
}
MODES(locks)

// Threads that objects own.
struct Worker {
  std::unique_ptr<std::thread> thread;
  double result = 0;
};
static void classes(const double *x, double *y, int n) {
  std::vector<Worker> all(workers);
  for (int t = 0; t < workers; t++) {
    Worker &own = all[t];
    own.thread = std::make_unique<std::thread>([&own, x, n, t] { for (int i = t; i < n; i += workers) own.result += sin(x[i]) * x[1]; });
  }
  double sum = 0;
  for (Worker &own : all) own.thread->join(), sum += own.result;
  y[0] = sum * sum;
}
MODES(classes)

// What threads run is behind a std::function.
static void by_function(const std::function<void(int)> &body, int n) {
  std::vector<std::thread> threads;
  for (int t = 0; t < workers; t++) threads.emplace_back([&body, n, t] { for (int i = t; i < n; i += workers) body(i); });
  for (auto &thread : threads) thread.join();
}
static void functions(const double *x, double *y, int n) {
  by_function([=](int i) { y[i] = x[i] * x[(i + 1) % n]; }, n);
}
MODES(functions)

int main() {
  CHECK(by_reference);
  CHECK(by_value);
  CHECK(called);
  CHECK(guarded);
  CHECK(handed);
  CHECK(locks);
  CHECK(classes);
  CHECK(functions);
  return failures != 0;
}
