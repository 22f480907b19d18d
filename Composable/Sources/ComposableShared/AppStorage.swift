import Glibc

extension SharedKey where Value: Codable {
  /// A setting of the program, kept as JSON in a file of its own:
  /// `~/.config/PROGRAM/NAME.json`, or below `$XDG_CONFIG_HOME`. The folder is made if it is
  /// missing.
  public static func appStorage(_ name: String) -> Self {
    let program = CommandLine.arguments.first?.split(separator: "/").last ?? ""
    let path = settingsFile(
      named: name,
      ofProgram: String(program),
      environment: { getenv($0).map { String(cString: $0) } }
    )
    var key = file(path)
    key.file?.makesFolder = true
    return key
  }
}

/// The file of a setting. The XDG Base Directory Specification (0.8) says where, and that a path
/// that is not absolute is ignored.
func settingsFile(named name: String, ofProgram program: String, environment: (String) -> String?) -> String {
  let given = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
  let folder = given ?? "\(environment("HOME") ?? "")/.config"
  // The name of a setting is one of a file, not a path.
  let file = name.map { $0 == "/" ? "%2F" : $0 == "%" ? "%25" : String($0) }.joined()
  return "\(folder)/\(program)/\(file).json"
}
