//! Tells the library which kernels and variables there are, when the program starts.
//!
//! Owns: the function that does so. Must not: know how they are found again.

use crate::Options;
use crate::kernels::Entry;
use crate::variables::Variable;
use enzyme_llvm_shim::analyses::demangled;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::host;
use enzyme_llvm_shim::ir::{Module, Value};

/// Makes the function, which runs by itself.
pub(crate) fn register(
    module: Module,
    options: &Options,
    kernels: &[Entry],
    variables: &[Variable],
) {
    let context = module.context();
    let function = module.add_function("registration", context.void().function(&[], false));
    function.set_internal();
    let teller = Teller {
        module,
        build: Builder::new(context),
        of: module.text("module", &options.module),
    };
    teller.build.at_end(function.append_block("entry"));
    for kernel in kernels {
        teller.kernel(kernel);
    }
    for variable in variables {
        teller.variable(variable);
    }
    teller.build.ret(None);
    host::run_at_start(function);
}

struct Teller {
    module: Module,
    build: Builder,
    of: Value,
}

impl Teller {
    fn kernel(&self, kernel: &Entry) {
        let context = self.module.context();
        let sizes: Vec<Value> = kernel
            .sizes
            .iter()
            .map(|n| context.i64(*n as i64))
            .collect();
        let count = context.i64(sizes.len() as i64);
        let sizes = self.module.constant_record("sizes", &sizes);
        let name = self.module.text("kernel", &kernel.name);
        let shown = demangled(&kernel.name).unwrap_or_else(|| kernel.name.clone());
        let shown = self.module.text("shown", &shown);
        self.tell(
            "enzyme_rs_emulator_has_kernel",
            &[self.of, name, shown, kernel.function, count, sizes],
        );
    }

    fn variable(&self, variable: &Variable) {
        let name = self.module.text("variable", &variable.name);
        let bytes = self.module.context().i64(variable.bytes as i64);
        self.tell(
            "enzyme_rs_emulator_has_variable",
            &[self.of, name, variable.address, bytes],
        );
    }

    fn tell(&self, name: &str, arguments: &[Value]) {
        let types: Vec<_> = arguments.iter().map(|a| a.ty()).collect();
        let ty = self.module.context().void().function(&types, false);
        self.build
            .call(ty, self.module.declare(name, ty), arguments, "");
    }
}
