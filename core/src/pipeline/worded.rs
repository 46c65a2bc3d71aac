//! The words of refusals, as users read them.
//!
//! Owns: where in the source each is, and what only the module and the packs know to advise. Must not: decide what is refused.

use crate::analysed::Analysed;
use crate::diag::{Code, Diagnostic, codes};
use crate::opened::Opened;
use crate::plan::refusal::Refusal;
use crate::view::{Imported, steps};
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_rules::Registry;

/// What is refused may be for the data's sake.
const OF_DATA: [Code; 4] = [
    codes::ATOMIC_ACCESS,
    codes::UNKNOWN_TYPE,
    codes::MIXED_TYPE,
    codes::ACTIVE_BITS,
];

/// Who is asked for them.
pub(super) struct Wording<'a> {
    pub(super) module: Module,
    pub(super) registry: &'a Registry,
    pub(super) analysed: &'a Analysed<'a>,
    pub(super) opened: &'a Opened<'a>,
}

impl Wording<'_> {
    /// A refusal in a function, whose prepared body is given.
    pub(super) fn word(&self, function: Value, view: &Imported, refusal: Refusal) -> Diagnostic {
        let at = refusal.at.map(|id| view.handles.inst(id));
        let maker = refusal.maker.as_ref();
        let (function, said) = match maker.and_then(|maker| self.analysed.place(maker)) {
            Some((of, inst)) => (of, Some(inst)),
            None => (function, at),
        };
        let mut diagnostic = Diagnostic::new(refusal.code, refusal.message).at(function, said);
        diagnostic.notes = refusal.notes;
        diagnostic.help = refusal.help;
        if let (codes::INDIRECT_CALL, Some(call)) = (refusal.code, at) {
            let (note, help) = self.opened.why(self.module, call);
            diagnostic.notes.push(note);
            diagnostic.help.insert(0, help.to_owned());
        }
        if let (codes::UNKNOWN_ORDER, Some(region)) =
            (refusal.code, function.string_attribute(steps::REGION))
        {
            let name = region.split('.').next().unwrap_or_default();
            let stands = format!("the region stands in `{name}`");
            diagnostic.notes.push(stands);
            let remedy = self.registry.remedy(&region);
            diagnostic.help.splice(0..0, remedy.map(str::to_owned));
        }
        if let (codes::NO_SHADOW, Some((variable, instead))) =
            (refusal.code, self.managed(function))
        {
            diagnostic.notes.push(format!("`{variable}` is a variable that host and device share (`__managed__`): what stands there is a pointer, which no kernel is handed"));
            diagnostic.help.insert(0, instead.to_owned());
        }
        if OF_DATA.contains(&refusal.code) {
            let remedy = self.data_remedy(function);
            diagnostic.help.splice(0..0, remedy.map(str::to_owned));
        }
        diagnostic
    }

    /// A variable that host and device share and that a function names, and what to do in place of it.
    fn managed(&self, function: Value) -> Option<(String, &'static str)> {
        let (end, instead) = self.registry.grid()?.managed?;
        let insts = function.blocks().into_iter();
        let insts = insts.flat_map(|block| block.instructions());
        let mut names = insts.flat_map(Value::operands).map(Value::name);
        let memory = |name: &String| self.module.global(&format!("{name}{end}"));
        let name = names.find(|name| !name.is_empty() && memory(name).is_some())?;
        Some((name, instead))
    }

    /// What to do where data of a library are in the way: the function is given some, or has code of the library's in it.
    fn data_remedy(&self, function: Value) -> Option<&'static str> {
        let insts = function.blocks().into_iter();
        let insts = insts.flat_map(|block| block.instructions());
        let scopes = insts.map(Value::scope_name);
        let mut names = std::iter::once(function.name()).chain(scopes);
        names.find_map(|name| self.registry.data_remedy(&name))
    }
}
