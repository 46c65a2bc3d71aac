use enzyme_checkpoint::*;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: u64 = a[2].parse().unwrap();
    let s: u64 = a[3].parse().unwrap();
    let spec = match a[1].as_str() {
        "revolve" => Spec::Revolve { slots: s, adjoints: 1 },
        "mixed" => Spec::Mixed { units: s },
        "stages" => Spec::Stages { units: s, stage_units: 3 },
        "disk" => Spec::ram_and_disk(s, None, 1.0, 2.0, 2.0),
        "h" => Spec::ram_and_disk(s, Some(s), 1.0, 2.0, 2.0),
        "h2" => Spec::ram_and_disk(s/2, Some(s-s/2), 1.0, 2.0, 2.0),
        "online" => Spec::Online { slots: s },
        "dynamic" => Spec::Dynamic { slots: s },
        "multistage" => Spec::Multistage { ram: s / 2, disk: s - s / 2, write: 2.0, read: 2.0 },
        _ => panic!(),
    };
    let t = Instant::now();
    let sched = Schedule::new(spec, Some(n)).unwrap();
    let plan = t.elapsed();
    let t = Instant::now();
    let mut x = 0;
    let mut k = 0u64;
    for a in sched.clone() { k += 1; if let Action::Record { step } = a { x ^= step } }
    let draw = t.elapsed();
    let r = Replay::of(&sched).run(sched.clone());
    let c = Count::of(sched, 1);
    println!("{} plan {plan:?} draw {draw:?} actions {k} {x} F {} W {} L1 {:?} ok {:?}", a[1], c.forward_steps(), c.writes(), c.level(1), r.is_ok());
    if let Err(e) = r { println!("{e}") }
}
