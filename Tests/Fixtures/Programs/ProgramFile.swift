/// Programs that tests write.
public enum ProgramFile {
  /// Writes a program that can be run at once.
  ///
  /// Another process writes it: a descriptor of this one would be in each process that another test
  /// starts meanwhile, until that executes its program, and Linux runs no file that is open for
  /// writing.
  public static func write(_ text: String, to path: String) throws {
    let script = #"printf %s "$1" >"$2" && chmod 755 "$2""#
    let written = try Run(["/bin/sh", "-c", script, "sh", text, path])
    guard written.status == 0 else { throw Failure(reason: written.output) }
  }

  private struct Failure: Error { let reason: String }
}
