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

#[test]
fn a_member_that_is_filled_from_a_dense_array_stays_a_member() {
    let mut graph = Graph::default();
    let (p, q) = (pointer(&mut graph), pointer(&mut graph));
    graph.reduce_stride(p, 32);
    graph.reduce_stride(q, 8);
    let (id, number) = (
        graph.access(p, 4, Scalar::Unknown),
        graph.access(q, 8, Scalar::Unknown),
    );
    graph.raise(id, Scalar::Int);
    graph.raise(number, Scalar::Float(FloatKind::Double));
    while graph.copy(plus(p, 8), q, Some(24)) {}
    assert_eq!(graph.stride(graph.find(p).node), 32);
    assert_eq!(graph.scalar(id), Scalar::Int);
    for offset in [8, 16, 24] {
        let member = graph.access(plus(p, offset), 8, Scalar::Unknown);
        assert_eq!(graph.scalar(member), Scalar::Float(FloatKind::Double));
    }
}

#[test]
fn a_copy_of_unknown_length_makes_strides_one() {
    let mut graph = Graph::default();
    let (p, q) = (pointer(&mut graph), pointer(&mut graph));
    graph.reduce_stride(p, 32);
    graph.reduce_stride(q, 24);
    while graph.copy(plus(p, 8), q, None) {}
    assert_eq!(graph.stride(graph.find(p).node), 8);
    assert_eq!(graph.stride(graph.find(q).node), 8);
}
