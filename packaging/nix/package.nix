# In a checkout: nix-build -E 'with import <nixpkgs> { }; callPackage ./packaging/nix/package.nix { }'
# Fill in npmDepsHash: the first build prints it.
{
  lib,
  buildNpmPackage,
  installShellFiles,
  nodejs_22,
}:

buildNpmPackage {
  pname = "tonstift";
  version = (lib.importJSON ../../package.json).version;
  src = lib.cleanSource ../..;
  nodejs = nodejs_22;
  npmDepsHash = lib.fakeHash;
  nativeBuildInputs = [ installShellFiles ];
  npmFlags = [ "--ignore-scripts" ];

  # npm's pack step would ask the registry for the list of parts (packaging/sbom.mjs), and a build has no network.
  npmPackFlags = [ "--ignore-scripts" ];
  postBuild = ''
    node packaging/declarations.mjs
    node packaging/man-page.mjs
    node packaging/licences.mjs
  '';
  # The hook of npm packages takes a single path, and npm needs a list.
  postInstall = "installManPage dist/tonstift.1";

  meta = {
    description = "Turns folders of audio into albums for a tiptoi pen";
    license = with lib.licenses; [
      mit
      ofl
      asl20
      gpl2Plus
    ];
    mainProgram = "tonstift";
    platforms = lib.platforms.linux ++ lib.platforms.darwin;
  };
}
