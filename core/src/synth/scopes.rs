//! Accesses that are marked with what they never meet.
//!
//! Owns: the scopes of one function, their lists and declarations. Must not: know why accesses never
//! meet (see `plan::scopes`).

use crate::plan::scopes::{Known, Scopes, Through};
use crate::view::{Body, InstId};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Context, Module, Scope, ScopeList, Value};
use indexmap::IndexMap;

/// The marks of one function.
pub(crate) struct Marks<'a> {
    plan: &'a Scopes,
    context: Context,
    kept: Scope,
    primal: Scope,
    shadow: Scope,
    through: IndexMap<Through, Scope>,
    /// What accesses belong to and never meet, by what is known of a shadow.
    lists: IndexMap<Known, (ScopeList, ScopeList)>,
}

impl<'a> Marks<'a> {
    pub(crate) fn new(context: Context, plan: &'a Scopes) -> Self {
        let kinds = ["kept", "primal", "shadow"].map(str::to_owned);
        let kinds = context.alias_scopes("memory", &kinds);
        let places: Vec<Through> = plan.all().collect();
        let name = |at: &Through| {
            let access = if at.written { "written" } else { "read" };
            format!("shadow {} {access}", at.param)
        };
        let names: Vec<String> = places.iter().map(name).collect();
        let scopes = context.alias_scopes("parameters", &names);
        Self {
            plan,
            context,
            kept: kinds[0],
            primal: kinds[1],
            shadow: kinds[2],
            through: places.into_iter().zip(scopes).collect(),
            lists: IndexMap::new(),
        }
    }

    /// A load or store of something kept.
    pub(crate) fn kept(&self, access: Value) {
        access.set_scopes(self.context.scope_list(&[self.kept]), None);
    }

    /// A load or store of the primal function.
    pub(crate) fn primal(&self, access: Value) {
        let [own, other] = [self.primal, self.kept].map(|s| self.context.scope_list(&[s]));
        access.set_scopes(own, Some(other));
    }

    /// A load or store of the shadow of what a load or store of the primal function accesses.
    pub(crate) fn shadow(&mut self, access: Value, body: &Body, of: InstId) {
        let known = self.plan.of(body, of);
        let lists = self.lists.get(&known).copied();
        let (own, others) = lists.unwrap_or_else(|| {
            let made = self.shadow_lists(&known);
            self.lists.insert(known, made);
            made
        });
        access.set_scopes(own, Some(others));
    }

    fn shadow_lists(&self, known: &Known) -> (ScopeList, ScopeList) {
        let scopes = |first: &[Scope], more: &[Through]| {
            let more = more.iter().map(|at| self.through[at]);
            let all: Vec<Scope> = first.iter().copied().chain(more).collect();
            self.context.scope_list(&all)
        };
        let own = scopes(&[self.shadow], &known.of);
        (own, scopes(&[self.kept, self.primal], &known.apart_from))
    }

    /// Declares all scopes where the function begins.
    pub(crate) fn declare(&self, module: Module, function: Value) {
        let build = Builder::new(self.context);
        let entry = function.blocks()[0];
        match entry.instructions().first() {
            Some(first) => build.before(*first),
            None => build.at_end(entry),
        }
        let callee = module.intrinsic("llvm.experimental.noalias.scope.decl", &[]);
        let kinds = [self.kept, self.primal, self.shadow];
        for scope in kinds.into_iter().chain(self.through.values().copied()) {
            let list = self.context.scope_list(&[scope]);
            let operand = self.context.scope_operand(list);
            build.call(callee.function_type(), callee, &[operand], "");
        }
    }
}
