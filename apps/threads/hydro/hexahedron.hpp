// The geometry of a hexahedron with trilinear coordinates and bilinear faces, by its eight corners.
//
// Corners 0 to 3 go round the lower face, 4 to 7 round the upper one above them. The faces are numbered as the neighbours: left, right, front, back, below,
// above. With the diagonals e and f of a face its area vector is A = e x f / 2, and with its centre c the volume is the sum of c.A / 3 over all faces:
// both are exact, for what a bilinear face has beyond its middle plane cancels in the integral of r.(dr/du x dr/dv).
#pragma once
#include "vector.hpp"

constexpr int CORNERS = 8, FACES = 6;

struct Corners {
  Vector at[CORNERS];
};

// The corners of each face, seen from outside against the clock.
constexpr int FACE[FACES][4] = {{0, 4, 7, 3}, {1, 2, 6, 5}, {0, 1, 5, 4}, {3, 7, 6, 2}, {0, 3, 2, 1}, {4, 5, 6, 7}};

inline Vector area(const Corners &c, int face) {
  const int *of = FACE[face];
  return 0.5 * cross(c.at[of[2]] - c.at[of[0]], c.at[of[3]] - c.at[of[1]]);
}

inline double volume(const Corners &c) {
  double sum = 0;
  for (int face = 0; face < FACES; face++) {
    const int *of = FACE[face];
    // Relative to a corner, so that nothing cancels far away from the origin.
    Vector centre = c.at[of[0]] + c.at[of[1]] + c.at[of[2]] + c.at[of[3]] - 4 * c.at[0];
    sum += dot(centre, area(c, face));
  }
  return sum / 12;
}

// The derivative of the volume by the corners. A corner has the part of a face that its shape function weighs: a quarter of the area, and what the twist
// t = a - b + c - d of the face adds.
inline Corners volume_gradient(const Corners &c) {
  Corners sum = {};
  for (int face = 0; face < FACES; face++) {
    const int *of = FACE[face];
    Vector a = c.at[of[0]], b = c.at[of[1]], d = c.at[of[2]], e = c.at[of[3]];
    Vector quarter = 0.25 * area(c, face), twist = a - b + d - e;
    Vector one = (1.0 / 24) * cross(twist, e - b), other = (1.0 / 24) * cross(twist, d - a);
    sum.at[of[0]] += quarter - one;
    sum.at[of[1]] += quarter - other;
    sum.at[of[2]] += quarter + one;
    sum.at[of[3]] += quarter + other;
  }
  return sum;
}

// What a constant stress pulls the corners with, up to the stress itself: each has a quarter of its faces.
inline Corners corner_areas(const Corners &c) {
  Corners sum = {};
  for (int face = 0; face < FACES; face++) {
    Vector quarter = 0.25 * area(c, face);
    for (int corner : FACE[face]) sum.at[corner] += quarter;
  }
  return sum;
}

// The shortest way through: the volume over the largest face.
inline double characteristic_length(const Corners &c, double volume) {
  double largest = 0;
  for (int face = 0; face < FACES; face++) {
    Vector a = area(c, face);
    largest = std::fmax(largest, dot(a, a));
  }
  return volume / std::sqrt(largest);
}

// From the middle of one face to that of the opposite one, along the axis 0, 1 or 2.
inline Vector across(const Corners &c, int axis) {
  Vector sum = {};
  for (int k = 0; k < 4; k++) sum += c.at[FACE[2 * axis + 1][k]] - c.at[FACE[2 * axis][k]];
  return 0.25 * sum;
}
