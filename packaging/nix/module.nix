# A module for NixOS: imports = [ ./module.nix ].
{ pkgs, ... }:
let
  package = pkgs.callPackage ./package.nix { };
in
{
  environment.systemPackages = [ package ];
  systemd.packages = [ package ];
  systemd.tmpfiles.packages = [ package ];
  services.udev.packages = [ package ];
  users.users.brightnessd = {
    isSystemUser = true;
    group = "brightnessd";
  };
  users.users.brightnessd-ddc = {
    isSystemUser = true;
    group = "brightnessd-ddc";
  };
  users.groups.brightnessd = { };
  users.groups.brightnessd-ddc = { };
  systemd.sockets.brightnessd.wantedBy = [ "sockets.target" ];
  systemd.services.brightnessd.wantedBy = [ "multi-user.target" ];
}
