/// A program that moves lights by itself, and how to keep it from that.
struct Rival: Sendable {
  /// As the kernel cuts it off, after 15 letters.
  let name: String
  let what: String
  let advice: String

  static let known = [
    Rival(
      name: "gsd-power",
      what: "GNOME's power daemon",
      advice: "`gsettings set org.gnome.settings-daemon.plugins.power idle-dim false`, and `ambient-enabled` likewise"
    ),
    Rival(name: "org_kde_powerde", what: "KDE's PowerDevil", advice: settings("Power Management")),
    Rival(name: "csd-power", what: "Cinnamon's power daemon", advice: settings("Power Management")),
    Rival(name: "mate-power-mana", what: "MATE's power manager", advice: settings("Power Management")),
    Rival(name: "xfce4-power-man", what: "Xfce's power manager", advice: settings("Power Manager, Display")),
    Rival(name: "lxqt-powermanag", what: "LXQt's power manager", advice: settings("Power Management")),
    Rival(name: "wluma", what: "wluma, which follows the ambient light", advice: service("wluma", user: true)),
    Rival(name: "clight", what: "Clight, which follows the ambient light", advice: service("clight", user: true)),
    Rival(name: "clightd", what: "Clightd, which writes for Clight", advice: service("clightd")),
    Rival(name: "illum-d", what: "illum, which answers brightness keys", advice: service("illum")),
    Rival(name: "asusd", what: "asusctl's daemon, which moves the keyboard's light", advice: service("asusd")),
    Rival(
      name: "ddcutil-service",
      what: "ddcutil's service, which sets monitors",
      advice: service("ddcutil-service", user: true)
    ),
  ]

  private static func settings(_ page: String) -> String {
    "switch dimming and brightness off in its settings, under \(page)"
  }

  private static func service(_ unit: String, user: Bool = false) -> String {
    "`systemctl \(user ? "--user " : "")disable --now \(unit)`, if it is not wanted beside brightnessd"
  }
}
