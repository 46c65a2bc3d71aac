# enzyme-rs as a flake: `nix run .#default -- --version', `nix develop', `nix flake check'.
# Owns: what a flake offers. Must not: say how the package is built (default.nix), or which LLVM it has.
{
  description = "Automatic differentiation of C, C++, Fortran and Rust programs on LLVM IR";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      system = "x86_64-linux";
      pkgs = nixpkgs.legacyPackages.${system};
      enzyme-rs = import ./default.nix { inherit pkgs; };
      inherit (enzyme-rs.passthru) llvm;
      program = name: {
        type = "app";
        program = "${enzyme-rs}/bin/${name}";
      };
    in
    {
      packages.${system} = {
        inherit enzyme-rs;
        default = enzyme-rs;
        without-mpi = import ./default.nix {
          inherit pkgs;
          withMpi = false;
        };
      };

      apps.${system} = {
        default = program "enzyme-rs";
        enzyme-cc = program "enzyme-cc";
        "enzyme-c++" = program "enzyme-c++";
      };

      # The ten lines of every installation, compiled and run.
      checks.${system}.gradient = pkgs.runCommand "enzyme-rs-gradient" { nativeBuildInputs = [ enzyme-rs ]; } ''
        cat >square.c <<'C'
        #include <stdio.h>
        double __enzyme_autodiff(void *, ...);
        double square(double x) { return x * x; }
        int main(void) {
          printf("dsquare(21)=%g\n", __enzyme_autodiff((void *)square, 21.0));
          return 0;
        }
        C
        enzyme-cc -O2 square.c -o square
        ./square | tee $out
        grep -qx 'dsquare(21)=42' $out
      '';

      # What `make build' and most of `make test' need.
      devShells.${system}.default = pkgs.mkShell {
        inputsFrom = [ enzyme-rs ];
        packages = [
          llvm.libllvm
          llvm.openmp
          pkgs.clippy
          pkgs.cmake
          pkgs.ninja
          pkgs.rustfmt
        ];
        inherit (enzyme-rs) LLVM_SYS_221_PREFIX HDF5_DIR;
        BOOTSTRAP = "no";
      };
    };
}
