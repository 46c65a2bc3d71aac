# In the place of nixpkgs, where it cannot be fetched: the names that flake.nix and default.nix use, with nothing behind them.
{
  outputs =
    { self }:
    {
      legacyPackages.x86_64-linux = import ./default.nix { };
    };
}
