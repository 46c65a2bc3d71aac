# enzyme-rs for Nix: the package, as a function of nixpkgs. `nix-build` builds it; flake.nix gives it to flakes.
# Owns: what it is built with, and how the installed wrappers find their compilers. Must not: choose a version of nixpkgs, or build in another way than make.
{
  pkgs ? import <nixpkgs> { },
  # The one place for LLVM's version.
  llvmVersion ? "22",
  withMpi ? true,
  withHdf5 ? true,
}:
let
  inherit (pkgs) lib;
  llvm = pkgs."llvmPackages_${llvmVersion}";
  manifest = (lib.importTOML ./Cargo.toml).workspace.package;
  # The bindings of LLVM and HDF5 ask for one folder each, where nixpkgs has several.
  joined =
    name: paths:
    pkgs.symlinkJoin {
      inherit name;
      paths = map (output: lib.getOutput output paths) [
        "dev"
        "lib"
        "out"
      ];
    };
  mpiKind = if lib.getName pkgs.mpi == "mpich" then "mpich" else "openmpi";
  makeFlags = [
    "BOOTSTRAP=no"
    "PROFILE=dist"
  ]
  ++ lib.optional (!withHdf5) "FEATURES=--no-default-features"
  ++ (if withMpi then [ "MPIS=${mpiKind}" "MPICC_${mpiKind}=mpicc" ] else [ "MPIS=" ]);
in
pkgs.rustPlatform.buildRustPackage (
  {
    pname = "enzyme-rs";
    inherit (manifest) version;

    src = lib.cleanSource ./.;
    cargoLock.lockFile = ./Cargo.lock;

    nativeBuildInputs = [
      llvm.clang
      llvm.lld
      pkgs.makeWrapper
      pkgs.pkg-config
      pkgs.rustPlatform.bindgenHook
    ]
    ++ lib.optional withMpi pkgs.mpi;
    buildInputs = [ llvm.llvm ] ++ lib.optional withHdf5 pkgs.hdf5 ++ lib.optional withMpi pkgs.mpi;

    LLVM_SYS_221_PREFIX = joined "llvm-${llvmVersion}" llvm.llvm;

    postPatch = "patchShebangs scripts checkpoint/capi apps packages";
    buildPhase = ''
      runHook preBuild
      make build mpi JOBS=$NIX_BUILD_CORES ${lib.escapeShellArgs makeFlags}
      runHook postBuild
    '';
    # Tests differentiate programs with compilers and MPIs that a sandbox has not; the flake has a check of what is installed.
    doCheck = false;
    installPhase = ''
      runHook preInstall
      scripts/install.sh target/dist $out
      runHook postInstall
    '';
    # enzyme-cc and the others are links to this program, which is told the name that it was started by.
    postFixup = ''
      wrapProgram $out/bin/enzyme-rs \
        --set-default ENZYME_RS_CC ${llvm.clang}/bin/clang \
        --set-default ENZYME_RS_CXX ${llvm.clang}/bin/clang++ \
        --prefix PATH : ${lib.makeBinPath [ llvm.lld ]}
    '';

    passthru = { inherit llvm; };

    meta = {
      description = "Derivatives of C, C++, Fortran and Rust programs, made by the compiler";
      homepage = manifest.repository;
      license = [
        lib.licenses.mit
        lib.licenses.asl20
      ];
      mainProgram = "enzyme-rs";
      platforms = [ "x86_64-linux" ];
    };
  }
  // lib.optionalAttrs withHdf5 { HDF5_DIR = joined "hdf5" pkgs.hdf5; }
)
