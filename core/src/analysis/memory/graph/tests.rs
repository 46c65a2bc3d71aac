//! Merging, strides and copies on small graphs.

use super::*;
use enzyme_rules::FloatKind;

fn pointer(graph: &mut Graph) -> Pointer {
    graph.new_pointer(Origins::default())
}

fn plus(p: Pointer, offset: i64) -> Pointer {
    Pointer {
        offset: p.offset + offset,
        ..p
    }
}

#[test]
fn fields_stay_apart_until_a_stride_joins_them() {
    let mut graph = Graph::default();
    let p = pointer(&mut graph);
    let (a, b) = (
        graph.access(p, 8, Scalar::Unknown),
        graph.access(plus(p, 8), 8, Scalar::Unknown),
    );
    graph.raise(a, Scalar::Float(FloatKind::Double));
    assert_eq!(graph.scalar(b), Scalar::Unknown);
    graph.reduce_stride(p, 8);
    assert_eq!(graph.scalar(b), Scalar::Float(FloatKind::Double));
}

#[test]
fn an_array_of_structures_keeps_its_fields() {
    let mut graph = Graph::default();
    let p = pointer(&mut graph);
    graph.reduce_stride(p, 16);
    let (number, index) = (
        graph.access(plus(p, 32), 8, Scalar::Unknown),
        graph.access(plus(p, 40), 8, Scalar::Unknown),
    );
    graph.raise(number, Scalar::Float(FloatKind::Double));
    graph.raise(index, Scalar::Int);
    assert_eq!(graph.fields(graph.find(p).node).count(), 2);
}

#[test]
fn unification_shifts_offsets_and_follows_targets() {
    let mut graph = Graph::default();
    let (p, q) = (pointer(&mut graph), pointer(&mut graph));
    let inner_p = graph.access(plus(p, 24), 8, Scalar::Unknown);
    let (tp, tq) = (graph.target_of(inner_p), {
        let inner_q = graph.access(plus(q, 8), 8, Scalar::Unknown);
        graph.target_of(inner_q)
    });
    graph.unify(plus(p, 16), q);
    assert_eq!(graph.find(tp), graph.find(tq));
}

#[test]
fn a_phi_of_neighbours_is_an_array() {
    let mut graph = Graph::default();
    let p = pointer(&mut graph);
    graph.unify(p, plus(p, 8));
    assert_eq!(graph.stride(graph.find(p).node), 8);
}

#[test]
fn copies_carry_types_both_ways_within_their_length() {
    let mut graph = Graph::default();
    let (p, q) = (pointer(&mut graph), pointer(&mut graph));
    let (a, far) = (
        graph.access(p, 8, Scalar::Unknown),
        graph.access(plus(p, 64), 8, Scalar::Unknown),
    );
    graph.raise(a, Scalar::Float(FloatKind::Double));
    graph.raise(far, Scalar::Int);
    while graph.copy(q, p, Some(16)) {}
    let twin = graph.access(q, 8, Scalar::Unknown);
    assert_eq!(graph.scalar(twin), Scalar::Float(FloatKind::Double));
    assert_eq!(graph.fields(graph.find(q).node).count(), 1);
}
