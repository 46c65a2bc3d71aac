//! Structs, tables and global scratch. Owns which struct types exist and how their objects come to
//! life fully initialised; struct types are fixed before the first function is made.

use super::Gen;
use super::expr::{INT_FIELD, POINTER_FIELD};
use super::scope::{Aggregate, Array, Integer};
use crate::ast::{
    Arg, Block, Field, Global, Init, Int, Place, Pointer, Prec, Stmt, StructDef, Type,
};
use crate::features::Feature;

impl Gen {
    /// One to three struct types; later ones may contain earlier ones.
    pub(super) fn struct_defs(&mut self) {
        for id in 0..self.between(1, 3) as usize {
            let mut fields = vec![Field {
                name: "v".to_owned(),
                ty: Type::F64,
            }];
            for k in 0..self.between(1, 4) {
                let ty = self.field_type(id);
                fields.push(Field {
                    name: format!("{}{k}", stem(&ty)),
                    ty,
                });
            }
            // The sure double need not come first.
            let other = self.between(0, fields.len() as i64 - 1) as usize;
            fields.swap(0, other);
            self.structs.push(StructDef {
                name: format!("s{id}"),
                fields,
            });
        }
    }

    fn field_type(&mut self, id: usize) -> Type {
        match self.between(0, 9) {
            0..=1 => Type::Int,
            2..=3 => Type::array(Type::F64, self.between(2, 3) as usize),
            4 if self.features.has(Feature::Floats) => Type::Real(Prec::F32),
            5..=6 if id > 0 => Type::Struct(self.between(0, id as i64 - 1) as usize),
            7 if self.features.has(Feature::Pointers) => Type::ptr(Type::F64),
            8 => Type::array(Type::Int, 2),
            _ => Type::F64,
        }
    }

    /// Constant tables, and scratch that every run overwrites before reading it.
    pub(super) fn globals(&mut self) {
        if self.features.has(Feature::Tables) {
            let len = self.between(3, 5) as usize;
            let table = (0..len).map(|_| self.number()).collect();
            let ty = Type::array(Type::F64, len);
            self.globals.push(Global {
                name: "table".to_owned(),
                ty,
                table: Some(table),
            });
        }
        if self.features.has(Feature::Globals) {
            let ty = Type::array(Type::F64, 4);
            self.globals.push(Global {
                name: "scratch".to_owned(),
                ty,
                table: None,
            });
            self.globals.push(Global {
                name: "level".to_owned(),
                ty: Type::F64,
                table: None,
            });
        }
    }

    /// Puts the globals in scope.
    pub(super) fn add_globals(&mut self) {
        for (g, global) in self.globals.clone().into_iter().enumerate() {
            let base = Place::Global(g);
            match global.ty {
                Type::Array(_, len) => self.body.scope.arrays.push(Array {
                    base,
                    is_pointer: false,
                    prec: Prec::F64,
                    len,
                    writable: global.table.is_none(),
                    addressable: global.table.is_none(),
                }),
                _ => self.body.scope.scalars.push(super::scope::Scalar {
                    place: base,
                    prec: Prec::F64,
                }),
            }
        }
    }

    /// Initialises the scratch globals at the start of the top function.
    pub(super) fn init_globals(&mut self, out: &mut Block) {
        for (g, global) in self.globals.clone().into_iter().enumerate() {
            let base = Place::Global(g);
            match (&global.table, &global.ty) {
                (Some(_), _) => {}
                (None, Type::Array(_, len)) => {
                    out.push(self.fill(&base, Int::Const(*len as i64), *len, Prec::F64));
                }
                (None, _) => {
                    let e = self.leaf();
                    out.push(Stmt::Assign(base, Arg::Real(e)));
                }
            }
        }
    }

    pub(super) fn has_pointer(&self, ty: &Type) -> bool {
        match ty {
            Type::Int | Type::Real(_) => false,
            Type::Ptr(_) => true,
            Type::Array(elem, _) => self.has_pointer(elem),
            Type::Struct(id) => self.structs[*id]
                .fields
                .iter()
                .any(|f| self.has_pointer(&f.ty)),
        }
    }

    /// A struct type other than the list node's.
    pub(super) fn any_struct(&mut self) -> Option<usize> {
        let named = |s: &StructDef| s.name != "node";
        let ids: Vec<usize> = (0..self.structs.len())
            .filter(|k| named(&self.structs[*k]))
            .collect();
        self.pick(&ids)
    }

    pub(super) fn declare_struct(&mut self, out: &mut Block) {
        let Some(id) = self.any_struct() else { return };
        let pointers = self.has_pointer(&Type::Struct(id));
        match self.between(0, 9) {
            0..=1 if !pointers => self.struct_array(id, out),
            2 if !pointers && self.features.has(Feature::Heap) => self.heap_structs(id, out),
            3 if self.features.has(Feature::Pointers) => self.struct_pointer(out),
            _ => {
                self.new_struct(id, out);
            }
        }
    }

    /// A struct variable with every field set; `None` when a pointer field finds no array.
    pub(super) fn new_struct(&mut self, id: usize, out: &mut Block) -> Option<Place> {
        if self.has_pointer(&Type::Struct(id)) {
            self.addressable(Prec::F64, POINTER_FIELD)?;
        }
        let var = self.body.var("s", Type::Struct(id));
        let place = Place::Var(var);
        out.push(Stmt::Decl(var, Init::Zero));
        self.set_fields(&place, &Type::Struct(id), 70, out);
        self.body.scope.structs.push(Aggregate {
            base: place.clone(),
            id,
            len: None,
        });
        self.int_fields(&place, id);
        Some(place)
    }

    /// Assigns `percent` of the scalar fields, and all pointers.
    fn set_fields(&mut self, place: &Place, ty: &Type, percent: u32, out: &mut Block) {
        match ty {
            Type::Struct(id) => {
                for (k, field) in self.structs[*id].fields.clone().into_iter().enumerate() {
                    self.set_fields(&place.clone().field(k), &field.ty, percent, out);
                }
            }
            Type::Ptr(_) => {
                if let Some(array) = self.addressable(Prec::F64, POINTER_FIELD) {
                    out.push(Stmt::Assign(place.clone(), Arg::Ptr(array.pointer())));
                }
            }
            _ if !self.chance(percent) => {}
            Type::Int => {
                let value = self.int_in(0, INT_FIELD);
                out.push(Stmt::Assign(place.clone(), Arg::Int(value)));
            }
            Type::Real(prec) => {
                let value = self.real(1);
                let value = match prec {
                    Prec::F32 => crate::ast::Real::Cast(*prec, Box::new(value)),
                    Prec::F64 => value,
                };
                out.push(Stmt::Assign(place.clone(), Arg::Real(value)));
            }
            Type::Array(elem, len) => {
                let index = Int::Const(self.between(0, *len as i64 - 1));
                self.set_fields(&place.clone().at(index), elem, 100, out);
            }
        }
    }

    /// Makes the integer fields of a struct usable as integers.
    pub(super) fn int_fields(&mut self, place: &Place, id: usize) {
        for (k, field) in self.structs[id].fields.iter().enumerate() {
            if field.ty == Type::Int {
                let place = place.clone().field(k);
                self.body.scope.ints.push(Integer {
                    place,
                    lo: 0,
                    hi: INT_FIELD,
                });
            }
        }
    }

    fn struct_array(&mut self, id: usize, out: &mut Block) {
        let len = self.between(2, 3) as usize;
        let var = self.body.var("z", Type::array(Type::Struct(id), len));
        out.push(Stmt::Decl(var, Init::Zero));
        self.add_structs(var, id, len, out);
    }

    fn heap_structs(&mut self, id: usize, out: &mut Block) {
        let len = self.between(1, 3) as usize;
        let var = self.body.var("z", Type::ptr(Type::Struct(id)));
        out.push(Stmt::Decl(var, Init::None));
        let (place, elem) = (Place::Var(var), Type::Struct(id));
        let count = Int::Const(len as i64);
        out.push(Stmt::Alloc {
            place: place.clone(),
            elem,
            count,
            zeroed: true,
        });
        self.body.scope.heap.push(place);
        self.add_structs(var, id, len, out);
    }

    /// Sets some fields of some element and puts the array in scope.
    fn add_structs(&mut self, var: usize, id: usize, len: usize, out: &mut Block) {
        let one = Place::Var(var).at(Int::Const(self.between(0, len as i64 - 1)));
        self.set_fields(&one, &Type::Struct(id), 80, out);
        let base = Place::Var(var);
        self.body.scope.structs.push(Aggregate {
            base,
            id,
            len: Some(len),
        });
    }

    /// `struct s *q = cond ? &s : &t;`
    fn struct_pointer(&mut self, out: &mut Block) {
        let structs = self.body.scope.structs.clone();
        let Some(a) = self.pick(&structs) else { return };
        let twins: Vec<Aggregate> = structs.into_iter().filter(|s| s.id == a.id).collect();
        let Some(b) = self.pick(&twins) else { return };
        let (p, q) = (self.struct_place(&a), self.struct_place(&b));
        let (p, q) = (Pointer::Addr(p), Pointer::Addr(q));
        let value = match self.features.has(Feature::Branches) {
            true => Pointer::Select(Box::new(self.cond()), Box::new(p), Box::new(q)),
            false => p,
        };
        let var = self.body.var("q", Type::ptr(Type::Struct(a.id)));
        out.push(Stmt::Decl(var, Init::Value(Arg::Ptr(value))));
        let base = Place::Var(var).deref();
        self.body.scope.structs.push(Aggregate {
            base,
            id: a.id,
            len: None,
        });
    }

    /// Copies one struct over another, by assignment or memcpy.
    pub(super) fn copy_struct(&mut self, out: &mut Block) {
        let structs = self.body.scope.structs.clone();
        let Some(a) = self.pick(&structs) else { return };
        let twins: Vec<Aggregate> = structs
            .into_iter()
            .filter(|s| s.id == a.id && s.base != a.base)
            .collect();
        let Some(b) = self.pick(&twins) else { return };
        let (dst, src) = (self.struct_place(&a), self.struct_place(&b));
        if self.maybe(Feature::Memcpy, 50) {
            let (dst, src) = (Pointer::Addr(dst), Pointer::Addr(src));
            let (elem, count) = (Type::Struct(a.id), Int::Const(1));
            out.push(Stmt::Memcpy {
                dst,
                src,
                elem,
                count,
            });
        } else {
            out.push(Stmt::Assign(dst, Arg::Struct(src)));
        }
    }

    pub(super) fn set_int_field(&mut self, out: &mut Block) {
        let Some(s) = self.pick(&self.body.scope.structs.clone()) else {
            return;
        };
        let fields = self.structs[s.id].fields.clone();
        let ints: Vec<usize> = (0..fields.len())
            .filter(|k| fields[*k].ty == Type::Int)
            .collect();
        let Some(k) = self.pick(&ints) else { return };
        let place = self.struct_place(&s).field(k);
        let value = self.int_in(0, INT_FIELD);
        out.push(Stmt::Assign(place, Arg::Int(value)));
    }
}

/// The first letter of a field's name.
fn stem(ty: &Type) -> &'static str {
    match ty {
        Type::Int => "k",
        Type::Real(Prec::F64) => "d",
        Type::Real(Prec::F32) => "f",
        Type::Struct(_) => "in",
        Type::Array(..) => "a",
        Type::Ptr(_) => "p",
    }
}
