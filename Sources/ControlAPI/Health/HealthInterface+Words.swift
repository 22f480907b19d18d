import Varlink

extension HealthInterface {
  /// Why a device that was found is no light of the machine.
  public enum Why: String, CaseIterable, JSONReadable, JSONWritable {
    /// Its maximum is 0.
    case noSteps
    /// The configuration says so.
    case ignored
    /// The configuration names others as the panel.
    case notNamed
    /// Another one of the same panel comes before it.
    case behind
    /// There is no picture on its panel, or less surely than on another.
    case dark
    /// It may belong to any of several panels.
    case undecided
    /// Its files cannot be understood.
    case unreadable
  }

  /// Who moved a light past the daemon, as far as the kernel tells.
  public enum Mover: String, CaseIterable, JSONReadable, JSONWritable {
    /// The machine itself, which tells of it.
    case hotkey
    /// Something that wrote the light's file.
    case program
    /// Nobody said.
    case unknown
  }
}
