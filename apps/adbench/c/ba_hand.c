// ba_hand.c: the hand-written Jacobian of ba.c. Owns the chain rule of one observation, with the
// closed formula of Gallego and Yezzi (2015) for the derivative of a rotated vector with respect to
// the rotation vector. Included after ba.c, whose helpers it shares.

// The matrix of the rotation vector r, row by row; the identity at r = 0.
static void ba_hand_rotation(const double *restrict r, double m[3][3]) {
  double squared = ba_dot(r, r);
  double angle = sqrt(squared);
  double a = squared == 0.0 ? 1.0 : sin(angle) / angle;
  double b = squared == 0.0 ? 0.5 : (1.0 - cos(angle)) / squared;
  double c = cos(angle);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      m[i][j] = b * r[i] * r[j] + (i == j ? c : 0.0);
  m[0][1] -= a * r[2], m[0][2] += a * r[1];
  m[1][0] += a * r[2], m[1][2] -= a * r[0];
  m[2][0] -= a * r[1], m[2][1] += a * r[0];
}

// Row vector g d(R x)/dr = (x cross R^T g) (r r^T + (R^T - I) [r]) / |r|^2, and x cross g, its
// limit, at r = 0. m is the matrix R and back is R^T g.
static void ba_hand_rotate_adjoint(const double *restrict r, double m[3][3],
                                   const double *restrict x, const double *restrict back,
                                   double *restrict d_r) {
  double torque[3]; // -(back^T [x]) as a row vector is x cross back
  ba_cross(x, back, torque);
  double squared = ba_dot(r, r);
  if (squared == 0.0) {
    for (int i = 0; i < 3; i++)
      d_r[i] = torque[i];
    return;
  }
  // torque^T (R^T - I) as a row vector is (R - I) torque; v^T [r] is v cross r.
  double moved[3], twist[3];
  for (int i = 0; i < 3; i++)
    moved[i] = ba_dot(m[i], torque) - torque[i];
  ba_cross(moved, r, twist);
  double along = ba_dot(torque, r);
  for (int i = 0; i < 3; i++)
    d_r[i] = (along * r[i] + twist[i]) / squared;
}

// Errors of one observation and its Jacobian: two rows of 15 (11 camera, 3 point, 1 weight).
static void ba_hand_jacobian(const double *restrict camera, const double *restrict point,
                             const double *restrict weight, const double *restrict feature,
                             double *restrict err, double jacobian[2][15]) {
  const double *r = camera + BA_ROTATION;
  double f = camera[BA_FOCAL], k1 = camera[BA_RADIAL], k2 = camera[BA_RADIAL + 1], w = *weight;
  double m[3][3], centred[3], rotated[3];
  ba_hand_rotation(r, m);
  for (int i = 0; i < 3; i++)
    centred[i] = point[i] - camera[BA_CENTRE + i];
  for (int i = 0; i < 3; i++)
    rotated[i] = ba_dot(m[i], centred);
  double depth = 1.0 / rotated[2];
  double p[2] = {rotated[0] * depth, rotated[1] * depth};
  double squared = p[0] * p[0] + p[1] * p[1];
  double factor = 1.0 + k1 * squared + k2 * squared * squared;
  double slope = 2.0 * k1 + 4.0 * k2 * squared;

  for (int e = 0; e < 2; e++) {
    double *row = jacobian[e];
    double residual = f * factor * p[e] + camera[BA_PRINCIPAL + e] - feature[e];
    double g[2]; // adjoint of the undistorted image point
    for (int j = 0; j < 2; j++)
      g[j] = w * f * (slope * p[e] * p[j] + (e == j ? factor : 0.0));
    double g_rotated[3] = {g[0] * depth, g[1] * depth, -(g[0] * p[0] + g[1] * p[1]) * depth};
    double back[3]; // R^T g: adjoint of the centred point
    for (int j = 0; j < 3; j++)
      back[j] = m[0][j] * g_rotated[0] + m[1][j] * g_rotated[1] + m[2][j] * g_rotated[2];
    ba_hand_rotate_adjoint(r, m, centred, back, row + BA_ROTATION);
    for (int j = 0; j < 3; j++) {
      row[BA_CENTRE + j] = -back[j];
      row[BA_CAMERA_SIZE + j] = back[j];
    }
    row[BA_FOCAL] = w * factor * p[e];
    row[BA_PRINCIPAL + e] = w;
    row[BA_PRINCIPAL + 1 - e] = 0.0;
    row[BA_RADIAL] = w * f * p[e] * squared;
    row[BA_RADIAL + 1] = w * f * p[e] * squared * squared;
    row[14] = residual;
    err[e] = w * residual;
  }
}
