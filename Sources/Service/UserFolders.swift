/// The folders of a user, as the XDG Base Directory Specification has them.
public enum UserFolders {
  /// The folder of configurations; nil without a home.
  public static func configuration(_ environment: (String) -> String?) -> String? {
    folder(environment("XDG_CONFIG_HOME")) ?? folder(environment("HOME")).map { "\($0)/.config" }
  }

  /// The folder of persistent state; nil without a home.
  public static func state(_ environment: (String) -> String?) -> String? {
    folder(environment("XDG_STATE_HOME")) ?? folder(environment("HOME")).map { "\($0)/.local/state" }
  }

  /// Relative paths are ignored, as the specification demands.
  private static func folder(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
}
