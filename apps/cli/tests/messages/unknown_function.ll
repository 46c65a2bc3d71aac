; RUN: enzyme-rs opt unknown_function.ll -o -
declare double @__enzyme_autodiff(...)
declare double @smooth(double)

define double @energy(double %x) {
  %s = call double @smooth(double %x)
  %y = fmul double %s, %s
  ret double %y
}

define double @derivative(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @energy, double %x)
  ret double %d
}
