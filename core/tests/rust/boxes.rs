//! A list of boxes.

mod check;
struct Node {
    value: f64,
    next: Option<Box<Node>>,
}
extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    let mut list: Option<Box<Node>> = None;
    for a in x.iter() {
        list = Some(Box::new(Node {
            value: a * a,
            next: list,
        }));
    }
    let mut sum = 0.0;
    let mut at = &list;
    while let Some(node) = at {
        sum = (sum + node.value).sin();
        at = &node.next;
    }
    sum
}
check::check!(f, 8);
