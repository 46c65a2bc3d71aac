//! Choice of idioms and of the memory they work on. Owns nothing but the choice: what an idiom does
//! and how it is spelt is in the table of idioms.

use super::Gen;
use crate::ast::{Block, Idiom, Int, Language, Pointer, Prec, Real, RealOp, Stmt, Type};
use crate::features::{Feature, OF_TEAMS};
use crate::idiom::{Dialect, ROWS, Row, SHAPES};

/// Memory an idiom may work on: `count` objects of type `elem` from `at` on.
#[derive(Clone)]
struct Operand {
    at: Pointer,
    elem: Type,
    count: usize,
}

impl Gen {
    /// A statement of one of the feature's rows, if memory in scope fits it.
    pub(super) fn idiom(&mut self, feature: Feature, out: &mut Block) {
        let rows: Vec<usize> = (0..ROWS.len())
            .filter(|k| ROWS[*k].feature == feature && self.speaks(ROWS[*k].dialect))
            .collect();
        let Some(row) = self.pick(&rows) else { return };
        if self.cost_left() < 20 {
            return;
        }
        let of_teams = OF_TEAMS.contains(&feature) && self.chance(70);
        let operands = match of_teams && self.cost_left() > 100 {
            true => self.wide_operands(&ROWS[row], out),
            false => self.operands(&ROWS[row]),
        };
        if let Some((dst, src)) = operands {
            let most = dst.count.min(src.count);
            let least = ROWS[row].least;
            let count = self.between(least as i64, most as i64) as usize;
            self.body.cost += self.body.trips * 2 * count as u64;
            let power = [-2, -1, 1, 2][self.between(0, 3) as usize];
            let shape = if ROWS[row].has_records() {
                self.between(0, SHAPES.len() as i64 - 1) as usize
            } else {
                0
            };
            out.push(Stmt::Idiom(Idiom {
                row,
                dst: dst.at,
                src: src.at,
                elem: dst.elem,
                count,
                power,
                shape,
            }));
        }
    }

    fn speaks(&self, dialect: Dialect) -> bool {
        match dialect {
            Dialect::Both => true,
            Dialect::C => self.language == Language::C,
            Dialect::Cpp => self.language == Language::Cpp,
        }
    }

    fn operands(&mut self, row: &Row) -> Option<(Operand, Operand)> {
        let mut usable = self.arrays_of_reals();
        usable.extend(self.lone_scalars());
        if row.any_type {
            usable.extend(self.plain_structs());
        } else {
            usable.retain(|o| o.elem == Type::F64);
        }
        usable.retain(|o| o.count >= row.least);
        let dst = self.pick(&usable)?;
        if row.effect.operands() == 1 {
            return Some((dst.clone(), dst));
        }
        usable.retain(|o| o.elem == dst.elem && o.at != dst.at);
        let src = self.pick(&usable)?;
        Some((dst, src))
    }

    /// New arrays, long enough for several workers.
    fn wide_operands(&mut self, row: &Row, out: &mut Block) -> Option<(Operand, Operand)> {
        let len = self.between(4, 14) as usize;
        let mut made = Vec::new();
        for _ in 0..row.effect.operands() {
            let array = self.wide_array(len, out);
            out.push(self.spread(&array));
            let (at, elem) = (array.pointer(), Type::Real(array.prec));
            let count = array.len;
            made.push(Operand { at, elem, count });
        }
        made.retain(|o| o.elem == Type::F64);
        match &made[..] {
            [one] if row.effect.operands() == 1 => Some((one.clone(), one.clone())),
            [dst, src] => Some((dst.clone(), src.clone())),
            _ => None,
        }
    }

    /// `array[i] += i * e`, so that no two elements are the same.
    pub(super) fn spread(&mut self, array: &super::scope::Array) -> Stmt {
        let i = self.body.var("i", Type::Int);
        let (scale, leaf) = (self.number() / 8.0, self.leaf());
        let step = Real::mul(Real::FromInt(Box::new(Int::var(i))), self.tamed(leaf));
        let place = array.base.clone().at(Int::var(i));
        Stmt::For {
            var: i,
            from: Int::Const(0),
            to: Int::Const(array.len as i64),
            step: 1,
            body: vec![Stmt::Update(RealOp::Add, place, Real::scaled(scale, step))],
        }
    }

    fn arrays_of_reals(&self) -> Vec<Operand> {
        let usable = |a: &&super::scope::Array| a.writable && a.addressable;
        let arrays = self.body.scope.arrays.iter().filter(usable);
        arrays
            .map(|a| Operand {
                at: a.pointer(),
                elem: Type::Real(a.prec),
                count: a.len,
            })
            .collect()
    }

    fn lone_scalars(&self) -> Vec<Operand> {
        let doubles = self.body.scope.scalars.iter();
        doubles
            .filter(|s| s.prec == Prec::F64)
            .map(|s| Operand {
                at: Pointer::Addr(s.place.clone()),
                elem: Type::F64,
                count: 1,
            })
            .collect()
    }

    /// Structs without pointers: those must keep their shadows' addresses.
    fn plain_structs(&self) -> Vec<Operand> {
        let structs = self.body.scope.structs.iter();
        structs
            .filter(|s| !self.has_pointer(&Type::Struct(s.id)))
            .map(|s| Operand {
                at: Pointer::Addr(match s.len {
                    Some(_) => s.base.clone().at(Int::Const(0)),
                    None => s.base.clone(),
                }),
                elem: Type::Struct(s.id),
                count: s.len.unwrap_or(1),
            })
            .collect()
    }
}
