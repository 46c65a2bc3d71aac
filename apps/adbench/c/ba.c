// ba.c: the ADBench bundle-adjustment residuals as a user would write them: the reprojection error
// of one observation and the error of its weight. Owns the camera model only. Included by
// ba_main.c.
#include <math.h>

// Layout of a camera: rotation vector, centre, focal length, principal point, radial distortion.
enum { BA_ROTATION = 0, BA_CENTRE = 3, BA_FOCAL = 6, BA_PRINCIPAL = 7, BA_RADIAL = 9 };
enum { BA_CAMERA_SIZE = 11, BA_POINT_SIZE = 3 };

static double ba_dot(const double *restrict a, const double *restrict b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void ba_cross(const double *restrict a, const double *restrict b, double *restrict out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

// Rotates x by the rotation vector r (Rodrigues' formula). At r = 0 the limit of the formula is
// linear in r, which keeps both the value and the derivative right there.
static void ba_rotate(const double *restrict r, const double *restrict x, double *restrict out) {
  double squared = ba_dot(r, r);
  double crossed[3];
  if (squared == 0.0) {
    ba_cross(r, x, crossed);
    for (int i = 0; i < 3; i++)
      out[i] = x[i] + crossed[i];
    return;
  }
  double angle = sqrt(squared);
  double cosine = cos(angle), sine = sin(angle);
  double axis[3] = {r[0] / angle, r[1] / angle, r[2] / angle};
  ba_cross(axis, x, crossed);
  double along = ba_dot(axis, x) * (1.0 - cosine);
  for (int i = 0; i < 3; i++)
    out[i] = x[i] * cosine + crossed[i] * sine + axis[i] * along;
}

// Radial lens distortion of an image point, in place.
static void ba_distort(const double *restrict radial, double *restrict p) {
  double squared = p[0] * p[0] + p[1] * p[1];
  double factor = 1.0 + radial[0] * squared + radial[1] * squared * squared;
  p[0] *= factor;
  p[1] *= factor;
}

// Image of the point x in the camera.
static void ba_project(const double *restrict camera, const double *restrict x,
                       double *restrict p) {
  double centred[3], rotated[3];
  for (int i = 0; i < 3; i++)
    centred[i] = x[i] - camera[BA_CENTRE + i];
  ba_rotate(camera + BA_ROTATION, centred, rotated);
  p[0] = rotated[0] / rotated[2];
  p[1] = rotated[1] / rotated[2];
  ba_distort(camera + BA_RADIAL, p);
  p[0] = p[0] * camera[BA_FOCAL] + camera[BA_PRINCIPAL];
  p[1] = p[1] * camera[BA_FOCAL] + camera[BA_PRINCIPAL + 1];
}

// Weighted distance between the image of the point and the observed feature; err has 2 entries.
void ba_reproj_error(const double *restrict camera, const double *restrict point,
                     const double *restrict weight, const double *restrict feature,
                     double *restrict err) {
  double p[2];
  ba_project(camera, point, p);
  err[0] = *weight * (p[0] - feature[0]);
  err[1] = *weight * (p[1] - feature[1]);
}

// Error of one weight.
void ba_weight_error(const double *restrict weight, double *restrict err) {
  *err = 1.0 - *weight * *weight;
}
