#pragma once
void gradient(const double *x, double *slope, int n);
