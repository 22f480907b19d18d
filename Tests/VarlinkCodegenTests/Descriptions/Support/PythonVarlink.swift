import Foundation
import Programs
import Testing

/// The implementation for Python, as a judge of descriptions.
enum PythonVarlink {
  /// For each text nothing, or why it was refused.
  static func verdicts(on texts: [String]) throws -> [String?] {
    let python = DescriptionFiles.root + "/.build/python/bin/python"
    try #require(access(python, X_OK) == 0, "cannot find 'varlink' for Python: run Scripts/setup")
    let file = "\(NSTemporaryDirectory())/descriptions-\(UUID())"
    try texts.joined(separator: "\0").write(toFile: file, atomically: false, encoding: .utf8)
    defer { unlink(file) }
    let run = try Run([python, "-c", program, file], errors: .apart)
    try #require(run.status == 0)
    return run.lines.map { $0 == "read" ? nil : $0 }
  }

  private static let program = """
    import sys, varlink
    for text in open(sys.argv[1], encoding="utf-8", newline="").read().split("\\0"):
        try:
            varlink.Interface(text)
            print("read")
        except Exception as error:
            print(ascii(error))
    """
}
