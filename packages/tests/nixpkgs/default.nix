# Names of nixpkgs without what they name. Functions say what is wrong with their arguments, as those of nixpkgs would.
# Owns: which names there are; a name that is not here is an error. Must not: build.
{ }:
let
  system = "x86_64-linux";
  make =
    name: more:
    let
      made = derivation {
        inherit name system;
        builder = "/bin/sh";
      };
    in
    made
    // {
      pname = name;
      dev = made;
      lib = made;
      out = made;
    }
    // more;
  named = names: builtins.listToAttrs (map (name: { inherit name; value = make name { }; }) names);
  # Of a lock file, as nixpkgs' importCargoLock reads it: a crate from a registry has a checksum, and one from git would need a hash beside it.
  crates =
    lockFile:
    map (
      crate:
      if !(crate ? source) || crate ? checksum then
        crate.name
      else
        throw "${crate.name} is from ${crate.source}: cargoLock.outputHashes has no hash for it"
    ) (builtins.fromTOML (builtins.readFile lockFile)).package;
  known = [
    "HDF5_DIR"
    "LLVM_SYS_221_PREFIX"
    "buildInputs"
    "buildPhase"
    "cargoLock"
    "doCheck"
    "installPhase"
    "meta"
    "nativeBuildInputs"
    "passthru"
    "pname"
    "postFixup"
    "postPatch"
    "src"
    "version"
  ];
  areDerivations = inputs: builtins.all (input: input.type == "derivation") inputs;
  buildRustPackage =
    arguments:
    let
      unknown = removeAttrs arguments known;
    in
    assert unknown == { } || throw "unknown: ${toString (builtins.attrNames unknown)}";
    assert areDerivations (arguments.buildInputs ++ arguments.nativeBuildInputs);
    assert builtins.pathExists (arguments.src + "/Cargo.toml");
    builtins.deepSeq (crates arguments.cargoLock.lockFile) (
      make "${arguments.pname}-${arguments.version}" (arguments // (arguments.passthru or { }))
    );
in
named [
  "clippy"
  "cmake"
  "hdf5"
  "makeWrapper"
  "ninja"
  "pkg-config"
  "rustfmt"
]
// {
  mpi = make "openmpi" { };
  rustPlatform = {
    inherit buildRustPackage;
    bindgenHook = make "bindgen-hook" { };
  };
  llvmPackages_22 = named [
    "clang"
    "libllvm"
    "lld"
    "llvm"
    "openmp"
  ];
  symlinkJoin = { name, paths }: assert areDerivations paths; make name { };
  runCommand =
    name: { nativeBuildInputs }: text:
    assert areDerivations nativeBuildInputs;
    make name { inherit text; };
  mkShell =
    { inputsFrom, packages, ... }: assert areDerivations (inputsFrom ++ packages); make "shell" { };
  lib = {
    importTOML = file: builtins.fromTOML (builtins.readFile file);
    getOutput = output: package: package.${output};
    getName = package: package.pname;
    optional = condition: value: if condition then [ value ] else [ ];
    optionalAttrs = condition: values: if condition then values else { };
    escapeShellArgs = words: toString (map (word: "'${word}'") words);
    makeBinPath = packages: builtins.concatStringsSep ":" (map (package: "${package}/bin") packages);
    cleanSource = folder: folder;
    licenses = {
      mit.spdxId = "MIT";
      asl20.spdxId = "Apache-2.0";
    };
  };
}
