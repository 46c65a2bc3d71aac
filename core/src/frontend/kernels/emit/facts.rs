//! The facts of a kernel: words that the host's run-time library reads before it launches derivatives.
//!
//! Owns: which words these are (`gpu-adjoint/runtime/src/facts.rs` reads them). Must not: know how a derivative is launched.

use super::Writer;
use crate::frontend::kernels::beside::{Beside, Param, keeps_more, pointee, written};
use crate::frontend::kernels::variables::{Variables, is_only_read};
use crate::names::readable;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Type, Value};

/// Which words the facts begin with; another layout has another number.
const LAYOUT: i64 = 7;

/// Which word the facts of a kernel begin with whose derivatives are left out: behind it the bytes of a text, and these, eight in a word.
const LEFT_OUT: i64 = -1;

/// The bytes of a text, and these, eight in a word.
fn text_words(text: &str) -> impl Iterator<Item = i64> {
    let words = text.as_bytes().chunks(8).map(|part| {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        i64::from_le_bytes(word)
    });
    [text.len() as i64].into_iter().chain(words)
}

impl Writer<'_> {
    /// Why there are no derivatives.
    pub(super) fn left_out(&self, why: &str) {
        // Fewer than the host's library reads.
        const MOST: usize = 32 << 10;
        let mut ends = (0..=why.len().min(MOST)).rev();
        let end = ends.find(|at| why.is_char_boundary(*at)).unwrap_or(0);
        let text = text_words(&why[..end]);
        let words: Vec<i64> = [LEFT_OUT].into_iter().chain(text).collect();
        self.words(|_| words.iter().map(|word| self.context.i64(*word)).collect());
    }

    /// Layout, what a launch needs (bytes that a thread keeps, whether it keeps more, how many times the shared memory whose size the launch says; 0: the
    /// kernels are told no distance; what is settled behind it; whether there is memory of the device for shadows of shared memory, and how much for each block), number of parameters; then what [`Self::about`] says of each; number of variables; then what
    /// [`Self::about_variable`] says of each.
    pub(super) fn facts(&self, needs: impl Fn(&Builder) -> [Value; 6]) {
        self.words(|build| {
            let count = self.params.len() as u64;
            let mut words = vec![self.context.i64(LAYOUT)];
            words.extend(needs(build));
            words.push(self.i64(count));
            let types = self.kernel.function_type().params();
            for ((param, ty), index) in self.params.iter().zip(types).zip(0..) {
                words.extend(self.about(build, index, (param, ty)));
            }
            let Variables { handed, named, .. } = &self.variables;
            words.push(self.i64((handed.len() + named.len()) as u64));
            for (variable, index) in handed.iter().zip(self.params.len()..) {
                words.extend(self.about_variable(build, *variable, Some(index)));
            }
            for variable in named {
                words.extend(self.about_variable(build, *variable, None));
            }
            words
        });
    }

    /// A kernel that writes words.
    fn words(&self, words: impl Fn(&Builder) -> Vec<Value>) {
        let function = self.named(Beside::Facts, &[self.pointer()]);
        let build = Builder::new(self.context);
        build.at_end(function.append_block("entry"));
        let (i64, to) = (self.context.int(64), function.params()[0]);
        for (word, index) in words(&build).into_iter().zip(0u64..) {
            let at = build.element_ptr(i64, to, self.i64(index), "");
            build.store(word, at);
        }
        build.ret(None);
    }

    /// Whether a thread keeps more than that: [`super::complete`] knows it when the derivatives are there.
    pub(super) fn keeps_more(&self, build: &Builder) -> Value {
        self.asks(build, &keeps_more(&self.kernel.name()))
    }

    /// Its kind, its bytes and what it points to; its numbers, with offset and bytes; its pointers, with offset and what they point to.
    fn about(&self, build: &Builder, index: usize, (param, ty): (&Param, Type)) -> Vec<Value> {
        let bytes = self.module.alloc_size(ty);
        let plain = |kind: u64| [kind, bytes, 0, 0, 0].map(|word| self.i64(word)).to_vec();
        match param {
            Param::Integer => plain(0),
            Param::Number => plain(2),
            Param::Pointer => {
                let mut words = plain(1);
                words[2] = self.pointee(build, index, None);
                words
            }
            Param::Record(ty, numbers, pointers) => {
                let mut words = [3, self.module.alloc_size(*ty), 0, numbers.len() as u64]
                    .map(|word| self.i64(word))
                    .to_vec();
                let all = numbers.iter().flat_map(|(offset, bytes)| [*offset, *bytes]);
                words.extend(all.map(|word| self.i64(word)));
                words.push(self.i64(pointers.len() as u64));
                for offset in pointers {
                    words.push(self.i64(*offset));
                    words.push(self.pointee(build, index, Some(*offset)));
                }
                words
            }
        }
    }

    /// Where it lies, its bytes, and whether the derivatives are handed its shadow (1; 0: they know of none); what numbers lie there, and whether the kernel writes there:
    /// nothing (0), integers (3), or more (5), if so; the bytes of its name, and these, eight in a word.
    fn about_variable(
        &self,
        build: &Builder,
        variable: Value,
        handed: Option<usize>,
    ) -> Vec<Value> {
        let address = build.address_cast(variable, self.pointer());
        let address = build.ptrtoint(address, self.context.int(64));
        let bytes = self.module.alloc_size(variable.global_value_type());
        let mut words = vec![
            address,
            self.i64(bytes),
            self.i64(u64::from(handed.is_some())),
        ];
        words.extend(match handed {
            Some(index) => [self.pointee(build, index, None), self.written(build, index)],
            None => [0, if is_only_read(variable) { 0 } else { 3 }].map(|word| self.i64(word)),
        });
        let name = readable(&variable.name(), &[]);
        words.extend(text_words(&name).map(|word| self.context.i64(word)));
        words
    }

    fn written(&self, build: &Builder, param: usize) -> Value {
        self.asks(build, &written(&self.function.name(), param))
    }

    fn pointee(&self, build: &Builder, param: usize, offset: Option<u64>) -> Value {
        self.asks(build, &pointee(&self.function.name(), param, offset))
    }
}
