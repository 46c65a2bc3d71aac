# Copyright enzyme-rs developers.
#
# SPDX-License-Identifier: (Apache-2.0 OR MIT)

import re

from spack_repo.builtin.build_systems.makefile import MakefilePackage

from spack.package import *


class EnzymeRs(MakefilePackage):
    """Automatic differentiation of C, C++, Fortran and Rust programs on LLVM IR:
    a plugin of clang and flang makes derivatives in forward and reverse mode
    after optimisation, through OpenMP, threads, MPI, BLAS and launches of kernels,
    and a library runs the adjoints of long simulations from checkpoints."""

    homepage = "https://github.com/enzyme-rs/enzyme-rs"
    url = "https://github.com/enzyme-rs/enzyme-rs/releases/download/v0.1.0/enzyme-rs-0.1.0.tar.gz"
    git = "https://github.com/enzyme-rs/enzyme-rs.git"

    executables = ["^enzyme-rs$"]
    tags = ["e4s"]

    license("MIT OR Apache-2.0")

    # Releases have all crates with them: no network is needed. A version from git has not.
    version("main", branch="main")

    variant("mpi", default=True, description="Derivatives of MPI calls at run time")
    variant("hdf5", default=True, description="Checkpoints in HDF5 files")
    variant("zfp", default=False, description="Checkpoints that zfp packs within a bound of the error")
    variant("openmp", default=True, description="LLVM's OpenMP, for programs with parallel regions")
    variant("fortran", default=False, description="LLVM's Fortran compiler, for programs in Fortran")
    variant("tests", default=False, description="Test rules, schedules and stores after the build")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("gmake", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("rust@1.90:", type="build")
    depends_on("cmake", type="build", when="+zfp")

    # The compilers that load the plugin run where programs are built.
    depends_on("llvm@22 +clang +lld +llvm_dylib +link_llvm_dylib", type=("build", "link", "run"))
    depends_on("llvm +flang", when="+fortran", type=("build", "run"))
    depends_on("llvm openmp=runtime", when="+openmp", type=("build", "run"))
    depends_on("mpi", when="+mpi")
    depends_on("hdf5@1.10.7:1.11,1.12.1:", when="+hdf5")

    conflicts("+zfp", when="~hdf5", msg="zfp packs checkpoints in HDF5 files: ask for +hdf5")
    conflicts("platform=darwin", msg="enzyme-rs has been tried on Linux only")
    conflicts("platform=windows", msg="enzyme-rs has been tried on Linux only")
    conflicts("target=aarch64:", msg="enzyme-rs has been tried on x86-64 only")

    @classmethod
    def determine_version(cls, exe):
        output = Executable(exe)("--version", output=str, error=str)
        found = re.search(r"enzyme-rs (\S+)", output)
        return found.group(1) if found else None

    @property
    def mpi_kind(self):
        """Which of the two binary interfaces the MPI has."""
        return "openmpi" if self.spec["mpi"].name == "openmpi" else "mpich"

    def setup_build_environment(self, env: EnvironmentModifications) -> None:
        env.set("LLVM_SYS_221_PREFIX", self.spec["llvm"].prefix)
        env.set("LIBCLANG_PATH", self.spec["llvm"].prefix.lib)
        env.set("CARGO_HOME", join_path(self.stage.path, "cargo"))
        # The build is where install looks for it, whatever the user has set for other projects.
        env.unset("CARGO_TARGET_DIR")
        if self.spec.satisfies("+hdf5"):
            env.set("HDF5_DIR", self.spec["hdf5"].prefix)

    @property
    def _features(self):
        """What cargo is told of the checkpointing library."""
        if self.spec.satisfies("~hdf5"):
            return ["--no-default-features"]
        if self.spec.satisfies("+zfp"):
            return ["--features", "enzyme-checkpoint-capi/zfp"]
        return []

    @property
    def _arguments(self):
        arguments = ["PROFILE=dist", "BOOTSTRAP=no", "JOBS={0}".format(make_jobs)]
        if self._features:
            arguments.append("FEATURES={0}".format(" ".join(self._features)))
        if self.spec.satisfies("+mpi"):
            arguments.append("MPIS={0}".format(self.mpi_kind))
            arguments.append("MPICC_{0}={1}".format(self.mpi_kind, self.spec["mpi"].mpicc))
        else:
            arguments.append("MPIS=")
        return arguments

    def build(self, spec, prefix):
        make("build", "mpi", *self._arguments)
        if spec.satisfies("+tests"):
            without = ["--no-default-features"] if spec.satisfies("~hdf5") else []
            packages = ["-p", "enzyme-rules", "-p", "enzyme-checkpoint"]
            which("cargo", required=True)("test", "--release", *packages, *without)

    def install(self, spec, prefix):
        Executable("scripts/install.sh")("target/dist", prefix)

    def setup_run_environment(self, env: EnvironmentModifications) -> None:
        env.set("ENZYME_RS_PLUGIN", self.prefix.lib.join("libenzyme_rs.so"))

    def setup_dependent_build_environment(
        self, env: EnvironmentModifications, dependent_spec: Spec
    ) -> None:
        env.set("ENZYME_RS_PLUGIN", self.prefix.lib.join("libenzyme_rs.so"))

    def setup_dependent_package(self, module, dependent_spec):
        module.enzyme_cc = self.prefix.bin.join("enzyme-cc")
        module.enzyme_cxx = self.prefix.bin.join("enzyme-c++")

    def test_gradient(self):
        """compile a function with a hook, and run it"""
        with open("square.c", "w") as file:
            file.write(SQUARE)
        which(self.prefix.bin.join("enzyme-cc"), required=True)("-O2", "square.c", "-o", "square")
        found = which("./square", required=True)(output=str.split, error=str.split)
        check_outputs([r"square\(21\)=441, dsquare\(21\)=42"], found)

    def test_verify(self):
        """compare reverse mode, forward mode and differences"""
        with open("square.c", "w") as file:
            file.write(SQUARE)
        which(self.prefix.bin.join("enzyme-rs"), required=True)(
            "verify", "square.c", "--function", "square"
        )

    def test_zfp(self):
        """open a store of files that zfp packs"""
        if self.spec.satisfies("~zfp"):
            raise SkipTest("built without zfp")
        with open("packed.c", "w") as file:
            file.write(PACKED)
        library = self.prefix.lib
        flags = ["-I", self.prefix.include, "-L", library, "-lenzyme_rs_checkpoint"]
        which("clang", "cc", required=True)(
            "packed.c", "-o", "packed", *flags, "-Wl,-rpath,{0}".format(library)
        )
        found = which("./packed", required=True)(output=str.split, error=str.split)
        check_outputs([r"a store with zfp: 0"], found)


SQUARE = """\
#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x; }
int main(void) {
  printf("square(21)=%g, dsquare(21)=%g\\n", square(21), __enzyme_autodiff((void *)square, 21.0));
  return 0;
}
"""

PACKED = """\
#include <enzyme_rs/checkpoint.h>
#include <stdio.h>
int main(void) {
  enzyme_rs_cp_file_options options = {.filter = ENZYME_RS_CP_FILTER_ZFP, .filter_level = -20};
  enzyme_rs_cp_store *store;
  printf("a store with zfp: %d\\n", enzyme_rs_cp_store_files("states", &options, &store));
  return 0;
}
"""
