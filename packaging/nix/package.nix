# callPackage ./package.nix { }: needs Swift 6.3 or newer, which nixpkgs does not have yet.
{
  lib,
  swiftPackages,
  pkg-config,
  udev,
  systemdLibs,
  coreutils,
  mosquitto,
  withBridge ? false,
}:
swiftPackages.stdenv.mkDerivation {
  pname = "brightnessd";
  version = "0.3.0";
  src = lib.cleanSource ../..;
  nativeBuildInputs = [
    swiftPackages.swift
    swiftPackages.swiftpm
    pkg-config
  ];
  buildInputs = [
    udev
    systemdLibs
  ]
  ++ lib.optional withBridge mosquitto;
  env.BRIDGE = if withBridge then "yes" else "no";
  # The sandbox has no /usr/bin/env.
  postPatch = "patchShebangs Scripts";
  buildPhase = ''
    runHook preBuild
    Scripts/release --dynamic
    runHook postBuild
  '';
  # udev rules and the sandboxes of units name folders of other systems.
  installPhase = ''
    runHook preInstall
    PREFIX=$out TOOLS=${lib.getBin coreutils}/bin DESTDIR=/ Scripts/install
    substituteInPlace $out/lib/systemd/system/*.service \
      --replace-quiet "-/usr/lib -/usr/lib64 -/lib -/lib64" "/nix/store"
    runHook postInstall
  '';
  meta = {
    description = "Daemon that holds and restores screen and keyboard brightness";
    license = lib.licenses.mit;
    mainProgram = "brightness";
    platforms = [ "x86_64-linux" ];
  };
}
