//! Structures of arrays and an integer in a vector, changed in place.
//! May be refused: EZ0101 EZ0302.

mod check;
struct Particle {
    mass: f64,
    position: [f64; 3],
    velocity: [f64; 3],
    kind: u32,
}
extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    let mut all: Vec<Particle> = (0..4)
        .map(|i| Particle {
            mass: 1.0 + x[i],
            position: [x[i], x[i + 4], i as f64],
            velocity: [x[i + 4], 0.0, 0.1],
            kind: i as u32 % 2,
        })
        .collect();
    for _ in 0..5 {
        for p in &mut all {
            let pull = if p.kind == 0 { -1.0 } else { -0.5 };
            for k in 0..3 {
                p.velocity[k] += 0.1 * pull * p.position[k] / p.mass;
                p.position[k] += 0.1 * p.velocity[k];
            }
        }
    }
    all.iter()
        .map(|p| p.mass * p.velocity.iter().map(|v| v * v).sum::<f64>())
        .sum()
}
check::check!(f, 8);
